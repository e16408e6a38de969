// Locals that are computed from themselves again and again double in size each time.
void steps(int n, const double* x, double* y) {
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    double t = x[i];
    t = t * (2 - t), t = t * (2 - t), t = t * (2 - t), t = t * (2 - t), t = t * (2 - t), t = t * (2 - t);
// expect-remark@+2:60: the statement is not compared with its block: what is computed here is too large to be followed [insum-statement-not-compared]
// expect-note@+1:60: verify mode compares them when the program runs
    t = t * (2 - t), t = t * (2 - t), t = t * (2 - t), t = t * (2 - t), t = t * (2 - t), t = t * (2 - t);
    t = t * (2 - t), t = t * (2 - t), t = t * (2 - t), t = t * (2 - t), t = t * (2 - t), t = t * (2 - t);
    t = t * (2 - t), t = t * (2 - t), t = t * (2 - t), t = t * (2 - t), t = t * (2 - t), t = t * (2 - t);
    y[i] = t;
  }
}
void steps_in_memory(int n, const double* x, double* y) {
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    y[i] = x[i];
// expect-remark@+2:5: the statement is not compared with its block: 'y' is written at two places [insum-statement-not-compared]
// expect-note@+1:5: verify mode compares them when the program runs
    y[i] *= 2 - y[i], y[i] *= 2 - y[i], y[i] *= 2 - y[i], y[i] *= 2 - y[i], y[i] *= 2 - y[i];
    y[i] *= 2 - y[i], y[i] *= 2 - y[i], y[i] *= 2 - y[i], y[i] *= 2 - y[i], y[i] *= 2 - y[i];
    y[i] *= 2 - y[i], y[i] *= 2 - y[i], y[i] *= 2 - y[i], y[i] *= 2 - y[i], y[i] *= 2 - y[i];
    y[i] *= 2 - y[i], y[i] *= 2 - y[i], y[i] *= 2 - y[i], y[i] *= 2 - y[i], y[i] *= 2 - y[i];
  }
}
void few_steps(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' -4.30467e+07, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    double t = x[i];
    t = t * (2 - t), t = t * (2 - t), t = t * (2 - t), t = t * (2 - t);
    y[i] = t;
  }
}
