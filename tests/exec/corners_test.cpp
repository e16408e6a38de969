#include "corner_kernels.hpp"

#include <doctest/doctest.h>

#include <insum/core/errors.hpp>
#include <limits>

namespace {

using Numbers = std::vector<double>;

insum::coo<double> sorted_list() {
  insum::coo<double> a;
  a.shape = {3, 2};
  a.crd[0] = {0, 0, 1};
  a.crd[1] = {0, 1, 1};
  a.vals = {1, 2, 4};
  return a;
}

template <class Array>
Numbers numbers(const Array& array) {
  return {array.begin(), array.end()};
}

/// Rows 1 and 3 of 5: {0: 5, 1: 7} and {4: 2}.
corners::Rows some_rows() { return {{0, 2}, {1, 3}, {0, 2, 3}, {0, 1, 4}, {5, 7, 2}}; }

}  // namespace

TEST_CASE("a row that is searched in a sorted list is summed up, and empty ones are zero") {
  const insum::coo<double> a = sorted_list();
  Numbers c = {7, 7, 7};
  corners::row_of_list(a, 0, {10, 100}, c);
  corners::row_of_list(a, 2, {10, 100}, c);
  CHECK(c == Numbers{210, 7, 0});
  Numbers d = {7, 7, 7};
  corners::rows_of_list(a, {2, 1, 0}, {10, 100}, d);
  CHECK(d == Numbers{0, 400, 210});
}

TEST_CASE("a workspace that is filled first does not part the terms of a sparse result") {
  insum::csr<double> a, b, c;
  a.shape = {2, 2}, a.pos = {0, 1, 1}, a.crd = {0}, a.vals = {10};
  b.shape = {2, 1}, b.pos = {0, 1, 2}, b.crd = {0, 0}, b.vals = {1, 1};
  c.shape = {2, 2}, c.pos = {0, 1, 2}, c.crd = {1, 0}, c.vals = {2, 3};
  corners::add_with_workspace(a, b, c);
  CHECK(numbers(c.pos) == Numbers{0, 2, 3});
  CHECK(numbers(c.crd) == Numbers{0, 1, 0});
  CHECK(numbers(c.vals) == Numbers{10, 2, 3});
}

TEST_CASE("constant sizes whose product exceeds 64 bits are an exception") {
  double s = 0;
  CHECK_THROWS_AS(corners::through_temporary({3, 5}, {5, 3}, {1, 2}, s), insum::size_error);
}

TEST_CASE("numbers as conditions") {
  Numbers y(5);
  corners::chosen({0, 1, -1, 0.5, 0}, {5, 6, 7, 8, 9}, y);
  CHECK(y == Numbers{2, 6, 7, 8, 2});
  std::vector<int> z(3);
  corners::where_all({2, 2, 2, 2, 1, 2, 3, 3, 3}, {5, 6, 7}, z);
  CHECK(z == std::vector<int>{5, 0, 7});
  std::vector<float> count(3);
  corners::zeros({0, 0.5F, 0, 1, 1, 1, 0, 0, 0}, count);
  CHECK(count == std::vector<float>{2, 0, 3});
}

TEST_CASE("a width that is known at run time only") {
  const std::vector<int> crd{1, 0, 1, -1};
  const std::vector<double> vals{2, 3, 4, 0}, x{1, 10};
  std::vector<double> y{5, 5};
  corners::fixed_width(2, 2, crd, vals, x, y);
  CHECK(y == std::vector<double>{23, 40});
  CHECK_THROWS_AS(corners::fixed_width(2, -2, crd, vals, x, y), insum::size_error);
  CHECK(y == std::vector<double>{23, 40});
  corners::fixed_width(2, 0, {}, {}, x, y);
  CHECK(y == std::vector<double>{0, 0});
}

TEST_CASE("zero times a factor is zero in rows without entries") {
  const double inf = std::numeric_limits<double>::infinity();
  Numbers y(5, 9);
  corners::scaled_rows(5, some_rows(), {inf, 2, inf, 3, -inf}, {1, 10, 0, 0, 100}, y);
  CHECK(y == Numbers{0, 150, 0, 600, 0});
  Numbers z(3, 9);
  corners::scaled_list(sorted_list(), {1, 2, inf}, {10, 100}, z);
  CHECK(z == Numbers{210, 800, 0});
  CHECK(corners::scaled_sum(3, {0, 1, 1, 2}, {0, 2}, {2, 3}, {4, inf, 5}, {10, 1, 100}) == 80 + 1500);
}

