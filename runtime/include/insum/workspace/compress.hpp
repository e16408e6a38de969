// From the components of a workspace to the storage types.
#pragma once

#include "../convert.hpp"
#include "../formats/dcsc.hpp"
#include "../formats/dcsr.hpp"
#include "sparse_workspace.hpp"

namespace insum {

namespace detail {

/// The modes of To in the order of its levels.
template <class To>
constexpr std::array<int, static_cast<std::size_t>(To::rank)> storage_order() {
  std::array<int, static_cast<std::size_t>(To::rank)> order = row_major<To::rank>();
  if constexpr (is_format<To>("csc") || is_format<To>("dcsc")) order = {1, 0};
  return order;
}

/// Room for `size` elements, unset. Large arrays are mapped, in memory that was touched before if there is
/// any: the first touch of a page takes longer than to write a component.
template <class T>
void make_room(buffer<T>& array, std::int64_t size) {
  const std::size_t used = static_cast<std::size_t>(size) * sizeof(T);
  if (!rt::detail::is_mapped(used)) return array.resize(static_cast<std::size_t>(size));
  std::size_t bytes = used;
  void* const block = rt::detail::fitting_block(bytes);
  bytes = rt::detail::trim_block(block, bytes, used);
  array.adopt(static_cast<T*>(block), static_cast<std::size_t>(size), bytes / sizeof(T),
              rt::detail::free_block);
}

/// The sizes of the modes; coordinate l of the workspace is mode order[l].
template <class Workspace, class Order>
auto shape_of_components(const Workspace& workspace, const Order& order) {
  std::array<std::int64_t, static_cast<std::size_t>(Workspace::rank)> shape{};
  for (std::size_t l = 0; l < order.size(); ++l)
    shape[static_cast<std::size_t>(order[l])] = workspace.sizes()[l];
  return shape;
}

/// Components as sorted coo; coordinate l of the workspace is mode order[l].
template <class V, class I, class Workspace>
coo<V, Workspace::rank, I> collect_components(
    const Workspace& workspace, const std::array<int, static_cast<std::size_t>(Workspace::rank)>& order) {
  coo<V, Workspace::rank, I> result;
  result.shape = shape_of_components(workspace, order);
  check_shape_fits<I>(result.shape);
  const auto& all = workspace.all();
  const std::int64_t n = all.size();
  check_fits<I>({"coo.crd"}, -1, n);
  for (buffer<I>& array : result.crd) make_room(array, n);
  make_room(result.vals, n);
  parallel_ranges(n, [&](std::int64_t begin, std::int64_t end) {
    std::size_t to = static_cast<std::size_t>(begin);
    all.visit(begin, end, [&](const auto& c, const auto& value) {
      for (std::size_t l = 0; l < order.size(); ++l)
        result.crd[static_cast<std::size_t>(order[l])][to] = static_cast<I>(c[l]);
      result.vals[to++] = cast_value<V>(value);
    });
  });
  return result;
}

/// f(coordinates, value, level) for the components [begin, end), where `level` is the first in which a
/// component differs from the one before it, and no more than the last.
template <class All, class F>
void visit_with_level(const All& all, std::int64_t begin, std::int64_t end, F&& f) {
  rt::coordinates<All::rank> before{};
  const bool is_first = begin == 0;
  if (!is_first) all.visit(begin - 1, begin, [&](const auto& c, const auto&) { before = c; });
  if (is_first) before[0] = -1;
  all.visit(begin, end, [&](const auto& c, const auto& value) {
    std::size_t level = 0;
    while (level + 1 < c.size() && c[level] == before[level]) ++level;
    before = c;
    f(c, value, level);
  });
}

/// The levels of a tree, those of the workspace: no array of coordinates is as long as the components, but
/// the last.
template <class V, int Rank, class I, class Workspace>
csf<V, Rank, I> tree_of_components(const Workspace& workspace,
                                   const std::array<int, static_cast<std::size_t>(Rank)>& order) {
  constexpr std::size_t rank = static_cast<std::size_t>(Rank);
  const auto& all = workspace.all();
  const std::int64_t n = all.size();
  csf<V, Rank, I> to;
  to.shape = shape_of_components(workspace, order);
  check_shape_fits<I>(to.shape);
  check_fits<I>({"csf.pos"}, -1, n);
  const int chunks = chunk_count(n);
  // By chunk and level: the nodes before.
  buffer<std::size_t> first((static_cast<std::size_t>(chunks) + 1) * rank, 0);
  for_each_chunk(chunks, [&](int chunk) {
    std::array<std::size_t, rank> counts{};
    visit_with_level(all, chunk_begin(n, chunk, chunks), chunk_begin(n, chunk + 1, chunks),
                     [&](const auto&, const auto&, std::size_t level) { ++counts[level]; });
    std::size_t* const here = first.data() + (static_cast<std::size_t>(chunk) + 1) * rank;
    for (std::size_t level = 0, sum = 0; level < rank; ++level) here[level] = sum += counts[level];
  });
  for (std::size_t i = rank; i < first.size(); ++i) first[i] += first[i - rank];
  const std::size_t* totals = first.data() + static_cast<std::size_t>(chunks) * rank;
  to.pos[0][1] = static_cast<I>(totals[0]);
  for (std::size_t level = 0; level < rank; ++level) {
    make_room(to.crd[level], static_cast<std::int64_t>(totals[level]));
    if (level + 1 == rank) break;
    make_room(to.pos[level + 1], static_cast<std::int64_t>(totals[level]) + 1);
    to.pos[level + 1][totals[level]] = static_cast<I>(totals[level + 1]);
  }
  make_room(to.vals, n);
  for_each_chunk(chunks, [&](int chunk) {
    std::array<std::size_t, rank> node{};
    for (std::size_t level = 0; level < rank; ++level)
      node[level] = first[static_cast<std::size_t>(chunk) * rank + level];
    visit_with_level(all, chunk_begin(n, chunk, chunks), chunk_begin(n, chunk + 1, chunks),
                     [&](const auto& c, const auto& value, std::size_t level) {
                       for (; level + 1 < rank; ++level) {
                         to.crd[level][node[level]] = static_cast<I>(c[level]);
                         to.pos[level + 1][node[level]++] = static_cast<I>(node[level + 1]);
                       }
                       to.crd[rank - 1][node[rank - 1]] = static_cast<I>(c[rank - 1]);
                       to.vals[node[rank - 1]++] = cast_value<V>(value);
                     });
  });
  return to;
}

/// Rows, or columns, of a workspace whose first coordinate they are.
template <class To, class Workspace>
To compressed_components(const Workspace& workspace, const std::array<int, 2>& order) {
  using V = typename To::value_type;
  using I = typename To::index_type;
  const auto& all = workspace.all();
  const std::int64_t n = all.size(), rows = workspace.sizes()[0];
  To to;
  to.shape = shape_of_components(workspace, order);
  check_shape_fits<I>(to.shape);
  check_fits<I>({"coo.crd"}, -1, n);
  make_room(to.pos, rows + 1);
  make_room(to.crd, n);
  make_room(to.vals, n);
  const auto start = [&](std::int64_t& row, std::int64_t last, std::int64_t at) {
    while (row < last) to.pos[static_cast<std::size_t>(++row)] = static_cast<I>(at);
  };
  // Each range sets the starts of rows that begin in it, the last one those of the rows after all components.
  const auto write = [&](std::int64_t begin, std::int64_t end) {
    std::int64_t row = -1, at = begin;
    if (begin > 0) all.visit(begin - 1, begin, [&](const auto& c, const auto&) { row = c[0]; });
    all.visit(begin, end, [&](const auto& c, const auto& value) {
      start(row, c[0], at);
      to.crd[static_cast<std::size_t>(at)] = static_cast<I>(c[1]);
      to.vals[static_cast<std::size_t>(at++)] = cast_value<V>(value);
    });
    if (end == n) start(row, rows, n);
  };
  if (n == 0)
    write(0, 0);
  else
    parallel_ranges(n, write);
  return to;
}

/// Throws size_error unless each mode is there once.
template <std::size_t rank>
void check_order(const std::array<int, rank>& order) {
  std::array<bool, rank> has{};
  for (std::size_t l = 0; l < rank; ++l) {
    const bool is_mode = order[l] >= 0 && order[l] < static_cast<int>(rank);
    if (!is_mode || has[static_cast<std::size_t>(order[l])])
      throw size_error(message() << "the order of modes that compress takes has " << order[l] << " at place "
                                 << static_cast<std::int64_t>(l) << "; it has each of 0 to "
                                 << static_cast<std::int64_t>(rank) - 1 << " once");
    has[static_cast<std::size_t>(order[l])] = true;
  }
}

}  // namespace detail

/// The components of a workspace after finish() as an object of insum's type To. Coordinate l of the
/// workspace belongs to mode order[l] of To. Formats whose levels come in this order take the components as
/// they are; for others they are sorted again. `options` tells the size of blocks. Throws size_error where
/// the order is none of all modes.
template <class To, class Workspace>
To compress(const Workspace& workspace,
            const std::array<int, static_cast<std::size_t>(Workspace::rank)>& order =
                detail::row_major<Workspace::rank>(),
            const convert_options& options = {}) {
  static_assert(storage<To>::rank == Workspace::rank,
                "the workspace policy has another rank than the result");
  using namespace detail;
  using V = typename To::value_type;
  using I = typename To::index_type;
  check_order(order);
  if constexpr (is_format<To>("csr") || is_format<To>("csc")) {
    if (order == storage_order<To>()) return compressed_components<To>(workspace, order);
  } else if constexpr (is_format<To>("csf")) {
    if (order == storage_order<To>()) return tree_of_components<V, Workspace::rank, I>(workspace, order);
  } else if constexpr (is_format<To>("dcsr") || is_format<To>("dcsc")) {
    if (order == storage_order<To>())
      return of_tree<To>(tree_of_components<V, Workspace::rank, I>(workspace, order));
  }
  auto sorted = collect_components<V, I>(workspace, order);
  if constexpr (is_format<To>("coo")) {
    if (order == row_major<Workspace::rank>()) return sorted;
  }
  return convert<To>(sorted, options);
}

}  // namespace insum
