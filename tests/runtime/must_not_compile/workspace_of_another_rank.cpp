// A policy whose rank is not the result's.
#include <insum/formats.hpp>
#include <insum/workspace.hpp>

#ifdef FIXED
constexpr int rank = 2;
#else
constexpr int rank = 3;
#endif

insum::csr<double> use(insum::sparse_workspace<insum::coord_workspace<double, insum::op_add, rank>>& w) {
  return insum::compress<insum::csr<double>>(w);
}
