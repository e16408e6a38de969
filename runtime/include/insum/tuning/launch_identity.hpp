// How launches are called and told apart: by programs, and by `insum explain`, which looks up what was
// measured.
#pragma once
#include <cstdint>
#include <string>

#include "../statement/identity.hpp"

namespace insum::tuning {

/// "y[i] = A[i,j] * x[j] (launch 2)"
inline std::string launch_title(const std::string& einsum, int number) {
  return einsum + " (launch " + std::to_string(number) + ')';
}

/// `build` changes with the kernel's text.
inline std::uint64_t launch_identity(const std::string& title, const std::string& build) {
  return statement::hash_of(build, statement::hash_of(title));
}

}  // namespace insum::tuning
