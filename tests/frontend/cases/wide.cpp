// Positions beyond 2^31, in arrays of which few pages are ever touched; index types mixed.
#include <sys/mman.h>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

/// Zeros that take no memory until they are written.
template <class T>
T* zeros(std::size_t count) {
  void* const p = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? nullptr : static_cast<T*>(p);
}

void dense_operand() {
  const std::int64_t n = 70000;  // n * n is more than 2^32
  signed char* const X = zeros<signed char>(static_cast<std::size_t>(n * n));
  const std::vector<std::uint16_t> row = {0, 40000, 65535};
  const std::vector<int> column = {69999, 50000, 69998};
  const std::vector<int> vals = {2, 3, 4};
  for (std::size_t p = 0; p < 3; ++p) X[row[p] * n + column[p]] = static_cast<signed char>(p + 1);
  int s = 0;
#pragma insum s = A[i,j] * X[i,j]
#pragma insum tensor A[n,n] : coo(row, column, vals)
#pragma insum tensor X[n,n] : dense(X)
  for (std::size_t p = 0; p < 3; ++p) s += vals[p] * X[row[p] * n + column[p]];
  std::printf("dense: %d\n", s);
}

void positions() {
  const std::size_t before = (std::size_t{1} << 31) + 5;  // entries of row 0
  std::uint8_t* const crd = zeros<std::uint8_t>(before + 3);
  signed char* const vals = zeros<signed char>(before + 3);
  const std::vector<std::uint32_t> pos = {0, static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(before + 3)};
  for (std::size_t p = 0; p < 3; ++p) crd[before + p] = static_cast<std::uint8_t>(40 * p), vals[before + p] = static_cast<signed char>(p + 1);
  std::vector<int> y(100);
#pragma insum y[j] = A[1,j]
#pragma insum tensor A[2,100] : csr(pos, crd, vals)
#pragma insum tensor y[100] : dense(y)
  for (std::size_t p = before; p < before + 3; ++p) y[crd[p]] = vals[p];
  std::printf("positions: %d %d %d\n", y[0], y[40], y[80]);

  const std::vector<std::int64_t> b_pos = {0, 2};
  const std::vector<unsigned> b_crd = {40, 41};
  const std::vector<float> b = {10, 20};
  std::vector<std::uint64_t> c_pos;
  std::vector<std::uint16_t> c_crd;
  std::vector<double> c;
#pragma insum C[i,j] = A[1,j] * B[i,j]
#pragma insum tensor A[2,100] : csr(pos, crd, vals)
#pragma insum tensor B[1,100] : csr(b_pos, b_crd, b)
#pragma insum tensor C[1,100] : csr(c_pos, c_crd, c)
  {
    c_pos = {0, 1}, c_crd = {40}, c = {2.0 * 10};
  }
  std::printf("product: %d %d %d %g\n", static_cast<int>(c_pos[0]), static_cast<int>(c_pos[1]), c_crd[0], c[0]);
}

}  // namespace

int main() {
  dense_operand();
  positions();
}
