// Statements that write other rows than those which are outputs of their blocks.
#include <vector>

struct Cell {
  double* u;
  double sum;
};

void pointers(int n, int r, double** y, const double* x) {
  #pragma insum Y[i] = 2 * x[i]
  #pragma insum tensor Y[n] : dense(y[0])
  #pragma insum tensor x[n] : dense(x)
  // expect-remark@+2:3: the statement is not compared with its block: 'y[1]' is written at two places [insum-statement-not-compared]
  // expect-note@+1:3: verify mode compares them when the program runs
  for (int i = 0; i < n; ++i) {
    y[0][i] = 2 * x[i];
    // expect-warning@+2:5: the statement also writes 'y[1]', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    y[1][i] = x[i];
    y[1][i + 1] = x[i];
  }
  #pragma insum Y[i] = 2 * x[i]
  #pragma insum tensor Y[n] : dense(y[r])
  #pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) {
    double* below = y[r - 1];
    y[r][i] = 2 * x[i];
    // expect-warning@+2:5: the statement also writes 'y[r - 1]', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    below[i] = x[i];
  }
  double* out = y[2];
  #pragma insum Y[i] = 2 * x[i]
  #pragma insum tensor Y[n] : dense(out)
  #pragma insum tensor x[n] : dense(x)
  // expect-remark@+4:40: the statement is not compared with its block: an assignment inside of an expression [insum-statement-not-compared]
  // expect-note@+3:40: verify mode compares them when the program runs
  // expect-warning@+2:50: the statement also writes 'y[3]', which is no output of the block [insum-other-write]
  // expect-note@+1:50: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
  for (int i = 0; i < n; ++i) out[i] = y[2][i] = *(y[3] + i) = 2 * x[i];
}

void others(int n, double y[][8], std::vector<std::vector<double>>& v, Cell* cells, int c, const double* x) {
  #pragma insum Y[i] = x[i]
  #pragma insum V[i] = x[i]
  #pragma insum U[i] = x[i]
  #pragma insum tensor Y[n] : dense(y[0])
  #pragma insum tensor V[n] : dense(v[1])
  #pragma insum tensor U[n] : dense(cells[c].u)
  #pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) {
    // expect-remark@+2:15: the statement is not compared with its block: an assignment inside of an expression [insum-statement-not-compared]
    // expect-note@+1:15: verify mode compares them when the program runs
    y[0][i] = v[1][i] = cells[c].u[i] = x[i];
    // expect-warning@+2:5: the statement also writes 'y[1]', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    y[1][i] = 1;
    // expect-warning@+2:5: the statement also writes 'v[0]', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    v[0][i] = 2;
    // expect-warning@+2:5: the statement also writes 'cells[c + 1]', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    cells[c + 1].u[i] = 3;
  }
}

// What is one output, or may be.
void same_rows(int n, int m, int r, double** y, double (*z)[8], double** u, const double* x) {
  double* out = y[0];
  if (n > 3) out = y[1];
  // expect-remark@+2:17: the statement is not compared with its block: it uses 'y[1]', and the block 'out' [insum-statement-not-compared]
  // expect-note@+1:17: verify mode compares them when the program runs
  #pragma insum Y[i] = x[i]
  #pragma insum Z[i] = x[i]
  #pragma insum tensor Y[n] : dense(out)
  #pragma insum tensor Z[n] : dense(&z[0][0])
  #pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) {
    y[1][i] = x[i];
    z[1][i - 8] = x[i];
  }
  #pragma insum U[i,j] = x[j]
  #pragma insum tensor U[n, m] : dense(u[0])
  #pragma insum tensor x[m] : dense(x)
  for (int i = 0; i < n; ++i)
    // expect-remark@+2:52: the statement is not compared with its block: an assignment inside of an expression [insum-statement-not-compared]
    // expect-note@+1:52: verify mode compares them when the program runs
    for (int j = 0; j < m; ++j) u[i][j] = i == 1 ? u[1][j] = x[j] : x[j];
  #pragma insum V[i] = x[i]
  #pragma insum W[i] = x[i]
  #pragma insum tensor V[n] : dense(u[r])
  #pragma insum tensor W[n] : dense(u[r + 1])
  #pragma insum tensor x[n] : dense(x)
  // expect-remark@+2:45: the statement is not compared with its block: an assignment inside of an expression [insum-statement-not-compared]
  // expect-note@+1:45: verify mode compares them when the program runs
  for (int i = 0; i < n; ++i) u[r + 1][i] = u[r][i] = x[i];
}
