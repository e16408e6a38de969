// insum::decompose: a tensor as the sum of parts in several formats.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "convert.hpp"
#include "convert/buckets.hpp"
#include "convert/split.hpp"
#include "formats/hyb_buckets.hpp"

namespace insum {

namespace detail {

template <class T>
inline constexpr bool is_hyb_buckets = false;
template <class V, class I, int C, int K>
inline constexpr bool is_hyb_buckets<hyb_buckets<V, I, C, K>> = true;

/// How many tensors it stands for.
template <class Part>
constexpr std::size_t parts_of() {
  if constexpr (is_hyb_buckets<Part>)
    return Part::count;
  else
    return 1;
}

/// What a part takes.
enum class part_kind {
  blocks,    // that are worth their padding
  diagonal,  // ... diagonals
  slots,     // the first entries of each row
  groups,    // full ones
  all
};
template <class Part>
constexpr part_kind kind_of_part() {
  if constexpr (is_hyb_buckets<Part>)
    return part_kind::all;
  else if constexpr (is_format<Part>("bcsr") || is_format<Part>("dbcsr") || is_format<Part>("block_coo") ||
                     is_format<Part>("block_group_coo"))
    return part_kind::blocks;
  else if constexpr (is_format<Part>("dia"))
    return part_kind::diagonal;
  else if constexpr (is_format<Part>("ell"))
    return part_kind::slots;
  else if constexpr (is_format<Part>("group_coo"))
    return part_kind::groups;
  else
    return part_kind::all;
}

/// An ell whose width the type or the options give.
template <class Part>
bool has_fixed_width(const convert_options& options) {
  if constexpr (kind_of_part<Part>() == part_kind::slots)
    return options.width != 0 || requires { storage<Part>::arguments; };
  else
    return false;
}

/// How many entries take at least as many bytes, each with one index, as `count` values with one index.
template <class Part>
std::int64_t fewest_entries(std::int64_t count) {
  constexpr std::int64_t value = sizeof(typename Part::value_type), index = sizeof(typename Part::index_type);
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(count, value, &bytes) || __builtin_add_overflow(bytes, index, &bytes))
    return INT64_MAX;
  return ceil_div(bytes, value + index);
}

struct block_size {
  std::int64_t bm, bn;
};
template <class Part>
block_size block_size_of(const convert_options& options) {
  Part sizes;
  set_block_sizes(sizes, options);
  if constexpr (requires { sizes.bn; })
    return {sizes.bm, sizes.bn};
  else
    return {sizes.bm, sizes.bk};
}

template <class Part, class Splitter>
void take_blocks(Splitter& split, std::uint8_t number, const convert_options& options) {
  const block_size size = block_size_of<Part>(options);
  std::int64_t area = 0;
  if (__builtin_mul_overflow(size.bm, size.bn, &area)) return;  // no block is full enough
  const std::int64_t fewest = fewest_entries<Part>(area);
  split.take_blocks(number, size.bm, size.bn,
                    [=](std::int64_t available, std::int64_t) { return available >= fewest; });
}

template <class Part, class Splitter>
void take_groups(Splitter& split, std::uint8_t number, const convert_options& options) {
  Part sizes;
  if constexpr (!requires { storage<Part>::arguments; })
    if (options.group == 0)
      throw storage_error("group_coo.g",
                          "a part that others follow takes full groups: give their size, by the type or "
                          "options.group");
  choose(sizes.g, options.group, 1, "group_coo.g");
  const std::int64_t g = sizes.g;
  split.take_first(number, [=](std::int64_t n) { return n / g * g; });
}

/// Returns the width, 0 where the longest row is to decide.
template <class Part, class Splitter>
std::int64_t take_slots(Splitter& split, std::uint8_t number, bool is_last, const convert_options& options) {
  std::int64_t width = 0;
  if (has_fixed_width<Part>(options)) {
    Part sizes;
    choose(sizes.width, options.width, 1, "ell.width");
    width = sizes.width;
  } else if (!is_last) {
    width = split.hyb_width();
  } else {
    split.take_all(number);
    return 0;
  }
  split.take_first(number, [=](std::int64_t n) { return n < width ? n : width; });
  return width;
}

/// Part `number` takes from what is left; `width` becomes that of an ell.
template <class Part, class Splitter>
void take_part(Splitter& split, std::uint8_t number, bool is_last, const convert_options& options,
               std::int64_t& width) {
  constexpr part_kind kind = kind_of_part<Part>();
  if constexpr (kind == part_kind::slots)
    width = take_slots<Part>(split, number, is_last, options);
  else if (is_last)
    split.take_all(number);
  else if constexpr (kind == part_kind::blocks)
    take_blocks<Part>(split, number, options);
  else if constexpr (kind == part_kind::diagonal)
    split.take_diagonals(number, fewest_entries<Part>(split.rows()));
  else if constexpr (kind == part_kind::groups)
    take_groups<Part>(split, number, options);
}

/// Gives part `number` what the last part has left.
template <class Part, class Splitter>
void take_rest(Splitter& split, std::uint8_t number, const convert_options& options, std::int64_t& width) {
  if constexpr (kind_of_part<Part>() == part_kind::blocks) {
    const block_size size = block_size_of<Part>(options);
    split.take_blocks(number, size.bm, size.bn, [](std::int64_t, std::int64_t left) { return left > 0; });
  } else {
    if (!has_fixed_width<Part>(options)) width = 0;
    split.take_all(number);
  }
}

/// Otherwise a part would have nothing left to take.
template <class... Parts>
constexpr bool only_last_takes_all() {
  constexpr part_kind kinds[] = {kind_of_part<Parts>()...};
  for (std::size_t n = 0; n + 1 < sizeof...(Parts); ++n)
    if (kinds[n] == part_kind::all) return false;
  return true;
}

/// The part of each entry, by number; `widths` becomes those of the parts that are ell.
template <class Tuple, class Splitter, std::size_t... n>
void take_in_turn(Splitter& split, const convert_options& options,
                  std::array<std::int64_t, sizeof...(n)>& widths, std::index_sequence<n...>) {
  constexpr std::size_t last = sizeof...(n) - 1;
  (take_part<std::tuple_element_t<n, Tuple>>(split, static_cast<std::uint8_t>(n), n == last, options,
                                             widths[n]),
   ...);
  if (!split.has_left()) return;
  // The first one that holds any entry, or else one that makes diagonals of them.
  const bool is_fixed[] = {has_fixed_width<std::tuple_element_t<n, Tuple>>(options)...};
  constexpr part_kind kinds[] = {kind_of_part<std::tuple_element_t<n, Tuple>>()...};
  std::size_t receiver = last;
  for (const bool diagonals : {true, false})
    for (std::size_t k = last; k-- > 0;)
      if (!is_fixed[k] && (kinds[k] == part_kind::diagonal) == diagonals) receiver = k;
  ((n == receiver
        ? take_rest<std::tuple_element_t<n, Tuple>>(split, static_cast<std::uint8_t>(n), options, widths[n])
        : void()),
   ...);
}

/// The part of the entries `mine`.
template <class Part, class Entries>
Part make_part(const Entries& mine, std::int64_t width, convert_options options) {
  if constexpr (is_hyb_buckets<Part>) {
    return make_hyb_buckets<Part>(mine, options);
  } else {
    if (width != 0) options.width = width;
    return convert<Part>(mine, options);
  }
}

template <class Tuple, class Entries, std::size_t... n>
Tuple make_parts(std::vector<Entries>& entries, const std::array<std::int64_t, sizeof...(n)>& widths,
                 const convert_options& options, std::index_sequence<n...>) {
  Tuple parts;
  const auto make = [&](auto& part, std::size_t k) {
    part = make_part<std::remove_reference_t<decltype(part)>>(entries[k], widths[k], options);
    entries[k] = Entries();
  };
  (make(std::get<n>(parts), n), ...);
  return parts;
}

template <class First, class... Rest>
struct first_of {
  using type = First;
};

/// The index type of all parts, or std::int64_t where they have several.
template <class... Parts>
using common_index = std::conditional_t<
    (std::is_same_v<typename first_of<Parts...>::type::index_type, typename Parts::index_type> && ...),
    typename first_of<Parts...>::type::index_type, std::int64_t>;

}  // namespace detail

