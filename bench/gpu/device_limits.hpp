// Times of a GPU, and what it can do at most, measured.
#pragma once
#include <functional>
#include <string>

namespace bench::gpu {

/// The seconds of a call, by events before and after several, one after the other on the stream of this
/// thread.
double seconds_on_device(const std::function<void()>& call);

struct device_limits {
  std::string name;
  double bytes_per_second = 0;  // copying in its memory, reads and writes counted
  /// Products of large matrices by cuBLAS: of floats, of floats that are rounded to tf32, and of halves.
  double flops_float = 0, flops_rounded = 0, flops_half = 0;
  double launch_seconds = 0;  // an empty kernel, one of many after each other
};
device_limits measure_device();

}  // namespace bench::gpu
