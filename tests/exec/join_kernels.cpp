#include "join_kernels.hpp"

#include <algorithm>

#ifndef JOIN_KERNELS
#define JOIN_KERNELS joins
#endif

namespace JOIN_KERNELS {

void exchange(const Edges& e, const Numbers& x, Numbers& y) {
  const int m = static_cast<int>(e.weight.size());
#pragma insum y[r[f]] += max(w[f], 0) * (x[l[f]] - x[r[f]])
#pragma insum y[l[f]] += min(w[f], 0) * (x[l[f]] - x[r[f]])
#pragma insum tensor w[m] : dense(e.weight)
#pragma insum tensor l[m] : dense(e.left)
#pragma insum tensor r[m] : dense(e.right)
  for (int f = 0; f < m; ++f) {
    const double fall = x[e.left[f]] - x[e.right[f]];
    y[e.right[f]] += std::max(e.weight[f], 0.0) * fall;
    y[e.left[f]] += std::min(e.weight[f], 0.0) * fall;
  }
}

void largest(const Edges& e, const Numbers& x, Numbers& y) {
  const int m = static_cast<int>(e.weight.size());
#pragma insum y[r[f]] max= w[f] + x[l[f]]
#pragma insum y[l[f]] max= w[f] + x[r[f]]
#pragma insum tensor w[m] : dense(e.weight)
#pragma insum tensor l[m] : dense(e.left)
#pragma insum tensor r[m] : dense(e.right)
  for (int f = 0; f < m; ++f) {
    y[e.right[f]] = std::max(y[e.right[f]], e.weight[f] + x[e.left[f]]);
    y[e.left[f]] = std::max(y[e.left[f]], e.weight[f] + x[e.right[f]]);
  }
}

void three(const Edges& e, const Numbers& x, Numbers& y) {
  const int m = static_cast<int>(e.weight.size());
#pragma insum y[r[f]] += w[f] * x[l[f]]
#pragma insum y[l[f]] += w[f] * x[r[f]]
#pragma insum y[f] += w[f]
#pragma insum tensor w[m] : dense(e.weight)
#pragma insum tensor l[m] : dense(e.left)
#pragma insum tensor r[m] : dense(e.right)
#pragma insum tensor y[y.size()] : dense(y)
#pragma insum assume(in_bounds)
  for (int f = 0; f < m; ++f) {
    y[e.right[f]] += e.weight[f] * x[e.left[f]];
    y[e.left[f]] += e.weight[f] * x[e.right[f]];
    y[f] += e.weight[f];
  }
}

void in_a_row(const Numbers& x, Numbers& y, Numbers& z) {
#pragma insum y[i] = 2 * x[i]
#pragma insum z[i] += y[i] + x[i]
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = 2 * x[i];
    z[i] += y[i] + x[i];
  }
}

void in_place(Numbers& x, Numbers& y) {
#pragma insum x[i] = y[i] - x[i]
#pragma insum y[i] = x[i] + 1
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = y[i] - x[i];
    y[i] = x[i] + 1;
  }
}

void of_entries(const Sparse& a, const Numbers& x, const Numbers& w, Numbers& y) {
  const int m = static_cast<int>(x.size());
#pragma insum y[j] += A[i,j] * x[i]
#pragma insum y[j] += 2 * A[i,j] * w[i]
#pragma insum tensor A[m,y.size()] : csr(a.pos, a.crd, a.vals)
  for (int i = 0; i < m; ++i)
    for (int p = a.pos[i]; p < a.pos[i + 1]; ++p) y[a.crd[p]] += a.vals[p] * (x[i] + 2 * w[i]);
}

void gathered(const Edges& e, const Numbers& x, Numbers& y, Numbers& z) {
  const int m = static_cast<int>(e.weight.size());
#pragma insum y[f] = w[f] * x[l[f]]
#pragma insum z[f] = y[f] - x[l[f]]
#pragma insum tensor w[m] : dense(e.weight)
#pragma insum tensor l[m] : dense(e.left)
#pragma insum tensor y[m] : dense(y)
#pragma insum tensor z[m] : dense(z)
  for (int f = 0; f < m; ++f) {
    y[f] = e.weight[f] * x[e.left[f]];
    z[f] = y[f] - x[e.left[f]];
  }
}

void other_operator(const Edges& e, const Numbers& x, Numbers& y) {
  const int m = static_cast<int>(e.weight.size());
#pragma insum y[r[f]] += x[l[f]]
#pragma insum y[l[f]] max= x[r[f]]
#pragma insum tensor l[m] : dense(e.left)
#pragma insum tensor r[m] : dense(e.right)
  {
    for (int f = 0; f < m; ++f) y[e.right[f]] += x[e.left[f]];
    for (int f = 0; f < m; ++f) y[e.left[f]] = std::max(y[e.left[f]], x[e.right[f]]);
  }
}

