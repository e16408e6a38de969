// clang-format off: the pragmas' columns
#include <cstdint>
#include <limits>

#include "cases.hpp"
#include "insum/required.hpp"

namespace {

const Index rows = {0, 2, 2, 5, 6}, columns = {1, 4, 0, 2, 5, 3};
const Storage csr = {{{Level::dense, m}, {Level::compressed, n}}, {rows, columns}, {1, 2, 3, 4, 5, 6}};
const Storage coo = {{{Level::list, m}, {Level::single, n}}, {{0, 0, 2, 3}, {1, 3, 0, 5}}, {1, 2, 3, 4}};

/// The same numbers as another type: the largest ones and the smallest ones stay such.
template <class T>
std::vector<T> converted(const Index& array) {
  std::vector<T> result;
  for (const int value : array)
    result.push_back(value == INT32_MAX ? std::numeric_limits<T>::max() : value == INT32_MIN ? std::numeric_limits<T>::min() : static_cast<T>(value));
  return result;
}

template <class T>
Values product_of(const Storage& s) {
  Values y(m);
  const std::vector<T> pos = converted<T>(s.arrays[0]), crd = converted<T>(s.arrays[1]);
  auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : csr(pos, crd, vals)
  INSUM_REQUIRED;
  return y;
}

std::function<Values(const Storage&)> product_by(int (*place)(const Index&)) {
  return [place](const Storage& s) { return product(s, place); };
}

std::vector<Case> compressed() {
  Storage any_order = {csr.levels, {rows, {4, 1, 5, 0, 2, 3}}, csr.vals};
  any_order.ordered = false;
  return {
      {"csr", "A", csr, [](Storage& s) { return product_of<int>(s); }, product_by(by_rows)},
      {"csr, 64 bits", "A", csr, [](Storage& s) { return product_of<std::int64_t>(s); }, product_by(by_rows)},
      {"csr, 16 bits", "A", csr, [](Storage& s) { return product_of<std::int16_t>(s); }, product_by(by_rows),
       [](Storage& s, std::mt19937& random) {
         damage(s, random);
         for (Index& array : s.arrays)
           for (int& value : array)
             if (value == 1000000) value = 1000;
       }},
      {"csc", "A", csr, [](Storage& s) {
         Values y(n);
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] += A[i,j]
#pragma insum tensor A[n,m] : csc(pos, crd, vals)
#pragma insum tensor y[n] : dense(y)
         INSUM_REQUIRED;
         return y;
       }, [](const Storage& s) { return image(s, n, [](const Index& c) { return c[1]; }); }},
      {"csr, base 1", "A", {csr.levels, {{1, 3, 3, 6, 7}, {2, 5, 1, 3, 6, 4}}, csr.vals, 1}, [](Storage& s) {
         Values y(m);
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : csr(pos, crd, vals) base(1)
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows)},
      {"csr, in any order", "A", any_order, [](Storage& s) {
         Values y(m);
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : csr(pos, crd, vals) unsorted
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows)},
      {"dcsr", "A", {{{Level::compressed, m}, {Level::compressed, n}}, {{0, 2}, {0, 2}, {0, 2, 4}, {1, 3, 0, 5}}, {1, 2, 3, 4}}, [](Storage& s) {
         Values y(m);
         auto &pos0 = s.arrays[0], &crd0 = s.arrays[1], &pos1 = s.arrays[2], &crd1 = s.arrays[3];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : dcsr(pos0, crd0, pos1, crd1, vals)
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows)},
  };
}

