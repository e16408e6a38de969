// Other pragmas, preprocessor conditionals and macros around blocks.
#define _INSUM_TEST_FEATURE 1
#include <cstdio>
#ifdef _OPENMP
#include <omp.h>
#endif

#define LOOP(i, n) for (int i = 0; i < n; ++i)
#define SET(v, i, x) v[i] = x
#define BRACES(x) { x; }

static double y[4];
static void print(const char* what) { std::printf("%s: %g %g %g %g\n", what, y[0], y[1], y[2], y[3]); }

int main() {
#pragma insum y[i] = 1
#pragma omp parallel for
  LOOP(i, 4) SET(y, i, 1);
  print("omp below the block");

#pragma insum y[i] = 2
#pragma GCC ivdep
#pragma clang loop unroll(full)
  LOOP(i, 4) y[i] = 2;
  print("hints below the block");

#pragma omp barrier
#pragma insum y[i] = 3
  LOOP(i, 4) BRACES(SET(y, i, 3))
  print("braces from a macro");

#ifdef NEVER
#pragma insum this is not read
  LOOP(i, 4) y[i] = 100;
#endif

#pragma insum y[i] = 4
#ifdef NEVER
#pragma insum tensor y[nothing] : dense(nothing)
#else
#pragma insum tensor y[4] : dense(y)
#endif
  LOOP(i, 4) SET(y, i, 4);
  print("conditional lines");

#if 1
#pragma insum y[i] = 5
  LOOP(i, 4) y[i] = 5;
#else
  LOOP(i, 4) y[i] = -5;
#endif
  print("conditional block");

#pragma insum y[i] = 6
  LOOP(i, 4) {
#ifdef NEVER
    y[i] = -6;
#else
    y[i] = 6;
#endif
  }
  print("conditional inside");

#pragma insum y[i] = 7
  do {
    LOOP(i, 4) y[i] = 7;
  } while (y[0] < 7);
  print("do");

#pragma insum y[i] = 8
  {
    int i = 0;
  again:
    y[i] = 8;
    if (++i < 4) goto again;
  }
  print("goto inside");
}
