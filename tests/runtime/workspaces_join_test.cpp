// What the ranges of a parallel loop leave unsorted, put together by several threads, and the formats that
// are made of it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <insum/formats.hpp>
#include <insum/workspace.hpp>
#include <map>
#include <random>
#include <vector>

#include "insum/rt/loops.hpp"
#include "team.hpp"

namespace {

namespace rt = insum::rt;
template <int Rank>
using workspace = insum::parallel_workspace<insum::adaptive_workspace<double, insum::op_add, Rank>>;
template <int Rank>
using listed = std::vector<std::pair<insum::coordinates<Rank>, double>>;

/// How the components of a range come: each makes its workspace take them in another way.
enum class kind { anywhere, ascending, few, crowded, one_row, behind, many, many_meet, nearby, low_end };

template <int Rank, class Insert>
void insert_range(kind how, std::int64_t number, const insum::coordinates<Rank>& sizes, Insert&& insert) {
  std::mt19937_64 random(static_cast<std::uint64_t>(number) + 1);
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  const bool many = how == kind::many || how == kind::many_meet;
  const std::int64_t count = how == kind::few      ? number % 3
                             : how == kind::nearby ? 200000
                             : many                ? 60000
                                                   : 600 + 300 * (number % 4);
  for (std::int64_t k = 0; k < count; ++k) {
    insum::coordinates<Rank> c;
    for (std::size_t l = 0; l < c.size(); ++l) c[l] = below(how == kind::crowded ? 3 : sizes[l]);
    if (how == kind::one_row) c[0] = sizes[0] / 2;
    if (how == kind::nearby) {  // now here, now there: lists are full where others get no more
      const double place = static_cast<double>(k / 2000 * 2654435761 % 1000) / 1000;
      c[0] = c[0] % 4096 + static_cast<std::int64_t>(place * place * static_cast<double>(sizes[0] - 4096));
    }
    if (how == kind::low_end && k + 1 < count)
      c[0] %= 4096;                                         // one place of the slices' table, and one far off
    if (how == kind::behind) c[0] = number * 10 + k / 300;  // no row of another range
    if (how == kind::many_meet && k % 4 != 0) c[0] = k % 99 * (sizes[0] / 100), c[1] = k % 90;
    if (how == kind::ascending) {
      c[0] = k * (sizes[0] - 1) / count;
      c[1] = k % sizes[1];
    }
    insert(c, 0.1 * static_cast<double>(below(1000)));
  }
}

template <int Rank, class Kind>
void fill(workspace<Rank>& w, std::int64_t ranges, Kind&& how) {
  rt::parallel_dynamic(0, ranges, 1, [&](std::int64_t begin, std::int64_t end) {
    for (; begin < end; ++begin) {
      auto&& local = w.local(begin);
      insert_range<Rank>(how(begin), begin, w.sizes(), [&](const auto& c, double v) { local.insert(c, v); });
    }
  });
}

template <int Rank>
listed<Rank> list_of(const workspace<Rank>& w) {
  listed<Rank> list;
  w.visit([&](const auto& c, double v) { list.push_back({c, v}); });
  return list;
}

template <int Rank>
std::map<insum::coordinates<Rank>, double> expected(std::int64_t ranges,
                                                    const insum::coordinates<Rank>& sizes,
                                                    kind (*how)(std::int64_t)) {
  std::map<insum::coordinates<Rank>, double> sums;
  for (std::int64_t n = 0; n < ranges; ++n)
    insert_range<Rank>(how(n), n, sizes, [&](const auto& c, double v) { sums[c] += v; });
  return sums;
}

template <int Rank>
void check(const insum::coordinates<Rank>& sizes, std::int64_t ranges, kind (*how)(std::int64_t),
           const insum::workspace_options& options = {}) {
  const auto sums = expected<Rank>(ranges, sizes, how);
  listed<Rank> first;
  for (const int threads : {1, 3}) {
    const team of(threads);
    workspace<Rank> w(sizes, options);
    for (int round = 0; round < 2; ++round) {
      fill<Rank>(w, ranges, how);
      w.finish();
      const listed<Rank> list = list_of<Rank>(w);
      REQUIRE(w.count() == static_cast<std::int64_t>(sums.size()));
      CHECK(std::equal(list.begin(), list.end(), sums.begin(), [](const auto& a, const auto& b) {
        return a.first == b.first && std::abs(a.second - b.second) < 1e-9 * (1 + std::abs(b.second));
      }));
      if (first.empty()) first = list;
      CHECK((list == first));  // bit by bit: the ranges are the same
      w.clear();
    }
  }
}

kind anywhere(std::int64_t) { return kind::anywhere; }
kind mixed(std::int64_t n) { return static_cast<kind>(n % 5); }
kind behind(std::int64_t n) { return n % 5 == 3 ? kind::few : kind::behind; }
kind one_not_behind(std::int64_t n) { return n == 7 ? kind::ascending : kind::behind; }
kind many(std::int64_t n) { return n == 2 ? kind::many_meet : kind::many; }
kind nearby(std::int64_t n) { return n == 0 ? kind::nearby : kind::anywhere; }
kind low_end(std::int64_t) { return kind::low_end; }
kind one_row(std::int64_t n) { return n == 3 ? kind::anywhere : kind::one_row; }

}  // namespace

