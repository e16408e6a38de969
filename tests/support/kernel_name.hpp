// What exceptions of kernels begin with.
#pragma once
#include <string>

/// `text` without "kernel 'spmm_0' (FILE:9): ", which has to stand in front of it once, FILE with or without
/// its folder; otherwise `text` with a remark.
inline std::string without_kernel(const std::string& text, const std::string& file) {
  const std::string kernel = "kernel '", between = "' (", line = file + ":", last = "): ";
  const std::size_t name = text.find(between), end = text.find(last);
  if (!text.starts_with(kernel) || name <= kernel.size() || end == std::string::npos || end < name ||
      text.find(kernel, end) != std::string::npos)
    return "no kernel is named: " + text;
  const std::string place = text.substr(name + between.size(), end - name - between.size());
  const std::size_t at = place.rfind(line);
  const bool is_file = at != std::string::npos && (at == 0 || place[at - 1] == '/') &&
                       at + line.size() < place.size() &&
                       place.find_first_not_of("0123456789", at + line.size()) == std::string::npos;
  return is_file ? text.substr(end + last.size()) : "not in " + file + ": " + text;
}

/// What the Error that f() throws says, without the kernel of `file` that it names; "" where nothing is
/// thrown.
template <class Error, class F>
std::string refusal_of(const std::string& file, F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return without_kernel(error.what(), file);
  }
  return "";
}
