// Entries that kernels compute in any order, and several times: listed as they come, sorted by their
// coordinates, and those of one place combined in the order in which they came.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "assemble.hpp"
#include "growing.hpp"
#include "sort.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

template <int modes>
struct coordinate_arrays {
  std::int64_t* of[modes];

  __device__ bool differ(std::int64_t a, std::int64_t b) const {
    bool found = false;
    for (int m = 0; m < modes; ++m) found |= of[m][a] != of[m][b];
    return found;
  }
};

/// The coordinates of modes first .. last - 1 of an entry, as one number.
template <int modes>
struct joint_coordinate {
  coordinate_arrays<modes> coordinates;
  std::int64_t sizes[modes];
  int first, last;

  __device__ std::int64_t operator()(std::int64_t entry) const {
    std::int64_t key = 0;
    for (int m = first; m < last; ++m) key = key * sizes[m] + coordinates.of[m][entry];
    return key;
  }
};

/// The sums of these are the places of entries, one too high.
template <int modes>
__global__ void mark_first_entries(std::int64_t* marks, coordinate_arrays<modes> coordinates,
                                   const entry_number* order, std::int64_t count) {
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_of_grid())
    marks[i] = i == 0 || coordinates.differ(order[i - 1], order[i]) ? 1 : 0;
}
template <int modes>
__global__ void place_first_entries(coordinate_arrays<modes> to, std::int64_t* starts,
                                    const std::int64_t* places, coordinate_arrays<modes> coordinates,
                                    const entry_number* order, std::int64_t count) {
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_of_grid()) {
    const std::int64_t place = places[i] - 1;
    if (i + 1 == count) starts[place + 1] = count;
    if (i > 0 && places[i - 1] == places[i]) continue;
    starts[place] = i;
    for (int m = 0; m < modes; ++m) to.of[m][place] = coordinates.of[m][order[i]];
  }
}
template <class Op, class Value>
__global__ void combine_entries(Value* to, const std::int64_t* starts, std::int64_t places,
                                const Value* values, const entry_number* order) {
  for (std::int64_t p = thread_in_grid(); p < places; p += threads_of_grid()) {
    Value value = values[order[starts[p]]];
    for (std::int64_t i = starts[p] + 1; i < starts[p + 1]; ++i) rt::update<Op>(value, values[order[i]]);
    to[p] = value;
  }
}

}  // namespace detail

/// A list for each launch, then finish(), and it is one sorted list.
template <class T, class Op, int modes>
class entries {
  using value = typename in_kernels<T>::type;
  using coordinates_of = detail::coordinate_arrays<modes>;

  /// What one launch adds.
  struct list {
    explicit list(const insum::cuda::detail::shared_stream& stream) : values(stream) {
      for (int m = 0; m < modes; ++m) {
        crd.push_back(std::make_unique<growing<std::int64_t>>(stream));
        refs[static_cast<std::size_t>(m)] = crd.back()->ref();
      }
    }
    std::vector<std::unique_ptr<growing<std::int64_t>>> crd;
    std::array<container_ref<std::int64_t>, static_cast<std::size_t>(modes)> refs;
    growing<T> values;
  };
  template <std::size_t>
  struct level {
    using type = listed_level<std::int64_t>;
  };
  template <class Numbers>
  struct lists_of;
  template <std::size_t... m>
  struct lists_of<std::index_sequence<m...>> {
    using type = assembly<T, typename level<m>::type...>;
    static type make(arrays& all, const shape& size, list& to) {
      return type("entries", results_on::device, all, size, 0, 1, {to.refs[m]}..., to.values.ref());
    }
  };
  using lists = lists_of<std::make_index_sequence<static_cast<std::size_t>(modes)>>;

 public:
  explicit entries(arrays& all) : all_(all) {}

  /// For the next launch.
  typename lists::type add(const shape& size) {
    lists_.push_back(std::make_unique<list>(all_.stream()));
    return lists::make(all_, size, *lists_.back());
  }