TEST_CASE("ranges that leave lists are joined, whatever they hold") {
  check<2>({5000, 70000}, 1, anywhere);
  check<2>({5000, 70000}, 16, anywhere);
  check<2>({5000, 70000}, 16, mixed);
  check<2>({90000, 4000}, 12, one_row);
  check<3>({300, 500, 700}, 10, mixed);
  check<2>({5000, 70000}, 16, behind);
  check<2>({5000, 70000}, 16, one_not_behind);
  check<2>({5000, 70000}, 3, behind, {.deterministic = true});
  check<2>({5000, 70000}, 4, many);  // lists are divided
  check<3>({300, 500, 7000}, 3, many, {.expected = 100000});
  check<2>({1 << 20, 1 << 20}, 2, nearby);  // ... again and again
  check<2>({std::int64_t{1} << 40, 1 << 20}, 16, low_end);
  check<2>({3, 5}, 10, mixed);
  check<2>({5000, 70000}, 10, mixed, {.capacity = 100});
  check<2>({5000, 70000}, 10, mixed, {.capacity = 1000, .pipeline = true, .deterministic = true});
}

TEST_CASE("components of many short ranges are added in the order of the ranges") {
  const team of(3);
  constexpr std::int64_t ranges = 3000;
  const insum::coordinates<2> sizes{3000, 70};
  const auto insert = [&](std::int64_t range, auto&& to) {
    std::mt19937_64 random(static_cast<std::uint64_t>(range));
    for (std::int64_t k = 0; k < 20 + range % 7 * 30; ++k)
      to({static_cast<std::int64_t>(random() % 3000), static_cast<std::int64_t>(random() % 70)},
         0.1 * static_cast<double>(random() % 1000));
  };
  std::map<insum::coordinates<2>, double> sums;
  for (std::int64_t range = 0; range < ranges; ++range)
    insert(range, [&](const insum::coordinates<2>& c, double v) { sums[c] += v; });
  workspace<2> w(sizes, {});
  rt::parallel_dynamic(0, ranges, 1, [&](std::int64_t begin, std::int64_t end) {
    for (; begin < end; ++begin) {
      auto&& local = w.local(begin);
      insert(begin, [&](const insum::coordinates<2>& c, double v) { local.insert(c, v); });
    }
  });
  w.finish();
  CHECK((list_of<2>(w) == listed<2>(sums.begin(), sums.end())));
}

TEST_CASE("coordinates that do not fit one number are joined as well") {
  const std::int64_t much = std::int64_t{1} << 40;
  check<2>({much, much}, 10, mixed);
}

