#include "clang/pragma_handler.h"

#include <algorithm>
#include <memory>

#include "clang/Basic/LangStandard.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/inject.h"

namespace insum::frontend {

bool only_directives(clang::Preprocessor& preprocessor, std::uint32_t begin, std::uint32_t end) {
  bool directive = true;
  lex_while(preprocessor, begin, end, [&](const clang::Token& token) {
    if (token.isAtStartOfLine()) directive = token.is(clang::tok::hash);
    return directive;
  });
  return directive;
}

namespace {

/// Reads the rest of the directive and returns where it ends.
clang::SourceLocation skip_directive(clang::Preprocessor& preprocessor, const clang::Token& first) {
  clang::Token token = first;
  while (token.isNot(clang::tok::eod)) preprocessor.LexUnexpandedToken(token);
  return token.getLocation();
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

/// The words of a pragma after `#pragma`, without comments and runs of blanks: "omp parallel for".
std::string pragma_words(clang::Preprocessor& preprocessor, std::uint32_t hash) {
  const clang::SourceManager& manager = preprocessor.getSourceManager();
  const auto size = static_cast<std::uint32_t>(manager.getBufferData(manager.getMainFileID()).size());
  std::string words;
  int skipped = 0;  // '#' and 'pragma'
  for (const clang::Token& token : lex_range(preprocessor, hash, std::min(size, hash + 200))) {
    if (token.isAtStartOfLine() && skipped > 0) break;
    if (++skipped <= 2) continue;
    if (!words.empty() && token.hasLeadingSpace()) words += ' ';
    words += preprocessor.getSpelling(token);
  }
  return words;
}

/// Whether a pragma with these words applies to the statement after it.
bool applies_to_statement(const std::string& words) {
  static const char* const standalone[] = {
      "omp barrier",       "omp taskwait", "omp taskyield", "omp flush",        "omp threadprivate",
      "omp declare",       "omp end",      "omp begin",     "omp cancel",       "omp requires",
      "omp section",       "omp error",    "omp scan",      "omp target enter", "omp target exit",
      "omp target update", "omp depobj",   "omp interop",   "omp nothing",      "omp assumes",
      "acc update",        "acc wait",     "acc enter",     "acc exit",         "acc declare",
      "acc init",          "acc shutdown"};
  static const char* const attached[] = {
      "omp ",         "acc ",  "unroll", "nounroll", "clang loop", "GCC ivdep",  "GCC unroll",
      "GCC novector", "ivdep", "vector", "novector", "simd",       "loop_count", "distribute_point"};
  const auto begins = [&](const char* prefix) { return words.starts_with(prefix); };
  return std::none_of(std::begin(standalone), std::end(standalone), begins) &&
         std::any_of(std::begin(attached), std::end(attached), begins);
}

/// Whether a pragma of another kind was seen between those that begin at `first` and `second`.
bool foreign_pragma_since(const Session& session, std::uint32_t first, std::uint32_t second) {
  return std::any_of(session.directives.begin(), session.directives.end(), [&](const Directive& directive) {
    return directive.name == "pragma" && directive.offset > first && directive.offset < second;
  });
}

/// The first bracket in a C++ expression that has no partner; it would end the attribute early.
std::optional<clang::Token> unbalanced(clang::Preprocessor& preprocessor, SourceRange range) {
  using namespace clang;
  std::vector<Token> open;
  for (const Token& token : lex_range(preprocessor, range.begin, range.end)) {
    if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) open.push_back(token);
    if (!token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) continue;
    const tok::TokenKind partner = token.is(tok::r_paren)    ? tok::l_paren
                                   : token.is(tok::r_square) ? tok::l_square
                                                             : tok::l_brace;
    if (open.empty() || open.back().isNot(partner)) return token;
    open.pop_back();
  }
  if (open.empty()) return std::nullopt;
  return open.back();
}

/// Records the main file's directives.
class DirectiveWatcher : public clang::PPCallbacks {
 public:
  DirectiveWatcher(clang::Preprocessor& preprocessor, Session& session)
      : pp_(preprocessor), session_(session) {}

