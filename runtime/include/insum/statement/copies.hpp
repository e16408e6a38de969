// An array as it was before a call, and as kernel and statement left it. Sampled verification is as cheap as
// these passes over memory are.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "memory.hpp"
#include "spare_memory.hpp"
#include "values.hpp"

namespace insum::statement {

/// What the kernel's results depend on of what an output held before it.
enum class former {
  nothing,  // it writes every element
  own,      // an element on its own former value alone
  all,
};

namespace detail {

/// Whether numbers agree by `allowed`, and are finite. As numbers, which loops over vectors can add up.
inline double disagrees(double kernel, double statement, const tolerance& allowed) {
  const double bound = allowed.atol + allowed.rtol * std::abs(statement);
  return (std::abs(kernel - statement) <= bound ? 0.0 : 1.0) + (is_finite(kernel) ? 0.0 : 1.0) +
         (is_finite(statement) ? 0.0 : 1.0);
}

/// Whether kernel[i] and statement[first + i] agree for all i below `count`. May say no where they do agree,
/// because a value is not finite.
template <class T, class P>
bool all_agree(const T* kernel, P statement, std::int64_t first, std::int64_t count,
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
              disagrees(static_cast<double>(kernel[at]), static_cast<double>(statement[first + at]), allowed);
        }
      double sum = 0;
      for (int lane = 0; lane < lanes; ++lane) sum += differing[lane];
      if (sum > 0) return false;
    }
  }
  for (; i < count; ++i)
    if (!agree<T>(kernel[i], statement[first + i], allowed)) return false;
  return true;
}

/// The elements array[first] ... array[first + count - 1], which the kernel has before the statement: the
/// array itself, which is put back for the statement; or, of one that is lent, a copy.
template <class P>
class copies {
 public:
  using T = std::remove_cvref_t<decltype(std::declval<P&>()[0])>;
  static_assert(std::is_trivially_copyable_v<T>);

  copies(P array, std::int64_t first, std::int64_t count)
      : array_(std::move(array)), first_(first), all_(count), count_(count), compared_{0, count} {}

  void add_to(memory_uses& uses) const { uses.add(array_, first_, count_); }
  /// The statement has put the same elements elsewhere.
  void move_to(P array) { array_ = std::move(array); }

  /// Of the elements of one that the kernel writes only a part is compared, and what the statement leaves
  /// stays: a call that others are sampled by costs little more than copy and statement.
  void sample(std::int64_t turn) { compared_ = part_of(count_, turn), samples_ = true; }
  /// Of one that neither of both writes a part is looked at.
  void narrow(std::int64_t turn) {
    const element_range part = part_of(count_, turn);
    before_ = part.first, first_ += part.first, count_ = part.count;
    compared_ = {0, count_};
  }
  bool compares(std::int64_t i) const { return compared_.has(i - before_); }

  /// Of all elements.
  std::int64_t count() const { return all_; }
  const T* place(std::int64_t i) const
    requires is_plain<P>
  {
    return array_ + first_ + (i - before_);
  }
  // Of elements that are compared:
  const T& kernel(std::int64_t i) const {
    return taken_ ? array_[first_ + (i - before_)] : kernel_[i - before_];
  }
  const T& statement(std::int64_t i) const {
    return taken_ ? saved_.get()[i - before_] : array_[first_ + (i - before_)];
  }
  /// Of an array that the kernel does not write, if it is lent.
  const T& before(std::int64_t i) const { return lent_ ? kernel(i) : saved_.get()[i - before_]; }

  void save() {
    saved_ = memory();
    copy_to(saved_, {0, count_});
  }

  /// After the kernel and before `restore`, where its values are asked for later.
  void keep() {
    kernel_ = saved_.get();
    unchanged_ = !samples_ && all_agree({0, 0});
    if (unchanged_) return;
    kept_ = memory();
    copy_to(kept_, compared_);
    kernel_ = kept_.get();
  }
  void restore() {
    if (!unchanged_) copy_from(saved_.get());
  }
  /// After the statement and `keep`.
  void put_back() {
    if (!samples_) copy_from(kernel_);
  }

