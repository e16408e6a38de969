// Runs a loop nest on made-up memory.
#pragma once
#include <vector>

#include "agree/memory.h"
#include "nest/loop_nest.h"

namespace insum::agree {

/// What the names of a nest stand for.
struct Meaning {
  std::vector<std::string> arrays;        // in memory, by number
  std::map<std::string, double> scalars;  // by their C++
};

/// Throws Unknown where the nest needs what has no meaning, or takes too long. Returns the elements that were
/// written, by the array's number.
std::map<int, std::map<long long, double>> run_nest(const nest::Nest& nest, const Meaning& meaning,
                                                    Memory& memory);

}  // namespace insum::agree
