// Sparse results that a device builds. A launch counts what each of its groups adds to each level, a scan of
// the counts says where that belongs, and the same launch runs again and puts it there.
#pragma once

#include <array>
#include <tuple>

#include "../../core/container_ref.hpp"
#include "../result_limits.hpp"
#include "../sizes.hpp"
#include "arrays.hpp"
#include "parts.hpp"
#include "scan.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// The sums of these, once children are counted, are where the children of each parent begin.
template <class Pos>
__global__ void start_positions(Pos* pos, std::int64_t count, std::int64_t base, std::int64_t last) {
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_of_grid())
    pos[i] = static_cast<Pos>(i == 0 ? base : i == count - 1 ? last : 0);
}

/// A level of a result in device memory, and where it goes.
template <class Level>
struct level_memory {
  typename Level::target target;
  std::int64_t parents = 0, count = 0;
  /// All children are its only parent's: parts need not count them.
  bool is_single() const { return parents == 1; }
  buffer<typename Level::position> pos = {};
  buffer<typename Level::coordinate> crd = {};
};

}  // namespace detail

/// The memory that the containers of a result have.
enum class results_on { host, device };

namespace detail {

/// An array of a result: the memory that it goes to, and this call's arrays, where later kernels find it.
struct destination {
  const char* name;
  results_on where;
  cuda::arrays* all;

  template <class To, class From>
  void give(const container_ref<To>& container, buffer<From>& from, std::int64_t count) const {
    static_assert(sizeof(To) == sizeof(From), "the same elements");
    To* const to = container.resize(count);
    if (where == results_on::device)
      all->on_device(name, to);
    else if (count > 0)
      check_on_host(name, to);
    if (count > 0)
      check(cudaMemcpyAsync(to, from.data(), static_cast<std::size_t>(count) * sizeof(To), cudaMemcpyDefault,
                            all->stream().get()),
            "cudaMemcpyAsync");
    if (where == results_on::host) all->built(to, count, buffer<To>(from.release()));
  }
  /// The host may look at its arrays.
  void finish() const {
    if (where == results_on::host) check(cudaStreamSynchronize(all->stream().get()), "cudaStreamSynchronize");
  }
};

}  // namespace detail

/// A result while it is built: one launch with count(), then one of the same shape with place(), then
/// finish(). Containers are changed by finish() only.
template <class Value, class... Levels>
class assembly {
  static constexpr int levels = static_cast<int>(sizeof...(Levels));
  using numbers = std::index_sequence_for<Levels...>;
  using value = typename in_kernels<Value>::type;
  /// What is too much for the positions of some level need not be told from others.
  using number =
      std::conditional_t<((sizeof(typename Levels::position) <= 4) && ...), std::uint32_t, std::int64_t>;

 public:
  /// What kernels get; of(group) is the part of a group. All lanes of a warp ask at once.
  struct counting {
    detail::part_counts<number> counts;
    template <class Group>
    __device__ detail::counting_part<levels, number, Group> of(const Group& group) const {
      return {{}, {}, counts, group};
    }
  };
  struct filling {
    detail::part_counts<number> counts;
    std::int64_t base;
    value* values;
    detail::levels_of<detail::level_arrays<Levels>...> arrays;
    template <class Group>
    __device__ detail::filling_part<value, Levels...> of(const Group& group) const {
      return part_of(group, numbers());
    }

   private:
    template <class Group, std::size_t... l>
    __device__ detail::filling_part<value, Levels...> part_of(const Group& group,
                                                              std::index_sequence<l...>) const {
      const number added[] = {counts.count(l, group)...};
      const std::int64_t first[] = {counts.first(l, group, added[l])...};
      const bool leads = group.leads();
      return {{values, first[levels - 1], leads},
              {{{detail::level_of<static_cast<int>(l)>(arrays), first[l], base, leads}}...},
              ((added[l] == 0) && ...)};
    }
  };

  /// `base` is added to positions and coordinates; `block`: elements for each position of the last level.
  assembly(const char* name, results_on where, arrays& all, const shape& size, std::int64_t base,
           std::int64_t block, typename Levels::target... targets, const container_ref<Value>& values)
      : name_(name),
        to_{name, where, &all},
        stream_(all.stream()),
        parts_(size.groups()),
        warps_(detail::part_counts<number>::warps_of(size)),
        base_(base),
        block_(block),
        levels_{{{targets}}...},
        result_(values),
        sums_(stream_, levels * warps_ + 1),
        counts_(stream_, levels * parts_) {}

  counting count() const { return {counts()}; }

  /// Throws size_error where a count is too large for positions.
  filling place() {
    std::int64_t* const sums = sums_.data();
    detail::sum_up<detail::sums::exclusive>(stream_, sums, levels * warps_ + 1);
    std::array<std::int64_t, levels + 1> starts{};
    for (std::size_t l = 1; l < starts.size(); ++l)
      check(cudaMemcpyAsync(&starts[l], sums + static_cast<std::int64_t>(l) * warps_, sizeof(std::int64_t),
                            cudaMemcpyDeviceToHost, stream_.get()),
            "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize");
    filling result{counts(), base_, nullptr, {}};
    rt::detail::in_name_of(name_, [&] { place_levels(starts, result, numbers()); });
    values_ = buffer<value>(stream_, value_count());
    result.values = values_.data();
    return result;
  }

  /// Throws memory_error where there is none for the arrays of the host.
  void finish() {
    rt::detail::in_name_of(name_, [&] {
      finish_levels(numbers());
      to_.give(result_, values_, value_count());
    });
    to_.finish();
  }

 private:
  detail::part_counts<number> counts() const { return {sums_.data(), counts_.data(), parts_, warps_}; }
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
      m.pos = buffer<typename Level::position>(stream_, size);
      launch(detail::start_positions<typename Level::position>, shape_of(size), stream_, m.pos.data(), size,
             base_, m.is_single() ? m.count + base_ : 0);
      if (!m.is_single()) arrays.pos = m.pos.data();
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
      if (!m.is_single()) detail::sum_up(stream_, m.pos.data(), size);
      to_.give(m.target.pos, m.pos, size);
    }
    to_.give(m.target.crd, m.crd, m.count);
  }

  const char* name_;
  detail::destination to_;
  insum::cuda::detail::shared_stream stream_;
  std::int64_t parts_, warps_, base_, block_;
  detail::levels_of<detail::level_memory<Levels>...> levels_;
  container_ref<Value> result_;
  buffer<std::int64_t> sums_;  // of warps, then where each begins
  buffer<number> counts_;
  buffer<value> values_;
};

}  // namespace cuda

INSUM_RT_END
