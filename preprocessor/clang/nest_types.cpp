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

/// Scalars and literals take the type of the elements that they meet, unless they are of a higher kind.
NestReader::KernelType NestReader::kernel_type(const clang::Expr* expression) const {
  const clang::Expr* e = without_casts(expression);
  if (clang::Expr::EvalResult known;
      !e->isValueDependent() && e->getType()->isIntegerType() && e->EvaluateAsInt(known, context_))
    return {context_.IntTy, true};
  if (e->getType()->isRealFloatingType() && is_fixed(e)) return {e->getType(), true};
  if (const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(e)) {
    if (loop_of_.count(x->getDecl())) return {context_.LongLongTy};  // indices have 64 bits
    const auto held = locals_.find(x->getDecl());
    if (held != locals_.end() && !held->second.kernel_type.type.isNull()) return held->second.kernel_type;
  }
  if (const auto* x = llvm::dyn_cast<clang::UnaryOperator>(e); x && x->getOpcode() == clang::UO_Minus)
    return promoted(kernel_type(x->getSubExpr()));
  if (const auto* x = llvm::dyn_cast<clang::ConditionalOperator>(e))
    return common_type(kernel_type(x->getTrueExpr()), kernel_type(x->getFalseExpr()));
  if (const auto* x = llvm::dyn_cast<clang::CallExpr>(e); x && library_function(x)) {
    KernelType out = kernel_type(x->getArg(0));
    for (unsigned i = 1; i < x->getNumArgs(); ++i) out = common_type(out, kernel_type(x->getArg(i)));
    return out.type->isIntegerType() ? KernelType{e->getType()} : out;
  }
  const auto* x = llvm::dyn_cast<clang::BinaryOperator>(e);
  if (!x || !(x->isMultiplicativeOp() || x->isAdditiveOp())) return {e->getType()};
  const KernelType left = kernel_type(x->getLHS()), right = kernel_type(x->getRHS());
  if (!left.type->isArithmeticType() || !right.type->isArithmeticType()) return {e->getType()};
  return common_type(left, right);
}

NestReader::KernelType NestReader::common_type(const KernelType& a, const KernelType& b) const {
  if (a.type->isDependentType() || b.type->isDependentType()) return a.type->isDependentType() ? a : b;
  const bool floats = a.type->isRealFloatingType();
  if (floats != b.type->isRealFloatingType()) {
    const KernelType& number = floats ? a : b;
    return {number.type, a.adapts && b.adapts};
  }
  const KernelType& wider = context_.getTypeSize(a.type) < context_.getTypeSize(b.type) ? b : a;
  return promoted(a.adapts == b.adapts ? wider : a.adapts ? b : a);
}

/// Operators of C++ compute in no integers that are narrower than int.
NestReader::KernelType NestReader::promoted(const KernelType& a) const {
  const bool narrow =
      a.type->isIntegerType() && context_.getTypeSize(a.type) < context_.getTypeSize(context_.IntTy);
  return {narrow ? context_.IntTy : a.type, a.adapts};
}

/// Integers that would overflow, or be divided otherwise, where the loop's do not; numbers of less precision.
void NestReader::note_widening(const clang::Expr* expression) {
  const clang::QualType loop = expression->getType(), kernel = kernel_type(expression).type;
  if (!loop->isArithmeticType() || !kernel->isArithmeticType()) return;
  const bool wider = context_.getTypeSize(loop) > context_.getTypeSize(kernel);
  if (kernel->isIntegerType() && (loop->isRealFloatingType() || wider)) widened_ = expression;
  if (kernel->isRealFloatingType() && wider) out_.computes_in_double = true;
}

/// Not all values of one type are in the other; both are integers, or both are not.
bool NestReader::is_narrower(clang::QualType to, clang::QualType from) const {
  const auto is_number = [](clang::QualType type) {
    return type->isRealFloatingType() || (type->isIntegerType() && !type->isBooleanType());
  };
  return is_number(to) && is_number(from) && to->isRealFloatingType() == from->isRealFloatingType() &&
         context_.getTypeSize(to) < context_.getTypeSize(from);
}

