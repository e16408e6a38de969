// From the components of a workspace to the levels of a result, each written where it stays.
#pragma once

#include <tuple>
#include <vector>

#include "../rt/join.hpp"

INSUM_RT_BEGIN

namespace detail {

/// f(level) for each level, a constant.
template <std::size_t... level, class F>
INSUM_RT_INLINE void each_of(std::index_sequence<level...>, const F& f) {
  (f(std::integral_constant<std::size_t, level>()), ...);
}

/// Writes the components of an all array to levels in coordinate form, one of each mode.
template <std::int64_t base, class All, class Values, class... Coordinates>
void write_lists(const All& all, Values& values, const into_listed_target<Coordinates>&... targets) {
  const std::int64_t n = all.size();
  (resize_exactly(targets.crd, n), ...);
  resize_exactly(values, n);
  parallel_static(0, n, least_copied, [&](std::int64_t first, std::int64_t last) {
    std::int64_t begin = first;
    all.each_stretch(first, last, [&](const auto& component, std::int64_t count) {
      const auto crd = std::make_tuple(targets.crd.data() + begin...);
      auto* const vals = values.data() + begin;
      for (std::int64_t i = 0; i < count; ++i) {
        const auto x = component(i);
        each_of(std::index_sequence_for<Coordinates...>(), [&](auto l) INSUM_RT_LAMBDA {
          auto& to = std::get<l>(crd)[i];
          to = static_cast<std::remove_reference_t<decltype(to)>>(x.at[l] + base);
        });
        vals[i] = to<element_of<Values>>(x.value);
      }
      begin += count;
    });
  });
}

/// Writes the components of an all array to a tree: `dense` modes whose coordinates number the rows, then a
/// compressed level for each other mode. Nodes are written without a branch for each level: where they have
/// few children each, such branches are mispredicted as often as not. A component that begins no node writes
/// nowhere: nodes of two threads may be neighbours.
template <std::int64_t base, class All, class Values, class... Targets>
class tree_writer {
  static constexpr std::size_t rank = static_cast<std::size_t>(All::rank), depth = sizeof...(Targets),
                               dense = rank - depth, last = depth - 1;
  static_assert(depth >= 1 && depth <= rank, "levels for the last modes of the workspace, one at least");
  using point = coordinates<All::rank>;
  using counts = std::array<std::int64_t, depth>;
  template <std::size_t level>
  using target_of = std::tuple_element_t<level, std::tuple<Targets...>>;
  template <std::size_t level>
  using position = element_of<decltype(std::declval<target_of<level>&>().pos)>;
  template <std::size_t level>
  using coordinate = element_of<decltype(std::declval<target_of<level>&>().crd)>;

 public:
  tree_writer(const All& all, const point& sizes, Values& values, const Targets&... targets)
      : all_(all), sizes_(sizes), values_(values), targets_(targets...) {}

  /// Throws before anything is changed where the nodes of a level are too many for its positions.
  void plan() {
    divide();
    const counts& totals = first_.back();
    each_of(all_levels(), [&](auto level) { check_position_range<position<level>>(totals[level] + base); });
  }
  void run() {
    make_rooms();
    parallel_static(0, chunks_, 2, [&](std::int64_t k, std::int64_t end) {
      for (; k < end; ++k) write(k);
    });
  }

 private:
  using all_levels = std::make_index_sequence<depth>;
  using inner_levels = std::make_index_sequence<last>;

  std::int64_t chunk_begin(std::int64_t k) const { return cut(all_.size(), k, chunks_); }
  /// The number of the row that the leading coordinates are.
  INSUM_RT_INLINE std::int64_t row_of(const point& c) const {
    std::int64_t row = 0;
    for (std::size_t m = 0; m < dense; ++m) row = row * sizes_[m] + c[m];
    return row;
  }
  /// The coordinates in front of component `begin`; where it is the first, some that no component has.
  point before(std::int64_t begin) const {
    point c{};
    c[0] = -1;
    if (begin > 0) all_.visit(begin - 1, begin, [&](const auto& x, const auto&) { c = x; });
    return c;
  }

  /// Chunks of the components, and the nodes of each level before each of them.
  void divide() {
    const std::int64_t n = all_.size();
    const std::int64_t rows = dense == 0 ? 0 : std::get<0>(targets_).parents;
    chunks_ = useful_threads((depth > 1 ? 2 * n : n) + rows, least_copied);  // trees are read twice
    first_.resize(static_cast<std::size_t>(chunks_) + 1);
    if constexpr (depth == 1) {
      for (std::int64_t k = 0; k <= chunks_; ++k) first_[static_cast<std::size_t>(k)][0] = chunk_begin(k);
    } else {
      parallel_static(0, chunks_, 2, [&](std::int64_t k, std::int64_t end) {
        for (; k < end; ++k)
          first_[static_cast<std::size_t>(k) + 1] = count(chunk_begin(k), chunk_begin(k + 1));
      });
      for (std::size_t k = 1; k < first_.size(); ++k)
        for (std::size_t level = 0; level < depth; ++level) first_[k][level] += first_[k - 1][level];
    }
  }
  /// How many nodes of each level begin in the components [begin, end).
  counts count(std::int64_t begin, std::int64_t end) const {
    counts result{};
    point left = before(begin);
    all_.each_stretch(begin, end, [&](const auto& component, std::int64_t count) {
      counts sums = result;
      point previous = left;
      for (std::int64_t i = 0; i < count; ++i) {
        const point c = component(i).at;
        bool begins = false;
        for (std::size_t m = 0; m < dense; ++m) begins |= c[m] != previous[m];
        for (std::size_t level = 0; level < last; ++level) {
          begins |= c[dense + level] != previous[dense + level];
          sums[level] += begins ? 1 : 0;
        }
        previous = c;
      }
      result = sums;
      left = previous;
    });
    result[last] = end - begin;
    return result;
  }

