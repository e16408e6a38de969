#include "clang/find_loops.h"

#include <algorithm>
#include <map>

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/definitions.h"
#include "clang/element_types.h"
#include "clang/instantiations.h"
#include "clang/macros.h"
#include "clang/nest_reader.h"
#include "clang/set_before.h"
#include "clang/shared_memory.h"
#include "clang/statement.h"
#include "clang/visitor.h"
#include "clang/worksharing.h"
#include "support/words.h"

namespace insum::frontend {

namespace {

bool is_integer(clang::QualType type) {
  type = type.getNonReferenceType();
  return type->isIntegerType() && !type->isBooleanType() && !type->isAnyCharacterType();
}

struct VariableNames : Visitor {
  explicit VariableNames(std::set<std::string>& found) : found(found) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) override {
    found.insert(e->getDecl()->getNameAsString());
    return true;
  }
  std::set<std::string>& found;
};

/// What does not fit, if it is in the file; else `whole`.
SourceRange place_of(Session& session, const clang::ASTContext& context, const NoNest& why,
                     SourceRange whole) {
  const clang::SourceLocation at = context.getSourceManager().getExpansionLoc(why.where);
  return at.isValid() && context.getSourceManager().isInMainFile(at) ? session.map.token(at, 1) : whole;
}

/// Of a template; more of them take long and tell little.
constexpr std::size_t most_instances = 8;

class Finder : public Visitor {
 public:
  Finder(Session& session, const clang::ASTContext& context) : session_(session), context_(context) {}

  bool enters_declaration(clang::Decl* d) override {
    auto* function = llvm::dyn_cast<clang::FunctionDecl>(d);
    return !function || enters(function);
  }
  void leave_declaration(clang::Decl* d) override {
    if (llvm::isa<clang::FunctionDecl>(d)) leave_function();
  }
  bool enters_statement(clang::Stmt* s) override {
    if (llvm::isa<clang::CompoundStmt>(s)) blocks_.push_back(integers_.size());
    inside_ += is_for(s);
    return true;
  }
  void leave_statement(clang::Stmt* s) override {
    inside_ -= is_for(s);
    if (!llvm::isa<clang::CompoundStmt>(s)) return;
    integers_.resize(blocks_.back());
    blocks_.pop_back();
  }
  bool VisitVarDecl(clang::VarDecl* variable) override {
    if (function_ && is_integer(variable->getType())) integers_.push_back(variable->getNameAsString());
    if (function_ && llvm::isa<clang::ParmVarDecl>(variable)) add_object(variable);
    return true;
  }
  bool VisitForStmt(clang::ForStmt* loop) override { return find_nest(loop); }
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt* loop) override { return find_nest(loop); }
  bool VisitWhileStmt(clang::WhileStmt* loop) override {
    refuse(loop, "its head does not say how it counts: 'for (i = 0; i < n; ++i)' can have a block");
    return true;
  }
  bool VisitDoStmt(clang::DoStmt* loop) override {
    refuse(loop, "its head does not say how it counts: 'for (i = 0; i < n; ++i)' can have a block");
    return true;
  }

