// Numbers and texts as reports and JSON have them.
#pragma once
#include <cstdint>
#include <string>

namespace insum::statement::detail {

inline std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (static_cast<unsigned char>(c) < 0x20)
      out += ' ';
    else
      out += c;
  }
  return out + '"';
}

/// value / 10^digits, with a point whatever the program's locale is.
inline std::string decimal(std::int64_t value, int digits) {
  std::int64_t one = 1;
  for (int n = 0; n < digits; ++n) one *= 10;
  const std::string rest = std::to_string(value % one);
  return std::to_string(value / one) + '.' +
         std::string(static_cast<std::size_t>(digits) - rest.size(), '0') + rest;
}

}  // namespace insum::statement::detail
