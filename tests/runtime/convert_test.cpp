// Every format to every format, against a table of the expected entries.
#include <doctest/doctest.h>

#include <complex>
#include <insum/advise.hpp>
#include <insum/convert.hpp>
#include <insum/rt/converted.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace {

using insum::convert;
using insum::convert_options;

template <int Rank>
using table = std::map<std::array<std::int64_t, static_cast<std::size_t>(Rank)>, double>;

/// The entries of a tensor that are not zero, read element by element from its dense form.
template <class Tensor>
auto nonzeros(const Tensor& t) {
  constexpr int rank = insum::storage<Tensor>::rank;
  const auto d = convert<insum::dense<double, rank>>(t);
  table<rank> result;
  for (std::size_t n = 0; n < d.vals.size(); ++n) {
    if (d.vals[n] == 0) continue;
    std::array<std::int64_t, static_cast<std::size_t>(rank)> x{};
    std::size_t rest = n;
    for (std::size_t mode = x.size(); mode-- > 0;) {
      x[mode] = static_cast<std::int64_t>(rest) % d.shape[mode];
      rest /= static_cast<std::size_t>(d.shape[mode]);
    }
    result[x] = d.vals[n];
  }
  return result;
}

/// Random entries without zeros, in random order; every third one occurs twice. Values are small integers:
/// sums are exact.
template <int Rank>
insum::coo<double, Rank> random_coo(const std::array<std::int64_t, static_cast<std::size_t>(Rank)>& shape,
                                    int entries, unsigned seed, table<Rank>& expected) {
  std::mt19937 random(seed);
  insum::coo<double, Rank> t;
  t.shape = shape;
  const auto push = [&](const auto& x, double v) {
    for (std::size_t mode = 0; mode < x.size(); ++mode) t.crd[mode].push_back(static_cast<int>(x[mode]));
    t.vals.push_back(v);
    expected[x] += v;
  };
  std::array<std::int64_t, static_cast<std::size_t>(Rank)> x{};
  for (int n = 0; n < entries; ++n) {
    if (n % 3 != 2)
      for (std::size_t mode = 0; mode < x.size(); ++mode)
        x[mode] = static_cast<std::int64_t>(random()) % shape[mode];
    push(x, static_cast<double>(random() % 7 + 1));
  }
  return t;
}

template <class To, class From>
void check_one(const From& from, const table<2>& expected, const convert_options& options) {
  const To to = convert<To>(from, options);
  to.validate();
  const std::string source = insum::storage<From>::format, target = insum::storage<To>::format;
  CAPTURE(source);
  CAPTURE(target);
  CHECK(to.size(0) == insum::storage<From>::size(from, 0));
  CHECK(to.size(1) == insum::storage<From>::size(from, 1));
  CHECK(to.nnz() == static_cast<std::int64_t>(expected.size()));
  CHECK(nonzeros(to) == expected);
}

template <class From>
void check_to_all(const From& from, const table<2>& expected, const convert_options& o) {
  using I = std::int32_t;
  check_one<insum::dense<double, 2>>(from, expected, o);
  check_one<insum::coo<double>>(from, expected, o);
  check_one<insum::csr<double>>(from, expected, o);
  check_one<insum::csc<double>>(from, expected, o);
  check_one<insum::dcsr<double>>(from, expected, o);
  check_one<insum::dcsc<double>>(from, expected, o);
  check_one<insum::csf<double, 2>>(from, expected, o);
  check_one<insum::bcsr<double>>(from, expected, o);
  check_one<insum::bcsr<double, I, 3, 5>>(from, expected, {});
  check_one<insum::dbcsr<double>>(from, expected, o);
  check_one<insum::ell<double>>(from, expected, o);
  check_one<insum::dia<double>>(from, expected, o);
  check_one<insum::ragged<double>>(from, expected, o);
  check_one<insum::group_coo<double>>(from, expected, o);
  check_one<insum::group_coo<double, I, 3>>(from, expected, {});
  check_one<insum::block_coo<double>>(from, expected, o);
  check_one<insum::block_group_coo<double>>(from, expected, o);
  check_one<insum::hyb<double>>(from, expected, o);
  check_one<insum::sr_bcrs<double>>(from, expected, o);
}