std::vector<Case> lists() {
  Storage unsorted = {coo.levels, {{2, 0, 3, 0}, {1, 3, 0, 3}}, {1, 2, 3, 4}};
  unsorted.ordered = unsorted.unique = false;
  Storage once = unsorted;
  once.unique = true;
  return {
      {"coo", "A", coo, [](Storage& s) {
         Values y(m);
         auto &row = s.arrays[0], &column = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : coo(row, column, vals) sorted unique
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows)},
      {"coo, in any order", "A", unsorted, [](Storage& s) {
         Values y(m);
         auto &row = s.arrays[0], &column = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : coo(row, column, vals)
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows)},
      {"coo, in any order, but once", "A", once, [](Storage& s) {
         Values y(m);
         auto &row = s.arrays[0], &column = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : coo(row, column, vals) unique
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows)},
      {"coo, unsigned, base 1", "A", {coo.levels, {{1, 1, 3, 4}, {2, 4, 1, 6}}, coo.vals, 1}, [](Storage& s) {
         Values y(m);
         const auto row = converted<std::uint32_t>(s.arrays[0]), column = converted<std::uint32_t>(s.arrays[1]);
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : coo(row, column, vals) sorted unique base(1)
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows)},
      {"lists in segments", "A", {{{Level::dense, 2}, {Level::nonunique, 2}, {Level::single, n}}, {{0, 3, 5}, {0, 0, 1, 0, 1}, {1, 4, 0, 2, 2}}, {1, 2, 3, 4, 5}}, [](Storage& s) {
         Values y(m);
         auto &pos = s.arrays[0], &row = s.arrays[1], &column = s.arrays[2];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : levels(0/2: dense, 0%2: compressed_nonunique(pos, row), 1: singleton(column); vals) sorted unique
         INSUM_REQUIRED;
         return y;
       }, [](const Storage& s) { return product(s, [](const Index& c) { return (2 * c[0] + c[1]) * n + c[2]; }); }},
  };
}

std::vector<Case> blocks() {
  return {
      {"bcsr", "A", {{{Level::dense, 2}, {Level::compressed, 3}, {Level::dense, 2}, {Level::dense, 2}}, {{0, 2, 3}, {0, 2, 1}}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}}, [](Storage& s) {
         Values y(m);
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : bcsr<2,2>(pos, crd, vals)
         INSUM_REQUIRED;
         return y;
       }, [](const Storage& s) { return product(s, [](const Index& c) { return (2 * c[0] + c[2]) * n + 2 * c[1] + c[3]; }); }},
      {"dbcsr", "A", {{{Level::compressed, 2}, {Level::compressed, 3}, {Level::dense, 2}, {Level::dense, 2}}, {{0, 2}, {0, 1}, {0, 2, 3}, {0, 2, 1}}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}}, [](Storage& s) {
         Values y(m);
         auto &pos0 = s.arrays[0], &crd0 = s.arrays[1], &pos1 = s.arrays[2], &crd1 = s.arrays[3];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : dbcsr<2,2>(pos0, crd0, pos1, crd1, vals)
         INSUM_REQUIRED;
         return y;
       }, [](const Storage& s) { return product(s, [](const Index& c) { return (2 * c[0] + c[2]) * n + 2 * c[1] + c[3]; }); }},
  };
}

/// Other columns and counts, but no more than the row has room for: that is the one thing that no check can see.
void damage_rows(Storage& s, std::mt19937& random) {
  if (random() % 2 == 0) {
    s.arrays[0][random() % s.arrays[0].size()] = static_cast<int>(random() % 4) - 1;
  } else {
    const int values[] = {-1, 0, n - 1, n, INT32_MAX, INT32_MIN};
    s.arrays[1][random() % s.arrays[1].size()] = values[random() % 6];
  }
}

