// Kernels in the forms that programs with kept statements have.
#pragma once
#include <vector>

namespace bench {

/// Compressed rows, as in codes that do not know insum.
struct rows {
  int n, m;
  std::vector<int> pos, crd;
  std::vector<double> val;
};

#define BENCH_MODE_KERNELS                                                        \
  void axpy(const std::vector<double>& x, std::vector<double>& y);                \
  void spmv(const rows& A, const std::vector<double>& x, std::vector<double>& y); \
  /* B and C have `width` columns */                                              \
  void spmm(const rows& A, const std::vector<double>& B, std::vector<double>& C);

inline constexpr int width = 32;

namespace statement {  // the hand-written loops
BENCH_MODE_KERNELS
}
namespace kernel {  // one Einsum each: a build with MODE on
BENCH_MODE_KERNELS
}
namespace verified {  // verify(every=100)
BENCH_MODE_KERNELS
}
namespace raced {  // baseline
BENCH_MODE_KERNELS
}

}  // namespace bench
