// Pragmas of OpenMP that are for the threads of a region around the statement.
extern float *x, *y;
extern int n;
void inside() {
#pragma omp parallel
  {
// expect-note@+1:1: the block replaces the whole statement, with this pragma
#pragma insum y[i] += 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
// expect-error@+2:1: '#pragma omp for' is for threads that run already where the statement stands: each of them would run the whole kernel in its place [insum-worksharing]
// expect-note@+1:1: let the pragma begin its own threads, as 'omp parallel for' does, or move the statement out of the parallel region
#pragma omp for
    for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
// expect-note@+1:1: the block replaces the whole statement, with this pragma
#pragma insum y[i] += 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
// expect-error@+2:1: '#pragma omp for nowait schedule(static)' is for threads that run already where the statement stands: each of them would run the whole kernel in its place [insum-worksharing]
// expect-note@+1:1: let the pragma begin its own threads, as 'omp parallel for' does, or move the statement out of the parallel region
#pragma omp for nowait schedule(static)
    for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
// expect-note@+1:1: the block replaces the whole statement, with this pragma
#pragma insum y[i] += 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
// expect-error@+2:1: '#pragma omp single' is for threads that run already where the statement stands: each of them would run the whole kernel in its place [insum-worksharing]
// expect-note@+1:1: let the pragma begin its own threads, as 'omp parallel for' does, or move the statement out of the parallel region
#pragma omp single
    for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
// expect-note@+1:1: the block replaces the whole statement, with this pragma
#pragma insum y[i] += 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
// expect-error@+2:1: '#pragma omp master' is for threads that run already where the statement stands: each of them would run the whole kernel in its place [insum-worksharing]
// expect-note@+1:1: let the pragma begin its own threads, as 'omp parallel for' does, or move the statement out of the parallel region
#pragma omp master
    for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
// expect-note@+1:1: the block replaces the whole statement, with this pragma
#pragma insum y[i] += 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
// expect-error@+2:1: '#pragma omp sections' is for threads that run already where the statement stands: each of them would run the whole kernel in its place [insum-worksharing]
// expect-note@+1:1: let the pragma begin its own threads, as 'omp parallel for' does, or move the statement out of the parallel region
#pragma omp sections
    {
#pragma omp section
      for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
    }
  }
}
#define SHARED _Pragma("omp for")
void around() {
// expect-note@+1:1: the block replaces the whole statement, with this pragma
#pragma insum y[i] += 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  {
#pragma omp parallel
    {
    }
// expect-error@+2:1: '#pragma omp for simd' is for threads that run already where the statement stands: each of them would run the whole kernel in its place [insum-worksharing]
// expect-note@+1:1: let the pragma begin its own threads, as 'omp parallel for' does, or move the statement out of the parallel region
#pragma omp for simd
    for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
  }
// expect-note@+1:1: the block replaces the whole statement, with this pragma
#pragma insum y[i] += 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  // expect-error@+2:3: '#pragma omp for' is for threads that run already where the statement stands: each of them would run the whole kernel in its place [insum-worksharing]
  // expect-note@+1:3: let the pragma begin its own threads, as 'omp parallel for' does, or move the statement out of the parallel region
  SHARED
  for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
}
void own() {
#pragma insum y[i] += 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
  }
#pragma insum y[i] += 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
#pragma omp single
  {
#pragma insum y[i] += 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
#pragma omp simd
    for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
  }
}
