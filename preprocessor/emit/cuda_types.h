// What types are called in a CUDA file.
#pragma once
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::emit {

/// `text` without _Float16, which nvcc does not have.
std::string for_nvcc(const std::string& text);
/// ... and kernels have a type of their own for complex numbers.
std::string for_kernels(const std::string& text);

/// The parameter as the CUDA file knows it, and what is passed for it.
loops::Parameter in_cuda_file(loops::Parameter p);
loops::ExprPtr passed(const loops::Parameter& p);

}  // namespace insum::emit
