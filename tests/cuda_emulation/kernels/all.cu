// All kernels of the tests of single primitives, for nvcc.
#include "atomics.cuh"
#include "barriers.cuh"
#include "matrix.cuh"
#include "small_floats.cuh"
#include "warp.cuh"
#include "warpgroups.cuh"

namespace cuda_test {

template __global__ void change_integer(both<int>*);
template __global__ void change_integer(both<unsigned>*);
template __global__ void change_integer(both<unsigned long long>*);
template __global__ void add_small(__half*, __half*);
template __global__ void add_small(__nv_bfloat16*, __nv_bfloat16*);
template __global__ void multiply_twice(const insum::half*, int, int, const insum::half*, int, int, float*);
template __global__ void multiply_twice(const insum::bfloat16*, int, int, const insum::bfloat16*, int, int,
                                        float*);
template __global__ void multiply_twice(const insum::rt::cuda::tf32*, int, int, const insum::rt::cuda::tf32*,
                                        int, int, float*);
template __global__ void multiply_twice(const double*, int, int, const double*, int, int, double*);
template __global__ void multiply_by_warpgroup<insum::half, 128, true, false>(const insum::half*,
                                                                              const insum::half*, float*);
template __global__ void multiply_by_warpgroup<insum::bfloat16, 128, false, true>(const insum::bfloat16*,
                                                                                  const insum::bfloat16*,
                                                                                  float*);
template __global__ void shuffle_type(unsigned*);
template __global__ void shuffle_type(long*);
template __global__ void shuffle_type(unsigned long*);
template __global__ void shuffle_type(long long*);
template __global__ void shuffle_type(unsigned long long*);
template __global__ void shuffle_type(float*);
template __global__ void shuffle_type(double*);

}  // namespace cuda_test
