// Rows that are written where there is room for all of them.
#include <cstdint>

#include "doctest/doctest.h"
#include "insum/rt/kernel.hpp"

namespace rt = insum::rt;

TEST_CASE("rows that are written with room made before them") {
  using level = rt::compressed_part<std::int32_t, std::int16_t>;
  rt::part<float, level> part;
  for (std::int64_t row = 2; row < 50; ++row) {
    rt::row_writer writer(part.level<0>(), part.values, row);
    for (std::int64_t c = 0; c < row; ++c)
      if (c % 3 == 1) writer.push(c, static_cast<float>(c) * 0.5f);
    CHECK(writer.count() == (row + 1) / 3);
    if (writer.count() > 0) writer.close(row);
  }
  rt::row_writer empty(part.level<0>(), part.values, 100);
  CHECK(empty.count() == 0);
  std::int64_t at = 0;
  for (std::int64_t row = 2; row < 50; ++row) {
    CHECK(part.level<0>().pos[row - part.level<0>().first] == at);
    for (std::int64_t c = 1; c < row; c += 3, ++at) {
      CHECK(part.level<0>().crd[at] == c);
      CHECK(part.values[at] == static_cast<float>(c) * 0.5f);
    }
  }
  CHECK(part.values.size() == at);

  rt::part<int, rt::listed_part<int>, rt::listed_part<int>> pairs;
  for (int row = 0; row < 4; ++row) {
    rt::row_writer writer(pairs.level<1>(), pairs.values, row);
    for (int c = 0; c < row; ++c) writer.push(c, row + c);
    if (writer.count() == 0) continue;
    pairs.level<0>().repeat(row, writer.count());
    writer.close();
  }
  CHECK(pairs.level<0>().crd.size() == 6);
  CHECK(pairs.level<0>().crd[3] == 3);
  CHECK(pairs.level<1>().crd[5] == 2);
  CHECK(pairs.values[5] == 5);
}
