#include <algorithm>
#include <array>
#include <charconv>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "clang/contiguous.h"
#include "clang/definitions.h"
#include "clang/element_types.h"
#include "clang/nest_reader.h"
#include "clang/visitor.h"

namespace insum::frontend {

using nest::ExprKind;
using nest::ExprPtr;

namespace {

/// Of a value: unrolled loops have some hundreds.
constexpr std::size_t most_parts = 4000;

/// Without what only changes the type.
const clang::Expr* stripped(const clang::Expr* e) {
  while (true) {
    const clang::Expr* next = e->IgnoreParenImpCasts();
    if (const auto* x = llvm::dyn_cast<clang::ExprWithCleanups>(next)) next = x->getSubExpr();
    if (const auto* x = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(next)) next = x->getSubExpr();
    if (next == e) return e;
    e = next;
  }
}

const char* known_function(llvm::StringRef name, unsigned arguments) {
  static constexpr struct {
    const char *cpp, *einsum;
    unsigned arguments;
  } table[] = {{"abs", "abs", 1},    {"fabs", "abs", 1},  {"fabsf", "abs", 1},  {"sqrt", "sqrt", 1},
               {"sqrtf", "sqrt", 1}, {"exp", "exp", 1},   {"expf", "exp", 1},   {"log", "log", 1},
               {"logf", "log", 1},   {"tanh", "tanh", 1}, {"tanhf", "tanh", 1}, {"pow", "pow", 2},
               {"powf", "pow", 2},   {"min", "min", 2},   {"max", "max", 2},    {"fmin", "min", 2},
               {"fmax", "max", 2},   {"fminf", "min", 2}, {"fmaxf", "max", 2}};
  for (const auto& row : table)
    if (name == row.cpp && arguments == row.arguments) return row.einsum;
  return nullptr;
}

/// INFINITY, std::numeric_limits<double>::infinity(), HUGE_VAL
std::string infinite(const clang::Expr* e, const clang::ASTContext& context) {
  llvm::APFloat value(0.0);
  if (e->isValueDependent() || !e->getType()->isRealFloatingType() ||
      !llvm::isa<clang::CallExpr, clang::UnaryOperator>(e) || !e->EvaluateAsFloat(value, context) ||
      !value.isInfinity())
    return "";
  return value.isNegative() ? "-INFINITY" : "INFINITY";
}

/// Clang prints 0.1 with seventeen digits.
std::string shortest(const llvm::APFloat& value, const std::string& printed) {
  std::array<char, 40> digits{};
  const bool is_float = &value.getSemantics() == &llvm::APFloat::IEEEsingle();
  if ((!is_float && &value.getSemantics() != &llvm::APFloat::IEEEdouble()) || !value.isFinite())
    return printed;
  char* const end = digits.data() + digits.size();
  const auto [last, error] = is_float ? std::to_chars(digits.data(), end, value.convertToFloat())
                                      : std::to_chars(digits.data(), end, value.convertToDouble());
  const std::string out = std::string(digits.data(), last) + (is_float ? "F" : "");
  const bool is_whole = out.find_first_of(".e") == std::string::npos;
  return error == std::errc() && !is_whole && out.size() < printed.size() ? out : printed;
}

bool has_reduction(const ExprPtr& e) {
  return e->kind == ExprKind::reduce || std::any_of(e->parts.begin(), e->parts.end(), has_reduction);
}

/// Types are looked for in all of what is below each part of it.
bool is_large(const clang::Expr* expression) {
  struct Parts : Visitor {
    bool VisitStmt(clang::Stmt*) override { return ++count <= most_parts; }
    std::size_t count = 0;
  } parts;
  parts.walk(expression);
  return parts.count > most_parts;
}

bool narrows(const clang::Expr* e) {
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(e);
  return cast && cast->getCastKind() == clang::CK_FloatingToIntegral;
}

}  // namespace

ExprPtr NestReader::element(const Pointer& pointer, const clang::Expr*) {
  std::vector<ExprPtr> parts = {pointer.offset};
  if (pointer.row) parts.push_back(pointer.row);
  return nest::make(ExprKind::read, "", std::move(parts), pointer.array);
}

ExprPtr NestReader::value_of_variable(const clang::Expr* whole, const clang::ValueDecl* variable) {
  const std::string name = variable->getNameAsString();
  if (const auto loop = loop_of_.find(variable); loop != loop_of_.end())
    return nest::make(ExprKind::index, "", {}, loop->second);
  if (const auto held = locals_.find(variable); held != locals_.end()) {
    if (held->second.is_element) return element(*held->second.pointer, whole);
    if (!held->second.value) refuse(whole, "'" + name + "' has no value here that every iteration knows");
    if (held->second.widened) widened_ = held->second.widened;
    if (held->second.narrowed) narrowed_ = held->second.narrowed;
    return held->second.value;
  }
  if (declared_.count(variable)) refuse(whole, "'" + name + "' is used outside of its loop");
  if (written_.count(variable)) return nest::make(ExprKind::read, "", {}, array_of(whole));
  if (const clang::Expr* source = number_source_of(variable)) return value(source);
  return scalar(whole);
}

ExprPtr NestReader::value_of_operator(const clang::BinaryOperator* e) {
  static const std::set<std::string> known = {"+",  "-",  "*",  "/",  "<",  "<=", ">",
                                              ">=", "==", "!=", "&&", "||", "|",  "&"};
  const std::string op = e->getOpcodeStr().str();
  if (e->isAssignmentOp() || e->getOpcode() == clang::BO_Comma)
    refuse(e, "an assignment inside of an expression");
  const bool of_integers = nest::is_of_integers(op) || (op == "/" && e->getType()->isIntegerType());
  if (of_integers && !annotation_.function && is_fixed(e)) return scalar(e);
  if (!known.count(op) && !of_integers) refuse(e, "an Einsum has no operator '" + op + "'");
  const ExprPtr left = value(e->getLHS());
  if (op == "/" && e->getType()->isIntegerType() && has_reduction(left))
    refuse(e, "an integer division of a sum: a kernel would divide what is added up");
  if (e->isMultiplicativeOp() || e->isAdditiveOp()) note_widening(e);
  const ExprPtr right = op == "&&" || op == "||" ? conditional_value(e->getRHS()) : value(e->getRHS());
  return nest::applied(op, left, right, e->getType()->isIntegerType());
}

ExprPtr NestReader::inlined(const clang::CallExpr* call, const clang::FunctionDecl* function) {
  const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function->getBody());
  const clang::ReturnStmt* result =
      body && body->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
  if (!result || !result->getRetValue() || llvm::isa<clang::CXXMethodDecl>(function) || inlining_ > 4)
    refuse(call, "what '" + function->getNameAsString() + "' computes is not known here");
  Locals with = locals_;
  for (unsigned i = 0; i < function->getNumParams() && i < call->getNumArgs(); ++i) {
    const clang::ParmVarDecl* parameter = function->getParamDecl(i);
    const bool points = parameter->getType()->isPointerType();
    Held& held = with[parameter];
    if (points)
      held.pointer = pointer(call->getArg(i));
    else
      held = held_value(call->getArg(i));
  }
  std::swap(locals_, with);
  ++inlining_;
  ExprPtr out = value(result->getRetValue());
  --inlining_;
  std::swap(locals_, with);
  return out;
}

