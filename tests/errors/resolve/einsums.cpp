// Names, subscripts, indices and sizes of Einsums.
#include <cmath>
#include <vector>

struct Widget {};

void names(int M, int N, int K, double alpha, const int* pos, const int* crd, const double* vals, const double* x,
           std::vector<double>& y, const std::vector<double>& w, Widget widget, std::vector<std::vector<double>>& lists) {
  // expect-error@+2:33: unknown tensor 'ww' [insum-unknown-tensor]
  // expect-note@+1:33: did you mean 'w_'?
  #pragma insum y[i] = A[i,j] * ww[j]
  #pragma insum tensor A[M,N] : csr(pos, crd, vals)
  #pragma insum tensor w_[N] : dense(x)
  {}
  // expect-error@+2:17: unknown tensor 'z' [insum-unknown-tensor]
  // expect-note@+1:17: declare it with '#pragma insum tensor z[sizes] : format(storage)', or name a C++ object in scope
  #pragma insum z[i] = w[i]
  {}
  // expect-error@+2:24: the size of 'x' is unknown: it is a pointer [insum-unknown-size]
  // expect-note@+1:24: declare it with '#pragma insum tensor x[size] : dense(x)', or use std::span
  #pragma insum y[i] = x[i]
  {}
  // expect-error@+2:24: 'widget' is no tensor: it has type 'Widget' [insum-not-a-tensor]
  // expect-note@+1:24: use an insum:: type, a contiguous range, an Eigen type with <insum/eigen.hpp> included, or declare sizes and storage with '#pragma insum tensor'
  #pragma insum y[i] = widget[i]
  {}
  // expect-error@+2:24: storage 'lists' has type 'std::vector<std::vector<double>>', but an array of numbers is needed [insum-storage-depth]
  // expect-note@+1:24: give an array of numbers, such as a pointer to its first element
  #pragma insum y[i] = lists[i]
  {}
  // expect-error@+2:31: 'widget' cannot stand as a number: it has type 'Widget' [insum-not-a-value]
  // expect-note@+1:31: use an expression of type bool, of an integer type, float, double, half, bfloat16 or std::complex
  #pragma insum y[i] = w[i] * widget
  {}
  // expect-error@+2:32: 'widget' cannot stand as a number: it has type 'Widget' [insum-not-a-value]
  // expect-note@+1:32: use an expression of type bool, of an integer type, float, double, half, bfloat16 or std::complex
  #pragma insum y[i] = w[i] * {widget}
  {}
  // expect-error@+2:31: 'alpha' has no modes, but 1 subscript is given [insum-rank-mismatch]
  // expect-note@+1:31: give one subscript for each mode
  #pragma insum y[i] = w[i] * alpha[i]
  {}
  // expect-error@+4:24: 'w' has 1 mode, but 2 subscripts are given [insum-rank-mismatch]
  // expect-note@+3:24: give one subscript for each mode
  // expect-note@+2:24: w has sizes [w_size]
  // expect-note@+1:24: a line 'tensor w[rows, columns] : dense(w)' says how its elements lie
  #pragma insum y[i] = w[i,j]
  {}
  // expect-error@+2:20: 'alpha' must be an integer, but it has type 'double' [insum-not-an-integer]
  // expect-note@+1:20: use an expression of integer type
  #pragma insum y[{alpha}] = w[i]
  {}
  // expect-error@+2:19: 'w' cannot give subscripts: it is not of an integer type [insum-index-tensor]
  // expect-note@+1:19: use a dense tensor of integers as the index array
  #pragma insum y[w[i]] = w[i]
  {}
  // expect-error@+2:19: 'M' cannot give subscripts: it is a single number [insum-index-tensor]
  // expect-note@+1:19: use a dense tensor of integers as the index array
  #pragma insum y[M[i]] = w[i]
  {}
  // expect-error@+2:3: this block has no Einsum [insum-missing-einsum]
  // expect-note@+1:3: add one, for example '#pragma insum y[i] = A[i,j] * x[j]'
  #pragma insum kernel nothing_to_do
  {}
  #pragma insum y[i] = w[i]
  // expect-warning@+2:24: tensor 'A' is declared but no Einsum uses it [insum-unused-tensor]
  // expect-note@+1:24: remove the declaration
  #pragma insum tensor A[M,N] : csr(pos, crd, vals)
  {}
  // expect-note@+1:17: it is written here, but it has no storage and no Einsum reads it
  #pragma insum T[i,j] = A[i,j]
  #pragma insum tensor A[M,N] : csr(pos, crd, vals)
  // expect-warning@+2:24: tensor 'T' is declared but no Einsum uses it [insum-unused-tensor]
  // expect-note@+1:24: remove the declaration
  #pragma insum tensor T[M,N] : csr
  {}
}

