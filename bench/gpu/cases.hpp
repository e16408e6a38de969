// The kernels on their data, for a GPU and, with less of it, for the emulation.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "../../examples/09_point_convolution/voxels.hpp"

namespace bench::gpu {

/// Another way to compute the same into the same result.
struct rival {
  const char* name;
  std::function<void()> call;
};

/// A kernel on data in device memory.
struct kernel_case {
  double bytes = 0, flops = 0;  // that no call can do without: operands and result once
  std::function<void()> call;
  /// The largest difference of the result from a plain evaluation, over what its type allows.
  std::function<double()> error;
  /// Leaves the result without a number, so that each call has to write all of it.
  std::function<void()> forget;
  /// Kernels by hand and, for a GPU, libraries.
  std::vector<rival> rivals = {};
};

struct named_case {
  std::string name;  // kernel/data/type
  std::function<kernel_case()> prepare;
};

enum class scale { device, emulation };

/// Those whose data are in the folder, and those whose data are generated.
std::vector<named_case> all_cases(const std::string& data, scale size);

/// examples/09_point_convolution: the rules of a convolution of 3x3x3.
kernel_case rulebook_case(const Points& points, int resolution);

void add_products(std::vector<named_case>& to, const std::string& data, scale size);
void add_applications(std::vector<named_case>& to, const std::string& data, scale size);
void add_ablation(std::vector<named_case>& to, scale size);

}  // namespace bench::gpu
