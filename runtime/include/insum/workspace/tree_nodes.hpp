// From the components of a workspace to the nodes of a tree of coordinates, without a branch for each level:
// where nodes have few children each, such branches are mispredicted as often as not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "../convert/values.hpp"

namespace insum {

namespace detail {

/// The coordinates in front of component `begin`; where it is the first, some that no component has.
template <class All>
auto coordinates_before(const All& all, std::int64_t begin) {
  std::array<std::int64_t, static_cast<std::size_t>(All::rank)> before{};
  before[0] = -1;
  if (begin > 0) all.visit(begin - 1, begin, [&](const auto& c, const auto&) { before = c; });
  return before;
}

/// How many nodes of each level begin in the components [begin, end).
template <class All>
auto count_nodes(const All& all, std::int64_t begin, std::int64_t end) {
  constexpr std::size_t rank = static_cast<std::size_t>(All::rank);
  std::array<std::size_t, rank> counts{};
  auto before = coordinates_before(all, begin);
  all.each_stretch(begin, end, [&](const auto& component, std::int64_t count) {
    auto sums = counts;
    auto last = before;
    for (std::int64_t i = 0; i < count; ++i) {
      const auto c = component(i).at;
      bool begins = false;
      for (std::size_t level = 0; level + 1 < rank; ++level) {
        begins |= c[level] != last[level];
        sums[level] += begins ? 1 : 0;
      }
      last = c;
    }
    counts = sums;
    before = last;
  });
  counts[rank - 1] = static_cast<std::size_t>(end - begin);
  return counts;
}

/// The node of a level that the components are in: each of them writes its coordinate, and where its children
/// start.
template <class I>
struct open_node {
  std::size_t next;  ///< number of the node that begins next
  I* crd;
  I* pos;
  I start;
};

/// Writes the nodes that begin in the components [begin, end) to the levels of a csf; `nodes` of each level
/// begin before.
template <class All, class To>
void write_nodes(const All& all, std::int64_t begin, std::int64_t end,
                 const std::array<std::size_t, static_cast<std::size_t>(All::rank)>& nodes, To& to) {
  constexpr std::size_t rank = static_cast<std::size_t>(All::rank);
  using V = typename To::value_type;
  using I = typename To::index_type;
  I other[2];  // for a node that began before, whose owner writes it
  std::array<open_node<I>, rank> open;
  for (std::size_t level = 0; level < rank; ++level) open[level] = {nodes[level], &other[0], &other[1], I{}};
  auto before = coordinates_before(all, begin);
  all.each_stretch(begin, end, [&](const auto& component, std::int64_t count) {
    auto at = open;
    auto last = before;
    std::array<I*, rank> crd, pos{};
    for (std::size_t level = 0; level < rank; ++level) crd[level] = to.crd[level].data();
    for (std::size_t level = 0; level + 1 < rank; ++level) pos[level] = to.pos[level + 1].data();
    V* const vals = to.vals.data();
    for (std::int64_t i = 0; i < count; ++i) {
      const auto x = component(i);
      bool begins = false;
      for (std::size_t level = 0; level + 1 < rank; ++level) {
        auto& node = at[level];
        begins |= x.at[level] != last[level];
        node.crd = begins ? crd[level] + node.next : node.crd;
        node.pos = begins ? pos[level] + node.next : node.pos;
        node.start = begins ? static_cast<I>(at[level + 1].next) : node.start;
        node.next += begins ? 1 : 0;
        *node.crd = static_cast<I>(x.at[level]);
        *node.pos = node.start;
      }
      std::size_t& end_of_last = at[rank - 1].next;
      crd[rank - 1][end_of_last] = static_cast<I>(x.at[rank - 1]);
      vals[end_of_last++] = cast_value<V>(x.value);
      last = x.at;
    }
    open = at;
    before = last;
  });
}

}  // namespace detail

}  // namespace insum
