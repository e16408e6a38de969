// Which kernels run on which data.
#pragma once
#include <string>

namespace bench {

/// Registers kernel x data x type x threads x form for every matrix and 3-tensor in the folders of `data`.
void register_cases(const std::string& data);

/// Several sparse operands, sparse results.
void register_sparse_matrix_cases(const std::string& path);  // sparse_cases.cpp
void register_sparse_tensor_cases(const std::string& path);  // sparse_tensor_cases.cpp

}  // namespace bench
