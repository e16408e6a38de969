// Checks that generated kernels make of their arguments: sizes always, contents of arrays with INSUM_CHECKS.
#pragma once

#include "../core/errors.hpp"
#include "args.hpp"
#include "parallel.hpp"
#include "sizes.hpp"

#include <initializer_list>
#include <numeric>

INSUM_RT_BEGIN

/// The size of one mode of a tensor.
struct mode_size {
  const char* tensor;
  int mode;
  std::int64_t size;
};

namespace detail {

[[noreturn]] INSUM_RT_COLD inline void throw_sizes(const char* index,
                                                   std::initializer_list<mode_size> sizes) {
  insum::detail::message text;
  text << "index '" << index << "' has different sizes:";
  const char* separator = " ";
  for (const mode_size& s : sizes) {
    text << separator << "mode " << s.mode << " of " << s.tensor << " is " << s.size;
    separator = ", ";
  }
  throw size_error(text);
}

[[noreturn]] INSUM_RT_COLD inline void throw_negative(const mode_size& s) {
  throw size_error(insum::detail::message()
                   << "mode " << s.mode << " of " << s.tensor << " has the negative size " << s.size);
}

[[noreturn]] INSUM_RT_COLD inline void throw_coordinate(const mode_size& s, std::int64_t coordinate) {
  throw index_error(insum::detail::message() << "coordinate " << coordinate << " is outside of mode "
                                             << s.mode << " of " << s.tensor << ", whose size is " << s.size);
}

[[noreturn]] INSUM_RT_COLD inline void throw_too_small(const char* of, const char* what, std::int64_t value,
                                                       std::int64_t least) {
  throw size_error(insum::detail::message()
                   << "the " << what << " of " << of << " is " << value << ", which is less than " << least);
}

template <class Array, class Value>
[[noreturn]] INSUM_RT_COLD void throw_index(const Array& array, std::int64_t position, Value value,
                                            std::int64_t bound, std::int64_t base) {
  throw index_error(insum::detail::message()
                    << array << "[" << position << "] = " << insum::detail::whole_number(value)
                    << " is out of range [" << base << ", " << bound + base << ")");
}

/// A position that is less than the one before it, or more than positions are counted to.
template <class Value>
[[noreturn]] INSUM_RT_COLD void throw_falling(const char* name, std::int64_t position, Value value,
                                              Value before) {
  insum::detail::message text;
  if (value < before)
    text << "less than the position before it, " << insum::detail::whole_number(before);
  else
    text << "more than " << INT64_MAX;
  throw storage_error(name, position, value, text);
}

}  // namespace detail

/// Throws size_error unless all sizes are equal and none is negative.
inline void check_sizes(const char* index, std::initializer_list<mode_size> sizes) {
  const mode_size& first = *sizes.begin();
  if (first.size < 0) detail::throw_negative(first);
  for (const mode_size& s : sizes)
    if (s.size != first.size) detail::throw_sizes(index, sizes);
}

/// Throws size_error where one is negative.
inline void check_not_negative(std::initializer_list<mode_size> sizes) {
  for (const mode_size& s : sizes)
    if (s.size < 0) detail::throw_negative(s);
}

/// Throws index_error unless the fixed coordinate of a mode is in [0, size).
inline void check_coordinate(const char* tensor, int mode, std::int64_t coordinate, std::int64_t size) {
  if (coordinate < 0 || coordinate >= size) detail::throw_coordinate({tensor, mode, size}, coordinate);
}

/// Throws size_error where the size of a block or the width of a tensor, or the bound of the kernel's memory,
/// is less than `least`.
inline void check_at_least(const char* of, const char* what, std::int64_t value, std::int64_t least) {
  if (value < least) detail::throw_too_small(of, what, value, least);
}

/// Throws size_error where blocks of that size have no elements, or where they and the mode's `size` together
/// are more than can be counted.
inline void check_block(const char* tensor, std::int64_t block, std::int64_t size) {
  check_at_least(tensor, "size of a block", block, 1);
  if (size > INT64_MAX - block)
    throw size_error(insum::detail::message() << "the size of a block of " << tensor << " is " << block
                                              << ", which is too large for a mode of size " << size);
}

/// The position or coordinate value - base. With INSUM_CHECKS throws index_error unless it is in [0, bound).
INSUM_RT_INLINE std::int64_t check_index(const char* array, std::int64_t position, std::int64_t value,
                                         std::int64_t bound, std::int64_t base) {
  if constexpr (checks_enabled)
    if (value < base || value - base >= bound) detail::throw_index(array, position, value, bound, base);
  return value - base;
}

