#include "clang/worksharing.h"
#include "clang/visitor.h"

#include <algorithm>
#include <string_view>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Lexer.h"

namespace insum::frontend {

namespace {

std::string_view first_word(std::string_view words) {
  words.remove_prefix(std::string_view("omp ").size());
  return words.substr(0, words.find_first_of(" (,"));
}

bool begins_threads(const OpenMPDirective& directive) {
  const std::string_view word = first_word(directive.words);
  return word == "parallel" || word == "target" || word == "teams";
}

bool is_worksharing(const OpenMPDirective& directive) {
  static constexpr std::string_view words[] = {"for",    "sections",   "section", "single",   "master",
                                               "masked", "critical",   "atomic",  "ordered",  "scope",
                                               "loop",   "distribute", "task",    "taskloop", "barrier"};
  return std::find(std::begin(words), std::end(words), first_word(directive.words)) != std::end(words);
}

/// The bytes of the statement below one.
class StatementBelow : public Visitor {
 public:
  StatementBelow(std::uint32_t offset, const clang::SourceManager& manager)
      : offset_(offset), manager_(manager) {}

  bool VisitStmt(clang::Stmt* s) override {
    const clang::SourceLocation at = manager_.getExpansionLoc(s->getBeginLoc());
    if (at.isInvalid() || !manager_.isInMainFile(at)) return true;
    const std::uint32_t first = manager_.getFileOffset(at);
    if (first <= offset_ || first >= begin) return true;
    begin = first;
    end = manager_.getFileOffset(manager_.getExpansionRange(s->getEndLoc()).getEnd());
    return true;
  }
  bool has(std::uint32_t at) const { return begin <= at && at <= end; }

  std::uint32_t begin = ~std::uint32_t{0}, end = 0;

 private:
  std::uint32_t offset_;
  const clang::SourceManager& manager_;
};

StatementBelow statement_below(const OpenMPDirective& directive, const clang::ASTContext& context,
                               const clang::Stmt* function) {
  StatementBelow found(directive.offset, context.getSourceManager());
  found.walk(function);
  return found;
}

}  // namespace

const OpenMPDirective* worksharing_in(const Session& session, const clang::ASTContext& context,
                                      const clang::Stmt* function, std::uint32_t begin, std::uint32_t end) {
  const auto is_here = [&](const OpenMPDirective& d) { return d.offset >= begin && d.offset < end; };
  const auto has_own_threads = [&](const OpenMPDirective& directive) {
    return std::any_of(session.openmp.begin(), session.openmp.end(), [&](const OpenMPDirective& other) {
      return is_here(other) && other.offset < directive.offset && begins_threads(other) &&
             statement_below(other, context, function).has(directive.offset);
    });
  };
  for (const OpenMPDirective& directive : session.openmp)
    if (is_here(directive) && is_worksharing(directive) && !has_own_threads(directive)) return &directive;
  return nullptr;
}

const OpenMPDirective* worksharing_around(const Session& session, const clang::ASTContext& context,
                                          const clang::Stmt* function, std::uint32_t offset) {
  const clang::SourceManager& manager = context.getSourceManager();
  const std::uint32_t first = manager.getFileOffset(manager.getExpansionLoc(function->getBeginLoc()));
  for (const OpenMPDirective& directive : session.openmp)
    if (directive.offset > first && directive.offset < offset && is_worksharing(directive) &&
        first_word(directive.words) != "barrier" && statement_below(directive, context, function).has(offset))
      return &directive;
  return nullptr;
}

void check_worksharing(Session& session, CollectedBlock& block, const clang::ASTContext& context) {
  if (!block.region.valid() || !block.enclosing || !block.enclosing->getBody()) return;
  const OpenMPDirective* found =
      worksharing_in(session, context, block.enclosing->getBody(), block.region.begin, block.region.end);
  if (!found) return;
  session
      .reject(block, Diag::worksharing, session.map.token(session.map.location(found->offset), 1),
              {found->words})
      .notes.push_back({block.lines.front(), "the block replaces the whole statement, with this pragma"});
}

}  // namespace insum::frontend