/// All conversions go through coo or csr, and csc has ways of its own; so from those to all formats, and from
/// all formats to those covers every step of every pair.
template <class From>
void check_from(const From& from, const table<2>& expected, const convert_options& o) {
  check_one<insum::dense<double, 2>>(from, expected, o);
  check_one<insum::coo<double>>(from, expected, o);
  check_one<insum::csr<double>>(from, expected, o);
  check_one<insum::csc<double>>(from, expected, o);
}

void check_pairs(const insum::coo<double>& t, const table<2>& expected, const convert_options& o) {
  check_to_all(t, expected, o);
  check_to_all(convert<insum::csr<double>>(t), expected, o);
  check_to_all(convert<insum::csc<double>>(t), expected, o);
  check_from(convert<insum::dense<double, 2>>(t), expected, o);
  check_from(convert<insum::dcsr<double>>(t), expected, o);
  check_from(convert<insum::dcsc<double>>(t), expected, o);
  check_from(convert<insum::csf<double, 2>>(t), expected, o);
  check_from(convert<insum::bcsr<double>>(t, o), expected, o);
  check_from(convert<insum::dbcsr<double>>(t, o), expected, o);
  check_from(convert<insum::ell<double>>(t, o), expected, o);
  check_from(convert<insum::dia<double>>(t, o), expected, o);
  check_from(convert<insum::ragged<double>>(t, o), expected, o);
  check_from(convert<insum::group_coo<double>>(t, o), expected, o);
  check_from(convert<insum::block_coo<double>>(t, o), expected, o);
  check_from(convert<insum::block_group_coo<double>>(t, o), expected, o);
  check_from(convert<insum::hyb<double>>(t, o), expected, o);
  check_from(convert<insum::sr_bcrs<double>>(t, o), expected, o);
}

}  // namespace

TEST_CASE("every format to every format") {
  const std::vector<std::array<std::int64_t, 2>> shapes{{1, 1}, {7, 5}, {16, 16}, {3, 40}, {50, 2}, {33, 65}};
  for (std::size_t n = 0; n < shapes.size(); ++n) {
    table<2> expected;
    const auto t = random_coo<2>(shapes[n], static_cast<int>(n * n * 10), static_cast<unsigned>(n), expected);
    check_pairs(t, expected, {});
  }
}

TEST_CASE("block sizes, widths and groups as told") {
  table<2> expected;
  const auto t = random_coo<2>({19, 23}, 60, 5, expected);
  convert_options o;
  o.bm = 5, o.bn = 2, o.width = 20, o.group = 3, o.tile = 4, o.partitions = 3, o.max_bucket = 1;
  check_pairs(t, expected, o);
  CHECK(convert<insum::bcsr<double>>(t, o).bm == 5);
  CHECK(convert<insum::block_coo<double>>(t, o).bk == 2);
  CHECK(convert<insum::ell<double>>(t, o).width == 20);
  CHECK(convert<insum::group_coo<double>>(t, o).g == 3);
  CHECK(convert<insum::block_group_coo<double>>(t, o).g == 3);
  CHECK(convert<insum::sr_bcrs<double>>(t, o).t == 4);
  const auto h = convert<insum::hyb<double>>(t, o);
  CHECK((h.c == 3 && h.k == 1));
  for (const auto& bucket : h.buckets) CHECK(bucket.width <= 2);
}

