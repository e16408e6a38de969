#include "clang/statement.h"
#include "clang/visitor.h"

#include <algorithm>

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

namespace insum::frontend {

namespace {

/// The last simple statement of a compound one: what decides whether a ';' follows.
const clang::Stmt* last_part(const clang::Stmt* statement) {
  using namespace clang;
  while (true) {
    if (const auto* s = dyn_cast<ForStmt>(statement))
      statement = s->getBody();
    else if (const auto* s = dyn_cast<WhileStmt>(statement))
      statement = s->getBody();
    else if (const auto* s = dyn_cast<CXXForRangeStmt>(statement))
      statement = s->getBody();
    else if (const auto* s = dyn_cast<IfStmt>(statement))
      statement = s->getElse() ? s->getElse() : s->getThen();
    else if (const auto* s = dyn_cast<SwitchStmt>(statement))
      statement = s->getBody();
    else if (const auto* s = dyn_cast<SwitchCase>(statement))
      statement = s->getSubStmt();
    else if (const auto* s = dyn_cast<LabelStmt>(statement))
      statement = s->getSubStmt();
    else if (const auto* s = dyn_cast<AttributedStmt>(statement))
      statement = s->getSubStmt();
    else
      return statement;
  }
}

bool ends_with_semicolon(const clang::Stmt* statement) {
  const clang::Stmt* last = last_part(statement);
  // The ranges of these include their last token; those of all others end before the ';'.
  return !llvm::isa<clang::CompoundStmt, clang::NullStmt, clang::DeclStmt, clang::CXXTryStmt>(last);
}

/// The location of the token after the one at `at`, if it is in the same file or the same macro body.
clang::SourceLocation following_semicolon(clang::SourceLocation at, const clang::ASTContext& context) {
  const clang::SourceManager& manager = context.getSourceManager();
  const clang::LangOptions& options = context.getLangOpts();
  if (at.isFileID()) {
    const auto next = clang::Lexer::findNextToken(at, manager, options);
    return next && next->is(clang::tok::semi) ? next->getLocation() : clang::SourceLocation();
  }
  if (manager.isMacroArgExpansion(at)) return {};
  const clang::SourceLocation spelled = manager.getSpellingLoc(at);
  const auto next = clang::Lexer::findNextToken(spelled, manager, options);
  if (!next || next->isNot(clang::tok::semi)) return {};
  const auto distance = static_cast<int>(next->getLocation().getRawEncoding() - spelled.getRawEncoding());
  const clang::SourceLocation semicolon = at.getLocWithOffset(distance);
  return manager.getFileID(semicolon) == manager.getFileID(at) ? semicolon : clang::SourceLocation();
}

/// Where the text after the statement begins; invalid where that is inside of a macro.
clang::SourceLocation end_of(const clang::Stmt* statement, const clang::ASTContext& context) {
  const clang::SourceManager& manager = context.getSourceManager();
  const clang::LangOptions& options = context.getLangOpts();
  const auto leave_macros = [&](clang::SourceLocation at) {  // to the last token of the outermost expansion
    clang::SourceLocation end = at;
    if (at.isMacroID() && !clang::Lexer::isAtEndOfMacroExpansion(at, manager, options, &end))
      return clang::SourceLocation();
    return end;
  };
  clang::SourceLocation last = statement->getEndLoc();
  if (ends_with_semicolon(statement)) {
    clang::SourceLocation semicolon = following_semicolon(last, context);
    if (semicolon.isInvalid()) {
      last = leave_macros(last);  // FOO(x) ';'
      if (last.isInvalid()) return {};
      semicolon = following_semicolon(last, context);
    }
    last = semicolon;
  }
  if (last.isInvalid()) return {};
  last = leave_macros(last);
  return last.isInvalid() ? last : clang::Lexer::getLocForEndOfToken(last, 0, manager, options);
}

/// Finds what leads out of a statement, and its labels.
class ControlFlow : public Visitor {
 public:
  struct Exit {
    const clang::Stmt* statement;
    std::string name;
  };
  std::vector<Exit> exits;
  std::vector<const clang::SwitchCase*> foreign_cases;
  std::vector<const clang::LabelDecl*> labels;
  std::vector<const clang::GotoStmt*> gotos;