TEST_CASE("memory is in proportion to the result where most components meet") {
  const team of(4);
  workspace<2> w({1 << 20, 1 << 20}, {});
  rt::parallel_dynamic(0, 32, 1, [&](std::int64_t begin, std::int64_t end) {
    for (; begin < end; ++begin) {
      auto&& local = w.local(begin);
      std::mt19937_64 random(7);
      for (std::int64_t k = 0; k < 40000; ++k) {
        const auto at = static_cast<std::int64_t>(random() % 2000);
        local.insert({at * 511, (at * 7919) % (1 << 20)}, 1.0);
      }
    }
  });
  w.finish();
  CHECK(w.count() <= 2000);
  CHECK(w.memory().in_use() < 2 * 2000 * 16 + 4096);
}

TEST_CASE("... however late they meet") {
  workspace<2> w({1 << 24, 1 << 24}, {});
  for (std::int64_t range = 0; range < 2; ++range)
    w.local(range).fill([](auto& to) {
      for (std::int64_t k = 0; k < 2000000; ++k) to.insert({k % 20000, k % 20000 * 17}, 1.0);
    });
  w.finish();
  CHECK(w.count() == 20000);
  CHECK(w.memory().peak() < std::size_t{20} << 20);
}

TEST_CASE("... in many ranges") {
  workspace<2> w({1 << 24, 1 << 24}, {});
  for (std::int64_t range = 0; range < 8; ++range)
    w.local(range).fill([](auto& to) {
      for (std::int64_t k = 0; k < 240000; ++k) to.insert({k % 40000 * 419, k % 40000 * 17}, 1.0);
    });
  w.finish();
  CHECK(w.count() == 40000);
  CHECK(w.memory().peak() < std::size_t{40} << 20);
}

TEST_CASE("ranges that follow each other stay where they are") {
  constexpr std::int64_t ranges = 8, each = 100000;
  const auto peak = [&](std::int64_t apart) {
    workspace<2> w({1 << 24, 1 << 24}, {});
    for (std::int64_t range = 0; range < ranges; ++range)
      w.local(range).fill([=](auto& to) {
        for (std::int64_t k = 0; k < each; ++k) to.insert({range * apart + k, range}, 1.0);
      });
    w.finish();
    CHECK(w.count() == ranges * each);
    return w.memory().peak();
  };
  CHECK(peak(each) + ranges * each * 11 < peak(0));  // others are copied
}

namespace {

template <class A>
bool same(const A& a, const A& b) {
  const bool arrays = a.shape == b.shape && a.vals == b.vals;
  if constexpr (requires { a.pos0; })
    return arrays && a.pos0 == b.pos0 && a.crd0 == b.crd0 && a.pos1 == b.pos1 && a.crd1 == b.crd1;
  else
    return arrays && a.pos == b.pos && a.crd == b.crd;
}
template <class To>
To made(const workspace<2>& w, const std::array<int, 2>& order = {0, 1}) {
  return insum::compress<To>(w, order);
}

}  // namespace

TEST_CASE("formats that are made of joined components") {
  const team of(3);
  for (const std::int64_t ranges : {0, 2, 12}) {  // of the first two, none or one has a component
    workspace<2> w({6000, 50000}, {});
    fill<2>(w, ranges, [&](std::int64_t) { return ranges < 12 ? kind::few : kind::anywhere; });
    w.finish();
    const auto coo = made<insum::coo<double>>(w);
    CHECK(same(made<insum::csr<double>>(w), insum::convert<insum::csr<double>>(coo)));
    CHECK(same(made<insum::dcsr<double>>(w), insum::convert<insum::dcsr<double>>(coo)));
    CHECK(same(made<insum::csc<double>>(w), insum::convert<insum::csc<double>>(coo)));
    const auto turned = made<insum::coo<double>>(w, {1, 0});
    CHECK(same(made<insum::csc<double>>(w, {1, 0}), insum::convert<insum::csc<double>>(turned)));
    CHECK(same(made<insum::dcsc<double>>(w, {1, 0}), insum::convert<insum::dcsc<double>>(turned)));
    workspace<3> t({60, 50, 5000}, {});
    fill<3>(t, ranges, [&](std::int64_t) { return ranges < 12 ? kind::few : kind::anywhere; });
    t.finish();
    const auto tree = insum::compress<insum::csf<double, 3>>(t);
    CHECK(same(tree, insum::convert<insum::csf<double, 3>>(insum::compress<insum::coo<double, 3>>(t))));
  }
}
