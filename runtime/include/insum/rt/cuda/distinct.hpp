// Which of listed entries have the same coordinates: their order by coordinates, and the places of those that
// differ.
#pragma once

#include <array>

#include "scan.hpp"
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

template <int modes>
using number_arrays = std::array<buffer<std::int64_t>, static_cast<std::size_t>(modes)>;

template <int modes>
coordinate_arrays<modes> arrays_of(const number_arrays<modes>& list) {
  coordinate_arrays<modes> result{};
  for (int m = 0; m < modes; ++m) result.of[m] = list[static_cast<std::size_t>(m)].data();
  return result;
}

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

/// The last mode first, with as many others as make one number.
template <int modes>
void sort_by_coordinates(entry_order& order, joint_coordinate<modes> key) {
  key.last = modes;
  while (key.last > 0) {
    key.first = key.last - 1;
    std::int64_t bound = key.sizes[key.first];
    while (key.first > 0 && !__builtin_mul_overflow(bound, key.sizes[key.first - 1], &bound)) --key.first;
    bound = 1;
    for (int m = key.first; m < key.last; ++m) bound *= key.sizes[m];
    order.sort_by(key, bound);
    key.last = key.first;
  }
}

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

/// Waits.
inline std::int64_t number_at(const insum::cuda::detail::shared_stream& stream, const std::int64_t* place) {
  std::int64_t number = 0;
  check(cudaMemcpyAsync(&number, place, sizeof number, cudaMemcpyDeviceToHost, stream.get()),
        "cudaMemcpyAsync");
  check(cudaStreamSynchronize(stream.get()), "cudaStreamSynchronize");
  return number;
}

/// Of `listed` entries those whose coordinates differ, sorted; those of one place stay in their order.
template <int modes>
class distinct_entries {
 public:
  /// Waits. Throws size_error where a device cannot sort so many.
  distinct_entries(const insum::cuda::detail::shared_stream& stream,
                   const coordinate_arrays<modes>& listed_at, std::int64_t listed,
                   const std::array<std::int64_t, static_cast<std::size_t>(modes)>& sizes)
      : order_(stream, listed) {
    if (listed == 0) return;
    joint_coordinate<modes> key{listed_at, {}, 0, modes};
    for (std::size_t m = 0; m < sizes.size(); ++m) key.sizes[m] = sizes[m];
    sort_by_coordinates(order_, key);
    const shape size = cuda::shape_of(listed);
    places_ = buffer<std::int64_t>(stream, listed);
    launch(mark_first_entries<modes>, size, stream, places_.data(), listed_at, order_.data(), listed);
    sum_up(stream, places_.data(), listed);
    count_ = number_at(stream, places_.data() + (listed - 1));
    starts_ = buffer<std::int64_t>(stream, count_ + 1);
    for (buffer<std::int64_t>& crd : crd_) crd = buffer<std::int64_t>(stream, count_);
    launch(place_first_entries<modes>, size, stream, arrays_of<modes>(crd_), starts_.data(), places_.data(),
           listed_at, order_.data(), listed);
  }

  std::int64_t count() const { return count_; }
  number_arrays<modes>& coordinates() { return crd_; }
  /// The listed entries in order; those of place p are starts()[p] to starts()[p + 1] - 1 of these.
  const entry_number* order() const { return order_.data(); }
  const std::int64_t* starts() const { return starts_.data(); }
  /// For each in order, its place, one too high.
  const std::int64_t* places() const { return places_.data(); }

 private:
  entry_order order_;
  std::int64_t count_ = 0;
  buffer<std::int64_t> places_, starts_;
  number_arrays<modes> crd_;
};

}  // namespace detail

}  // namespace cuda

INSUM_RT_END