  bool enters_declaration(clang::Decl* d) override {
    return llvm::isa<clang::VarDecl>(d);  // not into local classes
  }
  bool enters_statement(clang::Stmt* s) override {
    if (llvm::isa<clang::LambdaExpr>(s)) return false;  // its own function
    count(s, 1);
    return true;
  }
  void leave_statement(clang::Stmt* s) override { count(s, -1); }

  bool VisitReturnStmt(clang::ReturnStmt* s) override { return add(s, "return"); }
  bool VisitCoreturnStmt(clang::CoreturnStmt* s) override { return add(s, "co_return"); }
  bool VisitCoawaitExpr(clang::CoawaitExpr* s) override { return s->isImplicit() || add(s, "co_await"); }
  bool VisitDependentCoawaitExpr(clang::DependentCoawaitExpr* s) override { return add(s, "co_await"); }
  bool VisitCoyieldExpr(clang::CoyieldExpr* s) override { return add(s, "co_yield"); }
  bool VisitIndirectGotoStmt(clang::IndirectGotoStmt* s) override { return add(s, "goto"); }
  bool VisitBreakStmt(clang::BreakStmt* s) override { return loops_ + switches_ > 0 || add(s, "break"); }
  bool VisitContinueStmt(clang::ContinueStmt* s) override { return loops_ > 0 || add(s, "continue"); }
  bool VisitGotoStmt(clang::GotoStmt* s) override {
    gotos.push_back(s);
    return true;
  }
  bool VisitLabelStmt(clang::LabelStmt* s) override {
    labels.push_back(s->getDecl());
    return true;
  }
  bool VisitSwitchCase(clang::SwitchCase* s) override {
    if (switches_ == 0) foreign_cases.push_back(s);
    return true;
  }

 private:
  bool add(const clang::Stmt* statement, const char* name) {
    exits.push_back({statement, name});
    return true;
  }
  void count(const clang::Stmt* s, int one) {
    using namespace clang;
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(s)) loops_ += one;
    if (isa<SwitchStmt>(s)) switches_ += one;
  }
  int loops_ = 0;
  int switches_ = 0;
};

/// The gotos and addresses of labels in a function's body.
struct Jumps : Visitor {
  std::vector<std::pair<const clang::LabelDecl*, clang::SourceLocation>> to;
  bool VisitGotoStmt(clang::GotoStmt* s) override {
    to.emplace_back(s->getLabel(), s->getGotoLoc());
    return true;
  }
  bool VisitAddrLabelExpr(clang::AddrLabelExpr* e) override {
    to.emplace_back(e->getLabel(), e->getAmpAmpLoc());
    return true;
  }
};

bool is_required(const Session& session, const CollectedBlock& block) {
  SourceRange statement = block.region;
  statement.begin = block.statement_begin;
  return session.map.files().text(statement).starts_with("INSUM_REQUIRED");
}

bool does_nothing(const clang::Stmt* statement) {
  if (!statement) return false;
  if (const auto* s = llvm::dyn_cast<clang::CompoundStmt>(statement))
    return std::all_of(s->body_begin(), s->body_end(), does_nothing);
  return llvm::isa<clang::NullStmt>(statement);
}

}  // namespace

void find_region(Session& session, CollectedBlock& block, const clang::ASTContext& context,
                 const clang::Stmt* statement) {
  const clang::SourceManager& manager = context.getSourceManager();
  const clang::SourceLocation end = end_of(statement, context);
  const clang::SourceLocation begin = manager.getExpansionLoc(statement->getBeginLoc());
  if (end.isInvalid() || manager.getFileID(end) != manager.getMainFileID()) {
    const clang::SourceLocation last = statement->getEndLoc();
    if (!last.isMacroID() &&
        context.getDiagnostics().hasErrorOccurred()) {  // its end is missing, which is said
      block.diagnosed = true;
      return;
    }
    const std::string macro =
        last.isMacroID() ? clang::Lexer::getImmediateMacroName(last, manager, context.getLangOpts()).str()
                         : "";
    session.reject(block, Diag::statement_in_macro, session.map.token(begin, 1), {macro});
    return;
  }
  block.region = {session.map.main_file(), block.lines.front().begin, manager.getFileOffset(end)};
  block.statement_begin = std::max(manager.getFileOffset(begin), block.lines.back().end);
}

