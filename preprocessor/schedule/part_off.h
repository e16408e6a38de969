// A part of a nest's term gets a nest and a dense workspace of its own.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "schedule/chain.h"
#include "schedule/match_expression.h"

namespace insum::schedule {

/// Which part, and the workspace that it fills.
struct Part {
  Factors factors;                    // of the nest's term: those that go there, and the others
  std::vector<index::Var> indices;    // loops of the nest that are the workspace's modes
  std::vector<std::string> producer;  // how the part's own nest calls them
  std::string name;
  bool exact = false;  // what the part does not store is zero, whatever it is multiplied by
  ElementType type =
      ElementType::none;  // of its products, and so of the workspace; none: as C++ computes them
  /// What loopfuse says of it. Loops keep their order; those of `around`, the outermost ones, stay around
  /// both nests; the workspace takes the place of the part, behind so many of the other factors.
  struct Branch {
    std::vector<index::Var> around;
    std::size_t place = 0;
  };
  std::optional<Branch> branch = {};
};

/// The two nests in the place of one.
struct Parted {
  Chain producer, consumer;
};

/// Says why a part cannot be taken off, and what to do about it.
using Refuse = std::function<void(const std::string& why, const std::string& remedy)>;

/// The outermost loops of a nest that can be around both the nest of a part of its term and the nest of what
/// is left: both have them, `context` in any case, at least as far as the part depends on it.
std::vector<index::Var> loops_to_share(const Chain& chain, const Factors& factors,
                                       const std::vector<index::Var>& context, const index::Program& program);

/// S(e(i)) -> W[i] = e(i), S(W[i]); nothing where that is refused. What the part is no function of has loops
/// in the consumer alone, what only the part has an index of is reduced in the producer; loops of both stand
/// around the workspace, which has a mode for each, and come to the same rows of an operand (shared_rows.h).
/// `made`: new indices of nests before this one, by name.
std::optional<Parted> part_off(const Chain& chain, const Part& part, index::Program& program,
                               std::map<std::string, index::Var>& made, const Refuse& refuse);

}  // namespace insum::schedule
