// The syntax tree back as pragma text, in one canonical form: parsing what is printed gives the same tree
// again.
#pragma once
#include <string>

#include "ast/ast.h"

namespace insum::ast {

/// One "#pragma insum ..." line for each directive, each ended by a line break.
std::string print(const Block& block);

/// Without "#pragma insum" and line break.
std::string print(const Directive& directive);

std::string print(const Einsum& einsum);
std::string print(const Expr& expr);
std::string print(const Access& access);
std::string print(const Subscript& subscript);
std::string print(const FormatUse& use);
std::string print(const FormatName& format);
std::string print(const ScheduleCommand& command);

}  // namespace insum::ast
