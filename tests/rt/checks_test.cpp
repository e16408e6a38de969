// The checks of kernels: what passes, and the text of what does not.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#define INSUM_CHECKS 1
#include "doctest/doctest.h"
#include "insum/core/parse_error.hpp"
#include "insum/rt/kernel.hpp"

namespace rt = insum::rt;

namespace {

template <class Error, class F>
std::string thrown(F f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("only a tensor without rows may have no array of positions") {
  const int* const none = nullptr;
  rt::check_positions("A.pos", none, 0, 0, rt::unknown_length);
  CHECK_THROWS_WITH_AS(rt::check_positions("A.pos", none, 2, 0, rt::unknown_length),
                       doctest::Contains("it is a null pointer"), insum::storage_error);
}

TEST_CASE("arrays that have elements are given") {
  const double* const none = nullptr;
  const std::vector<double> some(3);
  CHECK_NOTHROW(rt::check_given("A.vals", none, 0));
  CHECK_NOTHROW(rt::check_given("A.vals", some.data(), 3));
  CHECK_NOTHROW(rt::check_given("A.vals", some, 3));
  CHECK_THROWS_WITH_AS(rt::check_given("A.vals", none, 1), "A.vals: it is a null pointer",
                       insum::storage_error);
}

TEST_CASE("sizes of an index") {
  CHECK(thrown<insum::error>([] { rt::check_sizes("k", {{"A", 1, 5}, {"B", 0, 5}}); }) == "nothing");
  CHECK(thrown<insum::size_error>([] { rt::check_sizes("k", {{"A", 1, 5}, {"B", 0, 6}, {"C", 2, 5}}); }) ==
        "index 'k' has different sizes: mode 1 of A is 5, mode 0 of B is 6, mode 2 of C is 5");
  CHECK(thrown<insum::size_error>([] { rt::check_sizes("k", {{"A", 1, -5}, {"B", 0, -5}}); }) ==
        "mode 1 of A has the negative size -5");
  CHECK(thrown<insum::error>([] { rt::check_not_negative({{"A", 0, 5}, {"A", 1, 0}}); }) == "nothing");
  CHECK(thrown<insum::size_error>([] { rt::check_not_negative({{"A", 0, 5}, {"B", 1, -3}}); }) ==
        "mode 1 of B has the negative size -3");
}

TEST_CASE("an index") {
  static_assert(rt::checks_enabled);
  CHECK(rt::check_index("A.crd", 7, 3, 3, 1) == 2);
  CHECK(thrown<insum::index_error>([] { rt::check_index("A.crd", 7, 3, 3, 0); }) ==
        "A.crd[7] = 3 is out of range [0, 3)");
  CHECK(thrown<insum::index_error>([] { rt::check_index("A.crd", 7, 0, 3, 1); }) ==
        "A.crd[7] = 0 is out of range [1, 4)");
}

TEST_CASE("a fixed coordinate") {
  CHECK(thrown<insum::error>([] { rt::check_coordinate("Y", 1, 2, 3); }) == "nothing");
  CHECK(thrown<insum::index_error>([] { rt::check_coordinate("Y", 1, 3, 3); }) ==
        "coordinate 3 is outside of mode 1 of Y, whose size is 3");
  CHECK(thrown<insum::index_error>([] { rt::check_coordinate("Y", 1, -1, 3); }) ==
        "coordinate -1 is outside of mode 1 of Y, whose size is 3");
}

TEST_CASE("lengths of arrays") {
  CHECK(rt::extent({2, 3}, {3, 1}) == 6);
  CHECK(rt::extent({2, 3}, {10, 2}) == 15);
  CHECK(rt::extent({2, 0}, {10, 2}) == 0);
  CHECK(thrown<insum::error>([] { rt::check_length("Y", rt::unknown_length, 4); }) == "nothing");
  CHECK(thrown<insum::error>([] { rt::check_length("Y", 4, 4); }) == "nothing");
  CHECK(thrown<insum::storage_error>([] { rt::check_length("Y", 3, 4); }) ==
        "Y: the array has 3 elements, but 4 are needed");
  CHECK(thrown<insum::error>([] { rt::check_positions_length("A.pos", rt::unknown_length, 4); }) ==
        "nothing");
  CHECK(thrown<insum::error>([] { rt::check_positions_length("A.pos", 5, 4); }) == "nothing");
  CHECK(thrown<insum::storage_error>([] { rt::check_positions_length("A.pos", 1, INT64_MAX); }) ==
        "A.pos: the array has 1 elements, but 9223372036854775808 are needed");
  CHECK(thrown<insum::error>([] { rt::check_list_length("A.crd1", rt::unknown_length, 4); }) == "nothing");
  CHECK(thrown<insum::error>([] { rt::check_list_length("A.crd1", 4, 4); }) == "nothing");
  CHECK(thrown<insum::storage_error>([] { rt::check_list_length("A.crd1", 5, 4); }) ==
        "A.crd1: the array has 5 elements, but the list has 4 entries");
}

TEST_CASE("sizes of blocks") {
  CHECK(thrown<insum::error>([] { rt::check_block("A", 1, 0); }) == "nothing");
  CHECK(thrown<insum::error>([] { rt::check_block("A", INT64_MAX - 4, 4); }) == "nothing");
  CHECK(thrown<insum::size_error>([] { rt::check_block("A", 0, 4); }) ==
        "the size of a block of A is 0, which is less than 1");
  CHECK(thrown<insum::size_error>([] { rt::check_block("A", INT64_MAX, 4); }) ==
        "the size of a block of A is 9223372036854775807, which is too large for a mode of size 4");
}

TEST_CASE("positions behind a null pointer") {
  const auto end = [](std::int64_t rows) {
    return rt::end_position("A.pos", static_cast<const int*>(nullptr), rows, 0);
  };
  CHECK(end(0) == 0);
  CHECK(thrown<insum::storage_error>([&] { static_cast<void>(end(3)); }) == "A.pos: it is a null pointer");
}

TEST_CASE("elements of a result have places of their own") {
  const auto places = [](std::initializer_list<std::int64_t> sizes,
                         std::initializer_list<std::int64_t> strides) {
    return thrown<insum::storage_error>([=] { rt::check_places("Y", sizes, strides); });
  };
  CHECK(places({2, 3}, {3, 1}) == "nothing");
  CHECK(places({3, 2}, {-1, 3}) == "nothing");
  CHECK(places({2, 2}, {2, 3}) == "nothing");
  CHECK(places({1, 3}, {0, 1}) == "nothing");
  CHECK(places({0, 3}, {0, 1}) == "nothing");
  CHECK(places({2, 3}, {0, 1}) == "Y: all elements along mode 0 have one place: its stride is 0");
  CHECK(places({2, 3}, {2, 1}) == "Y: elements share places: the strides of modes 0 and 1 are 2 and 1");
  CHECK(places({4, 3}, {2, -3}) == "Y: elements share places: the strides of modes 0 and 1 are 2 and -3");
  CHECK(places({4, 2, 3}, {1, 100, INT64_MIN}) == "nothing");
}

TEST_CASE("what is written lies apart from everything else") {
  const double w[5] = {};
  const auto apart = [&](const rt::memory_use& a, const rt::memory_use& b) {
    return thrown<insum::storage_error>([&] { rt::check_apart({a, b}); });
  };
  const auto y = [&](const double* first, std::int64_t count) {
    return rt::array_use(0, true, "Y", first, count);
  };
  const auto x = [&](const double* first, std::int64_t count) {
    return rt::array_use(1, false, "X", first, count);
  };
  CHECK(apart(y(w, 2), x(w + 2, 3)) == "nothing");
  CHECK(apart(y(w + 1, 2), x(w, 2)) == "Y: its memory overlaps that of X");
  CHECK(apart(x(w + 4, 1), y(w, 5)) == "Y: its memory overlaps that of X");
  CHECK(apart(y(w + 2, 0), x(w, 5)) == "nothing");
  CHECK(apart(y(w, 5), x(w + 2, 0)) == "nothing");
  CHECK(apart(x(w, 5), rt::array_use(2, false, "Z", w, 5)) == "nothing");
  CHECK(apart(y(w, 5), rt::array_use(0, false, "X", w, 5)) == "nothing");
  CHECK(apart(y(w, 5), rt::array_use(2, true, "Z", w, 5)) == "Y: its memory overlaps that of Z");
  CHECK(apart(y(nullptr, 1), x(w, 5)) == "Y: it is a null pointer");
  CHECK(apart(y(w, 1), x(nullptr, 5)) == "X: it is a null pointer");
  CHECK(apart(y(nullptr, 0), x(nullptr, 1)) == "nothing");  // as positions of no rows
  std::vector<int> pos, crd = {1, 2};
  const rt::memory_use written = rt::container_use(3, "C.pos", pos);
  CHECK(apart(written, rt::container_use(4, "C.crd", pos)) == "C.pos: its memory overlaps that of C.crd");
  CHECK(apart(written, rt::container_use(4, "C.crd", crd)) == "nothing");
  CHECK(apart(rt::array_use(5, false, "A.crd", crd.data() + 1, 1), rt::container_use(4, "C.crd", crd)) ==
        "C.crd: its memory overlaps that of A.crd");
}

TEST_CASE("an index that is wrong in a parallel loop is thrown to the caller") {
  std::vector<int> crd(100000, 1);
  crd[77777] = 9;
  CHECK(thrown<insum::index_error>([&] {
          rt::parallel_dynamic(0, 100000, 0, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t p = begin; p < end; ++p)
              rt::check_index("B", p, rt::index(crd[static_cast<std::size_t>(p)]), 9, 0);
          });
        }) == "B[77777] = 9 is out of range [0, 9)");
}

