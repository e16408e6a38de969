// What kernels see of the sparse results that they build: the part of a group, while entries are counted and
// while they are filled in.
#pragma once

#include "../../core/container_ref.hpp"
#include "../result_targets.hpp"
#include "../search.hpp"
#include "complex.hpp"
#include "part_counts.hpp"
#include "workspace.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// The levels of a result, by what they store.
template <class Pos, class Crd>
struct compressed_level {
  static constexpr bool has_positions = true;
  using position = Pos;
  using coordinate = Crd;
  using target = into_compressed_target<container_ref<Pos>, container_ref<Crd>>;
};
template <class Crd>
struct listed_level {
  static constexpr bool has_positions = false;
  using position = std::int64_t;
  using coordinate = Crd;
  using target = into_listed_target<container_ref<Crd>>;
};

/// Where iterations with equal coordinates stay together: the first iteration from `at` on that begins a run
/// of them.
template <class Crd>
__device__ std::int64_t start_of_run(const Crd* coordinates, std::int64_t begin, std::int64_t end,
                                     std::int64_t at) {
  if (at <= begin || at >= end || index(coordinates[at]) != index(coordinates[at - 1])) return at;
  return rt::segment_end(coordinates, at, end);
}

namespace detail {

template <int n, class Level>
struct numbered_level {
  Level value;
};
template <class Numbers, class... Levels>
struct level_list;
template <std::size_t... n, class... Levels>
struct level_list<std::index_sequence<n...>, Levels...> : numbered_level<static_cast<int>(n), Levels>... {};

template <class... Levels>
using levels_of = level_list<std::index_sequence_for<Levels...>, Levels...>;

template <int n, class Level>
INSUM_HOST_DEVICE Level& level_of(numbered_level<n, Level>& level) {
  return level.value;
}
template <int n, class Level>
INSUM_HOST_DEVICE const Level& level_of(const numbered_level<n, Level>& level) {
  return level.value;
}

/// What the first launch does with the coordinates of a level. Positions begin at 0 in each part.
class counting_level {
 public:
  static constexpr bool keeps = false;
  __device__ std::int64_t push(std::int64_t parent, std::int64_t c) {
    parent_ = parent, last_ = c;
    return count_++;
  }
  __device__ std::int64_t at(std::int64_t parent, std::int64_t c) {
    return parent == parent_ && c == last_ ? count_ - 1 : push(parent, c);
  }
  __device__ std::int64_t push(std::int64_t c) { return push(0, c); }
  __device__ std::int64_t at(std::int64_t c) { return at(0, c); }
  /// push() for `count` coordinates, which lanes put() at their places.
  __device__ std::int64_t append(std::int64_t parent, std::int64_t count) {
    parent_ = parent, last_ = -1;
    count_ += count;
    return count_ - count;
  }
  __device__ void put(std::int64_t, std::int64_t) const {}
  __device__ std::int64_t count() const { return count_; }

 private:
  std::int64_t count_ = 0, parent_ = -1, last_ = -1;
};

/// ... and with values: nothing.
struct counting_values {
  struct ignored {
    template <class T>
    __device__ void operator=(const T&) const {}
  };
  template <class T>
  __device__ void push(const T&) const {}
  __device__ std::int64_t append(std::int64_t) const { return 0; }
  template <class T>
  __device__ void extend(std::int64_t, const T&) const {}
  __device__ std::int64_t size() const { return INT64_MAX; }
  __device__ ignored operator[](std::int64_t) const { return {}; }
};

/// The arrays of a level in device memory.
template <class Level>
struct level_arrays {
  typename Level::position* pos = nullptr;  // counts under each parent, one place later; null: not counted
  typename Level::coordinate* crd = nullptr;
};

/// What the second launch does with the coordinates of a level. Positions are those of the result.
template <class Level>
class filling_level {
 public:
  static constexpr bool keeps = false;
  __device__ filling_level(const level_arrays<Level>& arrays, std::int64_t first, std::int64_t base,
                           bool leads)
      : arrays_(arrays), next_(first), base_(base), leads_(leads) {}
  __device__ std::int64_t push(std::int64_t parent, std::int64_t c) {
    const std::int64_t position = append(parent, 1);
    last_ = c;
    if (leads_) put(position, c);
    return position;
  }
  __device__ std::int64_t append(std::int64_t parent, std::int64_t count) {
    if (parent != parent_) count_parent();
    parent_ = parent, last_ = -1;
    of_parent_ += count, next_ += count;
    return next_ - count;
  }
  __device__ void put(std::int64_t position, std::int64_t c) const {
    arrays_.crd[position] = static_cast<typename Level::coordinate>(c + base_);
  }
  __device__ std::int64_t at(std::int64_t parent, std::int64_t c) {
    return parent == parent_ && c == last_ ? next_ - 1 : push(parent, c);
  }
  __device__ std::int64_t push(std::int64_t c) { return push(0, c); }
  __device__ std::int64_t at(std::int64_t c) { return at(0, c); }
  /// Parts may share a parent, all of a warp one of a few large ones.
  __device__ void count_parent() {
    if (leads_ && of_parent_ > 0 && arrays_.pos != nullptr)
      add_together(arrays_.pos + parent_ + 1, of_parent_);
    of_parent_ = 0;
  }

