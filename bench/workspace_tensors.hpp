// Products of a sparse tensor with sparse matrices whose results are sparse, for every workspace policy.
#pragma once

namespace bench {

/// Registers mttkrp/, ttm/ and ttmi/ with each policy, a map, a vector and, where it can, Eigen.
void add_tensor_products();

}  // namespace bench
