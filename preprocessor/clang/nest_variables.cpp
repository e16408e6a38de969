#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/element_types.h"
#include "clang/nest_reader.h"
#include "clang/visitor.h"

namespace insum::frontend {

using nest::ArrayKind;
using nest::VariableKind;

namespace {

/// What an expression refers to, and whether evaluating it changes anything.
struct References : Visitor {
  std::vector<const clang::ValueDecl*> variables;
  std::vector<const clang::MemberExpr*> members;
  bool acts = false;

  bool VisitDeclRefExpr(clang::DeclRefExpr* e) override {
    if (llvm::isa<clang::VarDecl, clang::BindingDecl>(e->getDecl())) variables.push_back(e->getDecl());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr* e) override {
    members.push_back(e);
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* e) override {
    acts |= e->isAssignmentOp();
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* e) override {
    acts |= e->isIncrementDecrementOp();
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* e) override {
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(e->getDirectCallee());
    const bool reads =
        method && (method->isConst() || (method->getIdentifier() && method->getName() == "data"));
    const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(e);
    const clang::FunctionDecl* function = e->getDirectCallee();
    acts |= !reads && !(function && function->isConstexpr() && e->getNumArgs() == 0) &&
            !(operation && operation->getOperator() == clang::OO_Subscript);
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr*) override { return acts = true; }
  bool VisitCXXNewExpr(clang::CXXNewExpr*) override { return acts = true; }
};

References references(const clang::Expr* expression) {
  References found;
  found.walk(expression);
  return found;
}

/// The last name in the text of an array that is no subscript, with the numbers that subscript it: "u2" for
/// f.u[2].
std::string name_in(const std::string& text) {
  std::string name, word, subscript;
  int depth = 0;  // of brackets
  for (const char c : text + " ") {
    if (c == '[' && depth++ == 0) subscript.clear();
    if (depth > 0 && c != '[' && c != ']') subscript += c;
    const bool is_part = std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    if (is_part && depth == 0) {
      word += c;
      continue;
    }
    if (!word.empty() && !std::isdigit(static_cast<unsigned char>(word[0]))) name = word;
    word.clear();
    const bool is_number =
        !subscript.empty() && subscript.find_first_not_of("0123456789") == std::string::npos;
    if (c == ']' && --depth == 0 && is_number) name += subscript;
  }
  return name;
}

/// The innermost elements of a pointer, an array or a container; null for anything else.
clang::QualType element_of(clang::QualType type) {
  type = type.getNonReferenceType();
  if (const auto* pointer = type->getAs<clang::PointerType>())
    type = pointer->getPointeeType();
  else if (!type->isArrayType()) {
    const auto* record =
        llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
    if (!record || record->getTemplateArgs().size() == 0 ||
        record->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
      return {};
    if (!is_class(type, "std::vector") && !is_class(type, "std::span") && !is_class(type, "std::array"))
      return {};
    return record->getTemplateArgs()[0].getAsType();
  }
  while (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
  return type;
}

/// Of arrays: double[3][4], double (*)[4].
bool is_nested(clang::QualType type) {
  type = type.getNonReferenceType();
  const clang::ArrayType* array = type->getAsArrayTypeUnsafe();
  const clang::QualType element = array ? array->getElementType() : type->getPointeeType();
  return !element.isNull() && element->isArrayType();
}

ArrayKind array_kind(clang::QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType()) return ArrayKind::pointer;
  return type->isArrayType() || is_class(type, "std::array") ? ArrayKind::c_array : ArrayKind::range;
}

}  // namespace

void NestReader::refuse(const clang::Stmt* where, const std::string& reason) {
  throw NoNest{where->getBeginLoc(), reason};
}

bool NestReader::is_fixed(const clang::Expr* expression) const {
  const References found = references(expression);
  if (found.acts) return false;
  return std::none_of(found.variables.begin(), found.variables.end(), [&](const clang::ValueDecl* variable) {
    return declared_.count(variable) || written_.count(variable) || locals_.count(variable) ||
           loop_of_.count(variable);
  });
}

std::string NestReader::text(const clang::Expr* expression) const {
  /// Parameters of templates by their names, where blocks are to have them.
  struct Names : clang::PrinterHelper {
    bool handledStmt(clang::Stmt* e, clang::raw_ostream& out) override {
      const auto* parameter = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e);
      if (parameter) out << parameter->getParameter()->getName();
      return parameter != nullptr;
    }
  } names;
  clang::PrintingPolicy policy = context_.getPrintingPolicy();
  policy.SuppressImplicitBase = true;
  std::string out;
  llvm::raw_string_ostream stream(out);
  expression->printPretty(stream, annotation_.compared ? nullptr : &names, policy);
  return out;
}

std::string NestReader::type_name(clang::QualType type) const {
  return full_name(context_, type.getNonReferenceType());
}

nest::ExprPtr NestReader::scalar(const clang::Expr* expression) {
  if (!is_fixed(expression)) refuse(expression, "'" + text(expression) + "' changes in the loop");
  add_variables(expression, -1);
  return nest::make(nest::ExprKind::scalar, text(expression));
}

nest::Variable NestReader::describe(const clang::Expr* expression, int array) const {
  const clang::QualType type = expression->getType().getNonReferenceType();
  nest::Variable out;
  out.text = text(expression);
  out.array = array;
  out.type = type_name(type);
  const clang::QualType element = element_of(type);
  if (!element.isNull()) out.element = type_name(element.getUnqualifiedType());
  if (type->isBooleanType() || type->isRealFloatingType())
    out.kind = VariableKind::number;
  else if (type->isIntegerType())
    out.kind = VariableKind::integer,
    out.wraps = type->isUnsignedIntegerType() &&
                context_.getTypeSize(type) == context_.getTypeSize(context_.UnsignedIntTy);
  else if (type->isPointerType() && type->getPointeeType()->isRecordType())
    out.kind = VariableKind::object_pointer,
    out.type = type_name(type->getPointeeType().getUnqualifiedType());
  else if (type->isPointerType())
    out.kind = VariableKind::pointer;
  else if (!element.isNull())
    out.kind = array_kind(type) == ArrayKind::c_array ? VariableKind::c_array
               : is_class(type, "std::vector")        ? VariableKind::vector
                                                      : VariableKind::range;
  if (out.kind == VariableKind::pointer) out.type = type_name(type.getUnqualifiedType());
  if (out.kind != VariableKind::pointer && out.kind != VariableKind::range) {
    const bool keeps_const = type->isRecordType() || type->isArrayType();
    if (keeps_const) out.type = type_name(context_.getUnqualifiedArrayType(type));
  }
  return out;
}

/// Integers beside a member of an object: sizes of what the object holds.
void NestReader::add_member_integers(const clang::MemberExpr* member) {
  if (member->isImplicitAccess()) return;  // in scope by their own names
  const auto* record = llvm::dyn_cast<clang::RecordDecl>(member->getMemberDecl()->getDeclContext());
  const std::string object = text(member->getBase()) + (member->isArrow() ? "->" : ".");
  for (const clang::FieldDecl* field : record->fields()) {
    const bool counts = field->getType()->isIntegerType() && !field->getType()->isBooleanType();
    const std::string name = object + field->getNameAsString();
    if (counts && std::find(out_.integers.begin(), out_.integers.end(), name) == out_.integers.end())
      out_.integers.push_back(name);
  }
}

/// The variables behind an lvalue or a value: each object before its members.
void NestReader::add_variables(const clang::Expr* expression, int array) {
  const clang::Expr* e = expression->IgnoreParenImpCasts();
  const auto add = [&](nest::Variable variable) {
    for (nest::Variable& known : out_.variables)
      if (known.text == variable.text) {
        if (known.array < 0) known.array = variable.array;
        return;
      }
    out_.variables.push_back(std::move(variable));
  };
  if (const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(e)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(x->getDecl());
    if (variable && variable->isUsableInConstantExpressions(context_)) return;
    if (!variable) return;
    nest::Variable described = describe(x, array);
    described.given =
        annotation_.function && llvm::isa<clang::ParmVarDecl>(variable) && is_only_read(variable);
    add(std::move(described));
    return;
  }
  if (const auto* x = llvm::dyn_cast<clang::MemberExpr>(e);
      x && llvm::isa<clang::FieldDecl>(x->getMemberDecl())) {
    if (!x->isImplicitAccess()) add_variables(x->getBase(), -1);
    add_member_integers(x);
    add(describe(x, array));
    return;
  }
  for (const clang::Stmt* child : e->children())
    if (const auto* part = llvm::dyn_cast_or_null<clang::Expr>(child)) add_variables(part, -1);
}

int NestReader::array_of(const clang::Expr* lvalue, bool of_rows) {
  const std::string name = text(lvalue);
  if (const auto known = array_numbers_.find(name); known != array_numbers_.end()) return known->second;
  const clang::QualType type = lvalue->getType();
  const bool is_scalar = is_number(type);
  clang::QualType element = is_scalar ? type : element_of(type);
  if (of_rows && !element.isNull() && element->isPointerType()) element = element->getPointeeType();
  if (element.isNull() || !is_number(element)) {
    const bool pointers = !element.isNull() && element->isPointerType();
    refuse(lvalue, "'" + name + "' " +
                       (pointers ? "is an array of pointers"
                                 : "of type '" + type_name(type) + "' is no array of numbers"));
  }
  const int number = static_cast<int>(out_.arrays.size());
  nest::Array& array = out_.arrays.emplace_back();
  array.text = name;
  array.name = name_in(name);
  array.kind = is_scalar ? ArrayKind::scalar : array_kind(type);
  array.element = type_name(element.getUnqualifiedType());
  array.rows = of_rows;
  array.nested = is_nested(type);
  array.integer = element->isSpecificBuiltinType(clang::BuiltinType::Dependent) ||  // M.pos: it may be
                  (element->isIntegerType() && !element->isBooleanType());
  if (context_.getAsConstantArrayType(type)) array.length = scalars_in(context_, type);
  array_numbers_[name] = number;
  lvalues_.push_back(lvalue);
  add_variables(lvalue, number);
  return number;
}

/// Of an array of structs, with the variables behind it.
int NestReader::records_of(const clang::Expr* array) {
  const std::string name = text(array);
  const auto known = std::find_if(out_.records.begin(), out_.records.end(),
                                  [&](const nest::Records& r) { return r.text == name; });
  if (known != out_.records.end()) return static_cast<int>(known - out_.records.begin());
  const clang::QualType type = array->getType(), element = element_of(type);
  const auto number = static_cast<int>(out_.records.size());
  nest::Records& records = out_.records.emplace_back();
  records.text = name;
  records.kind = array_kind(type);
  if (!element.isNull()) records.element = type_name(element.getUnqualifiedType());
  if (const clang::ConstantArrayType* fixed = context_.getAsConstantArrayType(type))
    records.length = static_cast<long long>(fixed->getSize().getZExtValue());
  add_variables(array, -1);
  for (nest::Variable& variable : out_.variables) {
    if (variable.text != name) continue;
    variable.records = number;
    if (!type->isPointerType()) continue;
    variable.kind = VariableKind::pointer;
    variable.type = type_name(type.getUnqualifiedType());
  }
  return number;
}

}  // namespace insum::frontend
