// An annotated statement of the user's file, bound: what the frontend hands to the pipeline.
#pragma once
#include <string>

#include "ast/ast.h"
#include "bind/facts.h"

namespace insum::bind {

struct Site {
  ast::Block block;
  Facts facts;
  SourceRange
      statement;         // the statement that generated code replaces, with its ';' and the pragmas before it
  std::string function;  // the enclosing function's name, for reports
  bool dependent = false;    // inside a template: element types may be ElementType::dependent
  bool hand_written = true;  // the statement computes something: it is neither empty nor INSUM_REQUIRED
  bool empty = false;        // ... it is empty
  bool constant_evaluated = false;  // in a constexpr function: the statement also runs in the compiler
  int number = 0;                   // 0-based among the file's blocks, in source order
};

}  // namespace insum::bind
