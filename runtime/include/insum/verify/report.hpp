// What verification found: kept for each annotated statement, printed at the first difference, summed up at
// exit.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <list>
#include <mutex>
#include <string>

#include "values.hpp"

namespace insum::verify {

/// What is known of an annotated statement and its calls.
struct record {
  const char* file;
  int line;
  const char* einsum;
  tolerance allowed;
  std::int64_t every;  // this many calls, the first of them verified
  bool reduces;
  std::int64_t calls = 0, verified = 0, skipped = 0,
               differing = 0;  // guarded by the report's mutex, with the next
  std::string first_difference = {};
};

/// All sites of the program. At its end the report is written to insum-report.json in the working directory,
/// and a difference makes the exit status 1.
class report {
 public:
  static report& instance() {
    static report all;
    return all;
  }

  /// References stay valid until the report is destroyed, after every static object that asked for one.
  record& add(record&& r) {
    const std::lock_guard guard(mutex_);
    return records_.emplace_back(std::move(r));
  }

  /// Counts a call; whether it is one to verify. Inside of a parallel region other threads may be at work on
  /// the outputs.
  bool next(record& s, bool concurrent) {
    const std::lock_guard guard(mutex_);
    const bool due = s.calls++ % s.every == 0;
    if (due && concurrent) ++s.skipped;
    return due && !concurrent && enabled();
  }

  void found(record& s, const std::string& difference) {
    const std::lock_guard guard(mutex_);
    ++s.verified;
    if (difference.empty()) return;
    if (s.differing++ > 0) return;
    s.first_difference = difference;
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%d: insum verify: %s\n  %s\n", s.file, s.line, difference.c_str(), s.einsum);
  }

  ~report() {
    const std::lock_guard guard(mutex_);
    write_json();
    std::int64_t differing = 0;
    for (const record& s : records_) differing += s.differing > 0;
    if (differing == 0) return;
    std::fprintf(stderr, "insum verify: the kernels of %lld of %zu annotated statements differ from them\n",
                 static_cast<long long>(differing), records_.size());
    std::cout.flush();
    std::fflush(nullptr);
    std::_Exit(1);
  }

 private:
  report() = default;

  /// Verification is turned off by INSUM_MODE=on and INSUM_MODE=off alike.
  static bool enabled() {
    static const bool result = [] {
      const char* const variable = std::getenv("INSUM_MODE");
      const std::string mode = variable ? variable : "verify";
      const bool off = mode == "on" || mode == "off";
      if (!off && mode != "verify" && !mode.empty())
        std::fprintf(stderr,
                     "insum verify: INSUM_MODE is '%s', which is none of on, off and verify; statements are "
                     "verified\n",
                     mode.c_str());
      return !off;
    }();
    return result;
  }

  static std::string quoted(const std::string& text) {
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

  void write_json() const {
    if (records_.empty()) return;
    std::ofstream out("insum-report.json");
    out << "{\"kernels\": [";
    const char* separator = "\n";
    for (const record& s : records_) {
      out << separator << "  {\"file\": " << quoted(s.file) << ", \"line\": " << s.line
          << ", \"einsum\": " << quoted(s.einsum) << ", \"calls\": " << s.calls
          << ", \"verified\": " << s.verified << ", \"skipped\": " << s.skipped
          << ", \"differing\": " << s.differing << ", \"first_difference\": " << quoted(s.first_difference)
          << "}";
      separator = ",\n";
    }
    out << "\n]}\n";
  }

  std::mutex mutex_;
  std::list<record> records_;
};

/// An annotated statement; instantiations of a template have one each.
class site {
 public:
  site(const char* file, int line, const char* einsum, tolerance allowed, std::int64_t every, bool reduces)
      : record_(report::instance().add({file, line, einsum, allowed, every < 1 ? 1 : every, reduces})) {}
  record& all() { return record_; }

 private:
  record& record_;
};

}  // namespace insum::verify
