#include "index_ir/positions.h"

#include "index_ir/address.h"

#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "support/internal_error.h"

namespace insum::index {

namespace {

ExprPtr call(const char* function, std::vector<ExprPtr> arguments) {
  return make_expr(Call{function, std::move(arguments), nullptr}, ElementType::i64);
}

ExprPtr element(const Tensor& array, const ExprPtr& at) {
  return make_expr(Access{array, {at}}, ElementType::i64);
}

Tensor known_or_new(Program& program, TensorNode node) {
  for (const Tensor& known : program.tensors)
    if (known->storage_form && known->dense == node.dense && known->name == node.name &&
        known->values == node.values && known->folded == node.folded && known->patterns == node.patterns &&
        known->assembled == node.assembled)
      return known;
  program.tensors.push_back(std::make_shared<const TensorNode>(std::move(node)));
  return program.tensors.back();
}

}  // namespace

Tensor level_array(Program& program, const Tensor& tensor, std::size_t level, std::size_t array) {
  const TensorLevel& stored = tensor->levels.at(level);
  const bool positions = stored.level.kind == LevelKind::compressed && array + 1 < stored.arrays.size();
  TensorNode node;
  node.values = stored.arrays.at(array);
  node.name = node.values->name;
  node.type = node.values->type;
  node.type_spelling = node.values->type_spelling;
  node.base = tensor->base;
  node.format_name = "dense";
  node.storage_form = true;
  node.sizes = {positions ? add(position_count(program, tensor, level), integer(1))
                          : position_count(program, tensor, level + 1)};
  node.strides = {integer(1)};
  return known_or_new(program, std::move(node));
}

Tensor below_positions(Program& program, const Tensor& tensor, std::size_t level) {
  TensorNode node = *tensor;
  TensorLevel position;
  position.level.kind = LevelKind::dense;
  position.level.mode = tensor->levels.at(level).level.mode;
  position.size = integer(0);  // nothing is above it
  node.levels = {position};
  node.levels.insert(node.levels.end(), tensor->levels.begin() + static_cast<std::ptrdiff_t>(level) + 1,
                     tensor->levels.end());
  node.folded = std::max(tensor->folded, 1) + static_cast<int>(level);
  return known_or_new(program, std::move(node));
}

Tensor dense_values(const Tensor& tensor, const std::vector<ExprPtr>& sizes) {
  TensorNode node = *tensor;
  node.name += "V";
  node.format_name = "dense";
  node.dense = node.storage_form = true;
  node.levels.clear(), node.block_sizes.clear();
  node.sizes = sizes;
  node.base = 0;
  set_row_major(node);
  return std::make_shared<const TensorNode>(std::move(node));
}

ExprPtr position_count(Program& program, const Tensor& tensor, std::size_t levels) {
  Tensor whole = tensor;
  if (tensor->folded)  // the levels that were folded are those of the tensor as it was
    for (const Tensor& known : program.tensors)
      if (known->storage_form && !known->dense && !known->folded && known->name == tensor->name &&
          known->values == tensor->values)
        whole = known;
  if (tensor->folded && levels) levels += static_cast<std::size_t>(tensor->folded) - 1;
  ExprPtr count = integer(1);
  for (std::size_t l = 0; l < levels; ++l) {
    const TensorLevel& level = whole->levels[l];
    switch (level.level.kind) {
      case LevelKind::dense:
        count = mul(count, level.size);
        break;
      case LevelKind::compressed:
        count = level.level.implicit_pos ? level.size : element(level_array(program, whole, l, 0), count);
        break;
      case LevelKind::singleton:
        break;
      case LevelKind::fixed:
        count = mul(count, level.size);
        break;
      default:
        internal_error("positions of a level that has no array of them");
    }
  }
  return count;
}

ExprPtr parent_position(const Access& access, std::size_t level) {
  ExprPtr position = integer(0);
  for (std::size_t l = 0; l < level; ++l) {
    const TensorLevel& above = access.tensor->levels[l];
    if (above.level.kind != LevelKind::dense) return nullptr;
    position = add(mul(position, above.size), access.subscripts[l]);
  }
  return position;
}

Range positions_below(Program& program, const Tensor& tensor, std::size_t level, const ExprPtr& parent) {
  const TensorLevel& stored = tensor->levels.at(level);
  if (stored.level.implicit_pos) return {integer(0), stored.size};
  const Tensor positions = level_array(program, tensor, level, 0);
  return {element(positions, parent), element(positions, add(parent, integer(1)))};
}

ExprPtr parent(const Tensor& positions, const ExprPtr& count, const ExprPtr& position) {
  return call("parent", {element(positions, integer(0)), count, position});
}

ExprPtr rows_before(const Tensor& positions, const ExprPtr& count, const ExprPtr& position,
                    const ExprPtr& from) {
  return call("rows_before", {element(positions, integer(0)), count, position, from});
}

ExprPtr quotient(const ExprPtr& number, const ExprPtr& by) {
  const auto x = as_integer(number), y = as_integer(by);
  if (x && y) return integer(*y ? *x / *y : 0);
  return y == 1 ? number : call("quotient", {number, by});
}

ExprPtr remainder(const ExprPtr& number, const ExprPtr& by) {
  const auto x = as_integer(number), y = as_integer(by);
  if (x && y) return integer(*y ? *x % *y : 0);
  return y == 1 ? integer(0) : call("remainder", {number, by});
}

ExprPtr checked_product(const ExprPtr& a, const ExprPtr& b) {
  const auto x = as_integer(a), y = as_integer(b);
  long long both = 0;
  if (x && y && __builtin_mul_overflow(*x, *y, &both)) return nullptr;
  if ((x && y) || x == 1 || y == 1 || x == 0 || y == 0) return mul(a, b);
  return call("product", {a, b});
}

std::optional<Access> positions_of_rows(const Range& range, const Var& var, const std::vector<Var>& inside,
                                        const Program& program) {
  std::vector<Access> begins, ends;
  for (const ExprPtr& bound : {range.begin, range.end})
    for (const Access& access : accesses_of(bound)) {
      if (!access.tensor->dense || !access.tensor->storage_form || access.subscripts.size() != 1) continue;
      begins.push_back(access), ends.push_back(access);
    }
  for (const Access& begin : begins)  // coordinates are read at the row alone
    for (const Access& end : ends) {
      const ExprPtr& row = begin.subscripts[0];
      if (begin.tensor != end.tensor || !equal(end.subscripts[0], add(row, integer(1)))) continue;
      if (const ExprPtr first = first_row(row, var, inside, program)) return Access{begin.tensor, {first}};
    }
  return std::nullopt;
}

bool is_recovered(const ExprPtr& expr) {
  const auto* node = get_if<Call>(expr);
  return node && !node->callable &&
         (node->function == "parent" || node->function == "quotient" || node->function == "remainder");
}

}  // namespace insum::index
