// The row loop of a sparse times dense product, as the compiler writes it; registers.cmake looks at its
// instructions.
#include "insum/rt/kernel.hpp"

namespace rt = insum::rt;

void spmm_row(std::int64_t begin, std::int64_t end, std::int64_t columns, const int* crd, const float* vals,
              const float* b, float* c);

void spmm_row(std::int64_t begin, std::int64_t end, std::int64_t columns, const int* crd, const float* vals,
              const float* b, float* c) {
  rt::for_tiles<float>(0, columns, [&](auto tile, std::int64_t j) INSUM_RT_LAMBDA {
    auto sum = tile.fill(0);
    for (std::int64_t p = begin; p < end; ++p)
      sum.add_product(vals[p], tile.load(b + rt::index(crd[p]) * columns + j));
    tile.store(c + j, sum);
  });
}
