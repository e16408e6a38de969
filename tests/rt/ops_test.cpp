// Identities, updates, and atomic updates of one element by many threads.
#include <complex>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

#include "doctest/doctest.h"
#include "insum/core/types.hpp"
#include "insum/rt/kernel.hpp"

namespace rt = insum::rt;

namespace {

/// Runs f(thread, repetition) on several threads at once, whatever OpenMP there is.
template <class F>
void on_threads(int threads, int repetitions, F f) {
  std::vector<std::thread> team;
  for (int t = 0; t < threads; ++t)
    team.emplace_back([=] {
      for (int r = 0; r < repetitions; ++r) f(t, r);
    });
  for (std::thread& t : team) t.join();
}

template <class Op, class T>
bool is_identity(T x) {
  return Op::template apply<T>(Op::template identity<T>(), x) == x &&
         Op::template apply<T>(x, Op::template identity<T>()) == x;
}

}  // namespace

TEST_CASE_TEMPLATE("identities", T, float, double, std::int8_t, std::uint8_t, std::int32_t, std::uint32_t,
                   std::int64_t, std::uint64_t, long double) {
  for (int i = 0; i < 5; ++i) {
    const T x = static_cast<T>(i);
    CHECK(is_identity<rt::op_add, T>(x));
    CHECK(is_identity<rt::op_mul, T>(x));
    CHECK(is_identity<rt::op_min, T>(x));
    CHECK(is_identity<rt::op_max, T>(x));
    if (std::is_integral_v<T> || i < 2) CHECK(is_identity<rt::op_or, T>(x));
    if (std::is_integral_v<T> || i < 2) CHECK(is_identity<rt::op_and, T>(x));
  }
  CHECK(is_identity<rt::op_min, T>(std::numeric_limits<T>::max()));
  CHECK(is_identity<rt::op_max, T>(std::numeric_limits<T>::lowest()));
}

TEST_CASE("identities of bool, half and complex") {
  for (const bool x : {false, true}) {
    CHECK(is_identity<rt::op_or>(x));
    CHECK(is_identity<rt::op_and>(x));
    CHECK(is_identity<rt::op_min>(x));
    CHECK(is_identity<rt::op_max>(x));
  }
  CHECK(is_identity<rt::op_min>(insum::half(65504)));
  CHECK(is_identity<rt::op_max>(insum::bfloat16(-3)));
  CHECK(is_identity<rt::op_mul>(std::complex<double>(1, 2)));
  CHECK(is_identity<rt::op_add>(std::complex<float>(1, 2)));
}

TEST_CASE("updates by one thread") {
  insum::half h(1.5);
  rt::update<rt::op_add>(h, 2.25);
  CHECK(static_cast<float>(h) == 3.75f);
  std::int8_t small = 100;
  rt::update<rt::op_min>(small, 3.7);
  CHECK(small == 3);
  std::int32_t bits = 5;
  rt::update<rt::op_or>(bits, 2);
  CHECK(bits == 7);
  float truth = 2;
  rt::update<rt::op_and>(truth, 3);
  CHECK(truth == 1.0f);
  double least = 4;
  rt::update<rt::op_min>(least, std::numeric_limits<double>::quiet_NaN());
  CHECK(least == 4.0);
  std::complex<double> z(1, 1);
  rt::update<rt::op_mul>(z, std::complex<double>(0, 1));
  CHECK(z == std::complex<double>(-1, 1));
}

TEST_CASE_TEMPLATE("atomic sums", T, float, double, long double, std::int8_t, std::uint8_t, std::int16_t,
                   std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, std::complex<float>,
                   std::complex<double>) {
  // Small numbers: exact in every type, int8_t included.
  T target[3] = {T(0), T(0), T(0)};
  on_threads(4, 30, [&target](int, int) { rt::atomic_update<rt::op_add>(target[1], 1); });
  CHECK(target[1] == T(120));
  CHECK(target[0] == T(0));
  CHECK(target[2] == T(0));
}

TEST_CASE("atomic sums of half and bfloat16 beside others") {
  insum::half h[4] = {};
  insum::bfloat16 b[4] = {};
  on_threads(4, 64, [&](int t, int) {
    rt::atomic_update<rt::op_add>(h[t], 1);  // neighbours in one word
    rt::atomic_update<rt::op_add>(b[t % 2], 1);
  });
  for (int t = 0; t < 4; ++t) CHECK(static_cast<float>(h[t]) == 64.0f);
  for (int t = 0; t < 2; ++t) CHECK(static_cast<float>(b[t]) == 128.0f);
}

