// What `=` defines where it is only a part of the result, and results that are read while they are written.
#include <algorithm>

#include "index_ir/concretizer.h"
#include "index_ir/expression_types.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "support/internal_error.h"

namespace insum::index {

namespace {

/// Every element is visited by one iteration: the subscripts are the nest's indices, each once.
bool stores_each_once(const Nest& nest) {
  return is_plain_left(nest.left) && nest.vars.size() == variables_of(nest.left).size();
}

/// It reads what is, or was, in the result.
bool reads_values_of(const TensorNode& result, const Nest& nest) {
  const std::vector<Access> list = accesses_of(nest.body);
  return std::any_of(list.begin(), list.end(), [&](const Access& access) {
    return access.tensor->values && access.tensor->values == result.values;
  });
}

}  // namespace

void Concretizer::define_part(std::vector<Nest>& nests, SourceRange where) {
  Nest& first = nests.front();
  const Access left = first.left;
  first.defines = false;
  if (nests.size() == 1 && is_plain_left(left) && first.vars.size() == variables_of(left).size()) {
    first.op = Op::none;
    return;
  }
  if (std::any_of(nests.begin(), nests.end(),
                  [&](const Nest& nest) { return reads_values_of(*left.tensor, nest); })) {
    diagnostics_.report(
        Diag::not_supported_yet, where,
        {"a part of the sparse result '" + left.tensor->name + "' that depends on its old values",
         "compute it into another tensor"});
    return;
  }
  Nest clear{left, Op::none, false, nullptr, {}, {}, where};
  for (std::size_t m = 0; m < left.subscripts.size(); ++m) {
    if (is_fixed(left.subscripts[m])) continue;
    clear.vars.push_back(
        fresh_variable(program_, "z" + std::to_string(m), {integer(0), left.tensor->sizes[m]}));
    clear.left.subscripts[m] = var_expr(clear.vars.back());
  }
  // The entry's old value stands in it because loops follow the operands of the right side.
  const ElementType type = left.tensor->type;
  const ExprPtr zero = identity_of(first.op, type),
                always = make_expr(Literal{"true", 1.0}, ElementType::boolean);
  clear.body = make_expr(Call{"select", {always, zero, make_expr(clear.left, type)}, nullptr}, type);
  emit_loops(std::move(clear));
}

void Concretizer::read_old_values_first(std::vector<Nest>& nests, SourceRange where) {
  const TensorNode& result = *nests.front().left.tensor;
  const auto others = std::stable_partition(nests.begin(), nests.end(),
                                            [&](const Nest& nest) { return reads_values_of(result, nest); });
  const bool one_by_one = std::all_of(nests.begin(), others, stores_each_once);
  if (others - nests.begin() < 2) return;
  if (!one_by_one) {
    diagnostics_.report(
        Diag::not_supported_yet, where,
        {"a sum of several terms that read the sparse result '" + result.name + "', one of which is reduced",
         "compute it into another tensor"});
    return;
  }
  for (auto nest = nests.begin() + 1; nest != others; ++nest)
    nests.front().body =
        with_types(make_expr(Binary{BinaryOp::add, nests.front().body, nest->body}, nest->body->type, where),
                   result.type);
  nests.erase(nests.begin() + 1, others);
}

void Concretizer::keep_old_values(std::vector<Nest>& nests, SourceRange where) {
  const Access left = nests.front().left;
  const auto reads = [&](const ExprPtr& expr) {
    bool found = false;
    for_each_expr(expr, [&](const ExprPtr& e) {
      const auto* access = get_if<Access>(e);
      found |= access && access->tensor->dense && access->tensor->values &&
               access->tensor->values == left.tensor->values;
    });
    return found;
  };
  std::optional<Access> copy;
  for (std::size_t n = 0; n < nests.size(); ++n) {
    const bool at_once = n == 0 && is_plain(nests[n].body) && stores_each_once(nests[n]);
    if (at_once || !reads(nests[n].body)) continue;
    if (!copy) {
      std::vector<Var> vars;
      Access old{left.tensor, {}};
      for (const ExprPtr& size : left.tensor->sizes) {
        vars.push_back(fresh_variable(program_, "m" + std::to_string(vars.size()), {integer(0), size}));
        old.subscripts.push_back(var_expr(vars.back()));
      }
      copy = temporary(left.tensor->name + "_old", {left.tensor->type, left.tensor->type_spelling}, vars);
      emit(Nest{*copy, Op::add, true, make_expr(old, left.tensor->type), vars, {}, where});
    }
    nests[n].body = rewrite(nests[n].body, [&](const ExprPtr& e) -> ExprPtr {
      const auto* access = get_if<Access>(e);
      if (!access || access->tensor->temporary || !access->tensor->dense ||
          access->tensor->values != left.tensor->values)
        return nullptr;
      return make_expr(Access{copy->tensor, access->subscripts}, e->type, e->where);
    });
  }
}

}  // namespace insum::index
