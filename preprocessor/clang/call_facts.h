// What the user's functions return for the argument types that a block can call them with.
#pragma once
#include <optional>

#include "ast/ast.h"
#include "bind/facts.h"
#include "clang/file_map.h"

namespace clang {
class Sema;
}

namespace insum::frontend {

/// Adds to the facts of each function that the block calls and a `function` line declares: the calls that C++
/// accepts, by overload resolution in the scope that Sema is in. The types tried are those that the arguments
/// can have (argument_types.h). Returns the place of a call whose arguments have too many combinations of
/// them. To be called once all other facts are known.
std::optional<SourceRange> add_call_facts(clang::Sema& sema, FileMap& map, const ast::Block& block,
                                          bind::Facts& facts);

}  // namespace insum::frontend
