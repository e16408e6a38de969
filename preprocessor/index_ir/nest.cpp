#include "index_ir/nest.h"

#include <algorithm>

#include "index_ir/guard_bounds.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "support/internal_error.h"

namespace insum::index {

bool contains(const std::vector<Var>& list, const Var& var) {
  return std::find(list.begin(), list.end(), var) != list.end();
}

void rewrite_nest(Nest& nest, const ExprRule& rule) {
  for (ExprPtr& subscript : nest.left.subscripts) subscript = rewrite(subscript, rule);
  nest.body = rewrite(nest.body, rule);
  if (nest.outside) nest.outside = rewrite(nest.outside, rule);
  for (ExprPtr& condition : nest.conditions) condition = rewrite(condition, rule);
}

void replace_index(Nest& nest, const Var& var, const std::vector<Var>& by, const ExprPtr& value,
                   Program& program) {
  rewrite_nest(nest, [&](const ExprPtr& e) { return as_var(e) == var ? value : nullptr; });
  const auto at = std::find(nest.vars.begin(), nest.vars.end(), var);
  internal_check(at != nest.vars.end(), "a loop variable that is not of its nest: " + var->name);
  nest.vars.insert(nest.vars.erase(at), by.begin(), by.end());
  program.derived.emplace(var, by);
}

bool needs_variable(const TensorNode& tensor, int mode) {
  for (const TensorLevel& level : tensor.levels) {
    const LevelMode& m = level.level.mode;
    const bool here = m.mode == mode || (m.kind == LevelMode::Kind::difference && m.other_mode == mode);
    if (here && (m.kind != LevelMode::Kind::plain || !can_locate(level.level))) return true;
  }
  return false;
}

namespace {

/// The work on one sparse access: its modes' subscripts become plain variables where levels need that.
class StorageForm {
 public:
  StorageForm(Nest& nest, Program& program) : nest_(nest), program_(program) {}

  void rewrite_access(const Access& access) {
    Access current = access;
    if (access.tensor->assembled) return replace_left(access);
    make_variables(current);
    split_blocks(current);
    make_differences(current);
    Access stored{storage_tensor(access.tensor), {}};
    for (const TensorLevel& level : access.tensor->levels)
      stored.subscripts.push_back(coordinate(current, level));
    replace(current, stored);
  }

 private:
  /// Levels that are built take what coordinates they are given.
  void replace_left(const Access& access) {
    Access stored{storage_tensor(access.tensor), {}};
    for (const TensorLevel& level : access.tensor->levels) {
      const LevelMode& mode = level.level.mode;
      const ExprPtr& subscript = access.subscripts[static_cast<std::size_t>(mode.mode)];
      if (mode.kind == LevelMode::Kind::plain) {
        stored.subscripts.push_back(subscript);
        continue;
      }
      const ExprPtr block = access.tensor->block_sizes.at(static_cast<std::size_t>(mode.divisor));
      const ExprPtr outer = make_expr(Binary{BinaryOp::div, subscript, block}, ElementType::i64);
      stored.subscripts.push_back(mode.kind == LevelMode::Kind::quotient ? outer
                                                                         : sub(subscript, mul(outer, block)));
    }
    nest_.left = std::move(stored);
  }

  void make_variables(Access& access) {
    if (is_searched_by_mode(*access.tensor)) return;  // whatever the subscripts are
    for (std::size_t m = 0; m < access.subscripts.size(); ++m) {
      if (!needs_variable(*access.tensor, static_cast<int>(m))) continue;
      const Var var = as_var(access.subscripts[m]);
      bool own = var && contains(nest_.vars, var);
      for (std::size_t other = 0; own && other < access.subscripts.size(); ++other)
        own = other == m || !uses(access.subscripts[other], var);
      if (own) continue;
      const ExprPtr subscript = access.subscripts[m];
      const Var fresh =
          fresh_variable(program_, var ? var->name : "r", {integer(0), access.tensor->sizes[m]});
      nest_.vars.push_back(fresh);
      for (const ExprPtr& inside : bounds_of_arrays(subscript, program_)) nest_.conditions.push_back(inside);
      nest_.conditions.push_back(
          make_expr(Binary{BinaryOp::eq, var_expr(fresh), subscript}, ElementType::boolean));
      Access changed = access;
      changed.subscripts[m] = var_expr(fresh);
      replace(access, changed);
      access = changed;
    }
  }

