// Conversions from containers whose arrays are not what their sizes and positions say: each is refused with
// the array's name before it is read.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "insum/advise.hpp"
#include "insum/convert.hpp"
#include "insum/rt/converted.hpp"

namespace {

using insum::convert;
using I = std::int32_t;

const insum::coo<float>& sample() {
  static const insum::coo<float> t{{7, 6}, {{{0, 0, 1, 3, 6, 6}, {0, 4, 2, 5, 1, 3}}}, {1, 2, 3, 4, 5, 6}};
  return t;
}
const insum::coo<float, 3>& cube() {
  static const insum::coo<float, 3> t{{3, 4, 5}, {{{0, 0, 2}, {1, 3, 0}, {2, 4, 1}}}, {1, 2, 3}};
  return t;
}
insum::convert_options blocks_of_two() {
  insum::convert_options options;
  options.bm = options.bn = options.group = options.tile = 2;
  return options;
}

/// Every way of reading `t`.
template <class T>
void read_all(const T& t) {
  constexpr int rank = insum::storage<T>::rank;
  static_cast<void>(convert<insum::coo<float, rank>>(t));
  static_cast<void>(convert<insum::csf<float, rank>>(t));
  static_cast<void>(convert<insum::dense<float, rank>>(t));
  static_cast<void>(convert<insum::group_coo<float, I, insum::dynamic, rank>>(t));
  static_cast<void>(insum::group_size(t));
  if constexpr (rank == 2) {
    static_cast<void>(convert<insum::csr<float>>(t));
    static_cast<void>(convert<insum::csc<float>>(t));
    static_cast<void>(convert<insum::ell<float>>(t));
    static_cast<void>(convert<insum::bcsr<float>>(t));
    static_cast<void>(insum::advise(t));
  }
}

template <class Read>
std::string error_of(const Read& read) {
  try {
    read();
  } catch (const insum::storage_error& e) {
    return e.what();
  }
  return "";
}

/// Each way of reading `t` must throw, and name something of the format.
template <class T>
void refuse(const T& t) {
  constexpr int rank = insum::storage<T>::rank;
  const auto refused = [](const auto& read) {
    const std::string text = error_of(read);
    CAPTURE(text);
    CHECK(text.find(insum::storage<T>::format) == 0);
  };
  refused([&] { static_cast<void>(convert<insum::coo<float, rank>>(t)); });
  refused([&] { static_cast<void>(convert<insum::dense<float, rank>>(t)); });
  refused([&] { static_cast<void>(convert<insum::group_coo<float, I, insum::dynamic, rank>>(t)); });
  refused([&] { static_cast<void>(insum::group_size(t)); });
  if constexpr (rank == 2) {
    refused([&] { static_cast<void>(convert<insum::csr<float>>(t)); });
    refused([&] { static_cast<void>(convert<insum::csc<float>>(t)); });
    refused([&] { static_cast<void>(convert<insum::ell<float>>(t)); });
    refused([&] { static_cast<void>(insum::advise(t)); });
  }
}

/// Each array empty, and shorter by one.
template <class T, int... n>
void shorten_arrays(const T& good, std::integer_sequence<int, n...>) {
  const auto shorten = [&]<int array>(std::integral_constant<int, array>) {
    CAPTURE(array);
    T bad = good;
    insum::storage<T>::template container<array>(bad).pop_back();
    refuse(bad);
    bad = good;
    insum::storage<T>::template container<array>(bad).clear();
    refuse(bad);
  };
  (shorten(std::integral_constant<int, n>()), ...);
}

template <class T>
void damage(T good) {
  const std::string format = insum::storage<T>::format;
  CAPTURE(format);
  read_all(good);
  shorten_arrays(good, std::make_integer_sequence<int, insum::storage<T>::arrays>());
  for (std::size_t mode = 0; mode < good.shape.size(); ++mode) {
    T bad = good;
    bad.shape[mode] = -1;
    refuse(bad);
  }
}

}  // namespace

