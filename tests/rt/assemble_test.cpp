// Parts of sparse results and their joining: against a sorted list of the entries.
#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "doctest/doctest.h"
#include "insum/core/buffer.hpp"
#include "threads.hpp"

namespace {

/// Pieces given by their bounds, run in a shuffled order on a team: what a partition may do.
struct pieces {
  std::vector<std::int64_t> bounds;
  template <class F>
  void run(F&& f) const {
    rt::parallel_for(0, static_cast<std::int64_t>(bounds.size()) - 1, rt::schedule::dynamic_ranges, 0,
                     [&](std::int64_t k) {
                       const auto i = bounds.size() - 2 - static_cast<std::size_t>(k);
                       f(bounds[i], bounds[i + 1]);
                     });
  }
};

/// Ranges of one thread, of which one goes on where the one before ended.
struct some_neighbours {
  template <class F>
  void run(F&& f) const {
    for (const auto& [first, last] : {std::pair(0, 3), {3, 4}, {6, 8}, {4, 6}, {8, 9}}) f(first, last);
  }
};

std::vector<std::int64_t> random_bounds(std::mt19937& random, std::int64_t n) {
  std::vector<std::int64_t> bounds{0};
  while (bounds.back() < n)
    bounds.push_back(std::min<std::int64_t>(n, bounds.back() + 1 + static_cast<std::int64_t>(random() % 9)));
  return bounds;
}

using triple = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

/// A random 3-tensor of n x n x n, its entries in order.
std::vector<triple> random_entries(std::mt19937& random, std::int64_t n, std::size_t count) {
  std::map<triple, bool> entries;
  const auto c = [&] { return static_cast<std::int64_t>(random()) % n; };
  while (count-- > 0) entries[{c(), c(), c()}] = true;
  std::vector<triple> result;
  for (const auto& e : entries) result.push_back(e.first);
  return result;
}

double value_of(const triple& e) {
  return static_cast<double>(std::get<0>(e) * 10000 + std::get<1>(e) * 100 + std::get<2>(e));
}

template <class T>
std::vector<std::int64_t> numbers(const T& container) {
  std::vector<std::int64_t> result;
  for (std::size_t i = 0; i < static_cast<std::size_t>(container.size()); ++i)
    result.push_back(static_cast<std::int64_t>(container.data()[i]));
  return result;
}

/// The entries of the joined csf-like arrays, whose root has `roots` dense parents.
template <class P, class C>
std::vector<triple> entries_of(const P& pos1, const C& crd1, const P& pos2, const C& crd2,
                               std::int64_t base) {
  std::vector<triple> result;
  const auto p1 = numbers(pos1), c1 = numbers(crd1), p2 = numbers(pos2), c2 = numbers(crd2);
  for (std::size_t i = 0; i + 1 < p1.size(); ++i)
    for (auto p = p1[i] - base; p < p1[i + 1] - base; ++p)
      for (auto q = p2[static_cast<std::size_t>(p)] - base; q < p2[static_cast<std::size_t>(p) + 1] - base;
           ++q)
        result.push_back({static_cast<std::int64_t>(i), c1[static_cast<std::size_t>(p)] - base,
                          c2[static_cast<std::size_t>(q)] - base});
  return result;
}

}  // namespace

TEST_CASE_TEMPLATE("csr in random pieces", I, std::int32_t, std::int64_t, std::uint32_t, std::uint16_t) {
  const threads team(4);
  std::mt19937 random(1);
  for (const std::int64_t n : {1, 2, 7, 60, 300})
    for (const std::int64_t base : {0, 1}) {
      const pieces partition{random_bounds(random, n)};
      std::map<std::pair<std::int64_t, std::int64_t>, double> expected;
      for (std::int64_t e = 0; e < n * 2; ++e)
        expected[{static_cast<std::int64_t>(random()) % n / 3 * 3, static_cast<std::int64_t>(random()) % n}] =
            static_cast<double>(e);
      using part = rt::part<double, rt::compressed_part<I, I>>;
      auto parts = rt::assemble<part>("C", partition, [&](part& out, std::int64_t first, std::int64_t last) {
        for (auto e = expected.lower_bound({first, 0}); e != expected.end() && e->first.first < last; ++e) {
          const std::int64_t p = out.template level<0>().push(e->first.first, e->first.second);
          if (p != out.values.size()) throw std::logic_error("position");
          out.values.push(e->second);
        }
      });
      CHECK(parts.size() <= static_cast<std::int64_t>(partition.bounds.size()) - 1);
      std::vector<I> pos(3, 9), crd(1, 9);
      insum::buffer<float> vals(7);  // converted
      rt::join("C", parts, base, rt::into_compressed(pos, crd, n), vals);
      REQUIRE(pos.size() == static_cast<std::size_t>(n) + 1);
      REQUIRE(crd.size() == expected.size());
      REQUIRE(vals.size() == expected.size());
      auto e = expected.begin();
      for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
        REQUIRE(pos[i] <= pos[i + 1]);
        for (auto p = static_cast<std::int64_t>(pos[i]) - base;
             p < static_cast<std::int64_t>(pos[i + 1]) - base; ++p, ++e) {
          CHECK(e->first.first == static_cast<std::int64_t>(i));
          CHECK(e->first.second == static_cast<std::int64_t>(crd[static_cast<std::size_t>(p)]) - base);
          CHECK(e->second == static_cast<double>(vals[static_cast<std::size_t>(p)]));
        }
      }
      CHECK(e == expected.end());
    }
}

