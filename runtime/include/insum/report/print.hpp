// The report of INSUM_REPORT: one line a kernel on standard error, or JSON in the file that the variable
// names.
#pragma once
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace insum::report {

/// What is known of a kernel and its calls; times in nanoseconds. Instantiations of a template have one each.
struct kernel {
  const char* name;
  const char* file;
  int line;
  const char* einsum;
  std::int64_t calls = 0, time = 0, bytes = 0, conversions = 0, conversion_time = 0;
  kernel* next = nullptr;
  bool listed = false;
};

inline constinit kernel* first = nullptr;      // the last one that was called for the first time
inline constinit double bytes_per_second = 0;  // measured when a kernel is first called
inline constinit bool begun = false;

/// Where the report goes: "1", or the name of a file; null where none is wanted.
inline const char* target() {
  static const char* const value = [] {
    const char* const text = std::getenv("INSUM_REPORT");
    return text && *text && std::strcmp(text, "0") != 0 ? text : nullptr;
  }();
  return value;
}

namespace detail {

inline bool same_place(const kernel& a, const kernel& b) {
  return a.line == b.line && std::strcmp(a.name, b.name) == 0 && std::strcmp(a.file, b.file) == 0;
}

/// Adds each kernel of the list to the first one of the same place, which keeps the others out of the list.
inline void join_instantiations() {
  for (kernel* k = first; k; k = k->next)
    for (kernel** other = &k->next; *other;) {
      const kernel& o = **other;
      if (!same_place(*k, o)) {
        other = &(*other)->next;
        continue;
      }
      k->calls += o.calls, k->time += o.time, k->bytes += o.bytes;
      k->conversions += o.conversions, k->conversion_time += o.conversion_time;
      *other = o.next;
    }
}

/// The kernel that took longest of those in the list, and takes it out.
inline kernel* longest() {
  kernel** best = &first;
  for (kernel** k = &first; *k; k = &(*k)->next)
    if ((*k)->time > (*best)->time) best = k;
  kernel* const found = *best;
  if (found) *best = found->next;
  return found;
}

/// Of the measured bandwidth, in percent.
inline double share(const kernel& k) {
  const double seconds = static_cast<double>(k.time - k.conversion_time) * 1e-9;
  return seconds > 0 && bytes_per_second > 0 ? 100 * static_cast<double>(k.bytes) / seconds / bytes_per_second
                                             : 0;
}

inline void print_line(const kernel& k) {
  std::fprintf(stderr, "%s:%d: %s: %lld call%s, %.6f s, %.3f MB, %.0f%% of bandwidth", k.file, k.line,
               k.einsum, static_cast<long long>(k.calls), k.calls == 1 ? "" : "s",
               static_cast<double>(k.time) * 1e-9, static_cast<double>(k.bytes) * 1e-6, share(k));
  if (k.conversions > 0)
    std::fprintf(stderr, ", %lld conversion%s of operands in %.6f s", static_cast<long long>(k.conversions),
                 k.conversions == 1 ? "" : "s", static_cast<double>(k.conversion_time) * 1e-9);
  std::fputc('\n', stderr);
}

inline void write_text(std::FILE* out, const char* text) {
  std::fputc('"', out);
  for (; *text; ++text) {
    if (*text == '"' || *text == '\\') std::fputc('\\', out);
    std::fputc(static_cast<unsigned char>(*text) < 0x20 ? ' ' : *text, out);
  }
  std::fputc('"', out);
}

inline void write_json(std::FILE* out, const kernel& k) {
  std::fputs("  {\"name\": ", out), write_text(out, k.name);
  std::fputs(", \"file\": ", out), write_text(out, k.file);
  std::fprintf(out, ", \"line\": %d, \"einsum\": ", k.line), write_text(out, k.einsum);
  std::fprintf(out, ", \"calls\": %lld, \"seconds\": %.9f, \"bytes\": %lld, \"bandwidth_percent\": %.1f",
               static_cast<long long>(k.calls), static_cast<double>(k.time) * 1e-9,
               static_cast<long long>(k.bytes), share(k));
  std::fprintf(out, ", \"conversions\": %lld, \"conversion_seconds\": %.9f}",
               static_cast<long long>(k.conversions), static_cast<double>(k.conversion_time) * 1e-9);
}

}  // namespace detail

/// Run at the end of the program; the kernels that took longest come first.
inline void print() {
  detail::join_instantiations();
  std::fflush(stdout);
  if (std::strcmp(target(), "1") == 0) {
    std::fprintf(stderr, "insum report: %.1f GB/s measured\n", bytes_per_second * 1e-9);
    while (const kernel* k = detail::longest()) detail::print_line(*k);
    return;
  }
  std::FILE* const out = std::fopen(target(), "w");
  if (!out) {
    std::fprintf(stderr, "insum report: '%s' of INSUM_REPORT cannot be written: %s\n", target(),
                 std::strerror(errno));
    return;
  }
  std::fprintf(out, "{\"bytes_per_second\": %.0f, \"kernels\": [", bytes_per_second);
  const char* separator = "\n";
  while (const kernel* k = detail::longest()) {
    std::fputs(separator, out), separator = ",\n";
    detail::write_json(out, *k);
  }
  std::fputs("\n]}\n", out);
  std::fclose(out);
}

}  // namespace insum::report
