// What programs choose when they run, and what tuning has found: the part of `insum explain` about it.
#pragma once
#include <string>
#include <vector>

#include "emit/generated.h"

namespace insum {

/// What INSUM_TUNE=1 kept of calls of one size class.
struct KeptTuning {
  std::string sizes, outcome;
  std::vector<std::string> trials;
};

/// "lanes 1, 2, 4; threads 64, 128" and how many variants these are; "" where ranges limit them.
std::string variants_text(const emit::TunedLaunch& launch);
/// In the file that programs of this environment keep what they find in. `place`: of the kernel, as programs
/// name it.
std::vector<KeptTuning> kept_tuning(const emit::TunedLaunch& launch, const std::string& place);
/// All launches of a block; "" where nothing is chosen.
std::string launches_text(const std::vector<emit::TunedLaunch>& launches, const std::string& place);

}  // namespace insum