  void make_rooms() {
    const counts& totals = first_.back();
    each_of(all_levels(), [&](auto level) {
      auto& target = std::get<level>(targets_);
      resize_exactly(target.crd, totals[level]);
      if constexpr (level == 0) {
        resize_exactly(target.pos, target.parents + 1);
      } else {
        resize_exactly(target.pos, totals[level - 1] + 1);
        target.pos.data()[totals[level - 1]] = static_cast<position<level>>(totals[level] + base);
      }
    });
    resize_exactly(values_, all_.size());
  }

  /// Writes the nodes that begin in a chunk of the components. The starts of rows that begin there as well,
  /// and of the last chunk, which may be empty, those of the rows behind.
  void write(std::int64_t chunk) {
    const std::int64_t begin = chunk_begin(chunk), end = chunk_begin(chunk + 1);
    counts next = first_[static_cast<std::size_t>(chunk)];
    point left = before(begin);
    auto& root = std::get<0>(targets_);
    std::int64_t row = begin > 0 ? row_of(left) : -1;
    if (dense == 0 && row < 0) root.pos.data()[++row] = static_cast<position<0>>(base);
    all_.each_stretch(begin, end, [&](const auto& component, std::int64_t count) {
      write_stretch(component, count, next, left, row);
    });
    if (chunk + 1 == chunks_)
      while (row < root.parents) root.pos.data()[++row] = static_cast<position<0>>(first_.back()[0] + base);
  }
  /// `next_nodes`: the number of the node of each level that begins next.
  template <class F>
  INSUM_RT_INLINE void write_stretch(const F& component, std::int64_t count, counts& next_nodes, point& left,
                                     std::int64_t& row_before) const {
    counts next = next_nodes;
    point previous = left;
    std::int64_t row = row_before;
    const auto arrays = std::apply(
        [](auto&... target) { return std::make_tuple(std::pair(target.pos.data(), target.crd.data())...); },
        targets_);
    [[maybe_unused]] auto* const rows = std::get<0>(arrays).first;
    auto* const values = values_.data();
    for (std::int64_t i = 0; i < count; ++i) {
      const auto x = component(i);
      [[maybe_unused]] bool begins = false;
      if constexpr (dense > 0) {
        const std::int64_t row_here = row_of(x.at);
        begins = row_here != row;
        while (row < row_here) rows[++row] = static_cast<position<0>>(next[0] + base);
      }
      each_of(inner_levels(), [&](auto level) INSUM_RT_LAMBDA {
        begins |= x.at[dense + level] != previous[dense + level];
        coordinate<level> no_crd;
        position<level + 1> no_pos;
        *(begins ? std::get<level>(arrays).second + next[level] : &no_crd) =
            static_cast<coordinate<level>>(x.at[dense + level] + base);
        *(begins ? std::get<level + 1>(arrays).first + next[level] : &no_pos) =
            static_cast<position<level + 1>>(next[level + 1] + base);
        next[level] += begins ? 1 : 0;
      });
      std::int64_t& end = next[last];
      std::get<last>(arrays).second[end] = static_cast<coordinate<last>>(x.at[rank - 1] + base);
      values[end++] = to<element_of<Values>>(x.value);
      previous = x.at;
    }
    next_nodes = next;
    left = previous;
    row_before = row;
  }

  const All& all_;
  const point& sizes_;
  Values& values_;
  std::tuple<const Targets&...> targets_;
  std::int64_t chunks_ = 1;
  std::vector<counts> first_;
};

}  // namespace detail

/// Writes the components of a workspace after finish() to containers: a target for each of its last modes
/// (into_compressed; the modes before are rows, whose number the first target knows), or one for each mode
/// (into_listed), outermost first. Containers have resize(n) and data() and are of exactly the right length
/// afterwards. `base` is added to positions and coordinates. Throws size_error, before any target is changed,
/// where a count is too large for the positions of the target, and memory_error, after which all are empty.
template <std::int64_t base, class Workspace, class Values, class... Targets>
void write_levels(const char* result, const Workspace& workspace, Values& values, const Targets&... targets) {
  detail::in_name_of(result, [&] {
    const auto& all = workspace.all();
    if constexpr ((requires { targets.pos; } && ...)) {
      detail::tree_writer<base, typename Workspace::all_type, Values, Targets...> writer(
          all, workspace.sizes(), values, targets...);
      writer.plan();
      detail::write_or_empty([&] { writer.run(); }, values, targets...);
    } else {
      detail::write_or_empty([&] { detail::write_lists<base>(all, values, targets...); }, values, targets...);
    }
  });
}

INSUM_RT_END
