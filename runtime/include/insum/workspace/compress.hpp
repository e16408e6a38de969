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

/// Components as sorted coo; coordinate l of the workspace is mode order[l].
template <class V, class I, class Workspace>
coo<V, Workspace::rank, I> collect_components(
    const Workspace& workspace, const std::array<int, static_cast<std::size_t>(Workspace::rank)>& order) {
  coo<V, Workspace::rank, I> result;
  for (std::size_t l = 0; l < order.size(); ++l)
    result.shape[static_cast<std::size_t>(order[l])] = workspace.sizes()[l];
  check_shape_fits<I>(result.shape);
  const auto& all = workspace.all();
  const std::int64_t n = all.size();
  check_fits<I>({"coo.crd"}, -1, n);
  for (buffer<I>& array : result.crd) array.resize(static_cast<std::size_t>(n));
  result.vals.resize(static_cast<std::size_t>(n));
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

}  // namespace detail

/// The components of a workspace after finish() as an object of insum's type To. Coordinate l of the
/// workspace belongs to mode order[l] of To. Formats whose levels come in this order take the components as
/// they are; for others they are sorted again. `options` tells the size of blocks.
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
  auto sorted = collect_components<V, I>(workspace, order);
  if constexpr (is_format<To>("coo")) {
    if (order == row_major<Workspace::rank>()) return sorted;
  } else if constexpr (is_format<To>("csr") || is_format<To>("csc")) {
    constexpr std::size_t major = is_format<To>("csr") ? 0 : 1;
    if (order == storage_order<To>()) {
      To to;
      to.shape = sorted.shape;
      to.pos = detail::compress(sorted.crd[major], to.shape[major]);
      to.crd = std::move(sorted.crd[1 - major]);
      to.vals = std::move(sorted.vals);
      return to;
    }
  } else if constexpr (is_format<To>("csf")) {
    if (order == storage_order<To>()) return make_tree(std::move(sorted), order);
  } else if constexpr (is_format<To>("dcsr") || is_format<To>("dcsc")) {
    if (order == storage_order<To>()) return doubly_compressed_of<To>(std::move(sorted), order);
  }
  return convert<To>(sorted, options);
}

}  // namespace insum
