#include "device_limits.hpp"

#include <algorithm>
#include <limits>

#include "device_data.hpp"
#include "hand_written.hpp"
#include "peers.hpp"

namespace bench::gpu {

namespace {

using insum::cuda::detail::check;

class event {
 public:
  event() { check(cudaEventCreate(&made_), "cudaEventCreate"); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  ~event() { static_cast<void>(cudaEventDestroy(made_)); }
  void record() const { check(cudaEventRecord(made_, insum::cuda::current_stream()), "cudaEventRecord"); }
  double seconds_since(const event& before) const {
    check(cudaEventSynchronize(made_), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, before.made_, made_), "cudaEventElapsedTime");
    return static_cast<double>(milliseconds) / 1e3;
  }

 private:
  cudaEvent_t made_ = nullptr;
};

double mean_of(int calls, const std::function<void()>& call) {
  const event before, after;
  before.record();
  for (int n = 0; n < calls; ++n) call();
  after.record();
  return after.seconds_since(before) / calls;
}

double fastest_of_five(const std::function<void()>& call) {
  call();
  double best = std::numeric_limits<double>::infinity();
  for (int n = 0; n < 5; ++n) best = std::min(best, seconds_on_device(call));
  return best;
}

double copied_bytes_per_second() {
  constexpr std::int64_t bytes = std::int64_t{1} << 30;
  const insum::device_dense<std::int8_t, 1> from({bytes});
  insum::device_dense<std::int8_t, 1> to({bytes});
  const double seconds = fastest_of_five([&] {
    check(cudaMemcpyAsync(to.data(), from.data(), to.bytes(), cudaMemcpyDeviceToDevice,
                          insum::cuda::current_stream()),
          "cudaMemcpyAsync");
  });
  return 2.0 * static_cast<double>(bytes) / seconds;
}

template <class T>
double product_flops(bool rounded) {
  constexpr std::int64_t n = 8192;
  // Zeros would be multiplied faster than numbers: they take less power.
  const mirrored<T, 2> A = random_tensor<T, 2>({n, n});
  matrix<T> C({n, n});
  const double side = static_cast<double>(n);
  return 2 * side * side * side / fastest_of_five(peers::cublas_product(A.device, A.device, C, rounded));
}

}  // namespace

double seconds_on_device(const std::function<void()>& call) {
  constexpr double wanted =
      1e-3;  // what events resolve, and the gap before the first launch, are small against it
  const double first = mean_of(1, call);
  const int calls = static_cast<int>(std::clamp(wanted / std::max(first, 1e-7), 1.0, 1000.0));
  return calls == 1 ? first : mean_of(calls, call);
}

device_limits measure_device() {
  int device = 0;
  cudaDeviceProp properties;
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
  return {properties.name,
          copied_bytes_per_second(),
          product_flops<float>(false),
          product_flops<float>(true),
          product_flops<half>(false),
          fastest_of_five(loops::nothing)};
}

}  // namespace bench::gpu
