// Building group_coo: of compressed rows, and of tensors of higher rank.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../core/buffer.hpp"
#include "../core/parallel.hpp"
#include "../formats/group_coo.hpp"
#include "hub.hpp"
#include "options.hpp"
#include "padding.hpp"

namespace insum::detail {

template <class To, class V, class I>
To make_group_coo(const compressed_view<V, I>& rows, const convert_options& options) {
  To to;
  const std::span<const I> pos(rows.pos, static_cast<std::size_t>(rows.major) + 1);
  choose(to.g, options.group, options.group != 0 ? 1 : best_group_size(pos, rows.all_rows()), "group_coo.g");
  const std::int64_t g = to.g;
  const buffer<std::int64_t> first = count_groups(pos, g);
  check_padded({{{"group_coo.AV"}, {first.back(), g}, sizeof(V)},
                {{"group_coo.AK"}, {first.back(), g}, sizeof(I)},
                {{"group_coo.AM"}, {first.back()}, sizeof(I)}},
               options);
  to.AM.resize(static_cast<std::size_t>(first.back()));
  to.AK.resize(static_cast<std::size_t>(first.back() * g));
  to.AV.resize(to.AK.size());
  for_each_slot(pos, first, g, 1, [&](std::int64_t at, std::int64_t p, bool padding, std::int64_t i) {
    if (at % g == 0) to.AM[static_cast<std::size_t>(at / g)] = static_cast<I>(rows.number(i));
    to.AK[static_cast<std::size_t>(at)] = rows.crd[p];
    to.AV[static_cast<std::size_t>(at)] = padding ? fill_value<V>(options.fill) : rows.vals[p];
  });
  return to;
}

/// The first entries of those that differ in the last mode only, and behind them the number of entries.
template <class V, int Rank, class I>
buffer<std::int64_t> find_runs(const coo<V, Rank, I>& sorted) {
  const std::int64_t n = sorted.nnz();
  const int chunks = chunk_count(n);
  const auto begins = [&](std::size_t p) {
    bool differs = p == 0;
    for (std::size_t mode = 0; mode + 1 < sorted.crd.size() && !differs; ++mode)
      differs = sorted.crd[mode][p] != sorted.crd[mode][p - 1];
    return differs;
  };
  const auto each_begin = [&](int chunk, auto&& f) {
    for (std::int64_t p = chunk_begin(n, chunk, chunks); p < chunk_begin(n, chunk + 1, chunks); ++p)
      if (begins(static_cast<std::size_t>(p))) f(p);
  };
  buffer<std::size_t> before(static_cast<std::size_t>(chunks) + 1, 0);
  for_each_chunk(chunks, [&](int chunk) {
    each_begin(chunk, [&](std::int64_t) { ++before[static_cast<std::size_t>(chunk) + 1]; });
  });
  to_positions(before);
  buffer<std::int64_t> runs(before.back() + 1, n);
  for_each_chunk(chunks, [&](int chunk) {
    std::size_t to = before[static_cast<std::size_t>(chunk)];
    each_begin(chunk, [&](std::int64_t p) { runs[to++] = p; });
  });
  return runs;
}

/// The arrays of a group_coo's coordinates in the order of the modes, and its values.
template <class To>
auto group_coordinates(To& to) {
  std::array<buffer<typename To::index_type>*, static_cast<std::size_t>(To::rank)> arrays{};
  if constexpr (To::rank == 2)
    arrays = {&to.AM, &to.AK};
  else
    for (std::size_t mode = 0; mode < arrays.size(); ++mode) arrays[mode] = &to.crd[mode];
  return arrays;
}
template <class To>
auto& group_values(To& to) {
  if constexpr (To::rank == 2)
    return to.AV;
  else
    return to.vals;
}

/// Groups of entries that are sorted and unique; memory follows them. A size that nobody gives is the best
/// one for the rows that have entries.
template <class To, class V, class I>
To groups_of(const coo<V, To::rank, I>& sorted, const convert_options& options) {
  constexpr std::size_t last = static_cast<std::size_t>(To::rank) - 1;
  constexpr bool matrix = To::rank == 2;
  const buffer<std::int64_t> runs = find_runs(sorted);
  To to;
  to.shape = sorted.shape;
  choose(to.g, options.group, options.group != 0 ? 1 : best_group_size(runs), "group_coo.g");
  const std::int64_t g = to.g;
  const buffer<std::int64_t> first = count_groups(runs, g);
  const std::int64_t groups = first.back();
  const array_name of_groups{matrix ? "group_coo.AM" : "group_coo.crd", matrix ? -1 : 0},
      of_slots{matrix ? "group_coo.AK" : "group_coo.crd", matrix ? -1 : static_cast<int>(last)};
  check_padded({{{matrix ? "group_coo.AV" : "group_coo.vals"}, {groups, g}, sizeof(V)},
                {of_slots, {groups, g}, sizeof(I)},
                {of_groups, {groups, static_cast<std::int64_t>(last)}, sizeof(I)}},
               options);
  const auto crd = group_coordinates(to);
  buffer<V>& vals = group_values(to);
  for (std::size_t mode = 0; mode < last; ++mode) crd[mode]->resize(static_cast<std::size_t>(groups));
  crd[last]->resize(static_cast<std::size_t>(groups * g));
  vals.resize(static_cast<std::size_t>(groups * g));
  for_each_slot(runs, first, g, 1, [&](std::int64_t slot, std::int64_t entry, bool padding, std::int64_t) {
    const std::size_t at = static_cast<std::size_t>(slot), p = static_cast<std::size_t>(entry);
    if (slot % g == 0)
      for (std::size_t mode = 0; mode < last; ++mode)
        (*crd[mode])[static_cast<std::size_t>(slot / g)] = sorted.crd[mode][p];
    (*crd[last])[at] = sorted.crd[last][p];
    vals[at] = padding ? fill_value<V>(options.fill) : sorted.vals[p];
  });
  return to;
}

/// ... of any tensor.
template <class To, class Tensor>
To make_tensor_groups(const Tensor& t, const convert_options& options) {
  return groups_of<To>(canonical<typename To::value_type, typename To::index_type>(t, options), options);
}

}  // namespace insum::detail
