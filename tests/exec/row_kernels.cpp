#include "row_kernels.hpp"

#include <insum/required.hpp>

namespace rows {

template <class T>
void product(Sizes s, const std::vector<T>& a, const std::vector<T>& b, std::vector<T>& c) {
  #pragma insum C[i,j] = A[i,p] * B[p,j]
  #pragma insum tensor A[s.n,s.k] : dense(a)
  #pragma insum tensor B[s.k,s.m] : dense(b)
  #pragma insum tensor C[s.n,s.m] : dense(c)
  INSUM_REQUIRED;
}
template void product(Sizes, const std::vector<float>&, const std::vector<float>&, std::vector<float>&);
template void product(Sizes, const std::vector<long>&, const std::vector<long>&, std::vector<long>&);
template void product(Sizes, const std::vector<std::complex<float>>&, const std::vector<std::complex<float>>&,
                      std::vector<std::complex<float>>&);

template <class T>
void least_sum(Sizes s, const std::vector<T>& a, const std::vector<T>& b, std::vector<T>& c) {
  #pragma insum C[i,j] min= A[i,p] + B[p,j]
  #pragma insum tensor A[s.n,s.k] : dense(a)
  #pragma insum tensor B[s.k,s.m] : dense(b)
  #pragma insum tensor C[s.n,s.m] : dense(c)
  INSUM_REQUIRED;
}
template void least_sum(Sizes, const std::vector<double>&, const std::vector<double>&, std::vector<double>&);
template void least_sum(Sizes, const std::vector<int>&, const std::vector<int>&, std::vector<int>&);

void transposed(Sizes s, const std::vector<double>& a, const std::vector<double>& b, std::vector<double>& c) {
  #pragma insum C[i,j] += 2 * A[p,i] * B[p,j]
  #pragma insum tensor A[s.k,s.n] : dense(a)
  #pragma insum tensor B[s.k,s.m] : dense(b)
  #pragma insum tensor C[s.n,s.m] : dense(c)
  INSUM_REQUIRED;
}

void of_halves(Sizes s, const std::vector<insum::half>& a, const std::vector<insum::half>& b,
               std::vector<float>& c) {
  #pragma insum C[i,j] max= A[i,p] * B[p,j]
  #pragma insum tensor A[s.n,s.k] : dense(a)
  #pragma insum tensor B[s.k,s.m] : dense(b)
  #pragma insum tensor C[s.n,s.m] : dense(c)
  INSUM_REQUIRED;
}

void scaled(Sizes s, const std::vector<float>& a, const std::vector<float>& b, const std::vector<float>& x,
            const std::vector<float>& y, std::vector<float>& c) {
  #pragma insum C[i,j] = x[i] * A[i,p] * B[p,j] * y[j]
  #pragma insum tensor A[s.n,s.k] : dense(a)
  #pragma insum tensor B[s.k,s.m] : dense(b)
  #pragma insum tensor C[s.n,s.m] : dense(c)
  INSUM_REQUIRED;
}

void of_three(Sizes s, const std::vector<double>& t, const std::vector<double>& b,
              const std::vector<double>& d, std::vector<double>& c) {
  #pragma insum C[i,j] = T[i,p,q] * B[p,j] * D[q,j]
  #pragma insum tensor T[s.n,s.k,2] : dense(t)
  #pragma insum tensor B[s.k,s.m] : dense(b)
  #pragma insum tensor D[2,s.m] : dense(d)
  #pragma insum tensor C[s.n,s.m] : dense(c)
  INSUM_REQUIRED;
}

void inner_rows(Sizes s, const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c) {
  #pragma insum C[i,l,j] = A[i,l,p] * B[p,j]
  #pragma insum tensor A[s.n,s.k,3] : dense(a)
  #pragma insum tensor B[3,s.m] : dense(b)
  #pragma insum tensor C[s.n,s.k,s.m] : dense(c)
  INSUM_REQUIRED;
}

void of_blocks(const insum::bcsr<float, int, 5, 3>& a, int m, const std::vector<float>& b,
               std::vector<float>& c) {
  #pragma insum C[i,j] = a[i,p] * B[p,j]
  #pragma insum tensor B[a.shape[1],m] : dense(b)
  #pragma insum tensor C[a.shape[0],m] : dense(c)
  INSUM_REQUIRED;
}

void scattered_sums(Sizes s, int rows, const Ints& to, const Ints& from, const std::vector<float>& a, const std::vector<float>& b,
                    std::vector<float>& c) {
  #pragma insum C[to[i],j] += A[from[i],p] * B[p,j]
  #pragma insum tensor A[s.n,s.k] : dense(a)
  #pragma insum tensor B[s.k,s.m] : dense(b)
  #pragma insum tensor C[rows,s.m] : dense(c)
  INSUM_REQUIRED;
}

void scattered_minima(Sizes s, int rows, const Ints& to, const Ints& from, const std::vector<double>& a, const std::vector<double>& b,
                      std::vector<double>& c) {
  #pragma insum C[to[i],j] min= A[from[i],p] + B[p,j]
  #pragma insum tensor A[s.n,s.k] : dense(a)
  #pragma insum tensor B[s.k,s.m] : dense(b)
  #pragma insum tensor C[rows,s.m] : dense(c)
  INSUM_REQUIRED;
}

void scattered_groups(Sizes s, int rows, const Ints& to, const Ints& from, const std::vector<float>& a, const std::vector<float>& b,
                      std::vector<float>& c) {
  #pragma insum C[T[g,i],j] += A[F[g,i],p] * B[p,j]
  #pragma insum tensor T[3,s.n] : dense(to)
  #pragma insum tensor F[3,s.n] : dense(from)
  #pragma insum tensor A[s.n,s.k] : dense(a)
  #pragma insum tensor B[s.k,s.m] : dense(b)
  #pragma insum tensor C[rows,s.m] : dense(c)
  INSUM_REQUIRED;
}

}  // namespace rows
