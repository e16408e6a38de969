#include "schedule/choose_unit.h"

#include "index_ir/guard_bounds.h"
#include "index_ir/printer.h"

namespace insum::schedule {

using namespace index;

namespace {

/// The type of an element as it is stored; none where the factor is computed.
ElementType stored_type(const ExprPtr& factor) {
  const Access* access = as_read(factor).access;
  return access ? access->tensor->type : ElementType::none;
}

bool is_small(ElementType type) { return type == ElementType::f16 || type == ElementType::bf16; }

}  // namespace

UnitChoice choose_unit(const ExprPtr& row_factor, const ExprPtr& column_factor, ElementType sum, bool tf32) {
  using Unit = MatrixProduct::Unit;
  if (sum == ElementType::f64) return {Unit::instructions, "", ""};
  const ElementType rows = stored_type(row_factor), columns = stored_type(column_factor);
  if (is_small(rows) && rows == columns) return {Unit::instructions, "", ""};
  if (tf32) return {Unit::tf32, "", ""};
  const std::string remedy = "'tensorize(mma, tf32)' rounds floats to 11 bits";
  for (const auto& [type, factor] : {std::pair(rows, row_factor), std::pair(columns, column_factor)})
    if (type == ElementType::none)
      return {Unit::threads, to_string(factor) + " is computed in float", remedy};
  if (is_small(rows) && is_small(columns))
    return {Unit::threads, "half and bfloat16 are multiplied as floats", remedy};
  return {Unit::threads, "floats are multiplied as they are", remedy};
}

}  // namespace insum::schedule
