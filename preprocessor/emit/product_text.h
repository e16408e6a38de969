// Matrix products as C++ text.
#pragma once
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::emit {

/// The call of the runtime, with line ends. That of a device stands in a kernel with a template parameter
/// Tile.
std::string product_text(const loops::MatrixProduct& n, int indent);
/// Of a device's product: {batch, rows, columns, depth}.
std::string sizes_of_product(const loops::MatrixProduct& n);
/// Of a device's: one product, whose factors are in memory in lines that are equally far from each other.
bool is_of_matrices(const loops::MatrixProduct& n);
/// The product that a launch is for; null: it is for loops.
const loops::MatrixProduct* product_in(const loops::Launch& launch);

}  // namespace insum::emit