/// Throws storage_error unless the array has `needed` elements; unknown_length passes.
inline void check_length(const char* name, std::int64_t length, std::int64_t needed) {
  if (length == unknown_length || length >= needed) return;
  throw storage_error(name, insum::detail::message() << "the array has " << length << " elements, but "
                                                     << needed << " are needed");
}

/// Throws storage_error unless `pos` has an element more than there are positions above; unknown_length
/// passes.
inline void check_positions_length(const char* name, std::int64_t length, std::int64_t above) {
  if (length == unknown_length || length > above) return;
  throw storage_error(name, insum::detail::message()
                                << "the array has " << length << " elements, but "
                                << insum::detail::whole_number(static_cast<std::uint64_t>(above) + 1)
                                << " are needed");
}

/// Throws storage_error unless the array of a list of `count` entries has as many elements; unknown_length
/// passes.
inline void check_list_length(const char* name, std::int64_t length, std::int64_t count) {
  if (length == unknown_length || length == count) return;
  throw storage_error(name, insum::detail::message()
                                << "the array has " << length << " elements, but the list has " << count
                                << " entries");
}

/// Throws storage_error where elements that differ in one or two coordinates have one place.
inline void check_places(const char* name, std::initializer_list<std::int64_t> sizes,
                         std::initializer_list<std::int64_t> strides) {
  for (const std::int64_t size : sizes)
    if (size <= 0) return;
  const auto far = [&](std::size_t mode) {
    const std::int64_t stride = strides.begin()[mode];
    return stride < 0 ? -static_cast<std::uint64_t>(stride) : static_cast<std::uint64_t>(stride);
  };
  const auto last = [&](std::size_t mode) { return static_cast<std::uint64_t>(sizes.begin()[mode] - 1); };
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    if (last(a) > 0 && far(a) == 0)
      throw storage_error(name, insum::detail::message()
                                    << "all elements along mode " << static_cast<std::int64_t>(a)
                                    << " have one place: its stride is 0");
    for (std::size_t b = 0; b < a; ++b) {
      if (far(a) == 0 || far(b) == 0) continue;
      const std::uint64_t common =
          std::gcd(far(a), far(b));  // far(b) / common steps along a are far(a) / common along b
      if (far(b) / common > last(a) || far(a) / common > last(b)) continue;
      throw storage_error(name, insum::detail::message()
                                    << "elements share places: the strides of modes "
                                    << static_cast<std::int64_t>(b) << " and " << static_cast<std::int64_t>(a)
                                    << " are " << strides.begin()[b] << " and " << strides.begin()[a]);
    }
  }
}

/// The number of positions below the first n of `pos`; storage_error where it is negative.
template <class P>
std::int64_t end_position(const char* name, const P& pos, std::int64_t n, std::int64_t base) {
  if (n < 0) throw storage_error(name, insum::detail::message() << "a level of " << n << " positions");
  if constexpr (std::is_pointer_v<P>)
    if (!pos) {
      if (n == 0) return 0;  // a tensor without rows may have no array at all
      throw storage_error(name, "it is a null pointer");
    }
  const std::int64_t last = index(pos[n]);
  if (last < base)
    throw storage_error(name, n, pos[n],
                        insum::detail::message()
                            << "the last position is not from " << base << " to " << INT64_MAX);
  return last - base;
}

/// Throws storage_error where `pos`, n + 1 positions, counts more entries than the `length` elements of
/// `array`; unknown_length passes.
template <class P>
void check_entries(const char* name, const P& pos, std::int64_t n, std::int64_t base, const char* array,
                   std::int64_t length) {
  const std::int64_t count = end_position(name, pos, n, base);
  if (length == unknown_length || count <= length) return;
  throw storage_error(name, n, pos[n],
                      insum::detail::message()
                          << "the last position is beyond the " << length << " elements of " << array);
}

/// The memory of an array of a call, or the container that it belongs to where that is built anew.
struct memory_use {
  int id;  ///< uses of one number are meant to share their memory
  bool written;
  const char* name;
  std::uintptr_t begin, end;
  const void* container;
  bool missing = false;  ///< a null pointer where there have to be elements
};

/// `count` elements from `first`.
template <class T>
memory_use array_use(int id, bool written, const char* name, const T* first, std::int64_t count) {
  const auto begin = reinterpret_cast<std::uintptr_t>(first);
  const std::uintptr_t bytes = count > 0 ? static_cast<std::uintptr_t>(count) * sizeof(T) : 0;
  const bool missing = !first && count > (written ? 0 : 1);  // positions of no rows need no array
  return {id, written, name, begin, begin + bytes, nullptr, missing};
}