const char* NestReader::library_function(const clang::CallExpr* call) {
  const clang::FunctionDecl* function = call->getDirectCallee();
  const bool of_library =
      function && (function->isInStdNamespace() || function->isExternC() || function->getBuiltinID() != 0);
  return of_library ? known_function(function->getNameAsString(), call->getNumArgs()) : nullptr;
}

ExprPtr NestReader::value_of_call(const clang::CallExpr* call) {
  const clang::FunctionDecl* function = call->getDirectCallee();
  if (!function) refuse(call, "the function that is called here is not known");
  if (is_fixed(call)) return scalar(call);
  if (const char* known = library_function(call)) {
    std::vector<ExprPtr> arguments;
    for (const clang::Expr* argument : call->arguments()) arguments.push_back(value(argument));
    static const std::set<std::string> exact = {"abs", "min", "max"};
    if (!exact.count(known)) note_widening(call);
    const bool leaves_nans = function->getName().starts_with("fm");  // fmin, fmaxf
    return nest::make(ExprKind::call, known, std::move(arguments), leaves_nans ? 0 : -1);
  }
  if (function->isInStdNamespace() && function->getNameAsString() == "clamp" && call->getNumArgs() == 3) {
    const ExprPtr least = nest::make(ExprKind::call, "max", {value(call->getArg(0)), value(call->getArg(1))});
    return nest::make(ExprKind::call, "min", {least, value(call->getArg(2))});
  }
  return inlined(call, function);
}

