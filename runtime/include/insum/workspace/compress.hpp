// From the components of a workspace to the storage types.
#pragma once

#include "../convert.hpp"
#include "../formats/dcsc.hpp"
#include "../formats/dcsr.hpp"
#include "sparse_workspace.hpp"
#include "tree_nodes.hpp"

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
    all.each_stretch(begin, end, [&](const auto& component, std::int64_t count) {
      std::array<I*, static_cast<std::size_t>(Workspace::rank)> crd;
      for (std::size_t l = 0; l < order.size(); ++l)
        crd[l] = result.crd[static_cast<std::size_t>(order[l])].data() + begin;
      V* const vals = result.vals.data() + begin;
      for (std::int64_t i = 0; i < count; ++i) {
        const auto x = component(i);
        for (std::size_t l = 0; l < crd.size(); ++l) crd[l][i] = static_cast<I>(x.at[l]);
        vals[i] = cast_value<V>(x.value);
      }
      begin += count;
    });
  });
  return result;
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
  const int chunks = chunk_count(2 * n);  // they are read twice
  // By chunk: the nodes of each level before it.
  std::vector<std::array<std::size_t, rank>> first(static_cast<std::size_t>(chunks) + 1);
  for_each_chunk(chunks, [&](int chunk) {
    first[static_cast<std::size_t>(chunk) + 1] =
        count_nodes(all, chunk_begin(n, chunk, chunks), chunk_begin(n, chunk + 1, chunks));
  });
  for (std::size_t i = 1; i < first.size(); ++i)
    for (std::size_t level = 0; level < rank; ++level) first[i][level] += first[i - 1][level];
  const auto& totals = first.back();
  to.pos[0][1] = static_cast<I>(totals[0]);
  for (std::size_t level = 0; level < rank; ++level) {
    make_room(to.crd[level], static_cast<std::int64_t>(totals[level]));
    if (level + 1 == rank) break;
    make_room(to.pos[level + 1], static_cast<std::int64_t>(totals[level]) + 1);
    to.pos[level + 1][totals[level]] = static_cast<I>(totals[level + 1]);
  }
  make_room(to.vals, n);
  for_each_chunk(chunks, [&](int chunk) {
    write_nodes(all, chunk_begin(n, chunk, chunks), chunk_begin(n, chunk + 1, chunks),
                first[static_cast<std::size_t>(chunk)], to);
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
  // Each range sets the starts of rows that begin in it, the last one those of the rows after all components.
  const auto write = [&](std::int64_t begin, std::int64_t end) {
    I* const pos = to.pos.data();
    std::int64_t row = -1;
    if (begin > 0) all.visit(begin - 1, begin, [&](const auto& c, const auto&) { row = c[0]; });
    all.each_stretch(begin, end, [&](const auto& component, std::int64_t count) {
      I* const crd = to.crd.data() + begin;
      V* const vals = to.vals.data() + begin;
      std::int64_t before = row;
      for (std::int64_t i = 0; i < count; ++i) {
        const auto x = component(i);
        while (before < x.at[0]) pos[++before] = static_cast<I>(begin + i);
        crd[i] = static_cast<I>(x.at[1]);
        vals[i] = cast_value<V>(x.value);
      }
      row = before;
      begin += count;
    });
    if (end == n)
      while (row < rows) pos[++row] = static_cast<I>(n);
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
