// The parts of a sparse result, joined into the containers of a tensor.
#pragma once

#include "assemble.hpp"
#include "result_targets.hpp"
#include "scalar.hpp"

INSUM_RT_BEGIN

namespace detail {

inline constexpr std::int64_t least_copied = least_work(std::int64_t{1} << 14);

template <class C>
inline constexpr bool is_grow = false;
template <class T>
inline constexpr bool is_grow<grow<T>> = true;

template <class C>
using element_of = std::remove_cvref_t<decltype(*std::declval<C&>().data())>;

/// Containers that take over the memory of a part, such as insum::buffer.
template <class C, class T>
inline constexpr bool can_adopt = requires(C& container, T* data, void (*release)(void*, std::size_t)) {
  container.adopt(data, std::size_t{}, std::size_t{}, release);
};

/// Where the container can take a block over, it gets one that was touched before if there is any: the first
/// touch of a page takes longer than to write the components in it.
template <class C>
bool take_block([[maybe_unused]] C& container, [[maybe_unused]] std::size_t count) {
  using element = element_of<C>;
  if constexpr (can_adopt<C, element> && requires { container.capacity(); }) {
    const std::size_t used = count * sizeof(element);
    if (count > container.capacity() && may_be_kept(used)) {
      std::size_t bytes = used;
      void* const block = fitting_block(bytes);
      if (is_mapped(used)) bytes = trim_block(block, bytes, used);
      container.adopt(static_cast<element*>(block), count, bytes / sizeof(element), free_block);
      return true;
    }
  }
  return false;
}
template <class C>
void try_to_resize(C& container, std::size_t count) {
  if constexpr (is_grow<C>) {
    container.resize(static_cast<std::int64_t>(count));
  } else {
    if (take_block(container, count)) return;
    const void* const before = container.data();
    if constexpr (requires {
                    container.clear();
                    container.capacity();
                  })
      if (count > container.capacity()) container.clear();
    container.resize(count);
    if (container.data() != before)
      prefer_large_pages(static_cast<void*>(container.data()), count * sizeof(element_of<C>));
  }
}
/// Resizes to exactly `size`; of the old elements none is kept if new memory is needed. Throws
/// too_many_elements where there is none.
template <class C>
void resize_exactly(C& container, std::int64_t size) {
  const std::size_t count = static_cast<std::size_t>(size);
  if (count > most_bytes / sizeof(element_of<C>)) throw too_many_elements(size);
  try {
    try_to_resize(container, count);
  } catch (const std::bad_alloc&) {
    throw too_many_elements(size);
  }
}

/// Of a container, or of those of a level.
template <class C>
void make_empty(C& target) {
  if constexpr (requires { target.crd; }) {
    if constexpr (requires { target.pos; }) make_empty(target.pos);
    make_empty(target.crd);
  } else if constexpr (is_grow<C>) {
    target.resize(0);
  } else {
    target.resize(std::size_t{0});
  }
}
/// f(), which writes a result. What it leaves half written where it throws becomes what was never built.
template <class F, class... Targets>
void write_or_empty(F&& f, Targets&... targets) {
  try {
    f();
  } catch (...) {
    (make_empty(targets), ...);
    throw;
  }
}

/// Offsets of the parts in a joined array: part k starts at offset[k].
using offsets = grow<std::int64_t>;

/// The part that element i of a joined array is from: the last that starts at or before it.
inline std::int64_t part_of(const offsets& start, std::int64_t i) {
  std::int64_t low = 0, high = start.size() - 1;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    if (start[middle] <= i)
      low = middle;
    else
      high = middle;
  }
  return low;
}

template <class To, class From>
void copy_run(To* to, const From* from, std::int64_t count, std::int64_t base) {
  if constexpr (std::is_integral_v<To> && std::is_integral_v<From> && !std::is_same_v<To, bool>) {
    if (!std::is_same_v<To, From> || base != 0) {
      for (std::int64_t i = 0; i < count; ++i)
        to[i] = static_cast<To>(static_cast<std::int64_t>(from[i]) + base);
      return;
    }
  }
  if constexpr (std::is_same_v<To, From>)
    __builtin_memcpy(static_cast<void*>(to), from, static_cast<std::size_t>(count) * sizeof(To));
  else
    for (std::int64_t i = 0; i < count; ++i) to[i] = detail::to<To>(from[i]);
}

