// Macros of numbers are what they stand for, in the block as in the loop.
#define SCALE 2
#define HALF (0.5)
#define WIDTH 3
#define LAST (n - 1)
#define COUNT n
#define LIMIT 1000
constexpr double twice = 2;

void constants(int n, const double* x, double* y) {
#pragma insum y[i] = SCALE * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = SCALE * x[i];
#pragma insum y[i] = HALF * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = HALF * x[i];
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 8, and the Einsum 2 [insum-statement-disagrees]
// expect-note@+1:15: seen with HALF = 0.5, n = 4; correct the one that is wrong
#pragma insum y[i] = HALF * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = SCALE * x[i];
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 4, and the Einsum 0 [insum-statement-disagrees]
// expect-note@+1:15: seen with LIMIT = 1000, n = 4; correct the one that is wrong
#pragma insum y[i] = select(x[i] > LIMIT, x[i], 0)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i];
}
void named(int n, const double* x, double* y) {
#pragma insum y[i] = twice * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = twice * x[i];
// expect-remark@+2:15: the statement is not compared with its block: the block uses 'twice', and the statement does not [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = twice * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = twice * x[i];
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 8, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = twice * x[i];
}
void sizes(int n, const double* x, double* y) {
#pragma insum y[i] = x[i,{WIDTH - 1}]
#pragma insum tensor x[n,WIDTH] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i * WIDTH + WIDTH - 1];
// expect-remark@+2:15: the statement is not compared with its block: the block uses the macro 'LAST' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = x[{LAST}]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[LAST];
// expect-remark@+2:15: the statement is not compared with its block: the block uses the macro 'COUNT' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = x[i]
#pragma insum tensor x[COUNT] : dense(x)
#pragma insum tensor y[COUNT] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i];
// expect-remark@+2:15: the statement is not compared with its block: the block uses the macro 'LAST' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = x[{LAST}]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[0];
}
