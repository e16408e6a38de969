// Local arrays and workspaces as C++ declarations.
#pragma once
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::emit {

/// The owner of the array's memory, without `;`.
std::string storage_of(const loops::Allocate& array);
/// ... and what counts its bytes in its budget.
std::string counted_bytes_of(const loops::Allocate& array);
/// The container of a part of a result, without `;`.
std::string container_of(const loops::Allocate& container);
/// The workspace, of a row or of entries, without `;`.
std::string workspace_of(const loops::Construct& workspace);

}  // namespace insum::emit