TEST_CASE("arrays that are too short, and negative sizes") {
  const insum::convert_options options = blocks_of_two();
  damage(sample());
  damage(convert<insum::csr<float>>(sample()));
  damage(convert<insum::csc<float>>(sample()));
  damage(convert<insum::dcsr<float>>(sample()));
  damage(convert<insum::dcsc<float>>(sample()));
  damage(convert<insum::csf<float, 2>>(sample()));
  damage(convert<insum::bcsr<float>>(sample(), options));
  damage(convert<insum::dbcsr<float>>(sample(), options));
  damage(convert<insum::ell<float>>(sample(), options));
  damage(convert<insum::ragged<float>>(sample(), options));
  damage(convert<insum::group_coo<float>>(sample(), options));
  damage(convert<insum::block_coo<float>>(sample(), options));
  damage(convert<insum::block_group_coo<float>>(sample(), options));
  damage(convert<insum::sr_bcrs<float>>(sample(), options));
  damage(convert<insum::dense<float, 2>>(sample()));
  damage(cube());
  damage(convert<insum::csf<float, 3>>(cube()));
  damage(convert<insum::dense<float, 3>>(cube()));
  damage(convert<insum::group_coo<float, I, insum::dynamic, 3>>(cube()));
}

TEST_CASE("the array, its length and the length that is needed are told") {
  const auto told = [](const auto& t, const char* text) {
    CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::coo<double>>(t)), text, insum::storage_error);
    CHECK_THROWS_WITH_AS(static_cast<void>(insum::group_size(t)), text, insum::storage_error);
    CHECK_THROWS_WITH_AS(static_cast<void>(insum::advise(t)), text, insum::storage_error);
  };
  insum::csr<float> rows = convert<insum::csr<float>>(sample());
  rows.crd.clear();
  told(rows, "csr.crd = 0: wrong length, expected 6");
  rows.pos.resize(3);
  told(rows, "csr.pos = 3: wrong length, expected 8");
  rows.shape[0] = -4;
  told(rows, "csr.shape[0] = -4: a size cannot be negative");
  auto groups = convert<insum::group_coo<float>>(sample(), blocks_of_two());
  groups.AK.pop_back();
  told(groups, "group_coo.AK = 7: wrong length, expected 8");
  groups.g = 0;
  told(groups, "group_coo.g = 0: must be at least 1");
  auto slots = convert<insum::ell<float>>(sample());
  slots.width = -1;
  told(slots, "ell.width = -1: a width cannot be negative");
  slots.width = 3;
  told(slots, "ell.crd = 14: wrong length, expected 21");
  auto diagonals = convert<insum::dia<float>>(sample());
  diagonals.vals.pop_back();
  told(diagonals, "dia.vals = 41: wrong length, expected 42");
  auto tree = convert<insum::csf<float, 2>>(sample());
  tree.crd[1].pop_back();
  told(tree, "csf.crd[1] = 5: wrong length, expected 6");
  auto buckets = convert<insum::hyb<float>>(sample());
  buckets.buckets[0].crd.clear();
  told(buckets, "hyb.buckets.crd[0] = 0: wrong length, expected 6");
  buckets.buckets[0].rows[1] = 7;
  told(buckets, "hyb.buckets.rows[0][1] = 7: out of range [0, 7)");
}

TEST_CASE("coordinates of blocks outside the matrix are refused, whatever the blocks hold") {
  const auto told = [](const auto& t, const char* text) {
    CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::coo<double>>(t)), text, insum::storage_error);
    CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::dense<float, 2>>(t)), text, insum::storage_error);
  };
  auto list = convert<insum::block_coo<float>>(sample(), blocks_of_two());
  list.AM[1] = 4;
  told(list, "block_coo.AM[1] = 4: out of range [0, 4)");
  auto wide = convert<insum::block_coo<float, std::int64_t>>(sample(), blocks_of_two());
  wide.AM[1] = std::int64_t{1} << 62;  // times the block size it would be a row of the matrix
  told(wide, "block_coo.AM[1] = 4611686018427387904: out of range [0, 4)");
  auto rows = convert<insum::bcsr<float>>(sample(), blocks_of_two());
  rows.crd[0] = 3;
  for (float& v : rows.vals) v = 0;
  told(rows, "bcsr.crd[0] = 3: out of range [0, 3)");
  auto ragged = convert<insum::ragged<float>>(sample());
  ragged.shape[1] = 4;
  told(ragged, "ragged.pos[1] = 5: the row is longer than 4 columns");
}

