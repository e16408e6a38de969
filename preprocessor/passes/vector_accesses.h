// Places in arrays at which neighbouring iterations of a loop have neighbouring elements, so that a lane that
// has several of these iterations loads or stores their elements at once.
//
//   for j: .. b[k * n + j] ..   where b is an array that the host passes, and the host knows n
//     ->  4 floats at a time where b begins at a multiple of 16 bytes and n is a multiple of 4
//
// Does: finds out whether all that the iterations of a loop load and store is such a place, and what has to
// be so for that when the kernel is launched.
#pragma once
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "passes/host_values.h"

namespace insum::passes {

/// What vectors need of what the host passes to a kernel.
struct VectorNeeds {
  std::set<std::string> arrays;  // begin at multiples of 16 bytes, and have less than 2^32 elements
  std::vector<std::pair<loops::ExprPtr, int>> multiples;  // of so many
  bool atomics = false;                                   // the device adds to vectors atomically

  void add_multiple(const loops::ExprPtr& value, int of);
  void merge(const VectorNeeds& others);
};

class VectorAccesses {
 public:
  VectorAccesses(const loops::For& loop, const HostValues& host);

  /// So many iterations have elements that make a vector; 0: none do.
  int width() const { return width_; }
  /// Whether this place, which depends on the iteration, is one. `varying`: the variables of which each
  /// iteration has its own.
  bool take(const loops::Load& place, const std::set<std::string>& varying);
  /// ... to whose elements of this type others add as well.
  bool take_atomic(const loops::Pointer& place, const loops::Type& type,
                   const std::set<std::string>& varying);
  const VectorNeeds& needs() const { return needs_; }

 private:
  bool take_element(const loops::ExprPtr& array, const loops::ExprPtr& index,
                    const std::set<std::string>& varying);
  bool take_index(const loops::ExprPtr& index, const std::set<std::string>& varying, int& times_variable);
  bool take_factors(const loops::ExprPtr& product);
  bool take_known(const loops::ExprPtr& value);

  const HostValues& host_;
  std::string variable_;
  int width_ = 0;
  VectorNeeds needs_;
};

}  // namespace insum::passes
