// Operands and results that cannot be kept in shared memory and registers.

void arguments(int n, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+4:77: the schedule command 'cache_read' takes the word 'shared' here [insum-schedule-argument]
  // expect-note@+3:77: see 'insum help schedules'
  // expect-error@+2:89: the schedule command 'cache_write' takes 2 arguments, found 1 [insum-schedule-argument]
  // expect-note@+1:89: see 'insum help schedules'
  #pragma insum schedule bind(i, block.x), bind(j, thread.x), cache_read(x, registers), cache_write(y)
  // expect-error@+2:26: 'B' cannot be kept in shared memory: no nest of the block reads it [insum-impossible-cache]
  // expect-note@+1:26: name an operand
  #pragma insum schedule cache_read(B, shared)
  #pragma insum target cuda
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+4:37: the schedule command 'cache_read' takes the name of a tensor here [insum-schedule-argument]
  // expect-note@+3:37: see 'insum help schedules'
  // expect-error@+2:52: 'A' cannot be kept in registers: no nest of the block computes it [insum-impossible-cache]
  // expect-note@+1:52: name a result
  #pragma insum schedule cache_read(x[j], shared), cache_write(A, registers)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+2:106: the schedule command 'cache_write' takes each tensor once, and 'y' is named already [insum-schedule-argument]
  // expect-note@+1:106: see 'insum help schedules'
  #pragma insum schedule split(j, j0, j1, 8), reorder(j0, i, j1), cache_write(y, registers), cache_write(y, registers)
  {}
}

void processors(int n, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+2:26: 'x' cannot be kept in shared memory: target openmp has none [insum-impossible-cache]
  // expect-note@+1:26: write 'target cuda', or use precompute
  #pragma insum schedule cache_read(x, shared)
  {}
}

void lengths(int n, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[n,n] : dense(c)
  #pragma insum schedule tile(i=8, j=8), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x)
  // expect-error@+2:26: 'B' cannot be kept in shared memory: the loop over k inside of the first loop on threads has no constant number of values [insum-impossible-cache]
  // expect-note@+1:26: split it, and put its outer part outside of the loops on threads, with cache_write of the result
  #pragma insum schedule cache_read(B, shared)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[n,n] : dense(c)
  #pragma insum schedule tile(i=16, j=64, k=256), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x)
  // expect-error@+2:26: 'B' cannot be kept in shared memory: the tiles of a block take 131072 bytes, and there are 48128 [insum-impossible-cache]
  // expect-note@+1:26: split the loops into shorter ones
  #pragma insum schedule cache_read(B, shared)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:70: 'C' cannot be kept in registers: the loop over j has no constant number of values [insum-impossible-cache]
  // expect-note@+1:70: split it, and put its outer part outside of the loops that are summed over
  #pragma insum schedule split(k, k0, k1, 8), reorder(i, k0, j, k1), cache_write(C, registers)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:107: the target cannot run blocks of this size: a block would have 4096 threads, and a device runs at most 1024 in one [insum-block-size]
  // expect-note@+1:107: split the loops that are bound to threads, and bind the shorter inner ones, as in split(j, j0, j1, 256)
  #pragma insum schedule tile(i=64, j=64, k=8), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), bind(j1, thread.x)
  #pragma insum schedule cache_write(C, registers)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor B[n,n] : dense(b)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:108: 'C' cannot be kept in registers: a thread would keep 4096 bytes, and has registers for 1020 [insum-impossible-cache]
  // expect-note@+1:108: split its loops into shorter ones
  #pragma insum schedule tile(i=32, j=512, k=8), bind(i0, block.y), bind(j0, block.x), bind(i1, thread.y), cache_write(C, registers)
  #pragma insum target cuda
  {}
}

void others(int n, const int* pos, const int* crd, const double* a, const double* x, double* y, double* c) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+2:63: 'A' cannot be kept in shared memory: it is sparse, and a tile is a part of a dense array [insum-impossible-cache]
  // expect-note@+1:63: name a dense operand, such as one that is multiplied with it
  #pragma insum schedule bind(i, block.x), bind(j, thread.x), cache_read(A, shared)
  #pragma insum target cuda
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+2:63: 'x' cannot be kept in shared memory: the loop over j enumerates level 1 of A (compressed) [insum-impossible-cache]
  // expect-note@+1:63: name an operand that it does not move
  #pragma insum schedule bind(i, block.x), bind(j, thread.x), cache_read(x, shared)
  #pragma insum target cuda
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+2:49: 'y' cannot be kept in registers: no loop is bound to blocks, so that threads have no fixed elements [insum-impossible-cache]
  // expect-note@+1:49: add bind(i, block.x) and bind(j, thread.x)
  #pragma insum schedule cache_read(x, shared), cache_write(y, registers)
  #pragma insum target cuda
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+2:26: 'x' cannot be kept in shared memory: no loop around it is bound to threads [insum-impossible-cache]
  // expect-note@+1:26: add bind(i, block.x) and bind(j, thread.x)
  #pragma insum schedule cache_read(x, shared)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor C[n,n] : csr(pos, crd, c)
  // expect-error@+2:63: 'C' cannot be kept in registers: it is sparse [insum-impossible-cache]
  // expect-note@+1:63: leave cache_write out
  #pragma insum schedule bind(i, block.x), bind(j, thread.x), cache_write(C, registers)
  #pragma insum target cuda
  {}
  #pragma insum C[i,j] = 2 * C[i,j]
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+2:63: 'C' cannot be kept in shared memory: the nest writes it as well [insum-impossible-cache]
  // expect-note@+1:63: compute the result into another tensor
  #pragma insum schedule bind(i, block.x), bind(j, thread.x), cache_read(C, shared)
  #pragma insum target cuda
  {}
  // What a refused command says beside names is no name that the others lack.
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor C[n,n] : dense(c)
  // expect-error@+10:38: unknown index 'q' in a schedule [insum-unknown-schedule-index]
  // expect-note@+9:38: the indices of this block are i, j
  // expect-error@+8:51: 'x' cannot be kept in shared memory: no nest of the block reads it [insum-impossible-cache]
  // expect-note@+7:51: name an operand
  // expect-error@+6:74: 'y' cannot be kept in shared memory: no nest of the block reads it [insum-impossible-cache]
  // expect-note@+5:74: name an operand
  // expect-error@+4:109: unknown index 'p' in a schedule [insum-unknown-schedule-index]
  // expect-note@+3:109: the indices of this block are i, j
  // expect-error@+2:122: 'y' cannot be kept in registers: no nest of the block computes it [insum-impossible-cache]
  // expect-note@+1:122: name a result
  #pragma insum schedule parallelize(q, dynamic), cache_read(x, shared), cache_read(y, shared), parallelize(p, dynamic), cache_write(y, registers)
  #pragma insum target cuda
  {}
}
