// Which types an argument of a call can have, as far as the text of a block says.
#pragma once
#include <map>
#include <set>
#include <string>

#include "ast/ast.h"
#include "bind/facts.h"

namespace insum::frontend {

/// Small integers and 16-bit floats are computed in a wider type.
ElementType promoted(ElementType type);

class ArgumentTypes {
 public:
  /// `all`: what expressions of the block can have at all.
  ArgumentTypes(const ast::Block& block, const bind::Facts& facts, std::set<ElementType> all);

  /// Those of `all` that `expr` may have, its own among them; all of them where it depends on what only later
  /// steps know, such as the type of a temporary.
  std::set<ElementType> of(const ast::ExprPtr& expr) const;

 private:
  using Types = std::set<ElementType>;

  Types open(const ast::ExprPtr& expr) const;
  Types of_fact(int id) const;
  Types of_access(const ast::Access& access) const;
  Types of_call(const ast::Call& call) const;

  const bind::Facts& facts_;
  const Types all_;
  std::map<std::string, Types> tensors_;  // that the block declares: the types of their arrays
  std::set<std::string> functions_;       // of the user's
};

}  // namespace insum::frontend
