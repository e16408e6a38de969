// fill(): loops that insert into a workspace or, where it has one for each element from the start, into its
// places.
#include <doctest/doctest.h>

#include <cmath>
#include <insum/rt/workspace.hpp>
#include <insum/workspace.hpp>
#include <map>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "team.hpp"

namespace {

using insum::coordinates;
using insum::workspace_options;

struct entry {
  coordinates<2> at;
  double value;
};

std::vector<entry> random_entries(std::mt19937& random, const coordinates<2>& sizes, int n) {
  std::vector<entry> list;
  for (int k = 0; k < n; ++k) {
    const auto below = [&](std::int64_t size) {
      return static_cast<std::int64_t>(random() % static_cast<unsigned long>(size));
    };
    list.push_back({{below(sizes[0]), below(sizes[1])}, static_cast<double>(k % 9 - 4)});
  }
  return list;
}

std::map<coordinates<2>, double> combined(const std::vector<entry>& list, int times = 1) {
  std::map<coordinates<2>, double> all;
  for (int t = 0; t < times; ++t)
    for (const entry& e : list) all[e.at] += e.value;
  return all;
}

template <class Workspace>
std::map<coordinates<2>, double> components(const Workspace& w) {
  std::map<coordinates<2>, double> all;
  w.visit([&](const auto& c, double v) { all[c] = v; });
  return all;
}

/// Whether f was called with the workspace itself.
template <class To, class A>
constexpr bool is_workspace = std::is_same_v<std::remove_const_t<To>, insum::sparse_workspace<A>>;

template <class A>
bool fill(insum::sparse_workspace<A>& w, const std::vector<entry>& list) {
  bool itself = false;
  w.fill([&list, &itself](auto& to) {
    itself = is_workspace<std::remove_reference_t<decltype(to)>, A>;
    for (const entry& e : list)
      if (e.at[0] % 2 == 0)
        to.insert(e.at, e.value);
      else
        to.update(e.value, e.at[0], e.at[1]);
  });
  return itself;
}

using adaptive = insum::adaptive_workspace<double, insum::op_add, 2>;

}  // namespace

TEST_CASE_TEMPLATE("any policy, size and expectation against a map", A, adaptive,
                   insum::coord_workspace<double, insum::op_add, 2>,
                   insum::bucket_workspace<double, insum::op_add, 2>,
                   insum::hash_workspace<double, insum::op_add, 2>,
                   insum::dense_workspace<double, insum::op_add, 2>) {
  std::mt19937 random(3);
  for (const coordinates<2>& sizes :
       {coordinates<2>{1, 1}, coordinates<2>{60, 60}, coordinates<2>{300, 200}, coordinates<2>{900, 900}})
    for (const int n : {0, 1, 500, 6000})
      for (const std::int64_t expected : {0, 100, 1000000}) {
        const std::size_t memory = n == 500 && expected == 100 ? std::size_t{64} << 20 : 0;
        const std::vector<entry> list = random_entries(random, sizes, n);
        insum::sparse_workspace<A> w(sizes, {.memory = memory, .expected = expected});
        for (int round = 0; round < 2; ++round) {
          fill(w, list);
          w.finish();
          CHECK(components(w) == combined(list));
          w.clear();
        }
        // What is inserted before, between and after is there as well.
        for (const entry& e : list) w.insert(e.at, e.value);
        fill(w, list);
        for (const entry& e : list) w.insert(e.at, e.value);
        fill(w, list);
        w.finish();
        CHECK(components(w) == combined(list, 4));
      }
}

