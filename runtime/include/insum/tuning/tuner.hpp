// Which widths the calls of kernels have: those that INSUM_TUNE=1 has found for calls of their size class,
// else those of a model.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../report/tables.hpp"
#include "../statement/clock.hpp"
#include "kept_choice.hpp"

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
  search::variant_test is_variant = nullptr;
};

/// Where a search starts, and the machine on which the first call of a class runs.
struct beginning {
  search::widths widths;
  std::uint64_t machine;
};

/// Calls whose sizes lie between the same powers of two.
struct size_class {
  size_class(const call_class& of, beginning start)
      : sizes(of.sizes), found(of.between, std::move(start.widths), of.is_variant), machine(start.machine) {}
  std::vector<std::int64_t> sizes;
  search found;
  std::uint64_t machine;
  std::int64_t calls = 0;
  bool kept = false;
  report::table* shown = nullptr;
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

  void timed(const record& r, size_class& c, const search::widths& tried, std::int64_t nanoseconds) {
    const std::lock_guard guard(mutex_);
    c.found.timed(tried, nanoseconds);
    show(r, c);
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
    if (!r.known.is_fixed && wanted_tuning() != wanted::model) recall(r, made);
    show(r, made);
    return made;
  }

  void recall(const record& r, size_class& made) {
    const statement::decision* const found = kept_.find(key_of(r, made));
    std::optional<kept_choice> kept = found ? read_kept(found->choice) : std::nullopt;
    if (!kept || !made.found.allows(kept->best)) return;
    std::erase_if(kept->tried, [&](const auto& trial) { return !made.found.allows(trial.first); });
    made.found.recall(std::move(kept->best), found->statement, found->kernel, kept->tried);
    made.kept = true;
  }

  static statement::decision_key key_of(const record& r, const size_class& c) {
    return {r.known.identity, c.machine, widths_text(r.known.sizes, c.sizes)};
  }
  void keep(const record& r, const size_class& c) {
    kept_choice best{c.found.best()};
    c.found.for_each_trial(
        [&](const search::widths& which, std::int64_t time) { best.tried.emplace_back(which, time); });
    kept_.keep(key_of(r, c), {c.found.time_of(c.found.start()), c.found.time_of(c.found.best()),
                              r.known.place + ": " + r.known.einsum, kept_text(best)});
  }

  static std::string text_of(const record& r, const size_class& c) {
    const std::string best = widths_text(r.known.widths, c.found.best());
    if (r.known.is_fixed) return best + ", by the model since the block is deterministic";
    if (!c.found.decided()) return best + " so far, not decided";
    return outcome_text(best, c.found.time_of(c.found.best()), widths_text(r.known.widths, c.found.start()),
                        c.found.time_of(c.found.start()), c.found.tried()) +
           (c.kept ? " (kept)" : "");
  }
  static std::string trials_of(const record& r, const size_class& c) {
    std::string lines;
    c.found.for_each_trial([&](const search::widths& which, std::int64_t time) {
      lines += trial_text(widths_text(r.known.widths, which), time) + '\n';
    });
    return lines;
  }

  /// In the report that INSUM_REPORT asks for. Its lines leave out what is printed anyway, and models.
  static void show(const record& r, size_class& c) {
    if (!report::target()) return;
    const std::string sizes = widths_text(r.known.sizes, c.sizes);
    std::string text;
    if (wanted_tuning() != wanted::measured && c.found.tried() > 0)
      text = r.known.place + ": " + r.known.einsum + ": sizes up to " + sizes + ": " + text_of(r, c) + '\n' +
             trials_of(r, c);
    report::set_table(c.shown, text.c_str(), json_of(r, c, sizes).c_str());
  }
  static std::string json_of(const record& r, const size_class& c, const std::string& sizes) {
    using statement::detail::quoted;
    std::string list;
    c.found.for_each_trial([&](const search::widths& which, std::int64_t time) {
      list += std::string(list.empty() ? "" : ", ") +
              "{\"widths\": " + quoted(widths_text(r.known.widths, which)) +
              ", \"seconds\": " + statement::detail::decimal(time, 9) + '}';
    });
    return "{\"place\": " + quoted(r.known.place) + ", \"launch\": " + quoted(r.known.einsum) +
           ", \"sizes\": " + quoted(sizes) +
           ", \"chosen\": " + quoted(widths_text(r.known.widths, c.found.best())) +
           ", \"decided\": " + (c.found.decided() ? "true" : "false") + ", \"tried\": [" + list + "]}";
  }

  static void print(const record& r, const size_class& c) {
    std::fprintf(stderr, "%s: insum tune: %s: sizes up to %s: %lld call%s, %s\n%s", r.known.place.c_str(),
                 r.known.einsum.c_str(), widths_text(r.known.sizes, c.sizes).c_str(),
                 static_cast<long long>(c.calls), c.calls == 1 ? "" : "s", text_of(r, c).c_str(),
                 trials_of(r, c).c_str());
  }

  std::mutex mutex_;
  std::list<record> records_;
  statement::kept_decisions kept_{kept_file};
};

}  // namespace insum::tuning
