#include "clang/written.h"

#include <algorithm>
#include <set>

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"
#include "clang/places.h"
#include "clang/rows.h"
#include "clang/statement.h"
#include "clang/visitor.h"

namespace insum::frontend {

namespace {

struct Write {
  const clang::Expr* target;
  bool combines;                       // with the value before: += and ++
  const clang::Expr* value = nullptr;  // of an assignment
};

/// The writes of a statement, and what is declared in it.
class Writes : public Visitor {
 public:
  std::vector<Write> list;
  std::set<const clang::ValueDecl*> locals;
  RangeVariables ranges;

  bool VisitValueDecl(clang::ValueDecl* decl) override {
    locals.insert(decl);
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* e) override {
    if (e->isAssignmentOp()) list.push_back({e->getLHS(), e->isCompoundAssignmentOp(), e->getRHS()});
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* e) override {
    if (e->isIncrementDecrementOp()) list.push_back({e->getSubExpr(), true});
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* e) override {
    const clang::OverloadedOperatorKind op = e->getOperator();
    const bool steps = op == clang::OO_PlusPlus || op == clang::OO_MinusMinus;
    if (e->isAssignmentOp() || steps)
      list.push_back({e->getArg(0), op != clang::OO_Equal, steps ? nullptr : e->getArg(1)});
    return true;
  }
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt* s) override {
    if (s->getLoopVariable()) ranges[s->getLoopVariable()] = s->getRangeInit();
    return true;
  }
};

/// Uses of a variable in a function, and those of them that only give it a new value.
class Uses : public Visitor {
 public:
  explicit Uses(const clang::ValueDecl* variable) : variable_(variable) {}
  std::vector<const clang::DeclRefExpr*> list;
  std::set<const clang::Expr*> assigned;

  bool VisitDeclRefExpr(clang::DeclRefExpr* e) override {
    if (e->getDecl() == variable_) list.push_back(e);
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* e) override {
    if (e->getOpcode() == clang::BO_Assign) assigned.insert(e->getLHS()->IgnoreParens());
    return true;
  }

 private:
  const clang::ValueDecl* variable_;
};

class Check {
 public:
  Check(Session& session, const CollectedBlock& block, const clang::ASTContext& context)
      : session_(session), block_(block), context_(context) {}

  void run() {
    writes_.walk(block_.statement);
    for (const clang::Expr* expression : block_.output_storage)
      for (const Place& place : places_behind(expression, writes_.ranges)) outputs_.push_back(place);
    for (const clang::Expr* expression : block_.operand_storage)
      for (const Place& place : places_behind(expression, writes_.ranges)) operands_.push_back(place);
    for (const Write& write : writes_.list) check(write);
  }

 private:
  /// Itself, not what it points to.
  bool is_local_iterator(const clang::Expr* target) const {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParenImpCasts());
    return name && writes_.locals.count(name->getDecl()) && !name->getDecl()->getType()->isReferenceType() &&
           name->getType().getCanonicalType().getAsString().find("iterator") != std::string::npos;
  }

  void check(const Write& write) {
    if (is_local_iterator(write.target)) return;
    const std::vector<Place> places = places_of(write.target, writes_.ranges);
    if (places.empty()) return;
    const bool output =
        std::any_of(places.begin(), places.end(), [&](const Place& p) { return is_output(p); });
    const Place& last = places.back();
    if (const std::optional<Row> row = other_row(write, places)) return report_row(write, *row);
    if (output && write.target->getType()->isRecordType()) return check_fields(write, last);
    if (output && !write.target->getType()->isPointerType()) return;  // no element of one is a pointer
    const bool operand = last.variable && is_operand(last);
    if (!output && !operand && last.variable && !matters(last)) return;
    if (last.variable && writes_.locals.count(last.variable)) return;
    const bool moves = operand && write.target->getType()->isPointerType();
    report(output ? Diag::moved_output : moves ? Diag::moved_operand : Diag::other_write, write, last);
  }

  void report(Diag id, const Write& write, const Place& place) {
    if (!reported_.insert({place.variable, place.member}).second) return;
    report_name(id, write, name_of(place));
  }

  void report_name(Diag id, const Write& write, const std::string& name) {
    const clang::SourceLocation at = write.target->getBeginLoc();
    session_.diagnostics.report(id, session_.map.token(at, width(at)), {name});
  }

