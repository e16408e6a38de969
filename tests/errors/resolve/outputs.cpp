// What may be written.
#include <insum/insum.hpp>
#include <complex>
#include <vector>

void outputs(int M, int N, int K, const int* pos, const int* crd, const int* crd2, const double* vals, const double* x,
             // expect-note@+1:76: fixed is declared here
             double* y, std::vector<double>& w, const std::vector<double>& fixed, const std::vector<int>& perm,
             // expect-note@+1:27: constant is declared here
             const double constant) {
  // expect-error@+2:17: output 'X' cannot be written: its values are const [insum-output-not-writable]
  // expect-note@+1:17: give storage whose elements are not const
  #pragma insum X[i] = w[i]
  // expect-note@+1:24: X is declared here
  #pragma insum tensor X[M] : dense(x)
  {}
  // expect-error@+2:17: output 'fixed' cannot be written: its values are const [insum-output-not-writable]
  // expect-note@+1:17: give storage whose elements are not const
  #pragma insum fixed[i] = w[i]
  {}
  // expect-error@+2:17: output 'constant' cannot be written: its values are const [insum-output-not-writable]
  // expect-note@+1:17: give storage whose elements are not const
  #pragma insum constant += w[i]
  {}
  // expect-error@+2:17: elements of output 'Y' share memory: its stride along mode 0 is 0 [insum-output-overlaps]
  // expect-note@+1:17: give each element a place of its own, or reduce over that index into an output without it
  #pragma insum Y[i,j] = A[i,j]
  #pragma insum tensor A[M,N] : csr(pos, crd, vals)
  // expect-note@+1:24: Y is declared here
  #pragma insum tensor Y[M,N] : dense(y) strides(0,1)
  {}
  // expect-error@+2:17: sparse output 'T' cannot hold the result: a slice of a sparse temporary is written [insum-sparse-output]
  // expect-note@+1:17: write all of it, or declare storage for T
  #pragma insum T[i,2] = A[i,k] * 2
  #pragma insum w[i] = T[i,k]
  #pragma insum tensor A[M,N] : csr(pos, crd, vals)
  #pragma insum tensor T[M,N] : csr
  {}
  // expect-error@+3:24: 'w' is read as w[i + 1] and written as w[i]: other elements may be written before they are read [insum-output-read-differently]
  // expect-note@+2:24: read another tensor, or compute into a temporary first
  // expect-note@+1:17: it is written here
  #pragma insum w[i] = w[i+1]
  {}
  // expect-error@+3:30: 'w' is read as w[perm[i]] and written as w[perm[i]]: '=' with these subscripts fills the whole of it first [insum-output-read-differently]
  // expect-note@+2:30: read another tensor, or compute into a temporary first
  // expect-note@+1:17: it is written here
  #pragma insum w[perm[i]] = w[perm[i]] + 1
  {}
  // expect-error@+3:26: 'B' is read as A[j,i] and written as B[i,j]: A is stored in the same array, and other elements may be written before they are read [insum-output-read-differently]
  // expect-note@+2:26: read another tensor, or compute into a temporary first
  // expect-note@+1:17: it is written here
  #pragma insum B[i,j] = A[j,i]
  #pragma insum tensor A[M,N] : dense(y)
  #pragma insum tensor B[N,M] : dense(y)
  {}
  // expect-error@+2:17: sparse output 'O' cannot hold the result: the right side has values where A stores none [insum-sparse-output]
  // expect-note@+1:17: store it in containers that grow (std::vector, insum types), give it the coordinate arrays of the operand whose pattern it has, or write into a dense tensor
  #pragma insum O[i,j] = A[i,j] + X[i] * X[j]
  #pragma insum tensor A[M,N] : csr(pos, crd, vals)
  #pragma insum tensor O[M,N] : csr(pos, crd, y)
  #pragma insum tensor X[M] : dense(x)
  {}
  // expect-error@+2:17: sparse output 'O' cannot hold the result: its pattern is that of no operand with the same subscripts [insum-sparse-output]
  // expect-note@+1:17: store it in containers that grow (std::vector, insum types), give it the coordinate arrays of the operand whose pattern it has, or write into a dense tensor
  #pragma insum O[i,j] = A[i,j] * 2
  #pragma insum tensor A[M,N] : csr(pos, crd, vals)
  #pragma insum tensor O[M,N] : csr(pos, crd2, y)
  {}
  // expect-error@+2:17: sparse output 'O' cannot hold the result: A stores one triangle only [insum-sparse-output]
  // expect-note@+1:17: store it in containers that grow (std::vector, insum types), give it the coordinate arrays of the operand whose pattern it has, or write into a dense tensor
  #pragma insum O[i,j] = A[i,j] * 2
  #pragma insum tensor A[M,N] : csr(pos, crd, vals) symmetric(lower)
  #pragma insum tensor O[M,N] : csr(pos, crd, y)
  {}
  // expect-error@+2:17: a symmetric result is not supported yet [insum-not-supported-yet]
  // expect-note@+1:17: declare 'O' without symmetric
  #pragma insum O[i,j] = A[i,j] * 2
  #pragma insum tensor A[M,N] : csr(pos, crd, vals) symmetric(lower)
  #pragma insum tensor O[M,N] : csr(pos, crd, y) symmetric(lower)
  {}
  // expect-error@+2:17: sparse output 'O' cannot hold the result: A may hold an entry twice (say 'unique' if it does not) [insum-sparse-output]
  // expect-note@+1:17: store it in containers that grow (std::vector, insum types), give it the coordinate arrays of the operand whose pattern it has, or write into a dense tensor
  #pragma insum O[i,j] = A[i,j] * A[i,j]
  #pragma insum tensor A[M,N] : csr(pos, crd, vals) duplicates
  #pragma insum tensor O[M,N] : csr(pos, crd, y)
  {}
}