TEST_CASE_TEMPLATE("atomic stress", T, float, double, std::int32_t, std::int64_t, std::uint64_t,
                   long double) {
  constexpr int threads = 4, repetitions = 5000;
  T sum = 0, least = std::numeric_limits<T>::max(), most = 0, product = 1;
  on_threads(threads, repetitions, [&](int t, int r) {
    rt::atomic_update<rt::op_add>(sum, r % 2);
    rt::atomic_update<rt::op_min>(least, 7 + (t + r) % 100);
    rt::atomic_update<rt::op_max>(most, t * repetitions + r);
    if (r % 1000 == 0) rt::atomic_update<rt::op_mul>(product, 2);
  });
  CHECK(sum == static_cast<T>(threads * repetitions / 2));
  CHECK(least == static_cast<T>(7));
  CHECK(most == static_cast<T>(threads * repetitions - 1));
  CHECK(product == static_cast<T>(1 << 20));
}

TEST_CASE("atomic stress of bool, bits and complex products") {
  constexpr int threads = 4, repetitions = 2000;
  bool any = false, all = true;
  std::uint32_t bits = 0, mask = ~0u;
  std::complex<float> product(1);
  on_threads(threads, repetitions, [&](int t, int r) {
    rt::atomic_update<rt::op_or>(any, t == 2 && r == 1999);
    rt::atomic_update<rt::op_and>(all, !(t == 3 && r == 5));
    rt::atomic_update<rt::op_or>(bits, 1u << (r % 8 + 8 * t));
    rt::atomic_update<rt::op_and>(mask, ~(1u << (r % 8 + 8 * t)));
    rt::atomic_update<rt::op_mul>(product, std::complex<float>(0, 1));
  });
  CHECK(any);
  CHECK(!all);
  CHECK(bits == ~0u);
  CHECK(mask == 0u);
  CHECK(product == std::complex<float>(1));
}

TEST_CASE("the types of expressions in templates") {
  using c32 = std::complex<float>;
  using c64 = std::complex<double>;
  static_assert(std::is_same_v<rt::operand_t<signed char>, int>);
  static_assert(std::is_same_v<rt::operand_t<bool>, int>);
  static_assert(std::is_same_v<rt::operand_t<unsigned>, unsigned>);
  static_assert(std::is_same_v<rt::operand_t<insum::half>, float>);
  static_assert(std::is_same_v<rt::common_t<int, float>, float>);
  static_assert(std::is_same_v<rt::common_t<c32, double>, c64>);
  static_assert(std::is_same_v<rt::common_t<int, c32>, c32>);
  static_assert(std::is_same_v<rt::common_t<c32, c64>, c64>);
  static_assert(std::is_same_v<rt::with_scalar_t<double, float>, float>);
  static_assert(std::is_same_v<rt::with_scalar_t<double, int>, double>);
  static_assert(std::is_same_v<rt::with_scalar_t<double, c32>, c32>);
  static_assert(std::is_same_v<rt::with_scalar_t<c64, float>, c64>);
  static_assert(std::is_same_v<rt::real_t<long>, double>);
  static_assert(std::is_same_v<rt::real_t<float>, float>);
  static_assert(std::is_same_v<rt::magnitude_t<c32>, float>);
  const auto twice = [](auto x) { return x + x; };
  static_assert(std::is_same_v<rt::result_t<decltype(twice), float>, float>);
  CHECK(rt::common_t<int, double>(0.5) == 0.5);
}

namespace {

/// Throws where values do not belong together.
struct add_near {
  template <class T>
  static T identity() {
    return 0;
  }
  static int apply(int a, int b) {
    if (b - a > 1) throw b;
    return a + b;
  }
};

template <class Op, class T>
T combined(bool both, T a, T b, T one) {
  return rt::detail::combined_where<Op>(both, a, b, one);
}

}  // namespace

TEST_CASE("values are combined only where they belong together") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK(combined<rt::op_add, std::int64_t>(false, most, 1, most) == most);  // the sanitizer tells an overflow
  CHECK(combined<rt::op_mul, std::int64_t>(false, most, 2, 2) == 2);
  CHECK(combined<rt::op_add, std::int64_t>(true, most - 1, 1, most - 1) == most);
  CHECK(combined<rt::op_mul, std::int32_t>(true, 6, 7, 6) == 42);
  CHECK(combined<rt::op_min, int>(true, 6, 5, 6) == 5);
  CHECK(combined<rt::op_min, int>(false, 6, 5, 6) == 6);
  CHECK(combined<rt::op_max, std::uint8_t>(false, 3, 5, 3) == 3);
  CHECK(combined<rt::op_and, int>(true, 6, 3, 6) == 2);
  CHECK(combined<rt::op_and, bool>(false, true, false, true));
  CHECK(combined<rt::op_or, bool>(true, false, true, false));
  CHECK(combined<rt::op_add, double>(true, 1, 2, 1) == 3);
  CHECK(std::signbit(combined<rt::op_add, double>(false, -0.0, 2, -0.0)));
  CHECK(combined<rt::op_add, std::complex<float>>(true, 1, 2, 1) == 3.0f);
  CHECK(static_cast<float>(
            combined<rt::op_add, insum::half>(true, insum::half(1), insum::half(2), insum::half(1))) == 3);
  CHECK(combined<add_near, int>(false, 1, 100, 100) == 100);
  CHECK(combined<add_near, int>(true, 1, 2, 1) == 3);
}
