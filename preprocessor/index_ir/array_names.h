// How messages call the arrays of a tensor.
#pragma once
#include <string>

#include "index_ir/tensor.h"

namespace insum::index {

/// A.pos, A.crd1: the number is that of the level where several levels have arrays. As the format has them
/// where it gives its arrays names: A.AM, A.AK.
std::string array_name(const TensorNode& tensor, const std::string& what, std::size_t level);
/// Of an array of a level, or that of the values.
std::string array_name(const TensorNode& tensor, const Argument& array);
/// A.vals; of a dense tensor its own.
std::string values_name(const TensorNode& tensor);

}  // namespace insum::index