// expect-note@+1:92: fixed is declared here
void objects(insum::csr<double>& R, const insum::csr<double>& S, const insum::csr<double>& fixed, double alpha, insum::ell<double>& ell) {
  // expect-error@+2:17: 'R' is 0 where nothing is stored, but what is combined into a new sparse result starts at INFINITY [insum-result-fill]
  // expect-note@+1:17: say fill(INFINITY) if that is meant, or compute the right side into a tensor of its own first
  #pragma insum R[i,j] = min(k: S[i,k] + S[k,j])
  {}
  #pragma insum tensor E = ell
  // expect-error@+2:17: sparse output 'E' cannot hold the result: no result can be built in the format ell [insum-sparse-output]
  // expect-note@+1:17: use csr, csc, coo, csf or bcsr, make its group size, width or block sizes constants of its type to take over the pattern of an operand, or write into a dense tensor
  #pragma insum E[i,j] = S[j,i]
  {}
  // expect-error@+2:17: output 'fixed' cannot be written: its values are const [insum-output-not-writable]
  // expect-note@+1:17: give storage whose elements are not const
  #pragma insum fixed[i,j] = S[i,j]
  {}
  #pragma insum T[i,j] = R[i,j] * alpha
  // expect-error@+2:30: modifier 'order' does not apply to the object 'S', whose type says its layout [insum-modifier-value]
  // expect-note@+1:30: leave it out, or declare the tensor with sizes and storage
  #pragma insum tensor T = S order(1,0)
  {}
  #pragma insum T[i,j] = R[i,j] * alpha
  // expect-error@+2:28: 'alpha' is no tensor: it has type 'double' [insum-not-a-tensor]
  // expect-note@+1:28: use an insum:: type, a contiguous range, an Eigen type with <insum/eigen.hpp> included, or declare sizes and storage with '#pragma insum tensor'
  #pragma insum tensor T = alpha
  {}
}

