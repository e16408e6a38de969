// The report's two forms: a table of what was raced on standard error, and JSON.
#pragma once
#include <cmath>
#include <cstdio>
#include <ostream>

#include "record.hpp"
#include "text.hpp"

namespace insum::statement::detail {

inline std::string power_text(int power) { return power == nothing ? "0" : "2^" + std::to_string(power); }

/// "i 2^10, j 2^6, A 2^3 a row"
inline std::string class_text(const record& r, const call_class& c) {
  std::string text;
  std::size_t n = 0;
  for (const std::string& name : r.known.indices)
    text += (n ? ", " : "") + name + ' ' + power_text(c.powers()[n]), ++n;
  for (const std::string& name : r.known.operands)
    text += (n ? ", " : "") + name + ' ' + power_text(c.powers()[n]) + " a row", ++n;
  return text;
}

/// "kernel 4.0x"
inline std::string faster_text(const call_class& c) {
  if (!c.decided()) return "not decided";
  const bool kernel = c.faster() == variant::kernel;
  const std::int64_t less = kernel ? c.kernel_time() : c.statement_time(),
                     more = kernel ? c.statement_time() : c.kernel_time();
  const double ratio = static_cast<double>(more) / static_cast<double>(less > 0 ? less : 1);
  return std::string(kernel ? "kernel " : "statement ") +
         decimal(static_cast<std::int64_t>(std::min(ratio, 1e9) * 10 + 0.5), 1) + 'x';
}

inline void print_class(const record& r, const call_class& c) {
  const bool timed = c.measured() > 0 || c.kept();
  std::fprintf(stderr, "  %10lld  %14s  %14s  %-16s  %s%s\n", static_cast<long long>(c.calls),
               timed ? decimal(c.statement_time(), 3).c_str() : "-",
               timed ? decimal(c.kernel_time(), 3).c_str() : "-", faster_text(c).c_str(),
               class_text(r, c).c_str(), c.kept() ? " (kept)" : "");
}

inline void print_race(const record& r) {
  std::fprintf(stderr, "%s:%d: insum race: %s\n", r.known.file.c_str(), r.known.line, r.title().c_str());
  if (!r.known.why_not_raced.empty()) {
    std::fprintf(stderr, "  nothing to race: %s\n", r.known.why_not_raced.c_str());
    return;
  }
  std::fprintf(stderr, "  %10s  %14s  %14s  %-16s  %s\n", "calls", "statement (us)", "kernel (us)", "faster",
               "class");
  for (const call_class& c : r.classes) print_class(r, c);
  if (r.skipped > 0)
    std::fprintf(stderr, "  %10lld  more in parallel regions, by the kernel\n",
                 static_cast<long long>(r.skipped.load()));
}

/// The least number of a class.
inline void write_power(std::ostream& out, int power) {
  if (power == nothing)
    out << 0;
  else if (power >= 0)
    out << (std::uint64_t{1} << power);
  else
    out << decimal(static_cast<std::int64_t>(std::ldexp(1e9, power)), 9);
}

inline void write_class(std::ostream& out, const record& r, const call_class& c) {
  std::size_t n = 0;
  const auto numbers = [&](const std::vector<std::string>& names) {
    const char* separator = "";
    for (const std::string& name : names) {
      out << separator << quoted(name) << ": ";
      write_power(out, c.powers()[n++]);
      separator = ", ";
    }
  };
  out << "{\"sizes\": {";
  numbers(r.known.indices);
  out << "}, \"entries_per_row\": {";
  numbers(r.known.operands);
  out << "}, \"calls\": " << c.calls << ", \"measured\": " << c.measured();
  if (c.measured() > 0 || c.kept())
    out << ", \"statement_seconds\": " << decimal(c.statement_time(), 9)
        << ", \"kernel_seconds\": " << decimal(c.kernel_time(), 9);
  out << ", \"faster\": "
      << (!c.decided()                    ? "null"
          : c.faster() == variant::kernel ? "\"kernel\""
                                          : "\"statement\"")
      << ", \"kept\": " << (c.kept() ? "true" : "false") << "}";
}

inline void write_record(std::ostream& out, const record& r, const std::string& program) {
  out << "  {\"program\": " << quoted(program) << ", \"file\": " << quoted(r.known.file)
      << ", \"line\": " << r.known.line << ", \"einsum\": " << quoted(r.known.einsum);
  if (!r.instantiation.empty()) out << ", \"instantiation\": " << quoted(r.instantiation);
  if (!r.known.why_not_raced.empty()) {
    out << ", \"not_raced\": " << quoted(r.known.why_not_raced) << "}";
    return;
  }
  out << ", \"calls\": " << r.calls << ", \"verified\": " << r.verified << ", \"skipped\": " << r.skipped
      << ", \"differing\": " << r.differing << ", \"first_difference\": " << quoted(r.first_difference);
  if (r.races != racing::no) {
    out << ", \"classes\": [";
    const char* separator = "\n    ";
    for (const call_class& c : r.classes) {
      out << separator;
      write_class(out, r, c);
      separator = ",\n    ";
    }
    out << "]";
  }
  out << "}";
}

}  // namespace insum::statement::detail