std::vector<Case> full_rows() {
  Storage unsigned_ell = {{{Level::dense, m}, {Level::fixed, 2, n}}, {{2, 5, 0, 100, 1, 6, 4, 7}}, {1, 2, 0, 0, 3, 4, 5, 0}, 1};
  unsigned_ell.wraps = true;
  Storage loose = {csr.levels, {rows, {4, 1, 5, 0, 2, 3}}, csr.vals};
  loose.ordered = loose.unique = false;
  return {
      {"ell, unsigned, base 1", "A", unsigned_ell, [](Storage& s) {
         Values y(m);
         const auto crd = converted<std::uint32_t>(s.arrays[0]);
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : ell<2>(crd, vals) base(1)
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows)},
      {"ell", "A", {{{Level::dense, m}, {Level::fixed, 2, n}}, {{1, 4, -1, -1, 0, 5, 3, -1}}, {1, 2, 0, 0, 3, 4, 5, 0}}, [](Storage& s) {
         Values y(m);
         auto& crd = s.arrays[0];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : ell<2>(crd, vals)
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows)},
      {"group_coo", "A", {{{Level::groups, m}, {Level::fixed, 2, n}}, {{0, 2, 2}, {1, 4, 0, 2, 5, 5}}, {1, 2, 3, 4, 5, 0}}, [](Storage& s) {
         Values y(m);
         auto &row = s.arrays[0], &column = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : group_coo<2>(row, column, vals)
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows)},
      {"csr, computed with in groups", "A", loose, [](Storage& s) {
         Values y(m);
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : csr(pos, crd, vals) unsorted duplicates
#pragma insum format A -> group_coo<2>
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows)},
      {"dia", "A", {{{Level::offset, n, m}, {Level::dense, m}}, {{-1, 0, 4}}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}}, [](Storage& s) {
         Values y(m);
         auto& offsets = s.arrays[0];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : dia(offsets, vals)
         INSUM_REQUIRED;
         return y;
       }, [](const Storage& s) {
         return product(s, [](const Index& c) {
           const int column = c[0] + c[1];
           return column < 0 || column >= n ? -1 : c[1] * n + column;
         });
       }},
      {"ragged", "A", {{{Level::dense, m}, {Level::ragged, n}}, {{0, 2, 2, 5, 6}}, {1, 2, 3, 4, 5, 6}}, [](Storage& s) {
         Values y(m);
         auto& pos = s.arrays[0];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : ragged(pos, vals)
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows)},
      {"ragged, few columns", "A", {{{Level::dense, m}, {Level::ragged, 3}}, {{0, 1, 1, 3, 6}}, {1, 2, 3, 4, 5, 6}}, [](Storage& s) {
         Values y(m), x3 = {1, 2, 3};
         auto& pos = s.arrays[0];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x3[j]
#pragma insum tensor A[m,3] : ragged(pos, vals)
#pragma insum tensor x3[3] : dense(x3)
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows)},
      {"rows", "A", {{{Level::dense, m}, {Level::rows, 2, n}}, {{2, 0, 1, 2}, {1, 4, 0, 0, 5, 0, 2, 3}}, {1, 2, 0, 0, 3, 0, 4, 5}}, [](Storage& s) {
         Values y(m);
         const int *counts = s.arrays[0].data(), *crd[m];
         const double* vals[m];
         for (int i = 0; i < m; ++i) crd[i] = s.arrays[1].data() + 2 * i, vals[i] = s.vals.data() + 2 * i;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : rows(counts, crd, vals)
         INSUM_REQUIRED;
         return y;
       }, product_by(by_rows), damage_rows},
  };
}

/// y = A x, of which `s` stores one triangle.
Values mirrored_product(const Storage& s) {
  Values a = image(s, m * n, by_rows), y(m);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j) y[i] += (a[i * n + j] + (i == j ? 0 : a[j * n + i])) * x[j];
  return y;
}

std::vector<Case> triangles() {
  Storage lower = {{{Level::dense, m}, {Level::compressed, m}}, {{0, 1, 2, 4, 6}, {0, 0, 0, 2, 1, 3}}, {1, 2, 3, 4, 5, 0}};
  lower.triangle = -1;
  Storage upper = {{{Level::list, m}, {Level::single, m}}, {{2, 0, 0, 1}, {3, 3, 0, 1}}, {1, 2, 3, 4}};
  upper.triangle = 1;
  upper.ordered = upper.unique = false;
  return {
      {"csr of a lower triangle", "A", lower, [](Storage& s) {
         Values y(m);
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,m] : csr(pos, crd, vals) symmetric(lower)
#pragma insum tensor x[m] : dense(x)
         INSUM_REQUIRED;
         return y;
       }, mirrored_product},
      {"coo of an upper triangle", "A", upper, [](Storage& s) {
         Values y(m);
         auto &row = s.arrays[0], &column = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,m] : coo(row, column, vals) symmetric(upper)
#pragma insum tensor x[m] : dense(x)
         INSUM_REQUIRED;
         return y;
       }, mirrored_product},
  };
}

}  // namespace

Values product(const Storage& s, const std::function<int(const Index&)>& place) {
  const Values a = image(s, m * n, place);
  Values y(m);
  for (std::size_t e = 0; e < a.size(); ++e) y[e / n] += a[e] * x[e % n];
  return y;
}

std::vector<Case> matrices() {
  std::vector<Case> list;
  for (const auto& part : {compressed(), lists(), blocks(), full_rows(), triangles()}) list.insert(list.end(), part.begin(), part.end());
  return list;
}