/// Conversions that drop what a kernel keeps, but for the last one to the type of the result.
void NestReader::note_narrowing(const clang::Expr* expression, clang::QualType result) {
  const auto is_result = [&](clang::QualType type) {
    return !result.isNull() && context_.hasSameUnqualifiedType(type.getNonReferenceType(), result);
  };
  bool last = true;
  for (const clang::Expr* e = expression->IgnoreParens();
       const auto* cast = llvm::dyn_cast<clang::CastExpr>(e); e = cast->getSubExpr()->IgnoreParens()) {
    const clang::QualType to = cast->getType(), from = cast->getSubExpr()->getType();
    last = last && is_result(to);
    if (last || !to->isArithmeticType() || !from->isArithmeticType() || !is_narrower(to, from)) continue;
    const KernelType kernel = kernel_type(cast->getSubExpr());
    if (!kernel.adapts && is_narrower(to, kernel.type)) narrowed_ = cast;
  }
}

/// Of a local variable that adds up more than it can hold.
void NestReader::note_accumulator(const clang::CompoundAssignOperator* e) {
  const clang::QualType to = e->getLHS()->getType(), computed = e->getComputationResultType();
  if (to->isIntegerType() && computed->isRealFloatingType()) refuse(e, "a number is cut to an integer");
  const auto* variable = llvm::dyn_cast<clang::DeclRefExpr>(e->getLHS()->IgnoreParenImpCasts());
  const auto held = variable ? locals_.find(variable->getDecl()) : locals_.end();
  if (held == locals_.end() || held->second.is_element || !is_narrower(to, computed)) return;
  KernelType kernel = kernel_type(e->getRHS());
  if (!kernel.type->isArithmeticType()) return;
  if (kernel.type->isIntegerType()) kernel = common_type(kernel, {context_.IntTy});
  if (!kernel.adapts && is_narrower(to, kernel.type)) narrowed_ = e;
}

/// A kernel's minima leave NaNs out.
void NestReader::note_nans(const nest::Accumulation& found, const std::string& type) {
  const bool is_float = type == "float" || type == "double" || type == "long double";
  if (found.takes_nans && is_float) out_.takes_nans = found.op;
}

/// Integers that are computed in a narrower type than they are used in: a kernel may widen them before, where
/// it takes a factor out of a sum.
void NestReader::note_narrowness(const clang::Expr* expression) {
  const clang::Expr* e = without_casts(expression);
  const auto* x = llvm::dyn_cast<clang::BinaryOperator>(e);
  const clang::QualType own = e->getType(), used = expression->getType();
  if (!x || !own->isIntegerType() || !used->isArithmeticType() || is_fixed(e)) return;
  if (!x->isAdditiveOp() && x->getOpcode() != clang::BO_Mul) return;
  if (used->isIntegerType() && context_.getTypeSize(used) <= context_.getTypeSize(own)) return;
  out_.narrow = type_name(own);
  out_.narrow_wraps |= own->isUnsignedIntegerType();
}

/// What a variable holds that starts as `expression`.
NestReader::Held NestReader::held_value(const clang::Expr* expression) {
  const clang::Expr *before = std::exchange(widened_, nullptr), *narrowed = std::exchange(narrowed_, nullptr);
  Held held;
  held.value = value(expression);
  if (held.value->kind != nest::ExprKind::number) held.kernel_type = kernel_type(expression);
  held.widened = std::exchange(widened_, before);
  held.narrowed = std::exchange(narrowed_, narrowed);
  return held;
}

/// Subscripts are computed with 64 bits in kernels, and taken to fit in 32.
nest::ExprPtr NestReader::subscript_value(const clang::Expr* expression) {
  const clang::Expr *before = widened_, *narrowed = narrowed_;
  const bool in_double = out_.computes_in_double, wraps = out_.narrow_wraps;
  const std::string narrow = out_.narrow;
  nest::ExprPtr found = value(expression);
  widened_ = before;
  if (!narrowed_ || context_.getTypeSize(narrowed_->getType()) >= 32) narrowed_ = narrowed;
  out_.computes_in_double = in_double;
  out_.narrow = narrow;
  out_.narrow_wraps = wraps;
  return found;
}

}  // namespace insum::frontend
