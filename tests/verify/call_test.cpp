// What a verified call leaves behind: the kernel's results, and nothing of the copies that it worked on.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <insum/statement.hpp>
#include <stdexcept>
#include <vector>

namespace statement = insum::statement;
using statement::detail::spare_memory;

namespace {

constexpr double slightly_more = 1 + 0x1p-50;  // within the tolerance
constexpr std::int64_t large = 5000;           // more than one block of elements

statement::site make_site() {
  return statement::site(
      {"call_test.cpp", 1, "y[i] += x[i]", true, statement::racing::no, {-1, -1}, 1, false, {}, {}, 0});
}

/// y += x by both, but for the last bits. Whether the kernel had a copy.
template <class Declare>
bool add(double* y, const double* x, std::int64_t n, Declare declare) {
  statement::site where = make_site();
  statement::call call(where);
  REQUIRE(call.runs_both());
  call.dense("y", y, n, {n}, {1}, statement::former::own);
  declare(call);
  call.begin();
  double* target = nullptr;
  do {
    if (call.runs_statement()) {
      for (std::int64_t i = 0; i < n; ++i) y[i] += x[i];
    } else {
      target = call.target(0, y);
      for (std::int64_t i = 0; i < n; ++i) target[i] = (target[i] + x[i]) * (i % 3 == 0 ? slightly_more : 1);
    }
  } while (call.again());
  return target != y;
}

}  // namespace

TEST_CASE("the results are the kernel's, who had a copy where memory lies apart") {
  const std::vector<double> x(large, 2);
  std::vector<double> y(large, 1);
  CHECK(add(y.data(), x.data(), large,
            [&](statement::call& call) { call.operand("x", x.data(), large, {large}, {1}); }));
  CHECK(y[0] == 3 * slightly_more);
  CHECK(y[1] == 3);
  CHECK(y[4998] == 3 * slightly_more);
}

TEST_CASE("what lies in an output, or may do so, leaves the kernel in its place") {
  const std::vector<double> x(large, 2);
  std::vector<double> both(2 * large, 1);
  double* const y = both.data();
  const double* const z = y + large;
  const auto lends = [&](auto declare) { return add(y, x.data(), large, declare); };
  CHECK(lends([&](statement::call& call) { call.reads("z", z, large); }));
  CHECK(!lends([&](statement::call& call) { call.reads("z", z - 1, large); }));
  CHECK(!lends([&](statement::call& call) { call.operand("z", z - 1, -1, {large}, {1}); }));
  CHECK(!lends([&](statement::call& call) { call.operand("z", z + 1, -1, {3}, {-1}); }));
  CHECK(!lends([&](statement::call& call) { call.reads("z", x.data(), -1); }));
  CHECK(y[1] == 11);
}

TEST_CASE("gaps between the elements of an output leave the kernel in its place") {
  std::vector<double> y(10, 1);
  statement::site where = make_site();
  statement::call call(where);
  call.dense("y", y.data(), 10, {5}, {2}, statement::former::own);
  call.begin();
  do {
    double* const target = call.runs_statement() ? y.data() : call.target(0, y.data());
    CHECK(target == y.data());
    for (int i = 0; i < 10; i += 2) target[i] += 1;
  } while (call.again());
  CHECK(y[8] == 2);
  CHECK(y[9] == 1);
}

TEST_CASE("a kernel that throws leaves what it did, and not what the statement would have done") {
  std::vector<double> y(4, 1);
  statement::site where = make_site();
  const auto run = [&](bool kernel_throws) {
    statement::call call(where);
    call.dense("y", y.data(), 4, {4}, {1}, statement::former::own);
    call.begin();
    do {
      const bool is_kernel = !call.runs_statement();
      double* const target = is_kernel ? call.target(0, y.data()) : y.data();
      target[0] += is_kernel ? 10 : 20;
      if (is_kernel == kernel_throws) throw std::runtime_error("stop");
    } while (call.again());
  };
  CHECK_THROWS(run(true));
  CHECK(y == std::vector<double>{11, 1, 1, 1});
  CHECK_THROWS(run(false));
  CHECK(y == std::vector<double>{31, 1, 1, 1});
}

TEST_CASE("a kernel that throws before it has defined all elements leaves them as they were") {
  std::vector<double> y(4, 1);
  statement::site where = make_site();
  const auto run = [&] {
    statement::call call(where);
    call.dense("y", y.data(), 4, {4}, {1}, statement::former::nothing);
    call.begin();
    do {
      REQUIRE(!call.runs_statement());
      call.target(0, y.data())[0] = 10;
      throw std::runtime_error("stop");
    } while (call.again());
  };
  CHECK_THROWS(run());
  CHECK(y == std::vector<double>{1, 1, 1, 1});
}