TEST_CASE("tensors of other ranks") {
  table<3> expected3;
  const auto t = random_coo<3>({9, 4, 17}, 200, 1, expected3);
  const auto f = convert<insum::csf<double, 3>>(t);
  f.validate();
  CHECK(nonzeros(f) == expected3);
  const auto back = convert<insum::coo<float, 3, std::int64_t>>(f);
  CHECK(back.is_sorted_unique());
  CHECK(nonzeros(back) == expected3);
  CHECK(nonzeros(convert<insum::csf<float, 3>>(convert<insum::dense<float, 3>>(t))) == expected3);
  table<1> expected1;
  const auto v = random_coo<1>({30}, 10, 2, expected1);
  CHECK(nonzeros(convert<insum::csf<double, 1>>(v)) == expected1);
  table<5> expected5;
  const auto w = random_coo<5>({3, 4, 2, 5, 3}, 100, 3, expected5);
  const auto g = convert<insum::csf<double, 5>>(w);
  g.validate();
  CHECK(nonzeros(g) == expected5);
}

TEST_CASE("groups of tensors") {
  table<3> expected3;
  const auto t = random_coo<3>({9, 4, 17}, 300, 1, expected3);
  using groups_of_three = insum::group_coo<double, std::int32_t, insum::dynamic, 3>;
  for (const std::int64_t g : {0, 1, 3, 64}) {
    const auto a = convert<groups_of_three>(t, {.group = g});
    a.validate();
    CHECK(a.g == (g == 0 ? insum::group_size(t) : g));
    CHECK(a.nnz() == static_cast<std::int64_t>(expected3.size()));
    CHECK(nonzeros(a) == expected3);
    CHECK(nonzeros(convert<insum::csf<float, 3>>(a)) == expected3);
    const auto again = convert<groups_of_three>(convert<insum::csf<double, 3>>(a), {.group = a.g});
    CHECK(again.crd == a.crd);
    CHECK(again.vals == a.vals);
  }
  table<4> expected4;
  const auto w = random_coo<4>({3, 4, 2, 5}, 100, 3, expected4);
  const auto fixed = convert<insum::group_coo<double, std::int64_t, 2, 4>>(w);
  fixed.validate();
  CHECK(nonzeros(fixed) == expected4);
  CHECK(convert<groups_of_three>(insum::coo<double, 3>{{3, 0, 2}, {}, {}}).groups() == 0);
  CHECK_THROWS_WITH_AS(static_cast<void>(convert<groups_of_three>(t, {.group = 4, .max_bytes = 100})),
                       doctest::Contains("group_coo.vals = "), insum::storage_error);
}

TEST_CASE("groups of tensors that are damaged") {
  const insum::coo<float, 3> t{{2, 3, 9}, {{{0, 0, 1}, {1, 2, 0}, {3, 4, 5}}}, {1, 2, 3}};
  const auto damaged = [&](auto damage, const char* text) {
    auto a = convert<insum::group_coo<float, std::int32_t, insum::dynamic, 3>>(t, {.group = 2});
    damage(a);
    CHECK_THROWS_WITH_AS(a.validate(), text, insum::storage_error);
  };
  damaged([](auto& a) { a.g = 0; }, "group_coo.g = 0: must be at least 1");
  damaged([](auto& a) { a.crd[1][0] = 3; }, "group_coo.crd[1][0] = 3: out of range [0, 3)");
  damaged([](auto& a) { a.crd[2][5] = 9; }, "group_coo.crd[2][5] = 9: out of range [0, 9)");
  damaged([](auto& a) { a.crd[0][1] = 1, a.crd[0][2] = 0; },
          "group_coo.crd[0][2] = 0: less than the one before it");
  damaged([](auto& a) { a.crd[1][1] = 0; }, "group_coo.crd[1][1] = 0: less than the one before it");
  damaged([](auto& a) { a.crd[1].push_back(0); }, "group_coo.crd[1] = 4: wrong length, expected 3");
  damaged([](auto& a) { a.vals.pop_back(); }, "group_coo.vals = 5: wrong length, expected 6");
}

