// Which widths the calls of kernels have: those that INSUM_TUNE=1 has found for calls of their size class,
// else those of a model.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "../statement/clock.hpp"
#include "../statement/kept.hpp"
#include "search.hpp"

namespace insum::tuning {

enum class wanted { model, kept, measured };

inline wanted wanted_tuning() {
  static const wanted chosen = [] {
    const char* const variable = std::getenv("INSUM_TUNE");
    if (!variable || !*variable) return wanted::kept;
    return std::string_view(variable) == "0" ? wanted::model : wanted::measured;
  }();
  return chosen;
}

inline constexpr statement::decisions_about kept_file{"tune", "INSUM_TUNE", "insum tuned widths 1", true};

/// Known of what is tuned before the program runs. Widths on which sums depend that may not depend on times
/// are the model's.
struct subject {
  std::string place, einsum;
  std::vector<std::string> sizes, widths;  // what they are called, outermost first
  std::uint64_t identity = 0;
  bool is_fixed = false;
};

/// The numbers of a call, rounded up to powers of two: calls that agree in them have the same widths.
struct call_class {
  std::vector<std::int64_t> sizes;
  std::vector<bounds> between;
};

/// Where a search starts, and the machine on which the first call of a class runs.
struct beginning {
  search::widths widths;
  std::uint64_t machine;
};

namespace detail {

/// "i=64, j=256"
inline std::string text_of(const std::vector<std::string>& names, const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (std::size_t n = 0; n < names.size(); ++n)
    text += (n ? ", " : "") + names[n] + '=' + std::to_string(numbers[n]);
  return text;
}

/// "64 256"
inline std::optional<search::widths> read_widths(const std::string& text, const search& in_bounds_of) {
  std::istringstream in(text);
  in.imbue(std::locale::classic());
  search::widths widths;
  for (std::int64_t width = 0; in >> width;) widths.push_back(width);
  if (!in.eof() || !in_bounds_of.allows(widths)) return std::nullopt;
  return widths;
}

}  // namespace detail

/// Calls whose sizes lie between the same powers of two.
struct size_class {
  size_class(const call_class& of, beginning start)
      : sizes(of.sizes), found(of.between, std::move(start.widths)), machine(start.machine) {}
  std::vector<std::int64_t> sizes;
  search found;
  std::uint64_t machine;
  std::int64_t calls = 0;
  bool kept = false;
};

/// What is tuned, for the report.
struct record {
  subject known;
  std::list<size_class> classes = {};  // references to them stay valid
};

/// All that is tuned in the program. At its end what was measured is kept, and printed.
class tuner {
 public:
  static tuner& instance() {
    static tuner all;
    return all;
  }

  record& add(subject&& known) {
    const std::lock_guard guard(mutex_);
    return records_.emplace_back(record{std::move(known)});
  }

  struct choice {
    size_class* of = nullptr;
    search::widths widths;
    bool timed = false;
  };

  /// `model`: gives the beginning of a search.
  template <class Model>
  choice next(record& r, const call_class& call, const Model& model, bool may_time) {
    const std::lock_guard guard(mutex_);
    size_class& c = class_of(r, call, model);
    ++c.calls;
    const bool measures = wanted_tuning() == wanted::measured && !r.known.is_fixed;
    if (measures && may_time)
      if (auto tried = c.found.next()) return {&c, std::move(*tried), true};
    return {&c, c.found.best(), false};
  }

  void timed(size_class& c, const search::widths& tried, std::int64_t nanoseconds) {
    const std::lock_guard guard(mutex_);
    c.found.timed(tried, nanoseconds);
  }

  ~tuner() {
    const std::lock_guard guard(mutex_);
    for (const record& r : records_)
      for (const size_class& c : r.classes) {
        if (c.found.decided() && c.found.calls() > 0) keep(r, c);
        if (wanted_tuning() == wanted::measured) print(r, c);
      }
    kept_.write();
  }

 private:
  tuner() = default;

  template <class Model>
  size_class& class_of(record& r, const call_class& call, const Model& model) {
    for (size_class& each : r.classes)
      if (each.sizes == call.sizes) return each;
    size_class& made = r.classes.emplace_back(call, model());
    if (r.known.is_fixed || wanted_tuning() == wanted::model) return made;
    if (const statement::decision* found = kept_.find(key_of(r, made)))
      if (auto widths = detail::read_widths(found->choice, made.found)) {
        made.found.recall(std::move(*widths), found->statement, found->kernel);
        made.kept = true;
      }
    return made;
  }

  static statement::decision_key key_of(const record& r, const size_class& c) {
    return {r.known.identity, c.machine, detail::text_of(r.known.sizes, c.sizes)};
  }
  void keep(const record& r, const size_class& c) {
    std::string choice;
    for (const std::int64_t width : c.found.best())
      choice += (choice.empty() ? "" : " ") + std::to_string(width);
    kept_.keep(key_of(r, c), {c.found.time_of(c.found.start()), c.found.time_of(c.found.best()),
                              r.known.place + ": " + r.known.einsum, choice});
  }

  static void print(const record& r, const size_class& c) {
    const auto time = [&](const search::widths& of) {
      return static_cast<double>(c.found.time_of(of)) * 1e-3;
    };
    std::fprintf(stderr, "%s: insum tune: %s: sizes up to %s: %lld call%s, ", r.known.place.c_str(),
                 r.known.einsum.c_str(), detail::text_of(r.known.sizes, c.sizes).c_str(),
                 static_cast<long long>(c.calls), c.calls == 1 ? "" : "s");
    const std::string best = detail::text_of(r.known.widths, c.found.best());
    if (r.known.is_fixed)
      std::fprintf(stderr, "%s, by the model since the block is deterministic\n", best.c_str());
    else if (!c.found.decided())
      std::fprintf(stderr, "%s so far, not decided\n", best.c_str());
    else
      std::fprintf(stderr, "%s in %.3f us, %.3f us as the model has it (%s), %zu tried%s\n", best.c_str(),
                   time(c.found.best()), time(c.found.start()),
                   detail::text_of(r.known.widths, c.found.start()).c_str(), c.found.tried(),
                   c.kept ? " (kept)" : "");
    if (!c.kept) print_trials(r, c);
  }

  static void print_trials(const record& r, const size_class& c) {
    c.found.for_each_trial([&](const search::widths& which, std::int64_t time) {
      std::fprintf(stderr, "  %10.3f us  %s\n", static_cast<double>(time) * 1e-3,
                   detail::text_of(r.known.widths, which).c_str());
    });
  }

  std::mutex mutex_;
  std::list<record> records_;
  statement::kept_decisions kept_{kept_file};
};

}  // namespace insum::tuning