  void PragmaDirective(clang::SourceLocation at, clang::PragmaIntroducerKind) override {
    add(at, 0, "pragma");
    add_openmp(at);
  }
  void If(clang::SourceLocation at, clang::SourceRange, ConditionValueKind) override { add(at, 1, "if"); }
  void Ifdef(clang::SourceLocation at, const clang::Token&, const clang::MacroDefinition&) override {
    add(at, 1, "ifdef");
  }
  void Ifndef(clang::SourceLocation at, const clang::Token&, const clang::MacroDefinition&) override {
    add(at, 1, "ifndef");
  }
  void Elif(clang::SourceLocation at, clang::SourceRange, ConditionValueKind,
            clang::SourceLocation) override {
    add(at, 0, "elif");
  }
  void Elifdef(clang::SourceLocation at, const clang::Token&, const clang::MacroDefinition&) override {
    add(at, 0, "elifdef");
  }
  void Elifdef(clang::SourceLocation at, clang::SourceRange, clang::SourceLocation) override {
    add(at, 0, "elifdef");
  }
  void Elifndef(clang::SourceLocation at, const clang::Token&, const clang::MacroDefinition&) override {
    add(at, 0, "elifndef");
  }
  void Elifndef(clang::SourceLocation at, clang::SourceRange, clang::SourceLocation) override {
    add(at, 0, "elifndef");
  }
  void Else(clang::SourceLocation at, clang::SourceLocation) override { add(at, 0, "else"); }
  void Endif(clang::SourceLocation at, clang::SourceLocation) override { add(at, -1, "endif"); }
  void MacroDefined(const clang::Token& name, const clang::MacroDirective*) override {
    add(name.getLocation(), 0, "define");
  }
  void MacroUndefined(const clang::Token& name, const clang::MacroDefinition&,
                      const clang::MacroDirective*) override {
    add(name.getLocation(), 0, "undef");
  }
  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, clang::StringRef name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef, clang::StringRef,
                          clang::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    add(hash, 0, "include");
    if (name.starts_with("insum/") && !pp_.getLangOpts().CPlusPlus20) refuse_standard(hash);
  }

 private:
  /// Every line of insum's headers would be an error: one is said, where the file leads to them.
  void refuse_standard(clang::SourceLocation hash) {
    if (session_.old_standard) return;
    session_.old_standard = true;
    const clang::SourceManager& manager = pp_.getSourceManager();
    clang::SourceLocation at = hash;
    while (at.isValid() && manager.getFileID(at) != manager.getMainFileID())
      at = manager.getIncludeLoc(manager.getFileID(at));
    if (at.isInvalid()) at = session_.map.location(0);  // of -include
    const auto& language = clang::LangStandard::getLangStandardForKind(pp_.getLangOpts().LangStd);
    session_.diagnostics.report(Diag::cpp_standard, session_.map.token(at, 1), {language.getName()});
  }
  /// Also of _Pragma("omp ..."), which may stand in a macro.
  void add_openmp(clang::SourceLocation at) {
    const clang::SourceManager& manager = pp_.getSourceManager();
    const clang::SourceLocation where = manager.getExpansionLoc(at);
    if (!pp_.isMacroDefined("_OPENMP") || manager.getFileID(where) != manager.getMainFileID()) return;
    const llvm::StringRef text(manager.getCharacterData(manager.getSpellingLoc(at)));
    const std::uint32_t offset = manager.getFileOffset(where);
    const std::string words = text.starts_with("_Pragma")
                                  ? text.split('"').second.split('"').first.trim().str()
                                  : pragma_words(pp_, offset);
    if (words.starts_with("omp ")) session_.openmp.push_back({offset, words});
  }
  void add(clang::SourceLocation at, int nesting, const char* name) {
    const clang::SourceManager& manager = pp_.getSourceManager();
    if (at.isMacroID() || manager.getFileID(at) != manager.getMainFileID()) return;
    Directive directive;
    directive.offset = manager.getFileOffset(at);
    directive.nesting = nesting;
    directive.name = name;
    session_.directives.push_back(std::move(directive));
  }

  clang::Preprocessor& pp_;
  Session& session_;
};

}  // namespace

void watch_pragmas(clang::Preprocessor& preprocessor, Session& session, BlockParser parser) {
  preprocessor.addPPCallbacks(std::make_unique<DirectiveWatcher>(preprocessor, session));
  preprocessor.AddPragmaHandler(new BlockHandler(session, std::move(parser)));  // the preprocessor owns it
}

void BlockHandler::HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer,
                                clang::Token& first) {
  const clang::SourceLocation hash = introducer.Loc;
  const clang::SourceLocation keyword = first.getLocation();
  const clang::SourceLocation end = skip_directive(preprocessor, first);
  if (introducer.Kind != clang::PIK_HashPragma || hash.isMacroID()) {
    const clang::SourceLocation at = preprocessor.getSourceManager().getExpansionLoc(hash);
    session_.diagnostics.report(Diag::pragma_operator, session_.map.token(at, 1));
    return;
  }
  if (!in_main_file(preprocessor, hash)) return;
  SourceRange line = session_.map.range(hash, end);
  line.end = line.begin + static_cast<std::uint32_t>(trimmed(session_.map.files().text(line)).size());

  if (open_ && foreign_pragma_since(session_, open_->lines.back().begin, line.begin)) {
    session_.reject(*open_, Diag::two_blocks, line)
        .notes.push_back({open_->lines.front(), "the first block is here"});
  }
  if (open_) {
    open_->lines.push_back(line);
    open_->keyword = keyword;
    return;
  }
  CollectedBlock& block = session_.blocks.emplace_back();
  block.number = static_cast<int>(session_.blocks.size()) - 1;
  block.lines.push_back(line);
  block.keyword = keyword;
  collect(preprocessor, block);
}

