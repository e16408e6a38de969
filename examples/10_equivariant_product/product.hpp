#pragma once
#include "coupling.hpp"
#include "insum/insum.hpp"

using Features = insum::dense<float, 3>;   // [batch, components, channels]
using Harmonics = insum::dense<float, 2>;  // [batch, components]
using Weights = insum::dense<float, 3>;    // [paths, channels in, channels out]

// The fully connected tensor product of features X with spherical harmonics Y: each path couples them, and
// mixes channels by weights of its own. Z [batch, components, channels out] is overwritten.
namespace generated {
void tensor_product(const Coupling& C, const Features& X, const Harmonics& Y, const Weights& W, Features& Z);
}
namespace handwritten {
void tensor_product(const Coupling& C, const Features& X, const Harmonics& Y, const Weights& W, Features& Z);
}
