// What generated code runs on. Passes that make choices for a target ask these questions, not for its name.
#pragma once
#include <string>

#include "support/internal_error.h"

namespace insum {

struct Target {
  std::string name;
  bool has_tiles = false;       // loops may work on register tiles
  bool has_grid = false;        // parallel loops run on groups of lanes, as kernels that are launched
  bool has_own_memory = false;  // arrays are copied there and back
};

inline Target openmp_target() { return {.name = "openmp", .has_tiles = true}; }
inline Target cuda_target() { return {.name = "cuda", .has_grid = true, .has_own_memory = true}; }

/// The target of a word of a `target` line or of --backend; `auto` is one of them for each of its kernels.
inline Target target_named(const std::string& word) {
  if (word == "cuda") return cuda_target();
  if (word == "openmp") return openmp_target();
  internal_error("no target is called " + word);
}

}  // namespace insum
