// Results whose entries are counted first, then computed where they belong.
#include <cstdint>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "doctest/doctest.h"
#include "threads.hpp"

namespace {

struct rows {
  std::int64_t n = 0, m = 0;
  std::vector<std::int32_t> pos{0}, crd;
};

rows random_rows(std::int64_t n, std::int64_t m, double density, unsigned seed) {
  std::mt19937 random(seed);
  rows A;
  A.n = n, A.m = m;
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < m; ++j)
      if (std::uniform_real_distribution<double>(0, 1)(random) < density)
        A.crd.push_back(static_cast<std::int32_t>(j));
    A.pos.push_back(static_cast<std::int32_t>(A.crd.size()));
  }
  return A;
}

/// A, transposed; the value of an entry is its position in A.
template <class Partition, class Pos, class Crd, class Values>
void transpose(const rows& A, const Partition& partition, std::int64_t base, Pos& pos, Crd& crd,
               Values& vals) {
  rt::assemble_counted("C", base, rt::into_compressed(pos, crd, A.m), vals, partition,
                       [&](auto& part, std::int64_t first, std::int64_t last) {
                         for (; first < last; ++first)
                           for (std::int32_t p = A.pos[static_cast<std::size_t>(first)];
                                p < A.pos[static_cast<std::size_t>(first) + 1]; ++p) {
                             part.template level<0>().push(A.crd[static_cast<std::size_t>(p)], first);
                             part.values.push(p);
                           }
                       });
}

void check(const rows& A, std::int64_t base, const std::vector<std::int32_t>& pos,
           const std::vector<std::int64_t>& crd, const std::vector<double>& vals) {
  std::vector<std::vector<std::pair<std::int64_t, double>>> columns(static_cast<std::size_t>(A.m));
  for (std::size_t i = 0; i + 1 < A.pos.size(); ++i)
    for (std::int32_t p = A.pos[i]; p < A.pos[i + 1]; ++p)
      columns[static_cast<std::size_t>(A.crd[static_cast<std::size_t>(p)])].emplace_back(
          static_cast<std::int64_t>(i) + base, p);
  REQUIRE(pos.size() == columns.size() + 1);
  CHECK((crd.size() == A.crd.size() && vals.size() == A.crd.size()));
  std::size_t at = 0, wrong = 0;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    wrong += pos[j] != static_cast<std::int64_t>(at) + base;
    for (const auto& [i, value] : columns[j]) {
      wrong += crd[at] != i || vals[at] != value;
      ++at;
    }
  }
  CHECK(wrong == 0);
  CHECK(pos.back() == static_cast<std::int64_t>(at) + base);
}

struct shape {
  std::int64_t n, m;
  double density;
};

}  // namespace

TEST_CASE("transposed rows: shapes, parts, bases") {
  unsigned seed = 1;
  for (const int size : {1, 2, 4, 7}) {
    const threads team(size);
    for (const shape& s : {shape{0, 0, 0},
                           {0, 5, 0},
                           {5, 0, 0},
                           {1, 1, 1},
                           {400, 300, 0.5},
                           {3, 40000, 0.4},
                           {20000, 4, 0.6},
                           {300, 300, 0}}) {
      const rows A = random_rows(s.n, s.m, s.density, seed++);
      for (const std::int64_t base : {0, 1}) {
        std::vector<std::int32_t> pos{7, 7};
        std::vector<std::int64_t> crd{7};
        std::vector<double> vals{7, 7, 7};
        transpose(A, rt::dynamic{0, A.n, 100}, base, pos, crd, vals);
        check(A, base, pos, crd, vals);
        transpose(A, rt::equal{0, A.n, 1}, base, pos, crd, vals);
        check(A, base, pos, crd, vals);
        transpose(
            A, rt::balanced(0, A.n, 50, [&](std::int64_t i) { return A.pos[static_cast<std::size_t>(i)]; }),
            base, pos, crd, vals);
        check(A, base, pos, crd, vals);
        transpose(A, rt::fixed{0, A.n, 100}, base, pos, crd, vals);
        check(A, base, pos, crd, vals);
      }
    }
  }
}

TEST_CASE("counts are in proportion to the work") {
  const threads team(16);
  CHECK(rt::detail::counted_parts(rt::equal{0, 1 << 20, 1}, 1 << 10) == rt::thread_count());
  CHECK(rt::detail::counted_parts(rt::equal{0, 1 << 20, 1}, std::int64_t{1} << 40) == 1);
  CHECK(rt::detail::counted_parts(rt::equal{0, 10, 1}, 1) == 1);
  CHECK(rt::detail::counted_parts(rt::equal{0, 1 << 20, 1}, 0) == rt::thread_count());
}

TEST_CASE("counts that do not fit leave the containers as they are") {
  const rows A = random_rows(1, 200, 1.0, 1);
  std::vector<std::int8_t> pos{7};
  std::vector<std::int64_t> crd{7};
  std::vector<double> vals{7};
  CHECK_THROWS_AS(transpose(A, rt::equal{0, 1}, 0, pos, crd, vals), insum::size_error);
  CHECK((pos == std::vector<std::int8_t>{7} && crd.size() == 1 && vals.size() == 1));
}
