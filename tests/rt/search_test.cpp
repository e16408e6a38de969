// Positions of coordinates in ascending segments.
#include <cstdint>
#include <random>
#include <vector>

#include "doctest/doctest.h"
#include "insum/rt/kernel.hpp"

namespace rt = insum::rt;

TEST_CASE("seek and search") {
  std::mt19937 random(5);
  std::int64_t wrong = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint16_t> crd;
    const std::size_t n = random() % 70;
    const std::uint32_t gap = 1 + static_cast<std::uint32_t>(random() % 5);
    std::uint32_t c = 1;
    for (std::size_t i = 0; i < n; ++i)
      crd.push_back(static_cast<std::uint16_t>(c += static_cast<std::uint32_t>(random()) % gap));
    const auto size = static_cast<std::int64_t>(n);
    for (std::int64_t begin = 0; begin <= size; ++begin)
      for (std::int64_t x = -1; x < static_cast<std::int64_t>(c) + 2; ++x) {
        std::int64_t q = begin;
        while (q < size && crd[static_cast<std::size_t>(q)] - 1 < x) ++q;
        wrong += rt::seek(crd.data(), begin, size, x, 1) != q;
        wrong += rt::search(crd.data(), begin, size, x, 1) != q;
        if (begin < size)  // as a GPU searches
          wrong += rt::detail::halve(crd.data(), static_cast<unsigned>(begin),
                                     static_cast<unsigned>(size - begin), x, 1) != static_cast<unsigned>(q);
      }
    wrong += rt::seek(crd.data(), 0, size, rt::no_coordinate, 1) != size;
    for (std::int64_t p = 0; p < size; ++p) {
      std::int64_t q = p + 1;
      while (q < size && crd[static_cast<std::size_t>(q)] == crd[static_cast<std::size_t>(p)]) ++q;
      wrong += rt::segment_end(crd.data(), p, size) != q;
    }
  }
  CHECK(wrong == 0);
  struct entry {
    std::int32_t column;
    double value;
  };
  const entry row[] = {{1, 0}, {4, 0}, {4, 0}, {9, 0}};
  CHECK(rt::search(rt::field(row, &entry::column), 0, 4, 9, 0) == 3);
  CHECK(rt::seek(rt::field(row, &entry::column), 0, 4, 3, 0) == 1);
  CHECK(rt::segment_end(rt::field(row, &entry::column), 1, 4) == 3);
}

TEST_CASE("the indices of two loops that run as one") {
  static_assert(rt::quotient(17, 5) == 3 && rt::remainder(17, 5) == 2);
  static_assert(rt::quotient(std::int64_t{3} << 40, std::int64_t{1} << 40) == 3);
  static_assert(rt::remainder((std::int64_t{3} << 40) + 7, std::int64_t{1} << 40) == 7);
  static_assert(rt::quotient(17, 0) == 0 && rt::remainder(17, 0) == 0);
}
