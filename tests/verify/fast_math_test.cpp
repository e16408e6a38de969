// Values are compared as they are where the program is built with -ffast-math, which lets compilers forget
// that there are numbers that are not finite.
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <insum/statement.hpp>
#include <vector>

namespace {

volatile std::uint64_t bits_of_infinity = 0x7ff0000000000000, bits_of_nan = 0x7ff8000000000000;

}  // namespace

TEST_CASE("numbers that are not finite agree with themselves only") {
  using insum::statement::agree;
  const double infinity = std::bit_cast<double>(+bits_of_infinity), nan = std::bit_cast<double>(+bits_of_nan);
  const insum::statement::tolerance allowed{1e-9, 1e-9};
  CHECK(agree<double>(nan, nan, allowed));
  CHECK(agree<double>(infinity, infinity, allowed));
  CHECK(!agree<double>(nan, 1, allowed));
  CHECK(!agree<double>(1, nan, allowed));
  CHECK(!agree<double>(infinity, 1, allowed));
  CHECK(!agree<double>(1, infinity, allowed));
  CHECK(!agree<double>(-infinity, infinity, allowed));
}

TEST_CASE("so in arrays") {
  for (const std::uint64_t bits : {+bits_of_infinity, +bits_of_nan})
    for (const std::size_t at : {std::size_t{300}, std::size_t{599}}) {
      std::vector<double> one(600, 1), other(600, 1);
      const auto agree = [&] {
        return insum::statement::detail::all_agree<double>(one.data(), other.data(), 0, 600, {1e-9, 1e-9});
      };
      CHECK(agree());
      one[at] = std::bit_cast<double>(bits);
      CHECK(!agree());
      std::swap(one[at], other[at]);
      CHECK(!agree());
    }
}
