// All kernels of the tests of single primitives, for nvcc.
#include "atomics.cuh"
#include "barriers.cuh"
#include "small_floats.cuh"
#include "warp.cuh"

namespace cuda_test {

template __global__ void change_integer(both<int>*);
template __global__ void change_integer(both<unsigned>*);
template __global__ void change_integer(both<unsigned long long>*);
template __global__ void add_small(__half*, __half*);
template __global__ void add_small(__nv_bfloat16*, __nv_bfloat16*);
template __global__ void shuffle_type(unsigned*);
template __global__ void shuffle_type(long*);
template __global__ void shuffle_type(unsigned long*);
template __global__ void shuffle_type(long long*);
template __global__ void shuffle_type(unsigned long long*);
template __global__ void shuffle_type(float*);
template __global__ void shuffle_type(double*);

}  // namespace cuda_test
