// What generated CUDA files include.
#pragma once

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "insum: kernels need compute capability 7.0 or later; compile them with -arch=sm_70 or a later one"
#endif

#include "../../core/types.hpp"
#include "../index.hpp"
#include "../scalar.hpp"
#include "../search.hpp"
#include "../sizes.hpp"
#include "arrays.hpp"
#include "atomic.hpp"
#include "bound.hpp"
#include "complex.hpp"
#include "entry_parts.hpp"
#include "fetch.hpp"
#include "group.hpp"
#include "launch.hpp"
#include "ordered.hpp"
#include "product_runs.hpp"
#include "scratch.hpp"
#include "tuned.hpp"
#include "vectors.hpp"