TEST_CASE("slices of trees and groups of entries behind others") {
  auto tree = convert<insum::dcsr<float>>(sample());
  tree.pos0[0] = 1;  // without the first row
  CHECK(convert<insum::csr<float>>(tree).crd == insum::buffer<int>{2, 5, 1, 3});
  auto deep = convert<insum::csf<float, 3>>(cube());
  deep.pos[0][0] = 1;
  CHECK(convert<insum::coo<float, 3>>(deep).vals == insum::buffer<float>{3});
}

TEST_CASE("raw arrays: null pointers are refused, lengths that are known are heeded") {
  const std::vector<int> pos{0, 1, 3}, crd{2, 0, 2};
  const std::vector<float> vals{1, 2, 3};
  const int* const no_crd = nullptr;
  const auto told = [](const auto& t, const char* text) {
    CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::csc<float>>(t)), text, insum::storage_error);
    CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::ell<float>>(t)), text, insum::storage_error);
  };
  using insum::rt::stored_as;
  told(stored_as<"csr", 2>({2, 4}, {}, {}, {-1, -1, -1}, no_crd, crd.data(), vals.data()),
       "csr.pos: it is a null pointer");
  told(stored_as<"csr", 2>({2, 4}, {}, {}, {-1, -1, -1}, pos.data(), no_crd, vals.data()),
       "csr.crd: it is a null pointer");
  told(stored_as<"csr", 2>({2, 4}, {}, {}, {3, 0, 3}, pos.data(), crd.data(), vals.data()),
       "csr.crd = 0: wrong length, expected 3");
  told(stored_as<"ell", 2>({2, 4}, {}, {1}, {-1, 1}, crd.data(), vals.data()),
       "ell.vals = 1: wrong length, expected 2");
  told(stored_as<"dense", 2>({2, 4}, {4, 1}, {}, {3}, vals.data()),
       "dense.vals = 3: wrong length, expected 8");
  // Room behind the entries is no fault of an array.
  const auto roomy = stored_as<"csr", 2>({1, 4}, {}, {}, {3, 3, -1}, pos.data(), crd.data(), vals.data());
  CHECK(convert<insum::csc<float>>(roomy).nnz() == 1);
  const auto nothing = stored_as<"csr", 2>({0, 4}, {}, {}, {-1, -1, -1}, no_crd, no_crd, vals.data());
  CHECK(convert<insum::group_coo<float>>(nothing).groups() == 0);
}

TEST_CASE("coordinates out of range are refused before anything is written there") {
  const auto refused = [](const auto& matrix, const char* text) {
    CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::group_coo<float>>(matrix)), text,
                         insum::storage_error);
    CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::csc<float>>(matrix)), text, insum::storage_error);
    CHECK_THROWS_WITH_AS(static_cast<void>(insum::group_size(matrix)), text, insum::storage_error);
    CHECK_THROWS_WITH_AS(static_cast<void>(insum::advise(matrix)), text, insum::storage_error);
  };
  refused(insum::coo<float>{{1, 1}, {{{5}, {0}}}, {1}}, "coo.crd[0][0] = 5: out of range [0, 1)");
  refused(insum::coo<float>{{1, 1}, {{{0}, {-5}}}, {1}}, "coo.crd[1][0] = -5: out of range [0, 1)");
  refused(insum::csr<float>{{2, 3}, {0, 1, 3}, {2, 0, 3}, {1, 2, 3}}, "csr.crd[2] = 3: out of range [0, 3)");
  refused(insum::csr<float>{{2, 3}, {0, 0, 2}, {-1, 2}, {1, 2}}, "csr.crd[0] = -1: out of range [0, 3)");
  refused(insum::csr<float>{{1, 3}, {0, 2}, {7, 2}, {1, 2}}, "csr.crd[0] = 7: out of range [0, 3)");
  const insum::coo<float> one{{1, 1}, {{{5}, {0}}}, {1}};
  CHECK_THROWS_AS(static_cast<void>(convert<insum::dense<float, 2>>(one)), insum::storage_error);
  const insum::coo<float, 3> cube{{2, 2, 2}, {{{0}, {1}, {2}}}, {1}};
  CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::csf<float, 3>>(cube)),
                       "coo.crd[2][0] = 2: out of range [0, 2)", insum::storage_error);
}