 private:
  /// A parameter that is an object, or a pointer to one: its members may be the sizes of what it holds.
  void add_object(const clang::VarDecl* variable) {
    clang::QualType type = variable->getType().getNonReferenceType();
    const bool points = type->isPointerType();
    if (points) type = type->getPointeeType();
    const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() ||
        context_.getSourceManager().isInSystemHeader(record->getLocation()))
      return;
    const std::string name = variable->getNameAsString();
    for (const clang::FieldDecl* field : record->fields())
      if (is_integer(field->getType()) && field->getAccess() != clang::AS_private)
        integers_.push_back(name + (points ? "->" : ".") + field->getNameAsString());
    objects_.push_back({name, points ? nest::VariableKind::object_pointer : nest::VariableKind::object,
                        full_name(context_, type.getUnqualifiedType()), "", -1});
  }

  static bool is_for(const clang::Stmt* s) { return llvm::isa<clang::ForStmt, clang::CXXForRangeStmt>(s); }
  bool enters(clang::FunctionDecl* f) {
    const bool here =
        f->doesThisDeclarationHaveABody() && context_.getSourceManager().isInMainFile(f->getLocation());
    if (!here) return false;
    around_.push_back(std::exchange(function_, f));
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(f))
      for (const clang::FieldDecl* field : method->getParent()->fields())
        if (is_integer(field->getType())) integers_.push_back(field->getNameAsString());
    return true;
  }
  void leave_function() {
    function_ = around_.back();
    around_.pop_back();
    if (function_) return;
    objects_.clear();
    integers_.clear();
  }

  /// The loop around it, if any, has a reason of its own.
  void refuse(const clang::Stmt* loop, const std::string& reason) {
    if (function_ && inside_ == 0) find(loop, [&](nest::FoundLoop& found) { found.reason = reason; });
  }

  template <class Read>
  void find(const clang::Stmt* loop, Read read) {
    const std::optional<SourceRange> range = range_of(session_, context_, loop);
    nest::FoundLoop found;
    const clang::SourceLocation begin = context_.getSourceManager().getExpansionLoc(loop->getBeginLoc());
    found.where = found.statement = range ? *range : session_.map.token(begin, 1);
    const bool annotated =
        std::any_of(session_.blocks.begin(), session_.blocks.end(), [&](const CollectedBlock& block) {
          return block.region.valid() && block.region.begin <= found.statement.begin &&
                 found.statement.begin < block.region.end;
        });
    if (annotated) return;
    if (!range)
      found.reason = "the loop stands in a macro";
    else if (const OpenMPDirective* shared = worksharing_of(*range))
      found.reason = "'#pragma " + shared->words +
                     "' is for threads that run already: each of them would run the kernel";
    else
      read(found);
    session_.loops.push_back(std::move(found));
  }

  /// The pragmas above a loop are replaced with it.
  const OpenMPDirective* worksharing_of(SourceRange range) const {
    const clang::Stmt* body = function_->getBody();
    const OpenMPDirective* inside = worksharing_in(session_, context_, body, range.begin, range.end);
    return inside ? inside : worksharing_around(session_, context_, body, range.begin);
  }

  bool find_nest(const clang::Stmt* loop) {
    if (function_)
      find(loop, [&](nest::FoundLoop& found) {
        if (function_->isDependentContext())
          read_instances(loop, found);
        else
          read(loop, function_, found);
      });
    return true;
  }

  /// A template has its types in its instantiations.
  void read_instances(const clang::Stmt* loop, nest::FoundLoop& found) {
    const std::vector<nest::Variable> around = std::exchange(objects_, {});
    const std::vector<std::string> integers_around = integers_;
    std::size_t read_before = 0;
    for (const clang::FunctionDecl* instance : instantiations_of(function_, context_)) {
      const clang::Stmt* own = instantiated(loop, instance);
      if (!own || !found.reason.empty() || read_before == most_instances) continue;
      objects_.clear();
      integers_ = integers_around;
      for (const clang::ParmVarDecl* parameter : instance->parameters()) {
        add_object(parameter);
        const std::string name = parameter->getNameAsString();
        const bool known = std::find(integers_.begin(), integers_.end(), name) != integers_.end();
        if (is_integer(parameter->getType()) && !known) integers_.push_back(name);
      }
      nest::FoundLoop other;
      const bool is_first = read_before++ == 0;
      if (is_first) found.parameters = parameters_of(instance, context_);
      read(own, instance, is_first ? found : other);
      if (is_first) continue;
      found.reason = other.reason;
      found.others.push_back(std::move(other.nest));
    }
    objects_ = around;
    integers_ = integers_around;
    if (read_before == 0)
      found.reason =
          "the loop stands in a template that this file does not instantiate: nothing says what its types "
          "are";
  }

  void read(const clang::Stmt* loop, const clang::FunctionDecl* function, nest::FoundLoop& found) {
    try {
      NestReader reader(context_, {.several = true});
      found.nest = reader.read(loop);
      if (!found.nest.target) throw NoNest{loop->getBeginLoc(), "it writes nothing but its own variables"};
      find_shared_memory(found.nest, reader.lvalues(), function, context_);
      found.nest.objects = objects_;
      found.constants = local_constants(loop, context_);
      found.nest.function = function->getNameAsString();
      found.nest.integers.insert(found.nest.integers.end(), integers_.begin(), integers_.end());
      for (const clang::DeclContext* at = function_->getDeclContext(); at; at = at->getParent())
        if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(at))
          found.nest.namespaces.insert(found.nest.namespaces.begin(), space->getNameAsString());
    } catch (const NoNest& why) {
      found.reason = why.reason;
      found.where = place_of(session_, context_, why, found.where);
    }
  }

  Session& session_;
  const clang::ASTContext& context_;
  const clang::FunctionDecl* function_ = nullptr;
  std::vector<const clang::FunctionDecl*> around_;  // whose local classes have it
  int inside_ = 0;                                  // of for loops
  std::vector<std::string> integers_;
  std::vector<std::size_t> blocks_;  // how many integers there were in front of each that is open
  std::vector<nest::Variable> objects_;
};

}  // namespace

