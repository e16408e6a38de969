// Stands in for CUDA's header of this name: CUDA C++ compiles as plain C++ and runs on the CPU.
#pragma once

#define CUDART_VERSION 13000

#include "emulated/qualifiers.hpp"
#include "emulated/vectors.hpp"

#include "emulated/async_copies.hpp"
#include "emulated/atomics.hpp"
#include "emulated/barriers.hpp"
#include "emulated/bits.hpp"
#include "emulated/copies.hpp"
#include "emulated/device.hpp"
#include "emulated/graphs.hpp"
#include "emulated/indices.hpp"
#include "emulated/launch.hpp"
#include "emulated/matrix.hpp"
#include "emulated/pools.hpp"
#include "emulated/queues.hpp"
#include "emulated/warp.hpp"
#include "emulated/warpgroup.hpp"
