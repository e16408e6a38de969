// The loops of the blocks as they are written: no tool sees the pragmas here.
#define JOIN_KERNELS plain
#include "join_kernels.cpp"  // NOLINT(bugprone-suspicious-include)
