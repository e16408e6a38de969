// The attribute that carries a block's expressions through Sema. Its hook runs when the annotated statement
// has been parsed, in the statement's scope: there the block is bound.
#pragma once
#include "clang/Sema/SemaConsumer.h"
#include "clang/session.h"

namespace insum::frontend {

/// The AST consumer of a run; the hook finds the session through it.
class SiteConsumer : public clang::SemaConsumer {
 public:
  explicit SiteConsumer(Session& session) : session_(session) {}
  void InitializeSema(clang::Sema& sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }
  void HandleTranslationUnit(clang::ASTContext& context) override;
  /// Bodies outside of the main file are not needed; Clang itself keeps those that constant evaluation may
  /// need.
  bool shouldSkipFunctionBody(clang::Decl* decl) override;

  Session& session() { return session_; }

 private:
  Session& session_;
  clang::Sema* sema_ = nullptr;
};

}  // namespace insum::frontend