namespace {

/// A long double may have more digits.
double as_double(llvm::APFloat number) {
  bool loses = false;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
  return number.convertToDouble();
}

/// What is another number in each instantiation of a template, by the names that the block has for it.
std::map<std::string, double> constants_in(const clang::Stmt* statement, const clang::ASTContext& context) {
  struct Constants : Visitor {
    explicit Constants(const clang::ASTContext& context) : context(context) {}
    void add(const clang::NamedDecl* name, const clang::Expr* e) {
      clang::Expr::EvalResult known;
      llvm::APFloat number(0.0);
      if (e->isValueDependent()) return;
      if (e->getType()->isIntegerType() && e->EvaluateAsInt(known, context))
        if (const auto value = known.Val.getInt().tryExtValue())
          found[name->getNameAsString()] = static_cast<double>(*value);
      if (e->getType()->isRealFloatingType() && e->EvaluateAsFloat(number, context))
        found[name->getNameAsString()] = as_double(number);
    }
    bool VisitSubstNonTypeTemplateParmExpr(clang::SubstNonTypeTemplateParmExpr* e) override {
      add(e->getParameter(), e->getReplacement());
      return true;
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* e) override {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(e->getDecl());
      if (variable && variable->isUsableInConstantExpressions(context)) add(variable, e);
      return true;
    }
    const clang::ASTContext& context;
    std::map<std::string, double> found;
  } constants(context);
  constants.walk(statement);
  return constants.found;
}

/// The statement with the function around it; of a template, instantiations have both with their types.
struct Placed {
  const clang::Stmt* statement;
  const clang::FunctionDecl* function;
};

std::vector<Placed> placed(const CollectedBlock& block, const clang::ASTContext& context) {
  std::vector<Placed> out;
  if (block.dependent)
    for (const clang::FunctionDecl* instance : instantiations_of(block.enclosing, context))
      if (const clang::Stmt* statement = instantiated(block.statement, instance);
          statement && out.size() < most_instances)
        out.push_back({statement, instance});
  if (out.empty()) out.push_back({block.statement, block.enclosing});
  return out;
}

/// "scale<double, 3>"; "" for what is no instantiation.
std::string instance_name(const Placed& at, const CollectedBlock& block, const clang::ASTContext& context) {
  if (!at.function || at.function == block.enclosing) return "";
  std::string out;
  llvm::raw_string_ostream stream(out);
  at.function->getNameForDiagnostic(stream, context.getPrintingPolicy(), true);
  return out;
}

/// The array whose first element C++ names: m of &m[0][0].
std::string beginning_of(std::string cpp) {
  std::erase(cpp, ' ');
  while (cpp.ends_with("[0]")) cpp.resize(cpp.size() - 3);
  return cpp.starts_with("&") ? cpp.substr(1) : cpp;
}

NestReader::Annotation annotation_of(const CollectedBlock& block) {
  NestReader::Annotation out;
  for (const ast::Directive& directive : block.syntax->directives)
    if (const auto* einsum = std::get_if<ast::Einsum>(&directive.node))
      out.results.insert(einsum->left.tensor.text);
  for (const auto* list : {&block.output_storage, &block.operand_storage})
    for (const clang::Expr* storage : *list) VariableNames(out.named).walk(storage);
  for (const ast::CppUse& use : block.tentative) out.named.insert(use.text);
  for (const ast::CppUse& use : ast::cpp_uses(*block.syntax)) {
    out.words.merge(words_in(use.text));
    out.storage.insert(beginning_of(use.text));
  }
  out.several = out.compared = true;
  return out;
}

void add_macros(nest::Nest& nest, const Macros& macros) {
  for (const auto& [name, cpp] : macros)
    if (const std::optional<double> value = number_in(cpp))
      nest.constants[name] = *value;
    else
      nest.macros.insert(name);
}

/// How many elements a std::array has; -1: it is none.
long long length_of_std_array(clang::QualType type) {
  const auto* array = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsRecordDecl());
  if (!array || !is_class(type, "std::array")) return -1;
  const clang::TemplateArgumentList& arguments = array->getTemplateArgs();
  if (arguments.size() != 2 || arguments[1].getKind() != clang::TemplateArgument::Integral) return -1;
  return arguments[1].getAsIntegral().tryExtValue().value_or(-1);
}