/// Writes elements [begin, end) of a joined array; array(k) is part k's.
template <class To, class Array>
void copy_parts(To* to, const offsets& start, std::int64_t base, std::int64_t begin, std::int64_t end,
                Array&& array) {
  for (std::int64_t k = part_of(start, begin); begin < end; ++k) {
    const std::int64_t stop = start[k + 1] < end ? start[k + 1] : end;
    if (stop <= begin) continue;
    copy_run(to + begin, array(k).data() + (begin - start[k]), stop - begin, base);
    begin = stop;
  }
}

/// Makes room for `total` elements in the array of the first part where a fourth of a large result is there
/// already, and hands it over, so that only the others are copied; false, and nothing has changed, otherwise.
template <class C, class T>
bool give_with_room([[maybe_unused]] C& target, grow<T>& array, std::int64_t total) {
  if constexpr (can_adopt<C, T>) {
    if (!is_mapped(array.size_in_bytes()) || array.size() < total / 4) return false;
    try {
      array.resize(total);
    } catch (const std::bad_alloc&) {
      throw too_many_elements(total);
    }
    return array.give_to(target);
  } else {
    return false;
  }
}

/// Joins one array of all parts; array(k) is part k's, whose memory is released.
template <class C, class Array>
void join_arrays(C& target, const offsets& start, std::int64_t base, Array&& array) {
  using from_type = std::remove_cvref_t<decltype(array(0))>;
  using from_element = typename from_type::value_type;
  const std::int64_t parts = start.size() - 1, total = start[parts];
  if constexpr (std::is_same_v<C, from_type>) {
    if (parts == 1 && base == 0) {
      target = std::move(array(0));
      return;
    }
  }
  const std::int64_t there = parts > 0 && base == 0 ? array(0).size() : 0;
  const bool is_given = there > 0 && give_with_room(target, array(0), total);
  if (!is_given) resize_exactly(target, total);
  auto* const to = target.data();
  parallel_static(is_given ? there : 0, total, least_copied, [&](std::int64_t begin, std::int64_t end) {
    copy_parts(to, start, base, begin, end, array);
  });
  for (std::int64_t k = 0; k < parts; ++k) array(k) = grow<from_element>();
}

/// The parents of one compressed level: part k holds the positions of those in (last[k - 1], last[k]]; what
/// comes after the last entry starts at the end.
struct parent_ranges {
  offsets above;  ///< what is added to a parent of part k
  offsets last;
  std::int64_t parents = 0;
};

/// Writes pos[begin ... end) of the joined level; array(k) is part k of it.
template <class P, class Array>
void join_positions(P* pos, const parent_ranges& ranges, const offsets& start, std::int64_t base,
                    std::int64_t begin, std::int64_t end, Array&& array) {
  const std::int64_t parts = start.size() - 1;
  std::int64_t k = 0;
  for (std::int64_t high = parts; k < high;) {  // the first part with last[k] >= begin
    const std::int64_t middle = k + (high - k) / 2;
    if (ranges.last[middle] < begin)
      k = middle + 1;
    else
      high = middle;
  }
  for (; k < parts && begin < end; ++k) {
    if (ranges.last[k] < begin) continue;
    auto& level = array(k);
    const std::int64_t first = level.first + ranges.above[k];
    for (; begin < end && begin < first; ++begin) pos[begin] = static_cast<P>(start[k] + base);
    const std::int64_t stop = ranges.last[k] < end ? ranges.last[k] + 1 : end;
    if (begin < stop)
      copy_run(pos + begin, level.pos.data() + (begin - first), stop - begin, start[k] + base);
    begin = stop;
  }
  for (; begin < end; ++begin) pos[begin] = static_cast<P>(start[parts] + base);
}

/// Where the arrays of the parts start. goes_on(k): the first element of part k is the last one before it.
template <class Array, class GoesOn>
offsets starts_of(std::int64_t parts, Array&& array, GoesOn&& goes_on) {
  offsets start;
  start.resize(parts + 1);
  start[0] = 0;
  for (std::int64_t k = 0; k < parts; ++k) {
    if (goes_on(k))
      for (std::int64_t empty = k, end = start[k]; empty >= 0 && start[empty] == end; --empty) --start[empty];
    start[k + 1] = start[k] + array(k).size();
  }
  return start;
}

