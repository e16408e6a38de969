// Loops that cannot be bound to blocks and threads.
#include <insum/formats.hpp>
#include <span>

void no_target(int n, const double* a, double* c) {
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:26: the loop over i cannot be bound: target openmp has no blocks and threads [insum-impossible-bind]
  // expect-note@+1:26: write 'target cuda', or use parallelize
  #pragma insum schedule bind(i, block.x)
  {}
}

void words(int n, const double* a, double* c) {
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:26: the schedule command 'bind' takes block.x, block.y, block.z, thread.x, thread.y or thread.z as its second argument [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule bind(i, grid.x)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:26: the schedule command 'bind' takes 2 arguments, found 1 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule bind(i)
  #pragma insum target cuda
  {}
}

void twice(int n, const double* a, double* c) {
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:44: the loop over j cannot be bound: the loop over i of the same nest has block.x [insum-impossible-bind]
  // expect-note@+1:44: bind it to another axis
  #pragma insum schedule bind(i, block.x), bind(j, block.x)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:44: the loop over i cannot be bound: it is bound to block.x already [insum-impossible-bind]
  // expect-note@+1:44: bind it once
  #pragma insum schedule bind(i, block.x), bind(i, thread.x)
  #pragma insum target cuda
  {}
}

void order(int n, const double* a, double* c) {
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:26: the loop over j cannot be bound: no loop around it is bound to blocks [insum-impossible-bind]
  // expect-note@+1:26: bind a loop around it to block.x
  #pragma insum schedule bind(j, thread.x)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:45: the loop over j cannot be bound: the loop over i around it is bound to threads [insum-impossible-bind]
  // expect-note@+1:45: put it outside with reorder
  #pragma insum schedule bind(i, thread.x), bind(j, block.x)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:42: the loop over j cannot be bound: the loop over i of the same nest is parallel [insum-impossible-bind]
  // expect-note@+1:42: leave parallelize out
  #pragma insum schedule parallelize(i), bind(j, block.x)
  #pragma insum target cuda
  {}
}

void shared(int n, const double* a, const double* b, double* c, std::span<const int> row, const int* col) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:62: the loop over k cannot be bound: its iterations share elements of C [insum-impossible-bind]
  // expect-note@+1:62: put it outside of all loops that are bound, or use rfactor
  #pragma insum schedule reorder(i, k, j), bind(i, block.x), bind(k, block.y), bind(j, thread.x)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:81: the loop over k cannot be bound: its iterations share elements of C [insum-impossible-bind]
  // expect-note@+1:81: add up over one loop on threads alone, inside of the loops over the result's indices
  #pragma insum schedule reorder(i, j, k), bind(i, block.x), bind(j, thread.y), bind(k, thread.x)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : coo(row, col, a)
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:62: the loop over k cannot be bound: level 1 of A (singleton) has one coordinate at a time [insum-impossible-bind]
  // expect-note@+1:62: bind the loop around it
  #pragma insum schedule reorder(i, k, j), bind(i, block.x), bind(k, thread.x)
  #pragma insum target cuda
  {}
}

void merged(int n, const int* pos, const int* crd, const double* a, const int* pos2, const int* crd2, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,j] * B[i,j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,n] : csr(pos2, crd2, b)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:44: the loop over j cannot be bound: it merges the entries of several operands [insum-impossible-bind]
  // expect-note@+1:44: bind a loop around it
  #pragma insum schedule bind(i, block.x), bind(j, thread.x)
  #pragma insum target cuda
  {}
}

void built(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:26: the loop over i cannot be bound: C is built in parts of its own [insum-impossible-bind]
  // expect-note@+1:26: give the result dense storage
  #pragma insum schedule bind(i, block.x)
  #pragma insum target cuda
  {}
}

void sizes(const double* a, double* c) {
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[4096,4096] : dense(a)
  #pragma insum tensor C[4096,4096] : dense(c)
  // expect-error@+2:102: the target cannot run blocks of this size: a block would have 2048 threads, and a device runs at most 1024 in one [insum-block-size]
  // expect-note@+1:102: split the loops that are bound to threads, and bind the shorter inner ones, as in split(j, j0, j1, 256)
  #pragma insum schedule tile(i=64, j=32), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[4096,4096] : dense(a)
  #pragma insum tensor C[4096,4096] : dense(c)
  // expect-error@+2:67: the target cannot run blocks of this size: a block would have 128 threads along z, and a device runs at most 64 there [insum-block-size]
  // expect-note@+1:67: split the loops that are bound to threads, and bind the shorter inner ones, as in split(j, j0, j1, 256)
  #pragma insum schedule split(j, j0, j1, 128), bind(i, block.x), bind(j1, thread.z)
  #pragma insum target cuda
  {}
}
