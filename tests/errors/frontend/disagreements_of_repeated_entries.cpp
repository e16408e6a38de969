// Entries that a format may store twice are added up before an operator or function sees them.
#include <cmath>
#include <span>

void squares(int n, int nnz, const int* row, const int* column, const double* a, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 77, and the Einsum 141 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 3, nnz = 4; correct the one that is wrong
// expect-note@+1:15: both agree where no entry of 'A' is stored twice: say 'unique' where none is
#pragma insum y[i] += A[i,j] * A[i,j]
#pragma insum tensor A[n,n] : coo(std::span(row, nnz), std::span(column, nnz), std::span(a, nnz))
#pragma insum tensor y[n] : dense(y)
  for (int p = 0; p < nnz; ++p) y[row[p]] += a[p] * a[p];
}
void squares_of_different_entries(int n, int nnz, const int* row, const int* column, const double* a, double* y) {
#pragma insum y[i] += A[i,j] * A[i,j]
#pragma insum tensor A[n,n] : coo(std::span(row, nnz), std::span(column, nnz), std::span(a, nnz)) unique
#pragma insum tensor y[n] : dense(y)
  for (int p = 0; p < nnz; ++p) y[row[p]] += a[p] * a[p];
}
void sums(int n, int nnz, const int* row, const int* column, const double* a, const double* x, double* y) {
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor A[n,n] : coo(std::span(row, nnz), std::span(column, nnz), std::span(a, nnz))
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int p = 0; p < nnz; ++p) y[row[p]] += a[p] * x[column[p]];
}
void absolute_values(int n, const int* pos, const int* crd, const double* a, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 12, and the Einsum 0 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: both agree where no entry of 'A' is stored twice: say 'unique' where none is
#pragma insum y[i] = abs(A[i,j])
#pragma insum tensor A[n,n] : csr(pos, crd, a) duplicates
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += std::abs(a[p]);
  }
#pragma insum y[i] = abs(A[i,j])
#pragma insum tensor A[n,n] : csr(pos, crd, a)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += std::abs(a[p]);
  }
}
void last_of_each(int n, int nnz, const int* place, const double* a, double* y) {
#pragma insum y[i] = A[i]
#pragma insum tensor A[n] : coo(std::span(place, nnz), std::span(a, nnz))
#pragma insum tensor y[n] : dense(y)
// expect-remark@+2:3: the statement is not compared with its block: 'y' is written at two places [insum-statement-not-compared]
// expect-note@+1:3: verify mode compares them when the program runs
  {
    for (int i = 0; i < n; ++i) y[i] = 0;
    for (int p = 0; p < nnz; ++p) y[place[p]] = a[p];
  }
}