TEST_CASE("coordinates that do not fit one sorting key") {
  const std::int64_t huge = std::int64_t{1} << 40;
  insum::coo<float, 3, std::int64_t> t;
  t.shape = {huge, huge, huge};
  for (const std::int64_t x : {huge - 1, std::int64_t{5}, huge / 2, std::int64_t{5}})
    for (const std::int64_t y : {huge - 1, std::int64_t{0}}) {
      t.crd[0].push_back(x);
      t.crd[1].push_back(y);
      t.crd[2].push_back(huge - 1 - x);
      t.vals.push_back(1);
    }
  const auto sorted = convert<insum::coo<float, 3, std::int64_t>>(t);
  sorted.validate();
  CHECK(sorted.is_sorted_unique());
  CHECK(sorted.nnz() == 6);
  CHECK(sorted.vals == insum::buffer<float>{2, 2, 1, 1, 1, 1});
  CHECK(sorted.crd[0] == insum::buffer<std::int64_t>{5, 5, huge / 2, huge / 2, huge - 1, huge - 1});
}

TEST_CASE("zeros that are stored stay unless dropped, and sums that vanish are such zeros") {
  const insum::coo<float> t{{2, 3}, {{{1, 0, 1, 0}, {2, 0, 2, 1}}}, {3, 0, -3, 5}};
  const auto kept = convert<insum::csr<float>>(t);
  CHECK(kept.vals == insum::buffer<float>{0, 5, 0});
  CHECK(convert<insum::csc<float>>(kept).nnz() == 3);
  CHECK(convert<insum::ell<float>>(kept).nnz() == 3);
  CHECK(convert<insum::group_coo<float>>(kept, {.group = 4}).nnz() == 3);
  CHECK(convert<insum::coo<float>>(convert<insum::hyb<float>>(kept)).nnz() == 3);
  convert_options drop;
  drop.drop_zeros = true;
  CHECK(convert<insum::csr<float>>(t, drop).vals == insum::buffer<float>{5});
  CHECK(convert<insum::csr<float>>(kept, drop).nnz() == 1);
  CHECK(convert<insum::bcsr<float>>(kept, drop).nnz() == 1);
  CHECK(convert<insum::csc<float>>(kept, drop).nnz() == 1);
}

TEST_CASE("another fill value") {
  const float inf = std::numeric_limits<float>::infinity();
  insum::dense<float, 2> d({2, 3}, inf);
  d(0, 1) = 0;
  d(1, 2) = 4;
  convert_options o;
  o.fill = inf;
  const auto a = convert<insum::csr<float>>(d, o);
  CHECK(a.vals == insum::buffer<float>{0, 4});
  const auto b = convert<insum::bcsr<float>>(a, o);
  CHECK(b.vals[0] == inf);
  CHECK(convert<insum::dense<float, 2>>(b, o).vals == d.vals);
  CHECK(convert<insum::group_coo<float>>(a, {.group = 2, .fill = inf}).AV ==
        insum::buffer<float>{0, inf, 4, inf});
  CHECK_THROWS_AS(static_cast<void>(convert<insum::bcsr<int>>(a, o)), insum::storage_error);
}

TEST_CASE("value and index types are converted") {
  const insum::coo<double> t{{2, 2}, {{{1, 0, 1}, {0, 1, 0}}}, {1.5, 2, 0.25}};
  CHECK(convert<insum::csr<insum::half, std::uint8_t>>(t).vals[1] == 1.75f);
  const auto halves = convert<insum::csr<insum::half>>(t);
  CHECK(convert<insum::csr<insum::bfloat16>>(halves).vals[1] == 1.75f);
  CHECK(convert<insum::csr<int>>(halves).vals[1] == 1);
  CHECK(convert<insum::csr<std::complex<float>>>(t).vals[0] == std::complex<float>(2));
  CHECK(convert<insum::csr<bool>>(t).vals == insum::buffer<bool>{true, true});
  CHECK(convert<insum::csc<int, std::int64_t>>(t).vals == insum::buffer<int>{1, 2});
  const insum::coo<bool> flags{{1, 2}, {{{0, 0}, {1, 1}}}, {true, true}};
  CHECK(convert<insum::csr<bool>>(flags).vals == insum::buffer<bool>{true});
  const std::vector<float> x{0, 3, 0, 4};
  CHECK(convert<insum::coo<float, 1>>(x).crd[0] == insum::buffer<int>{1, 3});
}