ExprPtr NestReader::value(const clang::Expr* expression, clang::QualType result) {
  if (is_large(expression)) refuse(expression, "what is computed here is too large to be followed");
  const ExprPtr out = value_of(expression, result);
  if (out->size > most_parts) refuse(expression, "what is computed here is too large to be followed");
  return out;
}

ExprPtr NestReader::value_of(const clang::Expr* expression, clang::QualType result) {
  using namespace clang;
  if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(expression->IgnoreParens()))
    return value_of(temporary->getSubExpr(), result);  // conversions are below it
  for (const Expr* e = expression; const auto* cast = dyn_cast<CastExpr>(e); e = cast->getSubExpr())
    if (narrows(e)) refuse(expression, "a number is cut to an integer");
  note_narrowing(expression, result);
  note_narrowness(expression);
  if (const auto* parameter = annotation_.compared ? nullptr : template_parameter(expression))
    return nest::make(ExprKind::scalar, parameter->getParameter()->getNameAsString());
  const Expr* e = stripped(expression);
  Expr::EvalResult known;
  if (!e->isValueDependent() && e->getType()->isIntegerType() &&
      (annotation_.compared || !depends_on_parameters(e)) &&
      e->EvaluateAsInt(known, context_, Expr::SE_NoSideEffects)) {
    if (e->getType()->isBooleanType())
      return nest::make(ExprKind::number, known.Val.getInt().getBoolValue() ? "true" : "false");
    llvm::SmallString<24> digits;
    known.Val.getInt().toString(digits, 10);
    return nest::make(ExprKind::number, std::string(digits));
  }
  if (const std::string infinity = infinite(e, context_); !infinity.empty())
    return nest::make(ExprKind::number, infinity);
  if (isa<CXXScalarValueInitExpr, ImplicitValueInitExpr>(e)) return nest::number(0);
  if (const auto* x = dyn_cast<InitListExpr>(e); x && x->getNumInits() < 2)
    return x->getNumInits() == 0 ? nest::number(0) : value(x->getInit(0), result);
  if (const auto* x = dyn_cast<FloatingLiteral>(e))
    return nest::make(ExprKind::number, shortest(x->getValue(), text(x)));
  if (const auto* x = dyn_cast<CXXBoolLiteralExpr>(e))
    return nest::make(ExprKind::number, x->getValue() ? "true" : "false");
  if (const auto* x = dyn_cast<DeclRefExpr>(e))
    if (const std::optional<Pointer> found = bound(x)) return element(*found, x);
  if (const auto* x = dyn_cast<DeclRefExpr>(e); x && is_number(e->getType()))
    return value_of_variable(x, x->getDecl());
  if (const auto* x = dyn_cast<ExplicitCastExpr>(e)) {
    if (is_number(x->getType()) && is_number(x->getSubExpr()->getType()) &&
        !is_class(x->getType(), "std::complex"))
      return value(x->getSubExpr(), result);
  }
  if (const auto* x = dyn_cast<CXXUnresolvedConstructExpr>(e); x && x->getNumArgs() == 1)
    if (is_number(x->getType())) return value(x->getArg(0), result);  // T(2)
  if (const auto* x = dyn_cast<UnaryOperator>(e)) {
    if (x->getOpcode() == UO_Plus) return value(x->getSubExpr());
    if (x->getOpcode() == UO_Minus) return nest::negated(value(x->getSubExpr()));
    if (x->getOpcode() == UO_LNot) return nest::make(ExprKind::unary, "!", {value(x->getSubExpr())});
    if (x->isIncrementDecrementOp()) {
      const std::optional<Held> found = stepped(x);
      if (!found || !found->value) refuse(x, "an assignment inside of an expression");
      return found->value;
    }
  }
  if (const auto* x = dyn_cast<BinaryOperator>(e)) return value_of_operator(x);
  if (const auto* x = dyn_cast<ConditionalOperator>(e)) {
    const ExprPtr condition = value(x->getCond());
    const ExprPtr yes = conditional_value(x->getTrueExpr());
    return nest::select(condition, yes, conditional_value(x->getFalseExpr()));
  }
  if (const ExprPtr found = complex_value(e)) return found;
  if (is_number(e->getType())) {
    if (const std::optional<Pointer> found = place(e)) return element(*found, e);
    if (const auto* x = dyn_cast<MemberExpr>(e); x && is_fixed(x)) return scalar(x);
    if (const auto* x = dyn_cast<CallExpr>(e); x && !isa<CXXOperatorCallExpr>(x)) return value_of_call(x);
    if (is_fixed(e)) return scalar(e);
  }
  refuse_value(e);
}

