// The modifiers of a tensor directive, checked and by name.
#pragma once
#include <map>
#include <optional>

#include "resolve/context.h"

namespace insum::resolver {

struct Modifiers {
  std::vector<int> order;               // modes, outermost first; empty: 0, 1, 2, ...
  std::vector<index::ExprPtr> strides;  // of each mode; empty: contiguous
  index::ExprPtr fill;                  // null: zero
  int base = 0;
  std::optional<bool> sorted, unique;  // nothing: as the format has it
  index::Symmetry symmetry = index::Symmetry::none;
  std::map<std::string, SourceRange> where;  // of each modifier that is given
};

/// Nothing after an error.
std::optional<Modifiers> read_modifiers(Context& context, const std::string& tensor, int rank,
                                        const std::vector<ast::Modifier>& modifiers);

}  // namespace insum::resolver
