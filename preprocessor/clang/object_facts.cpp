#include "clang/object_facts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "clang/element_types.h"

namespace insum::frontend {

namespace {

clang::NamedDecl* find_member(clang::Sema& sema, clang::DeclContext* in, llvm::StringRef name,
                              clang::SourceLocation where) {
  clang::LookupResult result(sema, &sema.Context.Idents.get(name), where, clang::Sema::LookupOrdinaryName);
  result.suppressDiagnostics();
  return sema.LookupQualifiedName(result, in) && result.isSingleResult() ? result.getFoundDecl() : nullptr;
}

/// The class template of this name, if the file has seen its header.
clang::ClassTemplateDecl* find_trait(clang::Sema& sema, std::initializer_list<llvm::StringRef> spaces,
                                     llvm::StringRef name, clang::SourceLocation where) {
  clang::DeclContext* in = sema.Context.getTranslationUnitDecl();
  for (const llvm::StringRef space : spaces) {
    in = llvm::dyn_cast_or_null<clang::NamespaceDecl>(find_member(sema, in, space, where));
    if (!in) return nullptr;
  }
  return llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(find_member(sema, in, name, where));
}

/// trait<type>, complete; null where it is not, or depends on template arguments.
clang::CXXRecordDecl* instance_of(clang::Sema& sema, clang::ClassTemplateDecl* trait, clang::QualType type,
                                  clang::SourceLocation where) {
  if (!trait) return nullptr;
  clang::TemplateArgumentListInfo arguments(where, where);
  arguments.addArgument(clang::TemplateArgumentLoc(clang::TemplateArgument(type),
                                                   sema.Context.getTrivialTypeSourceInfo(type, where)));
  const clang::QualType instance = sema.CheckTemplateIdType(clang::TemplateName(trait), where, arguments);
  if (instance.isNull() || instance->isDependentType() || !sema.isCompleteType(where, instance))
    return nullptr;
  return instance->getAsCXXRecordDecl();
}

/// Reads the constants and types of one instantiation of the trait.
class TraitReader {
 public:
  TraitReader(clang::Sema& sema, clang::CXXRecordDecl* trait, clang::SourceLocation where)
      : sema_(sema), trait_(trait), where_(where) {}

  const clang::APValue* constant(llvm::StringRef name) {
    auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(find_member(sema_, trait_, name, where_));
    if (!variable) return nullptr;
    if (!variable->getAnyInitializer() && variable->getInstantiatedFromStaticDataMember())
      sema_.InstantiateVariableDefinition(where_, variable);
    return variable->getAnyInitializer() ? variable->evaluateValue() : nullptr;
  }

  std::optional<std::string> text(llvm::StringRef name) {
    const clang::APValue* value = constant(name);
    if (!value || !value->isLValue()) return std::nullopt;
    const auto* expression = value->getLValueBase().dyn_cast<const clang::Expr*>();
    const auto* literal = llvm::dyn_cast_or_null<clang::StringLiteral>(expression);
    return literal ? std::optional(literal->getString().str()) : std::nullopt;
  }

  std::optional<long long> integer(llvm::StringRef name) {
    const clang::APValue* value = constant(name);
    return value && value->isInt() ? value->getInt().tryExtValue() : std::nullopt;
  }

  /// A C array or std::array of integers; empty when the member is absent.
  std::vector<long long> integers(llvm::StringRef name) {
    const clang::APValue* value = constant(name);
    while (value && value->isStruct() && value->getStructNumFields() == 1) value = &value->getStructField(0);
    std::vector<long long> list;
    if (!value || !value->isArray()) return list;
    for (unsigned i = 0; i < value->getArraySize(); ++i) {
      const clang::APValue& element =
          i < value->getArrayInitializedElts() ? value->getArrayInitializedElt(i) : value->getArrayFiller();
      if (element.isInt()) list.push_back(element.getInt().tryExtValue().value_or(-1));
    }
    return list;
  }

  bool has(llvm::StringRef name) { return find_member(sema_, trait_, name, where_) != nullptr; }

  clang::QualType type(llvm::StringRef name) {
    auto* alias = llvm::dyn_cast_or_null<clang::TypedefNameDecl>(find_member(sema_, trait_, name, where_));
    return alias ? alias->getUnderlyingType() : clang::QualType();
  }

 private:
  clang::Sema& sema_;
  clang::CXXRecordDecl* trait_;
  clang::SourceLocation where_;
};

}  // namespace

std::optional<bind::ObjectFacts> object_facts(clang::Sema& sema, clang::QualType type,
                                              clang::SourceLocation where) {
  type = type.getNonReferenceType().getUnqualifiedType();
  clang::Sema::SFINAETrap trap(sema, /*AccessCheckingSFINAE=*/true);
  clang::CXXRecordDecl* trait = instance_of(sema, find_trait(sema, {"insum"}, "storage", where), type, where);
  if (!trait) return std::nullopt;

  TraitReader reader(sema, trait, where);
  const std::optional<std::string> format = reader.text("format");
  const std::optional<long long> rank = reader.integer("rank");
  const clang::QualType value = reader.type("value_type");
  if (!format || !rank || value.isNull()) return std::nullopt;
  bind::ObjectFacts facts;
  facts.format = *format;
  facts.rank = static_cast<int>(*rank);
  facts.arguments = reader.integers("arguments");
  facts.value = element_type(sema.Context, value);
  facts.value_spelling = spelling(sema.Context, value);
  if (const clang::QualType index = reader.type("index_type"); !index.isNull()) {
    facts.index = element_type(sema.Context, index);
    facts.index_spelling = spelling(sema.Context, index);
  }
  const std::optional<long long> growable = reader.integer("growable");
  facts.growable = growable && *growable != 0;
  const std::optional<long long> on_device = reader.integer("on_device");
  facts.on_device = on_device && *on_device != 0;
  for (const long long mode : reader.integers("order")) facts.order.push_back(static_cast<int>(mode));
  facts.strided = facts.order.empty() && reader.has("stride");
  return facts;
}

std::string policy_flaw(clang::Sema& sema, clang::QualType type, clang::SourceLocation where) {
  if (type->isDependentType()) return "";
  if (!type->isRecordType()) return "an accumulation array is a class";
  clang::Sema::SFINAETrap trap(sema, /*AccessCheckingSFINAE=*/true);
  clang::CXXRecordDecl* trait =
      instance_of(sema, find_trait(sema, {"insum", "rt"}, "policy_flaw", where), type, where);
  return trait ? TraitReader(sema, trait, where).text("text").value_or("") : "";
}

void read_policy(clang::Sema& sema, clang::QualType type, clang::SourceLocation where,
                 bind::CppFacts& facts) {
  if (type->isDependentType() || !type->isRecordType()) return;
  clang::Sema::SFINAETrap trap(sema, /*AccessCheckingSFINAE=*/true);
  clang::CXXRecordDecl* trait =
      instance_of(sema, find_trait(sema, {"insum", "rt"}, "policy_components", where), type, where);
  if (!trait) return;
  TraitReader reader(sema, trait, where);
  const clang::QualType value = reader.type("value_type");
  if (value.isNull()) return;
  facts.policy_rank = static_cast<int>(reader.integer("rank").value_or(0));
  const clang::QualType reduction = reader.type("reduction");
  if (const auto* record = reduction.isNull() ? nullptr : reduction->getAsCXXRecordDecl();
      record && record->getQualifiedNameAsString().starts_with("insum::"))
    facts.policy_reduction = record->getNameAsString();
  facts.element = element_type(sema.Context, value);
  facts.element_spelling = spelling(sema.Context, value);
}

}  // namespace insum::frontend
