#ifdef FIXED
#define INSUM_PREPROCESSING
#endif
#include <insum/insum.hpp>

constexpr int choose(int x) {
  switch (x) {
    case 0:
      INSUM_REQUIRED;
      break;
    default:
      if (x > 3)
        INSUM_REQUIRED;
      else
        for (int i = 0; i < x; ++i) INSUM_REQUIRED;
  }
  return x;
}
static_assert(choose(4) == 4);
