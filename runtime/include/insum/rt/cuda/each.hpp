// A function of a number, for all numbers below a count.
#pragma once

#include "launch.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

template <class F>
__global__ void for_each_number(std::int64_t count, F f) {
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_of_grid()) f(i);
}
/// f(i) for all i in [0, count), by any thread.
template <class F>
void each(const insum::cuda::detail::shared_stream& stream, std::int64_t count, const F& f) {
  launch(for_each_number<F>, cuda::shape_of(count), stream, count, f);
}

}  // namespace detail

}  // namespace cuda

INSUM_RT_END