  void split_blocks(Access& access) {
    for (const TensorLevel& level : access.tensor->levels) {
      const LevelMode& mode = level.level.mode;
      if (mode.kind != LevelMode::Kind::quotient) continue;
      const Var var = as_var(access.subscripts[static_cast<std::size_t>(mode.mode)]);
      if (!var) continue;  // already split: i0*B + i1
      const ExprPtr block = access.tensor->block_sizes.at(static_cast<std::size_t>(mode.divisor));
      const Range whole = program_.ranges.at(var);
      const Var outer = fresh_variable(program_, var->name + "0", {integer(0), divide_up(whole.end, block)});
      const auto size = as_integer(whole.end), width = as_integer(block);
      const ExprPtr rest = sub(whole.end, mul(var_expr(outer), block));
      const Var inner =
          fresh_variable(program_, var->name + "1",
                         {integer(0), size && width && *size % *width == 0 ? block : min_of(block, rest)});
      const ExprPtr value = add(mul(var_expr(outer), block), var_expr(inner));
      replace_index(nest_, var, {outer, inner}, value, program_);
      access = substitute(access, {{var, value}});
      parts_[static_cast<std::size_t>(mode.mode)] = {var_expr(outer), var_expr(inner)};
    }
  }

  void make_differences(Access& access) {
    for (const TensorLevel& level : access.tensor->levels) {
      const LevelMode& mode = level.level.mode;
      if (mode.kind != LevelMode::Kind::difference) continue;
      const Var column = as_var(access.subscripts[static_cast<std::size_t>(mode.mode)]);
      const Var row = as_var(access.subscripts[static_cast<std::size_t>(mode.other_mode)]);
      internal_check(column && row, "a diagonal level over subscripts that are no variables");
      const ExprPtr columns = program_.ranges.at(column).end, rows = program_.ranges.at(row).end;
      const Var diagonal = fresh_variable(program_, "d", {integer(0), level.size});
      const Var inner = fresh_variable(program_, row->name,
                                       {max_of(integer(0), sub(integer(0), var_expr(diagonal))),
                                        min_of(rows, sub(columns, var_expr(diagonal)))});
      const std::map<Var, ExprPtr> values = {{row, var_expr(inner)},
                                             {column, add(var_expr(inner), var_expr(diagonal))}};
      replace_index(nest_, row, {diagonal, inner}, values.at(row), program_);
      replace_index(nest_, column, {}, values.at(column), program_);
      access = substitute(access, values);
      if (sparse_accesses(nest_.body).size() >
          1) {  // its coordinates may lead the loop, whose range says nothing then
        const ExprPtr at = values.at(column);
        nest_.conditions.push_back(make_expr(Binary{BinaryOp::ge, at, integer(0)}, ElementType::boolean));
        nest_.conditions.push_back(make_expr(Binary{BinaryOp::lt, at, columns}, ElementType::boolean));
      }
      difference_ = var_expr(diagonal);
    }
  }

  ExprPtr coordinate(const Access& access, const TensorLevel& level) const {
    const LevelMode& mode = level.level.mode;
    const auto m = static_cast<std::size_t>(mode.mode);
    switch (mode.kind) {
      case LevelMode::Kind::plain:
        return access.subscripts[m];
      case LevelMode::Kind::quotient:
        return parts_.at(m).first;
      case LevelMode::Kind::remainder:
        return parts_.at(m).second;
      case LevelMode::Kind::difference:
        return difference_;
    }
    internal_error("a level without a coordinate");
  }

  Tensor storage_tensor(const Tensor& tensor) {
    for (const Tensor& known : program_.tensors)
      if (known->storage_form && known->values == tensor->values && known->name == tensor->name &&
          known->assembled == tensor->assembled && known->build == tensor->build)
        return known;
    TensorNode stored = *tensor;
    stored.storage_form = true;
    const Tensor result = std::make_shared<const TensorNode>(std::move(stored));
    program_.tensors.push_back(result);
    return result;
  }

  void replace(const Access& from, const Access& to) {
    nest_.body = replace_access(nest_.body, from, to);
    // A result in the operand's pattern goes along with it.
    const bool along = !nest_.left.tensor->dense && !nest_.left.tensor->assembled &&
                       !nest_.left.tensor->storage_form && same_subscripts(nest_.left, from);
    if (along)
      nest_.left = {to.tensor->storage_form ? storage_tensor(nest_.left.tensor) : nest_.left.tensor,
                    to.subscripts};
  }

