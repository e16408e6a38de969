// What multiplies the factors of a matrix product on a device.
#pragma once
#include <string>

#include "index_ir/index_ir.h"

namespace insum::schedule {

struct UnitChoice {
  index::MatrixProduct::Unit unit;
  std::string why, remedy;  // why not matrix instructions; "" where it is these
};

/// Matrix instructions multiply numbers of 16 bits as they are stored, doubles, and with `tf32` floats that
/// they round. `sum`: the type of the sums, f32 or f64.
UnitChoice choose_unit(const index::ExprPtr& row_factor, const index::ExprPtr& column_factor, ElementType sum,
                       bool tf32);

}  // namespace insum::schedule