 private:
  level_arrays<Level> arrays_;
  std::int64_t next_, base_;
  std::int64_t parent_ = -1, last_ = -1, of_parent_ = 0;
  bool leads_;
};

/// One value for each position of the last level, or a block of them.
template <class Value>
class filling_values {
 public:
  class place {
   public:
    __device__ place(Value* at, bool leads) : at_(at), leads_(leads) {}
    template <class T>
    __device__ void operator=(const T& value) const {
      if (leads_) *at_ = rt::detail::to<Value>(value);
    }

   private:
    Value* at_;
    bool leads_;
  };
  __device__ filling_values(Value* to, std::int64_t first, bool leads)
      : to_(to), next_(first), leads_(leads) {}
  template <class T>
  __device__ void push(const T& value) {
    (*this)[next_++] = value;
  }
  __device__ std::int64_t append(std::int64_t count) { return (next_ += count) - count; }
  template <class Sum>
  __device__ void put(std::int64_t position, const Sum& value) const {
    to_[position] = rt::detail::to<Value>(value);
  }
  /// A block, all of which is `fill`.
  template <class T>
  __device__ void extend(std::int64_t block, const T& fill) {
    for (std::int64_t i = 0; i < block; ++i) (*this)[next_ * block + i] = fill;
    size_ = ++next_ * block;
  }
  /// The end of the last block.
  __device__ std::int64_t size() const { return size_; }
  __device__ place operator[](std::int64_t i) const { return {to_ + i, leads_}; }

 private:
  Value* to_;
  std::int64_t next_, size_ = 0;
  bool leads_;
};

template <int n, class Count, class Group>
struct counting_part {
  static constexpr bool fills = false;
  counting_values values;
  counting_level levels[n];
  part_counts<Count> counts;
  Group group;

  template <int l>
  __device__ counting_level& level() {
    return levels[l];
  }
  /// An entry of a list.
  template <class V, class... Coordinates>
  __device__ void update(const V&, Coordinates...) {
    static_assert(sizeof...(Coordinates) == n, "one for each level");
    for (int l = 0; l < n; ++l) levels[l].push(0);
  }
  __device__ bool adds_nothing() const { return false; }
  /// All lanes of the warp call it.
  __device__ void finish() const {
    for (int l = 0; l < n; ++l) counts.set(l, group, levels[l].count());
    if (thread_in_grid() == 0) counts.sums[n * counts.warps] = 0;
  }
};

template <class Value, class... Levels>
struct filling_part {
  static constexpr bool fills = true;
  filling_values<Value> values;
  levels_of<filling_level<Levels>...> levels;
  bool is_empty;

  template <int l>
  __device__ auto& level() {
    return level_of<l>(levels);
  }
  template <class V, class... Coordinates>
  __device__ void update(const V& value, Coordinates... coordinates) {
    push_each(std::index_sequence_for<Levels...>(), coordinates...);
    values.push(value);
  }
  /// As the counts say: nobody need look for it again.
  __device__ bool adds_nothing() const { return is_empty; }
  __device__ void finish() { finish_levels(std::index_sequence_for<Levels...>()); }

 private:
  template <std::size_t... l, class... Coordinates>
  __device__ void push_each(std::index_sequence<l...>, Coordinates... coordinates) {
    (level<static_cast<int>(l)>().push(coordinates), ...);
  }
  template <std::size_t... l>
  __device__ void finish_levels(std::index_sequence<l...>) {
    (level<static_cast<int>(l)>().count_parent(), ...);
  }
};

}  // namespace detail

}  // namespace cuda

INSUM_RT_END
