// Sparse results that a device builds. A launch counts what each of its groups adds to each level, a scan of
// the counts says where that belongs, and the same launch runs again and puts it there.
#pragma once

#include <cub/device/device_scan.cuh>

#include <array>
#include <tuple>

#include "../../core/container_ref.hpp"
#include "../position_range.hpp"
#include "../result_targets.hpp"
#include "../search.hpp"
#include "../sizes.hpp"
#include "arrays.hpp"
#include "atomic.hpp"
#include "complex.hpp"
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
  /// Parts may share a parent.
  __device__ void count_parent() {
    if (leads_ && of_parent_ > 0 && arrays_.pos != nullptr)
      atomic_update<op_add>(arrays_.pos + parent_ + 1, of_parent_);
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
  __device__ void put(std::int64_t position, const Value& value) const { to_[position] = value; }
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

template <int n>
struct counting_part {
  static constexpr bool fills = false;
  counting_values values;
  counting_level levels[n];
  std::int64_t *counts, parts, number;
  bool leads;

  template <int l>
  __device__ counting_level& level() {
    return levels[l];
  }
  __device__ void finish() const {
    if (!leads) return;
    for (int l = 0; l < n; ++l) counts[l * parts + number] = levels[l].count();
    if (number == 0) counts[n * parts] = 0;
  }
};

template <class Value, class... Levels>
struct filling_part {
  static constexpr bool fills = true;
  filling_values<Value> values;
  levels_of<filling_level<Levels>...> levels;

  template <int l>
  __device__ auto& level() {
    return level_of<l>(levels);
  }
  __device__ void finish() { finish_levels(std::index_sequence_for<Levels...>()); }

 private:
  template <std::size_t... l>
  __device__ void finish_levels(std::index_sequence<l...>) {
    (level<static_cast<int>(l)>().count_parent(), ...);
  }
};

/// The sums of these are where the children of each parent begin.
template <class Pos>
__global__ void start_positions(Pos* pos, std::int64_t count, std::int64_t base, std::int64_t last) {
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_of_grid())
    pos[i] = static_cast<Pos>(i == 0 ? base : i == count - 1 ? last : 0);
}

/// CUB's scans: each is called once for the size of its memory, and once to run.
template <class Scan>
void run_scan(const insum::cuda::detail::shared_stream& stream, const char* name, Scan&& scan) {
  std::size_t bytes = 0;
  check(scan(nullptr, bytes), name);
  const buffer<unsigned char> memory(stream, static_cast<std::int64_t>(bytes));
  check(scan(memory.data(), bytes), name);
}

/// A level of a result in device memory, and where it goes.
template <class Level>
struct level_memory {
  typename Level::target target;
  std::int64_t parents = 0, count = 0;
  buffer<typename Level::position> pos = {};
  buffer<typename Level::coordinate> crd = {};
};

}  // namespace detail

/// The memory that the containers of a result have.
enum class results_on { host, device };

/// A result while it is built: one launch with count(), then one of the same shape with place(), then
/// finish(). Containers are changed by finish() only.
template <class Value, class... Levels>
class assembly {
  static constexpr int levels = static_cast<int>(sizeof...(Levels));
  using numbers = std::index_sequence_for<Levels...>;
  using value = typename in_kernels<Value>::type;

 public:
  /// What kernels get; of(group) is the part of a group.
  struct counting {
    std::int64_t *counts, parts;
    template <class Group>
    __device__ detail::counting_part<levels> of(const Group& group) const {
      return {{}, {}, counts, parts, group.index(), group.leads()};
    }
  };
  struct filling {
    const std::int64_t* starts;
    std::int64_t parts, base;
    value* values;
    detail::levels_of<detail::level_arrays<Levels>...> arrays;
    template <class Group>
    __device__ detail::filling_part<value, Levels...> of(const Group& group) const {
      return part_of(group, numbers());
    }

   private:
    __device__ std::int64_t first(std::size_t level, std::int64_t part) const {
      const std::int64_t* const of_level = starts + static_cast<std::int64_t>(level) * parts;
      return of_level[part] - of_level[0];
    }
    template <class Group, std::size_t... l>
    __device__ detail::filling_part<value, Levels...> part_of(const Group& group,
                                                              std::index_sequence<l...>) const {
      const std::int64_t part = group.index();
      const bool leads = group.leads();
      return {{values, first(levels - 1, part), leads},
              {{{detail::level_of<static_cast<int>(l)>(arrays), first(l, part), base, leads}}...}};
    }
  };

  /// `name`: of the result, for messages. `base` is added to positions and coordinates; `block`: elements for
  /// each position of the last level.
  assembly(const char* name, results_on where, const insum::cuda::detail::shared_stream& stream,
           const shape& size, std::int64_t base, std::int64_t block, typename Levels::target... targets,
           const container_ref<Value>& values)
      : name_(name),
        where_(where),
        stream_(stream),
        parts_(size.groups()),
        base_(base),
        block_(block),
        levels_{{{targets}}...},
        result_(values),
        counts_(stream, levels * parts_ + 1) {}

