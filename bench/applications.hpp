// The cases of insum_application_bench.
#pragma once
#include <string>

namespace bench {

void add_sparse_products(const std::string& data);  // spmm_<format>, block_spmm_<format>
void add_convolutions(const std::string& data);     // convolution<channels>, convolution_direct<channels>
void add_tensor_products();                         // equivariant<lmax>_<channels>
void add_ablation();                                // ablation_<format>_<how>

}  // namespace bench