  /// The kernel gets a copy. Where it fills that, it is just memory; where only a part is compared, and no
  /// element depends on another, the rest is what earlier calls of the same `owner` left.
  void lend(former read, const copy_owner& owner = {}) {
    if constexpr (is_plain<P>) {
      saved_ = buffer<T>(count_, array_ + first_, owner);
      is_partial_ = read == former::nothing;
      if (samples_ && read == former::own && std::is_floating_point_v<T> && saved_.is_earlier())
        is_partial_ = true, copy_to(saved_, compared_);
      if (!is_partial_) copy_to(saved_, {0, count_});
    } else {
      save();
    }
    lent_ = true, kernel_ = saved_.get();
  }
  /// The copy of a lent array, as the array's element 0 would be called.
  T* copy() const
    requires is_plain<P>
  {
    return saved_.get() - first_;
  }
  /// Of a lent array: what the statement left changes places with the copy. Whether both agree, with
  /// exceptions as `all_agree` makes them. In blocks that a cache holds, the last ones first, which the
  /// statement has left there; one with the same bits on both sides is only read.
  bool take_back(const tolerance& allowed) {
    bool agreed = true;
    if constexpr (is_plain<P>) {
      constexpr std::int64_t least = 16384 / sizeof(T), most = 16 * least;
      const std::int64_t block = std::clamp(count_ / 8, least, most);
      for (std::int64_t end = count_; end > 0;) {
        const std::int64_t i = (end - 1) / block * block, count = end - i;
        T *const array = array_ + first_ + i, *const copy = saved_.get() + i;
        end = i;
        if (std::memcmp(array, copy, static_cast<std::size_t>(count) * sizeof(T)) == 0) continue;
        agreed = agreed && detail::all_agree<T>(copy, array, 0, count, allowed);
        std::swap_ranges(array, array + count, copy);
      }
      taken_ = true;
    }
    return agreed;
  }

  /// Of a lent array: nobody knows which elements a kernel that was to define all of them has reached, and
  /// elements of earlier calls are nobody's.
  void take_unfinished() {
    if (!is_partial_) take_back({0, 0});
  }

  /// Whether some elements that are compared differ, and by which tolerance. Once, of an array that is lent.
  bool differ(const tolerance& given, bool reduces, tolerance& allowed) {
    allowed = tolerance_for<T>(given, 0, reduces);  // the least that it can be, without a look at the values
    if (lent_ && !samples_ ? take_back(allowed) : all_agree(allowed)) return false;
    double most = 0;
    for (std::int64_t i = 0; i < count_; ++i) most = std::max(most, magnitude(statement(before_ + i)));
    allowed = tolerance_for<T>(given, most, reduces);
    return !all_agree(allowed);
  }

 private:
  bool all_agree(const tolerance& allowed) const {
    if constexpr (is_plain<P>)
      if (taken_) return detail::all_agree<T>(array_ + first_, saved_.get(), 0, count_, allowed);
    return detail::all_agree<T>(kernel_ + compared_.first, array_, first_ + compared_.first, compared_.count,
                                allowed);
  }
  buffer<T> memory() const {
    if constexpr (is_plain<P>)
      return buffer<T>(count_, array_ + first_);
    else
      return buffer<T>(count_, nullptr);
  }
  void copy_to(buffer<T>& values, const element_range& part) const {
    const std::int64_t from = first_ + part.first;
    if constexpr (is_plain<P>) {
      if (part.count > 0)
        std::memcpy(values.get() + part.first, array_ + from,
                    static_cast<std::size_t>(part.count) * sizeof(T));
    } else {
      for (std::int64_t i = 0; i < part.count; ++i) values.get()[part.first + i] = array_[from + i];
    }
  }
  void copy_from(const T* values) {
    if constexpr (is_plain<P>) {
      if (count_ > 0) std::memcpy(array_ + first_, values, static_cast<std::size_t>(count_) * sizeof(T));
    } else {
      for (std::int64_t i = 0; i < count_; ++i) array_[first_ + i] = values[i];
    }
  }

  P array_;
  std::int64_t first_, all_, count_;
  std::int64_t before_ = 0;  // so many of all are left out before the first of `count_`
  element_range compared_;   // among these
  bool samples_ = false, lent_ = false, is_partial_ = false, taken_ = false, unchanged_ = false;
  buffer<T> saved_, kept_;
  const T* kernel_ = nullptr;  // its values: in `kept_`, or in `saved_`
};

/// An array of elements at addresses of their own.
template <class T>
struct addressed {
  std::vector<T*> places;
  T& operator[](std::int64_t i) const { return *places[static_cast<std::size_t>(i)]; }
};

}  // namespace detail

}  // namespace insum::statement