void stores(const Edges& e, const Numbers& x, Numbers& y) {
  const int m = static_cast<int>(e.weight.size());
#pragma insum y[r[f]] += x[l[f]]
#pragma insum y[f] = x[f] - x[l[f]]
#pragma insum tensor l[m] : dense(e.left)
#pragma insum tensor r[m] : dense(e.right)
#pragma insum tensor y[y.size()] : dense(y)
#pragma insum tensor x[x.size()] : dense(x)
#pragma insum assume(in_bounds)
  {
    for (int f = 0; f < m; ++f) y[e.right[f]] += x[e.left[f]];
    for (int f = 0; f < m; ++f) y[f] = x[f] - x[e.left[f]];
  }
}

void read_afterwards(const Edges& e, const Numbers& x, Numbers& y, Numbers& z) {
  const int m = static_cast<int>(e.weight.size());
#pragma insum y[r[f]] += x[l[f]]
#pragma insum z[f] = y[l[f]] + x[l[f]]
#pragma insum tensor l[m] : dense(e.left)
#pragma insum tensor r[m] : dense(e.right)
#pragma insum tensor z[m] : dense(z)
  {
    for (int f = 0; f < m; ++f) y[e.right[f]] += x[e.left[f]];
    for (int f = 0; f < m; ++f) z[f] = y[e.left[f]] + x[e.left[f]];
  }
}

void read_before(const Edges& e, Numbers& y, Numbers& z) {
  const int m = static_cast<int>(e.weight.size());
#pragma insum z[f] = y[l[f]] * w[f]
#pragma insum y[r[f]] += w[f]
#pragma insum tensor w[m] : dense(e.weight)
#pragma insum tensor l[m] : dense(e.left)
#pragma insum tensor r[m] : dense(e.right)
#pragma insum tensor z[m] : dense(z)
  {
    for (int f = 0; f < m; ++f) z[f] = y[e.left[f]] * e.weight[f];
    for (int f = 0; f < m; ++f) y[e.right[f]] += e.weight[f];
  }
}

void next_element(const Numbers& x, Numbers& y, Numbers& z) {
  const int n = static_cast<int>(x.size());
#pragma insum y[i] = 2 * x[i]
#pragma insum z[i] = y[{n - 1} - i] + x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor z[n] : dense(z)
  {
    for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
    for (int i = 0; i < n; ++i) z[i] = y[n - 1 - i] + x[i];
  }
}

void backwards(Numbers& x, Numbers& y) {
  const int n = static_cast<int>(x.size());
#pragma insum x[i] = y[{n - 1} - i]
#pragma insum y[i] = x[i] + 1
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {
    for (int i = 0; i < n; ++i) x[i] = y[n - 1 - i];
    for (int i = 0; i < n; ++i) y[i] = x[i] + 1;
  }
}

void two_results(const Edges& e, const Numbers& x, Numbers& y, Numbers& z) {
  const int m = static_cast<int>(e.weight.size());
#pragma insum y[r[f]] += w[f] * x[l[f]]
#pragma insum z[l[f]] += w[f] * x[r[f]]
#pragma insum tensor w[m] : dense(e.weight)
#pragma insum tensor l[m] : dense(e.left)
#pragma insum tensor r[m] : dense(e.right)
  for (int f = 0; f < m; ++f) {
    y[e.right[f]] += e.weight[f] * x[e.left[f]];
    z[e.left[f]] += e.weight[f] * x[e.right[f]];
  }
}

void other_lengths(const Numbers& x, const Numbers& w, Numbers& y) {
#pragma insum y[i] += x[i]
#pragma insum y[2 * i] += w[i]
#pragma insum tensor y[x.size()] : dense(y)
#pragma insum assume(in_bounds)
  {
    for (std::size_t i = 0; i < x.size(); ++i) y[i] += x[i];
    for (std::size_t i = 0; i < w.size(); ++i) y[2 * i] += w[i];
  }
}

void with_its_transpose(const Sparse& a, Numbers& c) {
  const int n = static_cast<int>(a.pos.size()) - 1;
#pragma insum C[i,j] += A[i,j] + A[j,i]
#pragma insum tensor A[n,n] : csr(a.pos, a.crd, a.vals) unsorted duplicates
#pragma insum tensor C[n,n] : dense(c)
  for (int i = 0; i < n; ++i)
    for (int p = a.pos[i]; p < a.pos[i + 1]; ++p) {
      c[i * n + a.crd[p]] += a.vals[p];
      c[a.crd[p] * n + i] += a.vals[p];
    }
}

}  // namespace JOIN_KERNELS
