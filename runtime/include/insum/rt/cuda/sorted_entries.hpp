// The entries of a tensor in device memory as one sorted list, without duplicates: what conversions start
// from.
#pragma once

#include "distinct.hpp"
#include "each.hpp"
#include "entries.hpp"
#include "stored_entries.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

template <class Value, int modes>
struct entry_list {
  number_arrays<modes> crd;  // of the modes in the order by which they are sorted
  std::array<std::int64_t, static_cast<std::size_t>(modes)> sizes{};
  buffer<Value> values;
  std::int64_t count = 0;
};

template <class Slots, class Value, int modes>
struct mark_used_slots {
  Slots slots;
  std::int64_t* marks;
  __device__ void operator()(std::int64_t i) const {
    std::int64_t x[modes];
    Value value{};
    marks[i] = slots.find(i, x, value) ? 1 : 0;
  }
};
/// `places` of entries are one too high.
template <class Slots, class Value, int modes>
struct take_used_slots {
  Slots slots;
  const std::int64_t* places;
  coordinate_arrays<modes> crd;
  Value* values;
  __device__ void operator()(std::int64_t i) const {
    if (places[i] == (i == 0 ? 0 : places[i - 1])) return;
    std::int64_t x[modes];
    Value value{};
    slots.find(i, x, value);
    const std::int64_t place = places[i] - 1;
    for (int m = 0; m < modes; ++m) crd.of[m][place] = x[m];
    values[place] = value;
  }
};

/// All entries, in the order of storage.
template <class Value, int modes, class Slots>
entry_list<Value, modes> list_entries(const insum::cuda::detail::shared_stream& stream, const Slots& slots,
                                      std::int64_t count) {
  entry_list<Value, modes> list;
  for (std::size_t m = 0; m < list.sizes.size(); ++m) list.sizes[m] = slots.sizes[m];
  if (count == 0) return list;
  const buffer<std::int64_t> places(stream, count);
  each(stream, count, mark_used_slots<Slots, Value, modes>{slots, places.data()});
  sum_up(stream, places.data(), count);
  list.count = number_at(stream, places.data() + (count - 1));
  for (buffer<std::int64_t>& crd : list.crd) crd = buffer<std::int64_t>(stream, list.count);
  list.values = buffer<Value>(stream, list.count);
  each(stream, count,
       take_used_slots<Slots, Value, modes>{slots, places.data(), arrays_of<modes>(list.crd),
                                            list.values.data()});
  return list;
}

template <int modes>
struct find_disorder {
  coordinate_arrays<modes> crd;
  unsigned* found;
  __device__ void operator()(std::int64_t i) const {
    if (i == 0) return;
    int m = 0;
    while (m < modes && crd.of[m][i - 1] == crd.of[m][i]) ++m;
    if (m == modes || crd.of[m][i - 1] > crd.of[m][i]) atomicOr(found, 1u);
  }
};

/// Waits.
template <int modes>
bool is_strictly_sorted(const insum::cuda::detail::shared_stream& stream, const coordinate_arrays<modes>& crd,
                        std::int64_t count) {
  const buffer<unsigned> found(stream, 1);
  check(cudaMemsetAsync(found.data(), 0, sizeof(unsigned), stream.get()), "cudaMemsetAsync");
  each(stream, count, find_disorder<modes>{crd, found.data()});
  unsigned disorder = 0;
  check(cudaMemcpyAsync(&disorder, found.data(), sizeof disorder, cudaMemcpyDeviceToHost, stream.get()),
        "cudaMemcpyAsync");
  check(cudaStreamSynchronize(stream.get()), "cudaStreamSynchronize");
  return disorder == 0;
}

/// Sorted by the coordinates; those that occur twice are added up in the order in which they came.
template <class Value, int modes>
void sort_entries(const insum::cuda::detail::shared_stream& stream, entry_list<Value, modes>& list) {
  if (list.count == 0 || is_strictly_sorted(stream, arrays_of<modes>(list.crd), list.count)) return;
  distinct_entries<modes> distinct(stream, arrays_of<modes>(list.crd), list.count, list.sizes);
  buffer<Value> values(stream, distinct.count());
  launch(combine_entries<op_add, Value>, cuda::shape_of(distinct.count()), stream, values.data(),
         distinct.starts(), distinct.count(), list.values.data(), distinct.order());
  list.count = distinct.count();
  list.crd = std::move(distinct.coordinates());
  list.values = std::move(values);
}

}  // namespace detail

}  // namespace cuda

INSUM_RT_END