std::optional<NestReader::Pointer> NestReader::subscript(const clang::Expr* base, const clang::Expr* index,
                                                         clang::QualType element) {
  Pointer found = pointer(base);
  found.offset =
      nest::binary("+", found.offset,
                   nest::binary("*", subscript_value(index), nest::number(scalars_in(context_, element))));
  return found;
}

std::optional<NestReader::Pointer> NestReader::place(const clang::Expr* expression) {
  using namespace clang;
  const Expr* e = stripped(expression);
  if (const auto* x = dyn_cast<MemberExpr>(e))
    if (const std::optional<Pointer> found = field(x)) return found;
  if (const auto* x = dyn_cast<ArraySubscriptExpr>(e))
    return subscript(x->getBase(), x->getIdx(), x->getType());
  if (const auto* x = dyn_cast<UnaryOperator>(e); x && x->getOpcode() == UO_Deref) {
    Pointer found = pointer(x->getSubExpr());
    return found;
  }
  if (const auto* x = dyn_cast<CXXOperatorCallExpr>(e);
      x && x->getOperator() == OO_Subscript && x->getNumArgs() == 2)
    return subscript(x->getArg(0), x->getArg(1), x->getType());
  if (const auto* x = dyn_cast<CXXMemberCallExpr>(e);
      x && x->getMethodDecl() && x->getNumArgs() == 1 && x->getMethodDecl()->getNameAsString() == "at")
    return subscript(x->getImplicitObjectArgument(), x->getArg(0), x->getType());
  if (const auto* x = dyn_cast<DeclRefExpr>(e)) {
    if (const std::optional<Pointer> found = bound(x)) return found;
    const auto held = locals_.find(x->getDecl());
    if (held != locals_.end() && held->second.is_element) return held->second.pointer;
  }
  if (const auto* x = dyn_cast<CXXOperatorCallExpr>(e);
      x && !x->getArg(0)->getType()->isDependentType() &&
      (x->getOperator() == OO_Call || x->getOperator() == OO_Subscript) && !is_fixed(x))
    refuse_object(x);
  return std::nullopt;
}

