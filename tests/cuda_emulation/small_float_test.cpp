// The numbers of 16 bits: rounding, all bit patterns, arithmetic, what kernels do with them.
#include "emulation_test.hpp"
#include "kernels/small_floats.cuh"

#include <cmath>
#include <limits>

using cuda_test::device_array;
using cuda_test::in_all_orders;
using cuda_test::run;

namespace {

template <class T>
std::vector<T> all_finite() {
  std::vector<T> values;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const T value = T::of_bits(static_cast<std::uint16_t>(bits));
    if (std::isfinite(static_cast<float>(value))) values.push_back(value);
  }
  return values;
}

/// The nearest of all finite values, the even one of two: the definition, without any arithmetic on bits.
template <class T>
T nearest_by_search(double x) {
  static const std::vector<T> values = all_finite<T>();
  T best = values[0];
  for (const T value : values) {
    const double distance = std::fabs(static_cast<double>(static_cast<float>(value)) - x);
    const double least = std::fabs(static_cast<double>(static_cast<float>(best)) - x);
    if (distance < least || (distance == least && (value.bits() & 1) == 0 && (best.bits() & 1) != 0))
      best = value;
  }
  return best;
}

template <class T>
void check_bits_and_back() {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const T value = T::of_bits(static_cast<std::uint16_t>(bits));
    const float wide = value;
    if (std::isnan(wide))
      REQUIRE(T(wide).bits() == 0x7fff);
    else
      REQUIRE(T(wide).bits() == bits);
  }
}

template <class T>
void check_sums() {
  in_all_orders([] {
    const device_array<T> sum(std::vector<T>{T(0.0f)}), shuffled(32);
    run(1, 32, cuda_test::add_small<T>, sum.data(), shuffled.data());
    CHECK(static_cast<float>(sum.values()[0]) == 48.0f);
    const std::vector<T> got = shuffled.values();
    for (unsigned i = 0; i < 32; ++i) CHECK(static_cast<float>(got[i]) == static_cast<float>((i ^ 3u) + 1));
  });
}

}  // namespace

TEST_CASE("all bit patterns become floats and come back") {
  check_bits_and_back<__half>();
  check_bits_and_back<__nv_bfloat16>();
}

TEST_CASE("known values") {
  CHECK(__half(1.0f).bits() == 0x3c00);
  CHECK(__half(-2.0f).bits() == 0xc000);
  CHECK(__half(65504.0f).bits() == 0x7bff);
  CHECK(__half(65519.0f).bits() == 0x7bff);
  CHECK(__half(65520.0f).bits() == 0x7c00);
  CHECK(__half(0x1p-24f).bits() == 1);
  CHECK(__half(0x1p-25f).bits() == 0);
  CHECK(__half(0x1.8p-25f).bits() == 1);
  CHECK(__half(-0.0f).bits() == 0x8000);
  CHECK(__half(2049.0f).bits() == __half(2048.0f).bits());
  CHECK(__half(2051.0f).bits() == __half(2052.0f).bits());
  CHECK(__half(1.0 + 0x1p-11 + 0x1p-40).bits() == 0x3c01);  // as float it would be a tie
  CHECK(__nv_bfloat16(1.0f).bits() == 0x3f80);
  CHECK(__nv_bfloat16(3.4e38f).bits() == 0x7f80);
  CHECK(__nv_bfloat16(0x1p-133f).bits() == 1);
  CHECK(__nv_bfloat16((1ll << 62) + (1ll << 54) + 1).bits() == 0x5e81);
  CHECK(__half(std::numeric_limits<long long>::min()).bits() == 0xfc00);
}

TEST_CASE("rounding is to the nearest value") {
  for (const double x :
       {0.1, -3.14159, 1e-6, 5.96e-8, 6.1e-5, 12345.678, -65503.9, 1.00048828125, 1.00146484375, 3e-8}) {
    CHECK(__half(x).bits() == nearest_by_search<__half>(x).bits());
    CHECK(__nv_bfloat16(x).bits() == nearest_by_search<__nv_bfloat16>(x).bits());
  }
}

TEST_CASE("arithmetic") {
  const __half a = 1.5f, b = 0.1f;
  CHECK(static_cast<float>(a + b) == static_cast<float>(__half(1.5f + static_cast<float>(b))));
  CHECK(static_cast<float>(a * a) == 2.25f);
  CHECK((a / __half(0.0f)).bits() == 0x7c00);
  CHECK((-a).bits() == 0xbe00);
  CHECK(__hfma(__half(1.0f + 0x1p-10f), __half(1.0f + 0x1p-10f), __half(-1.0f)).bits() ==
        __half(0x1p-9f + 0x1p-20f).bits());
  // The product is halfway between two numbers; what is added is too small for a double, but decides.
  const __nv_bfloat16 c = 1.0625f, little = 0x1p-100f;
  CHECK(static_cast<float>(__hfma(c, c, little)) == 1.1328125f);
  CHECK(static_cast<float>(__hfma(c, c, -little)) == 1.125f);
  CHECK(static_cast<float>(c * c) == 1.125f);
  CHECK(a > b);
  CHECK(b <= a);
  CHECK(a != b);
  const __half nan = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(nan == nan);
  CHECK(nan != nan);
  CHECK_FALSE(__hne(nan, nan));
  CHECK(__hisnan(nan));
  CHECK(__hisinf(__half(-1e6f)) == -1);
  CHECK(__hmax(nan, a).bits() == a.bits());
  CHECK(__hmin(a, b).bits() == b.bits());
  CHECK(__habs(__half(-3.0f)).bits() == 0x4200);
}

TEST_CASE("pairs") {
  const __half2 v = __floats2half2_rn(1.0f, 2.0f), w = __float2half2_rn(3.0f);
  CHECK(__low2float(v + w) == 4.0f);
  CHECK(__high2float(__hfma2(v, w, v)) == 8.0f);
  CHECK(__half22float2(__hmul2(v, w)).y == 6.0f);
  static_assert(sizeof(__half2) == 4 && alignof(__half2) == 4 && sizeof(__nv_bfloat16) == 2);
  const __nv_bfloat162 b = __floats2bfloat162_rn(1.0f, -2.0f);
  CHECK(__bfloat1622float2(b).y == -2.0f);
  CHECK(__bfloat162float(__high2bfloat16(b + b)) == -4.0f);
}

TEST_CASE("small floats in kernels") {
  check_sums<__half>();
  check_sums<__nv_bfloat16>();
}