void indices(int M, int N, int K, const double* vals, const double* x, double* c, double* s) {
  // expect-error@+2:38: index 'q' and index 'k' each appear only once and not in the result: one of them may be meant for the other [insum-unbounded-index]
  // expect-note@+1:38: correct the index, or write sum(q: ...) to sum over it by itself
  #pragma insum C[i,j] += A[i,k] * B[q,j]
  #pragma insum tensor A[M,K] : dense(vals)
  // expect-note@+1:24: B is declared here with sizes [K, N]
  #pragma insum tensor B[K,N] : dense(x)
  #pragma insum tensor C[M,N] : dense(c)
  {}
  // expect-error@+2:40: index 'q' and index 'k' each appear only once and not in the result: one of them may be meant for the other [insum-unbounded-index]
  // expect-note@+1:40: correct the index, or write max(q: ...) to reduce over it by itself
  #pragma insum C[i,j] max= A[i,k] * B[q,j]
  #pragma insum tensor A[M,K] : dense(vals)
  // expect-note@+1:24: B is declared here with sizes [K, N]
  #pragma insum tensor B[K,N] : dense(x)
  #pragma insum tensor C[M,N] : dense(c)
  {}
  // expect-error@+3:55: index 'k' and index 'j' each appear only once in the term and not in the result: one of them may be meant for the other [insum-unbounded-index]
  // expect-note@+2:55: correct the index, or write sum(k: ...) to sum over it by itself
  // expect-note@+1:46: 'j' stands here
  #pragma insum S[i] = A[i,j] * B[j,k] - A[i,j] * B[i,k]
  #pragma insum tensor A[M,K] : dense(vals)
  // expect-note@+1:24: B is declared here with sizes [K, N]
  #pragma insum tensor B[K,N] : dense(x)
  #pragma insum tensor S[M] : dense(s)
  {}
  // expect-error@+4:27: index 'j' subscripts no mode by itself: its range is unknown [insum-unbounded-index]
  // expect-note@+3:27: use it as the only index of a mode, or write {j} for a C++ variable
  // expect-error@+2:29: index 'k' subscripts no mode by itself: its range is unknown [insum-unbounded-index]
  // expect-note@+1:29: use it as the only index of a mode, or write {k} for a C++ variable
  #pragma insum S[i] += A[j+k]
  #pragma insum tensor A[M] : dense(vals)
  #pragma insum tensor S[M] : dense(s)
  {}
  // expect-error@+2:28: index 'j' subscripts no mode by itself: its range is unknown [insum-unbounded-index]
  // expect-note@+1:28: use it as the only index of a mode, or write {j} for a C++ variable
  #pragma insum S[i] = sum(j: A[i]) + A[i]
  #pragma insum tensor A[M] : dense(vals)
  #pragma insum tensor S[M] : dense(s)
  {}
  // expect-error@+3:28: index 'j' of this reduction is used outside of it too [insum-index-reused]
  // expect-note@+2:28: give the index of the reduction another name
  // expect-note@+1:45: it is used outside of the reduction here
  #pragma insum S[i] = sum(j: A[i,j]) * A[i,j]
  #pragma insum tensor A[M,N] : dense(vals)
  #pragma insum tensor S[M] : dense(s)
  {}
  // expect-error@+3:35: index 'j' of this reduction is used outside of it too [insum-index-reused]
  // expect-note@+2:35: give the index of the reduction another name
  // expect-note@+1:28: it already stands for the index here
  #pragma insum S[i] = sum(j: max(j: A[i,j]))
  #pragma insum tensor A[M,N] : dense(vals)
  #pragma insum tensor S[M] : dense(s)
  {}
  // expect-error@+3:35: index 'k' stands for sizes that differ: 5 in A, 6 in B [insum-size-mismatch]
  // expect-note@+2:35: use another index, or make the sizes agree
  // expect-note@+1:28: here it stands for mode 1 of A
  #pragma insum S[i] = A[i,k] * B[k]
  #pragma insum tensor A[4,5] : dense(vals)
  // expect-note@+1:24: B is declared here
  #pragma insum tensor B[6] : dense(x)
  #pragma insum tensor S[4] : dense(s)
  {}
}