  Nest& nest_;
  Program& program_;
  std::map<std::size_t, std::pair<ExprPtr, ExprPtr>>
      parts_;  // mode -> block coordinate, coordinate in the block
  ExprPtr difference_;
};

}  // namespace

ExprPtr neutral_of(const Nest& nest) { return nest.outside ? nest.outside : unchanging_of(nest); }

ExprPtr unchanging_of(const Nest& nest) {
  // The least of the result's type, where that is another one.
  const bool limit = nest.op == Op::min || nest.op == Op::max;
  return identity_of(nest.op, limit ? nest.left.tensor->type : nest.body->type);
}

std::vector<Access> sparse_accesses(const ExprPtr& expr) {
  std::vector<Access> list;
  for (const Access& access : accesses_of(expr)) {
    if (access.tensor->dense) continue;
    const bool known =
        std::any_of(list.begin(), list.end(), [&](const Access& a) { return equal(a, access); });
    if (!known) list.push_back(access);
  }
  return list;
}

bool same_subscripts(const Access& a, const Access& b) {
  return std::equal(a.subscripts.begin(), a.subscripts.end(), b.subscripts.begin(), b.subscripts.end(),
                    [](const ExprPtr& x, const ExprPtr& y) { return equal(x, y); });
}

bool has_pattern_of(const TensorNode& result, const TensorNode& operand) {
  return !result.dense && !result.assembled &&
         std::find(result.patterns.begin(), result.patterns.end(), operand.name) != result.patterns.end();
}

bool goes_along(const Access& result, const Access& operand) {
  return has_pattern_of(*result.tensor, *operand.tensor) && same_subscripts(result, operand);
}

bool keeps_order(const TensorNode& tensor) {
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const Level& level = tensor.levels[l].level;
    if (can_locate(level)) continue;
    const bool last = l + 1 == tensor.levels.size();
    const bool runs =
        !last && tensor.levels[l + 1].level.kind == LevelKind::singleton;  // coo: told apart further down
    const bool array = level.kind == LevelKind::compressed || level.kind == LevelKind::singleton;
    if (!array || !level.ordered || (!level.unique && !runs)) return false;
  }
  return true;
}

bool is_searched_by_mode(const TensorNode& tensor) {
  return keeps_order(tensor) &&
         std::all_of(tensor.levels.begin(), tensor.levels.end(), [](const TensorLevel& level) {
           return level.level.mode.kind == LevelMode::Kind::plain;
         });
}

bool may_hold_duplicates(const TensorNode& tensor) {
  const auto last = std::find_if(tensor.levels.rbegin(), tensor.levels.rend(), is_stored);
  return last != tensor.levels.rend() && !last->level.unique;
}

Nest to_storage_form(Nest nest, Program& program) {
  const auto next = [&]() -> std::optional<Access> {
    for (const Access& access : sparse_accesses(nest.body))
      if (!access.tensor->storage_form) return access;
    if (!nest.left.tensor->dense && !nest.left.tensor->storage_form) return nest.left;
    return std::nullopt;
  };
  while (const auto access = next()) StorageForm(nest, program).rewrite_access(*access);
  return nest;
}

namespace {

/// As far as the constraints let it go.
std::vector<Var> partial_order(const std::vector<Var>& preferred,
                               const std::vector<OrderConstraint>& constraints) {
  std::vector<Var> order;
  std::vector<Var> left = preferred;
  while (!left.empty()) {
    const auto ready = std::find_if(left.begin(), left.end(), [&](const Var& var) {
      return std::none_of(constraints.begin(), constraints.end(),
                          [&](const OrderConstraint& c) { return c.then == var && contains(left, c.first); });
    });
    if (ready == left.end()) break;
    order.push_back(*ready);
    left.erase(ready);
  }
  return order;
}

}  // namespace

bool has_cycle(const std::vector<Var>& vars, const std::vector<OrderConstraint>& constraints) {
  return partial_order(vars, constraints).size() < vars.size();
}

std::vector<Var> legal_order(const std::vector<Var>& preferred,
                             const std::vector<OrderConstraint>& constraints) {
  std::vector<Var> order = partial_order(preferred, constraints);
  internal_check(order.size() == preferred.size(), "loops whose order is a cycle");
  return order;
}

