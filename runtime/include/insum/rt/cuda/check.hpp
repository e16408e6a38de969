// Errors of CUDA in kernels' launches.
#pragma once

#include "../../core/device_memory.hpp"
#include "../config.hpp"

INSUM_RT_BEGIN

namespace cuda {

using insum::cuda::detail::check;
using insum::cuda::detail::current_device;

}  // namespace cuda

INSUM_RT_END
