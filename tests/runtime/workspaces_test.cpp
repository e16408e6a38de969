// Workspaces: formats of the result, memory bounds, errors.
#include <doctest/doctest.h>

#include <insum/formats.hpp>
#include <insum/workspace.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "team.hpp"

namespace {

template <int Rank>
using table = std::map<insum::coordinates<Rank>, double>;

template <class Workspace>
table<Workspace::rank> fill(Workspace& w, std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  table<Workspace::rank> expected;
  for (std::size_t k = 0; k < n; ++k) {
    insum::coordinates<Workspace::rank> c{};
    for (std::size_t l = 0; l < c.size(); ++l)
      c[l] = static_cast<std::int64_t>(random() % static_cast<unsigned>(w.sizes()[l]));
    const double value = static_cast<double>(1 + random() % 9);
    w.insert(c, value);
    expected[c] += value;
  }
  w.finish();
  return expected;
}

/// The entries of `t` by modes, where coordinate l of the table is mode order[l].
template <class Tensor, int Rank>
void check_tensor(const Tensor& t, const table<Rank>& expected,
                  const std::array<int, static_cast<std::size_t>(Rank)>& order) {
  t.validate();
  const auto d = insum::convert<insum::dense<double, Rank>>(t);
  double sum = 0, expected_sum = 0;
  for (const double v : d.vals) sum += v;
  std::int64_t wrong = 0;
  for (const auto& [c, v] : expected) {
    insum::coordinates<Rank> x{};
    for (std::size_t l = 0; l < c.size(); ++l) x[static_cast<std::size_t>(order[l])] = c[l];
    std::int64_t at = 0;
    for (std::size_t m = 0; m < x.size(); ++m) at = at * d.shape[m] + x[m];
    wrong += d.vals[static_cast<std::size_t>(at)] != v;
    expected_sum += v;
  }
  CHECK(wrong == 0);
  CHECK(sum == expected_sum);
}

template <class To>
void check_matrix() {
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{300}})
    for (const std::array<int, 2> order : {std::array<int, 2>{0, 1}, std::array<int, 2>{1, 0}}) {
      insum::sparse_workspace<insum::coord_workspace<double, insum::op_add, 2>> w({17, 23}, {.capacity = 11});
      const auto expected = fill(w, n, 1);
      insum::convert_options options;
      if constexpr (requires(To t) { t.bm; }) options.bm = 3, options.bn = 4;
      const To t = insum::compress<To>(w, order, options);
      CHECK(t.size(order[0]) == 17);
      check_tensor<To, 2>(t, expected, order);
    }
}

}  // namespace

TEST_CASE("matrices of every format, in both orders of their modes") {
  check_matrix<insum::coo<double>>();
  check_matrix<insum::csr<double>>();
  check_matrix<insum::csc<double>>();
  check_matrix<insum::dcsr<double>>();
  check_matrix<insum::dcsc<double>>();
  check_matrix<insum::csf<double, 2>>();
  check_matrix<insum::bcsr<double>>();
  check_matrix<insum::csr<float, std::int64_t>>();
}

TEST_CASE("tensors of higher rank, and vectors") {
  insum::sparse_workspace<insum::hash_workspace<double, insum::op_add, 3>> three({9, 5, 7}, {.capacity = 20});
  const auto expected = fill(three, 200, 2);
  check_tensor<insum::csf<double, 3>, 3>(insum::compress<insum::csf<double, 3>>(three), expected, {0, 1, 2});
  check_tensor<insum::csf<double, 3>, 3>(insum::compress<insum::csf<double, 3>>(three, {2, 0, 1}), expected,
                                         {2, 0, 1});
  check_tensor<insum::coo<double, 3>, 3>(insum::compress<insum::coo<double, 3>>(three, {1, 2, 0}), expected,
                                         {1, 2, 0});
  insum::sparse_workspace<insum::dense_workspace<double, insum::op_add, 4>> four({4, 3, 5, 2});
  const auto many = fill(four, 500, 3);
  check_tensor<insum::csf<double, 4>, 4>(insum::compress<insum::csf<double, 4>>(four), many, {0, 1, 2, 3});
  insum::sparse_workspace<insum::bucket_workspace<double, insum::op_add, 1>> one({1000});
  const auto row = fill(one, 300, 4);
  check_tensor<insum::coo<double, 1>, 1>(insum::compress<insum::coo<double, 1>>(one), row, {0});
}

