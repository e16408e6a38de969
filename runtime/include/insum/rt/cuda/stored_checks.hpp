// Arrays in device memory that are to be converted: what is wrong with them is told before anything is
// computed from them, as conversions on the host do. Waits for the device.
#pragma once

#include <string>

#include "../../core/errors.hpp"
#include "arrays.hpp"
#include "each.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// The least i that is told.
struct first_fault {
  unsigned long long* first;
  __device__ void tell(std::int64_t i) const { atomicMin(first, static_cast<unsigned long long>(i)); }
};
template <class Crd>
struct find_outside {
  first_fault fault;
  const Crd* crd;
  std::int64_t bound;
  bool padded;
  __device__ void operator()(std::int64_t i) const {
    if (padded && crd[i] == static_cast<Crd>(-1)) return;
    const std::int64_t x = index(crd[i]);
    if (x < 0 || x >= bound) fault.tell(i);
  }
};
template <class Pos>
struct find_fall {
  first_fault fault;
  const Pos* pos;
  __device__ void operator()(std::int64_t i) const {
    if (index(pos[i]) < (i == 0 ? 0 : index(pos[i - 1]))) fault.tell(i);
  }
};

template <class Find>
struct from_first {
  Find find;
  std::int64_t first;
  __device__ void operator()(std::int64_t i) const { find(first + i); }
};

class stored_checks {
 public:
  explicit stored_checks(const insum::cuda::detail::shared_stream& stream) : stream_(stream) {}

  /// `known` elements are there, as far as that is known, else -1.
  static void elements(const char* name, const void* array, std::int64_t known, std::int64_t needed) {
    if (known >= 0 && known < needed)
      throw storage_error(name, -1, known, "wrong length, expected " + std::to_string(needed));
    if (needed > 0 && !array) throw storage_error(name, "it is a null pointer");
  }
  /// Of the elements from `first` to `end`.
  template <class Crd>
  void coordinates(const char* name, const Crd* crd, std::int64_t first, std::int64_t end, std::int64_t bound,
                   bool padded) {
    run(name, crd, first, end, find_outside<Crd>{{}, crd, bound, padded},
        "out of range [0, " + std::to_string(bound) + ")");
  }
  template <class Pos>
  void positions(const char* name, const Pos* pos, std::int64_t segments) {
    run(name, pos, 0, segments + 1, find_fall<Pos>{{}, pos}, "negative, or less than the position before it");
  }
  template <class T>
  T value_at(const T* place) const {
    T value{};
    check(cudaMemcpyAsync(&value, place, sizeof value, cudaMemcpyDeviceToHost, stream_.get()),
          "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize");
    return value;
  }

 private:
  /// Asks `find` of the numbers from `begin` to `end`.
  template <class T, class Find>
  void run(const char* name, const T* array, std::int64_t begin, std::int64_t end, Find find,
           const std::string& reason) {
    if (begin >= end) return;
    const buffer<unsigned long long> first(stream_, 1);
    check(cudaMemsetAsync(first.data(), 0xff, sizeof(unsigned long long), stream_.get()), "cudaMemsetAsync");
    find.fault = {first.data()};
    each(stream_, end - begin, from_first<Find>{find, begin});
    const unsigned long long at = value_at(first.data());
    if (at == ~0ULL) return;
    throw storage_error(name, static_cast<std::int64_t>(at), value_at(array + at), reason);
  }

  const insum::cuda::detail::shared_stream& stream_;
};

}  // namespace detail

}  // namespace cuda

INSUM_RT_END
