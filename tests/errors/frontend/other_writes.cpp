// Statements that write more than the outputs of their blocks.
#include <insum/insum.hpp>
#include <span>
#include <utility>
#include <vector>

double total;

struct Solver {
  std::vector<double> y;
  double* raw;
  double norm;
  int steps;
  void run(const std::vector<double>& x) {
    // expect-remark@+2:19: the statement is not compared with its block: it reads 'this->steps', which the block does not name [insum-statement-not-compared]
    // expect-note@+1:19: verify mode compares them when the program runs
    #pragma insum Y[i] = x[i]
    #pragma insum tensor Y[x.size()] : dense(y)
    for (std::size_t i = 0; i < x.size(); ++i) {
      y[i] = x[i];
      // expect-warning@+2:7: the statement also writes 'norm', which is no output of the block [insum-other-write]
      // expect-note@+1:7: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
      norm += x[i];
      // expect-warning@+2:7: the statement also writes 'steps', which is no output of the block [insum-other-write]
      // expect-note@+1:7: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
      this->steps++;
      // expect-warning@+2:7: the statement also writes 'raw', which is no output of the block [insum-other-write]
      // expect-note@+1:7: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
      raw[i] = 1;
    }
  }
};

void seen_outside(int n, const double* x, double* y, double* z, double& last, Solver& s, std::vector<double>& v) {
  // expect-remark@+2:17: the statement is not compared with its block: it uses 'v.size()', which the block does not name [insum-statement-not-compared]
  // expect-note@+1:17: verify mode compares them when the program runs
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    double* row = y + i;
    double* other = z + i;
    *row = 2 * x[i];
    // expect-warning@+2:5: the statement also writes 'z', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    *other = 0;
    // expect-warning@+2:5: the statement also writes 'last', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    last = x[i];
    // expect-warning@+2:7: the statement also writes 'total', which is no output of the block [insum-other-write]
    // expect-note@+1:7: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    ++total;
    // expect-warning@+2:5: the statement also writes 's.norm', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    s.norm += x[i];
    // expect-warning@+2:28: the statement also writes 'v', which is no output of the block [insum-other-write]
    // expect-note@+1:28: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    for (double& each : v) each = 1;
  }
}

double local(int n, const double* x, double* y) {
  double norm = 0, scratch[8] = {}, unused = 0;
  int i, count = 0;
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-remark@+2:3: the statement is not compared with its block: it writes 'scratch' and 'y', and an iteration needs for 'y' what others have made of 'scratch' [insum-statement-not-compared]
  // expect-note@+1:3: verify mode compares them when the program runs
  for (i = 0; i < n; ++i) {
    scratch[0] = x[i];
    y[i] = scratch[0];
    // expect-warning@+2:5: the statement also writes 'norm', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    norm += y[i];
    unused += y[i];
    count = i;
  }
  for (i = 0; i < n; ++i) y[i] += 1;
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:8: the statement also writes 'i', which is no output of the block [insum-other-write]
  // expect-note@+1:8: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
  for (i = 0; i < n; ++i) y[i] = x[i];
  count = 1;
  return norm + count + i;
}

void outputs_by_other_names(int n, const double* x, std::vector<double>& v, Solver& s) {
  double *q = v.data(), *p = &s.raw[1];
  // expect-remark@+2:17: the statement is not compared with its block: it uses 's.raw', and the block 'p' [insum-statement-not-compared]
  // expect-note@+1:17: verify mode compares them when the program runs
  #pragma insum w[i] = x[i]
  #pragma insum u[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor w[n] : dense(q)
  #pragma insum tensor u[n] : dense(p)
  for (int i = 0; i < n; ++i) {
    v[i] = x[i];
    s.raw[i + 1] = x[i];
  }
  // expect-remark@+2:17: the statement is not compared with its block: it uses 's.y', and the block 's.raw' [insum-statement-not-compared]
  // expect-note@+1:17: verify mode compares them when the program runs
  #pragma insum w[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor w[n] : dense(s.raw)
  {
    int i = 0;
    for (double& each : std::span(s.raw, n)) each = x[i++];
    // expect-warning@+2:5: the statement also writes 's.y', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    s.y[0] = 1;
  }
}

double* make_array(int n);

void own_memory(int n, const double* x, double* y) {
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  {
    // expect-remark@+2:17: the statement is not compared with its block: 'make_array(n)' is another array in each iteration [insum-statement-not-compared]
    // expect-note@+1:17: verify mode compares them when the program runs
    double* a = make_array(n);
    std::vector<double> b(x, x + n);
    double* c = new double[8];
    for (int i = 0; i < n; ++i) {
      a[i] = b[i] = c[0] = x[i];
      y[i] = a[i];
      double t = 0, *p = &t, &r = t;
      *p = 1, r = 2;
    }
    delete[] c;
  }
}