TEST_CASE("what cannot be converted is refused") {
  insum::coo<float, 2, std::int64_t> wide{{300, 3000000000}, {{{0}, {0}}}, {1}};
  CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::csr<float>>(wide)),
                       "shape[1] = 3000000000: its last coordinate does not fit the index type",
                       insum::storage_error);
  insum::coo<float> t{{2, 9}, {{{0, 0, 0}, {1, 2, 8}}}, {1, 2, 3}};
  CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::ell<float>>(t, {.width = 2})),
                       "ell.width = 2: row 0 has 3 entries", insum::storage_error);
  CHECK_THROWS_AS(static_cast<void>(convert<insum::ell<float, int, 2>>(t)), insum::storage_error);
  CHECK_THROWS_AS(static_cast<void>(convert<insum::bcsr<float, int, 2, 2>>(t, {.bm = 4})),
                  insum::storage_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::bcsr<float>>(t, {.bm = -4})),
                       "bcsr.bm = -4: must be at least 1", insum::storage_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::block_coo<float>>(t, {.max_bytes = 8})),
                       doctest::Contains("block_coo.AV = "), insum::storage_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(convert<insum::dbcsr<float>>(t, {.max_bytes = 8})),
                       doctest::Contains("dbcsr.vals = "), insum::storage_error);
  CHECK_THROWS_AS(static_cast<void>(convert<insum::dense<float, 2>>(t, {.max_bytes = 71})),
                  insum::storage_error);
  CHECK(convert<insum::dense<float, 2>>(t, {.max_bytes = 72}).vals.size() == 18);
  const std::int64_t huge = 2000000000;
  const insum::coo<float> far{{huge, huge}, {{{0, 1999999999}, {1999999999, 0}}}, {1, 2}};
  CHECK_THROWS_AS(static_cast<void>(convert<insum::dense<float, 2>>(far)), insum::storage_error);
  const auto hypersparse = convert<insum::dcsr<float>>(far);
  hypersparse.validate();
  CHECK(hypersparse.bytes() == 8 + 8 + 12 + 8 + 8);
  CHECK(convert<insum::dcsc<float>>(hypersparse).vals == insum::buffer<float>{2, 1});
}

TEST_CASE("a slice of rows is converted as it stands") {
  const std::vector<int> pos{0, 1, 3, 5, 6}, crd{2, 0, 2, 1, 3, 0};
  const std::vector<float> vals{1, 2, 3, 4, 5, 6};
  const auto slice =
      insum::rt::stored_as<"csr", 2>({2, 4}, {}, {}, {3, -1, -1}, pos.data() + 1, crd.data(), vals.data());
  const auto columns = convert<insum::csc<float>>(slice);
  columns.validate();
  CHECK(columns.pos == insum::buffer<int>{0, 1, 2, 3, 4});
  CHECK(columns.crd == insum::buffer<int>{0, 1, 0, 1});
  CHECK(columns.vals == insum::buffer<float>{2, 4, 3, 5});
  CHECK(convert<insum::group_coo<float>>(slice).nnz() == 4);
}

