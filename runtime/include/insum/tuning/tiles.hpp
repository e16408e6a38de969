// The lengths of the tiles of a call.
#pragma once
#include <exception>
#include <initializer_list>
#include <source_location>

#include "model.hpp"
#include "tuner.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace insum::tuning {

/// What the preprocessor knows of a kernel with tiles.
struct description {
  std::string place, einsum;
  std::vector<std::string> indices;  // that are tiled, outermost first
  bool is_fixed = false;             // the same for the same sizes, wherever the program runs
};

inline constexpr machine same_machine{std::int64_t{1} << 20, 16};

inline machine this_machine() {
#ifdef _OPENMP
  return {cache_bytes(), omp_get_max_threads()};
#else
  return {cache_bytes(), 1};
#endif
}

/// A kernel with tiles; instantiations of a template have one each.
class tiling {
 public:
  explicit tiling(description&& known, const char* build = INSUM_STATEMENT_BUILD,
                  const std::source_location& where = std::source_location::current())
      : is_fixed_(known.is_fixed) {
    std::uint64_t hash = statement::hash_of(where.function_name(), statement::hash_of(build));
    hash = statement::hash_of(known.einsum, hash);
    for (const std::string& index : known.indices) hash = statement::hash_of(index + ' ', hash);
    record_ = &tuner::instance().add({std::move(known.place), std::move(known.einsum), known.indices,
                                      known.indices, hash, known.is_fixed});
  }
  record& all() { return *record_; }
  machine runs_on() const { return is_fixed_ ? same_machine : this_machine(); }

 private:
  bool is_fixed_;
  record* record_;
};

/// One call, from its construction to its end.
class tiled_call {
 public:
  tiled_call(tiling& of, std::initializer_list<std::int64_t> sizes, std::initializer_list<operand> operands)
      : of_(of.all()) {
    problem p;
    for (const std::int64_t size : sizes) p.sizes.push_back(rounded_up(size));
    for (const operand& each : operands) p.operands.push_back({rounded_up(each.bytes), each.indices});
    call_class call{p.sizes, {}};
    for (std::size_t n = 0; n < p.sizes.size(); ++n) call.between.push_back({least_width, most_width(p, n)});
    choice_ = tuner::instance().next(
        of_, call, [&] { return beginning{modelled_widths(p, of.runs_on()), statement::machine_hash()}; },
        !in_parallel());
    if (choice_.timed) start_ = statement::now();
  }
  tiled_call(const tiled_call&) = delete;
  tiled_call& operator=(const tiled_call&) = delete;
  ~tiled_call() {
    if (choice_.timed && std::uncaught_exceptions() == exceptions_)
      tuner::instance().timed(of_, *choice_.of, choice_.widths, statement::now() - start_);
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

  record& of_;
  tuner::choice choice_;
  std::int64_t start_ = 0;
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace insum::tuning
