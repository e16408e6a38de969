#include "corner_kernels.hpp"

#include <insum/required.hpp>

namespace corners {

void row_of_list(const insum::coo<double>& a, int r, const std::vector<double>& x, std::vector<double>& c) {
  #pragma insum c[{r}] = a[{r},k] * x[k]
  #pragma insum assume(sorted(a), unique(a))
  INSUM_REQUIRED;
}

void rows_of_list(const insum::coo<double>& a, const std::vector<int>& z, const std::vector<double>& x,
                  std::vector<double>& c) {
  #pragma insum c[i] = a[z[i],k] * x[k]
  #pragma insum assume(sorted(a), unique(a))
  INSUM_REQUIRED;
}

void add_with_workspace(const insum::csr<double>& a, const insum::csr<double>& b, insum::csr<double>& c) {
  #pragma insum c[k,i] += a[k,i] * b[i,j]
  #pragma insum schedule precompute(b[i,j], {i}, {iw}, W, dense)
  INSUM_REQUIRED;
}

void through_temporary(const std::vector<long>& row, const std::vector<long>& column,
                       const std::vector<double>& vals, double& s) {
  #pragma insum T[i,j] = A[i,k] * A[k,j]
  #pragma insum s = T[i,j] * A[i,j]
  #pragma insum tensor A[4294967296,4294967296] : coo(row, column, vals)
  INSUM_REQUIRED;
}

void chosen(const std::vector<double>& m, const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum y[i] = select(m[i], x[i], 2)
  INSUM_REQUIRED;
}

void where_all(const std::vector<int>& b, const std::vector<int>& x, std::vector<int>& y) {
  #pragma insum y[i] = all(j: B[i,j] > 1) * x[i]
  #pragma insum tensor B[3,3] : dense(b)
  INSUM_REQUIRED;
}

void zeros(const std::vector<float>& b, std::vector<float>& y) {
  #pragma insum y[i] = sum(j: !B[i,j])
  #pragma insum tensor B[3,3] : dense(b)
  INSUM_REQUIRED;
}

void fixed_width(int n, int w, const std::vector<int>& crd, const std::vector<double>& vals,
                 const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : ell<w>(crd, vals)
  INSUM_REQUIRED;
}

void scaled_rows(int n, const Rows& a, const std::vector<double>& w, const std::vector<double>& x,
                 std::vector<double>& y) {
  #pragma insum y[i] = w[i] * A[i,k] * x[k]
  #pragma insum tensor A[n,n] : dcsr(a.pos0, a.crd0, a.pos, a.crd, a.vals)
  INSUM_REQUIRED;
}

void scaled_list(const insum::coo<double>& a, const std::vector<double>& w, const std::vector<double>& x,
                 std::vector<double>& y) {
  #pragma insum y[i] = w[i] * A[i,k] * x[k]
  #pragma insum tensor A = a sorted
  INSUM_REQUIRED;
}

double scaled_sum(int n, const std::vector<int>& pos, const std::vector<int>& crd, const std::vector<double>& vals,
                  const std::vector<double>& w, const std::vector<double>& x) {
  double sum = 7;
  #pragma insum sum = w[i] * A[i,k] * x[k]
  #pragma insum tensor A[n,n] : csr(pos, crd, vals)
  INSUM_REQUIRED;
  return sum;
}

void steps(int n, const Lists& a, Lists& r) {
  #pragma insum R[i,j] min= A[i,k] + A[k,j]
  #pragma insum tensor A[n,n] : csr(a.pos, a.crd, a.vals) fill(std::numeric_limits<int>::max())
  #pragma insum tensor R[n,n] : csr(r.pos, r.crd, r.vals) fill(std::numeric_limits<int>::max())
  INSUM_REQUIRED;
}

void joint_steps(int n, const Lists& a, const Lists& b, Lists& r) {
  #pragma insum R[i,j] min= A[i,j] + B[i,j]
  #pragma insum tensor A[n,n] : csr(a.pos, a.crd, a.vals) fill(std::numeric_limits<int>::max())
  #pragma insum tensor B[n,n] : csr(b.pos, b.crd, b.vals) fill(std::numeric_limits<int>::max())
  #pragma insum tensor R[n,n] : csr(r.pos, r.crd, r.vals) fill(std::numeric_limits<int>::max())
  INSUM_REQUIRED;
}

void short_steps(int n, const ShortLists& a, ShortLists& r, std::vector<std::int16_t>& least) {
  constexpr std::int16_t none = std::numeric_limits<std::int16_t>::max();
  #pragma insum R[i,j] min= A[i,k] + A[k,j]
  #pragma insum least[i] = min(k: A[i,k] - 3)
  #pragma insum tensor A[n,n] : csr(a.pos, a.crd, a.vals) fill(none)
  #pragma insum tensor R[n,n] : csr(r.pos, r.crd, r.vals) fill(none)
  #pragma insum tensor least[n] : dense(least)
  INSUM_REQUIRED;
}

void doubled(int n, const Lists& a, std::vector<int>& vals) {
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[n,n] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor C[n,n] : csr(a.pos, a.crd, vals)
  INSUM_REQUIRED;
}

void masked(int n, const Lists& m, const Lists& a, const Lists& b, std::vector<int>& vals) {
  #pragma insum C[i,j] = M[i,j] * A[i,k] * B[k,j]
  #pragma insum tensor M[n,n] : csr(m.pos, m.crd, m.vals)
  #pragma insum tensor A[n,n] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor B[n,n] : csr(b.pos, b.crd, b.vals)
  #pragma insum tensor C[n,n] : csr(m.pos, m.crd, vals)
  INSUM_REQUIRED;
}

void masked(const insum::csr<double>& m, const insum::csr<double>& a, const insum::csr<double>& b,
            std::vector<double>& vals) {
  #pragma insum C[i,j] = M[i,j] * a[i,k] * b[k,j]
  #pragma insum tensor M[m.rows(),m.cols()] : csr(m.pos, m.crd, m.vals)
  #pragma insum tensor C[m.rows(),m.cols()] : csr(m.pos, m.crd, vals)
  INSUM_REQUIRED;
}

void common_bits(int n, const Lists& a, Lists& r) {
  #pragma insum R[i,j] &= A[i,j]
  #pragma insum tensor A[n,n] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor R[n,n] : csr(r.pos, r.crd, r.vals)
  INSUM_REQUIRED;
}

namespace {
int square(int k) { return k * k; }
}  // namespace

void by_column(int n, const Lists& a, std::vector<int>& y) {
  #pragma insum y[i] = A[i,k] * square(k + 1)
  #pragma insum function square
  #pragma insum tensor A[n,n] : csr(a.pos, a.crd, a.vals)
  INSUM_REQUIRED;
}

void by_columns(int n, const Lists& a, const Lists& b, Lists& c) {
  #pragma insum C[i,k] = A[i,l] * B[l,k]
  #pragma insum tensor A[n,n] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor B[n,n] : csc(b.pos, b.crd, b.vals)
  #pragma insum tensor C[n,n] : csr(c.pos, c.crd, c.vals)
  #pragma insum schedule precompute(A[i,l] * B[l,k], {k}, {k}, W, dense)
  INSUM_REQUIRED;
}

void merged_rows(int n, const Rows& a, const std::vector<int>& b_crd, const std::vector<double>& b_vals,
                 std::vector<double>& y) {
  #pragma insum y[i] = A[i,k] * B[k]
  #pragma insum tensor A[n,n] : dcsr(a.pos0, a.crd0, a.pos, a.crd, a.vals)
  #pragma insum tensor B[n] : coo(b_crd, b_vals) sorted unique
  INSUM_REQUIRED;
}

void any_as_number(const insum::csr<double>& a, const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum y[i] = max(k: a[i,k] && x[k])
  INSUM_REQUIRED;
}

void least_byte(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b,
                std::vector<std::uint8_t>& c) {
  #pragma insum c[i] min= A[i,k] + b[k]
  #pragma insum tensor A[2,1] : dense(a)
  INSUM_REQUIRED;
}

void least_short(int n, int m, const std::vector<std::int16_t>& a, std::vector<std::int16_t>& c) {
  #pragma insum c[i] = min(k: A[i,k])
  #pragma insum tensor A[n,m] : dense(a)
  INSUM_REQUIRED;
}

// The result is of a wider type, or of one without a sign.
void bounds(const std::vector<int>& a, std::vector<std::int64_t>& most, std::vector<std::int64_t>& least,
            std::vector<unsigned>& natural) {
  const int n = static_cast<int>(a.size());
  #pragma insum most[i] max= a[i] - 1
  #pragma insum least[i] min= a[i] + 1
  #pragma insum natural[i] max= a[i]
  #pragma insum tensor a[n] : dense(a)
  #pragma insum tensor most[n] : dense(most)
  #pragma insum tensor least[n] : dense(least)
  #pragma insum tensor natural[n] : dense(natural)
  INSUM_REQUIRED;
}

// What is not stored adds more than the elements' type holds, and less than the result's; positions have a
// base.
void counted(int m, int n, const std::vector<unsigned>& pos, const std::vector<int>& crd,
             const std::vector<int>& vals, std::vector<std::int64_t>& y, std::vector<std::uint16_t>& z,
             double& s, int& t) {
  #pragma insum y[i] = A[i,j]
  #pragma insum z[j] = A[i,j]
  #pragma insum s = A[i,j]
  #pragma insum t = max(A[i,j], -2)
  #pragma insum tensor A[m,n] : csr(pos, crd, vals) fill(-70000) base(1)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum tensor z[n] : dense(z)
  INSUM_REQUIRED;
}

// Positions are a product, with a base in one of its factors.
void counted_rows(int m, int n, int l, const std::vector<int>& pos0, const std::vector<int>& crd0,
                  const std::vector<int>& pos1, const std::vector<int>& crd1, const std::vector<double>& vals,
                  double& s) {
  #pragma insum s = max(A[i,j,k], 3)
  #pragma insum tensor A[m,n,l] : levels(0: compressed(pos0, crd0), 1: compressed(pos1, crd1), 2: dense; vals) base(1)
  INSUM_REQUIRED;
}

template <class T>
void relaxed(int n, const std::vector<int>& pos, const std::vector<int>& crd, const std::vector<T>& w,
             const std::vector<T>& d, std::vector<T>& e) {
  #pragma insum e[i] min= W[i,k] + d[k]
  #pragma insum tensor W[n,n] : csr(pos, crd, w) fill(INFINITY)
  INSUM_REQUIRED;
}
template void relaxed(int, const std::vector<int>&, const std::vector<int>&, const std::vector<std::int16_t>&,
                      const std::vector<std::int16_t>&, std::vector<std::int16_t>&);
template void relaxed(int, const std::vector<int>&, const std::vector<int>&, const std::vector<float>&,
                      const std::vector<float>&, std::vector<float>&);

template <class T>
void greatest(int n, const std::vector<T>& a, const std::vector<T>& d, std::vector<T>& e) {
  #pragma insum e[i] = max(k: A[i,k] * d[k])
  #pragma insum tensor A[n,n] : dense(a)
  INSUM_REQUIRED;
}
template void greatest(int, const std::vector<std::int8_t>&, const std::vector<std::int8_t>&,
                       std::vector<std::int8_t>&);
template void greatest(int, const std::vector<double>&, const std::vector<double>&, std::vector<double>&);

template <class T>
void nearer(const std::vector<int>& a_crd, const std::vector<T>& a, const std::vector<int>& b_crd,
            const std::vector<T>& b, std::vector<T>& c) {
  #pragma insum c[i] = min(A[i], B[i])
  #pragma insum tensor A[c.size()] : coo(a_crd, a) fill(INFINITY)
  #pragma insum tensor B[c.size()] : coo(b_crd, b) fill(INFINITY)
  INSUM_REQUIRED;
}
template void nearer(const std::vector<int>&, const std::vector<std::int16_t>&, const std::vector<int>&,
                     const std::vector<std::int16_t>&, std::vector<std::int16_t>&);
template void nearer(const std::vector<int>&, const std::vector<double>&, const std::vector<int>&,
                     const std::vector<double>&, std::vector<double>&);

void through_ordered(int n, const std::vector<double>& a, const std::vector<double>& x,
                     std::vector<double>& c) {
  #pragma insum T[k,j,i] = A[i,j] * x[k]
  #pragma insum C[i,j] = T[i,j,k] * x[k]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  #pragma insum tensor T[n,n,n] : dense order(2, 0, 1)
  INSUM_REQUIRED;
}

void scaled_row(int n, Rows& c, const std::vector<double>& x) {
  #pragma insum C[1,j] *= x[j]
  #pragma insum tensor C[n,n] : dcsr(c.pos0, c.crd0, c.pos, c.crd, c.vals)
  INSUM_REQUIRED;
}

void scaled_column(int n, Rows& c, const std::vector<double>& x) {
  #pragma insum C[i,2] *= x[k] + i
  #pragma insum tensor C[n,n] : dcsr(c.pos0, c.crd0, c.pos, c.crd, c.vals)
  INSUM_REQUIRED;
}

void expanded(int n, const std::vector<int>& pos, const std::vector<int>& crd, const std::vector<double>& vals,
              std::vector<int>& t_pos, std::vector<int>& t_crd, std::vector<double>& t_vals) {
  #pragma insum T[i,k] = A[i,k] * 2
  #pragma insum tensor A[n,n] : csr(pos, crd, vals) symmetric(lower)
  #pragma insum tensor T[n,n] : csr(t_pos, t_crd, t_vals)
  INSUM_REQUIRED;
}

void next_rows(int m, int n, const std::vector<int>& pos, const std::vector<int>& crd,
               const std::vector<double>& vals, const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum y[i] = A[i+1,j] * x[j]
  #pragma insum tensor A[m,n] : levels(1: compressed(pos, crd), 0: dense; vals)
  INSUM_REQUIRED;
}

void next_rows_in_tiles(int m, int n, const std::vector<int>& pos, const std::vector<int>& crd,
                        const std::vector<double>& vals, const std::vector<double>& x,
                        std::vector<double>& y) {
  #pragma insum y[i] = A[i+1,j] * x[j]
  #pragma insum tensor A[m,n] : levels(1: compressed(pos, crd), 0: dense; vals)
  #pragma insum schedule vectorize(i)
  INSUM_REQUIRED;
}

void triangle_beside_list(int n, const std::vector<int>& pos, const std::vector<int>& crd,
                          const std::vector<double>& vals, const std::vector<int>& at,
                          const std::vector<double>& b, std::vector<double>& y, std::vector<double>& z) {
  #pragma insum y[i] = A[i,j] * B[j]
  #pragma insum z[i] = A[i,j] * (B[i] != 5)
  #pragma insum tensor A[n,n] : csr(pos, crd, vals) symmetric(lower) fill(1)
  #pragma insum tensor B[n] : coo(at, b) unique
  INSUM_REQUIRED;
}

void refreshed_transpose(int n, const std::vector<int>& pos, const std::vector<int>& crd,
                         const std::vector<double>& vals, std::vector<int>& t_pos, std::vector<int>& t_crd,
                         std::vector<double>& t_vals) {
  #pragma insum T[j,i] = A[i,j]
  #pragma insum tensor A[n,n] : csr(pos, crd, vals)
  #pragma insum tensor T[n,n] : csr(t_pos, t_crd, t_vals)
  #pragma insum schedule same_pattern
  INSUM_REQUIRED;
}

void equally_large(int n, const std::vector<double>& x, const std::vector<double>& z, std::vector<double>& y) {
  #pragma insum y[i] = select((x[i] > 1) == (z[i] > 1), x[i], 0) + select((x[i] > 1) < z[i], 10, 0)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum tensor z[n] : dense(z)
  INSUM_REQUIRED;
}

void of_wide_positions(int n, const std::vector<long>& pos, const std::vector<int>& crd,
                       const std::vector<double>& vals, std::vector<double>& c) {
  #pragma insum C[i,j] = A[i,j]
  #pragma insum tensor A[n,n] : csc(pos, crd, vals)
  #pragma insum tensor C[n,n] : dense(c)
  #pragma insum format A -> csr
  INSUM_REQUIRED;
}

void of_mixed_list(int n, const std::vector<std::int8_t>& rows, const std::vector<std::int64_t>& columns,
                   const std::vector<double>& vals, std::vector<double>& c) {
  #pragma insum C[i,j] = A[i,j]
  #pragma insum tensor A[n,n] : coo(rows, columns, vals)
  #pragma insum tensor C[n,n] : dense(c)
  #pragma insum format A -> csr
  INSUM_REQUIRED;
}

template <class T>
void into_complex(const insum::csr<T>& a, const std::vector<std::complex<double>>& x,
                  std::vector<std::complex<double>>& y) {
  #pragma insum y[i] = a[i,k] * x[k]
  INSUM_REQUIRED;
}
template void into_complex(const insum::csr<float>&, const std::vector<std::complex<double>>&,
                           std::vector<std::complex<double>>&);
template void into_complex(const insum::csr<std::complex<double>>&, const std::vector<std::complex<double>>&,
                           std::vector<std::complex<double>>&);

template <class T>
void apart(int n, int m, const int* __restrict counts, const int* __restrict const* __restrict crd,
           T* __restrict const* __restrict vals, const T* __restrict x, T* __restrict y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[n,m] : rows(counts, crd, vals)
  #pragma insum tensor x[m] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum verify
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int q = 0; q < counts[i]; ++q) y[i] += vals[i][q] * x[crd[i][q]];
  }
}
template void apart(int, int, const int* __restrict, const int* __restrict const* __restrict,
                    double* __restrict const* __restrict, const double* __restrict, double* __restrict);

