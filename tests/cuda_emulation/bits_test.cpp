// Operations on bits, minima, conversions of bits, vectors.
#include <limits>

#include <cuda_runtime.h>
#include "doctest/doctest.h"

TEST_CASE("bits") {
  CHECK(__popc(0xf0f1u) == 9);
  CHECK(__popcll(0xf000000000000001ull) == 5);
  CHECK(__clz(0) == 32);
  CHECK(__clz(1) == 31);
  CHECK(__clz(-1) == 0);
  CHECK(__clzll(1) == 63);
  CHECK(__clzll(0) == 64);
  CHECK(__ffs(0) == 0);
  CHECK(__ffs(8) == 4);
  CHECK(__ffsll(0) == 0);
  CHECK(__ffsll(1ll << 40) == 41);
  CHECK(__brev(1u) == 0x80000000u);
  CHECK(__brev(0x00f0000fu) == 0xf0000f00u);
  CHECK(__brevll(2ull) == 0x4000000000000000ull);
  CHECK(__umulhi(0x80000000u, 6u) == 3u);
  CHECK(__mulhi(-0x40000000, 8) == -2);
  CHECK(__umul64hi(1ull << 63, 10ull) == 5ull);
  CHECK(__float_as_int(1.0f) == 0x3f800000);
  CHECK(__int_as_float(0x40000000) == 2.0f);
  CHECK(__float_as_uint(-0.0f) == 0x80000000u);
  CHECK(__uint_as_float(0x3f000000u) == 0.5f);
  CHECK(__longlong_as_double(__double_as_longlong(-3.25)) == -3.25);
}

TEST_CASE("minima and maxima") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(min(3, -4) == -4);
  CHECK(max(3u, 4u) == 4u);
  CHECK(max(3ll, -4ll) == 3ll);
  CHECK(min(nan, 2.0) == 2.0);
  CHECK(max(-1.0f, std::numeric_limits<float>::quiet_NaN()) == -1.0f);
}

TEST_CASE("arithmetic that is rounded once") {
  const float a = 1.0f + 0x1p-12f;
  CHECK(__fmaf_rn(a, a, -1.0f) == 0x1p-11f + 0x1p-24f);
  CHECK(__fadd_rn(__fmul_rn(a, a), -1.0f) == 0x1p-11f);
  CHECK(rsqrtf(4.0f) == 0.5f);
  CHECK(rsqrt(16.0) == 0.25);
  CHECK(__saturatef(1.5f) == 1.0f);
  CHECK(__saturatef(std::numeric_limits<float>::quiet_NaN()) == 0.0f);
}

TEST_CASE("vectors") {
  static_assert(sizeof(float3) == 12 && alignof(float3) == 4);
  static_assert(sizeof(float2) == 8 && alignof(float2) == 8);
  static_assert(sizeof(float4) == 16 && alignof(float4) == 16);
  static_assert(sizeof(double2) == 16 && alignof(double2) == 16);
  static_assert(sizeof(uchar4) == 4 && alignof(uchar4) == 4);
  static_assert(sizeof(longlong2) == 16 && alignof(longlong2) == 16);
  const float4 v = make_float4(1, 2, 3, 4);
  CHECK(v.x + 10 * v.y + 100 * v.z + 1000 * v.w == 4321);
  const dim3 d(5, 6);
  CHECK(d.x == 5);
  CHECK(d.y == 6);
  CHECK(d.z == 1);
}
