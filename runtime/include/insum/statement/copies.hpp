// An array as it was before a statement and as the statement left it. Sampled verification is as cheap as
// these passes over memory are.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "values.hpp"

namespace insum::statement::detail {

/// Whether numbers agree by `allowed`, and the second is finite. As numbers, which loops over vectors can add
/// up.
inline double disagrees(double kernel, double statement, const tolerance& allowed) {
  const double bound = allowed.atol + allowed.rtol * std::abs(statement);
  return (std::abs(kernel - statement) <= bound ? 0.0 : 1.0) +
         (std::abs(statement) <= std::numeric_limits<double>::max() ? 0.0 : 1.0);
}

/// Whether kernel and statement agree in all of `count` elements. May say no where they do agree, because a
/// value is not finite.
template <class T, class P>
bool all_agree(P kernel, std::int64_t first, const T* statement, std::int64_t count,
               const tolerance& allowed) {
  std::int64_t i = 0;
  if constexpr (std::is_floating_point_v<T>) {
    constexpr int lanes = 16, steps = 16;
    for (; i + lanes * steps <= count; i += lanes * steps) {
      double differing[lanes] = {};
      for (int step = 0; step < steps; ++step)
        for (int lane = 0; lane < lanes; ++lane) {
          const std::int64_t at = i + step * lanes + lane;
          differing[lane] +=
              disagrees(static_cast<double>(kernel[first + at]), static_cast<double>(statement[at]), allowed);
        }
      double sum = 0;
      for (int lane = 0; lane < lanes; ++lane) sum += differing[lane];
      if (sum > 0) return false;
    }
  }
  for (; i < count; ++i)
    if (!agree<T>(kernel[first + i], statement[i], allowed)) return false;
  return true;
}

/// The elements array[first] ... array[first + count - 1].
template <class P>
class copies {
 public:
  using T = std::remove_cvref_t<decltype(std::declval<P&>()[0])>;

  copies(P array, std::int64_t first, std::int64_t count)
      : array_(std::move(array)), first_(first), count_(count) {}

  /// One copy is enough: the statement's values change places with those of before, which are lost. Not where
  /// other copies have some of the same elements.
  void exchange() { exchanges_ = true; }

  std::int64_t count() const { return count_; }
  const T& kernel(std::int64_t i) const { return array_[first_ + i]; }
  const T& statement(std::int64_t i) const { return statement_[i]; }
  const T& before(std::int64_t i) const { return saved_[static_cast<std::size_t>(i)]; }

  void save() { copy_to(saved_); }
  /// Before `restore`, where the statement's values are asked for later.
  void keep() {
    statement_ = saved_.get();
    unchanged_ = all_agree<T>(array_, first_, saved_.get(), count_, {0, 0});
    if (unchanged_ || exchanges_) return;
    copy_to(kept_);
    statement_ = kept_.get();
  }
  void restore() {
    if (unchanged_) return;
    P to = array_;  // no members in the loops: what these write might be one
    T* const saved = saved_.get();
    const std::int64_t first = first_, count = count_;
    if (statement_ == saved) {
      for (std::int64_t i = 0; i < count; ++i) {
        const T value = to[first + i];
        to[first + i] = saved[i];
        saved[i] = value;
      }
    } else {
      for (std::int64_t i = 0; i < count; ++i) to[first + i] = saved[i];
    }
  }

  /// Whether some elements differ, and by which tolerance.
  bool differ(const tolerance& given, bool reduces, tolerance& allowed) const {
    allowed = tolerance_for<T>(given, 0, reduces);  // the least that it can be, without a look at the values
    if (all_agree<T>(array_, first_, statement_, count_, allowed)) return false;
    double most = 0;
    for (std::int64_t i = 0; i < count_; ++i) most = std::max(most, magnitude(statement_[i]));
    allowed = tolerance_for<T>(given, most, reduces);
    return !all_agree<T>(array_, first_, statement_, count_, allowed);
  }

 private:
  void copy_to(std::unique_ptr<T[]>& values) const {
    values = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(count_));
    T* const to = values.get();
    P from = array_;
    const std::int64_t first = first_, count = count_;
    for (std::int64_t i = 0; i < count; ++i) to[i] = from[first + i];
  }

  P array_;
  std::int64_t first_, count_;
  bool exchanges_ = false, unchanged_ = false;
  std::unique_ptr<T[]> saved_, kept_;
  const T* statement_ = nullptr;  // its values: in `kept_`, or in `saved_`
};

/// An array of elements at addresses of their own.
template <class T>
struct addressed {
  std::vector<T*> places;
  T& operator[](std::int64_t i) const { return *places[static_cast<std::size_t>(i)]; }
};

}  // namespace insum::statement::detail