void of_full_matrix(int n, const std::vector<int>& rows, const std::vector<int>& columns, const std::vector<int>& vals,
                    const std::vector<int>& x, std::vector<int>& y, std::vector<int>& c) {
  #pragma insum y[i] = max(j: 6 / A[i,j])
  #pragma insum C[i,j] = x[i] / A[i,j]
  #pragma insum tensor A[n,n] : coo(rows, columns, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum tensor C[n,n] : dense(c)
  INSUM_REQUIRED;
}

void of_unsigned(const insum::csr<unsigned>& A, const std::vector<unsigned>& x, std::vector<int>& y,
                 std::vector<int>& z) {
  #pragma insum y[i] = any(j: A[i,j] <= x[i])
  #pragma insum z[i] = sum(j: select(A[i,j] > x[i], 1, 0))
  INSUM_REQUIRED;
}

void gathered_from_the_next(int n, const std::vector<int>& at, const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum y[i] = x[D[i+1]] + x[D[D[i]-1]]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor D[n] : dense(at)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
}

void scattered_by_the_next(int n, const std::vector<int>& at, const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum y[D[i+1]] += x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor D[n] : dense(at)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
}

void rows_of_the_next(int n, const std::vector<int>& at, const std::vector<int>& pos, const std::vector<int>& crd,
                      const std::vector<double>& vals, const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum y[i] = B[D[i-1],j] * x[j]
  #pragma insum tensor B[n,n] : csr(pos, crd, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor D[n] : dense(at)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
}

void coordinates_of_the_next(int n, const std::vector<int>& at, const insum::coo<double, 2>& A,
                             const insum::csr<double>& B, const std::vector<double>& x, std::vector<double>& y,
                             std::vector<double>& z, std::vector<double>& w) {
  #pragma insum y[i] = A[D[i+1],j] * x[j]
  #pragma insum z[i] = B[i,D[j+1]] * x[j]
  #pragma insum w[i] = S[D[i+1],j] * x[j]
  #pragma insum tensor S[n,n] : csr(B.pos, B.crd, B.vals) symmetric(lower)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor D[n] : dense(at)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum tensor z[n] : dense(z)
  #pragma insum tensor w[n] : dense(w)
  INSUM_REQUIRED;
}

template <class T, class U>
void add_to_members(int n, pair_of<T, U>* pairs) {
  #pragma insum x[i] += 2 * y[i]
  #pragma insum tensor x[n] : dense(field(pairs, x))
  #pragma insum tensor y[n] : dense(field(pairs, y))
  INSUM_REQUIRED;
}
template void add_to_members(int, pair_of<double, float>*);
template void add_to_members(int, pair_of<float, int>*);

}  // namespace corners
