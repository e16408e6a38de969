// Clang's own diagnostics about the user's file, and which of them concern a block.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "clang/Basic/Diagnostic.h"
#include "clang/frontend.h"
#include "clang/session.h"

namespace clang {
class DiagnosticOptions;
}

namespace insum::frontend {

/// Keeps errors with their notes, as text and rendered in Clang's style; warnings are left to the compiler.
/// An error at the tokens that we injected means that the attribute, and so the block, cannot stand there:
/// such errors are marked on the block instead of shown.
class MessageCollector : public clang::DiagnosticConsumer {
 public:
  explicit MessageCollector(std::vector<ClangMessage>& out);
  ~MessageCollector() override;

  /// Blocks are known from here on.
  void watch(Session& session) { session_ = &session; }

  void BeginSourceFile(const clang::LangOptions& options, const clang::Preprocessor* preprocessor) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

  /// Errors outside of blocks: facts found beside them are not to be trusted.
  int errors_in_code() const { return errors_in_code_; }

 private:
  enum class Place { code, expression, pragma };
  /// Marks the block that the error is about.
  Place place_of(const clang::Diagnostic& info);

  std::string reworded(const clang::Diagnostic& info);

  std::vector<ClangMessage>& out_;
  Session* session_ = nullptr;
  const clang::LangOptions* language_ = nullptr;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options_;
  bool showing_ = false;  // whether notes belong to a message that is shown
  int errors_in_code_ = 0;
};

}  // namespace insum::frontend