  /// Of an array of rows: not those that are outputs of the block. One output of several subscripts may be
  /// all rows together.
  std::optional<Row> other_row(const Write& write, const std::vector<Place>& places) const {
    const clang::Stmt* function = block_.enclosing->getBody();
    const std::optional<Row> row = function ? row_of(write.target, function) : std::nullopt;
    if (!row) return std::nullopt;
    bool found = false;
    for (const clang::Expr* storage : block_.output_storage) {
      const std::vector<Place> behind = places_behind(storage, writes_.ranges);
      const bool meets = std::any_of(behind.begin(), behind.end(), [&](const Place& o) {
        return std::any_of(places.begin(), places.end(), [&](const Place& p) { return meet(o, p); });
      });
      if (!meets) continue;
      const auto& rows = block_.output_rows;
      const std::optional<Row> own = row_of(storage, function);
      if (!own || std::find(rows.begin(), rows.end(), storage) == rows.end() ||
          !are_other_rows(*row, *own, block_.statement, context_))
        return std::nullopt;
      found = true;
    }
    return found ? row : std::nullopt;
  }

  void report_row(const Write& write, const Row& row) {
    const std::string name = text_of(row);
    if (rows_.insert(name).second) report_name(Diag::other_write, write, name);
  }

  std::string text_of(const Row& row) const {
    const clang::SourceManager& manager = context_.getSourceManager();
    const auto range = clang::CharSourceRange::getTokenRange(row.whole->getSourceRange());
    return clang::Lexer::getSourceText(manager.getExpansionRange(range), manager, context_.getLangOpts())
        .str();
  }

  /// A struct of which the outputs are fields, written as a whole: so are its others, unless they get what
  /// they have.
  void check_fields(const Write& write, const Place& place) {
    std::set<const clang::ValueDecl*> written;
    for (const Place& output : outputs_)
      if (output.variable == place.variable) written.insert(output.member);
    if (place.member || written.empty() || written.count(nullptr) || !write.value) return;
    const clang::VarDecl* local = copied_local(write.value);
    for (const clang::FieldDecl* field : write.target->getType()->getAsRecordDecl()->fields())
      if (!written.count(field) && !(local ? keeps(*local, write, field) : keeps(write.value, write, field)))
        return report(Diag::other_write, write, {place.variable, field, true});
  }

  /// Of a local variable that is assigned: most likely it is a copy of the struct, which is put back, where
  /// it is not seen to be made of anything else.
  bool keeps(const clang::VarDecl& local, const Write& write, const clang::FieldDecl* field) const {
    for (const Write& other : writes_.list) {
      const auto* member = llvm::dyn_cast<clang::MemberExpr>(other.target->IgnoreParenImpCasts());
      const auto* object =
          member ? llvm::dyn_cast<clang::DeclRefExpr>(member->getBase()->IgnoreParenImpCasts()) : nullptr;
      if (object && object->getDecl() == &local && member->getMemberDecl() == field &&
          !(other.value && !other.combines && is_field_of(other.value, write.target, field)))
        return false;
    }
    return !list_in(local.getInit()) || keeps(local.getInit(), write, field);
  }

  static const clang::InitListExpr* list_in(const clang::Expr* value) {
    return value ? llvm::dyn_cast<clang::InitListExpr>(value->IgnoreImplicit()->IgnoreParenCasts()) : nullptr;
  }

  /// Whether q[i] = {..., q[i].field, ...} writes a field back as it is.
  bool keeps(const clang::Expr* value, const Write& write, const clang::FieldDecl* field) const {
    const clang::InitListExpr* list = list_in(value);
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(field->getParent());
    return list && list->isSemanticForm() && record && record->getNumBases() == 0 && !record->isUnion() &&
           field->getFieldIndex() < list->getNumInits() &&
           is_field_of(list->getInit(field->getFieldIndex()), write.target, field);
  }

  /// Whether `value` is this field of the struct that `target` names.
  bool is_field_of(const clang::Expr* value, const clang::Expr* target, const clang::FieldDecl* field) const {
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(value->IgnoreParenImpCasts());
    if (!member || member->getMemberDecl() != field) return false;
    target = target->IgnoreParenImpCasts();
    if (member->isArrow()) {
      const auto* object = llvm::dyn_cast<clang::UnaryOperator>(target);
      if (!object || object->getOpcode() != clang::UO_Deref) return false;
      target = object->getSubExpr();
    }
    return is_same(target, member->getBase(), context_);
  }

