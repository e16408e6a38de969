// How many positions levels have, as C++ text at the call.
#pragma once
#include <string>

#include "index_ir/index_ir.h"

namespace insum::resolver {

/// The positions below `count` of the level above; "" where only a walk would tell.
std::string positions_below(const index::TensorNode& tensor, const index::TensorLevel& level,
                            const std::string& count);

}  // namespace insum::resolver
