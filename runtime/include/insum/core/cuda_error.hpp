// What CUDA refuses, as an exception. Nothing here needs CUDA.
#pragma once

#include "errors.hpp"

namespace insum {

/// A call of CUDA that failed: what() names it, with CUDA's own text. `code()` is the cudaError_t.
class cuda_error : public error {
 public:
  template <class Text>
  cuda_error(int code, const Text& text) : error(text), code_(code) {}
  int code() const noexcept { return code_; }

 private:
  int code_;
};

}  // namespace insum