  /// `sizes`: of the modes. Throws size_error where a device cannot sort so many.
  template <class... Sizes>
  void finish(Sizes... sizes) {
    static_assert(sizeof...(Sizes) == modes, "one for each mode");
    join_lists();
    detail::entry_order order(all_.stream(), listed_);
    detail::joint_coordinate<modes> key{
        arrays_of(listed_crd_), {static_cast<std::int64_t>(sizes)...}, 0, modes};
    while (key.last > 0) {  // the last mode first, with as many others as make one number
      key.first = key.last - 1;
      std::int64_t bound = key.sizes[key.first];
      while (key.first > 0 && !__builtin_mul_overflow(bound, key.sizes[key.first - 1], &bound)) --key.first;
      bound = 1;
      for (int m = key.first; m < key.last; ++m) bound *= key.sizes[m];
      order.sort_by(key, bound);
      key.last = key.first;
    }
    combine(key.coordinates, order);
  }

  std::int64_t count() const { return count_; }
  template <int m>
  std::int64_t* coordinates() const {
    return crd_[m].data();
  }
  T* values() const { return reinterpret_cast<T*>(values_.data()); }

 private:
  using numbers = std::array<buffer<std::int64_t>, static_cast<std::size_t>(modes)>;
  static coordinates_of arrays_of(const numbers& list) {
    coordinates_of result{};
    for (int m = 0; m < modes; ++m) result.of[m] = list[static_cast<std::size_t>(m)].data();
    return result;
  }

  void join_lists() {
    for (const auto& l : lists_) listed_ += l->values.size();
    listed_values_ = buffer<value>(all_.stream(), listed_);
    for (buffer<std::int64_t>& crd : listed_crd_) crd = buffer<std::int64_t>(all_.stream(), listed_);
    std::int64_t at = 0;
    for (const auto& l : lists_) {
      const std::int64_t count = l->values.size();
      append(listed_values_.data() + at, l->values.data(), count);
      for (std::size_t m = 0; m < l->crd.size(); ++m)
        append(listed_crd_[m].data() + at, l->crd[m]->data(), count);
      at += count;
    }
    lists_.clear();
  }
  template <class To, class From>
  void append(To* to, const From* from, std::int64_t count) const {
    if (count > 0)
      check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(count) * sizeof(To), cudaMemcpyDeviceToDevice,
                            all_.stream().get()),
            "cudaMemcpyAsync");
  }

  /// One entry of those that have the same coordinates.
  void combine(const coordinates_of& coordinates, const detail::entry_order& order) {
    if (listed_ == 0) return;
    const insum::cuda::detail::shared_stream& stream = all_.stream();
    const shape size = shape_of(listed_);
    const buffer<std::int64_t> places(stream, listed_);
    launch(detail::mark_first_entries<modes>, size, stream, places.data(), coordinates, order.data(),
           listed_);
    detail::run_cub(stream, "cub::DeviceScan::InclusiveSum", [&](void* memory, std::size_t& bytes) {
      return cub::DeviceScan::InclusiveSum(memory, bytes, places.data(), places.data(), listed_,
                                           stream.get());
    });
    check(cudaMemcpyAsync(&count_, places.data() + (listed_ - 1), sizeof count_, cudaMemcpyDeviceToHost,
                          stream.get()),
          "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream.get()), "cudaStreamSynchronize");
    const buffer<std::int64_t> starts(stream, count_ + 1);
    for (buffer<std::int64_t>& crd : crd_) crd = buffer<std::int64_t>(stream, count_);
    values_ = buffer<value>(stream, count_);
    launch(detail::place_first_entries<modes>, size, stream, arrays_of(crd_), starts.data(), places.data(),
           coordinates, order.data(), listed_);
    launch(detail::combine_entries<Op, value>, shape_of(count_), stream, values_.data(), starts.data(),
           count_, listed_values_.data(), order.data());
  }

  arrays& all_;
  std::vector<std::unique_ptr<list>> lists_;
  std::int64_t listed_ = 0, count_ = 0;
  numbers listed_crd_, crd_;
  buffer<value> listed_values_, values_;
};

}  // namespace cuda

INSUM_RT_END
