// Functions in expressions: the known ones and the user's.
#pragma once
#include "resolve/context.h"

namespace insum::resolver {

class Functions {
 public:
  explicit Functions(Context& context) : context_(context) {}

  void declare(const ast::FunctionDirective& directive);
  /// The call of `name`; null after an error.
  index::ExprPtr call(const ast::Name& name, std::vector<index::ExprPtr> arguments, SourceRange where);

 private:
  struct Declared {
    SourceRange where;
    std::shared_ptr<const index::FunctionProperties> properties;
  };
  void read_property(const ast::FunctionProperty& property, index::FunctionProperties& out);
  void check_zeros(const ast::FunctionDirective& directive, const index::FunctionProperties& properties);
  index::ExprPtr call_of_user(const ast::Name& name, const Declared& declared,
                              std::vector<index::ExprPtr> arguments, SourceRange where);

  /// What the call gives; nothing after an error.
  std::optional<ElementType> result_type(const ast::Name& name, const bind::CppFacts& facts,
                                         const std::vector<ElementType>& arguments, SourceRange where);

  Context& context_;
  std::map<std::string, Declared> declared_;
};

}  // namespace insum::resolver
