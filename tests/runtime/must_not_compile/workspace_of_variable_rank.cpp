// A rank that is no constant: the message says what it is to be.
#include <insum/workspace.hpp>

struct list : insum::coord_workspace<double, insum::op_add, 2> {
  using coord_workspace::coord_workspace;
#ifndef FIXED
  static inline int rank = 2;
#endif
};

void use() { insum::sparse_workspace<list> w({3, 4}); }
