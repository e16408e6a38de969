#include "agree/subscripts.h"

#include <algorithm>
#include <initializer_list>

#include "agree/sizes.h"
#include "index_ir/rewrite.h"

namespace insum::agree {

namespace {

struct Interval {
  long long least = 0, most = 0;
};

/// The values that a sum or product of indices takes. Throws Unknown where something else is in it.
Interval interval_of(const index::ExprPtr& e, const index::Program& program, const Values& values) {
  if (const index::Var var = index::as_var(e)) {
    const index::Range& range = program.ranges.at(var);
    return {evaluate(range.begin, values), evaluate(range.end, values) - 1};
  }
  const auto* binary = index::get_if<index::Binary>(e);
  if (!binary) {
    const long long value = evaluate(e, values);
    return {value, value};
  }
  const Interval a = interval_of(binary->left, program, values);
  const Interval b = interval_of(binary->right, program, values);
  switch (binary->op) {
    case BinaryOp::add:
      return {a.least + b.least, a.most + b.most};
    case BinaryOp::sub:
      return {a.least - b.most, a.most - b.least};
    case BinaryOp::mul: {
      const auto ends = {a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most};
      return {std::min(ends), std::max(ends)};
    }
    default:
      throw Unknown{"a subscript of the block is no sum"};
  }
}

}  // namespace

std::vector<std::pair<index::Tensor, index::ExprPtr>> assigned_through(const index::Program& program) {
  std::vector<std::pair<index::Tensor, index::ExprPtr>> out;
  index::for_each_stmt(program.body, [&](const index::StmtPtr& stmt) {
    const auto* einsum = index::get_if<index::Einsum>(stmt);
    if (!einsum || einsum->op != index::Op::none) return;
    for (std::size_t mode = 0; mode < einsum->left.subscripts.size(); ++mode) {
      const index::ExprPtr& subscript = einsum->left.subscripts[mode];
      if (index::accesses_of(subscript).empty()) continue;
      const auto* access = index::get_if<index::Access>(subscript);
      if (!access || !access->tensor->dense)
        throw Unknown{"a subscript on the left computes with what it reads"};
      out.emplace_back(access->tensor, einsum->left.tensor->sizes[mode]);
    }
  });
  return out;
}

Reach reach_of(const index::Program& program, const Values& values) {
  Reach out = Reach::inside;
  index::for_each_expr(program.body, [&](const index::ExprPtr& e) {
    const auto* access = index::get_if<index::Access>(e);
    if (!access || access->tensor->temporary) return;
    for (std::size_t mode = 0; mode < access->subscripts.size(); ++mode) {
      if (!index::get_if<index::Binary>(access->subscripts[mode])) continue;
      const Interval at = interval_of(access->subscripts[mode], program, values);
      if (at.least < 0)
        out = Reach::before;
      else if (at.most >= evaluate(access->tensor->sizes[mode], values) && out == Reach::inside)
        out = Reach::behind;
    }
  });
  return out;
}

}  // namespace insum::agree
