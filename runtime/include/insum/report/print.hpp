// The report of INSUM_REPORT: one line a kernel on standard error, or JSON in the file that the variable
// names.
#pragma once
#include <cerrno>
#include <cstdio>

#include "entries.hpp"
#include "tables.hpp"

namespace insum::report {

namespace detail {

/// The entry that took longest of those that are not printed yet, and marks it.
inline const entry* longest() {
  entry* best = nullptr;
  for (entry* e = first; e; e = e->next)
    if (!e->printed && (!best || e->time > best->time)) best = e;
  if (best) best->printed = true;
  return best;
}

/// Of the measured bandwidth, in percent.
inline long long share(const entry& e) {
  const double seconds = static_cast<double>(e.time - e.conversion_time) * 1e-9,
               whole = static_cast<double>(bytes_per_second);
  return seconds > 0 && whole > 0
             ? static_cast<long long>(100 * static_cast<double>(e.bytes) / seconds / whole + 0.5)
             : 0;
}

/// Millions of floating point operations in a second.
inline long long speed(const entry& e) {
  const double seconds = static_cast<double>(e.time - e.conversion_time) * 1e-9;
  return seconds > 0 ? static_cast<long long>(static_cast<double>(e.flops) / seconds / 1e6 + 0.5) : 0;
}

/// A number in thousandths, millionths or billionths, with a point whatever the program's locale is.
inline void write_decimal(std::FILE* out, long long value, int digits) {
  long long one = 1;
  for (int n = 0; n < digits; ++n) one *= 10;
  std::fprintf(out, "%lld.%0*lld", value / one, digits, value % one);
}

/// The variant with the most calls of those that are not printed yet, and marks it.
inline const variant* most_frequent(const entry& e) {
  variant* best = nullptr;
  for (variant* v = e.variants; v; v = v->next)
    if (!v->printed && (!best || v->calls > best->calls)) best = v;
  if (best) best->printed = true;
  return best;
}

inline void print_calls(std::int64_t calls) {
  std::fprintf(stderr, " in %lld call%s", static_cast<long long>(calls), calls == 1 ? "" : "s");
}

/// A few of them, and how many others there are.
inline void print_variants(const entry& e) {
  constexpr int most_told = 3;
  if (!e.variants) return;
  const bool several = e.variants->next;
  std::fputs(several ? ", variants " : ", variant ", stderr);
  long long others = 0;
  std::int64_t calls_of_others = 0;
  for (int told = 0; const variant* v = most_frequent(e); ++told) {
    if (told >= most_told) {
      ++others, calls_of_others += v->calls;
      continue;
    }
    std::fputs(told > 0 ? "; " : "", stderr), std::fputs(v->text, stderr);
    if (several || v->calls != e.calls) print_calls(v->calls);
  }
  if (others == 0) return;
  std::fprintf(stderr, "; %lld other%s", others, others == 1 ? "" : "s"), print_calls(calls_of_others);
}

inline void print_line(const entry& e) {
  std::fprintf(stderr, "%s:%d: %s: %lld call%s, ", e.file, e.line, e.einsum, static_cast<long long>(e.calls),
               e.calls == 1 ? "" : "s");
  write_decimal(stderr, e.time / 1000, 6), std::fputs(" s, ", stderr);
  write_decimal(stderr, e.bytes / 1000, 3), std::fprintf(stderr, " MB, %lld%% of bandwidth", share(e));
  if (e.flops > 0) {
    std::fputs(e.flops_estimated ? ", about " : ", ", stderr);
    write_decimal(stderr, e.flops / 1000, 3), std::fputs(" Mflop, ", stderr);
    write_decimal(stderr, speed(e), 3), std::fputs(" GFLOP/s", stderr);
  }
  if (e.conversions > 0) {
    std::fprintf(stderr, ", %lld conversion%s of operands in ", static_cast<long long>(e.conversions),
                 e.conversions == 1 ? "" : "s");
    write_decimal(stderr, e.conversion_time / 1000, 6), std::fputs(" s", stderr);
  }
  print_variants(e);
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

inline void write_json(std::FILE* out, const entry& e) {
  std::fputs("  {\"name\": ", out), write_text(out, e.name);
  std::fputs(", \"file\": ", out), write_text(out, e.file);
  std::fprintf(out, ", \"line\": %d, \"einsum\": ", e.line), write_text(out, e.einsum);
  std::fprintf(out, ", \"calls\": %lld, \"seconds\": ", static_cast<long long>(e.calls)),
      write_decimal(out, e.time, 9);
  std::fprintf(out, ", \"bytes\": %lld, \"bandwidth_percent\": %lld", static_cast<long long>(e.bytes),
               share(e));
  std::fprintf(out, ", \"flops\": %lld, \"flops_estimated\": %s, \"gflops_per_second\": ",
               static_cast<long long>(e.flops), e.flops_estimated ? "true" : "false");
  write_decimal(out, speed(e), 3);
  std::fprintf(out,
               ", \"conversions\": %lld, \"conversion_seconds\": ", static_cast<long long>(e.conversions));
  write_decimal(out, e.conversion_time, 9), std::fputs(", \"variants\": [", out);
  const char* separator = "";
  while (const variant* v = most_frequent(e)) {
    std::fputs(separator, out), separator = ", ";
    std::fputs("{\"variant\": ", out), write_text(out, v->text);
    std::fprintf(out, ", \"calls\": %lld}", static_cast<long long>(v->calls));
  }
  std::fputs("]}", out);
}

inline void write_report(std::FILE* out) {
  std::fprintf(out, "{\"bytes_per_second\": %lld, \"kernels\": [", static_cast<long long>(bytes_per_second));
  const char* separator = "\n";
  while (const entry* e = longest()) {
    std::fputs(separator, out), separator = ",\n";
    write_json(out, *e);
  }
  std::fputs("\n], \"tuned\": [", out);
  for (const table* t = first_table; t; t = t->next)
    std::fprintf(out, "%s  %s", t == first_table ? "\n" : ",\n", t->json);
  std::fputs("\n]}\n", out);
}

inline void print_report() {
  std::fputs("insum report: ", stderr);
  write_decimal(stderr, bytes_per_second / 100000000, 1), std::fputs(" GB/s measured\n", stderr);
  while (const entry* e = longest()) print_line(*e);
  for (const table* t = first_table; t; t = t->next) std::fputs(t->text, stderr);
}

}  // namespace detail

/// Run at the end of the program or of the library that registered it; kernels that are called later register
/// it again.
inline void print() {
  const detail::lock guard;
  __atomic_store_n(&will_print, false, __ATOMIC_RELAXED);
  for (entry* e = first; e; e = e->next) {
    e->printed = false;
    for (variant* v = e->variants; v; v = v->next) v->printed = false;
  }
  std::fflush(stdout);
  if (std::strcmp(target(), "1") == 0) return detail::print_report();
  std::FILE* const out = std::fopen(target(), "w");
  bool written = out;
  if (out) {
    detail::write_report(out);
    written = !std::ferror(out);
    if (std::fclose(out) != 0) written = false;
  }
  if (!written)
    std::fprintf(stderr, "insum report: '%s' of INSUM_REPORT cannot be written: %s\n", target(),
                 std::strerror(errno));
}

}  // namespace insum::report
