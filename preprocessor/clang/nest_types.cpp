// The types that a loop computes in, and those of a kernel: where an element is widened before it is
// multiplied, a kernel, which multiplies elements as they are, would have another result.
#include <utility>

#include "clang/AST/ASTContext.h"
#include "clang/nest_reader.h"

namespace insum::frontend {

namespace {

const clang::Expr* without_casts(const clang::Expr* e) {
  while (true) {
    e = e->IgnoreParenImpCasts();
    const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(e);
    if (!cast) return e;
    e = cast->getSubExpr();
  }
}

}  // namespace

clang::QualType NestReader::kernel_type(const clang::Expr* expression) const {
  const clang::Expr* e = without_casts(expression);
  if (const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(e)) {
    if (loop_of_.count(x->getDecl())) return context_.LongLongTy;  // indices have 64 bits
    const auto held = locals_.find(x->getDecl());
    if (held != locals_.end() && !held->second.kernel_type.isNull()) return held->second.kernel_type;
  }
  const auto* x = llvm::dyn_cast<clang::BinaryOperator>(e);
  if (!x || !(x->isMultiplicativeOp() || x->isAdditiveOp())) return e->getType();
  const clang::QualType left = kernel_type(x->getLHS()), right = kernel_type(x->getRHS());
  if (!left->isArithmeticType() || !right->isArithmeticType()) return e->getType();
  if (left->isRealFloatingType() != right->isRealFloatingType())
    return left->isRealFloatingType() ? left : right;
  const clang::QualType wider = context_.getTypeSize(left) < context_.getTypeSize(right) ? right : left;
  const bool promoted =
      wider->isIntegerType() && context_.getTypeSize(wider) < context_.getTypeSize(context_.IntTy);
  return promoted ? context_.IntTy : wider;
}

/// Integers that would overflow, or be divided otherwise, where the loop's do not.
void NestReader::note_widening(const clang::BinaryOperator* expression) {
  if (!expression->isMultiplicativeOp() && !expression->isAdditiveOp()) return;
  const clang::QualType loop = expression->getType(), kernel = kernel_type(expression);
  if (!loop->isArithmeticType() || !kernel->isIntegerType()) return;
  if (loop->isRealFloatingType() || context_.getTypeSize(loop) > context_.getTypeSize(kernel))
    widened_ = expression;
}

/// What a variable holds that starts as `expression`.
NestReader::Held NestReader::held_value(const clang::Expr* expression) {
  const clang::Expr* before = std::exchange(widened_, nullptr);
  Held held;
  held.value = value(expression);
  if (held.value->kind != nest::ExprKind::number) held.kernel_type = kernel_type(expression);
  held.widened = std::exchange(widened_, before);
  return held;
}

/// Subscripts are computed with 64 bits in kernels.
nest::ExprPtr NestReader::subscript_value(const clang::Expr* expression) {
  const clang::Expr* before = widened_;
  nest::ExprPtr found = value(expression);
  widened_ = before;
  return found;
}

}  // namespace insum::frontend
