// Collects `#pragma insum` lines into blocks while Clang lexes, and hands each block to Sema as an attribute
// of the statement that follows.
//
// A block is known to be complete only when the token after it is seen, so the handler of its first line
// lexes ahead; the lines that follow arrive by nested calls. The token is put back behind the attribute.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "clang/Lex/Pragma.h"
#include "clang/session.h"

namespace clang {
class Preprocessor;
class Token;
}  // namespace clang

namespace insum::frontend {

/// Parses the lines of a block; nothing when errors were reported.
using BlockParser = std::function<std::optional<ast::Block>(const std::vector<SourceRange>& lines)>;

class BlockHandler : public clang::PragmaHandler {
 public:
  BlockHandler(Session& session, BlockParser parser)
      : clang::PragmaHandler("insum"), session_(session), parse_(std::move(parser)) {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer,
                    clang::Token& first) override;

 private:
  bool in_main_file(clang::Preprocessor& preprocessor, clang::SourceLocation hash);
  void collect(clang::Preprocessor& preprocessor, CollectedBlock& block);
  void finish(clang::Preprocessor& preprocessor, CollectedBlock& block, const clang::Token& next);
  void check_pragmas_above(clang::Preprocessor& preprocessor, CollectedBlock& block);
  bool check_place(CollectedBlock& block, const clang::Token& next);
  void choose_injected(clang::Preprocessor& preprocessor, CollectedBlock& block);

  Session& session_;
  BlockParser parse_;
  CollectedBlock* open_ = nullptr;  // the block whose end is being sought
  std::vector<clang::FileID> refused_headers_;
};

/// Whether bytes [begin, end) of the main file hold nothing but blanks, comments and preprocessing directives.
bool only_directives(clang::Preprocessor& preprocessor, std::uint32_t begin, std::uint32_t end);

/// Registers the handler and the callbacks that record the main file's directives. `session` must outlive the
/// preprocessor.
void watch_pragmas(clang::Preprocessor& preprocessor, Session& session, BlockParser parser);

}  // namespace insum::frontend
