#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "hand_written.hpp"

namespace bench::gpu::loops {

namespace {

constexpr unsigned lanes = 32, all_lanes = 0xffffffffu, block_threads = 128;

template <class... Parameters>
void launch(void (*kernel)(Parameters...), std::int64_t blocks, unsigned threads,
            std::type_identity_t<Parameters>... arguments) {
  if (blocks == 0) return;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(blocks));
  config.blockDim = dim3(threads);
  config.stream = insum::cuda::current_stream();
  insum::cuda::detail::check(cudaLaunchKernelEx(&config, kernel, arguments...), "cudaLaunchKernelEx");
}

std::int64_t blocks_for(std::int64_t threads) { return (threads + block_threads - 1) / block_threads; }

__device__ std::int64_t thread_of_grid() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__device__ float value_of(float x) { return x; }
__device__ float value_of(__half x) { return __half2float(x); }
__device__ void store(float* to, float x) { *to = x; }
__device__ void store(__half* to, float x) { *to = __float2half_rn(x); }

__device__ float sum_of_warp(float x) {
  for (unsigned way = lanes / 2; way > 0; way /= 2) x += __shfl_xor_sync(all_lanes, x, static_cast<int>(way));
  return x;
}

/// A warp for each row.
__global__ void spmv_by_warps(std::int64_t rows, const int* pos, const int* crd, const float* vals,
                              const float* x, float* y) {
  const std::int64_t i = thread_of_grid() / lanes;
  const unsigned lane = threadIdx.x % lanes;
  if (i >= rows) return;
  float sum = 0;
  for (int p = pos[i] + static_cast<int>(lane); p < pos[i + 1]; p += static_cast<int>(lanes))
    sum += vals[p] * x[crd[p]];
  sum = sum_of_warp(sum);
  if (lane == 0) y[i] = sum;
}

/// A block for each row, a thread for each column.
template <class T>
__global__ void spmm_by_blocks(const int* pos, const int* crd, const T* vals, const T* B,
                               std::int64_t columns, T* C) {
  const std::int64_t i = blockIdx.x;
  for (std::int64_t j = threadIdx.x; j < columns; j += blockDim.x) {
    float sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) sum += value_of(vals[p]) * value_of(B[crd[p] * columns + j]);
    store(C + i * columns + j, sum);
  }
}

/// A warp for each row, whose lanes share each dot product.
__global__ void sddmm_by_warps(std::int64_t rows, const int* pos, const int* crd, const float* vals,
                               const float* X, const float* Y, std::int64_t depth, float* values) {
  const std::int64_t i = thread_of_grid() / lanes;
  const unsigned lane = threadIdx.x % lanes;
  if (i >= rows) return;
  for (int p = pos[i]; p < pos[i + 1]; ++p) {
    float sum = 0;
    for (std::int64_t k = lane; k < depth; k += lanes) sum += X[i * depth + k] * Y[crd[p] * depth + k];
    sum = sum_of_warp(sum);
    if (lane == 0) values[p] = vals[p] * sum;
  }
}

constexpr int most_channels = 256;

struct coupling_pointers {
  std::int64_t rows, components;
  const int *pos, *first, *second;
  const float* value;
  const int *component, *path;
};

/// A block for each element of the batch, a thread for each channel; channels_out is not above blockDim.x.
__global__ void tensor_product_by_blocks(coupling_pointers C, const float* X, const float* Y, const float* W,
                                         std::int64_t channels, std::int64_t channels_out, float* Z) {
  __shared__ float T[most_channels];
  const std::int64_t b = blockIdx.x, w = threadIdx.x;
  float* const z = Z + b * C.components * channels_out;
  for (std::int64_t n = w; n < C.components * channels_out; n += blockDim.x) z[n] = 0;
  for (std::int64_t r = 0; r < C.rows; ++r) {
    __syncthreads();
    for (std::int64_t u = threadIdx.x; u < channels; u += blockDim.x) {
      float t = 0;
      for (int p = C.pos[r]; p < C.pos[r + 1]; ++p)
        t += C.value[p] * X[(b * C.components + C.first[p]) * channels + u] *
             Y[b * C.components + C.second[p]];
      T[u] = t;
    }
    __syncthreads();
    if (w >= channels_out) continue;
    float sum = 0;
    const float* const weights = W + C.path[r] * channels * channels_out;
    for (std::int64_t u = 0; u < channels; ++u) sum += T[u] * weights[u * channels_out + w];
    z[C.component[r] * channels_out + w] += sum;
  }
}

__global__ void do_nothing() {}

__global__ void gather(const int* rows, const __half* from, std::int64_t columns, __half* to) {
  for (std::int64_t j = threadIdx.x; j < columns; j += blockDim.x)
    to[blockIdx.x * columns + j] = from[rows[blockIdx.x] * columns + j];
}
__global__ void add(const int* rows, const __half* share, const float* from, std::int64_t columns,
                    float* to) {
  for (std::int64_t j = threadIdx.x; j < columns; j += blockDim.x)
    atomicAdd(to + rows[blockIdx.x] * columns + j,
              __half2float(share[blockIdx.x]) * from[blockIdx.x * columns + j]);
}

const __half* halves(const half* from) { return reinterpret_cast<const __half*>(from); }
__half* halves(half* from) { return reinterpret_cast<__half*>(from); }

}  // namespace

void spmv(const csr_view<float>& A, const vector<float>& x, vector<float>& y) {
  launch(spmv_by_warps, blocks_for(A.rows * lanes), block_threads, A.rows, A.pos.data(), A.crd.data(),
         A.vals.data(), x.data(), y.data());
}

void spmm(const csr_view<float>& A, const matrix<float>& B, matrix<float>& C) {
  launch(spmm_by_blocks<float>, A.rows, block_threads, A.pos.data(), A.crd.data(), A.vals.data(), B.data(),
         B.size(1), C.data());
}

void spmm(const csr_view<half>& A, const matrix<half>& B, matrix<half>& C) {
  launch(spmm_by_blocks<__half>, A.rows, block_threads, A.pos.data(), A.crd.data(), halves(A.vals.data()),
         halves(B.data()), B.size(1), halves(C.data()));
}

void sddmm(const csr_view<float>& A, const matrix<float>& X, const matrix<float>& Y, vector<float>& values) {
  launch(sddmm_by_warps, blocks_for(A.rows * lanes), block_threads, A.rows, A.pos.data(), A.crd.data(),
         A.vals.data(), X.data(), Y.data(), X.size(1), values.data());
}

void tensor_product(const coupling_view& C, const tensor3<float>& X, const matrix<float>& Y,
                    const tensor3<float>& W, tensor3<float>& Z) {
  const coupling_pointers pointers{C.rows,          C.components,   C.pos.data(),       C.first.data(),
                                   C.second.data(), C.value.data(), C.component.data(), C.path.data()};
  launch(tensor_product_by_blocks, X.size(0), block_threads, pointers, X.data(), Y.data(), W.data(),
         X.size(2), Z.size(2), Z.data());
}

void nothing() { launch(do_nothing, 1, 1); }

void gather_rows(ints rows, const half* from, std::int64_t columns, half* to) {
  launch(gather, static_cast<std::int64_t>(rows.size()), block_threads, rows.data(), halves(from), columns,
         halves(to));
}

void add_rows(ints rows, std::span<const half> share, const float* from, std::int64_t columns, float* to) {
  launch(add, static_cast<std::int64_t>(rows.size()), block_threads, rows.data(), halves(share.data()), from,
         columns, to);
}

}  // namespace bench::gpu::loops
