// Sparse results that are built: operators, fill values, slices, never built containers, kept entries.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "print.hpp"

namespace {

using Index = std::vector<int>;
using Values = std::vector<double>;
using Entries = std::map<std::pair<std::int64_t, std::int64_t>, double>;

struct Csr {
  Index pos, crd;
  Values vals;
};

Entries entries_of(const Csr& m) {
  Entries list;
  for (std::size_t i = 0; i + 1 < m.pos.size(); ++i)
    for (auto p = static_cast<std::size_t>(m.pos[i]); p < static_cast<std::size_t>(m.pos[i + 1]); ++p)
      list[{static_cast<std::int64_t>(i), m.crd[p]}] = m.vals[p];
  return list;
}

Csr to_csr(const Entries& list, int rows) {
  Csr m;
  m.pos.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (const auto& [at, v] : list) {
    for (auto i = static_cast<std::size_t>(at.first) + 1; i < m.pos.size(); ++i) ++m.pos[i];
    m.crd.push_back(static_cast<int>(at.second));
    m.vals.push_back(v);
  }
  return m;
}

using ::print;
void print(const char* what, const Csr& m) { print(what, m.pos, m.crd, m.vals); }

const Csr A = {{0, 2, 3, 3, 4}, {0, 3, 1, 0}, {1, 2, 3, 4}};
const Csr B = {{0, 1, 2, 3, 4}, {1, 1, 0, 0}, {5, -6, 7, 8}};

void never_built() {
  Csr C;
  for (int time = 0; time < 2; ++time) {
#pragma insum C[i,j] += A[i,j]
#pragma insum tensor A[4,4] : csr(A.pos, A.crd, A.vals)
#pragma insum tensor C[4,4] : csr(C.pos, C.crd, C.vals)
    {
      Entries list = entries_of(C);
      for (const auto& [at, v] : entries_of(A)) list[at] += v;
      C = to_csr(list, 4);
    }
    print("never built", C);
  }
}

void operators() {
  const double none = INFINITY;
  Csr D = A, E = B;
#pragma insum E[i,j] min= D[i,k] + D[k,j]
#pragma insum tensor D[4,4] : csr(D.pos, D.crd, D.vals) fill(INFINITY)
#pragma insum tensor E[4,4] : csr(E.pos, E.crd, E.vals) fill(INFINITY)
  {
    Entries list = entries_of(E);
    for (const auto& [a, v] : entries_of(D))
      for (const auto& [b, w] : entries_of(D))
        if (a.second == b.first) {
          double& e = list.try_emplace({a.first, b.second}, none).first->second;
          e = std::fmin(e, v + w);
        }
    E = to_csr(list, 4);
  }
  print("shortest paths", E);

  Csr F = B;
#pragma insum F[i,j] max= A[i,j]
#pragma insum tensor A[4,4] : csr(A.pos, A.crd, A.vals)
#pragma insum tensor F[4,4] : csr(F.pos, F.crd, F.vals)
  {
    Entries list = entries_of(F), other = entries_of(A);
    for (const auto& [at, v] : other) list.try_emplace(at, 0.0);
    for (auto& [at, v] : list) v = std::fmax(v, other.count(at) != 0 ? other[at] : 0.0);
    F = to_csr(list, 4);
  }
  print("maximum with what is not stored", F);

  Csr G = B;
#pragma insum G[i,j] *= A[i,j]
#pragma insum tensor A[4,4] : csr(A.pos, A.crd, A.vals)
#pragma insum tensor G[4,4] : csr(G.pos, G.crd, G.vals)
  {
    Entries list, old = entries_of(G);
    for (const auto& [at, v] : entries_of(A))
      if (old.count(at) != 0) list[at] = old[at] * v;
    G = to_csr(list, 4);
  }
  print("product", G);

  Csr H = {{0, 1, 1, 1, 1}, {2}, {9}};
#pragma insum H[i,j] = min(A[i,j], B[i,j])
#pragma insum tensor A[4,4] : csr(A.pos, A.crd, A.vals) fill(INFINITY)
#pragma insum tensor B[4,4] : csr(B.pos, B.crd, B.vals) fill(INFINITY)
#pragma insum tensor H[4,4] : csr(H.pos, H.crd, H.vals) fill(INFINITY)
  {
    Entries list = entries_of(A);
    for (const auto& [at, v] : entries_of(B)) {
      double& e = list.try_emplace(at, none).first->second;
      e = std::fmin(e, v);
    }
    H = to_csr(list, 4);
  }
  print("minimum", H);

  Index pos = {0, 1, 1, 1, 1}, crd = {2}, bits = {9};
  const Index a = {1, 2, 3, 4};
#pragma insum R[i,j] |= S[i,k] * S[k,j]
#pragma insum tensor S[4,4] : csr(A.pos, A.crd, a)
#pragma insum tensor R[4,4] : csr(pos, crd, bits)
  {
    std::map<std::pair<int, int>, int> list{{{0, 2}, 9}};
    for (std::size_t i = 0; i < 4; ++i)
      for (auto p = static_cast<std::size_t>(A.pos[i]); p < static_cast<std::size_t>(A.pos[i + 1]); ++p) {
        const auto k = static_cast<std::size_t>(A.crd[p]);
        for (auto q = static_cast<std::size_t>(A.pos[k]); q < static_cast<std::size_t>(A.pos[k + 1]); ++q)
          list[{static_cast<int>(i), A.crd[q]}] |= a[p] * a[q];
      }
    pos.assign(5, 0), crd.clear(), bits.clear();
    for (const auto& [at, v] : list) {
      for (auto i = static_cast<std::size_t>(at.first) + 1; i < 5; ++i) ++pos[i];
      crd.push_back(at.second), bits.push_back(v);
    }
  }
  print("bits", pos, crd, bits);
}

void slices() {
  const Values v = {10, 20, 0, 30};
  const int row = 1;
  Csr C = A;
#pragma insum C[{row},j] = B[2,j]
#pragma insum tensor B[4,4] : csr(B.pos, B.crd, B.vals)
#pragma insum tensor C[4,4] : csr(C.pos, C.crd, C.vals)
  {
    Entries list;
    for (const auto& [at, x] : entries_of(C))
      if (at.first != row) list[at] = x;
    for (const auto& [at, x] : entries_of(B))
      if (at.first == 2) list[{row, at.second}] = x;
    C = to_csr(list, 4);
  }
  print("a row", C);

#pragma insum C[i,i] += v[i] * B[i,1]
#pragma insum tensor B[4,4] : csr(B.pos, B.crd, B.vals)
#pragma insum tensor v[4] : dense(v)
#pragma insum tensor C[4,4] : csr(C.pos, C.crd, C.vals)
  {
    Entries list = entries_of(C);
    for (const auto& [at, x] : entries_of(B))
      if (at.second == 1) list[{at.first, at.first}] += v[static_cast<std::size_t>(at.first)] * x;
    C = to_csr(list, 4);
  }
  print("added to the diagonal", C);
}

void formats() {
  Index pos0, crd0, pos2, crd2;
  Values vals;
#pragma insum T[i,j,k] = A[i,j] * B[j,k]
#pragma insum tensor A[4,4] : csr(A.pos, A.crd, A.vals)
#pragma insum tensor B[4,4] : csr(B.pos, B.crd, B.vals)
#pragma insum tensor T[4,4,4] : levels(0: compressed(pos0, crd0), 1: dense, 2: compressed(pos2, crd2); vals)
  {
    pos2 = {0};
    for (std::size_t i = 0; i < 4; ++i) {
      if (A.pos[i] == A.pos[i + 1]) continue;
      crd0.push_back(static_cast<int>(i));
      for (int j = 0; j < 4; ++j) {
        for (auto p = static_cast<std::size_t>(A.pos[i]); p < static_cast<std::size_t>(A.pos[i + 1]); ++p)
          if (A.crd[p] == j) {
            const auto q = static_cast<std::size_t>(j);  // one entry in each row of B
            crd2.push_back(B.crd[q]), vals.push_back(A.vals[p] * B.vals[q]);
          }
        pos2.push_back(static_cast<int>(crd2.size()));
      }
    }
    pos0 = {0, static_cast<int>(crd0.size())};
  }
  print("dense between compressed", pos0, crd0, pos2, crd2, vals);

  // Columns beyond any memory: rows are lists, and so are whole entries.
  const std::int64_t n = std::int64_t{1} << 40;
  const std::vector<std::int64_t> far = {0, n - 1, 5, n / 2};
  std::vector<std::int64_t> columns, pos;
  Values wide;
#pragma insum C[i,j] = A[i,k] * W[k,j]
#pragma insum tensor A[4,4] : csr(A.pos, A.crd, A.vals)
#pragma insum tensor W[4,n] : csr(B.pos, far, B.vals)
#pragma insum tensor C[4,n] : csr(pos, columns, wide)
  {
    Entries list;
    for (const auto& [at, x] : entries_of(A)) {
      const auto k = static_cast<std::size_t>(at.second);
      list[{at.first, far[k]}] += x * B.vals[k];
    }
    pos.assign(5, 0);
    for (const auto& [at, x] : list) {
      for (auto i = static_cast<std::size_t>(at.first) + 1; i < 5; ++i) ++pos[i];
      columns.push_back(at.second), wide.push_back(x);
    }
  }
  print("many columns", pos, columns, wide);
  std::vector<std::int64_t> lines, places;
  Values turned;
#pragma insum D[j,i] = C[i,j]
#pragma insum tensor C[4,n] : csr(pos, columns, wide)
#pragma insum tensor D[n,4] : coo(lines, places, turned) sorted unique
  {
    Entries list;
    for (std::size_t i = 0; i < 4; ++i)
      for (auto p = static_cast<std::size_t>(pos[i]); p < static_cast<std::size_t>(pos[i + 1]); ++p)
        list[{columns[p], static_cast<std::int64_t>(i)}] = wide[p];
    for (const auto& [at, x] : list) lines.push_back(at.first), places.push_back(at.second), turned.push_back(x);
  }
  print("many rows", lines, places, turned);
}

void kept() {
  Csr C;
  Values a = A.vals;
  for (int time = 0; time < 3; ++time) {
    if (time == 0) {
#pragma insum C[i,j] = A[i,k] * A[k,j]
#pragma insum tensor A[4,4] : csr(A.pos, A.crd, a)
#pragma insum tensor C[4,4] : csr(C.pos, C.crd, C.vals)
      {
        Entries list;
        for (const auto& [at, v] : entries_of({A.pos, A.crd, a}))
          for (const auto& [to, w] : entries_of({A.pos, A.crd, a}))
            if (at.second == to.first) list[{at.first, to.second}] += v * w;
        C = to_csr(list, 4);
      }
    } else {
#pragma insum C[i,j] = A[i,k] * A[k,j]
#pragma insum tensor A[4,4] : csr(A.pos, A.crd, a)
#pragma insum tensor C[4,4] : csr(C.pos, C.crd, C.vals)
#pragma insum schedule same_pattern
      {
        Entries list;
        for (const auto& [at, v] : entries_of({A.pos, A.crd, a}))
          for (const auto& [to, w] : entries_of({A.pos, A.crd, a}))
            if (at.second == to.first) list[{at.first, to.second}] += v * w;
        C = to_csr(list, 4);
      }
    }
    print("kept", C);
    for (double& v : a) v += 1;
  }
  double* const values = C.vals.data();
#pragma insum C[i,j] += 2 * A[i,j] * C[i,j]
#pragma insum tensor A[4,4] : csr(A.pos, A.crd, a)
#pragma insum tensor C[4,4] : csr(C.pos, C.crd, values)
#pragma insum schedule same_pattern
  {
    const Entries other = entries_of({A.pos, A.crd, a});
    std::size_t p = 0;
    for (const auto& [at, x] : entries_of(C)) values[p++] = x + (other.count(at) != 0 ? 2 * other.at(at) * x : 0);
  }
  print("kept and read", C);
}

void integers() {
  constexpr int far = std::numeric_limits<int>::max();
  Index pos = {0, 1, 1, 2, 2}, crd = {1, 3}, near = {5, 6};
  const Index a = {1, 2, 3, 4};
#pragma insum C[i,j] min= A[i,j]
#pragma insum tensor A[4,4] : csr(A.pos, A.crd, a) fill(far)
#pragma insum tensor C[4,4] : csr(pos, crd, near) fill(std::numeric_limits<int>::max())
  {
    std::map<std::pair<int, int>, int> list;
    for (std::size_t i = 0; i < 4; ++i) {
      for (auto p = static_cast<std::size_t>(pos[i]); p < static_cast<std::size_t>(pos[i + 1]); ++p)
        list[{static_cast<int>(i), crd[p]}] = near[p];
      for (auto p = static_cast<std::size_t>(A.pos[i]); p < static_cast<std::size_t>(A.pos[i + 1]); ++p) {
        int& e = list.try_emplace({static_cast<int>(i), A.crd[p]}, far).first->second;
        e = std::min(e, a[p]);
      }
    }
    pos.assign(5, 0), crd.clear(), near.clear();
    for (const auto& [at, v] : list) {
      for (auto i = static_cast<std::size_t>(at.first) + 1; i < 5; ++i) ++pos[i];
      crd.push_back(at.second), near.push_back(v);
    }
  }
  print("least of integers", pos, crd, near);
}

}  // namespace

int main() {
  never_built();
  operators();
  slices();
  formats();
  kept();
  integers();
}
