// What a copy in another format is made of, as C++ text for the statements before the call.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::resolver {

/// What insum::convert cannot read as it is stored, and what to do; empty texts where it can.
std::pair<std::string, std::string> obstacle_to_copy(const index::TensorNode& stored);

/// The object that is read: the user's, or one made of raw arrays.
std::string source_of_copy(const index::TensorNode& stored);
/// What insum::convert is told of it: "{.fill = static_cast<double>(INFINITY)}".
std::string options_of_copy(const index::TensorNode& stored);

/// Which of `stored` the tensor is a copy or a part of, which have its name; itself where there is none.
const index::TensorNode& source_among(const std::vector<index::Tensor>& stored, const index::Tensor& tensor);

/// The arrays of its levels, and its values.
std::vector<index::Argument> arrays_of_copy(const index::TensorNode& stored);

}  // namespace insum::resolver
