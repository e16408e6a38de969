// What becomes of a kernel.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace insum::emit {

/// A launch, or a kernel with tiles, whose widths a program chooses when it runs.
struct TunedLaunch {
  /// A power of two between two others, or not larger than a range where there is no largest one.
  struct Width {
    std::string name;
    std::int64_t least = 1, most = 0;
  };
  std::string title;               // as programs call it: "y[i] = A[i,j] * x[j] (launch 2)"
  std::vector<std::string> sizes;  // by which calls are told apart
  std::vector<Width> widths;
  bool fixed = false;                          // sums depend on its widths, which are the model's
  std::optional<std::uint64_t> identity = {};  // by which programs keep what they measured
};

struct Generated {
  std::string definition, call;
  std::string device = "";  // what a device's compiler gets
  std::vector<TunedLaunch> launches = {};
};

}  // namespace insum::emit
