// A block that says what a loop nest computes, and what a run of both needs.
#pragma once
#include <string>
#include <vector>

#include "nest/polynomial.h"

namespace insum::suggest {

enum class FillKind {
  values,      // `length` numbers
  indices,     // `length` coordinates below `range`
  positions,   // `length` rows of entries: `length` + 1 positions
  entries,     // one for each entry of the positions `of`: coordinates below `range`, or numbers
  counts,      // `length` numbers of entries, each up to `range`
  rows         // pointers to as many entries each as the counts `of` say: coordinates or numbers, as above
};

/// How the memory behind an array is made, in the order in which it can be.
struct Fill {
  FillKind kind = FillKind::values;
  int array = -1;
  nest::Polynomial length, range;  // a range without terms: numbers
  int of = -1;                     // positions or counts of the entries, as an array
  bool padded = false;             // some coordinates are -1
  nest::Polynomial origin = {};    // the element that is the first of these
  long long base = 0;              // what positions and coordinates begin at
  std::vector<nest::Polynomial> lengths = {};  // where several tensors begin in it: of each of the others
};

struct Suggestion {
  std::vector<std::string> directives;  // what stands behind "#pragma insum "
  std::vector<std::string> notes;       // what the loop does not say and the block takes for granted
  bool several_in_loop = false;         // Einsums, in one loop of the nest
  std::vector<Fill> fills;
  std::vector<std::string> sizes;       // C++ integers that the block names and the loop does not
  std::vector<nest::Variable> objects;  // whose members these are, where the loop names none
  /// A distance between rows is at least their length: text of the distance, the length.
  std::vector<std::pair<std::string, nest::Polynomial>> distances;
};

/// Thrown: the nest is no Einsum over storage that a tensor line can name.
struct NoEinsum {
  std::string reason;
  std::string advice = {};  // "say so, by ...": what a block that is written by hand can
};

/// Blocks for the nest, the one to be preferred first. Throws NoEinsum.
std::vector<Suggestion> recognise(const nest::Nest& nest);

}  // namespace insum::suggest