TEST_CASE("positions that fall, and blocks without a size, are refused") {
  const auto refused = [](const auto& matrix, const char* text) {
    CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::csc<float>>(matrix)), text, insum::storage_error);
    CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::ell<float>>(matrix)), text, insum::storage_error);
    CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::coo<double>>(matrix)), text, insum::storage_error);
  };
  refused(insum::csr<float>{{3, 4}, {0, 3, 2, 4}, {0, 1, 2, 3}, {1, 2, 3, 4}},
          "csr.pos[2] = 2: less than the position before it");
  refused(insum::csr<float>{{3, 4}, {-2, 2, 2, 4}, {0, 1, 2, 3}, {1, 2, 3, 4}},
          "csr.pos[0] = -2: a position cannot be negative");
  insum::bcsr<float> blocks =
      convert<insum::bcsr<float>>(insum::coo<float>{{2, 2}, {{{0}, {1}}}, {1}}, {.bm = 2, .bn = 2});
  blocks.bm = 0;
  CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::csr<float>>(blocks)),
                       "bcsr.bm = 0: must be at least 1", insum::storage_error);
}

TEST_CASE("positions that fall are refused in every format that has some") {
  const insum::coo<float> few{{4, 4}, {{{0, 1, 3}, {0, 2, 3}}}, {1, 2, 3}};
  const auto refused = [&](auto matrix, auto damage, const char* text) {
    matrix = convert<decltype(matrix)>(few, {.bm = 2, .bn = 2});
    damage(matrix);
    CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::coo<float>>(matrix)), text, insum::storage_error);
    CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::ell<float>>(matrix)), text, insum::storage_error);
  };
  const auto in_pos = [](auto& t) { t.pos[1] = 9; };
  const auto in_pos1 = [](auto& t) { t.pos1[1] = 9; };
  refused(insum::csc<float>{}, in_pos, "csc.pos[2] = 1: less than the position before it");
  refused(insum::dcsr<float>{}, in_pos1, "dcsr.pos1[2] = 2: less than the position before it");
  refused(insum::dcsc<float>{}, in_pos1, "dcsc.pos1[2] = 2: less than the position before it");
  refused(
      insum::dcsr<float>{}, [](auto& t) { t.pos0[1] = -1; },
      "dcsr.pos0[1] = -1: less than the position before it");
  refused(
      insum::csf<float, 2>{}, [](auto& t) { t.pos[1][1] = 9; },
      "csf.pos[1][2] = 2: less than the position before it");
  refused(insum::bcsr<float>{}, in_pos, "bcsr.pos[2] = 3: less than the position before it");
  refused(insum::dbcsr<float>{}, in_pos1, "dbcsr.pos1[2] = 3: less than the position before it");
  refused(insum::ragged<float>{}, in_pos, "ragged.pos[2] = 4: less than the position before it");
  refused(
      insum::sr_bcrs<float>{}, [](auto& t) { t.pos[0] = -1; },
      "sr_bcrs.pos[0] = -1: a position cannot be negative");
}

TEST_CASE("lists whose arrays differ in length are refused") {
  insum::coo<float> t{{4, 4}, {{{0, 1, 3}, {0, 2}}}, {1, 2, 3}};
  CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::csr<float>>(t)),
                       "coo.crd[1] = 2: wrong length, expected 3", insum::storage_error);
  t.crd[1].push_back(3), t.vals.pop_back();
  CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::group_coo<float>>(t)),
                       "coo.crd[0] = 3: wrong length, expected 2", insum::storage_error);
}

TEST_CASE("sizes that contradict the type are named") {
  insum::csr<double> a;
  a.shape = {1, 1}, a.pos = {0, 1}, a.crd = {0}, a.vals = {1};
  CHECK_THROWS_WITH_AS((insum::convert<insum::group_coo<double, int, 4>>(a, {.group = 3})),
                       "group_coo.g = 3: the type fixes it to 4", insum::storage_error);
  CHECK_THROWS_WITH_AS((insum::convert<insum::bcsr<double, int, 4, 4>>(a, {.bn = 2})),
                       "bcsr.bn = 2: the type fixes it to 4", insum::storage_error);
  CHECK_NOTHROW((insum::convert<insum::bcsr<double, int, 4, 4>>(a, {.bm = 4})));
}