TEST_CASE("dcsf: all parts have one parent; deeper levels; coo; a block below") {
  const threads team(4);
  std::mt19937 random(2);
  for (const std::int64_t n : {1, 3, 20})
    for (const std::size_t count : {0u, 1u, 5u, 200u}) {
      const auto entries = random_entries(random, n, count);
      const pieces partition{random_bounds(random, n)};
      using level = rt::compressed_part<std::int64_t, std::int64_t>;
      using part = rt::part<double, level, level, level>;
      auto parts = rt::assemble<part>("C", partition, [&](part& out, std::int64_t first, std::int64_t last) {
        for (const triple& e : entries) {
          const auto [i, j, k] = e;
          if (i < first || i >= last) continue;
          const std::int64_t p = out.level<0>().at(0, i), q = out.level<1>().at(p, j),
                             r = out.level<2>().push(q, k);
          if (r != out.values.size()) throw std::logic_error("position");
          out.values.push(value_of(e));
        }
      });
      rt::grow<std::int64_t> pos[3], crd[3];
      rt::grow<double> vals;
      rt::join("C", parts, 0, rt::into_compressed(pos[0], crd[0], 1), rt::into_compressed(pos[1], crd[1], -1),
               rt::into_compressed(pos[2], crd[2], -1), vals);
      REQUIRE(pos[0].size() == 2);
      CHECK((pos[0][0] == 0 && pos[0][1] == crd[0].size()));
      REQUIRE(pos[1].size() == crd[0].size() + 1);
      REQUIRE(pos[2].size() == crd[1].size() + 1);
      REQUIRE(vals.size() == static_cast<std::int64_t>(entries.size()));
      std::vector<triple> found;
      for (std::int64_t p = 0; p < crd[0].size(); ++p)
        for (std::int64_t q = pos[1][p]; q < pos[1][p + 1]; ++q)
          for (std::int64_t r = pos[2][q]; r < pos[2][q + 1]; ++r) {
            found.push_back({crd[0][p], crd[1][q], crd[2][r]});
            CHECK(vals[r] == value_of(found.back()));
          }
      CHECK(found == entries);
    }
}

TEST_CASE_TEMPLATE("a dense root, two compressed levels, one-based", I, std::int32_t, std::uint64_t) {
  const threads team(3);
  std::mt19937 random(3);
  const auto entries = random_entries(random, 30, 150);
  using level = rt::compressed_part<I, I>;
  using part = rt::part<float, level, level>;
  auto parts = rt::assemble<part>("C", pieces{random_bounds(random, 30)},
                                  [&](part& out, std::int64_t first, std::int64_t last) {
                                    for (const triple& e : entries) {
                                      const auto [i, j, k] = e;
                                      if (i < first || i >= last) continue;
                                      const std::int64_t p = out.template level<0>().at(i, j);
                                      out.template level<1>().push(p, k);
                                      out.values.push(static_cast<float>(value_of(e)));
                                    }
                                  });
  insum::buffer<I> pos1, crd1, pos2, crd2;
  std::vector<float> vals;
  rt::join("C", std::move(parts), 1, rt::into_compressed(pos1, crd1, 30), rt::into_compressed(pos2, crd2, -1),
           vals);
  CHECK(entries_of(pos1, crd1, pos2, crd2, 1) == entries);
  CHECK(pos1.size() == 31);
  CHECK(pos2.size() == crd1.size() + 1);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < entries.size(); ++i)
    wrong += vals[i] != static_cast<float>(value_of(entries[i]));
  CHECK(wrong == 0);
}

