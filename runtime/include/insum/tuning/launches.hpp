// How launches of kernels for CUDA are cut: how many lanes share an iteration, how many threads a block has,
// and which tile a matrix product.
#pragma once
#include <cuda_runtime.h>

#include <exception>
#include <span>

#include "../core/cuda_check.hpp"
#include "launch_identity.hpp"
#include "model.hpp"
#include "tuner.hpp"

namespace insum::tuning {

/// A launch in a kernel. `number` tells those of one kernel apart, `build` kernels that changed.
struct launch_description {
  const char *place, *einsum, *build;
  int number;
  std::vector<std::string> sizes, widths;
  bool is_fixed = false;  // sums depend on the widths, and must not depend on times
};

class launch_site {
 public:
  explicit launch_site(launch_description&& known) {
    const std::string title = launch_title(known.einsum, known.number);
    record_ = &tuner::instance().add({known.place, title, std::move(known.sizes), std::move(known.widths),
                                      launch_identity(title, known.build), known.is_fixed});
  }
  record& all() { return *record_; }

 private:
  record* record_;
};

namespace detail {

/// The card, as its driver names it.
inline std::uint64_t card_hash() {
  int device = 0;
  cudaDeviceProp properties{};
  if (cudaGetDevice(&device) != cudaSuccess || cudaGetDeviceProperties(&properties, device) != cudaSuccess)
    return 0;
  return statement::hash_of(std::string(properties.name) + ' ' +
                            std::to_string(properties.multiProcessorCount));
}

}  // namespace detail

/// The time between two points of a stream, which the host waits for. No CUDA error is thrown: there is no
/// time then, and the next call of CUDA's has the error.
class stream_clock {
 public:
  explicit stream_clock(cudaStream_t stream) : stream_(stream) {
    good_ = cudaEventCreate(&begin_) == cudaSuccess && cudaEventCreate(&end_) == cudaSuccess &&
            cudaEventRecord(begin_, stream_) == cudaSuccess;
  }
  stream_clock(const stream_clock&) = delete;
  stream_clock& operator=(const stream_clock&) = delete;
  ~stream_clock() {
    if (begin_) cudaEventDestroy(begin_);
    if (end_) cudaEventDestroy(end_);
  }

  std::optional<std::int64_t> nanoseconds() {
    float milliseconds = 0;
    if (!good_ || cudaEventRecord(end_, stream_) != cudaSuccess ||
        cudaEventSynchronize(end_) != cudaSuccess ||
        cudaEventElapsedTime(&milliseconds, begin_, end_) != cudaSuccess)
      return std::nullopt;
    return static_cast<std::int64_t>(static_cast<double>(milliseconds) * 1e6);
  }

 private:
  cudaStream_t stream_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
  bool good_ = false;
};

inline std::vector<bounds> bounds_of(std::span<const width> widths) {
  std::vector<bounds> list;
  for (const width& each : widths) list.push_back(each.between);
  return list;
}

/// One launch, from its construction to its end.
class tuned_launch {
 public:
  tuned_launch(launch_site& of, cudaStream_t stream, std::initializer_list<std::int64_t> sizes,
               std::vector<bounds> between, search::widths start, search::variant_test is_variant = nullptr)
      : of_(of.all()) {
    call_class call{{}, std::move(between), is_variant};
    for (const std::int64_t size : sizes) call.sizes.push_back(rounded_up(size));
    const bool measures = wanted_tuning() == wanted::measured && !insum::cuda::detail::is_recorded(stream);
    choice_ = tuner::instance().next(
        of_, call, [&] { return beginning{std::move(start), detail::card_hash()}; }, measures);
    if (choice_.timed) clock_.emplace(stream);
  }
  tuned_launch(const tuned_launch&) = delete;
  tuned_launch& operator=(const tuned_launch&) = delete;
  ~tuned_launch() {
    if (!clock_ || std::uncaught_exceptions() != exceptions_) return;
    if (const auto time = clock_->nanoseconds())
      tuner::instance().timed(of_, *choice_.of, choice_.widths, *time);
  }

  int width(std::size_t n) const { return static_cast<int>(choice_.widths[n]); }

 private:
  record& of_;
  tuner::choice choice_;
  std::optional<stream_clock> clock_;
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace insum::tuning