bool BlockHandler::in_main_file(clang::Preprocessor& preprocessor, clang::SourceLocation hash) {
  const clang::SourceManager& manager = preprocessor.getSourceManager();
  const clang::FileID file = manager.getFileID(hash);
  if (file == manager.getMainFileID()) return true;
  if (std::find(refused_headers_.begin(), refused_headers_.end(), file) == refused_headers_.end()) {
    refused_headers_.push_back(file);
    const bool system = manager.isInSystemHeader(hash);
    session_.diagnostics.report(system ? Diag::block_in_system_header : Diag::block_in_header,
                                session_.map.token(hash, 1));
  }
  return false;
}

void BlockHandler::collect(clang::Preprocessor& preprocessor, CollectedBlock& block) {
  const clang::SourceManager& manager = preprocessor.getSourceManager();
  open_ = &block;
  // Lexing beyond the end of the file would pop the lexer that called us: look for a token first. Where there
  // is none, the block stays open, and takes the lines that follow.
  const auto size = static_cast<std::uint32_t>(manager.getBufferData(manager.getMainFileID()).size());
  if (only_directives(preprocessor, block.lines.back().end, size)) {
    session_.reject(block, Diag::dangling_block, block.lines.front());
    return;
  }
  clang::Token next;
  do {
    preprocessor.Lex(next);
  } while (
      clang::tok::isPragmaAnnotation(next.getKind()));  // pragmas in between are replaced with the statement
  open_ = nullptr;
  finish(preprocessor, block, next);
}

void BlockHandler::finish(clang::Preprocessor& preprocessor, CollectedBlock& block,
                          const clang::Token& next) {
  // INSUM_REQUIRED without its header: the statement is what remains of it, ';'.
  const bool required = next.is(clang::tok::identifier) && next.getIdentifierInfo()->isStr("INSUM_REQUIRED");
  if (!required) {
    auto copy = std::make_unique<clang::Token[]>(1);
    copy[0] = next;
    preprocessor.EnterTokenStream(std::move(copy), 1, /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
  }
  check_pragmas_above(preprocessor, block);
  if (!check_place(block, next)) return;
  if (!block.diagnosed) block.syntax = parse_(block.lines);
  if (!block.syntax) block.diagnosed = true;
  if (block.diagnosed) return;
  choose_injected(preprocessor, block);
  if (block.diagnosed) return;
  const std::vector<clang::Token> tokens = attribute_tokens(preprocessor, session_.map, block);
  auto copy = std::make_unique<clang::Token[]>(tokens.size());
  std::copy(tokens.begin(), tokens.end(), copy.get());
  preprocessor.EnterTokenStream(std::move(copy), static_cast<unsigned>(tokens.size()),
                                /*DisableMacroExpansion=*/false, /*IsReinject=*/false);
}

void BlockHandler::check_pragmas_above(clang::Preprocessor& preprocessor, CollectedBlock& block) {
  for (auto it = session_.directives.rbegin(); it != session_.directives.rend(); ++it) {
    if (it->name != "pragma" || it->offset >= block.lines.front().begin) continue;
    if (!only_directives(preprocessor, it->offset, block.lines.front().begin)) return;
    const std::string words = pragma_words(preprocessor, it->offset);
    if (!applies_to_statement(words)) continue;
    session_.reject(block, Diag::pragma_above_block, block.lines.front(), {words})
        .notes.push_back({session_.map.token(session_.map.location(it->offset), 1), "the pragma is here"});
    return;
  }
}

bool BlockHandler::check_place(CollectedBlock& block, const clang::Token& next) {
  using namespace clang;
  const auto refuse = [&](Diag id) {
    if (!block.diagnosed) session_.reject(block, id, block.lines.front());
    return false;
  };
  switch (next.getKind()) {
    case tok::eof:
    case tok::r_brace:
    case tok::kw_else:
      return refuse(Diag::dangling_block);
    case tok::kw_case:
    case tok::kw_default:
      return refuse(Diag::block_before_label);
    case tok::kw_namespace:
    case tok::kw_template:
    case tok::kw_using:
    case tok::kw_typedef:
    case tok::kw_static_assert:
    case tok::kw_extern:
    case tok::kw_concept:
    case tok::kw_public:
    case tok::kw_private:
    case tok::kw_protected:
    case tok::kw_friend:
    case tok::kw_struct:
    case tok::kw_class:
    case tok::kw_union:
    case tok::kw_enum:
      return refuse(Diag::block_on_declaration);
    default:
      return true;
  }
}

void BlockHandler::choose_injected(clang::Preprocessor& preprocessor, CollectedBlock& block) {
  for (ast::CppUse& use : ast::cpp_uses(*block.syntax)) {
    if (use.kind == ast::CppUse::Kind::name) {
      // A macro is not a name that could be looked up: it stands for an expression.
      const clang::IdentifierInfo* name = preprocessor.getIdentifierInfo(use.text);
      (name->hasMacroDefinition() ? block.injected : block.tentative).push_back(std::move(use));
      continue;
    }
    if (const auto wrong = unbalanced(preprocessor, use.range)) {
      session_.reject(block, Diag::unbalanced_expression, session_.map.token(wrong->getLocation(), 1),
                      {preprocessor.getSpelling(*wrong)});
      return;
    }
    block.injected.push_back(std::move(use));
  }
}

}  // namespace insum::frontend
