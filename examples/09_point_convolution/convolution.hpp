#pragma once
#include "insum/insum.hpp"
#include "rulebook.hpp"

using Features = insum::dense<float, 2>;  // [voxels, channels]
using Weights = insum::dense<float, 3>;   // [27, channels in, channels out]
using Ints = std::vector<int>;            // a coordinate of each output voxel

// Sparse convolutions; `out` [output voxels, channels out] is overwritten.
namespace generated {
void convolve(const Rulebook& rules, const Features& in, const Weights& W, Features& out);
// The same without rules, with the stride 1 or 2 between the outputs at (X, Y, Z) and the inputs' tree.
void convolve_directly(const Tree& tree, const Features& in, const Weights& W, int stride, const Ints& X,
                       const Ints& Y, const Ints& Z, Features& out);
}  // namespace generated
namespace handwritten {
void convolve(const Rulebook& rules, const Features& in, const Weights& W, Features& out);
void convolve_directly(const Tree& tree, const Features& in, const Weights& W, int stride, const Ints& X,
                       const Ints& Y, const Ints& Z, Features& out);
}  // namespace handwritten
