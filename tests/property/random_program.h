// Random blocks with small literal sizes, and random data for them.
#pragma once
#include <random>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "index_ir/interpret.h"
#include "resolve_fixture.h"

namespace insum::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  /// A number from 0 to n - 1.
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list.at(static_cast<std::size_t>(below(static_cast<int>(list.size()))));
  }

 private:
  std::mt19937 engine_;
};

/// Directives, one a line, for test::Run; the facts of the arrays they name.
struct RandomBlock {
  std::string text;
  FactTable facts;
};
RandomBlock random_block(Random& random);
/// Several Einsums over the same indices, which scatter into, store to and read the same arrays.
RandomBlock random_neighbours(Random& random);

/// Entries for every tensor of the caller's; elements of index arrays are coordinates.
index::State random_state(const index::Program& program, Random& random);

/// A command of any kind for some of the program's indices; it may be illegal.
ast::ScheduleCommand random_command(const index::Program& program, Random& random);

/// "split(i, i_o, i_i, 2)"
std::string to_string(const ast::ScheduleCommand& command);

}  // namespace insum::test
