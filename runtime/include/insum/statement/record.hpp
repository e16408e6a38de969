// What is known of an annotated statement and its calls.
#pragma once
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "mode.hpp"
#include "race.hpp"
#include "values.hpp"

namespace insum::statement {

enum class racing {
  never,  // the bits of the results may not depend on times
  no,
  quiet,  // for a `baseline` line: shown where INSUM_REPORT asks for reports
  shown,
};

/// The value of a setting of a `verify` line that the program computes; `setting` is its place and name.
template <class T>
T at_least(const char* setting, T value, T least) {
  if (value >= least) return value;
  throw std::invalid_argument(std::string(setting) + " is " + text_of(value) + ", which is not at least " +
                              text_of(least));
}

/// What is known before the program runs. Texts are copies: the library with the block may be unloaded before
/// the report is written.
struct description {
  std::string file;
  int line;
  std::string einsum;
  bool verifies;
  racing races;
  tolerance allowed = {};
  std::int64_t every = 1;  // this many calls, the first of them verified
  bool reduces = false;
  std::vector<std::string> indices = {};   // whose sizes tell classes of calls apart
  std::vector<std::string> operands = {};  // ... whose entries do
  std::uint64_t content = 0;               // the hash of statement and kernel
  std::string why_not_raced = {};          // only one of both can run
};

/// Of the name of a function as the compiler has it what tells an instantiation from others, "T = double";
/// "" where the function is no template.
inline std::string template_arguments(std::string_view function) {
  std::size_t from = function.find(" [with "), skipped = 7;  // of gcc; clang has no word
  if (from == function.npos) from = function.find(" ["), skipped = 2;
  if (from == function.npos || function.find(" = ", from) == function.npos) return "";
  const std::string_view rest = function.substr(from + skipped);
  int open = 1;
  for (std::size_t at = 0; at < rest.size(); ++at) {
    open += (rest[at] == '[') - (rest[at] == ']');
    if (open == 0) return std::string(rest.substr(0, at));
  }
  return "";
}

/// Guarded by the report's mutex, but for what does not change and for the counters of calls.
struct record {
  explicit record(description&& d) : known(std::move(d)) {
    const mode wanted = wanted_mode();
    verifies = wanted == mode::built ? known.verifies : wanted == mode::verify;
    races = wanted == mode::built ? known.races : wanted == mode::race ? racing::shown : racing::no;
    if (known.races == racing::never) races = racing::no;
    if (!known.why_not_raced.empty()) verifies = false;
  }

  /// Whether the report has it.
  bool shown() const { return known.verifies || verifies || known.races == racing::shown || race_is_shown(); }
  bool race_is_shown() const {
    if (races != racing::quiet) return races == racing::shown;
    const char* const report = std::getenv("INSUM_REPORT");
    return report && *report && std::string_view(report) != "0";
  }

  /// The Einsum, and which instantiation of a template it is in: "y[i] = x[i] [T = double]"
  std::string title() const {
    return instantiation.empty() ? known.einsum : known.einsum + " [" + instantiation + "]";
  }

  call_class& class_of(std::initializer_list<std::int64_t> sizes, std::initializer_list<filling> fillings) {
    for (call_class& each : classes)
      if (each.has(sizes, fillings)) return each;
    return classes.emplace_back(sizes, fillings);
  }

  description known;
  std::uint64_t identity = 0;      // of the block in this build: what decisions are kept for
  std::string instantiation = {};  // of the template that the block stands in
  bool verifies = false;           // as INSUM_MODE has it
  racing races = racing::no;
  std::atomic<std::int64_t> calls = 0, skipped = 0;
  std::int64_t verified = 0, differing = 0;
  std::string first_difference = {};
  std::list<call_class> classes = {};
};

}  // namespace insum::statement