TEST_CASE("products") {
  const std::int64_t large = std::int64_t{1} << 40;
  CHECK(rt::checked_mul(large, 1 << 20) == large << 20);
  CHECK(thrown<insum::size_error>([&] { rt::checked_mul(large, large, "rows * columns of B"); }) ==
        "rows * columns of B: 1099511627776 * 1099511627776 is too large");
}

TEST_CASE("positions") {
  std::vector<std::int32_t> pos{0, 2, 2, 5};
  const auto check = [&](std::int64_t base, std::int64_t entries) {
    return thrown<insum::storage_error>([&] { rt::check_positions("A.pos", pos.data(), 3, base, entries); });
  };
  CHECK(check(0, 5) == "nothing");
  CHECK(check(0, rt::unknown_length) == "nothing");
  CHECK(check(0, 4) == "A.pos[3] = 5: the last position is beyond the 4 stored entries");
  CHECK(check(1, 5) == "A.pos[0] = 0: the first position must be 1");
  pos[2] = 1;
  CHECK(check(0, 5) == "A.pos[2] = 1: less than the position before it, 2");
  pos = {1, 1, 1, 6};
  CHECK(check(1, 5) == "nothing");
  const auto entries = [&](std::int64_t elements) {
    return thrown<insum::storage_error>(
        [&] { rt::check_entries("A.pos", pos.data(), 3, 1, "A.crd", elements); });
  };
  CHECK(entries(5) == "nothing");
  CHECK(entries(4) == "A.pos[3] = 6: the last position is beyond the 4 elements of A.crd");
  const auto rows = [&](std::int64_t size) {
    return thrown<insum::storage_error>([&] { rt::check_row_lengths("A.pos", pos.data(), 3, size); });
  };
  CHECK(rows(5) == "nothing");
  CHECK(rows(4) == "A.pos[3] = 6: row 2 has 5 entries, but there are 4 columns");
}

