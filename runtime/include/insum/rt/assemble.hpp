// Sparse results assembled in parts, one for each range of a parallel loop. join.hpp joins them.
#pragma once

#include "checks.hpp"
#include "grow.hpp"
#include "part_list.hpp"
#include "result_limits.hpp"

INSUM_RT_BEGIN

namespace detail {

/// Adds `count` coordinates at the end of an array.
template <class Crd>
void append_coordinates(grow<Crd>& crd, const std::int64_t* coordinates, std::int64_t count) {
  Crd* const to = crd.append(count);
  for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<Crd>(coordinates[i]);
}

}  // namespace detail

/// Throws size_error unless the coordinates of a mode of `size`, plus `base`, can be stored as Crd. To be
/// called once before a result is assembled: the parts do not check what they store.
template <class Crd>
void check_coordinate_type(const char* tensor, int mode, std::int64_t size, std::int64_t base) {
  if constexpr (sizeof(Crd) < sizeof(std::int64_t)) {
    constexpr std::int64_t most = static_cast<std::int64_t>(std::numeric_limits<Crd>::max());
    if (size - 1 + base > most)
      throw size_error(insum::detail::message()
                       << "mode " << mode << " of " << tensor << " has size " << size
                       << "; its coordinates hold no more than " << most << ": give it a wider index type");
  }
}

/// A level with a position array: coordinates under parents, which come in ascending order. The first parent
/// is any; parents left out have no coordinates. Where the level below is compressed as well, the last node
/// of a part may go on in the next one.
template <class Pos, class Crd, bool goes_on = false>
struct compressed_part {
  grow<Pos> pos;  ///< where the coordinates of parent first + k start
  grow<Crd> crd;
  std::int64_t first = 0;
  std::int64_t last = -1;  ///< the last parent; less than `first` while there is none

  /// Adds coordinate c under `parent`; its position in this part.
  INSUM_RT_INLINE std::int64_t push(std::int64_t parent, std::int64_t c) {
    if (parent != last) open(parent);
    const std::int64_t position = crd.size();
    crd.push(static_cast<Crd>(c));
    return position;
  }
  /// The position of c if it was pushed last under this parent, else that of a new one.
  INSUM_RT_INLINE std::int64_t at(std::int64_t parent, std::int64_t c) {
    if (parent == last && crd[crd.size() - 1] == static_cast<Crd>(c)) return crd.size() - 1;
    return push(parent, c);
  }
  /// Adds `count` > 0 coordinates under `parent`, to be set by the caller, who may overwrite `behind`
  /// elements after them as well.
  Crd* append_unset(std::int64_t parent, std::int64_t count, std::int64_t behind = 0) {
    crd.reserve_more(count + behind);
    if (parent != last) open(parent);
    return crd.append(count);
  }
  /// push() for `count` coordinates; the position of the first.
  INSUM_RT_INLINE std::int64_t append(std::int64_t parent, const std::int64_t* coordinates,
                                      std::int64_t count) {
    const std::int64_t position = crd.size();
    if (count == 0) return position;
    if (parent != last) open(parent);
    detail::append_coordinates(crd, coordinates, count);
    return position;
  }

 private:
  INSUM_RT_INLINE void open(std::int64_t parent) {
    detail::check_position_range<Pos>(crd.size());
    if (parent == last + 1 && pos.size() != 0)
      pos.push(static_cast<Pos>(crd.size()));
    else
      open_far(parent);
    last = parent;
  }
  INSUM_RT_COLD void open_far(std::int64_t parent) {
    if (pos.size() == 0) {
      first = parent;
      last = parent - 1;
    }
    pos.extend(parent - last, static_cast<Pos>(crd.size()));
  }
};

/// A level without a position array: one coordinate for each position.
template <class Crd>
struct listed_part {
  grow<Crd> crd;

  /// Adds coordinate c; its position in this part.
  INSUM_RT_INLINE std::int64_t push(std::int64_t c) {
    const std::int64_t position = crd.size();
    crd.push(static_cast<Crd>(c));
    return position;
  }
  /// The position of c if it was pushed last, else that of a new one.
  INSUM_RT_INLINE std::int64_t at(std::int64_t c) {
    const std::int64_t size = crd.size();
    return size != 0 && crd[size - 1] == static_cast<Crd>(c) ? size - 1 : push(c);
  }
  /// push() for `count` coordinates; the position of the first.
  INSUM_RT_INLINE std::int64_t append(const std::int64_t* coordinates, std::int64_t count) {
    const std::int64_t position = crd.size();
    detail::append_coordinates(crd, coordinates, count);
    return position;
  }
  /// Adds `count` coordinates, to be set by the caller.
  Crd* append_unset(std::int64_t count) { return crd.append(count); }
  /// push(c), `count` times; the position of the first.
  INSUM_RT_INLINE std::int64_t repeat(std::int64_t c, std::int64_t count) {
    const std::int64_t position = crd.size();
    crd.extend(count, static_cast<Crd>(c));
    return position;
  }
};

namespace detail {

template <int n, class Level>
struct numbered_level {
  Level value;
};
template <int n, class Level>
constexpr Level& level_of(numbered_level<n, Level>& level) {
  return level.value;
}

template <class Numbers, class... Levels>
struct level_list;
template <std::size_t... n, class... Levels>
struct level_list<std::index_sequence<n...>, Levels...> : numbered_level<static_cast<int>(n), Levels>... {};

}  // namespace detail

/// The stored levels of a result, outermost first, and its values.
template <class Value, class... Levels>
struct part : private detail::level_list<std::index_sequence_for<Levels...>, Levels...> {
  static constexpr int levels = static_cast<int>(sizeof...(Levels));
  grow<Value> values;

  template <int n>
  auto& level() {
    return detail::level_of<n>(
        static_cast<detail::level_list<std::index_sequence_for<Levels...>, Levels...>&>(*this));
  }
};

namespace detail {

/// One part: what f has captured by value is copied to here, where it can stay in registers.
template <class F, class Part>
[[gnu::noinline]] void assemble_part(const F& f, Part& part, std::int64_t first, std::int64_t last) {
  F own(f);
  own(part, first, last);
}

}  // namespace detail

/// Calls f(part, first, last) for the ranges of a partition (equal, dynamic, balanced) on threads, each with
/// a fresh part, or with that of the range before it if the thread comes from there, and returns the parts in
/// ascending order of `first`. Throws size_error where a part has more entries than its positions count, and
/// memory_error.
template <class Part, class Partition, class F>
auto assemble(const char* result, const Partition& partition, F&& f) {
  return detail::in_name_of(result, [&] {
    part_list<Part> parts;
    partition.run([&](std::int64_t first, std::int64_t last) {
      detail::assemble_part(f, parts.of_range(first, last), first, last);
    });
    parts.put_in_order();
    return parts;
  });
}

INSUM_RT_END