TEST_CASE("places are taken from the start where they are few, or little and filled by what is expected") {
  const auto itself = [](const coordinates<2>& sizes, const workspace_options& options) {
    insum::sparse_workspace<adaptive> w(sizes, options);
    const bool is = fill(w, {{{0, 0}, 1.0}, {{sizes[0] - 1, sizes[1] - 1}, 2.0}});
    w.finish();
    CHECK(components(w) == combined({{{0, 0}, 1.0}, {{sizes[0] - 1, sizes[1] - 1}, 2.0}}));
    return is;
  };
  CHECK_FALSE(itself({64, 64}, {}));
  CHECK(itself({64, 65}, {}));
  CHECK_FALSE(itself({64, 65}, {.expected = 1000}));
  CHECK_FALSE(itself({256, 256}, {.expected = 257}));  // 512 KiB of values
  CHECK(itself({256, 256}, {.expected = 256}));
  CHECK(itself({257, 256}, {.expected = 1000000}));
  CHECK(itself({64, 64}, {.memory = std::size_t{1} << 30}));
  CHECK(itself({0x100000000, 0x100000000}, {.expected = 1000000}));
}

TEST_CASE("values of reductions without an identity in the type, and of large ones") {
  using least = insum::adaptive_workspace<float, insum::op_min, 1>;
  insum::sparse_workspace<least> w({30});
  w.fill([](auto& to) {
    for (std::int64_t k = 0; k < 300; ++k) to.update(static_cast<float>((k * 7) % 300), k % 30);
  });
  w.finish();
  std::vector<float> found;
  w.visit([&](const auto& c, float v) {
    CHECK(c[0] == static_cast<std::int64_t>(found.size()));
    found.push_back(v);
  });
  REQUIRE(found.size() == 30);
  for (std::size_t k = 0; k < 30; ++k) {
    float expected = 300;
    for (std::size_t n = k; n < 300; n += 30)
      expected = std::min(expected, static_cast<float>((n * 7) % 300));
    CHECK(found[k] == expected);
  }
}

TEST_CASE("out of turn, and after errors") {
  insum::sparse_workspace<adaptive> w({10, 10});
  w.finish();
  CHECK_THROWS_AS(fill(w, {{{0, 0}, 1.0}}), insum::workspace_error);
  w.clear();
  CHECK_THROWS_AS(w.fill([](auto& to) {
    to.insert({1, 1}, 1.0);
    throw std::string("of the loop's own");
  }),
                  std::string);
  fill(w, {{{1, 1}, 2.0}});
  w.finish();
  CHECK(components(w) == std::map<coordinates<2>, double>{{{1, 1}, 3.0}});
  if constexpr (insum::rt::checks_enabled) {
    w.clear();
    CHECK_THROWS_AS(fill(w, {{{10, 0}, 1.0}}), insum::index_error);
    CHECK_THROWS_AS(fill(w, {{{0, -1}, 1.0}}), insum::index_error);
  }
}

TEST_CASE("the ranges of a parallel loop") {
  std::mt19937 random(5);
  for (const coordinates<2>& sizes : {coordinates<2>{50, 50}, coordinates<2>{400, 300}})
    for (const bool deterministic : {false, true})
      for (const std::int64_t expected : {0, 64 * 20000}) {
        const std::vector<entry> list = random_entries(random, sizes, 20000);
        std::vector<double> first;
        for (const int threads : {1, 2, 4}) {
          const team with(threads);
          insum::parallel_workspace<adaptive> w(sizes,
                                                {.deterministic = deterministic, .expected = expected});
          const auto n = static_cast<std::int64_t>(list.size());
          insum::rt::parallel(insum::rt::fixed{0, n, 100}, [&](std::int64_t begin, std::int64_t end) {
            insum::rt::fill(&w, 0, begin, [&list, begin, end](auto& to) {
              for (std::int64_t k = begin; k < end; ++k) {
                const entry& e = list[static_cast<std::size_t>(k)];
                to.insert(e.at, e.value / 3);
              }
            });
          });
          w.finish();
          std::vector<double> values;
          std::size_t wrong = 0;
          const auto all = combined(list);
          w.visit([&](const auto& c, double v) {
            wrong += all.count(c) == 0 || std::abs(v - all.at(c) / 3) > 1e-9;
            values.push_back(v);
          });
          CHECK(wrong == 0);
          CHECK(values.size() == all.size());
          if (first.empty()) first = values;
          if (deterministic) CHECK(values == first);
        }
      }
}
