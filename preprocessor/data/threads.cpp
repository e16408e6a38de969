#include "data/commands.h"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace insum::data {

void use_threads(int count) {
#ifdef _OPENMP
  omp_set_num_threads(count);
#else
  static_cast<void>(count);
#endif
}

}  // namespace insum::data