TEST_CASE("whole numbers in sparse results") {
  const corners::Lists a{{0, 1, 2, 2}, {1, 2}, {5, 7}};
  corners::Lists r;
  corners::steps(3, a, r);
  CHECK(r.pos == std::vector<int>{0, 1, 1, 1});
  CHECK(r.crd == std::vector<int>{2});
  CHECK(r.vals == std::vector<int>{12});
  // What one of two operands lacks is infinite, and changes nothing of what was there.
  corners::Lists least{{0, 2, 3, 4}, {0, 2, 1, 2}, {9, 3, 4, 1}};
  corners::joint_steps(3, {{0, 2, 3, 3}, {0, 1, 1}, {2, 5, 1}}, {{0, 2, 2, 3}, {0, 2, 2}, {6, 7, 8}}, least);
  CHECK(least.pos == std::vector<int>{0, 2, 3, 4});
  CHECK(least.crd == std::vector<int>{0, 2, 1, 2});
  CHECK(least.vals == std::vector<int>{8, 3, 4, 1});
  corners::Lists bits{{0, 2, 3, 3}, {0, 1, 2}, {1, 12, 10}};
  corners::common_bits(3, a, bits);
  std::vector<int> dense(9);
  for (std::size_t i = 0; i < 3; ++i)
    for (int p = bits.pos[i]; p < bits.pos[i + 1]; ++p)
      dense[3 * i + static_cast<std::size_t>(bits.crd[static_cast<std::size_t>(p)])] =
          bits.vals[static_cast<std::size_t>(p)];
  CHECK(dense == std::vector<int>{0, 4, 0, 0, 0, 2, 0, 0, 0});
}

TEST_CASE("the largest value of a narrow type is infinite, and its sums are of a wider one") {
  const corners::ShortLists a{{0, 1, 2, 2}, {1, 2}, {-5, 7}};
  corners::ShortLists r;
  std::vector<std::int16_t> least(3);
  corners::short_steps(3, a, r, least);
  CHECK(r.pos == std::vector<int>{0, 1, 1, 1});
  CHECK(r.crd == std::vector<int>{2});
  CHECK(r.vals == std::vector<std::int16_t>{2});
  CHECK(least == std::vector<std::int16_t>{-8, 4, INT16_MAX});
}

TEST_CASE("values in the pattern of an operand get their number") {
  const corners::Lists a{{0, 1, 2, 2}, {1, 2}, {5, 7}};
  std::vector<int> vals;
  corners::doubled(3, a, vals);
  CHECK(vals == std::vector<int>{10, 14});
  vals.assign(9, 1);
  corners::doubled(3, a, vals);
  CHECK(vals == std::vector<int>{10, 14});
}

TEST_CASE("sums in the pattern of a mask start anew") {
  const corners::Lists a{{0, 2, 3, 3}, {0, 1, 2}, {2, 3, 5}}, b{{0, 1, 2, 4}, {1, 2, 0, 1}, {10, 20, 30, 40}};
  const corners::Lists m{{0, 2, 3, 4}, {0, 1, 1, 2}, {7, 2, 3, 9}};
  std::vector<int> whole(4, -1);
  corners::masked(3, m, a, b, whole);
  CHECK(whole == std::vector<int>{0, 40, 600, 0});
  const auto matrix = [](const corners::Lists& lists) {
    insum::csr<double> made;
    made.shape = {3, 3}, made.pos = lists.pos, made.crd = lists.crd;
    made.vals = insum::buffer<double>(lists.vals.begin(), lists.vals.end());
    return made;
  };
  std::vector<double> real(4, -1.0);
  corners::masked(matrix(m), matrix(a), matrix(b), real);
  CHECK(real == std::vector<double>{0.0, 40.0, 600.0, 0.0});
}

TEST_CASE("what is precomputed may be read from a copy in another order") {
  const corners::Lists a{{0, 2, 3, 3}, {0, 1, 2}, {2, 3, 5}}, b{{0, 1, 2, 4}, {1, 2, 0, 1}, {10, 20, 30, 40}};
  corners::Lists c;
  corners::by_columns(3, a, b, c);
  CHECK(c.pos == std::vector<int>{0, 2, 3, 3});
  CHECK(c.crd == std::vector<int>{0, 2, 1});
  CHECK(c.vals == std::vector<int>{30, 180, 100});
}

TEST_CASE("an index as an argument") {
  std::vector<int> y(3);
  corners::by_column(3, {{0, 1, 2, 2}, {1, 2}, {5, 7}}, y);
  CHECK(y == std::vector<int>{20, 63, 0});
}