TEST_CASE("numbers that only unsigned types hold are named as they are") {
  const std::vector<std::uint64_t> large = {0, UINT64_MAX}, crd = {3, (std::uint64_t{1} << 63) + 5};
  CHECK(thrown<insum::storage_error>([&] {
          rt::check_positions("A.pos", large.data(), 1, 0, rt::unknown_length);
        }) == "A.pos[1] = 18446744073709551615: more than 9223372036854775807");
  CHECK(thrown<insum::storage_error>([&] { rt::end_position("A.pos", large.data(), 1, 0); }) ==
        "A.pos[1] = 18446744073709551615: the last position is not from 0 to 9223372036854775807");
  CHECK(thrown<insum::index_error>([&] { rt::check_coordinates("A.crd", crd.data(), 0, 2, 9, {}); }) ==
        "A.crd[1] = 9223372036854775813 is out of range [0, 9)");
}

TEST_CASE("the first of many wrong positions is named") {
  constexpr std::int64_t n = 200000;
  std::vector<std::int64_t> pos(n + 1);
  for (std::int64_t i = 0; i <= n; ++i) pos[static_cast<std::size_t>(i)] = i;
  for (std::size_t i = 60000; i < 200000; i += 7) pos[i] = 5;
  CHECK(thrown<insum::storage_error>([&] { rt::check_positions("A.pos", pos.data(), n, 0, n); }) ==
        "A.pos[60000] = 5: less than the position before it, 59999");
}

