// levels(0: dense, 1: compressed(pos, crd); vals): the general form of a format.
#pragma once
#include "resolve/context.h"

namespace insum::resolver {

struct LevelsForm {
  Format format;
  std::vector<ast::FormatArgument> parameters;  // block sizes, then the widths
  std::vector<ast::StorageArgument> arrays;     // of all levels, outermost first, then the values
};

/// Checks the form for a tensor of `rank` modes: each mode is stored once, whole or as block and place in the
/// block. Nothing after an error.
std::optional<LevelsForm> read_levels(Context& context, const ast::FormatUse& use, const std::string& tensor,
                                      int rank);

}  // namespace insum::resolver
