// threadIdx and its relatives.
#pragma once

#include "machine.hpp"

inline const uint3& threadIdx = insum::emulated::detail::machine.thread_index;
inline const uint3& blockIdx = insum::emulated::detail::machine.block_index;
inline const dim3& blockDim = insum::emulated::detail::machine.block_size;
inline const dim3& gridDim = insum::emulated::detail::machine.grid_size;
inline constexpr int warpSize = 32;
