// The index IR: what is computed, over which index variables and, once concrete, in which loop order.
//
//   program   := { argument } { tensor } { range } { check } stmt
//   stmt      := einsum                      access op expr, over all index variables (Einstein convention
//   resolved)
//              | assign                      access op expr at one point of the iteration space; may "define"
//              | forall var stmt             every value of var's range, or every coordinate that drives it
//              is stored at | where consumer producer     producer runs first and fills the temporaries that
//              consumer reads | sequence { stmt } | guard cond stmt             stmt only where cond holds
//              | product                   a matrix product, with the loops that compute the same
//   expr      := literal | var | argument | access | unary | binary | call | reduce op { var } expr
//
// Rules. Subscripts are integer expressions over index variables, literals, arguments and accesses to integer
// tensors (indirect subscripts). In `einsum` form every reduction is an explicit `reduce`; every other
// variable of the right side is free, that is, it occurs on the left. In `storage form` (after format
// rewriting) the subscripts of a sparse tensor's access stand in the order of its levels, one for each. A
// sparse tensor is read as its fill value where nothing is stored; duplicates stand for their sum. In
// `concrete` form a statement runs only where all its sparse accesses are stored, those apart that are
// `optional`; `stored(access)` in a guard asks for one of these. Nodes are immutable and shared; identity of
// variables, tensors and arguments is the address of the object.
#pragma once
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "index_ir/program.h"

namespace insum::index {

template <class Node>
ExprPtr make_expr(Node node, ElementType type, SourceRange where = {}) {
  return std::make_shared<const Expr>(Expr{std::move(node), type, where});
}
template <class Node>
StmtPtr make_stmt(Node node, SourceRange where = {}) {
  return std::make_shared<const Stmt>(Stmt{std::move(node), where});
}
ExprPtr integer(long long value);
ExprPtr var_expr(const Var& var);
ExprPtr argument_expr(const Argument& argument);
/// Integer arithmetic with constant folding.
ExprPtr add(ExprPtr a, ExprPtr b);
ExprPtr sub(ExprPtr a, ExprPtr b);
ExprPtr mul(ExprPtr a, ExprPtr b);
/// a / b rounded up, for a >= 0 and b > 0.
ExprPtr divide_up(const ExprPtr& a, const ExprPtr& b);
/// The number of coordinates that a level can store: of its mode, of its mode's blocks, or of places in a
/// block.
ExprPtr extent_of(const TensorNode& tensor, const LevelMode& mode);
ExprPtr min_of(ExprPtr a, ExprPtr b);
ExprPtr max_of(ExprPtr a, ExprPtr b);
StmtPtr sequence(std::vector<StmtPtr> stmts);  // flattens; a single statement stands for itself

/// The literal that leaves a combination with `op` unchanged.
ExprPtr identity_of(Op op, ElementType type);
/// The type of arithmetic on `a` and `b` (C++'s usual arithmetic conversions; half and bfloat16 give float).
ElementType common_type(ElementType a, ElementType b);

template <class T>
const T* get_if(const ExprPtr& expr) {
  return expr ? std::get_if<T>(&expr->node) : nullptr;
}
template <class T>
const T* get_if(const StmtPtr& stmt) {
  return stmt ? std::get_if<T>(&stmt->node) : nullptr;
}
/// The variable when `expr` is nothing else.
Var as_var(const ExprPtr& expr);
std::optional<long long> as_integer(const ExprPtr& expr);
bool is_zero(const ExprPtr& expr);

template <class... Fs>
struct overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
overloaded(Fs...) -> overloaded<Fs...>;
/// Exhaustive: a node kind without a case does not compile.
template <class N, class... Fs>
decltype(auto) match(const N& node, Fs&&... cases) {
  return std::visit(overloaded{std::forward<Fs>(cases)...}, node->node);
}

}  // namespace insum::index