TEST_CASE("rows that a list lacks have nothing to merge") {
  Numbers y(5, 9);
  corners::merged_rows(5, some_rows(), {0, 4}, {10, 100}, y);
  CHECK(y == Numbers{0, 50, 0, 200, 0});
  corners::merged_rows(5, {{0, 0}, {}, {0}, {}, {}}, {0, 4}, {10, 100}, y);
  CHECK(y == Numbers{0, 0, 0, 0, 0});
}

TEST_CASE("least and largest values in another type") {
  insum::csr<double> a;
  a.shape = {3, 2}, a.pos = {0, 0, 1, 1}, a.crd = {0}, a.vals = {3};
  Numbers y(3, 9);
  corners::any_as_number(a, {1, 1}, y);
  CHECK(y == Numbers{0, 1, 0});
  std::vector<std::uint8_t> bytes{250, 250};
  corners::least_byte({200, 100}, {100}, bytes);
  CHECK(bytes == std::vector<std::uint8_t>{250, 200});
  std::vector<std::int16_t> least{5, 6};
  corners::least_short(2, 2, {30000, 4, -7, 2}, least);
  CHECK(least == std::vector<std::int16_t>{4, -7});
  corners::least_short(2, 0, {}, least);
  CHECK(least == std::vector<std::int16_t>{INT16_MAX, INT16_MAX});
}

TEST_CASE_TEMPLATE("least values in a template stay those of a narrow type", T, std::int16_t, float) {
  const T most = std::is_integral_v<T> ? std::numeric_limits<T>::max() : std::numeric_limits<T>::infinity();
  std::vector<T> e{most, 9, most};
  corners::relaxed<T>(3, {0, 2, 3, 3}, {0, 2, 1}, {T(30000), most, 5}, {30000, 1, most}, e);
  CHECK(e == std::vector<T>{std::is_integral_v<T> ? most : T(60000), 6, most});
}

TEST_CASE_TEMPLATE("greatest values in a template", T, std::int8_t, double) {
  std::vector<T> e(2);
  corners::greatest<T>(2, {100, 2, -1, 4}, {-100, -100}, e);
  CHECK(e == std::vector<T>{std::is_integral_v<T> ? T(-128) : T(-200), 100});
}

TEST_CASE_TEMPLATE("what nobody stores is infinite in a template", T, std::int16_t, double) {
  const T most = std::is_integral_v<T> ? std::numeric_limits<T>::max() : std::numeric_limits<T>::infinity();
  std::vector<T> c(4);
  corners::nearer<T>({0, 2}, {5, 7}, {2, 3}, {6, 8}, c);
  CHECK(c == std::vector<T>{5, most, 6, 8});
}

TEST_CASE("a temporary in an order of its own is fused row by row") {
  const Numbers a{1, 2, 3, 4, 5, 6, 7, 8, 9}, x{1, -2, 3};
  Numbers c(9), wanted(9);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) wanted[i * 3 + j] += a[k * 3 + j] * x[i] * x[k];
  corners::through_ordered(3, a, x, c);
  CHECK(c == wanted);
}

TEST_CASE("a slice of a sparse result is multiplied, what is beside it stays") {
  corners::Rows c{{0, 2}, {0, 1}, {0, 2, 4}, {0, 2, 1, 2}, {1, 2, 3, 4}};
  corners::scaled_row(3, c, {2, 3, 4});
  CHECK(c.vals == Numbers{1, 2, 9, 16});
  corners::scaled_column(3, c, {2, 3, 4});
  CHECK(c.vals == Numbers{1, 48, 9, 960});
  CHECK(c.crd == std::vector<int>{0, 2, 1, 2});
}

TEST_CASE("a triangle is expanded into a sparse result") {
  std::vector<int> pos, crd;
  Numbers vals;
  corners::expanded(3, {0, 1, 2, 4}, {0, 0, 1, 2}, {1, 2, 3, 4}, pos, crd, vals);
  CHECK(pos == std::vector<int>{0, 2, 4, 6});
  CHECK(crd == std::vector<int>{0, 1, 0, 2, 1, 2});
  CHECK(vals == Numbers{2, 4, 4, 6, 6, 8});
}