  counting count() const { return {counts_.data(), parts_}; }

  /// Throws size_error where a count is too large for positions.
  filling place() {
    std::int64_t* const counts = counts_.data();
    const std::int64_t all = levels * parts_ + 1;
    detail::run_scan(stream_, "cub::DeviceScan::ExclusiveSum", [&](void* memory, std::size_t& bytes) {
      return cub::DeviceScan::ExclusiveSum(memory, bytes, counts, counts, all, stream_.get());
    });
    std::array<std::int64_t, levels + 1> starts{};
    for (std::size_t l = 0; l < starts.size(); ++l)
      copy(&starts[l], counts + static_cast<std::int64_t>(l) * parts_, 1);
    wait();
    filling result{counts, parts_, base_, nullptr, {}};
    place_levels(starts, result, numbers());
    values_ = buffer<value>(stream_, value_count());
    result.values = values_.data();
    return result;
  }

  void finish() {
    finish_levels(numbers());
    give(result_, values_.data(), value_count());
    wait();
  }

 private:
  template <std::size_t l>
  auto& level() {
    return detail::level_of<static_cast<int>(l)>(levels_);
  }
  std::int64_t value_count() {
    return checked_mul(level<levels - 1>().count, block_, "elements of a sparse result");
  }

  template <std::size_t... l>
  void place_levels(const std::array<std::int64_t, levels + 1>& starts, filling& result,
                    std::index_sequence<l...>) {
    ((level<l>().count = starts[l + 1] - starts[l]), ...);
    (set_parents<l>(), ...);
    (place_level(level<l>(), detail::level_of<static_cast<int>(l)>(result.arrays)), ...);
  }
  template <std::size_t l>
  void set_parents() {
    auto& m = level<l>();
    if constexpr (std::tuple_element_t<l, std::tuple<Levels...>>::has_positions) {
      rt::detail::check_position_range<typename std::tuple_element_t<l, std::tuple<Levels...>>::position>(
          m.count + base_);
      m.parents = m.target.parents;
      if constexpr (l > 0)
        if (m.parents < 0)
          m.parents = checked_mul(level<l - 1>().count, m.target.each, "positions of a level");
    }
  }
  template <class Level>
  void place_level(detail::level_memory<Level>& m, detail::level_arrays<Level>& arrays) {
    m.crd = buffer<typename Level::coordinate>(stream_, m.count);
    arrays.crd = m.crd.data();
    if constexpr (Level::has_positions) {
      const std::int64_t size = m.parents + 1;
      const bool single = m.parents == 1;  // all is known, and parts need not count in one place
      m.pos = buffer<typename Level::position>(stream_, size);
      launch(detail::start_positions<typename Level::position>, shape_of(size), stream_, m.pos.data(), size,
             base_, single ? m.count : 0);
      if (!single) arrays.pos = m.pos.data();
    }
  }

  template <std::size_t... l>
  void finish_levels(std::index_sequence<l...>) {
    (finish_level(level<l>()), ...);
  }
  template <class Level>
  void finish_level(detail::level_memory<Level>& m) {
    if constexpr (Level::has_positions) {
      const std::int64_t size = m.parents + 1;
      typename Level::position* const pos = m.pos.data();
      detail::run_scan(stream_, "cub::DeviceScan::InclusiveSum", [&](void* memory, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveSum(memory, bytes, pos, pos, size, stream_.get());
      });
      give(m.target.pos, pos, size);
    }
    give(m.target.crd, m.crd.data(), m.count);
  }

  template <class To, class From>
  void give(const container_ref<To>& container, const From* from, std::int64_t count) {
    To* const to = container.resize(count);
    if (count == 0) return;
    if (where_ == results_on::device)
      check_on_device(name_, to);
    else
      check_on_host(name_, to);
    copy(to, from, count);
  }
  template <class To, class From>
  void copy(To* to, const From* from, std::int64_t count) {
    static_assert(sizeof(To) == sizeof(From), "the same elements");
    if (count > 0)
      check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(count) * sizeof(To), cudaMemcpyDefault,
                            stream_.get()),
            "cudaMemcpyAsync");
  }
  void wait() { check(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize"); }

  const char* name_;
  results_on where_;
  insum::cuda::detail::shared_stream stream_;
  std::int64_t parts_, base_, block_;
  detail::levels_of<detail::level_memory<Levels>...> levels_;
  container_ref<Value> result_;
  buffer<std::int64_t> counts_;  // then where each part begins
  buffer<value> values_;
};

}  // namespace cuda

INSUM_RT_END
