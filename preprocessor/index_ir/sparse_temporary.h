// Sparse tensors of the kernel's own: results that are built into containers of the kernel, and read after
// that.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::index {

/// Levels of a sorted copy of `tensor` without entries stored twice, by the `modes` outermost first.
/// Coordinates have the types that the tensor's have. The outermost level has a place for every coordinate
/// where the tensor's own, or another tensor of the program, has that; else, and in all other levels, the
/// stored ones are listed.
std::vector<TensorLevel> sorted_levels(const TensorNode& tensor, const std::vector<std::size_t>& modes,
                                       const Program& program);

/// The name of a format with these levels: csr, dcsc, csf; "levels" where none has.
std::string format_name_of(const std::vector<TensorLevel>& levels);

/// Makes `node`, whose name, type, sizes and levels are set, a sparse temporary: gives its levels arrays, of
/// the types of those that they have or of 64-bit integers, and containers, named by `unique` names like the
/// tensor's. It is written as a result that is built.
void add_local_storage(TensorNode& node, const std::function<std::string(const std::string&)>& unique);

}  // namespace insum::index