/// A container that the kernel fills.
template <class C>
memory_use container_use(int id, const char* name, const C& container) {
  memory_use use = array_use(id, true, name, rt::data(container), rt::length(container));
  use.container = static_cast<const void*>(__builtin_addressof(container));
  return use;
}

/// Throws storage_error where what is written shares memory with something else, and for null pointers.
inline void check_apart(std::initializer_list<memory_use> uses) {
  for (const memory_use& use : uses)
    if (use.missing) throw storage_error(use.name, "it is a null pointer");
  for (const memory_use& a : uses)
    for (const memory_use& b : uses) {
      // Of two that are written, the first one is named first.
      if (a.id == b.id || !a.written || (b.written && &b < &a)) continue;
      const bool overlap = a.begin != a.end && b.begin != b.end && a.begin < b.end && b.begin < a.end;
      if (overlap || (a.container && a.container == b.container))
        throw storage_error(a.name, insum::detail::message() << "its memory overlaps that of " << b.name);
    }
}

/// The least i in [begin, end) with failing(i), or `end`.
template <class F>
std::int64_t find_first(std::int64_t begin, std::int64_t end, F failing) {
  std::int64_t first = end;
  parallel_dynamic(begin, end, least_work(std::int64_t{1} << 14), [&](std::int64_t from, std::int64_t to) {
    for (std::int64_t i = from; i < to; ++i) {
      if (!failing(i)) continue;
      std::int64_t seen = __atomic_load_n(&first, __ATOMIC_RELAXED);
      while (i < seen &&
             !__atomic_compare_exchange_n(&first, &seen, i, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      }
      return;
    }
  });
  return first;
}

/// Throws storage_error where an array of `count` elements is a null pointer.
template <class A>
void check_given(const char* name, const A& array, std::int64_t count) {
  if constexpr (std::is_pointer_v<A>)
    if (!array && count > 0) throw storage_error(name, "it is a null pointer");
}

/// Throws storage_error unless `pos` (n + 1 elements) starts at `base`, never decreases and ends within the
/// `crd_length` children that exist (unknown_length: not checked).
template <class P>
void check_positions(const char* name, const P& pos, std::int64_t n, std::int64_t base,
                     std::int64_t crd_length) {
  check_given(name, pos, n);
  if constexpr (std::is_pointer_v<P>)
    if (!pos) return;  // a tensor without rows may have no array at all
  const auto at = [&](std::int64_t i) { return index(pos[i]); };
  if (at(0) != base)
    throw storage_error(name, 0, pos[0], insum::detail::message() << "the first position must be " << base);
  const std::int64_t bad = find_first(0, n, [&](std::int64_t i) { return at(i + 1) < at(i); });
  if (bad < n) detail::throw_falling(name, bad + 1, pos[bad + 1], pos[bad]);
  if (crd_length != unknown_length && at(n) - base > crd_length)
    throw storage_error(name, n, at(n),
                        insum::detail::message()
                            << "the last position is beyond the " << crd_length << " stored entries");
}

/// Throws storage_error where one of the n rows that `pos` delimits has more than `size` entries. To be
/// called after check_positions.
template <class P>
void check_row_lengths(const char* name, const P& pos, std::int64_t n, std::int64_t size) {
  const auto end = [&](std::int64_t i) { return index(pos[i + 1]); };
  const std::int64_t bad = find_first(0, n, [&](std::int64_t i) { return end(i) - index(pos[i]) > size; });
  if (bad == n) return;
  throw storage_error(name, bad + 1, end(bad),
                      insum::detail::message() << "row " << bad << " has " << end(bad) - index(pos[bad])
                                               << " entries, but there are " << size << " columns");
}

/// What a coordinate array promises.
struct coordinate_rules {
  std::int64_t base = 0;
  bool allow_padding = false;  ///< -1 or base - 1, of unsigned types all that is out of range, fills up a row
};

/// Throws index_error where a coordinate crd[begin ... end) is not in [base, base + size), in any order.
template <class C>
void check_coordinates(const char* name, const C& crd, std::int64_t begin, std::int64_t end,
                       std::int64_t size, const coordinate_rules& rules) {
  check_given(name, crd, end - begin);
  const auto at = [&](std::int64_t p) { return index(crd[p]); };
  if (rules.allow_padding && std::is_unsigned_v<std::remove_cvref_t<decltype(crd[0])>>) return;
  const std::int64_t outside = find_first(begin, end, [&](std::int64_t p) {
    const std::int64_t x = at(p);
    if (x >= rules.base) return x - rules.base >= size;
    return !rules.allow_padding || (x != -1 && x != rules.base - 1);
  });
  if (outside < end) detail::throw_index(name, outside, crd[outside], size, rules.base);
}

INSUM_RT_END
