// Einsums that were once computed wrongly, or became code that did not compile.
#pragma once
#include <complex>
#include <cstdint>
#include <insum/formats/coo.hpp>
#include <insum/formats/csr.hpp>
#include <vector>

namespace corners {

// c[r] = A[r,k] * x[k]: A is a sorted list, in which row r is searched
void row_of_list(const insum::coo<double>& a, int r, const std::vector<double>& x, std::vector<double>& c);
// c[i] = A[z[i],k] * x[k]
void rows_of_list(const insum::coo<double>& a, const std::vector<int>& z, const std::vector<double>& x,
                  std::vector<double>& c);
// C[k,i] += A[k,i] * B[i,j], the sum over j in a workspace of its own
void add_with_workspace(const insum::csr<double>& a, const insum::csr<double>& b, insum::csr<double>& c);
// s = (A * A)[i,j] * A[i,j] through a dense temporary, for which no memory suffices
void through_temporary(const std::vector<long>& row, const std::vector<long>& column,
                       const std::vector<double>& vals, double& s);
// y[i] = select(m[i], x[i], 2): numbers as conditions
void chosen(const std::vector<double>& m, const std::vector<double>& x, std::vector<double>& y);
// y[i] = all(j: B[i,j] > 1) * x[i], B is 3 x 3
void where_all(const std::vector<int>& b, const std::vector<int>& x, std::vector<int>& y);
// y[i] = sum(j: !B[i,j]), B is 3 x 3
void zeros(const std::vector<float>& b, std::vector<float>& y);
// y = A * x, A is n x n with w slots a row
void fixed_width(int n, int w, const std::vector<int>& crd, const std::vector<double>& vals,
                 const std::vector<double>& x, std::vector<double>& y);
// y[i] = W[i] * A[i,k] * x[k], A of the storage named and with rows that it does not store
struct Rows {
  std::vector<int> pos0, crd0, pos, crd;
  std::vector<double> vals;
};
void scaled_rows(int n, const Rows& a, const std::vector<double>& w, const std::vector<double>& x,
                 std::vector<double>& y);
void scaled_list(const insum::coo<double>& a, const std::vector<double>& w, const std::vector<double>& x,
                 std::vector<double>& y);
double scaled_sum(int n, const std::vector<int>& pos, const std::vector<int>& crd,
                  const std::vector<double>& vals, const std::vector<double>& w,
                  const std::vector<double>& x);
struct Lists {
  std::vector<int> pos, crd, vals;
};
// paths of two steps, and what is doubled, masked, or weighted by its column
void steps(int n, const Lists& a, Lists& r);
void joint_steps(int n, const Lists& a, const Lists& b, Lists& r);
// ... of numbers that C++ adds in a wider type
struct ShortLists {
  std::vector<int> pos, crd;
  std::vector<std::int16_t> vals;
};
void short_steps(int n, const ShortLists& a, ShortLists& r, std::vector<std::int16_t>& least);
void doubled(int n, const Lists& a, std::vector<int>& vals);
void common_bits(int n, const Lists& a, Lists& r);
// the values of M * (A * B) in the pattern of M: rows of sums of signed integers are merged with M, others
// have a workspace
void masked(int n, const Lists& m, const Lists& a, const Lists& b, std::vector<int>& vals);
void masked(const insum::csr<double>& m, const insum::csr<double>& a, const insum::csr<double>& b,
            std::vector<double>& vals);
void by_column(int n, const Lists& a, std::vector<int>& y);
// C = A * B, B by columns, a workspace for rows of the product
void by_columns(int n, const Lists& a, const Lists& b, Lists& c);
// y[i] = A[i,k] * B[k], both sparse
void merged_rows(int n, const Rows& a, const std::vector<int>& b_crd, const std::vector<double>& b_vals,
                 std::vector<double>& y);
// y[i] = max(k: A[i,k] && x[k]): truth values in numbers
void any_as_number(const insum::csr<double>& a, const std::vector<double>& x, std::vector<double>& y);
// c[i] min= A[i,k] + b[k], A is 2 x 1
void least_byte(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b,
                std::vector<std::uint8_t>& c);
// c[i] = min(k: A[i,k]) for A with m columns
void least_short(int n, int m, const std::vector<std::int16_t>& a, std::vector<std::int16_t>& c);
// The largest a[i] - 1, the least a[i] + 1 and the largest a[i] in wider types, or without a sign
void bounds(const std::vector<int>& a, std::vector<std::int64_t>& most, std::vector<std::int64_t>& least,
            std::vector<unsigned>& natural);
// Sums over the elements of A, in rows, in columns, in all, and of those above -2; what it lacks is -70000
void counted(int m, int n, const std::vector<unsigned>& pos, const std::vector<int>& crd,
             const std::vector<int>& vals, std::vector<std::int64_t>& y, std::vector<std::uint16_t>& z,
             double& s, int& t);
void counted_rows(int m, int n, int l, const std::vector<int>& pos0, const std::vector<int>& crd0,
                  const std::vector<int>& pos1, const std::vector<int>& crd1, const std::vector<double>& vals,
                  double& s);
// e[i] min= W[i,k] + d[k] over the entries of W, and e[i] = max(k: A[i,k] * d[k]) for a dense A
template <class T>
void relaxed(int n, const std::vector<int>& pos, const std::vector<int>& crd, const std::vector<T>& w,
             const std::vector<T>& d, std::vector<T>& e);
template <class T>
void greatest(int n, const std::vector<T>& a, const std::vector<T>& d, std::vector<T>& e);
// c[i,j] = min(A[i,j], B[i,j]) of two rows, infinite where neither stores anything
template <class T>
void nearer(const std::vector<int>& a_crd, const std::vector<T>& a, const std::vector<int>& b_crd,
            const std::vector<T>& b, std::vector<T>& c);
// T[k,j,i] = A[i,j] * x[k];  C[i,j] = T[i,j,k] * x[k] for n x n, T in an order of its own
void through_ordered(int n, const std::vector<double>& a, const std::vector<double>& x,
                     std::vector<double>& c);
// C[1,j] *= x[j];  C[i,2] *= x[k] + i
void scaled_row(int n, Rows& c, const std::vector<double>& x);
void scaled_column(int n, Rows& c, const std::vector<double>& x);
// y[i] = A[i+1,j] * x[j] for more i than A has rows, whose columns are stored with all their rows
void next_rows(int m, int n, const std::vector<int>& pos, const std::vector<int>& crd,
               const std::vector<double>& vals, const std::vector<double>& x, std::vector<double>& y);
// The same in tiles of i
void next_rows_in_tiles(int m, int n, const std::vector<int>& pos, const std::vector<int>& crd,
                        const std::vector<double>& vals, const std::vector<double>& x,
                        std::vector<double>& y);
// y[i] = A[i,j] * b[j] and z[i] = A[i,j] * (b[i] != 5), for a lower triangle A that is 1 elsewhere
void triangle_beside_list(int n, const std::vector<int>& pos, const std::vector<int>& crd,
                          const std::vector<double>& vals, const std::vector<int>& at,
                          const std::vector<double>& b, std::vector<double>& y, std::vector<double>& z);
// T = 2 * A for a lower triangle A, T as arrays that grow
void expanded(int n, const std::vector<int>& pos, const std::vector<int>& crd,
              const std::vector<double>& vals, std::vector<int>& t_pos, std::vector<int>& t_crd,
              std::vector<double>& t_vals);
// T = A transposed, into the entries that T has
void refreshed_transpose(int n, const std::vector<int>& pos, const std::vector<int>& crd,
                         const std::vector<double>& vals, std::vector<int>& t_pos, std::vector<int>& t_crd,
                         std::vector<double>& t_vals);
// y[i] = x[i] where x[i] > 1 and z[i] > 1 are both true or both false, else 0; 10 more where (x[i] > 1) <
// z[i]
void equally_large(int n, const std::vector<double>& x, const std::vector<double>& z, std::vector<double>& y);
// C = A, through csr, of index arrays of different types
void of_wide_positions(int n, const std::vector<long>& pos, const std::vector<int>& crd,
                       const std::vector<double>& vals, std::vector<double>& c);
void of_mixed_list(int n, const std::vector<std::int8_t>& rows, const std::vector<std::int64_t>& columns,
                   const std::vector<double>& vals, std::vector<double>& c);
// y = A * x, where A is real or complex
template <class T>
void into_complex(const insum::csr<T>& a, const std::vector<std::complex<double>>& x,
                  std::vector<std::complex<double>>& y);
// y = A * x, where no pointer points to what another one does
template <class T>
void apart(int n, int m, const int* __restrict counts, const int* __restrict const* __restrict crd,
           T* __restrict const* __restrict vals, const T* __restrict x, T* __restrict y);
// y[i] = max(j: 6 / A[i,j]); C = x[i] / A[i,j], where A stores everything
void of_full_matrix(int n, const std::vector<int>& rows, const std::vector<int>& columns,
                    const std::vector<int>& vals, const std::vector<int>& x, std::vector<int>& y,
                    std::vector<int>& c);
// y[i] = any(j: A[i,j] <= x[i]); z[i] = sum(j: select(A[i,j] > x[i], 1, 0)), of unsigned numbers
void of_unsigned(const insum::csr<unsigned>& A, const std::vector<unsigned>& x, std::vector<int>& y,
                 std::vector<int>& z);
// y[i] = x[D[i+1]] + x[D[D[i]-1]]; y[D[i+1]] += x[i]; y[i] = B[D[i-1],j] * x[j], where i leaves D
void gathered_from_the_next(int n, const std::vector<int>& at, const std::vector<double>& x,
                            std::vector<double>& y);
void scattered_by_the_next(int n, const std::vector<int>& at, const std::vector<double>& x,
                           std::vector<double>& y);
void rows_of_the_next(int n, const std::vector<int>& at, const std::vector<int>& pos,
                      const std::vector<int>& crd, const std::vector<double>& vals,
                      const std::vector<double>& x, std::vector<double>& y);
// y[i] = A[D[i+1],j] * x[j], z[i] = B[i,D[j+1]] * x[j], w[i] = S[D[i+1],j] * x[j], where S is the lower
// triangle of B
void coordinates_of_the_next(int n, const std::vector<int>& at, const insum::coo<double, 2>& A,
                             const insum::csr<double>& B, const std::vector<double>& x,
                             std::vector<double>& y, std::vector<double>& z, std::vector<double>& w);
template <class T, class U>
struct pair_of {
  T x;
  U y;
};
// x[i] += 2 * y[i], of members
template <class T, class U>
void add_to_members(int n, pair_of<T, U>* pairs);

}  // namespace corners
