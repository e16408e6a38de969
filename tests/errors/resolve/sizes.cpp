// Sizes of which the C++ shows that they never agree, and such as may.
#include <insum/required.hpp>

struct Grid {
  int n, m;
  int rows() const { return n; }
};

void neighbours(int n, int m, const double* x, double* y, const Grid& g, const Grid* h) {
  // expect-error@+4:26: index 'i' stands for sizes that differ: n in y, n + 1 in x [insum-size-mismatch]
  // expect-note@+3:26: use another index, or make the sizes agree
  // expect-note@+2:19: here it stands for mode 0 of y
  // expect-note@+1:33: a part of x can be a tensor by itself, as in 'tensor x1[...] : dense(x + 1)'
  #pragma insum y[i] = x[i] + x[i + 1]
  // expect-note@+1:24: x is declared here
  #pragma insum tensor x[n + 1] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
  // expect-error@+4:26: index 'i' stands for sizes that differ: g.rows()-1 in y, g.rows() in x [insum-size-mismatch]
  // expect-note@+3:26: use another index, or make the sizes agree
  // expect-note@+2:19: here it stands for mode 0 of y
  // expect-note@+1:33: a part of x can be a tensor by itself, as in 'tensor x1[...] : dense(x - 1)'
  #pragma insum y[i] = x[i] - x[i - 1]
  // expect-note@+1:24: x is declared here
  #pragma insum tensor x[g.rows()] : dense(x)
  #pragma insum tensor y[g.rows()-1] : dense(y)
  INSUM_REQUIRED;
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[2 * h->n + 1] : dense(x)
  #pragma insum tensor y[1 + 2 * h->n] : dense(y)
  INSUM_REQUIRED;
  // expect-error@+3:26: index 'i' stands for sizes that differ: m - 2 in y, 2 + m in x [insum-size-mismatch]
  // expect-note@+2:26: use another index, or make the sizes agree
  // expect-note@+1:19: here it stands for mode 0 of y
  #pragma insum y[i] = x[i]
  // expect-note@+1:24: x is declared here
  #pragma insum tensor x[2 + m] : dense(x)
  #pragma insum tensor y[m - 2] : dense(y)
  INSUM_REQUIRED;
}

void may_agree(int n, int m, const double* x, double* y) {
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n + 1] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  INSUM_REQUIRED;
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n / 2] : dense(x)
  #pragma insum tensor y[n / 2 + 1] : dense(y)
  INSUM_REQUIRED;
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n > 0 ? n : m + 1] : dense(x)
  #pragma insum tensor y[n > 0 ? n : m] : dense(y)
  INSUM_REQUIRED;
  #pragma insum y[i] = x1[i] + x2[i]
  #pragma insum tensor x1[n] : dense(x)
  #pragma insum tensor x2[n] : dense(x + 1)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
}

// Sizes that differ are no subscripts: in_bounds does not say which of them is meant.
void subscripts_stay_inside(int n, const double* x, double* y) {
  #pragma insum assume(in_bounds)
  // expect-error@+5:26: index 'i' stands for sizes that differ: n in y, n + 1 in x [insum-size-mismatch]
  // expect-note@+4:26: use another index, or make the sizes agree
  // expect-note@+3:19: here it stands for mode 0 of y
  // expect-note@+3:24: x is declared here
  // expect-note@+1:33: a part of x can be a tensor by itself, as in 'tensor x1[...] : dense(x + 1)'
  #pragma insum y[i] = x[i] + x[i + 1]
  #pragma insum tensor x[n + 1] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  {}
}