template <class Level>
inline constexpr bool may_go_on = false;
template <class Pos, class Crd>
inline constexpr bool may_go_on<compressed_part<Pos, Crd, true>> = true;

/// Joins the parts of one result. Level 0 has one parent, level n + 1 the positions of level n. Where a part
/// starts with the nodes that the one before ended with, of levels that may go on, these are the same nodes.
template <class Part>
class joiner {
 public:
  joiner(part_list<Part>& parts, std::int64_t base) : parts_(parts), base_(base) {
    starts_[0].resize(parts.size() + 1);
    for (std::int64_t k = 0; k <= parts.size(); ++k) starts_[0][k] = k == parts.size() ? 1 : 0;
    find_shared();
    set_starts(std::make_index_sequence<static_cast<std::size_t>(Part::levels)>());
  }

  /// Throws before anything is changed.
  template <int n, class Positions, class Coordinates>
  void check(const into_compressed_target<Positions, Coordinates>& target) {
    check_position_range<element_of<Positions>>(starts_[n + 1][parts_.size()] + base_);
    parents_of<n>(target);
  }
  template <int n, class Target>
  void check(const Target&) {}

  template <int n, class Positions, class Coordinates>
  void write(const into_compressed_target<Positions, Coordinates>& target) {
    join_level_positions<n>(target.pos, parents_of<n>(target));
    write_coordinates<n>(target.crd);
  }
  template <int n, class Coordinates>
  void write(const into_listed_target<Coordinates>& target) {
    write_coordinates<n>(target.crd);
  }
  template <int n, class Values>
    requires(n == Part::levels)
  void write(Values& target) {
    const auto values = [&](std::int64_t k) -> auto& { return parts_[k].values; };
    join_arrays(target, starts_of(parts_.size(), values, [](std::int64_t) { return false; }), 0, values);
  }

 private:
  template <int n>
  auto& level(std::int64_t k) {
    return parts_[k].template level<n>();
  }
  template <int n>
  static constexpr bool goes_on =
      may_go_on<std::remove_cvref_t<decltype(std::declval<Part&>().template level<n>())>>;

  /// Of how many levels each part starts with the last node before it.
  void find_shared() {
    shared_.extend(parts_.size(), 0);
    if constexpr (goes_on<0>) {
      std::int64_t before = -1;
      for (std::int64_t k = 0; k < parts_.size(); ++k) {
        if (level<0>(k).crd.size() == 0) continue;
        if (before >= 0 && level<0>(before).last == level<0>(k).first) shared_[k] = shared<0>(before, k);
        before = k;
      }
    }
  }
  /// ... from level n on, whose parent is the same.
  template <int n>
  int shared([[maybe_unused]] std::int64_t before, [[maybe_unused]] std::int64_t k) {
    if constexpr (goes_on<n>) {
      const auto& crd = level<n>(before).crd;
      if (crd[crd.size() - 1] == level<n>(k).crd[0]) return shared<n + 1>(before, k);
    }
    return n;
  }
  template <std::size_t... n>
  void set_starts(std::index_sequence<n...>) {
    ((starts_[n + 1] = starts_of(
          parts_.size(), [&](std::int64_t k) -> auto& { return level<static_cast<int>(n)>(k).crd; },
          [&](std::int64_t k) { return shared_[k] > static_cast<int>(n); })),
     ...);
  }

  template <int n, class Coordinates>
  void write_coordinates(Coordinates& target) {
    join_arrays(target, starts_[n + 1], base_, [&](std::int64_t k) -> auto& { return level<n>(k).crd; });
  }

  template <int n, class Target>
  parent_ranges parents_of(const Target& target) {
    const std::int64_t parts = parts_.size();
    const bool absolute = target.parents >= 0;
    const offsets& above = starts_[n];
    parent_ranges ranges;
    ranges.above.resize(parts);
    ranges.last.resize(parts);
    ranges.parents =
        absolute ? target.parents : checked_mul(above[parts], target.each, "positions of a level");
    std::int64_t before = -1;
    for (std::int64_t k = 0; k < parts; ++k) {
      ranges.above[k] = absolute ? 0 : above[k] * target.each;
      if (level<n>(k).last >= 0) before = level<n>(k).last + ranges.above[k];
      ranges.last[k] = before;
    }
    if (before >= ranges.parents) throw_index("parents of a part", parts - 1, before, ranges.parents, 0);
    return ranges;
  }

