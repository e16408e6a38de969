// Decompositions: the rules by examples, errors, and what generated code calls.
#include <doctest/doctest.h>

#include <insum/decompose.hpp>
#include <insum/rt/decomposed.hpp>
#include <random>
#include <vector>

#include "decompose_expected.hpp"

namespace {

using decomposition::matrix;
using insum::convert;
using insum::convert_options;
using insum::decompose;

TEST_CASE("a matrix whose rows differ: blocks, slots, the rest") {
  matrix<float> a(8, 12);
  for (int n = 0; n < 16; ++n) a.add(n / 4, 4 + n % 4, 1);      // a full block
  for (int j = 0; j < 12; ++j) a.add(5, j, 2);                  // a long row
  for (int i = 0; i < 8; ++i) a.add(i, i % 2 == 0 ? 0 : 9, 3);  // two of them are in the long row
  const auto [blocks, slots, rest] =
      decompose<insum::bcsr<float, int, 4, 4>, insum::ell<float, int, 2>, insum::csr<float>>(a.t);
  CHECK((blocks.crd == insum::buffer<int>{1} && blocks.nnz() == 16));
  CHECK(slots.crd == insum::buffer<int>{0, -1, 9, -1, 0, -1, 9, -1, 0, -1, 0, 1, 0, -1, 9, -1});
  CHECK(rest.pos == insum::buffer<int>{0, 0, 0, 0, 0, 0, 10, 10, 10});
}

TEST_CASE("what rows of fixed width do not hold") {
  matrix<float> a(8, 8);
  for (int j = 0; j < 8; ++j) a.add(1, j, 1);
  a.add(0, 5, 1), a.add(0, 0, 1);
  SUBCASE("goes to blocks, which have all entries of the parts behind them that stand there") {
    const auto [slots, blocks, more] =
        decompose<insum::ell<float, int, 1>, insum::bcsr<float, int, 4, 4>, insum::ell<float, int, 3>>(a.t);
    CHECK(slots.nnz() == 2);
    CHECK((blocks.nnz() == 5 && blocks.crd == insum::buffer<int>{1}));  // (0, 5) and (1, 4) to (1, 7)
    CHECK(more.nnz() == 3);                                             // (1, 1) to (1, 3)
  }
  SUBCASE("goes to rows whose width nobody gave") {
    const auto [free, fixed] = decompose<insum::ell<float>, insum::ell<float, int, 3>>(a.t);
    CHECK((free.width == 5 && free.nnz() == 6 && fixed.nnz() == 4));
  }
  SUBCASE("is an error where all parts are such") {
    CHECK_THROWS_WITH_AS(
        (static_cast<void>(decompose<insum::ell<float, int, 2>, insum::ell<float, int, 3>>(a.t))),
        "ell.width = 3: row 1 has 6 entries", insum::storage_error);
    CHECK_THROWS_WITH_AS((static_cast<void>(decompose<insum::ell<float>>(a.t, {.width = 7}))),
                         "ell.width = 7: row 1 has 8 entries", insum::storage_error);
  }
}

TEST_CASE("the width of rows is that of the classic HYB") {
  const auto width_of = [](const std::vector<int>& lengths) {
    matrix<float> a(static_cast<std::int64_t>(lengths.size()), 20);
    for (std::size_t i = 0; i < lengths.size(); ++i)
      for (int j = 0; j < lengths[i]; ++j) a.add(static_cast<std::int64_t>(i), j, 1);
    const auto [slots, rest] = decompose<insum::ell<float>, insum::coo<float>>(a.t);
    CHECK(slots.nnz() + rest.nnz() == static_cast<std::int64_t>(a.expected.size()));
    return slots.width;
  };
  CHECK(width_of({}) == 1);
  CHECK(width_of({0, 0, 0}) == 1);
  CHECK(width_of({9, 0, 0}) == 9);
  CHECK(width_of({9, 0, 0, 0}) == 1);
  CHECK(width_of({9, 4, 2, 2}) == 4);
  CHECK(width_of({3, 3, 3, 3, 3, 3, 20}) == 3);
}

TEST_CASE("zeros that are stored are entries") {
  const insum::coo<float> t{{2, 6}, {{{0, 0, 1, 1, 1}, {0, 3, 2, 2, 5}}}, {0, 5, 3, -3, 1}};
  const auto [slots, rest] = decompose<insum::ell<float, int, 1>, insum::csr<float>>(t);
  CHECK(slots.crd == insum::buffer<int>{0, 2});
  CHECK(rest.nnz() == 2);
  convert_options drop;
  drop.drop_zeros = true;
  CHECK(std::get<0>(decompose<insum::ell<float, int, 1>, insum::csr<float>>(t, drop)).crd ==
        insum::buffer<int>{3, 5});
  const auto d = convert<insum::dense<float, 2>>(t);
  CHECK(std::get<0>(decompose<insum::ell<float, int, 1>, insum::csr<float>>(d)).nnz() == 2);
}

TEST_CASE("tensors of any rank") {
  std::mt19937 random(12);
  insum::coo<float, 3> t;
  t.shape = {6, 5, 40};
  for (int n = 0; n < 300; ++n) {
    t.crd[0].push_back(static_cast<int>(random() % 6));
    t.crd[1].push_back(static_cast<int>(random() % 5));
    t.crd[2].push_back(static_cast<int>(random() % 40));
    t.vals.push_back(1);
  }
  const auto all = convert<insum::coo<float, 3>>(t);
  const auto [groups, rest, tree] =
      decompose<insum::group_coo<float, int, 4, 3>, insum::group_coo<float, int, 2, 3>, insum::csf<float, 3>>(
          t);
  groups.validate(), rest.validate(), tree.validate();
  CHECK(groups.nnz() + rest.nnz() + tree.nnz() == all.nnz());
  CHECK(groups.nnz() == 4 * groups.groups());
  CHECK(rest.nnz() == 2 * rest.groups());
  insum::coo<float, 3> sum = convert<insum::coo<float, 3>>(groups);
  const auto append = [&](const insum::coo<float, 3>& part) {
    for (std::size_t p = 0; p < part.vals.size(); ++p) {
      for (std::size_t mode = 0; mode < 3; ++mode) sum.crd[mode].push_back(part.crd[mode][p]);
      sum.vals.push_back(part.vals[p]);
    }
  };
  append(convert<insum::coo<float, 3>>(rest)), append(convert<insum::coo<float, 3>>(tree));
  sum = convert<insum::coo<float, 3>>(sum);
  CHECK((sum.crd == all.crd && sum.vals == all.vals));
  const std::vector<float> x{0, 3, 0, 4};
  CHECK(std::get<0>(decompose<insum::coo<float, 1>>(x)).crd[0] == insum::buffer<int>{1, 3});
}

TEST_CASE("what cannot be decomposed is refused") {
  using namespace insum;
  const coo<float> t{{2, 9}, {{{0, 0, 0}, {1, 2, 8}}}, {1, 2, 3}};
  CHECK_THROWS_WITH_AS(
      (static_cast<void>(decompose<group_coo<float>, csr<float>>(t))),
      "group_coo.g: a part that others follow takes full groups: give their size, by the type or "
      "options.group",
      storage_error);
  CHECK_THROWS_AS((static_cast<void>(decompose<bcsr<float, int, 2, 2>, csr<float>>(t, {.bm = 4}))),
                  storage_error);
  CHECK_THROWS_AS((static_cast<void>(decompose<ell<float>, csr<float>>(t, {.width = -1}))), storage_error);
  CHECK_THROWS_AS((static_cast<void>(decompose<group_coo<float, int, 2>, csr<float>>(t, {.group = 3}))),
                  storage_error);
  CHECK_THROWS_WITH_AS((static_cast<void>(decompose<hyb_buckets<float, int, 2, 1>>(t, {.partitions = 3}))),
                       "hyb_buckets.c = 3: the type fixes it to 2", storage_error);
  CHECK_THROWS_WITH_AS((static_cast<void>(decompose<hyb_buckets<float, int, 2, 1>>(t, {.max_bucket = 0}))),
                       "hyb_buckets.k = 0: the type fixes it to 1", storage_error);
  CHECK_THROWS_WITH_AS((static_cast<void>(decompose<hyb_buckets<float>>(t, {.max_bucket = 6}))),
                       "hyb_buckets.k = 6: the type fixes it to 5", storage_error);
  CHECK_THROWS_AS((static_cast<void>(decompose<ell<float>, dense<float, 2>>(t, {.max_bytes = 8}))),
                  storage_error);
  CHECK(std::get<0>(decompose<bcsr<float>, csr<float>>(t, {.bm = INT64_MAX, .bn = INT64_MAX})).crd.empty());
  const coo<float, 2, std::int64_t> wide{{300, 3000000000}, {{{0}, {0}}}, {1}};
  CHECK_THROWS_AS((static_cast<void>(decompose<ell<float>, csr<float>>(wide))), storage_error);
  hyb_buckets<float, int, 2, 1> buckets = std::get<0>(decompose<hyb_buckets<float, int, 2, 1>>(t));
  std::get<0>(buckets.buckets).AM = {0}, std::get<0>(buckets.buckets).AK = {5};
  std::get<0>(buckets.buckets).AV = {1};
  CHECK_THROWS_WITH_AS(buckets.validate(), "hyb_buckets.buckets.AK[0][0] = 5: not in column partition 0",
                       storage_error);
}

TEST_CASE("decompositions are made at every call, or once until they are invalidated") {
  const insum::csr<float> t{{2, 4}, {0, 3, 4}, {0, 1, 3, 0}, {1, 2, 3, 4}};
  using slots = insum::ell<float, int, 1>;
  using rest = insum::coo<float>;
  const insum::rt::kernel_id kernel("product", "a.cpp:3");
  insum::report::before_call = {};
  const auto once = [&](const convert_options& options = {}) {
    return insum::rt::decomposed_once<3, slots, rest>(kernel, "format A -> ell<1> + coo", t, options);
  };
  const auto parts = once();
  CHECK((std::get<0>(*parts).nnz() == 2 && std::get<1>(*parts).nnz() == 2));
  CHECK(once() == parts);
  CHECK(insum::report::before_call.conversions == 1);
  CHECK(once({.fill = 2}) != parts);
  CHECK(insum::rt::decomposed_once<3, rest>(kernel, "", t, {}) != nullptr);
  insum::invalidate(t.vals.data());
  CHECK(once() != parts);
  CHECK(insum::rt::decomposed<slots, rest>(kernel, "", t, {}) !=
        insum::rt::decomposed<slots, rest>(kernel, "", t, {}));
  CHECK(insum::report::before_call.conversions == 6);
  CHECK_THROWS_WITH_AS((insum::rt::decomposed<slots>(kernel, "format A -> ell<1>", t, {})),
                       doctest::Contains("product"), insum::storage_error);
}

}  // namespace
