// Loops of products as the compiler writes them, over one row and over tiles of several rows; registers.cmake
// looks at their instructions.
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

void product(std::int64_t rows, std::int64_t columns, std::int64_t terms, const float* a, const float* b,
             float* c);

void product(std::int64_t rows, std::int64_t columns, std::int64_t terms, const float* a, const float* b,
             float* c) {
  rt::for_row_tiles<float>(0, rows, 0, columns, [&](auto group, auto tile, std::int64_t j) INSUM_RT_LAMBDA {
    auto sum = group.copies(tile.fill(0));
    for (std::int64_t k = 0; k < terms; ++k) {
      const auto shared = tile.load(b + k * columns + j);
      group.each([&](auto slot, std::int64_t i)
                     INSUM_RT_LAMBDA { sum[slot].add_product(a[i * terms + k], shared); });
    }
    group.each([&](auto slot, std::int64_t i)
                   INSUM_RT_LAMBDA { tile.store(c + i * columns + j, sum[slot]); });
  });
}
