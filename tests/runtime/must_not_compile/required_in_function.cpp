#ifdef FIXED
#define INSUM_PREPROCESSING
#endif
#include <insum/insum.hpp>

void spmm(insum::dense<float, 2>& C) {
  static_cast<void>(C);
#pragma insum C[i, j] = 0
  INSUM_REQUIRED;
}