void temporaries(std::vector<double>& y, const std::vector<double>& w) {
  // expect-error@+2:22: temporary 'T' has no value yet [insum-temporary-undefined]
  // expect-note@+1:22: write it with '=' first
  #pragma insum T[i] += w[i]
  #pragma insum y[i] = T[i]
  {}
  // expect-error@+2:19: temporary 'T' needs a plain index, each once, as its subscripts where it is first written [insum-temporary-sizes]
  // expect-note@+1:19: write it with plain indices, or declare a tensor for it
  #pragma insum T[2*i] = w[i]
  #pragma insum y[i] = T[i]
  {}
}

void bits(std::vector<int>& y, const std::vector<double>& x) {
  // expect-error@+2:22: '|=' of an integer and a value that is not one is not defined [insum-undefined-operation]
  // expect-note@+1:22: compare the value: x != 0
  #pragma insum y[i] |= x[i]
  {}
}

void fixed_coordinates(double* c, const double* b, int n) {
  // expect-error@+4:21: coordinate 2 is outside of mode 1 of 'X', whose size is 2 [insum-coordinate-outside]
  // expect-note@+3:21: coordinates count from 0: give one that is less than the size
  // expect-error@+2:35: coordinate -1 is outside of mode 0 of 'b', whose size is n [insum-coordinate-outside]
  // expect-note@+1:35: coordinates count from 0: give one that is less than the size
  #pragma insum X[i,2] = b[i] + b[-1]
  // expect-note@+1:24: X is declared here
  #pragma insum tensor X[3,2] : dense(c)
  // expect-note@+1:24: b is declared here
  #pragma insum tensor b[n] : dense(b)
  {}
}

void lists_as_matrices(int n, std::vector<double>& y, const std::vector<double>& a) {
  // expect-error@+4:24: 'a' has 1 mode, but 2 subscripts are given [insum-rank-mismatch]
  // expect-note@+3:24: give one subscript for each mode
  // expect-note@+2:24: a has sizes [a_size]
  // expect-note@+1:24: a line 'tensor a[rows, columns] : dense(a)' says how its elements lie
  #pragma insum y[i] = a[i,j]
  {}
  // expect-error@+2:24: 'A' has 1 mode, but 2 subscripts are given [insum-rank-mismatch]
  // expect-note@+1:24: give one subscript for each mode
  #pragma insum y[i] = A[i,j]
  // expect-note@+1:24: A has sizes [n]
  #pragma insum tensor A[n] : dense(a)
  {}
}

void first_written_by_an_operator(int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  // expect-error@+2:24: temporary 'S' has no value yet [insum-temporary-undefined]
  // expect-note@+1:24: write S[i,j] = min(k: A[i,k] + A[k,j])
  #pragma insum S[i,j] min= A[i,k] + A[k,j]
  #pragma insum y[i] = S[i,j] * x[j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a) fill(INFINITY)
  #pragma insum tensor S[n,n] : csr fill(INFINITY)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
  #pragma insum S[i,j] = min(k: A[i,k] + A[k,j])
  #pragma insum y[i] = max(j: S[i,j] * x[j])
  #pragma insum tensor A[n,n] : csr(pos, crd, a) fill(INFINITY)
  #pragma insum tensor S[n,n] : csr fill(INFINITY)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
}

void parentheses(int n, const double* A_vals, const double* x, std::vector<double>& y, double& sum) {
  // expect-warning@+2:23: the parentheses do not make one term of this sum: '1' is no part of the sum over k [insum-split-sum]
  // expect-note@+1:23: leave the parentheses out, or write sum(k: ...) around the whole if it is meant for each k
  #pragma insum sum = (v[k] + 1)
  #pragma insum tensor v[n] : dense(x)
  INSUM_REQUIRED;
  // expect-warning@+2:32: the parentheses do not make one term of this sum: 'v[i]' is no part of the sum over k [insum-split-sum]
  // expect-note@+1:32: leave the parentheses out, or write sum(k: ...) around the whole if it is meant for each k
  #pragma insum y[i] += v[i] - (v[i] - A[i,k] * v[k])
  #pragma insum tensor v[n] : dense(x)
  #pragma insum tensor A[n,n] : dense(A_vals)
  INSUM_REQUIRED;
  #pragma insum y[i] = (A[i,k] * v[k] + A[i,k]) + sum(l: v[l] + 1) + 2 * (v[i] + 1) + (v[i] + sum(l: v[l]))
  #pragma insum tensor v[n] : dense(x)
  #pragma insum tensor A[n,n] : dense(A_vals)
  INSUM_REQUIRED;
}
