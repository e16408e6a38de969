// Which lengths the tiles of a call have: those that INSUM_TUNE=1 has found for calls of its size class, else
// those of the model.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <list>
#include <mutex>
#include <optional>
#include <source_location>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "../statement/clock.hpp"
#include "../statement/kept.hpp"
#include "search.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace insum::tuning {

/// Known of a kernel before the program runs. The lengths of tiles whose sums may not depend on times are
/// the model's, for the same machine wherever the program runs.
struct description {
  std::string place, einsum;
  std::vector<std::string> indices;  // that are tiled, outermost first
  bool is_fixed = false;
};

enum class wanted { model, kept, measured };

inline wanted wanted_tuning() {
  static const wanted chosen = [] {
    const char* const variable = std::getenv("INSUM_TUNE");
    if (!variable || !*variable) return wanted::kept;
    return std::string_view(variable) == "0" ? wanted::model : wanted::measured;
  }();
  return chosen;
}

inline constexpr statement::decisions_about tiles_file{"tune", "INSUM_TUNE", "insum tile lengths 1", true};
inline constexpr machine same_machine{std::int64_t{1} << 20, 16};

inline machine this_machine() {
#ifdef _OPENMP
  return {cache_bytes(), omp_get_max_threads()};
#else
  return {cache_bytes(), 1};
#endif
}

namespace detail {

/// "i=64, j=256"
inline std::string text_of(const std::vector<std::string>& names, const std::vector<std::int64_t>& widths) {
  std::string text;
  for (std::size_t n = 0; n < names.size(); ++n)
    text += (n ? ", " : "") + names[n] + '=' + std::to_string(widths[n]);
  return text;
}

/// "64 256": as many as there are sizes, each a width that the search could have chosen.
inline std::optional<std::vector<std::int64_t>> read_widths(const std::string& text, const problem& p) {
  std::istringstream in(text);
  in.imbue(std::locale::classic());
  std::vector<std::int64_t> widths(p.sizes.size());
  for (std::size_t n = 0; n < widths.size(); ++n) {
    const bool read = static_cast<bool>(in >> widths[n]);
    if (!read || widths[n] < least_width || widths[n] > most_width(p, n) ||
        rounded_up(widths[n]) != widths[n])
      return std::nullopt;
  }
  return widths;
}

}  // namespace detail

/// Calls whose sizes lie between the same powers of two.
struct size_class {
  size_class(const problem& of, search::widths start) : p(of), tiles(of, std::move(start)) {}
  problem p;
  search tiles;
  std::uint64_t machine = statement::machine_hash();  // that the first call ran on, with its threads
  std::int64_t calls = 0;
  bool kept = false;
};

/// A kernel with tiles, for the report.
struct record {
  description known;
  std::uint64_t identity = 0;
  std::list<size_class> classes = {};  // references to them stay valid
};

/// All kernels with tiles of the program. At its end what was measured is kept, and printed.
class tuner {
 public:
  static tuner& instance() {
    static tuner all;
    return all;
  }

  record& add(description&& known, std::uint64_t identity) {
    const std::lock_guard guard(mutex_);
    return records_.emplace_back(record{std::move(known), identity});
  }

  struct choice {
    size_class* of = nullptr;
    search::widths widths;
    bool timed = false;
  };

  choice next(record& r, const problem& p, bool may_time) {
    const std::lock_guard guard(mutex_);
    size_class& c = class_of(r, p);
    ++c.calls;
    const bool measures = wanted_tuning() == wanted::measured && !r.known.is_fixed;
    if (measures && may_time)
      if (auto tried = c.tiles.next()) return {&c, std::move(*tried), true};
    return {&c, c.tiles.best(), false};
  }

  void timed(size_class& c, const search::widths& tried, std::int64_t nanoseconds) {
    const std::lock_guard guard(mutex_);
    c.tiles.timed(tried, nanoseconds);
  }

  ~tuner() {
    const std::lock_guard guard(mutex_);
    for (const record& r : records_)
      for (const size_class& c : r.classes) {
        if (c.tiles.decided() && c.tiles.calls() > 0) keep(r, c);
        if (wanted_tuning() == wanted::measured) print(r, c);
      }
    kept_.write();
  }

 private:
  tuner() = default;