TEST_CASE(
    "of calls that are far between each looks at a part of the operands' arrays, and the first one at all") {
  constexpr std::int64_t n = 16 * 1024;
  std::vector<int> crd(n, 1);
  std::vector<double> y(4);
  statement::site where(
      {"call_test.cpp", 1, "y[i] = A[i,k]", true, statement::racing::no, {-1, -1}, 2, false, {}, {}, 0});
  const auto found = [&](std::size_t written) {  // by the statement
    statement::call call(where);
    if (!call.runs_both()) return false;
    const std::int64_t before = where.all().differing;
    call.dense("y", y.data(), 4, {4}, {1}, statement::former::own);
    call.reads("A.crd", crd.data(), n);
    call.begin();
    do {
      if (call.runs_statement()) ++crd[written];
    } while (call.again());
    return where.all().differing > before;
  };
  CHECK(found(n - 1));
  CHECK(crd[n - 1] == 1);
  int seen = 0;
  for (int call = 0; call < 2 * 17; ++call) seen += found(n - 1);
  CHECK(seen == 1);
  where.all().differing = 0;  // this program does not fail of it
}

namespace {

/// The first calls of y *= 2, each verified, where call `wrong` (from 0 on) has a statement that differs in
/// element `at`; which of them were found to differ.
std::vector<int> found_wrong(int calls, int wrong, std::int64_t at, std::vector<double>& y, bool gaps) {
  statement::site where(
      {"call_test.cpp", 1, "y[i] *= 2", true, statement::racing::no, {-1, -1}, 2, false, {}, {}, 0});
  const auto n = static_cast<std::int64_t>(y.size()), step = std::int64_t{gaps ? 2 : 1};
  std::vector<int> found;
  for (int number = 0; number < calls;) {
    statement::call call(where);
    if (!call.runs_both()) continue;
    const std::int64_t before = where.all().differing;
    call.dense("y", y.data(), n, {n / step}, {step}, statement::former::own);
    call.begin();
    do {
      double* const target = call.runs_statement() ? y.data() : call.target(0, y.data());
      for (std::int64_t i = 0; i < n; i += step) target[i] *= 2;
      if (call.runs_statement() && number == wrong) y[static_cast<std::size_t>(at)] += 1;
    } while (call.again());
    if (where.all().differing > before) found.push_back(number);
    ++number;
  }
  where.all().differing = 0;
  return found;
}

}  // namespace

TEST_CASE("of calls that are far between each compares a part of the outputs, and the first one all") {
  constexpr std::int64_t n = 16 * 1024;
  for (const bool gaps : {false, true})
    for (const std::int64_t at : {std::int64_t{0}, std::int64_t{n / 2}, std::int64_t{n - 1 - gaps}}) {
      CAPTURE(gaps);
      std::vector<double> y(n, 1);
      CHECK(found_wrong(3, 0, at, y, gaps) == std::vector<int>{0});
      CHECK(y[static_cast<std::size_t>(at)] == 8);  // the kernel's
      int seen = 0;
      for (int wrong = 1; wrong <= 16; ++wrong) {
        std::fill(y.begin(), y.end(), 1);
        const std::vector<int> found = found_wrong(wrong + 2, wrong, at, y, gaps);
        CHECK((found.empty() || found == std::vector<int>{wrong}));
        seen += !found.empty();
        CHECK(y[static_cast<std::size_t>(at)] == std::ldexp(1, wrong + 2) + 2);  // the statement's stay
      }
      CHECK(seen == 1);
    }
}

TEST_CASE("calls that compare a part find other elements changed in between") {
  std::vector<double> y(16 * 1024, 1);
  statement::site where(
      {"call_test.cpp", 1, "y[i] += 1", true, statement::racing::no, {-1, -1}, 2, false, {}, {}, 0});
  for (int number = 0; number < 80; ++number) {
    for (double& each : y) each = number % 7 - 3;  // not what the call before has left
    statement::call call(where);
    if (!call.runs_both()) continue;
    call.dense("y", y.data(), -1, {static_cast<std::int64_t>(y.size())}, {1}, statement::former::own);
    call.begin();
    do {
      double* const target = call.runs_statement() ? y.data() : call.target(0, y.data());
      for (std::size_t i = 0; i < y.size(); ++i) target[i] += 1;
    } while (call.again());
    CHECK(y.back() == number % 7 - 2);
  }
  CHECK(where.all().verified == 40);
  CHECK(where.all().differing == 0);
}