double operands(int n) {
  double x[3] = {1, 2, 3}, y[3], factor = 2;
  #pragma insum y[i] = factor * x[i]
  // expect-remark@+2:3: the statement is not compared with its block: it writes 'factor' and 'y', and an iteration needs for 'y' what others have made of 'factor' [insum-statement-not-compared]
  // expect-note@+1:3: verify mode compares them when the program runs
  for (int i = 0; i < 3; ++i) {
    y[i] = factor * x[i];
    // expect-warning@+2:5: the statement also writes 'x', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    x[i] = 0;
    // expect-warning@+2:5: the statement also writes 'factor', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    factor = 1;
  }
  return y[0];
}

template <class T>
T any(int n, const T* x, std::vector<T>& y) {
  T sum = 0;
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) {
    y[i] = x[i];
    // expect-warning@+2:5: the statement also writes 'sum', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    sum += x[i];
    for (auto& each : y) each *= 2;
    auto* p = y.data() + i;
    // expect-remark@+2:12: the statement is not compared with its block: an assignment inside of an expression [insum-statement-not-compared]
    // expect-note@+1:12: verify mode compares them when the program runs
    p[0] = y.at(i) = x[i];
    auto [a, b] = std::pair(x[i], x[i]);
    a = b;
  }
  return sum;
}
template double any(int, const double*, std::vector<double>&);

// Where the block's elements are.
void moved(int n, double* x, double* y, double* z) {
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    // expect-warning@+4:6: the statement moves the pointer 'y', by which the block names an output [insum-moved-output]
    // expect-note@+3:6: a kernel in its place leaves it alone: let the statement move a copy of it
    // expect-warning@+2:17: the statement moves the pointer 'x', by which the block names an operand [insum-moved-operand]
    // expect-note@+1:17: a kernel in its place leaves it alone: let the statement move a copy of it
    *y++ = 2 * *x++;
  }
  double* to = z;
  // expect-remark@+2:17: the statement is not compared with its block: it uses 'to', and the block 'z' [insum-statement-not-compared]
  // expect-note@+1:17: verify mode compares them when the program runs
  #pragma insum Z[i] = 2 * Z[i]
  #pragma insum tensor Z[n] : dense(z)
  for (int i = 0; i < n; ++i) *to++ *= 2;
}

struct Particle {
  double position, speed;
  int hits;
};

