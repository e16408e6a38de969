#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <insum/core/buffer.hpp>
#include <insum/core/types.hpp>
#include <limits>
#include <vector>

using insum::bfloat16;
using insum::buffer;
using insum::half;

TEST_CASE("half keeps what binary16 can hold and rounds the rest to nearest even") {
  static_assert(half(1.5f).bits() == 0x3e00);
  static_assert(static_cast<float>(half::from_bits(0x7bff)) == 65504.0f);
  for (int bits = 0; bits < 0x7c00; ++bits) {
    const half h = half::from_bits(static_cast<std::uint16_t>(bits));
    CHECK(half(static_cast<float>(h)).bits() == bits);
    const half minus = half::from_bits(static_cast<std::uint16_t>(bits | 0x8000));
    CHECK(static_cast<float>(minus) == -static_cast<float>(h));
  }
  CHECK(half(2049.0f) == 2048.0f);
  CHECK(half(2051.0f) == 2052.0f);
  CHECK(std::isinf(static_cast<float>(half(65520.0f))));
  CHECK(half(65519.0f) == 65504.0f);
  CHECK(half(0x1p-24f).bits() == 1);
  CHECK(half(0x1p-26f).bits() == 0);
  CHECK(std::isnan(static_cast<float>(half(std::numeric_limits<float>::quiet_NaN()))));
}

TEST_CASE("bfloat16 is the rounded upper half of a float") {
  CHECK(bfloat16(1.0f).bits() == 0x3f80);
  CHECK(bfloat16(257.0f) == 256.0f);
  CHECK(bfloat16(259.0f) == 260.0f);
  CHECK(std::isinf(static_cast<float>(bfloat16(std::numeric_limits<float>::max()))));
  CHECK(std::isnan(static_cast<float>(bfloat16(std::numeric_limits<float>::quiet_NaN()))));
}

TEST_CASE("arithmetic of 16-bit types is done in float") {
  half h(2);
  h += 0.5f;
  h = h * h + 1;
  CHECK(h == 7.25f);
  bfloat16 b(1.0);
  b /= 4;
  CHECK(b == 0.25f);
  static_assert(std::is_same_v<decltype(h * b), float>);
  static_assert(std::is_same_v<insum::accumulator<half>, float>);
  static_assert(std::is_same_v<insum::accumulator<double>, double>);
  static_assert(insum::value_like<std::complex<float>> && insum::is_complex<std::complex<float>>);
  static_assert(!insum::value_like<std::vector<float>> && !insum::index_like<bool> &&
                !insum::index_like<float>);
}

TEST_CASE("buffer behaves like a vector") {
  buffer<int> a{3, 1, 2};
  a.push_back(7);
  CHECK(a == buffer<int>{3, 1, 2, 7});
  CHECK(a.back() == 7);
  a.resize(6, 9);
  CHECK(a[5] == 9);
  a.resize(2);
  CHECK(a == buffer<int>(std::vector<int>{3, 1}));
  buffer<int> moved = std::move(a);
  CHECK(moved.size() == 2);
  buffer<int> copy = moved;
  copy[0] = 0;
  CHECK(moved[0] == 3);
  moved = copy;
  CHECK(moved[0] == 0);
  const buffer<int>& itself = moved;
  moved = itself;
  CHECK(moved.size() == 2);
  copy = {5};
  CHECK(copy == buffer<int>{5});
  copy.clear();
  copy.shrink_to_fit();
  CHECK((copy.empty() && copy.capacity() == 0));
  CHECK(reinterpret_cast<std::uintptr_t>(buffer<double>(3).data()) % buffer<double>::alignment == 0);
  const std::vector<short> shorts{4, 5};
  CHECK(buffer<int>(shorts.begin(), shorts.end()) == buffer<int>{4, 5});
}

TEST_CASE("buffer of bool has one byte an element, and too long a buffer is refused") {
  buffer<bool> flags(3, true);
  flags.data()[1] = false;
  CHECK((flags[0] && !flags[1] && flags[2]));
  CHECK_THROWS_AS(buffer<double>(std::numeric_limits<std::size_t>::max() / 4), std::length_error);
}
