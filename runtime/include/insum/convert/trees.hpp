// Building dense, csf, dcsr and dcsc.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "../core/buffer.hpp"
#include "../core/parallel.hpp"
#include "../formats/csf.hpp"
#include "hub.hpp"
#include "options.hpp"
#include "padding.hpp"

namespace insum::detail {

/// The entries of `source`, none of which occurs twice.
template <class To, class Entries>
To dense_of(const Entries& source, const convert_options& options) {
  using V = typename To::value_type;
  To to;
  to.shape = shape_of(source.t);
  const std::int64_t size = checked_product({"dense.shape"}, to.shape.data(), To::rank);
  check_padded({{{"dense.vals"}, {size}, sizeof(V)}}, options);
  to.vals.resize(static_cast<std::size_t>(size));
  parallel_fill(to.vals.data(), to.vals.size(), fill_value<V>(options.fill));
  parallel_ranges(
      source.outer(),
      [&](std::int64_t begin, std::int64_t end) {
        const auto set = [&](const auto& x, const auto& v) {
          std::int64_t at = 0;
          for (std::size_t mode = 0; mode < x.size(); ++mode) at = at * to.shape[mode] + x[mode];
          to.vals[static_cast<std::size_t>(at)] = cast_value<V>(v);
        };
        if constexpr (requires { source.visit_all(begin, end, set); })
          source.visit_all(begin, end, set);  // -0 is equal to 0, but another value
        else
          source.visit(begin, end, set);
      },
      source.work());
  return to;
}

template <class To, class Tensor>
To make_dense(const Tensor& t, const convert_options& options) {
  using V = typename To::value_type;
  if constexpr (entries<Tensor>::unique) {
    return dense_of<To>(entries<Tensor>(t, options.fill), options);
  } else {  // entries that occur twice are added up first
    const auto sorted = canonical<V, std::int64_t>(t, options);
    return dense_of<To>(entries<std::remove_const_t<decltype(sorted)>>(sorted, options.fill), options);
  }
}

/// The levels of a tree over entries that are sorted by the modes in `order` and unique. A node of level l
/// starts at every entry that differs from the one before in one of the modes order[0] to order[l].
template <class V, int Rank, class I>
csf<V, Rank, I> make_tree(coo<V, Rank, I>&& sorted,
                          const std::array<int, static_cast<std::size_t>(Rank)>& order) {
  constexpr std::size_t rank = static_cast<std::size_t>(Rank);
  const std::int64_t n = sorted.nnz();
  check_fits<I>({"csf.pos"}, -1, n);
  const auto coordinates = [&](std::size_t level) -> buffer<I>& {
    return sorted.crd[static_cast<std::size_t>(order[level])];
  };
  const auto first_difference = [&](std::size_t p) {
    std::size_t level = 0;
    while (p > 0 && level + 1 < rank && coordinates(level)[p] == coordinates(level)[p - 1]) ++level;
    return level;
  };
  const int chunks = chunk_count(n);
  buffer<std::size_t> first((static_cast<std::size_t>(chunks) + 1) * rank,
                            0);  // by chunk and level: the nodes before
  for_each_chunk(chunks, [&](int chunk) {
    std::size_t* counts = first.data() + (static_cast<std::size_t>(chunk) + 1) * rank;
    for (std::int64_t p = chunk_begin(n, chunk, chunks); p < chunk_begin(n, chunk + 1, chunks); ++p)
      for (std::size_t level = first_difference(static_cast<std::size_t>(p)); level < rank; ++level)
        ++counts[level];
  });
  for (std::size_t i = rank; i < first.size(); ++i) first[i] += first[i - rank];
  const std::size_t* totals = first.data() + static_cast<std::size_t>(chunks) * rank;

  csf<V, Rank, I> to;
  to.shape = sorted.shape;
  to.pos[0][1] = static_cast<I>(totals[0]);
  for (std::size_t level = 0; level + 1 < rank; ++level) {
    to.crd[level].resize(totals[level]);
    to.pos[level + 1].resize(totals[level] + 1);
    to.pos[level + 1][totals[level]] = static_cast<I>(totals[level + 1]);
  }
  for_each_chunk(chunks, [&](int chunk) {
    std::array<std::size_t, rank> node{};
    for (std::size_t level = 0; level < rank; ++level)
      node[level] = first[static_cast<std::size_t>(chunk) * rank + level];
    for (std::int64_t q = chunk_begin(n, chunk, chunks); q < chunk_begin(n, chunk + 1, chunks); ++q) {
      const std::size_t p = static_cast<std::size_t>(q);
      for (std::size_t level = first_difference(p); level + 1 < rank; ++level) {
        to.crd[level][node[level]] = coordinates(level)[p];
        to.pos[level + 1][node[level]++] = static_cast<I>(node[level + 1]);
      }
      ++node[rank - 1];
    }
  });
  to.crd[rank - 1] = std::move(coordinates(rank - 1));
  to.vals = std::move(sorted.vals);
  return to;
}

template <class To, class Tensor>
To make_csf(const Tensor& t, const convert_options& options) {
  return make_tree(canonical<typename To::value_type, typename To::index_type>(t, options),
                   row_major<To::rank>());
}

/// dcsr and dcsc are trees of two levels; nothing here is as long as the matrix has rows or columns.
template <class To, class V, class I>
To of_tree(csf<V, 2, I>&& tree) {
  To to;
  to.shape = tree.shape;
  to.pos0 = std::move(tree.pos[0]);
  to.crd0 = std::move(tree.crd[0]);
  to.pos1 = std::move(tree.pos[1]);
  to.crd1 = std::move(tree.crd[1]);
  to.vals = std::move(tree.vals);
  return to;
}

template <class To, class V, class I>
To doubly_compressed_of(coo<V, 2, I>&& sorted, const std::array<int, 2>& order) {
  return of_tree<To>(make_tree(std::move(sorted), order));
}

template <class To, class Tensor>
To make_doubly_compressed(const Tensor& t, const convert_options& options) {
  static_assert(storage<Tensor>::rank == 2, "only matrices have this format");
  constexpr std::array<int, 2> order =
      is_format<To>("dcsr") ? std::array<int, 2>{0, 1} : std::array<int, 2>{1, 0};
  return doubly_compressed_of<To>(
      canonical<typename To::value_type, typename To::index_type>(t, options, order), order);
}

}  // namespace insum::detail