/// The tensor `from` as the sum of parts, each of its own format and of the shape of the whole; every entry
/// of `from`, as insum::convert finds them, is in one of them. Each part takes from what those before it
/// left: block formats the blocks that store their entries in no more bytes than one by one, dia such
/// diagonals, ell the first entries of each row, group_coo full groups; all other formats and hyb_buckets
/// everything, so that only the last part may be one. docs/runtime.md has the rules. Throws as insum::convert
/// does. The same on any number of threads.
template <class... Parts, tensor_like From>
std::tuple<Parts...> decompose(const From& from, const convert_options& options = {}) {
  using namespace detail;
  static_assert(sizeof...(Parts) > 0 && sizeof...(Parts) < no_part, "decompose<Parts...>: at least one part");
  static_assert(
      only_last_takes_all<Parts...>(),
      "only the last part may take all entries: those before it must be of a block format, dia, ell "
      "or group_coo");
  static_assert(((Parts::rank == storage<From>::rank) && ...), "a decomposition keeps the rank");
  using V = typename first_of<Parts...>::type::value_type;
  static_assert((std::is_same_v<V, typename Parts::value_type> && ...), "all parts have one value type");
  using I = common_index<Parts...>;
  constexpr std::index_sequence_for<Parts...> numbers;
  std::array<std::int64_t, sizeof...(Parts)> widths{};
  std::vector<coo<V, storage<From>::rank, I>> entries;
  {
    const coo<V, storage<From>::rank, I> sorted = canonical<V, I>(from, options);
    splitter split(sorted);
    take_in_turn<std::tuple<Parts...>>(split, options, widths, numbers);
    entries = distribute(sorted, split.parts(), sizeof...(Parts));
  }
  return make_parts<std::tuple<Parts...>>(entries, widths, options, numbers);
}

}  // namespace insum
