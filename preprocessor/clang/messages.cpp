#include "clang/messages.h"

#include <algorithm>
#include <cctype>

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/TextDiagnostic.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"

namespace insum::frontend {

namespace {

std::string rendered(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info,
                     const std::string& text, const clang::LangOptions& language,
                     clang::DiagnosticOptions* options) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  if (info.hasSourceManager() && info.getLocation().isValid()) {
    clang::TextDiagnostic printer(stream, language, options);
    printer.emitDiagnostic(clang::FullSourceLoc(info.getLocation(), info.getSourceManager()), level, text,
                           info.getRanges(), info.getFixItHints());
  } else {
    stream << (level == clang::DiagnosticsEngine::Note ? "note: " : "error: ") << text << '\n';
  }
  return out;
}

std::string plain_text(const clang::Diagnostic& info) {
  llvm::SmallString<128> text;
  info.FormatDiagnostic(text);
  return text.str().str();
}

}  // namespace

/// Expressions are parsed as operands of a cast to void; some of Clang's messages would speak of that.
std::string MessageCollector::reworded(const clang::Diagnostic& info) {
  const std::string text = plain_text(info);
  if (!session_ || !info.hasSourceManager() || info.getLocation().isInvalid()) return text;
  const std::uint32_t offset = info.getSourceManager().getFileOffset(info.getLocation());
  const CollectedBlock* block = session_->block_at(offset);
  if (!block) return text;
  for (const ast::CppUse& use : block->injected) {
    if (use.range.begin != offset || use.text.empty()) continue;
    const char last = use.text.back();
    const bool complete = std::isalnum(static_cast<unsigned char>(last)) != 0 || last == '_' || last == '>';
    if (use.kind == ast::CppUse::Kind::type && text == "expected expression")
      return "'" + use.text + "' is no C++ type";
    if (text == "expected expression" && complete)
      return "'" + use.text + "' is a type; expected an expression";
    if (text.ends_with("cannot be cast to type 'void'"))
      return "'" + use.text + "' is an overloaded function; expected a value or an array";
  }
  return text;
}

MessageCollector::MessageCollector(std::vector<ClangMessage>& out)
    : out_(out), options_(new clang::DiagnosticOptions) {
  options_->ShowColors = false;
}

MessageCollector::~MessageCollector() = default;

void MessageCollector::BeginSourceFile(const clang::LangOptions& options, const clang::Preprocessor*) {
  language_ = &options;
}

void MessageCollector::EndSourceFile() { language_ = nullptr; }

MessageCollector::Place MessageCollector::place_of(const clang::Diagnostic& info) {
  if (!session_ || !info.hasSourceManager() || info.getLocation().isInvalid()) return Place::code;
  const clang::SourceManager& manager = info.getSourceManager();
  const clang::SourceLocation at = manager.getExpansionLoc(info.getLocation());
  if (manager.getFileID(at) != manager.getMainFileID()) return Place::code;
  const std::uint32_t offset = manager.getFileOffset(at);
  CollectedBlock* block = session_->block_at(offset);
  if (!block) return Place::code;
  const auto inside = [&](const std::vector<ast::CppUse>& uses) {
    return std::any_of(uses.begin(), uses.end(), [&](const ast::CppUse& use) {
      return offset >= use.range.begin && offset <= use.range.end;
    });
  };
  const bool expression = inside(block->injected) || inside(block->tentative);
  (expression ? block->diagnosed : block->refused) = true;
  return expression ? Place::expression : Place::pragma;
}

void MessageCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                        const clang::Diagnostic& info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  if (session_ && session_->old_standard) {
    ++errors_in_code_;
    return;
  }
  const bool error = level >= clang::DiagnosticsEngine::Error;
  if (!error && !(level == clang::DiagnosticsEngine::Note && showing_)) {
    if (level != clang::DiagnosticsEngine::Note) showing_ = false;
    return;
  }
  if (error) {
    const Place place = place_of(info);
    showing_ = place != Place::pragma;
    if (place == Place::code) ++errors_in_code_;
    if (place == Place::pragma) return;  // the block stays unbound, which is reported
  }
  ClangMessage message;
  message.severity = error ? Severity::error : Severity::note;
  message.text = error ? reworded(info) : plain_text(info);
  if (info.hasSourceManager() && info.getLocation().isValid()) {
    const clang::PresumedLoc at = info.getSourceManager().getPresumedLoc(info.getLocation());
    if (at.isValid()) {
      message.path = at.getFilename();
      message.line = static_cast<int>(at.getLine());
      message.column = static_cast<int>(at.getColumn());
    }
  }
  static const clang::LangOptions no_language;
  message.rendered =
      rendered(level, info, message.text, language_ ? *language_ : no_language, options_.get());
  out_.push_back(std::move(message));
}

}  // namespace insum::frontend