/// Of arrays whose types have them, which are known in an instantiation alone where the block leaves them
/// out.
void add_lengths(nest::Nest& nest, const std::vector<const clang::Expr*>& lvalues) {
  for (std::size_t n = 0; n < nest.arrays.size(); ++n) {
    const nest::Array& array = nest.arrays[n];
    const long long length =
        array.length >= 0 ? array.length : length_of_std_array(lvalues.at(n)->getType().getCanonicalType());
    if (length >= 0 && !array.nested) nest.constants[array.text + ".size()"] = static_cast<double>(length);
  }
}

nest::ReadStatement read_one(Session& session, const CollectedBlock& block, const Placed& at,
                             const clang::ASTContext& context) {
  const auto [statement, function] = at;
  const SourceRange whole{block.region.file, block.statement_begin, block.statement_begin + 1};
  NestReader::Annotation annotation = annotation_of(block);
  if (function) annotation.function = function->getBody();
  const std::string instance = instance_name(at, block, context);
  try {
    NestReader reader(context, std::move(annotation));
    nest::Nest nest = reader.read(statement);
    nest.constants = constants_in(statement, context);
    add_lengths(nest, reader.lvalues());
    add_macros(nest, block.macros);
    if (function && nest.target) {
      find_shared_memory(nest, reader.lvalues(), function, context);
      find_set_before(nest, reader.lvalues(), statement, function, context);
    }
    return {std::move(nest), "", whole, instance};
  } catch (const NoNest& why) {
    return {std::nullopt, why.reason, place_of(session, context, why, whole), instance};
  }
}

}  // namespace

std::vector<nest::ReadStatement> read_statements(Session& session, const CollectedBlock& block,
                                                 const clang::ASTContext& context) {
  std::vector<nest::ReadStatement> out;
  for (const Placed& at : placed(block, context)) out.push_back(read_one(session, block, at, context));
  return out;
}

void find_loops(Session& session, const clang::ASTContext& context) {
  Finder(session, context).walk(context.getTranslationUnitDecl());
}

}  // namespace insum::frontend