namespace {

std::vector<OrderConstraint> constraints_of(const Access& access, const std::vector<Var>& vars) {
  std::vector<OrderConstraint> list;
  for (std::size_t l = 0; l < access.subscripts.size(); ++l) {
    const TensorLevel& level = access.tensor->levels[l];
    const Var then =
        can_locate(level.level) && !access.tensor->assembled ? nullptr : as_var(access.subscripts[l]);
    if (!then) continue;
    for (std::size_t outer = 0; outer < l; ++outer)
      for (const Var& first : variables_of(access.subscripts[outer]))
        if (first != then && contains(vars, first))
          list.push_back({first, then,
                          "level " + std::to_string(l) + " of " + name_in_messages(*access.tensor) + " (" +
                              to_string(level.level.kind) + ", index " + then->name +
                              ") is stored below level " + std::to_string(outer) + " (index " + first->name +
                              ")"});
  }
  return list;
}

}  // namespace

std::vector<OrderConstraint> order_constraints(const std::vector<Access>& accesses,
                                               const std::vector<Var>& vars, const Program& program) {
  std::vector<OrderConstraint> ranges, list;
  for (const Var& then : vars) {
    const auto range = program.ranges.find(then);
    if (range == program.ranges.end()) continue;
    for (const ExprPtr& bound : {range->second.begin, range->second.end})
      for (const Var& first : variables_of(bound))
        if (contains(vars, first))
          ranges.push_back({first, then, "the range of " + then->name + " depends on " + first->name});
  }
  // Those that lead loops have their order; the others, where they can be searched and need be at every
  // point, may give way. A result that is built can be sorted in the end.
  const auto rank = [](const Access& access) {
    if (access.tensor->assembled) return 2;
    return is_searched_by_mode(*access.tensor) && !access.optional ? 1 : 0;
  };
  for (const int second : {0, 1, 2})
    for (const Access& access : accesses) {
      if (rank(access) != second) continue;
      std::vector<OrderConstraint> longer = list, all = ranges;
      for (OrderConstraint& constraint : constraints_of(access, vars))
        longer.push_back(std::move(constraint));
      all.insert(all.end(), longer.begin(), longer.end());
      if (!second || !has_cycle(vars, all)) list = std::move(longer);
    }
  list.insert(list.end(), ranges.begin(), ranges.end());
  return list;
}

bool same_size(const ExprPtr& a, const ExprPtr& b, const Program& program) {
  if (equal(a, b)) return true;
  return std::any_of(program.checks.begin(), program.checks.end(), [&](const SizeCheck& check) {
    const auto has = [&](const ExprPtr& size) {
      return std::any_of(check.places.begin(), check.places.end(),
                         [&](const SizeCheck::Place& place) { return equal(place.size, size); });
    };
    return has(a) && has(b);
  });
}

void set_row_major(TensorNode& tensor) {
  tensor.strides.assign(tensor.sizes.size(), integer(1));
  for (std::size_t m = tensor.sizes.size(); m-- > 1;)
    tensor.strides[m - 1] = mul(tensor.strides[m], tensor.sizes[m]);
}

bool is_taken(const Program& program, const std::string& name) {
  const auto named = [&](const auto& node) { return node->name == name; };
  return std::any_of(program.variables.begin(), program.variables.end(), named) ||
         std::any_of(program.arguments.begin(), program.arguments.end(), named) ||
         std::any_of(program.tensors.begin(), program.tensors.end(), named);
}

std::string unique_name(const Program& program, const std::string& stem, const std::string& separator) {
  std::string unique = stem;
  for (int n = 2; is_taken(program, unique); ++n) unique = stem + separator + std::to_string(n);
  return unique;
}

Var fresh_variable(Program& program, const std::string& name, Range range) {
  const std::string unique = unique_name(program, name, "_");
  const Var var = std::make_shared<const IndexVar>(IndexVar{unique, {}});
  program.variables.push_back(var);
  program.ranges[var] = std::move(range);
  return var;
}

StmtPtr make_loops(const Nest& nest, const std::vector<Var>& order) {
  StmtPtr stmt = make_stmt(Assign{nest.left, nest.op, nest.body, nest.defines}, nest.where);
  for (const ExprPtr& condition : nest.conditions) stmt = make_stmt(Guard{condition, stmt}, nest.where);
  for (auto var = order.rbegin(); var != order.rend(); ++var)
    stmt = make_stmt(Forall{*var, stmt, {}}, nest.where);
  return stmt;
}

}  // namespace insum::index
