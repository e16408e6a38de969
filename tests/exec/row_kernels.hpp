// Products whose rows are taken several at a time, as annotated kernels.
#pragma once
#include <complex>
#include <insum/insum.hpp>
#include <vector>

namespace rows {

/// Sizes of C[n,m], and of what is summed up.
struct Sizes {
  int n, m, k;
};

template <class T>
void product(Sizes s, const std::vector<T>& a, const std::vector<T>& b, std::vector<T>& c);
template <class T>
void least_sum(Sizes s, const std::vector<T>& a, const std::vector<T>& b, std::vector<T>& c);
void transposed(Sizes s, const std::vector<double>& a, const std::vector<double>& b, std::vector<double>& c);
void of_halves(Sizes s, const std::vector<insum::half>& a, const std::vector<insum::half>& b,
               std::vector<float>& c);
void scaled(Sizes s, const std::vector<float>& a, const std::vector<float>& b, const std::vector<float>& x,
            const std::vector<float>& y, std::vector<float>& c);
/// C[i,j] = T[i,p,q] * B[p,j] * D[q,j] with q below 2.
void of_three(Sizes s, const std::vector<double>& t, const std::vector<double>& b,
              const std::vector<double>& d, std::vector<double>& c);
/// Of n matrices of k rows: C[i,l,j] = A[i,l,p] * B[p,j] with p up to 3.
void inner_rows(Sizes s, const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c);
void of_blocks(const insum::bcsr<float, int, 5, 3>& a, int m, const std::vector<float>& b,
               std::vector<float>& c);

/// Rows that share elements: C[to[i],j] += A[from[i],p] * B[p,j], and minima of sums.
using Ints = std::vector<int>;
void scattered_sums(Sizes s, int rows, const Ints& to, const Ints& from, const std::vector<float>& a,
                    const std::vector<float>& b, std::vector<float>& c);
void scattered_minima(Sizes s, int rows, const Ints& to, const Ints& from, const std::vector<double>& a,
                      const std::vector<double>& b, std::vector<double>& c);
/// The same sums for g = 0 ... 2: a loop of its own around the rows.
void scattered_groups(Sizes s, int rows, const Ints& to, const Ints& from, const std::vector<float>& a,
                      const std::vector<float>& b, std::vector<float>& c);

}  // namespace rows