/// An element that an object gives by an operator of its own.
void NestReader::refuse_object(const clang::CXXOperatorCallExpr* call) const {
  const clang::QualType type = call->getArg(0)->getType().getUnqualifiedType();
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record && record->isLambda()) refuse(call, "what '" + text(call) + "' computes is not known here");
  const std::string name = type_name(type);
  refuse(call, "only '" + name + "' knows where '" + text(call) +
                   "' is stored: a block can name its array, or '" + text(call->getArg(0)) +
                   "' where insum::storage<" + name + "> describes it");
}

std::optional<NestReader::Pointer> NestReader::row(const clang::Expr* e) {
  using namespace clang;
  const QualType type = e->getType();
  const Expr *base = nullptr, *index = nullptr;
  if (const auto* x = dyn_cast<ArraySubscriptExpr>(e)) base = x->getBase(), index = x->getIdx();
  if (const auto* x = dyn_cast<CXXOperatorCallExpr>(e);
      x && x->getOperator() == OO_Subscript && x->getNumArgs() == 2)
    base = x->getArg(0), index = x->getArg(1);
  if (!base || !is_fixed(base)) return std::nullopt;
  if (type->isRecordType())
    refuse(e, "no format has rows that are objects, as those of '" + text(stripped(base)) + "' are");
  if (!type->isPointerType() || !type->getPointeeType()->isArithmeticType()) return std::nullopt;
  return Pointer{array_of(stripped(base), true), nest::number(0), subscript_value(index)};
}

/// m[0] of a block that names m, but no row of it.
bool NestReader::is_part(const clang::Expr* row) const {
  if (!annotation_.function || !llvm::isa<clang::ArraySubscriptExpr>(row)) return false;
  std::string name = text(row);
  std::erase(name, ' ');
  return std::none_of(annotation_.storage.begin(), annotation_.storage.end(),
                      [&](const std::string& each) { return each.find(name) != std::string::npos; });
}

NestReader::Pointer NestReader::pointer(const clang::Expr* expression) {
  using namespace clang;
  const Expr* e = stripped(expression);
  if (const auto* x = dyn_cast<DeclRefExpr>(e)) {
    const auto held = locals_.find(x->getDecl());
    if (held != locals_.end() && held->second.pointer) return *held->second.pointer;
    if (held == locals_.end())
      if (const Expr* source = source_of(x->getDecl())) return pointer(source);
  }
  if (const auto* x = dyn_cast<UnaryOperator>(e); x && x->isIncrementDecrementOp())
    if (const std::optional<Held> found = stepped(x); found && found->pointer) return *found->pointer;
  if (const auto* x = dyn_cast<UnaryOperator>(e); x && x->getOpcode() == UO_AddrOf)
    if (const std::optional<Pointer> found = place(x->getSubExpr())) return *found;
  if (const auto* x = dyn_cast<BinaryOperator>(e); x && x->isAdditiveOp() && e->getType()->isPointerType()) {
    const bool right = x->getRHS()->getType()->isPointerType();
    Pointer found = pointer(right ? x->getRHS() : x->getLHS());
    const ExprPtr distance = nest::binary("*", subscript_value(right ? x->getLHS() : x->getRHS()),
                                          nest::number(scalars_in(context_, e->getType()->getPointeeType())));
    found.offset = nest::binary(x->getOpcodeStr().str(), found.offset, distance);
    return found;
  }
  if (const auto* x = dyn_cast<CXXMemberCallExpr>(e); x && x->getNumArgs() == 0 && x->getMethodDecl() &&
                                                      x->getMethodDecl()->getNameAsString() == "data" &&
                                                      is_fixed(x))
    return pointer(x->getImplicitObjectArgument());
  if (e->getType()->isArrayType() && (!is_fixed(e) || is_part(e)))
    if (const std::optional<Pointer> row = place(e)) return *row;
  if (!is_fixed(e)) {
    if (const std::optional<Pointer> found = row(e)) return *found;
    refuse(e, "'" + text(e) + "' is another array in each iteration");
  }
  return {array_of(e), nest::number(0)};
}

}  // namespace insum::frontend
