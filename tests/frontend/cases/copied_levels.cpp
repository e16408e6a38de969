// Sparse results with the outer levels of an operand, and results of several terms in some of which an operand may be absent.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "print.hpp"

namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

// A 3 x 4 x 3 tensor: fibres (0,1) (0,3) (2,0), of which the second has no entry.
const std::vector<int> pos0 = {0, 2}, crd0 = {0, 2}, pos1 = {0, 2, 3}, crd1 = {1, 3, 0}, pos2 = {0, 2, 2, 3}, crd2 = {0, 2, 1};
const std::vector<double> vals = {1, 2, 3};
const std::vector<double> U = {1, 2, 3, 4, 5, 6};  // 3 x 2

void fibres() {
  std::vector<std::int64_t> p0, p1;
  std::vector<short> c0, c1;
  std::vector<float> y = {9};
#pragma insum Y[i,j,r] = X[i,j,k] * U[k,r]
#pragma insum tensor X[3,4,3] : csf(pos0, crd0, pos1, crd1, pos2, crd2, vals)
#pragma insum tensor Y[3,4,2] : levels(0: compressed(p0, c0), 1: compressed(p1, c1), 2: dense; y)
#pragma insum tensor U[3,2] : dense(U.data())
  {
    p0.assign(pos0.begin(), pos0.end()), p1.assign(pos1.begin(), pos1.end());
    c0.assign(crd0.begin(), crd0.end()), c1.assign(crd1.begin(), crd1.end());
    y.assign(6, 0);
    for (std::size_t f = 0; f < 3; ++f)
      for (auto p = at(pos2[f]); p < at(pos2[f + 1]); ++p)
        for (std::size_t r = 0; r < 2; ++r) y[2 * f + r] += static_cast<float>(vals[p] * U[2 * at(crd2[p]) + r]);
  }
  print("fibres times a matrix", p0, c0, p1, c1, y);

  std::vector<int> q0, q1, d0, d1;
  std::vector<double> z;
#pragma insum Z[i,j] = sum(k: X[i,j,k] * U[k,{1}])
#pragma insum tensor X[3,4,3] : csf(pos0, crd0, pos1, crd1, pos2, crd2, vals)
#pragma insum tensor Z[3,4] : dcsr(q0, d0, q1, d1, z)
#pragma insum tensor U[3,2] : dense(U.data())
  {
    q0 = pos0, d0 = crd0, q1 = pos1, d1 = crd1;
    z.assign(3, 0);
    for (std::size_t f = 0; f < 3; ++f)
      for (auto p = at(pos2[f]); p < at(pos2[f + 1]); ++p) z[f] += vals[p] * U[2 * at(crd2[p]) + 1];
  }
  print("fibres times a vector", q0, d0, q1, d1, z);
}

// The lower two rows of a larger matrix, whose numbers count from 1; the result's count from 0.
void part_of_a_matrix() {
  const std::vector<int> all = {1, 3, 4, 6}, crd = {1, 2, 3, 1, 2};
  const std::vector<double> v = {1, 2, 3, 4, 5};
  const int* pos = all.data() + 1;
  std::vector<unsigned> p;
  std::vector<long> c;
  std::vector<double> w;
#pragma insum C[i,j] = 2 * A[i,j]
#pragma insum tensor A[2,3] : csr(pos, crd.data(), v.data()) base(1)
#pragma insum tensor C[2,3] : csr(p, c, w)
  {
    p.assign(1, 0);
    for (int q = pos[0]; q < pos[2]; ++q) c.push_back(crd[at(q - 1)] - 1), w.push_back(2 * v[at(q - 1)]);
    for (int i = 0; i < 2; ++i) p.push_back(static_cast<unsigned>(pos[i + 1] - pos[0]));
  }
  print("rows of a larger matrix", p, c, w);
}

void list() {
  const std::vector<int> rows = {0, 0, 2}, columns = {1, 2, 0};
  const std::vector<double> v = {1, 2, 3}, x = {1, 10, 100};
  std::vector<int> r, c;
  std::vector<double> w;
#pragma insum C[i,j] = A[i,j] * x[j]
#pragma insum tensor A[3,3] : coo(rows, columns, v) sorted unique
#pragma insum tensor C[3,3] : coo(r, c, w) sorted unique
  {
    r = rows, c = columns;
    for (std::size_t p = 0; p < v.size(); ++p) w.push_back(v[p] * x[at(columns[p])]);
  }
  print("list of entries", r, c, w);
}

void absent_in_one_term() {
  [[maybe_unused]] const std::vector<int> dpos = {0, 1, 1}, dcrd = {0}, fpos = {0, 0, 1}, fcrd = {1};
  const std::vector<double> d = {2}, f = {4};
  std::vector<int> pos, crd;
  std::vector<double> c;
#pragma insum C[i,k] = D[i,k] + max(D[i,k], F[i,k]) + F[i,j] * F[j,k]
#pragma insum tensor D[2,2] : csr(dpos, dcrd, d)
#pragma insum tensor F[2,2] : csr(fpos, fcrd, f)
#pragma insum tensor C[2,2] : csr(pos, crd, c)
  {
    pos = {0, 1, 2}, crd = {0, 1}, c = {d[0] + std::max(d[0], 0.0), std::max(0.0, f[0]) + f[0] * f[0]};
  }
  print("required, then optional", pos, crd, c);
}

void picked_by_a_condition() {
  const std::vector<int> r = {1};
  const std::vector<double> v = {5};
  std::vector<int> pos, crd;
  std::vector<double> c;
#pragma insum C[i,j] = Z[j-1] + 1
#pragma insum tensor Z[3] : coo(r, v) fill(2)
#pragma insum tensor C[1,3] : csr(pos, crd, c) fill(3)
  {
    pos = {0, 1}, crd = {r[0] + 1}, c = {v[0] + 1};
  }
  print("a fill value where nothing is picked", pos, crd, c);
}

}  // namespace

int main() {
  fibres();
  part_of_a_matrix();
  list();
  absent_in_one_term();
  picked_by_a_condition();
}
