// What target cuda cannot run, and what cannot be in a device's memory.
#include <complex>
#include <insum/insum.hpp>
#include <vector>

double f(double x);
struct Entry {
  int column;
  double value;
};

template <class T>
void open_type(int n, const T* x, T* y) {
  #pragma insum y[i] = 2 * x[i]
  // expect-error@+2:37: target cuda cannot run this: the element type of x depends on a template argument [insum-target-cannot]
  // expect-note@+1:37: use a type that is known
  #pragma insum tensor x[n] : dense(x)
  // expect-error@+2:37: target cuda cannot run this: the element type of y depends on a template argument [insum-target-cannot]
  // expect-note@+1:37: use a type that is known
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda
  {}
}

void storage(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y, const Entry* entries,
             const std::complex<double>* z, std::complex<double>* w, int* const* rows, const int* counts, double* const* values) {
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+4:46: target cuda cannot run this: A_crd is an array of pointers [insum-target-cannot]
  // expect-note@+3:46: use a format with one array, such as csr
  // expect-error@+2:52: target cuda cannot run this: A_vals is an array of pointers [insum-target-cannot]
  // expect-note@+1:52: use a format with one array, such as csr
  #pragma insum tensor A[m,n] : rows(counts, rows, values)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  {}
  #pragma insum w[at[i]] *= z[i]
  #pragma insum tensor at[n] : dense(counts)
  #pragma insum tensor z[n] : dense(z)
  #pragma insum tensor w[n] : dense(w)
  // expect-error@+2:24: target cuda cannot run this: products of complex numbers that threads share cannot be updated as one [insum-target-cannot]
  // expect-note@+1:24: parallelize an index of the result
  #pragma insum target cuda
  {}
  // expect-error@+2:24: target cuda cannot run this: f() is compiled for the host only [insum-target-cannot]
  // expect-note@+1:24: use the functions that insum knows, or write 'target openmp'
  #pragma insum y[i] = f(x[i])
  #pragma insum function f()
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda
  {}
  #pragma insum y[j] += A[i,j] * x[i]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[m] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum schedule bind(i, block.x)
  #pragma insum deterministic
  // expect-error@+2:24: target cuda cannot run this: deterministic sums of blocks that share elements have no order [insum-target-cannot]
  // expect-note@+1:24: leave 'deterministic' out, or bind an index of the result
  #pragma insum target cuda
  {}
}

void loops(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,r] = A[i,j] * B[j,r]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,k] : dense(b)
  #pragma insum tensor C[m,k] : dense(c)
  #pragma insum schedule reorder(i,j,r), parallelize(r)
  // expect-error@+2:24: target cuda cannot run this: its parallel loop stands inside of a loop whose length only the device knows [insum-target-cannot]
  // expect-note@+1:24: parallelize an outer loop, or leave the operand of that loop out of device(...)
  #pragma insum target cuda device(A)
  {}
}

void members(int m, int n, const int* pos, const Entry* entries, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:24: target cuda cannot run this: A is in device memory, and its arrays are members of structs there [insum-target-cannot]
  // expect-note@+1:24: give them arrays of their own
  #pragma insum tensor A[m,n] : csr(pos, field(entries, column), field(entries, value))
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda device(A)
  {}
}

void results(std::vector<int>& rows, std::vector<int>& cols, std::vector<double>& vals, insum::csr<double>& C, const insum::csr<double>& A, const insum::csr<double>& B) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace C : hash
  // expect-error@+2:24: target cuda cannot run this: it sorts entries by an algorithm of its own, and not in a workspace that is hash [insum-target-cannot]
  // expect-note@+1:24: leave the name of the workspace out, or make it dense
  #pragma insum target cuda
  {}
  #pragma insum L[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor L[{A.rows()},{B.cols()}] : coo(rows, cols, vals)
  #pragma insum workspace L : dense
  // expect-error@+2:24: target cuda cannot run this: its dense workspaces are rows of groups, and the result has no row for each iteration of the loops around [insum-target-cannot]
  // expect-note@+1:24: store the result as csr, csc or bcsr, or leave the name of the workspace out
  #pragma insum target cuda
  {}
}

