// Where matrix instructions cannot be used.
#include <insum/core/types.hpp>

void no_target(int n, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:26: no matrix instruction can be used: target openmp has none [insum-impossible-tensorize]
  // expect-note@+1:26: write 'target cuda', or leave 'tensorize' out
  #pragma insum schedule tensorize(mma)
  {}
}

void no_product(int n, const double* a, const int* pos, const int* crd, const double* x, double* y, double* c) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+2:26: no matrix instruction can be used: its indices are not rows, columns and a depth of two factors [insum-impossible-tensorize]
  // expect-note@+1:26: leave 'tensorize' out
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = A[i,j] + 1
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:26: no matrix instruction can be used: the block adds up no products [insum-impossible-tensorize]
  // expect-note@+1:26: leave 'tensorize' out
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,n] : dense(x)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:26: no matrix instruction can be used: an operand or the result is sparse, or both are one [insum-impossible-tensorize]
  // expect-note@+1:26: leave 'tensorize' out
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor B[n,n] : dense(x)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:40: no matrix instruction can be used: it adds up no products of dense loops [insum-impossible-tensorize]
  // expect-note@+1:40: leave 'tensorize' out
  #pragma insum schedule unroll(k, 4), tensorize(mma)
  #pragma insum target cuda
  {}
}

void no_instruction(int n, const float* a, const insum::half* h, const insum::bfloat16* b, float* c, const int* x, const int* y, int* z) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor B[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:26: no matrix instruction can be used: floats are multiplied as they are [insum-impossible-tensorize]
  // expect-note@+1:26: 'tensorize(mma, tf32)' rounds floats to 11 bits
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(h)
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:26: no matrix instruction can be used: half and bfloat16 are multiplied as floats [insum-impossible-tensorize]
  // expect-note@+1:26: 'tensorize(mma, tf32)' rounds floats to 11 bits
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = A[i,k] * s[k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(h)
  #pragma insum tensor s[n] : dense(h)
  #pragma insum tensor B[n,n] : dense(h)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:26: no matrix instruction can be used: A[i,k] * s[k] is computed in float [insum-impossible-tensorize]
  // expect-note@+1:26: 'tensorize(mma, tf32)' rounds floats to 11 bits
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(x)
  #pragma insum tensor B[n,n] : dense(y)
  #pragma insum tensor C[n,n] : dense(z)
  // expect-error@+2:26: no matrix instruction can be used: its sums are of a type without products [insum-impossible-tensorize]
  // expect-note@+1:26: leave 'tensorize' out
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  {}
}

void order_of_sums(int n, int m, const int* am, const double* a, const double* b, double* c) {
  #pragma insum C[AM[g],i,j] += A[g,i,k] * B[k,j]
  #pragma insum tensor A[m,n,n] : dense(a)
  #pragma insum tensor AM[m] : dense(am)
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[m,n,n] : dense(c)
  // expect-error@+2:41: no matrix instruction can be used: its sums share elements of C, in a deterministic block [insum-impossible-tensorize]
  // expect-note@+1:41: leave 'tensorize' out
  #pragma insum schedule deterministic, tensorize(mma)
  #pragma insum target cuda
  {}
}

void arguments(int n, const double* a, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor B[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:36: the schedule command 'tensorize' takes the word 'mma' here [insum-schedule-argument]
  // expect-note@+1:36: see 'insum help schedules'
  #pragma insum schedule tensorize(wmma)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor B[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:41: the schedule command 'tensorize' takes the word 'tf32' here [insum-schedule-argument]
  // expect-note@+1:41: see 'insum help schedules'
  #pragma insum schedule tensorize(mma, half)
  #pragma insum target cuda
  {}
}
