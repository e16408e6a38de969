// Runs a loop nest on made-up memory.
#pragma once
#include <set>
#include <vector>

#include "agree/memory.h"
#include "nest/loop_nest.h"

namespace insum::agree {

/// What the names of a nest stand for.
struct Meaning {
  std::vector<std::string> arrays;        // in memory, by number
  std::map<std::string, double> scalars;  // by their C++
};

/// Which ways a nest went.
struct Decisions {
  /// What comparisons, other conditions, minima and maxima came to: 1 for false or the first argument, 2 for
  /// true or the second, 3 for both. Of i % c, i / c and i & c: 1 where c changes nothing, 3 where it does.
  std::map<nest::ExprPtr, unsigned> values;
  std::set<int> entered;  // loops

  void add(const Decisions& others);
};

struct Run {
  std::map<int, std::map<long long, double>> written;  // elements by the array's number
  /// A whole number below 0 was compared: unsigned ones are not below 0.
  bool compares_negatives = false;
  /// Elements that a constant next to 0 took part in, in place of what data gave: z / (d == 0 ? 1e-300 : d).
  std::map<int, std::set<long long>> guarded;
  Decisions decided;
};

/// A constant that only keeps what is 0 from being divided by.
bool is_guard(double value);

/// Throws Unknown where the nest needs what has no meaning, or takes too long.
Run run_nest(const nest::Nest& nest, const Meaning& meaning, Memory& memory);

}  // namespace insum::agree
