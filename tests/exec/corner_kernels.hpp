// Einsums that were once computed wrongly, or became code that did not compile.
#pragma once
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

}  // namespace corners
