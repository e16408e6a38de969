// New values for a sparse result whose structure stays. Kernels see a part as assemblies give them; instead
// of appending, its levels find what they are given among what is stored.
#pragma once

#include <array>

#include "../kept_mode.hpp"
#include "../sizes.hpp"
#include "arrays.hpp"
#include "parts.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// The first entry that the result lacks: whether there is one, its level, the position above it and its
/// coordinate there.
struct lacking_entry {
  unsigned long long* found;
  std::int64_t* place;

  __device__ void report(int level, std::int64_t parent, std::int64_t c) const {
    if (atomicCAS(found, 0ULL, 1ULL) == 0) place[0] = level, place[1] = parent, place[2] = c;
  }
};

/// The first of [first, last) for which before() is false.
template <class Before>
__device__ std::int64_t first_not(std::int64_t first, std::int64_t last, const Before& before) {
  while (first < last) {
    const std::int64_t middle = first + (last - first) / 2;
    if (before(middle))
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

}  // namespace detail

/// A level with a position array, of `parents` positions in all; -1: `each` for every position of the level
/// above.
template <class Pos, class Crd>
struct kept_compressed {
  static constexpr bool keeps = true, listed = false;

  kept_compressed(kept_mode of_mode, const Pos* positions, const Crd* coordinates, std::int64_t in_all,
                  std::int64_t for_each = 1)
      : mode(of_mode), pos(positions), crd(coordinates), parents(in_all), each(for_each) {}

  /// How many positions it has, where the level above has `above`.
  std::int64_t count(const insum::cuda::detail::shared_stream& stream, std::int64_t first,
                     std::int64_t above) const {
    Pos last{};
    check(cudaMemcpyAsync(&last, pos + (parents >= 0 ? parents : above * each), sizeof last,
                          cudaMemcpyDeviceToHost, stream.get()),
          "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream.get()), "cudaStreamSynchronize");
    return index(last) - first;
  }

  /// The position of coordinate c under `parent`; -1 where there is none.
  __device__ std::int64_t find(std::int64_t parent, std::int64_t c) const {
    if (parent < 0) return -1;  // which is lacking itself
    const std::int64_t end = index(pos[parent + 1]) - base, first = index(pos[parent]) - base;
    const std::int64_t p =
        detail::first_not(first, end, [&](std::int64_t q) { return index(crd[q]) - base < c; });
    if (p < end && index(crd[p]) - base == c) return p;
    lacking.report(number, parent, c);
    return -1;
  }
  __device__ std::int64_t push(std::int64_t parent, std::int64_t c) { return place = find(parent, c); }
  __device__ std::int64_t at(std::int64_t parent, std::int64_t c) { return push(parent, c); }

  kept_mode mode;
  const Pos* pos;
  const Crd* crd;
  std::int64_t parents, each, base = 0, place = -1;
  int number = 0;
  detail::lacking_entry lacking{};
};

/// The coordinates of one mode of a list of entries: they are looked for together, when the last one is
/// known.
template <class Crd>
struct kept_listed {
  static constexpr bool keeps = true, listed = true;

  kept_listed(kept_mode of_mode, const Crd* coordinates, std::int64_t entries)
      : mode(of_mode), crd(coordinates), size(entries) {}
  std::int64_t count(const insum::cuda::detail::shared_stream&, std::int64_t, std::int64_t) const {
    return size;
  }
  __device__ void push(std::int64_t c) { wanted = c; }
  /// -1, 0 or 1 where entry q comes before, at or after the wanted coordinate.
  __device__ int order(std::int64_t q) const {
    const std::int64_t c = index(crd[q]) - base;
    return c < wanted ? -1 : c > wanted;
  }

  kept_mode mode;
  const Crd* crd;
  std::int64_t size, base = 0, wanted = 0, place = -1;
  int number = 0;
  detail::lacking_entry lacking{};
};

namespace detail {

/// Values at the positions of the last level.
template <class Value>
class kept_values {
 public:
  class element {
   public:
    __device__ element(Value* at, bool writes) : at_(at), writes_(writes) {}
    template <class T>
    __device__ void operator=(const T& value) const {
      if (writes_) *at_ = rt::detail::to<Value>(value);
    }

   private:
    Value* at_;
    bool writes_;
  };
  __device__ kept_values(Value* to, const std::int64_t* place, bool leads)
      : to_(to), place_(place), leads_(leads) {}
  template <class T>
  __device__ void push(const T& value) const {
    (*this)[*place_] = value;
  }
  template <class Sum>
  __device__ void put(std::int64_t position, const Sum& value) const {
    if (position >= 0) to_[position] = rt::detail::to<Value>(value);
  }
  /// Every block has its place already.
  __device__ static std::int64_t size() { return INT64_MAX; }
  template <class T>
  __device__ static void extend(std::int64_t, const T&) {}
  __device__ element operator[](std::int64_t i) const { return {to_ + i, leads_ && i >= 0}; }

 private:
  Value* to_;
  const std::int64_t* place_;
  bool leads_;
};

template <class Value, class... Levels>
class kept_part {
  static constexpr int last = static_cast<int>(sizeof...(Levels)) - 1;
  static constexpr bool listed = (Levels::listed && ...);
  using numbers = std::index_sequence_for<Levels...>;

  /// The last coordinate of an entry: with it the entry is found.
  struct last_of_list {
    kept_part& part;
    __device__ void push(std::int64_t c) const { part.find_listed(c); }
  };

 public:
  static constexpr bool fills = true;

  __device__ kept_part(const levels_of<Levels...>& levels, Value* to, bool leads)
      : values(to, &level_of<last>(levels_).place, leads), levels_(levels) {}
  kept_part(const kept_part&) = delete;
  kept_part& operator=(const kept_part&) = delete;

  template <int l>
  __device__ decltype(auto) level() {
    if constexpr (listed && l == last)
      return last_of_list{*this};
    else
      return (level_of<l>(levels_));
  }
  __device__ void finish() const {}

  kept_values<Value> values;

 private:
  __device__ void find_listed(std::int64_t c) {
    auto& innermost = level_of<last>(levels_);
    innermost.push(c);
    const std::int64_t p =
        first_not(0, innermost.size, [&](std::int64_t q) { return order(q, numbers()) < 0; });
    innermost.place = p < innermost.size && order(p, numbers()) == 0 ? p : -1;
    if (innermost.place < 0) innermost.lacking.report(last, -1, c);
  }
  template <std::size_t... l>
  __device__ int order(std::int64_t q, std::index_sequence<l...>) const {
    int result = 0;
    ((result = result != 0 ? result : level_of<static_cast<int>(l)>(levels_).order(q)), ...);
    return result;
  }

  levels_of<Levels...> levels_;
};

template <class Value>
__global__ void fill_values(Value* values, std::int64_t count, Value value, unsigned long long* found) {
  if (thread_in_grid() == 0) *found = 0;
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_of_grid()) values[i] = value;
}

}  // namespace detail

/// A result while it gets new values: fill(), a launch with part(), then finish().
template <class Value, class... Levels>
class kept_entries {
  using numbers = std::index_sequence_for<Levels...>;

 public:
  /// What kernels get; of(group) is the part of a group.
  struct refreshing {
    detail::levels_of<Levels...> levels;
    Value* to;
    template <class Group>
    __device__ detail::kept_part<Value, Levels...> of(const Group& group) const {
      return detail::kept_part<Value, Levels...>(levels, to, group.leads());
    }
  };
  /// The elements of the result, of the user's type.
  struct {
    Value* elements;
    struct place {
      Value* at;
      template <class T>
      operator T*() const {
        return reinterpret_cast<T*>(at);
      }
    };
    place data() const { return {elements}; }
  } values;

  /// `block` values for each position of the last of `levels`, outermost first. Numbers in storage begin at
  /// `base`.
  kept_entries(arrays& all, const char* name, std::int64_t base, Value* elements, std::int64_t block,
               const Levels&... levels)
      : values{elements},
        name_(name),
        stream_(all.stream()),
        found_(stream_, 1),
        place_(stream_, 3),
        modes_{levels.mode...},
        levels_{{levels}...} {
    open(base, numbers());
    count_ = checked_mul(count_, block, "elements of a sparse result");
    if (count_ > 0) all.on_device(name, elements);
  }
  kept_entries(const kept_entries&) = delete;
  kept_entries& operator=(const kept_entries&) = delete;

  std::int64_t count() const { return count_; }
  void fill(const Value& value) const {
    launch(detail::fill_values<Value>, shape_of(count_ > 0 ? count_ : 1), stream_, values.elements, count_,
           value, found_.data());
  }
  refreshing part() const { return {levels_, values.elements}; }

  /// Waits. Throws storage_error where an entry was computed that the result lacks.
  void finish() const {
    unsigned long long found = 0;
    std::array<std::int64_t, 3> place{};
    check(cudaMemcpyAsync(&found, found_.data(), sizeof found, cudaMemcpyDeviceToHost, stream_.get()),
          "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize");
    if (found == 0) return;
    check(cudaMemcpyAsync(place.data(), place_.data(), sizeof place, cudaMemcpyDeviceToHost, stream_.get()),
          "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize");
    rt::detail::throw_lacking(name_, modes_[static_cast<std::size_t>(place[0])], place[1], place[2]);
  }

 private:
  template <std::size_t... l>
  void open(std::int64_t base, std::index_sequence<l...>) {
    (open_level(detail::level_of<static_cast<int>(l)>(levels_), static_cast<int>(l), base), ...);
  }
  template <class Level>
  void open_level(Level& level, int number, std::int64_t base) {
    count_ = level.count(stream_, base, count_);
    level.number = number, level.base = base;
    level.lacking = {found_.data(), place_.data()};
  }

  const char* name_;
  insum::cuda::detail::shared_stream stream_;
  buffer<unsigned long long> found_;
  buffer<std::int64_t> place_;
  std::array<kept_mode, sizeof...(Levels)> modes_;
  detail::levels_of<Levels...> levels_;
  std::int64_t count_ = 1;
};

template <class Value, class... Levels>
kept_entries<Value, Levels...> keep(arrays& all, const char* name, std::int64_t base, Value* elements,
                                    std::int64_t block, const Levels&... levels) {
  return kept_entries<Value, Levels...>(all, name, base, elements, block, levels...);
}

/// A copy of the values of a result that is read while it gets new ones.
template <class T>
class old_values {
 public:
  template <class Kept>
  old_values(arrays& all, const Kept& kept) : copy_(all.stream(), kept.count()) {
    if (kept.count() == 0) return;
    check(cudaMemcpyAsync(copy_.data(), kept.values.elements,
                          static_cast<std::size_t>(kept.count()) * sizeof(T), cudaMemcpyDeviceToDevice,
                          all.stream().get()),
          "cudaMemcpyAsync");
    all.on_device("old values", copy_.data());
  }
  T* data() const { return copy_.data(); }

 private:
  buffer<T> copy_;
};

}  // namespace cuda

INSUM_RT_END
