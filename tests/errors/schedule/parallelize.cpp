// Loops over threads.
#include <vector>

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'parallelize' takes 1 to 2 arguments, found 0 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule parallelize()
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'parallelize' takes 1 to 2 arguments, found 3 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule parallelize(i, j, k)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'parallelize' takes static, dynamic or nonzeros as its second argument [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule parallelize(i, guided)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'parallelize' takes static, dynamic or nonzeros as its second argument [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule parallelize(i, 4)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:38: unknown index 'q' in a schedule [insum-unknown-schedule-index]
  // expect-note@+1:38: the indices of this block are i, j, k
  #pragma insum schedule parallelize(q)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:38: the schedule command 'parallelize' takes an index here [insum-schedule-argument]
  // expect-note@+1:38: see 'insum help schedules'
  #pragma insum schedule parallelize({m})
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:42: the loop over j cannot be parallel: the loop over i of the same nest is parallel already [insum-impossible-parallelize]
  // expect-note@+1:42: parallelize one loop of a nest
  #pragma insum schedule parallelize(i), parallelize(j)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule parallelize(i)
  // expect-error@+2:26: the loop over i cannot be parallel: the loop over i of the same nest is parallel already [insum-impossible-parallelize]
  // expect-note@+1:26: parallelize one loop of a nest
  #pragma insum schedule parallelize(i)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the loop over j cannot be parallel: no array of positions says how many entries its iterations have [insum-impossible-parallelize]
  // expect-note@+1:26: use static or dynamic
  #pragma insum schedule parallelize(j, nonzeros)
  {}
}

void entries(int m, int n, const std::vector<int>& row, const int* col, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : coo(row, col, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loop over j cannot be parallel: level 1 of A (singleton) has one coordinate at a time [insum-impossible-parallelize]
  // expect-note@+1:26: parallelize the loop around it
  #pragma insum schedule parallelize(j)
  {}
  #pragma insum y[i] = exp(A[i,j] + x[j])
  #pragma insum tensor A[m,n] : coo(row, col, a) fill(2) unique
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loop over m0 cannot be parallel: its iterations overwrite the same elements of A_dense [insum-impossible-parallelize]
  // expect-note@+1:26: parallelize a loop over an index of the result
  #pragma insum schedule parallelize(m0)
  {}
}

void diagonals(int m, int n, const double* a, const std::vector<int>& offsets, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dia(offsets, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:38: index 'j' has no loop of its own: it is computed from others [insum-schedule-without-loop]
  // expect-note@+1:38: name the indices of the loops around it
  #pragma insum schedule parallelize(j)
  {}
}