TEST_CASE("a transposed result keeps its entries") {
  std::vector<int> pos{0, 1, 3, 4}, crd{1, 0, 2, 1};
  Numbers vals{9, 9, 9, 9};
  corners::refreshed_transpose(3, {0, 1, 3, 4}, {1, 0, 2, 1}, {1, 2, 3, 4}, pos, crd, vals);
  CHECK(vals == Numbers{2, 1, 4, 3});
  CHECK(crd == std::vector<int>{1, 0, 2, 1});
  pos = {0, 0, 1, 2}, crd = {2, 1}, vals = {9, 9};  // no place for (1, 0)
  CHECK_THROWS_AS(corners::refreshed_transpose(3, {0, 1, 3, 4}, {1, 0, 2, 1}, {1, 2, 3, 4}, pos, crd, vals),
                  insum::storage_error);
}

TEST_CASE("truth values are compared as numbers, in register tiles too") {
  Numbers x, z, wanted;
  for (int i = 0; i < 37; ++i) {
    x.push_back(i % 3), z.push_back(i % 5 - 1);
    wanted.push_back(((x.back() > 1) == (z.back() > 1) ? x.back() : 0) +
                     ((x.back() > 1 ? 1 : 0) < z.back() ? 10 : 0));
  }
  Numbers y(37);
  corners::equally_large(37, x, z, y);
  CHECK(y == wanted);
}

TEST_CASE("operands are converted from index arrays of different types") {
  Numbers c(9);
  corners::of_wide_positions(3, {0, 1, 1, 3}, {2, 0, 1}, {1, 2, 3}, c);
  CHECK(c == Numbers{0, 0, 2, 0, 0, 3, 1, 0, 0});
  corners::of_mixed_list(3, {2, 0, 1}, {0, 2, 2}, {1, 2, 3}, c);
  CHECK(c == Numbers{0, 0, 2, 0, 0, 3, 1, 0, 0});
}

TEST_CASE_TEMPLATE("complex results of templates", T, float, std::complex<double>) {
  insum::csr<T> a;
  a.shape = {2, 2}, a.pos = {0, 1, 2}, a.crd = {1, 0}, a.vals = {T(3), T(2)};
  std::vector<std::complex<double>> y(2);
  corners::into_complex(a, {{1, 2}, {3, -4}}, y);
  CHECK(y == std::vector<std::complex<double>>{{9, -12}, {2, 4}});
}

TEST_CASE("pointers with __restrict, also to such pointers") {
  const std::vector<int> counts = {1, 2}, first = {1}, second = {0, 2};
  Numbers a = {2}, b = {3, 4}, y = {9, 9};
  const int* const crd[] = {first.data(), second.data()};
  double* const vals[] = {a.data(), b.data()};
  corners::apart<double>(2, 3, counts.data(), crd, vals, Numbers{1, 2, 3}.data(), y.data());
  CHECK(y == Numbers{4, 15});
}

TEST_CASE("minima and maxima of integers in other types") {
  std::vector<std::int64_t> most = {-9, -9, -3}, least = {9, 9, 3};
  std::vector<unsigned> natural = {3, 3, 0};
  corners::bounds({-5, 7, -5}, most, least, natural);
  CHECK(most == std::vector<std::int64_t>{-6, 6, -3});
  CHECK(least == std::vector<std::int64_t>{-4, 8, -4});
  CHECK(natural == std::vector<unsigned>{3, 7, 0});
}

TEST_CASE("sums over what is not stored") {
  const int m = 3, n = 40000;
  std::vector<std::int64_t> y(m);
  std::vector<std::uint16_t> z(n);
  double s = 0;
  int t = 0;
  corners::counted(m, n, {1, 3, 3, 4}, {2, 5, 1}, {6, 8, -1}, y, z, s, t);
  CHECK(y == std::vector<std::int64_t>{14 - 70000LL * 39998, -70000LL * 40000, -1 - 70000LL * 39999});
  CHECK(z[0] == static_cast<std::uint16_t>(-1 - 2 * 70000));
  CHECK(z[1] == static_cast<std::uint16_t>(6 - 2 * 70000));
  CHECK(z[39999] == static_cast<std::uint16_t>(-3 * 70000));
  CHECK(s == 13 - 70000.0 * (3 * 40000 - 3));
  CHECK(t == 13 - 2 * (3 * 40000 - 3));
  corners::counted_rows(13, 2, 5, {1, 2}, {7}, {1, 2}, {1}, {6, 1, 1, 1, 4}, s);
  CHECK(s == 6 + 4 + 3.0 * (13 * 2 * 5 - 2));
}