  template <int n, class Positions>
  void join_level_positions(Positions& target, const parent_ranges& ranges) {
    const offsets& start = starts_[n + 1];
    const std::int64_t count = ranges.parents + 1;
    if constexpr (std::is_same_v<Positions, std::remove_cvref_t<decltype(level<n>(0).pos)>>) {
      if (parts_.size() == 1 && base_ == 0 && level<n>(0).first == 0) {
        target = std::move(level<n>(0).pos);
        target.extend(count - target.size(), static_cast<element_of<Positions>>(start[1]));
        return;
      }
    }
    using position = typename std::remove_cvref_t<decltype(level<n>(0).pos)>::value_type;
    if constexpr (can_adopt<Positions, position>) {
      if (parts_.size() == 1 && base_ == 0 && level<n>(0).first == 0 &&
          is_mapped(level<n>(0).pos.size_in_bytes())) {
        level<n>(0).pos.extend(count - level<n>(0).pos.size(), static_cast<position>(start[1]));
        if (level<n>(0).pos.give_to(target)) return;
      }
    }
    resize_exactly(target, count);
    auto* const to = target.data();
    parallel_static(0, count, least_copied, [&](std::int64_t begin, std::int64_t end) {
      join_positions(to, ranges, start, base_, begin, end,
                     [&](std::int64_t k) -> auto& { return level<n>(k); });
    });
  }

  part_list<Part>& parts_;
  std::int64_t base_;
  grow<int> shared_;                  ///< of each part: levels of which the first node is the last one before
  offsets starts_[Part::levels + 1];  ///< [n + 1]: of the coordinates of level n
};

template <class Part, std::size_t... n, class... Targets>
void join_all(joiner<Part>& joined, std::index_sequence<n...>, Targets&... targets) {
  (joined.template check<static_cast<int>(n)>(targets), ...);
  write_or_empty([&] { (joined.template write<static_cast<int>(n)>(targets), ...); }, targets...);
}

}  // namespace detail

/// Joins `parts`, whose memory it takes, into containers: a target for each level (into_compressed,
/// into_listed), outermost first, then the container of the values. Containers have resize(n) and data() and
/// are of exactly the right length afterwards. `base` is added to positions and coordinates. Neighbouring
/// parts may both have coordinates under one parent, and that under one of their own: its entries continue.
/// Throws size_error, before any target is changed, where a count is too large for the positions of the
/// target, and memory_error, after which all targets are empty.
template <class Part, class... Targets>
void join(const char* result, part_list<Part>& parts, std::int64_t base, Targets&&... targets) {
  static_assert(sizeof...(Targets) == static_cast<std::size_t>(Part::levels) + 1,
                "a target for each level and one for the values");
  detail::in_name_of(result, [&] {
    detail::joiner<Part> joined(parts, base);
    detail::join_all(joined, std::index_sequence_for<Targets...>(), targets...);
  });
}
template <class Part, class... Targets>
void join(const char* result, part_list<Part>&& parts, std::int64_t base, Targets&&... targets) {
  rt::join(result, parts, base, targets...);
}

/// Positions that were never built, an empty container or the single one of insum's own types, become those
/// of a level without entries under `parents` positions. Others stay as they are. Throws storage_error where
/// there are coordinates nevertheless, and memory_error.
template <class Positions, class Coordinates>
void start_empty(const char* name, Positions& pos, const Coordinates& crd, std::int64_t parents,
                 std::int64_t base) {
  if (rt::length(pos) > 1 || rt::length(pos) == parents + 1) return;
  if (rt::length(crd) != 0) throw storage_error(name, "there are coordinates, but no positions");
  using element = detail::element_of<Positions>;
  detail::in_name_of(name, [&] { detail::resize_exactly(pos, parents + 1); });
  auto* const to = pos.data();
  parallel_static(0, parents + 1, detail::least_copied, [&](std::int64_t begin, std::int64_t end) {
    for (; begin < end; ++begin) to[begin] = static_cast<element>(base);
  });
}

INSUM_RT_END
