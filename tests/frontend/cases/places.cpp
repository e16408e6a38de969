// Blocks wherever a statement may stand. Prints the results; the rewritten program must print the same.
#include <cstdio>
#include <vector>

namespace {

int rowptr[] = {0, 2, 3, 5};
int col[] = {0, 2, 1, 0, 2};
double val[] = {1, 2, 3, 4, 5};
double x[] = {1, 10, 100};

void print(const char* what, const double* y, int n) {
  std::printf("%s:", what);
  for (int i = 0; i < n; ++i) std::printf(" %g", y[i]);
  std::printf("\n");
}

void function(int n, double* y) {
#pragma insum kernel named
#pragma insum y[i] = A[i,j] * v[j]
#pragma insum tensor A[n,3] : csr(rowptr, col, val)
#pragma insum tensor v[3] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int p = rowptr[i]; p < rowptr[i + 1]; ++p) y[i] += val[p] * x[col[p]];
  }
}

void branches(int n, double* y, bool c) {
  if (c)
#pragma insum y[i] = 1
#pragma insum tensor y[n] : dense(y)
    for (int i = 0; i < n; ++i) y[i] = 1;
  else
#pragma insum y[i] = 2
#pragma insum tensor y[n] : dense(y)
    for (int i = 0; i < n; ++i) y[i] = 2;
}

void cases(int n, double* y, int which) {
  switch (which) {
    case 0:
#pragma insum y[i] = 3
#pragma insum tensor y[n] : dense(y)
      for (int i = 0; i < n; ++i) y[i] = 3;
      break;
    default:
#pragma insum y[i] = 4
#pragma insum tensor y[n] : dense(y)
      for (int i = 0; i < n; ++i) y[i] = 4;
  }
}

void loops(int n, double* y) {
  for (int k = 0; k < 3; ++k)
#pragma insum y[i] += {k} + 1
#pragma insum tensor y[n] : dense(y)
    for (int i = 0; i < n; ++i) y[i] += k + 1;
  {
    {
      double w[3] = {5, 6, 7};
      // a comment between the lines of a block, a blank one, and one that goes on
#pragma insum y[i] = \
  w[i]
      /* and another */

#pragma insum tensor y[n] \
   : dense(y)  // ends here
      for (int i = 0; i < n; ++i) y[i] = w[i];
    }
  }
}

struct Vector {
  int size() const { return n; }
  void assign(double s) {
#pragma insum y[i] = s
#pragma insum tensor y[size()] : dense(data)
    for (int i = 0; i < n; ++i) data[i] = s;
  }
  void add(const Vector& other);
  void add_in_lambda(double s) {
    auto go = [this, s](int m) {
#pragma insum y[i] += s
#pragma insum tensor y[m] : dense(data)
      for (int i = 0; i < m; ++i) data[i] += s;
    };
    go(n);
  }
  std::vector<double> data;  // declared after its use above
  int n = 3;
};

void Vector::add(const Vector& other) {
#pragma insum y[i] += z[i]
#pragma insum tensor y[n] : dense(data)
#pragma insum tensor z[n] : dense(other.data)
  for (int i = 0; i < n; ++i) data[i] += other.data[i];
}

}  // namespace

int main() {
  double y[3] = {};
  function(3, y), print("function", y, 3);
  branches(3, y, true), print("then", y, 3);
  branches(3, y, false), print("else", y, 3);
  cases(3, y, 0), print("case", y, 3);
  cases(3, y, 1), print("default", y, 3);
  loops(3, y), print("loops", y, 3);
  Vector a{{0, 0, 0}}, b{{1, 2, 3}};
  a.assign(7), print("inline member", a.data.data(), 3);
  a.add(b), print("member", a.data.data(), 3);
  a.add_in_lambda(0.5), print("lambda in a member", a.data.data(), 3);
  double s = 2;
  auto by_reference = [&](double* z) {
#pragma insum z[i] = s * v[i]
#pragma insum tensor z[3] : dense(z)
#pragma insum tensor v[3] : dense(x)
    for (int i = 0; i < 3; ++i) z[i] = s * x[i];
  };
  by_reference(y), print("lambda", y, 3);
#pragma insum y[i] = 9
  for (int i = 0; i < 3; ++i) y[i] = 9; y[0] = 8;
  print("one line", y, 3);
}