template <class T>
void converted(int m, int n, const int* pos, const int* crd, const T* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:24: 'A' cannot be converted to coo: the type of its elements depends on a template argument [insum-conversion-impossible]
  // expect-note@+1:24: use a type that is known, or leave it out of device(...)
  #pragma insum format A -> coo
  #pragma insum target cuda device(A)
  {}
}

void device(int n, const double* x, double* y) {
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+2:38: 'x' cannot be in device memory here: the target is openmp [insum-device-storage]
  // expect-note@+1:38: write 'target cuda device(x)'
  #pragma insum target openmp device(x)
  {}
  #pragma insum t[i] = 2 * x[i]
  #pragma insum y[i] = t[i] * t[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum tensor t[n] : dense
  // expect-error@+2:36: 't' cannot be in device memory here: it is a temporary, which the kernel allocates [insum-device-storage]
  // expect-note@+1:36: leave it out
  #pragma insum target cuda device(t)
  {}
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda device(x)
  // expect-error@+2:17: verify cannot look into device memory, where 'x' is [insum-verify-device]
  // expect-note@+1:17: leave verify out, or x out of device(...)
  #pragma insum verify
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+2:36: unknown tensor 'q' [insum-unknown-tensor]
  // expect-note@+1:36: declare it with '#pragma insum tensor q[sizes] : format(storage)', or name a C++ object in scope
  #pragma insum target cuda device(q)
  {}
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda
  // expect-error@+2:26: target cuda cannot run this: threads and registers there take tiles of constant lengths [insum-target-cannot]
  // expect-note@+1:26: give the sizes, as in tile(i=64, j=64)
  #pragma insum schedule tile(auto)
  {}
}

void bounded(const insum::csc<double>& A, const insum::csr<double>& B, insum::csr<double>& C, const insum::coo<insum::half>& D,
             const insum::half (&x)[7], const insum::half (&E)[9][5], insum::half (&y)[5]) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j), no_convert
  #pragma insum assume(memory <= 4e5)
  // expect-error@+2:24: target cuda cannot run this: a bound of the memory counts what processors allocate, and not C_entries on a device [insum-target-cannot]
  // expect-note@+1:24: leave memory <= ... out, or write 'target openmp'
  #pragma insum target cuda
  INSUM_REQUIRED;
  #pragma insum y[i] = D[i,k] * x[k]
  #pragma insum assume(memory <= 1000)
  // expect-error@+2:24: target cuda cannot run this: a bound of the memory counts what processors allocate, and not y_floats on a device [insum-target-cannot]
  // expect-note@+1:24: leave memory <= ... out, or write 'target openmp'
  #pragma insum target cuda
  INSUM_REQUIRED;
  #pragma insum y[i] *= E[k,i]
  #pragma insum schedule bind(k, block.x)
  #pragma insum assume(memory <= 1000)
  // expect-error@+2:24: target cuda cannot run this: a bound of the memory counts what processors allocate, and not y_product on a device [insum-target-cannot]
  // expect-note@+1:24: leave memory <= ... out, or write 'target openmp'
  #pragma insum target cuda
  INSUM_REQUIRED;
}

void runs(int m, int n, const insum::coo<double>& A, const double* x, double* y) {
  // expect-error@+6:24: target cuda cannot run this: a workspace is for each run of equal i, and its threads take entries one by one [insum-target-cannot]
  // expect-note@+5:24: give the workspace i as well, or use a format with rows, such as csr
  #pragma insum y[i,j] = A[i,k] * X[k,j] * X[j,j]
  #pragma insum tensor X[n,n] : dense(x)
  #pragma insum tensor y[m,n] : dense(y)
  #pragma insum assume(sorted(A))
  #pragma insum target cuda
  #pragma insum schedule precompute(A[i,k] * X[k,j], {j}, {j}, W, dense)
  INSUM_REQUIRED;
}

void in_another_order(const insum::csr<double>& A, const double* x, std::vector<int>& crd, std::vector<double>& vals) {
  #pragma insum y[j] = A[i,j] * X[i]
  #pragma insum tensor X[A.rows()] : dense(x)
  #pragma insum tensor y[A.cols()] : coo(crd, vals)
  // expect-error@+2:24: target cuda cannot run this: it collects entries of a result that are not those of one row after the other [insum-target-cannot]
  // expect-note@+1:24: store the result in dense storage, or as csr or csc where it has two modes
  #pragma insum target cuda
  INSUM_REQUIRED;
}
