// Sample kernels. nvcc compiles this file, too.
#include "samples.hpp"

#include "launching.hpp"

namespace cuda_test {
namespace {

constexpr unsigned all_lanes = 0xffffffffu;
constexpr int block_threads = 256;

__device__ __forceinline__ long long global_index() {
  return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}

unsigned blocks_for(std::size_t threads, unsigned of_block) {
  return static_cast<unsigned>((threads + of_block - 1) / of_block);
}

__global__ void __launch_bounds__(block_threads)
    add_by_tree(const float* __restrict__ values, long long n, float* sums) {
  __shared__ float partial[block_threads];
  const long long i = global_index();
  partial[threadIdx.x] = i < n ? values[i] : 0.0f;
  __syncthreads();
  for (unsigned width = blockDim.x / 2; width > 0; width /= 2) {
    if (threadIdx.x < width) partial[threadIdx.x] += partial[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

template <class T>
__device__ T sum_of_warp(T value) {
  for (unsigned delta = 16; delta > 0; delta /= 2) value += __shfl_down_sync(all_lanes, value, delta);
  return value;
}

__global__ void add_by_shuffles(const float* values, long long n, float* sums) {
  __shared__ float of_warps[32];
  const unsigned lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  const long long i = global_index();
  const float mine = sum_of_warp(i < n ? __ldg(values + i) : 0.0f);
  if (lane == 0) of_warps[warp] = mine;
  __syncthreads();
  if (warp != 0) return;
  const float all = sum_of_warp(lane < blockDim.x / warpSize ? of_warps[lane] : 0.0f);
  if (lane == 0) sums[blockIdx.x] = all;
}

__global__ void add_in_dynamic(const double* values, long long n, double* sum) {
#if defined(INSUM_CUDA_EMULATION)
  auto* const partial = static_cast<double*>(insum::emulated::dynamic_shared());
#else
  extern __shared__ double partial[];
#endif
  double mine = 0;
  for (long long i = threadIdx.x; i < n; i += blockDim.x) mine += values[i];
  partial[threadIdx.x] = mine;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned i = 1; i < blockDim.x; ++i) mine += partial[i];
  *sum = mine;
}

__global__ void count_into_bins(const unsigned* values, long long n, unsigned bins, unsigned* counts) {
  __shared__ unsigned local[64];
  for (unsigned i = threadIdx.x; i < bins; i += blockDim.x) local[i] = 0;
  __syncthreads();
  const long long i = global_index();
  if (i < n) atomicAdd(&local[values[i] % bins], 1u);
  __syncthreads();
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&counts[b], local[b]);
}

__global__ void transpose_tiles(const float* from, int rows, int columns, float* to) {
  __shared__ float tile[16][17];
  const auto x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const int row = static_cast<int>(blockIdx.y) * 16, column = static_cast<int>(blockIdx.x) * 16;
  if (row + y < rows && column + x < columns) tile[y][x] = from[(row + y) * columns + column + x];
  __syncthreads();
  if (row + x < rows && column + y < columns) to[(column + y) * rows + row + x] = tile[x][y];
}

__global__ void add_segments(const int* positions, int count, const float* values, float* sums) {
  const auto segment = static_cast<int>(global_index() / warpSize);
  if (segment >= count) return;  // the same for all lanes of a warp
  const auto lane = static_cast<int>(threadIdx.x % warpSize);
  float mine = 0;
  for (int i = positions[segment] + lane; i < positions[segment + 1]; i += warpSize) mine += values[i];
  mine = sum_of_warp(mine);
  if (lane == 0) sums[segment] = mine;
}

__global__ void add_flagged(const int* segments, const int* values, long long n, int* sums) {
  const long long i = global_index();
  const auto lane = static_cast<int>(threadIdx.x % warpSize);
  const int segment = i < n ? segments[i] : -1;
  int mine = i < n ? values[i] : 0;
  // A scan within the lanes of the same segment; the last lane of each adds its sum.
  for (unsigned delta = 1; delta < 32; delta *= 2) {
    const int before = __shfl_up_sync(all_lanes, mine, delta);
    const int theirs = __shfl_up_sync(all_lanes, segment, delta);
    if (lane >= static_cast<int>(delta) && theirs == segment) mine += before;
  }
  const int next = __shfl_down_sync(all_lanes, segment, 1u);
  if (segment >= 0 && (lane == 31 || next != segment)) atomicAdd(&sums[segment], mine);
}

template <bool with_barrier>
__global__ void rotate_once(int* results) {
  __shared__ int values[64];
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  const int next = values[(threadIdx.x + 1) % 64];
  if (with_barrier) __syncthreads();
  values[threadIdx.x] = next;
  results[threadIdx.x] = values[threadIdx.x];
}

/// One sum of each block, until there is one block.
float sum_of_blocks(void (*kernel)(const float*, long long, float*), const std::vector<float>& values) {
  const unsigned blocks = blocks_for(values.size(), block_threads);
  const device_array<float> input(values), sums(blocks);
  run(blocks, block_threads, kernel, input.data(), static_cast<long long>(values.size()), sums.data());
  const std::vector<float> result = sums.values();
  return blocks == 1 ? result[0] : sum_of_blocks(kernel, result);
}

}  // namespace

float sum_by_tree(const std::vector<float>& values) { return sum_of_blocks(add_by_tree, values); }
float sum_by_shuffles(const std::vector<float>& values) { return sum_of_blocks(add_by_shuffles, values); }

double sum_by_dynamic_shared(const std::vector<double>& values, unsigned threads) {
  const device_array<double> input(values), sum(1);
  check(launch_with(1, threads, threads * sizeof(double), add_in_dynamic, input.data(),
                    static_cast<long long>(values.size()), sum.data()));
  return sum.values()[0];
}

std::vector<unsigned> histogram(const std::vector<unsigned>& values, unsigned bins) {
  const device_array<unsigned> input(values), counts(std::vector<unsigned>(bins, 0u));
  run(blocks_for(values.size(), 128), 128, count_into_bins, input.data(),
      static_cast<long long>(values.size()), bins, counts.data());
  return counts.values();
}

std::vector<float> transpose(const std::vector<float>& matrix, int rows, int columns) {
  const device_array<float> from(matrix), to(matrix.size());
  const auto tiles = [](int size) { return static_cast<unsigned>((size + 15) / 16); };
  run(dim3(tiles(columns), tiles(rows)), dim3(16, 16), transpose_tiles, from.data(), rows, columns,
      to.data());
  return to.values();
}

std::vector<float> segment_sums(const std::vector<int>& positions, const std::vector<float>& values) {
  const std::size_t count = positions.size() - 1;
  const device_array<int> starts(positions);
  const device_array<float> input(values), sums(count);
  run(blocks_for(count * 32, 128), 128, add_segments, starts.data(), static_cast<int>(count), input.data(),
      sums.data());
  return sums.values();
}

std::vector<int> segment_sums_by_flags(const std::vector<int>& segments, const std::vector<int>& values,
                                       int count) {
  const device_array<int> flags(segments), input(values),
      sums(std::vector<int>(static_cast<std::size_t>(count), 0));
  run(blocks_for(values.size(), 96), 96, add_flagged, flags.data(), input.data(),
      static_cast<long long>(values.size()), sums.data());
  return sums.values();
}

std::vector<int> rotated(bool with_barrier) {
  const device_array<int> results(64);
  run(1, 64, with_barrier ? rotate_once<true> : rotate_once<false>, results.data());
  return results.values();
}

}  // namespace cuda_test