TEST_CASE("max_bytes counts all arrays of a padded result") {
  const insum::coo<float> t{{5, 6}, {{{0, 4}, {0, 4}}}, {1, 1}};
  const auto bytes_of = [&](auto to, const insum::convert_options& options) {
    insum::convert_options enough = options, short_of = options;
    const auto bytes = static_cast<std::int64_t>(convert<decltype(to)>(t, options).bytes());
    enough.max_bytes = bytes, short_of.max_bytes = bytes - 1;
    CHECK(convert<decltype(to)>(t, enough).nnz() == 2);
    CHECK_THROWS_AS(static_cast<void>(convert<decltype(to)>(t, short_of)), insum::storage_error);
    return bytes;
  };
  CHECK(bytes_of(insum::group_coo<float>(), {.group = 1000}) == 2 * (1000 * 8 + 4));
  CHECK(bytes_of(insum::group_coo<float, std::int64_t>(), {.group = 10}) == 2 * (10 * 12 + 8));
  CHECK(bytes_of(insum::ell<float>(), {.width = 1000}) == 5 * 1000 * 8);
  CHECK(bytes_of(insum::dia<float>(), {}) == 5 * 4 + 4);
  CHECK(bytes_of(insum::block_coo<float>(), {.bm = 2, .bn = 3}) == 2 * (6 * 4 + 2 * 4));
  CHECK(bytes_of(insum::block_group_coo<float>(), {.bm = 2, .bn = 3, .group = 7}) ==
        2 * (7 * (6 * 4 + 4) + 4));
}

TEST_CASE("rows of a foreign csr that are not sorted, or have doubles") {
  const insum::csr<float> loose{{2, 4}, {0, 3, 4}, {3, 1, 3, 0}, {1, 2, 3, 4}};
  const auto a = convert<insum::csr<float>>(loose);
  a.validate();
  CHECK(a.crd == insum::buffer<int>{1, 3, 0});
  CHECK(a.vals == insum::buffer<float>{2, 4, 4});
  const auto c = convert<insum::csc<float>>(loose);
  c.validate();
  CHECK(c.vals == insum::buffer<float>{4, 2, 4});
  CHECK(convert<insum::ell<float>>(loose).nnz() == 3);
}

TEST_CASE("block sizes beyond the matrix are refused before they are allocated, partitions are fewer") {
  insum::csr<double> A;
  A.shape = {1, 3};
  A.pos = {0, 1};
  A.crd = {2};
  A.vals = {1};
  constexpr std::int64_t huge = std::int64_t{1} << 50;
  CHECK_THROWS_AS(insum::convert<insum::bcsr<double>>(A, {.bm = huge}), insum::storage_error);
  CHECK_THROWS_AS(insum::convert<insum::sr_bcrs<double>>(A, {.tile = huge}), insum::storage_error);
  CHECK_THROWS_AS(insum::convert<insum::group_coo<double>>(A, {.group = huge}), insum::storage_error);
  const auto h = insum::convert<insum::hyb<double>>(A, {.partitions = huge});
  h.validate();
  CHECK((h.c == 3 && h.buckets.size() == 1 && h.buckets[0].partition == 2));
  const auto empty =
      insum::convert<insum::hyb<double>>(insum::csr<double>{{1, 0}, {0, 0}, {}, {}}, {.partitions = 2});
  empty.validate();
  CHECK(empty.c == 1);
  CHECK(insum::convert<insum::bcsr<double>>(A, {.bm = 8, .bn = 8}).vals[2] == 1);
}

TEST_CASE("parts of equal work, whatever the rows") {
  const std::vector<std::int64_t> before{0, 100, 100, 100, 101, 102, 150, 150, 200};  // of 8 elements
  const auto work = [&](std::int64_t i) { return before[static_cast<std::size_t>(i)]; };
  for (int chunks = 1; chunks < 12; ++chunks) {
    std::int64_t last = 0;
    for (int chunk = 0; chunk <= chunks; ++chunk) {
      const std::int64_t begin = insum::detail::balanced_begin(8, work, chunk, chunks);
      CHECK(begin >= last);
      last = begin;
    }
    CHECK(insum::detail::balanced_begin(8, work, 0, chunks) == 0);
    CHECK(last == 8);
  }
  CHECK(insum::detail::balanced_begin(8, work, 1, 2) == 1);  // the first element is half of the work
  CHECK(insum::detail::balanced_begin(0, work, 1, 2) == 0);
}
