// insum-report.json: programs that run in one folder have it together.
#pragma once
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "kept.hpp"

namespace insum::statement::detail {

/// The file that runs, from the root on; "" where the system does not tell.
inline std::string program_path() {
  char buffer[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", buffer, sizeof buffer);
  return length > 0 ? std::string(buffer, static_cast<std::size_t>(length)) : "";
}

/// The kernels that a report has of other programs, which still exist, as they stand there: each begins a
/// line with its program, as print.hpp writes it. Nothing in a file that is something else.
inline std::vector<std::string> kernels_of_others(std::string_view report, const std::string& program) {
  static constexpr std::string_view beginning = "  {\"program\": \"";
  std::vector<std::string> list;
  std::size_t at = report.find(beginning);
  while (at != report.npos) {
    const std::size_t next = report.find(std::string("\n") + std::string(beginning), at);
    const std::string_view text = report.substr(
        at, next == report.npos ? report.rfind("\n]}") - at : next - at - 1);  // without the comma
    const std::size_t name = beginning.size();
    const std::string owner(text.substr(name, text.find('"', name) - name));
    const bool exists = owner.find('\\') != owner.npos || ::access(owner.c_str(), F_OK) == 0;
    if (owner != program && exists) list.emplace_back(text);
    at = next == report.npos ? next : next + 1;
  }
  return list;
}

/// Writes what this program found in place of what it did before. Says why if that fails.
inline void write_shared_report(const std::string& program, std::vector<std::string> kernels) {
  const std::string path = "insum-report.json";
  const folder_lock lock(".");
  struct stat status = {};
  std::string old;
  if (::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
    std::ifstream in(path, std::ios::binary);
    old.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  std::string text = "{\"kernels\": [\n";
  for (const std::string& each : kernels_of_others(old, program)) text += each + ",\n";
  for (std::size_t n = 0; n < kernels.size(); ++n) text += (n ? ",\n" : "") + kernels[n];
  if (const char* const reason = write_whole(path, text + "\n]}\n"))
    std::fprintf(stderr, "insum: '%s' cannot be written: %s\n", path.c_str(), reason);
}

}  // namespace insum::statement::detail
