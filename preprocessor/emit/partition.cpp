#include "emit/partition.h"

#include "emit/c_expression.h"
#include "support/internal_error.h"

namespace insum::emit {

using namespace loops;

std::string partition_of(const ParallelFor& n) {
  const std::string range = to_cpp(n.begin) + ", " + to_cpp(n.end);
  const std::string weight = ", " + to_cpp(n.weight);
  switch (n.balance) {
    case ParallelFor::Balance::equal:
      return "insum::rt::equal{" + range + weight + "}";
    case ParallelFor::Balance::dynamic:
      return "insum::rt::dynamic{" + range + weight + "}";
    case ParallelFor::Balance::fixed:
      return "insum::rt::fixed{" + range + weight + "}";
    case ParallelFor::Balance::prefix:
      return "insum::rt::balanced(" + range + weight + ", [&](std::int64_t " + n.prefix_var + ") { return " +
             to_cpp(n.prefix) + "; })";
    case ParallelFor::Balance::segments:
      return "insum::rt::segments(" + to_cpp(n.coordinates) + ", " + range + weight + ")";
  }
  internal_error("a partition of no kind");
}

}  // namespace insum::emit
