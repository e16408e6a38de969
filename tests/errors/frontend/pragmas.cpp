// Other pragmas, preprocessor conditionals and macros around blocks.
extern float* y;
extern int n;
#define SET(i, v) y[i] = v
#define LOOP(i, n) for (int i = 0; i < n; ++i)
#define PRAGMA _Pragma("insum y[i] = 0")
void operators() {
  // expect-error@+2:3: _Pragma("insum ...") is not a block [insum-pragma-operator]
  // expect-note@+1:3: write '#pragma insum' lines in the source file itself; a macro cannot make a block
  _Pragma("insum y[i] = 0")
  y[0] = 1;
  // expect-error@+2:3: _Pragma("insum ...") is not a block [insum-pragma-operator]
  // expect-note@+1:3: write '#pragma insum' lines in the source file itself; a macro cannot make a block
  PRAGMA
  y[0] = 1;
// expect-note@+1:1: the pragma is here
#pragma omp parallel for
// expect-error@+2:1: '#pragma omp parallel for' applies to the statement that the block below it replaces [insum-pragma-above-block]
// expect-note@+1:1: put the '#pragma insum' lines above '#pragma omp parallel for': it is then replaced together with the statement
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  LOOP(i, n) SET(i, 0);
#ifdef _OPENMP
#pragma omp parallel for simd // comment
#endif
  // comment
// expect-note@+1:1: the pragma is here
#pragma GCC ivdep
// expect-error@+2:1: '#pragma GCC ivdep' applies to the statement that the block below it replaces [insum-pragma-above-block]
// expect-note@+1:1: put the '#pragma insum' lines above '#pragma GCC ivdep': it is then replaced together with the statement
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  LOOP(i, n) SET(i, 0);
#pragma omp barrier
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  LOOP(i, n) SET(i, 0);
// expect-note@+1:1: the pragma is here
#pragma clang loop unroll(full)
// expect-error@+2:1: '#pragma clang loop unroll(full)' applies to the statement that the block below it replaces [insum-pragma-above-block]
// expect-note@+1:1: put the '#pragma insum' lines above '#pragma clang loop unroll(full)': it is then replaced together with the statement
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  LOOP(i, n) SET(i, 0);
// expect-note@+1:1: the first block is here
#pragma insum y[i] = 0
#pragma omp parallel for
// expect-error@+2:1: a second block for the same statement [insum-two-blocks]
// expect-note@+1:1: join the '#pragma insum' lines; other pragmas stand between them and the statement
#pragma insum tensor y[n] : dense(y)
  LOOP(i, n) SET(i, 0);
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
#pragma clang loop unroll(full)
#pragma STDC FP_CONTRACT ON
#pragma omp parallel for
  LOOP(i, n) SET(i, 0);
#pragma insum y[i] = 0
#ifdef NOPE
#pragma insum tensor y[n] : dense(nope)
#else
#pragma insum tensor y[n] : dense(y)
#endif
  LOOP(i, n)
// expect-error@+2:2: '#if' stands between the block and the end of its statement, which generated code replaces [insum-directive-in-statement]
// expect-note@+1:2: move it above the block or below the statement
#if 1
   SET(i, 0);
#else
   SET(i, 1);
#endif
#if 1
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  LOOP(i, n) SET(i, 0);
#else
  LOOP(i, n) SET(i, 1);
#endif
#if 1
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
// expect-error@+2:2: '#endif' stands between the block and the end of its statement, which generated code replaces [insum-directive-in-statement]
// expect-note@+1:2: move it above the block or below the statement
#endif
  LOOP(i, n) SET(i, 0);
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
// expect-error@+2:2: '#if' stands between the block and the end of its statement, which generated code replaces [insum-directive-in-statement]
// expect-note@+1:2: move it above the block or below the statement
#if 1
  LOOP(i, n)
#endif
   SET(i, 0);
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  LOOP(i, n) {
// expect-error@+2:9: '#define' stands between the block and the end of its statement, which generated code replaces [insum-directive-in-statement]
// expect-note@+1:9: move it above the block or below the statement
#define LATER 1
   SET(i, 0);
  }
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
// expect-error@+2:2: '#if' stands between the block and the end of its statement, which generated code replaces [insum-directive-in-statement]
// expect-note@+1:2: move it above the block or below the statement
#if 1
  LOOP(i, n) SET(i, LATER);
#endif
#if 0
#pragma insum nonsense
#endif
#if 1
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
// expect-error@+2:2: '#else' stands between the block and the end of its statement, which generated code replaces [insum-directive-in-statement]
// expect-note@+1:2: move it above the block or below the statement
#else
#pragma insum y[i] = 1
#pragma insum tensor y[n] : dense(y)
#endif
  LOOP(i, n) SET(i, 0);
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
// expect-error@+2:2: '#if' stands between the block and the end of its statement, which generated code replaces [insum-directive-in-statement]
// expect-note@+1:2: move it above the block or below the statement
#if 1
  LOOP(i, n)
#else
  LOOP(i, n - 1)
#endif
  SET(i, 0);
}