  size_class& class_of(record& r, const problem& p) {
    for (size_class& each : r.classes)
      if (each.p.sizes == p.sizes) return each;
    const machine on = r.known.is_fixed ? same_machine : this_machine();
    size_class& made = r.classes.emplace_back(p, modelled_widths(p, on));
    if (r.known.is_fixed || wanted_tuning() == wanted::model) return made;
    if (const statement::decision* found = kept_.find(key_of(r, made)))
      if (auto widths = detail::read_widths(found->choice, p)) {
        made.tiles.recall(std::move(*widths), found->statement, found->kernel);
        made.kept = true;
      }
    return made;
  }

  static statement::decision_key key_of(const record& r, const size_class& c) {
    return {r.identity, c.machine, detail::text_of(r.known.indices, c.p.sizes)};
  }
  void keep(const record& r, const size_class& c) {
    std::string choice;
    for (const std::int64_t width : c.tiles.best())
      choice += (choice.empty() ? "" : " ") + std::to_string(width);
    kept_.keep(key_of(r, c), {c.tiles.time_of(c.tiles.start()), c.tiles.time_of(c.tiles.best()),
                              r.known.place + ": " + r.known.einsum, choice});
  }

  static void print(const record& r, const size_class& c) {
    const auto time = [&](const search::widths& of) {
      return static_cast<double>(c.tiles.time_of(of)) * 1e-3;
    };
    std::fprintf(stderr, "%s: insum tune: %s: sizes up to %s: %lld call%s, ", r.known.place.c_str(),
                 r.known.einsum.c_str(), detail::text_of(r.known.indices, c.p.sizes).c_str(),
                 static_cast<long long>(c.calls), c.calls == 1 ? "" : "s");
    const std::string best = detail::text_of(r.known.indices, c.tiles.best());
    if (r.known.is_fixed)
      std::fprintf(stderr, "%s, by the model since the block is deterministic\n", best.c_str());
    else if (!c.tiles.decided())
      std::fprintf(stderr, "%s so far, not decided\n", best.c_str());
    else
      std::fprintf(stderr, "%s in %.3f us, %.3f us as the model has it (%s), %zu tried%s\n", best.c_str(),
                   time(c.tiles.best()), time(c.tiles.start()),
                   detail::text_of(r.known.indices, c.tiles.start()).c_str(), c.tiles.tried(),
                   c.kept ? " (kept)" : "");
  }

  std::mutex mutex_;
  std::list<record> records_;
  statement::kept_decisions kept_{tiles_file};
};

/// A kernel with tiles; instantiations of a template have one each.
class tiling {
 public:
  explicit tiling(description&& known, const char* build = INSUM_STATEMENT_BUILD,
                  const std::source_location& where = std::source_location::current())
      : record_(tuner::instance().add(std::move(known), 0)) {
    std::uint64_t hash = statement::hash_of(where.function_name(), statement::hash_of(build));
    hash = statement::hash_of(record_.known.einsum, hash);
    for (const std::string& index : record_.known.indices) hash = statement::hash_of(index + ' ', hash);
    record_.identity = hash;
  }
  record& all() { return record_; }

 private:
  record& record_;
};

/// One call, from its construction to its end.
class tiled_call {
 public:
  tiled_call(tiling& of, std::initializer_list<std::int64_t> sizes, std::initializer_list<operand> operands) {
    problem p;
    for (const std::int64_t size : sizes) p.sizes.push_back(rounded_up(size));
    for (const operand& each : operands) p.operands.push_back({rounded_up(each.bytes), each.indices});
    choice_ = tuner::instance().next(of.all(), p, !in_parallel());
    if (choice_.timed) start_ = statement::now();
  }
  tiled_call(const tiled_call&) = delete;
  tiled_call& operator=(const tiled_call&) = delete;
  ~tiled_call() {
    if (choice_.timed && std::uncaught_exceptions() == exceptions_)
      tuner::instance().timed(*choice_.of, choice_.widths, statement::now() - start_);
  }

  std::int64_t width(std::size_t index) const { return choice_.widths[index]; }

 private:
  /// Other threads take the time of calls there.
  static bool in_parallel() {
#ifdef _OPENMP
    return omp_in_parallel() != 0;
#else
    return false;
#endif
  }

  tuner::choice choice_;
  std::int64_t start_ = 0;
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace insum::tuning