TEST_CASE("coo, dense blocks under a compressed level, positions between dense levels") {
  const threads team(4);
  std::mt19937 random(4);
  const auto entries = random_entries(random, 12, 60);
  const pieces partition{random_bounds(random, 12)};
  using coo = rt::part<double, rt::listed_part<std::int32_t>, rt::listed_part<std::int32_t>,
                       rt::listed_part<std::int32_t>>;
  auto parts = rt::assemble<coo>("C", partition, [&](coo& out, std::int64_t first, std::int64_t last) {
    for (const triple& e : entries) {
      const auto [i, j, k] = e;
      if (i < first || i >= last) continue;
      out.level<0>().repeat(i, 1);
      out.level<1>().push(j);
      out.level<2>().append(&k, 1);
      out.values.push(value_of(e));
    }
  });
  std::vector<std::int32_t> crd[3];
  std::vector<double> vals;
  rt::join("C", parts, 1, rt::into_listed(crd[0]), rt::into_listed(crd[1]), rt::into_listed(crd[2]), vals);
  std::vector<triple> found;
  for (std::size_t p = 0; p < crd[0].size(); ++p)
    found.push_back({crd[0][p] - 1, crd[1][p] - 1, crd[2][p] - 1});
  CHECK(found == entries);

  // compressed i, dense j of 12, compressed k
  using mixed = rt::part<double, rt::compressed_part<std::int32_t, std::int32_t>,
                         rt::compressed_part<std::int32_t, std::int32_t>>;
  auto blocks = rt::assemble<mixed>("C", partition, [&](mixed& out, std::int64_t first, std::int64_t last) {
    for (const triple& e : entries) {
      const auto [i, j, k] = e;
      if (i < first || i >= last) continue;
      out.level<1>().push(out.level<0>().at(0, i) * 12 + j, k);
      out.values.push(value_of(e));
    }
  });
  rt::grow<std::int32_t> pos1, crd1, pos2, crd2;
  rt::grow<double> mixed_vals;
  rt::join("C", blocks, 0, rt::into_compressed(pos1, crd1, 1), rt::into_compressed(pos2, crd2, -1, 12),
           mixed_vals);
  REQUIRE(pos2.size() == crd1.size() * 12 + 1);
  found.clear();
  for (std::int64_t p = 0; p < crd1.size(); ++p)
    for (std::int64_t j = 0; j < 12; ++j)
      for (std::int64_t q = pos2[p * 12 + j]; q < pos2[p * 12 + j + 1]; ++q) {
        found.push_back({crd1[p], j, crd2[q]});
        CHECK(mixed_vals[q] == value_of(found.back()));
      }
  CHECK(found == entries);
}

TEST_CASE("segments keep equal coordinates together: dcsr from sorted entries") {
  const threads team(4);
  using part = rt::part<double, rt::compressed_part<int, int>, rt::compressed_part<int, int>>;
  std::mt19937 random(11);
  for (const std::size_t n : {0u, 1u, 7u, 100u, 5000u})
    for (const std::uint32_t gap : {1u, 2u, 300u}) {
      std::vector<std::int64_t> row(n), column(n);
      for (std::size_t k = 1; k < n; ++k) {
        row[k] = row[k - 1] + (random() % gap == 0 ? 1 : 0);
        column[k] = row[k] == row[k - 1] ? column[k - 1] + 1 : 0;
      }
      const auto size = static_cast<std::int64_t>(n);
      auto parts = rt::assemble<part>("C", rt::segments(row.data(), 0, size, 100000),
                                      [&](part& out, std::int64_t first, std::int64_t last) {
                                        for (; first < last; ++first) {
                                          const auto k = static_cast<std::size_t>(first);
                                          const std::int64_t p = out.level<0>().at(0, row[k]);
                                          out.level<1>().push(p, column[k]);
                                          out.values.push(static_cast<double>(first));
                                        }
                                      });
      std::vector<int> pos0, crd0, pos1, crd1;
      std::vector<double> vals;
      rt::join("C", parts, 0, rt::into_compressed(pos0, crd0, 1), rt::into_compressed(pos1, crd1, -1), vals);
      std::int64_t wrong = vals.size() != n;
      std::size_t k = 0;
      for (std::size_t p = 0; p < crd0.size(); ++p) {
        wrong += p != 0 && crd0[p] <= crd0[p - 1];
        for (auto q = static_cast<std::size_t>(pos1[p]); q < static_cast<std::size_t>(pos1[p + 1]); ++q, ++k)
          wrong += crd0[p] != row[k] || crd1[q] != column[k] || vals[q] != static_cast<double>(k);
      }
      CHECK((wrong == 0 && k == n));
    }
}

