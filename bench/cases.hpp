// Which kernels run on which data.
#pragma once
#include <string>

namespace bench {

/// Registers kernel x data x type x threads x form for every matrix and 3-tensor in the folders of `data`.
void register_cases(const std::string& data);

/// Those of sparse_cases.cpp: several sparse operands, sparse results.
void register_sparse_matrix_cases(const std::string& path);
void register_sparse_tensor_cases(const std::string& path);

}  // namespace bench