void complex(std::vector<std::complex<double>>& z, std::vector<double>& w) {
  // expect-error@+2:24: storing a complex value in the real 'w' is not defined [insum-undefined-operation]
  // expect-note@+1:24: make the output complex, or use abs(...)
  #pragma insum w[i] = z[i]
  {}
  // expect-error@+2:31: an order of complex numbers is not defined [insum-undefined-operation]
  // expect-note@+1:31: compare abs(...) instead
  #pragma insum w[i] = select(z[i] < 1, 0, 1)
  {}
  // expect-error@+2:24: collecting a least or greatest value in the complex 'z' is not defined [insum-undefined-operation]
  // expect-note@+1:24: make the output real
  #pragma insum z[i] = min(j: Q[i,j] && z[j])
  #pragma insum tensor Q[3,3] : dense(w)
  {}
  // expect-error@+2:24: 'relu' of complex numbers is not defined [insum-undefined-operation]
  // expect-note@+1:24: compare abs(...) instead
  #pragma insum z[i] = relu(z[i])
  {}
  // expect-error@+2:22: the least or greatest of complex numbers is not defined [insum-undefined-operation]
  // expect-note@+1:22: compare abs(...) instead
  #pragma insum z[i] max= z[i]
  {}
  // expect-error@+2:24: the least or greatest of complex numbers is not defined [insum-undefined-operation]
  // expect-note@+1:24: compare abs(...) instead
  #pragma insum z[i] = max(j: z[j])
  {}
}

void shared_containers(int n, std::vector<int>& p, std::vector<int>& c, std::vector<double>& v, std::vector<int>& q,
                       std::vector<double>& w) {
  #pragma insum C[i,j] = A[i,k] * A[k,j]
  #pragma insum tensor A[n,n] : csr(p, c, v)
  // expect-error@+2:37: the result 'C' cannot be built in 'q', where another array of it is stored too [insum-storage-shared]
  // expect-note@+1:37: give C containers of its own
  #pragma insum tensor C[n,n] : csr(q, q, w)
  {}
  #pragma insum C[i,j] = A[i,k] * A[k,j]
  // expect-error@+2:40: the result 'C' cannot be built in 'c', where 'A' is stored too [insum-storage-shared]
  // expect-note@+1:40: give C containers of its own
  #pragma insum tensor A[n,n] : csr(p, c, v)
  #pragma insum tensor C[n,n] : csr(q, c, w)
  {}
}

void kept(int n, const std::vector<double>& x, std::vector<int>& p, std::vector<int>& c, std::vector<double>& v) {
  // expect-error@+2:17: sparse output 'C' cannot hold the result: the entries that same_pattern keeps are in no order, by which they could be found [insum-sparse-output]
  // expect-note@+1:17: sort them, and leave 'unsorted' out
  #pragma insum C[i,j] = x[i] * x[j]
  #pragma insum tensor C[n,n] : csr(p, c, v) unsorted
  #pragma insum schedule same_pattern
  {}
}

void in_place(const insum::csr<double>& B, const insum::csr<double>& E, insum::csr<double>& C) {
  // expect-error@+2:17: a part of the sparse result 'C' that depends on its old values is not supported yet [insum-not-supported-yet]
  // expect-note@+1:17: compute it into another tensor
  #pragma insum C[i,j] += C[i,j] * B[i,k] * E[k,j]
  {}
}

void in_place_by_list(int n, const insum::coo<double>& L, insum::csr<double>& C) {
  // expect-error@+2:17: a part of the sparse result 'C' that depends on its old values is not supported yet [insum-not-supported-yet]
  // expect-note@+1:17: compute it into another tensor
  #pragma insum C[i,j] = C[i,j] * L[i,k]
  #pragma insum schedule same_pattern
  {}
}

void in_place_by_terms(const insum::csr<double>& Y, insum::csr<double>& C) {
  // expect-error@+2:17: a sum of several terms that read the sparse result 'C', one of which is reduced is not supported yet [insum-not-supported-yet]
  // expect-note@+1:17: compute it into another tensor
  #pragma insum C[i,j] += C[i,j] * 3 + C[i,j] * Y[j,k]
  #pragma insum schedule same_pattern
  {}
}

void by_products(const insum::csr<double>& B, const double* t, insum::coo<double, 1>& O, insum::csr<double>& C) {
  // expect-error@+2:17: '*=' on the sparse result O by a product over other indices is not supported yet [insum-not-supported-yet]
  // expect-note@+1:17: compute the product into a dense tensor first, and multiply O by that
  #pragma insum O[i] *= B[i,k]
  {}
  // expect-error@+2:17: '*=' on entries of the sparse result C that are no slice of it is not supported yet [insum-not-supported-yet]
  // expect-note@+1:17: multiply all of it by a tensor that is 1 elsewhere
  #pragma insum C[i,i] *= t[i]
  #pragma insum tensor t[9] : dense(t)
  {}
}