void fields(int n, const double* f, Particle* p, std::vector<Particle>& all) {
// expect-remark@+2:15: the statement is not compared with its block: it reads 'field(p, hits)', which the block does not name [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum v[i] += f[i]
#pragma insum tensor v[n] : dense(field(p, speed))
#pragma insum tensor f[n] : dense(f)
  for (int i = 0; i < n; ++i) {
    Particle& each = p[i];
    each.speed += f[i];
    // expect-warning@+2:5: the statement also writes 'p.hits', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    each.hits++;
  }
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(all, speed))
#pragma insum tensor f[n] : dense(f)
  // expect-warning@+4:31: the statement also writes 'all.position', which is no output of the block [insum-other-write]
  // expect-note@+3:31: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
  // expect-remark@+2:31: the statement is not compared with its block: the call of 'operator=' may do anything [insum-statement-not-compared]
  // expect-note@+1:31: verify mode compares them when the program runs
  for (int i = 0; i < n; ++i) all[i] = Particle{0, f[i], 0};
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(p, speed))
#pragma insum tensor f[n] : dense(f)
  // expect-warning@+4:31: the statement also writes 'p.hits', which is no output of the block [insum-other-write]
  // expect-note@+3:31: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
  // expect-remark@+2:31: the statement is not compared with its block: the call of 'operator=' may do anything [insum-statement-not-compared]
  // expect-note@+1:31: verify mode compares them when the program runs
  for (int i = 0; i < n; ++i) p[i] = {p[i].position, f[i], 0};
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(p, speed))
#pragma insum tensor f[n] : dense(f)
  for (int i = 0; i < n; ++i) {
    // expect-remark@+2:14: the statement is not compared with its block: 'copy' is declared in the loop and is no number [insum-statement-not-compared]
    // expect-note@+1:14: verify mode compares them when the program runs
    Particle copy = p[i];
    copy.speed = f[i];
    p[i] = std::move(copy);
  }
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(p, speed))
#pragma insum tensor f[n] : dense(f)
  // expect-remark@+2:31: the statement is not compared with its block: the call of 'operator=' may do anything [insum-statement-not-compared]
  // expect-note@+1:31: verify mode compares them when the program runs
  for (int i = 0; i < n; ++i) p[i] = Particle{p[i].position, f[i], p[i].hits};
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(p, speed))
#pragma insum tensor f[n] : dense(f)
  // expect-remark@+2:3: the statement is not compared with its block: the loop does not count by one [insum-statement-not-compared]
  // expect-note@+1:3: verify mode compares them when the program runs
  for (Particle* each = p; each < p + n; ++each) *each = {each->position, f[each - p], each->hits};
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(all, speed))
#pragma insum tensor f[n] : dense(f)
  // expect-remark@+2:31: the statement is not compared with its block: the call of 'operator=' may do anything [insum-statement-not-compared]
  // expect-note@+1:31: verify mode compares them when the program runs
  for (int i = 0; i < n; ++i) all[i] = {all[i].position, f[i], all[i].hits};
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(p, speed))
#pragma insum tensor f[n] : dense(f)
  // expect-warning@+4:31: the statement also writes 'p.position', which is no output of the block [insum-other-write]
  // expect-note@+3:31: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
  // expect-remark@+2:31: the statement is not compared with its block: the call of 'operator=' may do anything [insum-statement-not-compared]
  // expect-note@+1:31: verify mode compares them when the program runs
  for (int i = 0; i < n; ++i) p[i] = {p[i + 1].position, f[i], p[i].hits};
}
void local_structs(int n, const double* f, Particle* p) {
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(p, speed))
#pragma insum tensor f[n] : dense(f)
  for (int i = 0; i < n; ++i) {
    // expect-remark@+2:14: the statement is not compared with its block: 't' is declared in the loop and is no number [insum-statement-not-compared]
    // expect-note@+1:14: verify mode compares them when the program runs
    Particle t{p[i].position, f[i], 1};
    // expect-warning@+2:5: the statement also writes 'p.hits', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    p[i] = t;
  }
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(p, speed))
#pragma insum tensor f[n] : dense(f)
  for (int i = 0; i < n; ++i) {
    // expect-remark@+2:14: the statement is not compared with its block: 't' is declared in the loop and is no number [insum-statement-not-compared]
    // expect-note@+1:14: verify mode compares them when the program runs
    Particle t = p[i];
    t.speed = f[i];
    ++t.hits;
    // expect-warning@+2:5: the statement also writes 'p.hits', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    p[i] = t;
  }
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(p, speed))
#pragma insum tensor f[n] : dense(f)
  for (int i = 0; i < n; ++i) {
    // expect-remark@+2:14: the statement is not compared with its block: 't' is declared in the loop and is no number [insum-statement-not-compared]
    // expect-note@+1:14: verify mode compares them when the program runs
    Particle t;
    t.position = p[i].position;
    t.speed = f[i];
    t.hits = 0;
    // expect-warning@+2:5: the statement also writes 'p.hits', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    p[i] = t;
  }
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(p, speed))
#pragma insum tensor f[n] : dense(f)
  for (int i = 0; i < n; ++i) {
    Particle& each = p[i];
    // expect-warning@+4:5: the statement also writes 'p.hits', which is no output of the block [insum-other-write]
    // expect-note@+3:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    // expect-remark@+2:5: the statement is not compared with its block: the call of 'operator=' may do anything [insum-statement-not-compared]
    // expect-note@+1:5: verify mode compares them when the program runs
    each = {each.position, f[i], 1};
  }
// expect-remark@+2:15: the statement is not compared with its block: it reads 'field(p, hits)', which the block does not name [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(p, speed))
#pragma insum tensor f[n] : dense(f)
  for (int i = 0; i < n; ++i) {
    Particle* const each = p + i;
    each->speed = f[i];
    // expect-warning@+2:5: the statement also writes 'p.hits', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    each->hits = 1;
  }
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(p, speed))
#pragma insum tensor f[n] : dense(f)
  for (int i = 0; i < n; ++i) {
    // expect-remark@+2:14: the statement is not compared with its block: 't' is declared in the loop and is no number [insum-statement-not-compared]
    // expect-note@+1:14: verify mode compares them when the program runs
    Particle t{p[i].position, 0, p[i].hits};
    t.speed = f[i];
    p[i] = t;
  }
#pragma insum v[i] = f[i]
#pragma insum tensor v[n] : dense(field(p, speed))
#pragma insum tensor f[n] : dense(f)
  for (int i = 0; i < n; ++i) {
    // expect-remark@+2:14: the statement is not compared with its block: 't' is declared in the loop and is no number [insum-statement-not-compared]
    // expect-note@+1:14: verify mode compares them when the program runs
    Particle t;
    t.position = p[i].position;
    t.speed = f[i];
    t.hits = p[i].hits;
    p[i] = t;
  }
}

// Iterators that the statement declares.
double iterators(const std::vector<double>& u, std::vector<double>& v) {
  double e = 0;
#pragma insum e += u[i]
  // expect-remark@+2:3: the statement is not compared with its block: the loop does not count by one [insum-statement-not-compared]
  // expect-note@+1:3: verify mode compares them when the program runs
  for (auto it = u.begin(), end = u.end(); it != end; ++it) e += *it;
#pragma insum v[i] = u[i]
  {
    // expect-remark@+2:35: the statement is not compared with its block: 'to' is declared in the loop and is no number [insum-statement-not-compared]
    // expect-note@+1:35: verify mode compares them when the program runs
    std::vector<double>::iterator to = v.begin();
    for (auto it = u.begin(); it != u.end(); it += 1) *to++ = *it;
  }
  return e;
}
