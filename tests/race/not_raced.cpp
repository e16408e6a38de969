// Blocks without a choice.
#include <insum/insum.hpp>

#include "../verify/cases.hpp"
#include "clock.hpp"

CASE(blocks_without_a_choice, "") {
  double x[3] = {1, 2, 3}, y[3];
#pragma insum y[i] = 2 * x[i]
  INSUM_REQUIRED;
  EXPECT(y[2] == 6);
#pragma insum y[i] = 3 * x[i]
#pragma insum deterministic
  for (int i = 0; i < 3; ++i) y[i] = 3 * x[i];
  EXPECT(y[2] == 9);
}
