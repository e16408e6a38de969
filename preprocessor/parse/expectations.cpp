#include "parse/expectations.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "support/internal_error.h"

namespace insum::parse {

namespace {

using antlr4::atn::ATNState;
using antlr4::atn::RuleTransition;
using antlr4::atn::Transition;

/// The alternatives that are alive, each a state of the automaton and a stack of open rules. Stacks are
/// shared: a node of the tree of stacks is made once and known by its number. States are known by their
/// numbers too, so that the order of what is found does not depend on addresses.
class Automaton {
 public:
  Automaton(const antlr4::atn::ATN& atn, std::size_t start) : atn_(atn) {
    enter(atn_.ruleToStartState[start]->stateNumber, node({0, no_parent, start, 0}));
  }

  /// Moves all alternatives over the next token; false, and nothing moved, where none accepts it.
  bool step(std::size_t token) {
    std::vector<Alternative> next;
    for (const Alternative& alternative : alive_)
      for (const Transition* transition : atn_.states[alternative.first]->transitions)
        if (!transition->isEpsilon() && transition->matches(token, 0, atn_.maxTokenType))
          next.emplace_back(transition->target->stateNumber, alternative.second);
    if (next.empty()) return false;
    alive_.clear();
    ++position_;
    for (const auto& [state, stack] : next) enter(state, stack);
    return true;
  }

  std::vector<Expectation> expected() const {
    std::vector<Expectation> list;
    for (const auto& [state, stack] : alive_)
      for (const Transition* transition : atn_.states[state]->transitions) {
        if (transition->isEpsilon()) continue;
        for (const ssize_t token : transition->label().toList())
          list.push_back({static_cast<std::size_t>(token), rules(stack)});
      }
    return list;
  }

 private:
  using Alternative = std::pair<std::size_t, std::size_t>;  // state, stack
  static constexpr std::size_t no_parent = std::numeric_limits<std::size_t>::max();
  struct Node {
    std::size_t follow;  // the state where the caller goes on
    std::size_t parent;
    std::size_t rule, begin;
    friend auto operator<=>(const Node&, const Node&) = default;
  };

  std::size_t node(const Node& wanted) {
    const auto [entry, is_new] = numbers_.try_emplace(wanted, nodes_.size());
    if (is_new) nodes_.push_back(wanted);
    return entry->second;
  }

  /// Adds a state and all that it reaches without a token.
  void enter(std::size_t first, std::size_t first_stack) {
    std::vector<Alternative> pending = {{first, first_stack}};
    while (!pending.empty()) {
      const auto [number, stack] = pending.back();
      pending.pop_back();
      if (!alive_.emplace(number, stack).second) continue;
      ATNState* state = atn_.states[number];  // getStateType() is not const
      if (state->getStateType() == ATNState::RULE_STOP) {
        if (nodes_[stack].parent != no_parent)
          pending.emplace_back(nodes_[stack].follow, nodes_[stack].parent);
        continue;
      }
      for (const Transition* transition : state->transitions)
        if (transition->isEpsilon())
          pending.emplace_back(transition->target->stateNumber, stack_after(*transition, stack));
    }
  }

  std::size_t stack_after(const Transition& transition, std::size_t stack) {
    if (transition.getSerializationType() != Transition::RULE) return stack;
    const auto& call = static_cast<const RuleTransition&>(transition);
    return node({call.followState->stateNumber, stack, call.target->ruleIndex, position_});
  }

  std::vector<OpenRule> rules(std::size_t stack) const {
    std::vector<OpenRule> list;
    for (; stack != no_parent; stack = nodes_[stack].parent)
      list.push_back({nodes_[stack].rule, nodes_[stack].begin});
    std::reverse(list.begin(), list.end());
    return list;
  }

  const antlr4::atn::ATN& atn_;
  std::size_t position_ = 0;
  std::set<Alternative> alive_;
  std::vector<Node> nodes_;
  std::map<Node, std::size_t> numbers_;
};

}  // namespace

Expectations find_expectations(const antlr4::atn::ATN& atn, std::size_t start,
                               const std::vector<std::size_t>& tokens) {
  Automaton automaton(atn, start);
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (!automaton.step(tokens[i])) return {i, automaton.expected()};
  internal_error("a line that the grammar accepts was refused by the parser");
}

}  // namespace insum::parse
