// What the padded formats share: how large they may get, the choice of sizes, and groups.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/extent.hpp"
#include "../core/parallel.hpp"
#include "options.hpp"
#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace insum::detail {

/// The bytes of main memory; 0 where the system does not tell.
inline std::int64_t memory_bytes() {
#ifdef _SC_PHYS_PAGES
  return static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::int64_t>(sysconf(_SC_PAGESIZE));
#else
  return 0;
#endif
}

/// Those of it that programs may take now; all where the system does not tell.
inline std::int64_t available_bytes() {
  long long kilobytes = 0;
  if (std::FILE* const file = std::fopen("/proc/meminfo", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, file) != nullptr)
      if (std::sscanf(line, "MemAvailable: %lld kB", &kilobytes) == 1) break;
    std::fclose(file);
  }
  return kilobytes > 0 ? std::int64_t{kilobytes} * 1024 : memory_bytes();
}

/// An array of product(sizes) elements.
struct padded_array {
  array_name name;
  std::initializer_list<std::int64_t> sizes;
  std::size_t element_bytes;
};

/// The first of the arrays that `bytes` do not hold beside those before it, or a null pointer.
inline const padded_array* first_beyond(std::initializer_list<padded_array> arrays, std::int64_t bytes) {
  for (const padded_array& array : arrays) {
    const std::int64_t count = checked_product(array.name, array.sizes.begin(),
                                               static_cast<int>(array.sizes.size())),
                       each = static_cast<std::int64_t>(array.element_bytes);
    if (count > bytes / each) return &array;
    bytes -= count * each;
  }
  return nullptr;
}

/// Refuses arrays that memory cannot hold together, before they are allocated. Without options.max_bytes they
/// may take 7/8 of the memory that is available, of which the conversion has taken its part already.
inline void check_padded(std::initializer_list<padded_array> arrays, const convert_options& options) {
  constexpr std::int64_t small = std::int64_t{1} << 24;  // not worth asking the system
  const bool bounded = options.max_bytes != 0;
  if (!bounded && !first_beyond(arrays, small)) return;
  const std::int64_t most = bounded ? options.max_bytes : available_bytes() / 8 * 7;
  const padded_array* const array = most > 0 ? first_beyond(arrays, most) : nullptr;
  if (!array) return;
  const std::int64_t count =
      checked_product(array->name, array->sizes.begin(), static_cast<int>(array->sizes.size()));
  array->name.fail(-1, count,
                   "so many elements with their padding exceed " + std::to_string(most) + " bytes" +
                       (bounded ? "" : ", 7/8 of the memory that is available") + ": choose another format");
}

/// Sets a block size or width: what the option says, or what the type fixes, or `otherwise`.
inline void choose(std::int64_t& member, std::int64_t option, std::int64_t otherwise, const char* name) {
  member = option != 0 ? option : otherwise;
  check_positive({name}, member);
}
template <std::int64_t N>
void choose(static_extent<N>&, std::int64_t option, std::int64_t, const char* name) {
  if (option != 0 && option != N)
    throw storage_error(name, -1, option, "the type fixes it to " + std::to_string(N));
}

/// The accesses of a group_coo product to rows of the dense operands: one a group for the result, one a slot
/// for the other.
template <class Positions>
std::int64_t group_accesses(const Positions& pos, std::int64_t g) {
  std::int64_t groups = 0;
  for (std::size_t i = 0; i + 1 < pos.size(); ++i)
    groups += ceil_div(static_cast<std::int64_t>(pos[i + 1]) - static_cast<std::int64_t>(pos[i]), g);
  return groups * (1 + g);
}

/// Which group size has the fewest accesses where all `rows` are of one length: sqrt(entries / rows).
template <class Positions>
double group_estimate(const Positions& pos, std::int64_t rows) {
  if (rows < 1 || pos.size() < 2) return 0;
  const double entries = static_cast<double>(pos[pos.size() - 1]) - static_cast<double>(pos[0]);
  return std::sqrt(entries / static_cast<double>(rows));
}

/// The largest power of two that does not exceed the estimate; 1 if none does.
inline std::int64_t power_below(double estimate) {
  std::int64_t below = 1;
  while (2.0 * static_cast<double>(below) <= estimate) below *= 2;
  return below;
}

/// The estimate, rounded to the neighbouring power of two with fewer accesses; the larger if equal. `pos` may
/// leave out some of the `rows`.
template <class Positions>
std::int64_t best_group_size(const Positions& pos, std::int64_t rows) {
  if (pos.size() < 2) return 1;
  const double estimate = group_estimate(pos, rows);
  const std::int64_t below = power_below(estimate);
  if (static_cast<double>(below) >= estimate) return below;
  return group_accesses(pos, 2 * below) <= group_accesses(pos, below) ? 2 * below : below;
}

/// ... which leaves out none.
template <class Positions>
std::int64_t best_group_size(const Positions& pos) {
  return best_group_size(pos, static_cast<std::int64_t>(pos.size()) - 1);
}

/// For each segment of `pos` the number of groups before it.
template <class Positions>
buffer<std::int64_t> count_groups(const Positions& pos, std::int64_t g) {
  buffer<std::int64_t> first(pos.size() == 0 ? 1 : pos.size(), 0);
  for (std::size_t i = 1; i < first.size(); ++i)
    first[i] =
        first[i - 1] + ceil_div(static_cast<std::int64_t>(pos[i]) - static_cast<std::int64_t>(pos[i - 1]), g);
  return first;
}

/// Calls slot(at, p, padding, i) for all slots `at` of the groups of all segments i, several of which at the
/// same time; p is the entry in the slot. Behind the last entry p stays the last one and padding is true. A
/// slot holds `elements` values.
template <class Positions, class Slot>
void for_each_slot(const Positions& pos, const buffer<std::int64_t>& first, std::int64_t g,
                   std::int64_t elements, Slot&& slot) {
  const auto of_segment = [&](std::size_t i) {
    std::int64_t p = static_cast<std::int64_t>(pos[i]);
    const std::int64_t end = static_cast<std::int64_t>(pos[i + 1]);
    for (std::int64_t at = first[i] * g; at < first[i + 1] * g; ++at, ++p)
      slot(at, p < end ? p : end - 1, p >= end, static_cast<std::int64_t>(i));
  };
  balanced_ranges(
      static_cast<std::int64_t>(first.size()) - 1,
      [&](std::int64_t i) { return g * first[static_cast<std::size_t>(i)] + i; },
      [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) of_segment(static_cast<std::size_t>(i));
      },
      first.back() * g * elements);
}

}  // namespace insum::detail
