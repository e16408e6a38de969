// Fields of structs in arrays: p[i].x, q->x where q is &p[i]. They are arrays called field(p, x).
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/element_types.h"
#include "clang/nest_reader.h"

namespace insum::frontend {

using nest::ExprPtr;

namespace {

const clang::Expr* as_spelled(const clang::Expr* e) {
  return e->IgnoreParenImpCasts()->IgnoreUnlessSpelledInSource()->IgnoreParenImpCasts();
}

bool is_record(clang::QualType type) { return type.getNonReferenceType()->isRecordType(); }

}  // namespace

std::optional<NestReader::Record> NestReader::record(const clang::Expr* object) {
  using namespace clang;
  const Expr* e = as_spelled(object);
  if (const auto* x = dyn_cast<ArraySubscriptExpr>(e)) return record_at(x->getBase(), x->getIdx());
  if (const auto* x = dyn_cast<CXXOperatorCallExpr>(e);
      x && x->getOperator() == OO_Subscript && x->getNumArgs() == 2)
    return record_at(x->getArg(0), x->getArg(1));
  if (const auto* x = dyn_cast<UnaryOperator>(e); x && x->getOpcode() == UO_Deref)
    return record_behind(x->getSubExpr());
  const auto* x = dyn_cast<DeclRefExpr>(e);
  const auto known = x ? records_.find(x->getDecl()) : records_.end();
  return known == records_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<NestReader::Record> NestReader::record_at(const clang::Expr* base, const clang::Expr* index) {
  std::optional<Record> found = record_behind(base);
  if (found) found->number = nest::binary("+", found->number, subscript_value(index));
  return found;
}

std::optional<NestReader::Record> NestReader::record_behind(const clang::Expr* pointer) {
  using namespace clang;
  const Expr* e = as_spelled(pointer);
  if (const auto* x = dyn_cast<DeclRefExpr>(e))
    if (const auto known = records_.find(x->getDecl()); known != records_.end()) return known->second;
  if (const auto* x = dyn_cast<UnaryOperator>(e); x && x->getOpcode() == UO_AddrOf)
    return record(x->getSubExpr());
  if (const auto* x = dyn_cast<BinaryOperator>(e);
      x && x->getOpcode() == BO_Add && x->getLHS()->getType()->isPointerType())
    return record_at(x->getLHS(), x->getRHS());
  if (!is_fixed(e)) return std::nullopt;
  return Record{e, nest::number(0)};
}

/// Local variables that stand for a struct: others are copies.
bool NestReader::declares_record(const clang::VarDecl* variable) {
  const clang::QualType type = variable->getType();
  const bool points = type->isPointerType() && is_record(type->getPointeeType());
  const bool refers = type->isReferenceType() && is_record(type);
  if (!annotation_.several || !variable->getInit() || !(points || refers)) return false;
  if (points && !is_only_read(variable)) return false;
  const std::optional<Record> found =
      points ? record_behind(variable->getInit()) : record(variable->getInit());
  if (found) records_.insert_or_assign(variable, *found);
  return found.has_value();
}

std::optional<NestReader::Pointer> NestReader::field(const clang::MemberExpr* member) {
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  if (!annotation_.several || !field || field->isBitField() || !member->getType()->isArithmeticType() ||
      is_fixed(member))
    return std::nullopt;
  const std::optional<Record> found =
      member->isArrow() ? record_behind(member->getBase()) : record(member->getBase());
  return found ? std::optional(field_of(*found, field, member)) : std::nullopt;
}

/// A name that a structured binding gives a member of the element: of a struct, or of a std::pair.
std::optional<NestReader::Pointer> NestReader::bound(const clang::DeclRefExpr* e) {
  const auto* binding = llvm::dyn_cast<clang::BindingDecl>(e->getDecl());
  const auto* whole =
      binding ? llvm::dyn_cast_or_null<clang::DecompositionDecl>(binding->getDecomposedDecl()) : nullptr;
  const auto known = whole ? records_.find(whole) : records_.end();
  if (known == records_.end() || !annotation_.several || !binding->getType()->isArithmeticType())
    return std::nullopt;
  const clang::FieldDecl* field = nullptr;
  const clang::QualType type = whole->getType().getNonReferenceType().getUnqualifiedType();
  if (const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(binding->getBinding()))
    field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  else if (is_class(type, "std::pair"))  // whose names call get<0>() and get<1>()
    field = *std::next(type->getAsCXXRecordDecl()->field_begin(), binding == whole->bindings()[0] ? 0 : 1);
  return field && !field->isBitField() ? std::optional(field_of(known->second, field, e)) : std::nullopt;
}

NestReader::Pointer NestReader::field_of(const Record& found, const clang::FieldDecl* field,
                                         const clang::Expr* member) {
  const int records = records_of(found.array);
  const std::string name = "field(" + text(found.array) + ", " + field->getNameAsString() + ")";
  const auto [known, is_new] = array_numbers_.emplace(name, static_cast<int>(out_.arrays.size()));
  if (is_new) {
    nest::Array& array = out_.arrays.emplace_back();
    array.text = name;
    array.name = array.member = field->getNameAsString();
    array.records = records;
    array.element = type_name(member->getType().getUnqualifiedType());
    array.integer = member->getType()->isIntegerType() && !member->getType()->isBooleanType();
    lvalues_.push_back(member);
  }
  return {known->second, found.number};
}

/// A value in a struct that `field` cannot name, and any other that is none for an Einsum.
void NestReader::refuse_value(const clang::Expr* e) const {
  using namespace clang;
  const std::string what = "'" + text(e) + "'";
  const auto* subscript = dyn_cast<ArraySubscriptExpr>(as_spelled(e));
  const auto* member = dyn_cast<MemberExpr>(subscript ? as_spelled(subscript->getBase()) : as_spelled(e));
  const auto* of = member ? dyn_cast<MemberExpr>(as_spelled(member->getBase())) : nullptr;
  if (member && subscript && !is_fixed(member))
    refuse(e, what + " is in an array in a struct: field(array, member) names members that are numbers");
  if (of && !is_fixed(of))
    refuse(e, what + " is in a struct in a struct: field(array, member) names members of the elements");
  refuse(e, what + " is nothing that an Einsum can compute with");
}

}  // namespace insum::frontend
