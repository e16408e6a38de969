// What generated kernels include. It must stay cheap: see the include budget in docs/runtime_kernels.md.
#pragma once

#include "args.hpp"
#include "checks.hpp"
#include "loops.hpp"
#include "parallel.hpp"
#include "scatter.hpp"
#include "simd.hpp"
