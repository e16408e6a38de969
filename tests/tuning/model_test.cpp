// The cache model of tiles.
#include <doctest/doctest.h>
#include <insum/tuning/model.hpp>

#include <random>

using namespace insum::tuning;

namespace {

constexpr machine one_thread{1 << 20, 1};

/// C[i,j] = A[i,p] * B[p,j] over doubles, indices i, j, p.
problem product(std::int64_t m, std::int64_t n, std::int64_t k) {
  return {{m, n, k}, {{m * k * 8, 5}, {k * n * 8, 6}, {m * n * 8, 3}}};
}

double footprint(const problem& p, const std::vector<std::int64_t>& widths) {
  double all = 0;
  for (const operand& each : p.operands) {
    auto part = static_cast<double>(each.bytes);
    for (std::size_t n = 0; n < widths.size(); ++n)
      if (each.indices >> n & 1U)
        part *= std::min(1.0, static_cast<double>(widths[n]) / static_cast<double>(p.sizes[n]));
    all += part;
  }
  return all;
}

}  // namespace

TEST_CASE("sizes are rounded up to powers of two") {
  CHECK(rounded_up(-5) == 1);
  CHECK(rounded_up(0) == 1);
  CHECK(rounded_up(1) == 1);
  CHECK(rounded_up(65) == 128);
  CHECK(rounded_up(128) == 128);
  CHECK(rounded_up(INT64_MAX) == std::int64_t{1} << 61);
}

TEST_CASE("what a cache holds has one tile") {
  const problem p = product(64, 64, 64);
  CHECK(modelled_widths(p, one_thread) == std::vector<std::int64_t>{64, 64, 64});
}

TEST_CASE("tiles of a large product fit the cache") {
  const problem p = product(4096, 4096, 4096);
  const std::vector<std::int64_t> widths = modelled_widths(p, one_thread);
  CHECK(footprint(p, widths) <= 0.75 * (1 << 20));
  CHECK(footprint(p, widths) > 0.1 * (1 << 20));
  CHECK(moved_bytes(p, widths, one_thread) < moved_bytes(p, {4096, 4096, 4096}, one_thread) / 8);
  CHECK(moved_bytes(p, widths, one_thread) < moved_bytes(p, {8, 8, 8}, one_thread) / 8);
}

TEST_CASE("threads get tiles of the outermost index") {
  const problem p = product(512, 64, 64);
  CHECK(modelled_widths(p, one_thread)[0] == 512);
  CHECK(modelled_widths(p, {1 << 20, 8})[0] <= 64);
}

TEST_CASE("widths are powers of two within the sizes, whatever these are") {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    problem p;
    const std::size_t count = 1 + random() % 5;
    for (std::size_t n = 0; n < count; ++n)
      p.sizes.push_back(rounded_up(static_cast<std::int64_t>(random() >> (1 + random() % 62))));
    for (std::size_t a = random() % 5; a > 0; --a)
      p.operands.push_back({rounded_up(static_cast<std::int64_t>(random() >> (1 + random() % 62))),
                            static_cast<std::uint32_t>(random() % (1U << count))});
    const std::vector<std::int64_t> widths =
        modelled_widths(p, {std::int64_t{1} << random() % 30, 1 + static_cast<int>(random() % 64)});
    REQUIRE(widths.size() == count);
    for (std::size_t n = 0; n < count; ++n) {
      CHECK(widths[n] >= least_width);
      CHECK(widths[n] <= most_width(p, n));
      CHECK(rounded_up(widths[n]) == widths[n]);
    }
  }
}