TEST_CASE("coordinates") {
  std::vector<std::int32_t> crd{0, 2, 2, 5, 1};
  const auto check = [&](std::int64_t end, std::int64_t size, const rt::coordinate_rules& rules) {
    return thrown<insum::error>([&] { rt::check_coordinates("A.crd", crd.data(), 0, end, size, rules); });
  };
  CHECK(check(5, 6, {}) == "nothing");
  const std::int32_t* const none = nullptr;
  CHECK(thrown<insum::error>([&] { rt::check_coordinates("A.crd", none, 0, 1, 6, {}); }) ==
        "A.crd: it is a null pointer");
  CHECK_NOTHROW(rt::check_coordinates("A.crd", none, 0, 0, 6, {}));
  CHECK(check(3, 3, {}) == "nothing");
  CHECK(check(5, 5, {}) == "A.crd[3] = 5 is out of range [0, 5)");
  CHECK(check(5, 5, {.base = 1}) == "A.crd[0] = 0 is out of range [1, 6)");
  crd = {0, 2, -1, -1};
  CHECK(check(4, 3, {}) == "A.crd[2] = -1 is out of range [0, 3)");
  CHECK(check(4, 3, {.allow_padding = true}) == "nothing");
  CHECK(check(4, 2, {.allow_padding = true}) == "A.crd[1] = 2 is out of range [0, 2)");
  crd = {1, 0, -1, -2};
  CHECK(check(4, 2, {.allow_padding = true}) == "A.crd[3] = -2 is out of range [0, 2)");
  CHECK(check(3, 2, {.base = 1, .allow_padding = true}) == "nothing");
  CHECK(check(4, 2, {.base = 1, .allow_padding = true}) == "A.crd[3] = -2 is out of range [1, 3)");
  const std::vector<std::uint32_t> wrapped{0, 7, 0xffffffff};
  CHECK_NOTHROW(rt::check_coordinates("A.crd", wrapped.data(), 0, 3, 2, {.base = 1, .allow_padding = true}));
  CHECK_THROWS_AS(rt::check_coordinates("A.crd", wrapped.data(), 1, 3, 2, {}), insum::index_error);
}

TEST_CASE("exceptions keep their text and can be copied") {
  const insum::storage_error first("A.crd", 3, -9, std::string("is negative"));
  insum::storage_error second("B", -1, std::numeric_limits<std::int64_t>::min(), "is wrong");
  CHECK(second.what() == std::string("B = -9223372036854775808: is wrong"));
  second = first;
  CHECK(second.what() == std::string("A.crd[3] = -9: is negative"));
  CHECK((second.array() == "A.crd" && second.position() == 3 && second.value() == -9));
  CHECK(insum::size_error(std::string(5000, 'x')).what() == std::string(5000, 'x'));
}

TEST_CASE("what is thrown from a kernel says which one it is, and stays what it is") {
  const auto from = [](const rt::kernel_id& kernel, auto f) {
    return [=] {
      try {
        f();
      } catch (...) {
        rt::throw_from(kernel);
      }
    };
  };
  const auto broken = [] { throw insum::storage_error("A.crd", 3, -9, "is negative"); };
  CHECK(thrown<insum::storage_error>(from({"spmm", "spmm.cpp:9"}, broken)) ==
        "kernel 'spmm' (spmm.cpp:9): A.crd[3] = -9: is negative");
  CHECK(thrown<insum::storage_error>(from("outer", from("spmm", broken))) ==
        "kernel 'outer': kernel 'spmm': A.crd[3] = -9: is negative");
  try {
    from("spmm", broken)();
    FAIL("nothing was thrown");
  } catch (const insum::storage_error& error) {
    CHECK((error.array() == "A.crd" && error.position() == 3 && error.value() == -9));
  }
  CHECK(thrown<insum::parse_error>(from("spmm", [] { throw insum::parse_error("a.mtx", 2, "no number"); })) ==
        "kernel 'spmm': a.mtx:2: no number");
  CHECK(thrown<insum::memory_error>(from("spmm", [] { throw std::bad_alloc(); })) ==
        "kernel 'spmm': there is no memory for what it computes with");
  CHECK_THROWS_AS(from("spmm", [] { throw 5; })(), int);
  const std::string long_text(5000, 'x');
  CHECK(thrown<insum::size_error>(from("spmm", [&] { throw insum::size_error(long_text); })) ==
        "kernel 'spmm': " + long_text);
}

TEST_CASE("a conversion for a kernel names both") {
  const auto convert = [] {
    try {
      throw insum::storage_error("ell.width", -1, 1, "row 0 has 2 entries");
    } catch (...) {
      rt::throw_from("spmm", "format A -> ell");
    }
  };
  CHECK(thrown<insum::storage_error>(convert) ==
        "kernel 'spmm': format A -> ell: ell.width = 1: row 0 has 2 entries");
}
