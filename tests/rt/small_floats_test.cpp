// half and bfloat16 by vectors against their conversion one by one, for every bit pattern and for values
// between them.
#include <cstdint>
#include <cstring>
#include <vector>

#include "doctest/doctest.h"
#include "insum/core/types.hpp"
#include "insum/rt/kernel.hpp"

namespace rt = insum::rt;

namespace {

std::uint32_t bits_of(float x) {
  std::uint32_t result = 0;
  std::memcpy(&result, &x, sizeof x);
  return result;
}

bool is_nan(float x) { return x != x; }

}  // namespace

TEST_CASE_TEMPLATE("every pattern is loaded and stored as by the type itself", S, insum::half,
                   insum::bfloat16) {
  constexpr std::int64_t n = 65536;
  std::vector<S> source, target(n);
  for (std::int64_t i = 0; i < n; ++i) source.push_back(S::from_bits(static_cast<std::uint16_t>(i)));
  std::vector<float> values(n);
  rt::for_tiles<float>(0, n, [&](auto tile, std::int64_t i) INSUM_RT_LAMBDA {
    const auto x = tile.load(source.data() + i);
    tile.store(values.data() + i, x);
    tile.store(target.data() + i, x);
  });
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const float expected = static_cast<float>(source[i]);
    if (is_nan(expected))
      wrong += !is_nan(values[i]) || !is_nan(static_cast<float>(target[i]));
    else
      wrong += bits_of(values[i]) != bits_of(expected) || target[i].bits() != source[i].bits();
  }
  CHECK(wrong == 0);
}

TEST_CASE_TEMPLATE("rounding is that of the type", S, insum::half, insum::bfloat16) {
  std::vector<float> values;
  for (std::uint32_t i = 0; i < 65536; ++i)
    for (const std::uint32_t low : {0u, 1u, 0x0fffu, 0x1000u, 0x1001u, 0x7fffu, 0x8000u, 0x8001u}) {
      const std::uint32_t bits = (i << 16) | low;
      float x = 0;
      std::memcpy(&x, &bits, sizeof x);
      if (!is_nan(x)) values.push_back(x);
    }
  const std::int64_t n = static_cast<std::int64_t>(values.size());
  std::vector<S> stored(values.size());
  rt::for_tiles<float>(0, n, [&](auto tile, std::int64_t i) INSUM_RT_LAMBDA {
    tile.store(stored.data() + i, tile.load(values.data() + i));
  });
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < values.size(); ++i) wrong += stored[i].bits() != S(values[i]).bits();
  CHECK(wrong == 0);
}
