// Functions that kernels of a device call as well as the host.
#pragma once

#ifdef __CUDACC__
#define INSUM_HOST_DEVICE __host__ __device__
#else
#define INSUM_HOST_DEVICE
#endif