TEST_CASE("parts that meet under one parent continue it") {
  const threads team(2);
  using part = rt::part<int, rt::compressed_part<int, int>>;
  // 40 entries, 8 in each of the rows 2, 3, 4, 5, 6, cut anywhere.
  for (std::int64_t step = 1; step < 41; ++step) {
    pieces partition;
    for (std::int64_t b = 0; b < 40; b += step) partition.bounds.push_back(b);
    partition.bounds.push_back(40);
    auto parts = rt::assemble<part>("C", partition, [&](part& out, std::int64_t first, std::int64_t last) {
      for (; first < last; ++first) {
        out.level<0>().push(first / 8 + 2, first % 8);
        out.values.push(static_cast<int>(first));
      }
    });
    std::vector<int> pos, crd, vals;
    rt::join("C", parts, 0, rt::into_compressed(pos, crd, 9), vals);
    CHECK(pos == std::vector<int>{0, 0, 0, 8, 16, 24, 32, 40, 40, 40});
    CHECK((vals.size() == 40 && vals[39] == 39 && crd[38] == 6));
  }
}

TEST_CASE("parts come by loops and beginnings, and equal ones as they were added") {
  std::mt19937 random(5);
  for (const int count : {0, 1, 2, 3, 7, 64, 1000}) {
    rt::part_list<rt::grow<std::int64_t>> parts;
    std::vector<std::tuple<int, std::int64_t, int>> expected;
    for (int k = 0; k < count; ++k) {
      const int loop = static_cast<int>(random() % 3);
      const auto first = static_cast<std::int64_t>(random() % 50);
      parts.add(first, loop).push(k);
      expected.emplace_back(loop, first, k);
    }
    std::sort(expected.begin(), expected.end());
    parts.put_in_order();
    REQUIRE(parts.size() == count);
    int wrong = 0;
    for (int k = 0; k < count; ++k)
      wrong += parts[k][0] != std::get<2>(expected[static_cast<std::size_t>(k)]);
    CHECK(wrong == 0);
  }
}

TEST_CASE("a thread that goes on where it was goes on with its part") {
  using part = rt::part<std::int64_t, rt::compressed_part<int, int>>;
  auto parts =
      rt::assemble<part>("C", some_neighbours{}, [](part& out, std::int64_t first, std::int64_t last) {
        for (; first < last; ++first) {
          CHECK(out.level<0>().push(first / 2, first % 2) == out.values.size());
          out.values.push(first);
        }
      });
  REQUIRE(parts.size() == 4);  // one for the first two
  CHECK((parts[0].values.size() == 4 && parts[1].values.size() == 2));
  std::vector<int> pos, crd;
  std::vector<std::int64_t> vals;
  rt::join("C", parts, 0, rt::into_compressed(pos, crd, 5), vals);
  CHECK(pos == std::vector<int>{0, 2, 4, 6, 8, 9});
  CHECK(crd == std::vector<int>{0, 1, 0, 1, 0, 1, 0, 1, 0});
  CHECK(vals == std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("results without entries, without rows, with one part, with millions of empty rows") {
  const threads team(4);
  using part = rt::part<double, rt::compressed_part<std::int32_t, std::int32_t>>;
  const auto nothing = [](part&, std::int64_t, std::int64_t) {};
  std::vector<std::int32_t> pos(5, 5), crd(5, 5);
  std::vector<double> vals(5);
  auto none = rt::assemble<part>("C", rt::equal{0, 0}, nothing);
  CHECK(none.size() == 0);
  rt::join("C", none, 1, rt::into_compressed(pos, crd, 0), vals);
  CHECK((pos == std::vector<std::int32_t>{1} && crd.empty() && vals.empty()));
  rt::join("C", rt::assemble<part>("C", rt::dynamic{0, 3}, nothing), 1, rt::into_compressed(pos, crd, 3),
           vals);
  CHECK((pos == std::vector<std::int32_t>{1, 1, 1, 1} && crd.empty() && vals.empty()));

  constexpr std::int64_t n = 3000000;
  auto one = rt::assemble<part>("C", rt::equal{0, n}, [](part& out, std::int64_t first, std::int64_t last) {
    if (first <= 1234567 && 1234567 < last) {
      out.level<0>().push(1234567, 5);
      out.values.push(2);
    }
  });
  rt::join("C", one, 0, rt::into_compressed(pos, crd, n), vals);
  std::size_t wrong = pos.size() != n + 1;
  for (std::size_t i = 0; i < pos.size(); ++i) wrong += pos[i] != (i > 1234567);
  CHECK(wrong == 0);
  CHECK((crd == std::vector<std::int32_t>{5} && vals == std::vector<double>{2}));
}
