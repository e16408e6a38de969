// Names and C++ expressions in a block; ast.h has the rules.
#pragma once
#include <string>

#include "support/source_range.h"

namespace insum::ast {

/// An identifier. `id` >= 0 where the name could be a C++ entity (tensors, scalars, functions), else -1.
struct Name {
  std::string text;  // `ns::f` too, in calls and function directives; `block.x` in schedules
  SourceRange range;
  int id = -1;
};

/// A C++ expression, as written (without enclosing braces); backslash-newlines are left out of the text and a
/// comment is a blank there, as for a C++ compiler.
struct Cpp {
  std::string text;
  SourceRange range;
  int id = -1;
};

}  // namespace insum::ast
