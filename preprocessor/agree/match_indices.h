// Elements as a loop and an Einsum name them, and which index of the loop is which of the Einsum's.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "nest/loop_nest.h"
#include "nest/polynomial.h"

namespace insum::agree {

/// Those of one array.
struct ElementList {
  std::vector<std::string> texts;
  std::vector<nest::Polynomial> offsets;
};
using Formulas = std::map<std::string, ElementList>;  // by the array

/// An index of a loop or an Einsum, which is no variable of its name.
nest::ExprPtr index_atom(const std::string& name);

bool covers(const std::vector<nest::Polynomial>& all, const std::vector<nest::Polynomial>& these);

/// Arrays of which the statement accesses other elements than the Einsum does; what only one of them accesses
/// is none, nor is what may be anywhere. An array that is written and read is accessed by both together.
struct OtherElements {
  bool writes;
  std::string array;
};
std::vector<OtherElements> other_elements(const Formulas& written, const Formulas& read,
                                          const Formulas& einsum);

/// Has the loop's indices named as the Einsum's in the offsets, in the way that leaves the fewest arrays with
/// other elements.
void match_indices(Formulas& written, Formulas& read, const Formulas& einsum);

}  // namespace insum::agree