std::optional<SourceRange> range_of(Session& session, const clang::ASTContext& context,
                                    const clang::Stmt* statement) {
  const clang::SourceManager& manager = context.getSourceManager();
  const clang::SourceLocation begin = statement->getBeginLoc(), end = end_of(statement, context);
  if (begin.isMacroID() || end.isInvalid() || end.isMacroID() || !manager.isInMainFile(begin))
    return std::nullopt;
  return SourceRange{session.map.main_file(), manager.getFileOffset(begin), manager.getFileOffset(end)};
}

bool is_hand_written(const Session& session, const CollectedBlock& block) {
  return !is_required(session, block) && !does_nothing(block.statement);
}

bool is_empty(const Session& session, const CollectedBlock& block) {
  return !is_required(session, block) && does_nothing(block.statement);
}

void check_control_flow(Session& session, CollectedBlock& block, const clang::ASTContext& context,
                        const clang::Stmt* statement) {
  ControlFlow flow;
  flow.walk(statement);
  const auto at = [&](clang::SourceLocation where) {
    return session.map.token(
        where, clang::Lexer::MeasureTokenLength(context.getSourceManager().getExpansionLoc(where),
                                                context.getSourceManager(), context.getLangOpts()));
  };
  for (const clang::GotoStmt* jump : flow.gotos)
    if (std::find(flow.labels.begin(), flow.labels.end(), jump->getLabel()) == flow.labels.end())
      flow.exits.push_back({jump, "goto"});
  for (const ControlFlow::Exit& exit : flow.exits)
    session.reject(block, Diag::control_leaves_statement, at(exit.statement->getBeginLoc()), {exit.name})
        .notes.push_back({block.lines.front(), "the block replaces the whole statement"});
  for (const clang::SwitchCase* label : flow.foreign_cases)
    session.reject(block, Diag::label_in_statement, at(label->getBeginLoc()),
                   {llvm::isa<clang::CaseStmt>(label) ? "case" : "default"});
  block.labels = flow.labels;
}

void check_labels(Session& session, CollectedBlock& block, const clang::ASTContext& context) {
  if (block.labels.empty() || !block.enclosing || !block.enclosing->getBody()) return;
  const clang::SourceManager& manager = context.getSourceManager();
  Jumps jumps;
  jumps.walk(block.enclosing->getBody());
  for (const auto& [label, from] : jumps.to) {
    const std::uint32_t offset = manager.getFileOffset(manager.getExpansionLoc(from));
    const bool outside = offset < block.region.begin || offset >= block.region.end;
    if (!outside || std::find(block.labels.begin(), block.labels.end(), label) == block.labels.end())
      continue;
    session
        .reject(block, Diag::label_in_statement,
                session.map.token(label->getLocation(), static_cast<unsigned>(label->getName().size())),
                {label->getName().str()})
        .notes.push_back({session.map.token(from, 1), "the jump is here"});
    return;
  }
}

void check_directives(Session& session, CollectedBlock& block) {
  int depth = 0;
  const auto refuse = [&](const Directive& directive) {
    session.reject(block, Diag::directive_in_statement,
                   session.map.token(session.map.location(directive.offset), 1), {directive.name});
  };
  const Directive* opened = nullptr;
  bool inside = false;  // of the statement; what stands above it is balanced by itself
  for (const Directive& directive : session.directives) {
    if (directive.offset < block.region.begin || directive.offset >= block.region.end) continue;
    if (directive.offset >= block.statement_begin && depth > 0 && !inside) return refuse(*opened);
    inside = inside || directive.offset >= block.statement_begin;
    const std::string& name = directive.name;
    if (name == "pragma") continue;
    if (name == "define" || name == "undef" || name == "include") return refuse(directive);
    if (directive.nesting <= 0 && depth == 0) return refuse(directive);
    if (directive.nesting > 0 && depth == 0) opened = &directive;
    depth += directive.nesting;
  }
  if (depth > 0) refuse(*opened);
}

}  // namespace insum::frontend
