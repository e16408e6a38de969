#pragma once
#include "insum/insum.hpp"
#include "rulebook.hpp"

using Matches = insum::csr<int>;  // [27, output voxels]: 1 + the input that an output meets at an offset
using Ints = std::vector<int>;

// The 27 offsets, each coordinate plus 1: 0, 1 or 2.
struct Ways {
  Ints x, y, z;
};

// A rulebook in two steps, both Einsums: which inputs are where, found in the inputs' tree, and the entries
// in groups. Group g has the entries P[g] ... P[g] + L[g] - 1; what its last rules find beyond has the share
// 0.
namespace generated {
void find_rules(const Tree& tree, int stride, const Ways& D, const Ints& X, const Ints& Y, const Ints& Z,
                Matches& N);
void fill_groups(const Matches& N, const Ints& P, const Ints& L, Rulebook& book);
}  // namespace generated
namespace handwritten {
void find_rules(const Tree& tree, int stride, const Ways& D, const Ints& X, const Ints& Y, const Ints& Z,
                Matches& N);
void fill_groups(const Matches& N, const Ints& P, const Ints& L, Rulebook& book);
}  // namespace handwritten