namespace {

/// Whether the entries of a tree are those of the table, in order, and no node is there twice.
void check_tree(const insum::csf<double, 3>& t, const table<3>& expected) {
  t.validate();
  auto next = expected.begin();
  std::int64_t wrong = 0, nodes[2] = {0, 0};
  insum::coordinates<3> before{-1, -1, -1};
  for (const auto& [c, v] : expected) {
    nodes[0] += c[0] != before[0];
    nodes[1] += c[0] != before[0] || c[1] != before[1];
    before = c;
  }
  CHECK(static_cast<std::int64_t>(t.crd[0].size()) == nodes[0]);
  CHECK(static_cast<std::int64_t>(t.crd[1].size()) == nodes[1]);
  REQUIRE(t.vals.size() == expected.size());
  const auto at = [](const auto& array, auto n) { return array[static_cast<std::size_t>(n)]; };
  for (std::int64_t i = 0; i < at(t.pos[0], 1); ++i)
    for (std::int64_t j = at(t.pos[1], i); j < at(t.pos[1], i + 1); ++j)
      for (std::int64_t k = at(t.pos[2], j); k < at(t.pos[2], j + 1); ++k, ++next)
        wrong += next->first != insum::coordinates<3>{at(t.crd[0], i), at(t.crd[1], j), at(t.crd[2], k)} ||
                 next->second != at(t.vals, k);
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("nodes of a tree go on where the components of the next thread begin") {
  constexpr std::int64_t large = std::int64_t{1} << 28;  // three of them have no packed keys
  for (const insum::coordinates<3>& sizes :
       {insum::coordinates<3>{1, 1, 200000}, insum::coordinates<3>{1, 3, 30000},
        insum::coordinates<3>{2, 20000, 4}, insum::coordinates<3>{5000, 4, 8},
        insum::coordinates<3>{large, large, large}})
    for (const int threads : {1, 2, 5}) {
      const team of(threads);
      insum::sparse_workspace<insum::coord_workspace<double, insum::op_add, 3>> w(sizes);
      const auto expected = fill(w, 120000, 6);
      check_tree(insum::compress<insum::csf<double, 3>>(w), expected);
    }
}

namespace {

namespace rt = insum::rt;

/// A tree of compressed levels below `dense` modes, whose coordinates number its rows.
template <int Rank, std::size_t dense, std::int64_t base, class P>
struct tree_below_rows {
  static constexpr std::size_t depth = static_cast<std::size_t>(Rank) - dense;
  std::array<std::vector<P>, depth> pos;
  std::array<std::vector<std::int16_t>, depth> crd;
  std::vector<float> vals;
  std::int64_t rows = 1, wrong = 0;

  template <class Workspace>
  explicit tree_below_rows(const Workspace& w) {
    for (std::size_t m = 0; m < dense; ++m) rows *= w.sizes()[m];
    write(w, std::make_index_sequence<depth>());
  }
  template <class Workspace, std::size_t... l>
  void write(const Workspace& w, std::index_sequence<l...>) {
    rt::write_levels<base>("T", w, vals, rt::into_compressed(pos[l], crd[l], l == 0 ? rows : -1)...);
  }
  /// Its entries; `wrong` counts nodes that do not come behind the ones before.
  table<Rank> entries(const insum::coordinates<Rank>& sizes) {
    table<Rank> all;
    for (std::int64_t row = 0; row < rows; ++row) {
      insum::coordinates<Rank> c{};
      std::int64_t rest = row;
      for (std::size_t m = dense; m-- > 0; rest /= sizes[m]) c[m] = rest % sizes[m];
      read_children(0, static_cast<std::size_t>(row), c, all);
    }
    return all;
  }
  void read_children(std::size_t level, std::size_t parent, insum::coordinates<Rank> c, table<Rank>& all) {
    const auto begin = static_cast<std::size_t>(pos[level].at(parent) - base),
               end = static_cast<std::size_t>(pos[level].at(parent + 1) - base);
    for (std::size_t p = begin; p < end; ++p) {
      wrong += p > begin && crd[level].at(p) <= crd[level].at(p - 1);
      c[dense + level] = crd[level].at(p) - base;
      if (level + 1 < depth)
        read_children(level + 1, p, c, all);
      else
        all[c] = static_cast<double>(vals.at(p));
    }
  }
};

template <std::size_t dense, std::int64_t base, class Workspace>
void check_levels(const Workspace& w, const table<Workspace::rank>& expected) {
  CAPTURE(dense);
  tree_below_rows<Workspace::rank, dense, base, std::int32_t> t(w);
  CHECK(t.entries(w.sizes()) == expected);
  CHECK(t.wrong == 0);
  std::size_t parents = static_cast<std::size_t>(t.rows);
  for (std::size_t l = 0; l < t.depth; parents = t.crd[l++].size()) {
    REQUIRE(t.pos[l].size() == parents + 1);
    CHECK(t.pos[l].front() == base);
    CHECK(t.pos[l].back() == base + static_cast<std::int64_t>(t.crd[l].size()));
  }
  CHECK(t.vals.size() == expected.size());
}

}  // namespace

TEST_CASE("components as levels below dense modes, and as lists") {
  for (const insum::coordinates<4>& sizes :
       {insum::coordinates<4>{3, 5, 11, 7}, insum::coordinates<4>{1, 40, 2, 3000}})
    for (const std::size_t n : {0u, 1u, 2u, 5u, 700u})
      for (const int threads : {1, 2, 5}) {
        CAPTURE(n);
        CAPTURE(threads);
        const team of(threads);
        insum::sparse_workspace<insum::coord_workspace<double, insum::op_add, 4>> w(sizes);
        const auto expected = fill(w, n, 7);
        check_levels<0, 0>(w, expected);
        check_levels<1, 1>(w, expected);
        check_levels<2, 0>(w, expected);
        check_levels<3, 1>(w, expected);
        std::array<std::vector<std::int16_t>, 4> crd;
        insum::buffer<double> vals;
        rt::write_levels<1>("T", w, vals, rt::into_listed(crd[0]), rt::into_listed(crd[1]),
                            rt::into_listed(crd[2]), rt::into_listed(crd[3]));
        table<4> listed;
        for (std::size_t k = 0; k < vals.size(); ++k)
          listed[{crd[0].at(k) - 1, crd[1].at(k) - 1, crd[2].at(k) - 1, crd[3].at(k) - 1}] = vals[k];
        CHECK(listed == expected);
        CHECK(vals.size() == expected.size());
      }
}

TEST_CASE("counts that do not fit the positions of a level are refused before anything is changed") {
  insum::sparse_workspace<insum::hash_workspace<double, insum::op_add, 3>> w({2, 100, 40});
  for (std::int64_t k = 0; k < 127; ++k) w.insert({k % 2, k % 5, k / 10}, 1.0);
  w.finish();
  REQUIRE(w.count() == 127);
  CHECK(tree_below_rows<3, 1, 0, std::int8_t>(w).pos[1].back() == 127);
  std::vector<std::int8_t> pos0{7}, pos1{7}, crd0{7}, crd1{7};
  std::vector<double> vals{7};
  CHECK_THROWS_WITH_AS(rt::write_levels<1>("T", w, vals, rt::into_compressed(pos0, crd0, 2),
                                           rt::into_compressed(pos1, crd1, -1)),
                       "T has at least 128 entries in a level; its positions hold no more than 127: give it "
                       "a wider index type",
                       insum::size_error);
  const std::vector<std::int8_t> before{7};
  CHECK((pos0 == before && pos1 == before && crd0 == before && crd1 == before));
  CHECK(vals == std::vector<double>{7});
}

namespace {

/// Inserts into a workspace with bounds that become smaller until it refuses; how often it did not.
template <class Policy>
int shrink_bound(const insum::workspace_options& base) {
  int succeeded = 0;
  for (std::size_t bound = std::size_t{1} << 21;; bound = bound * 3 / 4) {
    insum::workspace_options options = base;
    options.memory = bound;
    try {
      insum::sparse_workspace<Policy> w({100, 100}, options);
      const auto expected = fill(w, 40000, 5);
      CHECK(w.count() == static_cast<std::int64_t>(expected.size()));
      CHECK(w.memory().peak() <= bound);
      ++succeeded;
    } catch (const insum::memory_error& e) {
      CHECK(std::string(e.what()).find("a workspace needs ") == 0);
      CHECK(std::string(e.what()).find("no more than " + std::to_string(bound) + " are allowed") !=
            std::string::npos);
      return succeeded;
    }
  }
}

}  // namespace

TEST_CASE("a hash table takes coordinates at any distance, as many as its capacity") {
  constexpr std::int64_t capacity = 1000;
  for (const std::int64_t distance : {1, 7, 8, 9, 64, 1024}) {
    insum::rt::hash_workspace<double, insum::op_add, 1> table({capacity * distance + 1}, capacity);
    for (int time = 1; time <= 2; ++time)
      for (std::int64_t k = 0; k < capacity; ++k) REQUIRE(table.insert({k * distance}, 1));
    CHECK(!table.insert({capacity * distance}, 1));
    std::int64_t any_order = 0, wrong = 0;
    table.each([&](const insum::coordinates<1>& c, double value) {
      any_order += c[0] / distance;
      wrong += value != 2 || c[0] % distance != 0;
    });
    CHECK(any_order == capacity * (capacity - 1) / 2);
    table.sort();
    std::int64_t next = 0;
    table.visit([&](const insum::coordinates<1>& c, double value) {
      wrong += c[0] != distance * next++ || value != 2;
    });
    CHECK((next == capacity && wrong == 0));
  }
}

TEST_CASE("a bound of the memory is never exceeded") {
  // The result takes 160 kB and is shorter than what is inserted by four times.
  CHECK(shrink_bound<insum::coord_workspace<double, insum::op_add, 2>>({}) >= 4);
  CHECK(shrink_bound<insum::bucket_workspace<double, insum::op_add, 2>>({.double_buffer = true}) >= 3);
  CHECK(shrink_bound<insum::hash_workspace<double, insum::op_add, 2>>({.pipeline = true}) >= 4);
  CHECK(shrink_bound<insum::coord_workspace<double, insum::op_add, 2>>({.capacity = 100}) >= 4);
  CHECK(shrink_bound<insum::dense_workspace<double, insum::op_add, 2>>({}) >= 4);
  CHECK(shrink_bound<insum::adaptive_workspace<double, insum::op_add, 2>>({}) >= 4);
}

TEST_CASE("memory is proportional to the result") {
  insum::sparse_workspace<insum::coord_workspace<double, insum::op_add, 2>> w({1000000, 1000000},
                                                                              {.capacity = 1000});
  std::mt19937 random(6);
  for (int k = 0; k < 1000000; ++k)
    w.insert({static_cast<std::int64_t>(random() % 50), static_cast<std::int64_t>(random() % 40)}, 1.0);
  w.finish();
  CHECK(w.count() == 2000);
  CHECK(w.memory().peak() < 300000);
}

namespace {

/// A container that has memory for `most` elements.
template <class T>
struct scarce : std::vector<T> {
  static constexpr std::size_t most = 10;
  void resize(std::size_t size) {
    if (size > most) throw std::bad_alloc();
    std::vector<T>::resize(size);
  }
};

}  // namespace

TEST_CASE("where memory ends while a result is written it is as one that was never built") {
  insum::sparse_workspace<insum::adaptive_workspace<double, insum::op_add, 2>> w({4, 20});
  for (std::int64_t k = 0; k < 20; ++k) w.insert({k / 8, k}, 1.0);
  w.finish();
  std::vector<std::int64_t> pos{0, 1}, crd{7};
  scarce<double> vals;
  vals.push_back(3.0);
  CHECK_THROWS_WITH_AS(insum::rt::write_levels<0>("T", w, vals, insum::rt::into_compressed(pos, crd, 4)),
                       "there is no memory for an array of 20 elements of T", insum::memory_error);
  CHECK((pos.empty() && crd.empty() && vals.empty()));
  std::vector<double> all;
  insum::rt::write_levels<0>("T", w, all, insum::rt::into_compressed(pos, crd, 4));
  CHECK(pos == std::vector<std::int64_t>{0, 8, 16, 20, 20});
  CHECK(all == std::vector<double>(20, 1.0));
}

TEST_CASE("what a workspace refuses") {
  using coord = insum::coord_workspace<double, insum::op_add, 2>;
  CHECK_THROWS_WITH_AS(insum::sparse_workspace<coord>({3, 3}, {.capacity = 0}),
                       "the capacity of a workspace is 0; it must be from 1 to 1099511627776",
                       insum::size_error);
  CHECK_THROWS_WITH_AS(insum::parallel_workspace<coord>({3, 3}, {.capacity = -5}),
                       "the capacity of a workspace is -5; it must be from 1 to 1099511627776",
                       insum::size_error);
  CHECK_THROWS_WITH_AS(insum::sparse_workspace<coord>({3, -1}), "mode 1 of a workspace has the size -1",
                       insum::size_error);
  CHECK_THROWS_AS(insum::sparse_workspace<coord>({3, 3}, {.capacity = 1000, .memory = 1000}),
                  insum::memory_error);
  CHECK_THROWS_AS((insum::sparse_workspace<insum::dense_workspace<double, insum::op_add, 2>>(
                      {std::int64_t{1} << 40, std::int64_t{1} << 40})),
                  insum::size_error);
  CHECK_THROWS_AS((insum::sparse_workspace<insum::dense_workspace<double, insum::op_add, 2>>(
                      {10000, 10000}, {.memory = 1000000})),
                  insum::memory_error);
  insum::sparse_workspace<coord> w({std::int64_t{1} << 40, 2});
  w.insert({std::int64_t{1} << 39, 1}, 1.0);
  w.finish();
  CHECK_THROWS_AS(insum::compress<insum::csr<double>>(w), insum::storage_error);
}

TEST_CASE("an exception on the thread of a pipeline arrives") {
  using coord = insum::coord_workspace<double, insum::op_add, 1>;
  insum::sparse_workspace<coord> w({1000000}, {.capacity = 100, .memory = 20000, .pipeline = true});
  const auto insert_all = [&] {
    for (std::int64_t k = 0; k < 100000; ++k) w.insert({k}, 1.0);
    w.finish();
  };
  CHECK_THROWS_AS(insert_all(), insum::memory_error);
}