TEST_CASE("rows after the last are left out of tiles") {
  const int m = 7, n = 3;
  const std::vector<double> x = {1, 2, 4};
  std::vector<double> vals, wanted(40);
  for (int p = 0; p < 2 * m; ++p) vals.push_back(p + 1);
  for (int i = 0; i + 1 < m; ++i) wanted[static_cast<std::size_t>(i)] = (i + 2) * x[0] + (m + i + 2) * x[2];
  for (const auto kernel : {corners::next_rows, corners::next_rows_in_tiles}) {
    std::vector<double> y(40, 9);
    kernel(m, n, {0, 2}, {0, 2}, vals, x, y);
    CHECK(y == wanted);
  }
}

TEST_CASE("a triangle that is not zero elsewhere, beside a list") {
  const std::vector<int> pos = {0, 1, 1, 3, 4}, crd = {0, 0, 1, 0};
  const std::vector<double> vals = {2, 3, 5, 7};
  const double full[4][4] = {{2, 1, 3, 7}, {1, 1, 5, 1}, {3, 5, 1, 1}, {7, 1, 1, 1}};
  const std::vector<double> list = {0, 5, 4, 0};
  std::vector<double> y(4), z(4), by_list(4), where(4);
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      by_list[i] += full[i][j] * list[j];
      where[i] += full[i][j] * static_cast<double>(list[i] != 5);
    }
  corners::triangle_beside_list(4, pos, crd, vals, {1, 2}, {5, 4}, y, z);
  CHECK(y == by_list);
  CHECK(z == where);
}

TEST_CASE("nothing is divided by what is not stored where everything is") {
  std::vector<int> y(2), c(4);
  corners::of_full_matrix(2, {0, 0, 1, 1}, {0, 1, 0, 1}, {4, 2, 3, 1}, {6, 12}, y, c);
  CHECK(y == std::vector<int>{3, 6});
  CHECK(c == std::vector<int>{1, 3, 4, 12});
}

TEST_CASE("numbers without a sign are compared with what is not stored") {
  const insum::csr<unsigned> A{{3, 2}, {0, 2, 3, 3}, {0, 1, 1}, {5, 7, 2}};
  std::vector<int> y(3), z(3);
  corners::of_unsigned(A, {4, 1, 0}, y, z);
  CHECK(y == std::vector<int>{0, 1, 1});
  CHECK(z == std::vector<int>{2, 1, 0});
}

TEST_CASE("where an index leaves an index array, what that subscripts is left") {
  const std::vector<int> at = {2, 1, 3, 0};
  const std::vector<double> x = {1, 2, 4, 8};
  std::vector<double> y(4, 5);
  corners::gathered_from_the_next(4, at, x, y);
  // D[i+1] is 1 3 0 -, D[i]-1 is 1 0 2 -, and D of that 1 2 3 -
  CHECK(y == std::vector<double>{2 + 2, 8 + 4, 1 + 8, 0});
  std::vector<double> z = {100, 200, 300, 400};
  corners::scattered_by_the_next(4, at, x, z);
  CHECK(z == std::vector<double>{104, 201, 300, 402});
  std::vector<double> rows(4, 5);
  corners::rows_of_the_next(4, at, {0, 1, 3, 3, 4}, {0, 1, 2, 3}, {1, 10, 100, 1000}, x, rows);
  CHECK(rows == std::vector<double>{0, 0, 420, 8000});
}

TEST_CASE("where an index leaves an index array, coordinates of sparse operands are none") {
  const std::vector<int> at = {2, 1, 0};
  const std::vector<double> x = {1, 10, 100};
  const insum::csr<double> B{{3, 3}, {0, 1, 2, 4}, {0, 0, 1, 2}, {2, 3, 5, 7}};
  insum::coo<double, 2> A;
  A.shape = {3, 3};
  A.crd = {std::vector<int>{0, 1, 2, 2}, std::vector<int>{0, 0, 1, 2}};
  A.vals = B.vals;
  std::vector<double> y(3, 9), z(3, 9), w(3, 9);
  corners::coordinates_of_the_next(3, at, A, B, x, y, z, w);
  // B is [2 0 0; 3 0 0; 0 5 7], and D[i+1] is 1 0 -
  CHECK(y == std::vector<double>{3, 2, 0});
  CHECK(z == std::vector<double>{20, 30, 5});
  CHECK(w == std::vector<double>{503, 32, 0});
}

TEST_CASE("members of structs whose types a template leaves open") {
  corners::pair_of<double, float> a[2] = {{1, 0.25f}, {2, 4}};
  corners::add_to_members(2, a);
  CHECK(a[0].x == 1.5);
  CHECK(a[1].x == 10);
  corners::pair_of<float, int> b[1] = {{0.5f, 3}};
  corners::add_to_members(1, b);
  CHECK(b[0].x == 6.5f);
}