TEST_CASE("a kernel that throws in a call that compares a part leaves outputs as they were") {
  std::vector<double> y(4, 1);
  statement::site where(
      {"call_test.cpp", 1, "y[i] += 1", true, statement::racing::no, {-1, -1}, 2, false, {}, {}, 0});
  const auto run = [&](bool throws) {
    statement::call call(where);
    if (!call.runs_both()) return;
    call.dense("y", y.data(), 4, {4}, {1}, statement::former::own);
    call.begin();
    do {
      double* const target = call.runs_statement() ? y.data() : call.target(0, y.data());
      target[0] += 1;
      if (throws) throw std::runtime_error("stop");
    } while (call.again());
  };
  run(false);
  run(false);
  y[0] = 50;
  CHECK_THROWS(run(true));
  CHECK(y == std::vector<double>{50, 1, 1, 1});
}

TEST_CASE("a copy has what an earlier one of its owner had") {
  const int of = 0;
  alignas(64) static double array[16] = {};
  using statement::detail::buffer;
  const statement::detail::copy_owner owner{&of, 1}, other{&of, 2};
  CHECK(!buffer<double>(16, array, owner).is_earlier());
  CHECK(buffer<double>(16, array, owner).is_earlier());
  CHECK(!buffer<double>(15, array, owner).is_earlier());
  CHECK(!buffer<double>(15, array, other).is_earlier());
  CHECK(!buffer<double>(15, array).is_earlier());
}

TEST_CASE("an operand that the statement writes has its values back") {
  std::vector<double> x(4, 1), y(4, 1);
  statement::detail::copies<double*> operand(x.data(), 0, 4);
  operand.save();
  operand.lend(statement::former::own);
  x[2] = 7;
  insum::statement::tolerance allowed;
  CHECK(operand.differ({0, 0}, false, allowed));
  CHECK(x[2] == 1);
  CHECK(operand.statement(2) == 7);
  CHECK(operand.before(2) == 1);
}

TEST_CASE("copies take the memory of earlier ones, up to a limit") {
  spare_memory spare;
  const spare_memory::block small = spare.take(0, 1000), wide = spare.take(0, 100000);
  spare.give_back(wide);
  spare.give_back(small);
  CHECK(spare.take(0, 900).begin == small.begin);  // the smallest that is large enough
  CHECK(spare.take(0, 2000).begin == wide.begin);
  CHECK(spare.size() == 0);
  spare.give_back(small);
  const spare_memory::block most = spare.take(0, spare_memory::most);
  spare.give_back(most);  // there is no room for others beside it
  CHECK(spare.size() == spare_memory::most);
  spare.give_back(wide);
  CHECK(spare.size() == wide.size);
}

TEST_CASE("copies lie in their pages as arrays do, and large ones in pages of their own") {
  alignas(spare_memory::page) static double array[1000] = {};
  const auto place = [](const statement::detail::buffer<double>& copy, std::size_t page) {
    return reinterpret_cast<std::uintptr_t>(copy.get()) % page;
  };
  CHECK(place(statement::detail::buffer<double>(10, array + 3), spare_memory::page) == 24);
  CHECK(place(statement::detail::buffer<double>(10, array + 500), spare_memory::page) == 4000);
  const statement::detail::buffer<double> wide(spare_memory::huge_page / sizeof(double), array + 3);
  CHECK(place(wide, spare_memory::huge_page) == 24);
  wide.get()[spare_memory::huge_page / sizeof(double) - 1] = 1;
}

TEST_CASE("blocks of every length are compared and brought back") {
  constexpr std::int64_t block = 16384 / sizeof(double);
  for (const std::int64_t n : {std::int64_t{1}, block - 1, block, 8 * block, 8 * block + 1, 20 * block + 7})
    for (const std::int64_t at : {std::int64_t{0}, n / 2, n - 1}) {
      std::vector<double> y(static_cast<std::size_t>(n), 1);
      statement::detail::copies<double*> output(y.data(), 0, n);
      output.lend(statement::former::own);
      output.copy()[at] = 2;  // the kernel; the statement does something else next to it
      y[static_cast<std::size_t>(n - 1 - at)] += 3;
      insum::statement::tolerance allowed;
      CHECK(output.differ({0, 0}, false, allowed));
      for (const std::int64_t i : {std::int64_t{0}, n / 2, n - 1}) {
        CAPTURE(n);
        CHECK(y[static_cast<std::size_t>(i)] == (i == at ? 2 : 1));
        CHECK(output.statement(i) == (i == n - 1 - at ? 4 : 1));
      }
    }
}
