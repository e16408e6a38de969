// Loops that do nothing, as where a semicolon ends them.

void stray_semicolon(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it writes nothing [insum-statement-disagrees]
// expect-note@+1:15: seen with any data; correct the one that is wrong
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i);
}

void only_local(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it writes nothing [insum-statement-disagrees]
// expect-note@+1:15: seen with any data; correct the one that is wrong
#pragma insum y[i] += x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    double t = y[i];
    t += x[i];
  }
}

double kept_in_a_variable(int n, const double* x) {
  double s;
#pragma insum s = x[i]
#pragma insum tensor x[n] : dense(x)
  {
    s = 0;
    for (int i = 0; i < n; ++i) s += x[i];
  }
  return s;
}