  /// The variable of the statement that is copied or moved from; null: something else.
  const clang::VarDecl* copied_local(const clang::Expr* value) const {
    const clang::Expr* from = value->IgnoreImplicit()->IgnoreUnlessSpelledInSource();
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(from); call && call->isCallToStdMove())
      from = call->getArg(0)->IgnoreParenImpCasts();
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(from);
    return name && writes_.locals.count(name->getDecl()) ? llvm::dyn_cast<clang::VarDecl>(name->getDecl())
                                                         : nullptr;
  }

  bool is_output(const Place& place) const {
    if (place.variable && outputs_by_name(place.variable->getNameAsString())) return true;
    if (!place.variable && place.member && outputs_by_name(place.member->getNameAsString())) return true;
    return std::any_of(outputs_.begin(), outputs_.end(), [&](const Place& o) { return meet(o, place); });
  }

  /// What the kernel reads must be the same whichever of both runs.
  bool is_operand(const Place& place) const {
    const auto& names = block_.tentative;
    return std::any_of(operands_.begin(), operands_.end(), [&](const Place& o) { return meet(o, place); }) ||
           std::any_of(names.begin(), names.end(),
                       [&](const ast::CppUse& use) { return place.variable->getNameAsString() == use.text; });
  }

  /// An output without a tensor line is the C++ object of its name.
  bool outputs_by_name(const std::string& name) const {
    for (const ast::Directive& directive : block_.syntax->directives)
      if (const auto* einsum = std::get_if<ast::Einsum>(&directive.node))
        if (einsum->left.tensor.text == name) return true;
    return false;
  }

  /// Whether anything can tell that the write is missing.
  bool matters(const Place& place) const {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(place.variable);
    const bool own = variable && variable->hasLocalStorage() && !place.through_pointer &&
                     variable->getDeclContext() == block_.enclosing;
    if (!own || !block_.enclosing->getBody()) return true;
    Uses uses(variable);
    uses.walk(block_.enclosing->getBody());
    const bool combines = std::all_of(writes_.list.begin(), writes_.list.end(), [&](const Write& write) {
      const std::vector<Place> places = places_of(write.target, writes_.ranges);
      return write.combines || places.empty() || places.back().variable != variable;
    });
    // The value is gone where the next use gives it another one.
    const clang::DeclRefExpr* next = nullptr;
    bool before = false;
    for (const clang::DeclRefExpr* use : uses.list) {
      const std::uint32_t offset = offset_of(use->getLocation());
      before |= offset < block_.region.begin;
      if (offset >= block_.region.end && (!next || offset < offset_of(next->getLocation()))) next = use;
    }
    return next ? uses.assigned.count(next) == 0 : combines && before;
  }

  std::uint32_t offset_of(clang::SourceLocation at) const {
    const clang::SourceManager& manager = context_.getSourceManager();
    return manager.getFileOffset(manager.getExpansionLoc(at));
  }

  unsigned width(clang::SourceLocation at) const {
    const clang::SourceManager& manager = context_.getSourceManager();
    return clang::Lexer::MeasureTokenLength(manager.getExpansionLoc(at), manager, context_.getLangOpts());
  }

  Session& session_;
  const CollectedBlock& block_;
  const clang::ASTContext& context_;
  Writes writes_;
  std::vector<Place> outputs_, operands_;
  std::set<std::pair<const clang::ValueDecl*, const clang::ValueDecl*>> reported_;
  std::set<std::string> rows_;  // reported too
};

/// The numbers of the C++ expressions behind a tensor line.
std::set<int> storage_ids(const ast::TensorDirective& tensor) {
  std::set<int> ids;
  if (const auto* object = std::get_if<ast::Cpp>(&tensor.storage)) return {object->id};
  const auto& use = std::get<ast::FormatUse>(tensor.storage);
  for (const auto* list : {&use.storage, &use.values})
    for (const ast::StorageArgument& argument : *list) ids.insert(argument.array.id);
  for (const ast::LevelSpec& level : use.levels)
    for (const ast::StorageArgument& argument : level.arrays) ids.insert(argument.array.id);
  return ids;
}

}  // namespace

void keep_storage(CollectedBlock& block, const std::vector<clang::Expr*>& expressions) {
  std::set<std::string> written;
  std::set<int> outputs, operands, rows;
  for (const ast::Directive& directive : block.syntax->directives)
    if (const auto* einsum = std::get_if<ast::Einsum>(&directive.node))
      written.insert(einsum->left.tensor.text);
  for (const ast::Directive& directive : block.syntax->directives)
    if (const auto* tensor = std::get_if<ast::TensorDirective>(&directive.node)) {
      const std::set<int> ids = storage_ids(*tensor);
      const bool output = written.count(tensor->name.text);
      (output ? outputs : operands).insert(ids.begin(), ids.end());
      if (output && tensor->sizes.size() == 1) rows.insert(ids.begin(), ids.end());
    }
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    if (outputs.count(block.injected[i].id)) block.output_storage.push_back(expressions[i]);
    if (rows.count(block.injected[i].id)) block.output_rows.push_back(expressions[i]);
    if (operands.count(block.injected[i].id)) block.operand_storage.push_back(expressions[i]);
  }
}

void warn_of_other_writes(Session& session, const CollectedBlock& block, const clang::ASTContext& context) {
  if (block.statement && block.enclosing && is_hand_written(session, block))
    Check(session, block, context).run();
}

}  // namespace insum::frontend
