// From the components of a workspace to the storage types.
#pragma once

#include "../convert.hpp"
#include "../formats/dcsc.hpp"
#include "../formats/dcsr.hpp"
#include "sparse_workspace.hpp"
#include "write_levels.hpp"

namespace insum {

namespace detail {

/// The modes of To in the order of its levels.
template <class To>
constexpr std::array<int, static_cast<std::size_t>(To::rank)> storage_order() {
  std::array<int, static_cast<std::size_t>(To::rank)> order = row_major<To::rank>();
  if constexpr (is_format<To>("csc") || is_format<To>("dcsc")) order = {1, 0};
  return order;
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
template <class V, class I, class Workspace, std::size_t... l>
coo<V, Workspace::rank, I> collect_components(
    const Workspace& workspace, const std::array<int, static_cast<std::size_t>(Workspace::rank)>& order,
    std::index_sequence<l...>) {
  coo<V, Workspace::rank, I> to;
  to.shape = shape_of_components(workspace, order);
  check_shape_fits<I>(to.shape);
  check_fits<I>({"coo.crd"}, -1, workspace.count());
  rt::write_levels<0>("coo", workspace, to.vals,
                      rt::into_listed(to.crd[static_cast<std::size_t>(order[l])])...);
  return to;
}

/// The levels of a tree, those of the workspace: no array of coordinates is as long as the components, but
/// the last.
template <class V, class I, class Workspace, std::size_t... l>
csf<V, Workspace::rank, I> tree_of_components(
    const char* name, const Workspace& workspace,
    const std::array<int, static_cast<std::size_t>(Workspace::rank)>& order, std::index_sequence<l...>) {
  csf<V, Workspace::rank, I> to;
  to.shape = shape_of_components(workspace, order);
  check_shape_fits<I>(to.shape);
  rt::write_levels<0>(name, workspace, to.vals,
                      rt::into_compressed(to.pos[l], to.crd[l], l == 0 ? 1 : -1)...);
  return to;
}

/// Rows, or columns, of a workspace whose first coordinate they are.
template <class To, class Workspace>
To compressed_components(const Workspace& workspace, const std::array<int, 2>& order) {
  To to;
  to.shape = shape_of_components(workspace, order);
  check_shape_fits<typename To::index_type>(to.shape);
  rt::write_levels<0>(is_format<To>("csc") ? "csc" : "csr", workspace, to.vals,
                      rt::into_compressed(to.pos, to.crd, workspace.sizes()[0]));
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
  constexpr std::make_index_sequence<static_cast<std::size_t>(Workspace::rank)> levels;
  check_order(order);
  if constexpr (is_format<To>("csr") || is_format<To>("csc")) {
    if (order == storage_order<To>()) return compressed_components<To>(workspace, order);
  } else if constexpr (is_format<To>("csf")) {
    if (order == storage_order<To>()) return tree_of_components<V, I>("csf", workspace, order, levels);
  } else if constexpr (is_format<To>("dcsr") || is_format<To>("dcsc")) {
    if (order == storage_order<To>())
      return of_tree<To>(
          tree_of_components<V, I>(is_format<To>("dcsr") ? "dcsr" : "dcsc", workspace, order, levels));
  }
  auto sorted = collect_components<V, I>(workspace, order, levels);
  if constexpr (is_format<To>("coo")) {
    if (order == row_major<Workspace::rank>()) return sorted;
  }
  return convert<To>(sorted, options);
}

}  // namespace insum
