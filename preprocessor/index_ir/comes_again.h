// Loops that come several times to one element of a result in an operand's pattern.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::index {

/// True when a loop along this level of `operand` may come again to an element of `result`, which has the
/// pattern of another operand: coordinates of the level may repeat, as those of a list's rows do.
bool comes_again(const Access& result, const Access& operand, std::size_t level);

}  // namespace insum::index