// The arrays of an object are not known to be those of the line.
void arrays_of_an_object(int n, int m, const insum::csr<double>& A, double* c) {
  // expect-error@+2:17: sparse output 'C' cannot hold the result: its pattern is that of no operand with the same subscripts [insum-sparse-output]
  // expect-note@+1:17: store it in containers that grow (std::vector, insum types), say 'assume(same_pattern(C, A))' where it has the pattern of A, or write into a dense tensor
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor C[n,m] : csr(A.pos, A.crd, c)
  INSUM_REQUIRED;
}

void every_element(const insum::csr<double>& A, double alpha, double* d, std::vector<int>& p, std::vector<int>& c,
                   std::vector<double>& v, int n, int m) {
  // expect-warning@+2:26: the sparse result 'C' stores every element: where operands store nothing, the right side is 1, and 'C' is 0 where it stores nothing [insum-stores-everything]
  // expect-note@+1:26: write into a dense tensor, or say fill(1) in the tensor line of C
  #pragma insum C[i,j] = exp(A[i,j])
  #pragma insum tensor C[n,m] : csr(p, c, v)
  INSUM_REQUIRED;
  // expect-warning@+2:26: the sparse result 'C' stores every element: where operands store nothing, the right side is 2, and 'C' is 0 where it stores nothing [insum-stores-everything]
  // expect-note@+1:26: write into a dense tensor, or say fill(2) in the tensor line of C
  #pragma insum C[i,j] = A[i,j] + 2
  #pragma insum tensor C[n,m] : csr(p, c, v)
  INSUM_REQUIRED;
  // expect-warning@+2:26: the sparse result 'C' stores every element: where operands store nothing, the right side is alpha, and 'C' is 0 where it stores nothing [insum-stores-everything]
  // expect-note@+1:26: write into a dense tensor
  #pragma insum C[i,j] = A[i,j] + alpha
  #pragma insum tensor C[n,m] : csr(p, c, v)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = exp(A[i,j])
  #pragma insum tensor C[n,m] : csr(p, c, v) fill(1)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = alpha * A[i,j]
  #pragma insum tensor C[n,m] : csr(p, c, v)
  INSUM_REQUIRED;
  #pragma insum D[i,j] = exp(A[i,j])
  #pragma insum tensor D[n,m] : dense(d)
  INSUM_REQUIRED;
}

void index_not_read(const insum::csr<double>& A, const double* x, double* d, std::vector<int>& p, std::vector<int>& c,
                    std::vector<double>& v, int n) {
  // expect-warning@+2:21: index 'j' of 'R' is nowhere on the right: 'q' is there once, and summed over [insum-index-not-read]
  // expect-note@+1:21: write j for q if that is meant, or else sum(q: ...)
  #pragma insum R[i,j] = A[i,k] * A[k,q]
  #pragma insum tensor R[n,n] : csr(p, c, v)
  INSUM_REQUIRED;
  // expect-warning@+2:21: index 'j' of 'D' is nowhere on the right: 'q' is there once, and summed over [insum-index-not-read]
  // expect-note@+1:21: write j for q if that is meant, or else sum(q: ...)
  #pragma insum D[i,j] = A[i,k] * A[k,q]
  #pragma insum tensor D[n,n] : dense(d)
  INSUM_REQUIRED;
  // expect-warning@+2:21: index 'j' of 'R' is nowhere on the right: all elements along it are stored, with one value [insum-index-not-read]
  // expect-note@+1:21: correct the index, or write into a dense tensor
  #pragma insum R[i,j] = sum(q: A[i,q])
  #pragma insum tensor R[n,n] : csr(p, c, v)
  INSUM_REQUIRED;
  #pragma insum D[i,j] = sum(q: A[i,q])
  #pragma insum tensor D[n,n] : dense(d)
  INSUM_REQUIRED;
  #pragma insum D[i,j] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor D[n,n] : dense(d)
  INSUM_REQUIRED;
}
