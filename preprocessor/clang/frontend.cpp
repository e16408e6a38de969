#include "clang/frontend.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/Utils.h"
#include "clang/compile_flags.h"
#include "clang/messages.h"
#include "clang/pragma_handler.h"
#include "clang/site_attribute.h"
#include "clang/statement.h"
#include "parse/parse.h"

namespace insum::frontend {

namespace {

/// What is left of a block that Clang would not attach to any statement, or never came to.
void report_unbound(Session& session, const MessageCollector& messages) {
  for (CollectedBlock& block : session.blocks)
    if (!block.bound && !block.diagnosed && (block.refused || messages.errors_in_code() == 0))
      session.reject(block, Diag::block_misplaced, block.lines.front());
}

/// "#define _GNU_SOURCE 1" and the like before the first #include.
std::vector<std::string> library_configuration(const Session& session, std::string_view text) {
  std::vector<std::string> lines;
  for (const Directive& directive : session.directives) {
    if (directive.name == "include") break;
    if (directive.name != "define" || text[directive.offset] != '_') continue;
    std::size_t end = directive.offset;
    do end = std::min(text.find('\n', end + 1), text.size());
    while (end < text.size() && (text[end - 1] == '\\' || text.substr(end - 2, 2) == "\\\r"));
    std::string line = "#define " + std::string(text.substr(directive.offset, end - directive.offset));
    std::erase(line, '\r');
    lines.push_back(std::move(line));
  }
  return lines;
}

/// Macros that the file's first line already sees: predefined, of -D, of headers named by -include.
std::set<std::string> early_macros(clang::Preprocessor& preprocessor) {
  const clang::SourceManager& manager = preprocessor.getSourceManager();
  std::set<std::string> names;
  for (const auto& [name, state] : preprocessor.macros()) {
    const clang::MacroInfo* macro = preprocessor.getMacroInfo(name);
    if (!macro) continue;
    clang::FileID file = manager.getFileID(macro->getDefinitionLoc());
    for (auto from = manager.getIncludeLoc(file); from.isValid(); from = manager.getIncludeLoc(file))
      file = manager.getFileID(from);
    const bool of_insum = name->getName().starts_with("INSUM_");  // of the headers that kernels need
    if (!of_insum && file != manager.getMainFileID()) names.insert(name->getName().str());
  }
  return names;
}

/// The beginning of the line of the file's first directive after those of `configuration`, where only
/// directives are before it and none of them is open; else of the file.
std::uint32_t first_include(const Session& session, clang::Preprocessor& preprocessor, std::string_view text,
                            std::size_t configuration) {
  int nesting = 0;
  for (const Directive& directive : session.directives) {
    const std::size_t hash = text.rfind('#', directive.offset);
    const std::size_t line = hash == 0 ? 0 : text.rfind('\n', hash - 1) + 1;  // npos + 1 is 0
    const std::string_view before = text.substr(line, hash - line);
    const bool alone = before.find_first_not_of(" \t") == std::string_view::npos;
    if (configuration == 0 && nesting == 0 && alone &&
        only_directives(preprocessor, 0, static_cast<std::uint32_t>(line)))
      return static_cast<std::uint32_t>(line);
    if (directive.name == "define" && text[directive.offset] == '_' && configuration > 0) --configuration;
    nesting += directive.nesting;
  }
  return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

class ReadAction : public clang::ASTFrontendAction {
 public:
  ReadAction(MessageCollector& messages, SourceFiles& files, Diagnostics& diagnostics, FrontendResult& result,
             const FrontendOptions& options)
      : messages_(messages), files_(files), diagnostics_(diagnostics), result_(result), options_(options) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    session_ = std::make_unique<Session>(compiler.getSourceManager(), files_, diagnostics_);
    session_->reads_statements = options_.reads_statements;
    session_->reads_loops = options_.reads_loops;
    result_.main_file = session_->map.main_file();
    messages_.watch(*session_);
    watch_pragmas(compiler.getPreprocessor(), *session_, [this](const std::vector<SourceRange>& lines) {
      return parse_block(lines, files_, diagnostics_);
    });
    return std::make_unique<SiteConsumer>(*session_);
  }

  void EndSourceFileAction() override {
    refuse_module_unit();
    report_unbound(*session_, messages_);
    result_.loops = std::move(session_->loops);
    for (const CollectedBlock& block : session_->blocks)
      if (block.region.valid()) result_.annotated.push_back(block.region);
    result_.blocks = static_cast<int>(session_->blocks.size());
    const std::string_view text = files_[result_.main_file].text();
    result_.configuration = library_configuration(*session_, text);
    result_.include_at =
        first_include(*session_, getCompilerInstance().getPreprocessor(), text, result_.configuration.size());
    result_.early_macros = early_macros(getCompilerInstance().getPreprocessor());
    for (CollectedBlock& block : session_->blocks) {
      if (!block.bound || block.diagnosed) continue;
      AnnotatedStatement& found = result_.statements.emplace_back();
      found.statement_begin = block.statement_begin;
      found.read = std::move(block.read);
      found.site.block = std::move(*block.syntax);
      found.site.facts = std::move(block.facts);
      found.site.statement = block.region;
      found.site.function = std::move(block.function);
      found.site.dependent = block.dependent;
      found.site.hand_written = is_hand_written(*session_, block);
      found.site.empty = is_empty(*session_, block);
      found.site.constant_evaluated = block.constant_evaluated;
      found.site.number = block.number;
    }
  }

 private:
  /// Kernels stand at the beginning of the file, where nothing may stand in a module unit.
  void refuse_module_unit() {
    if (!getCompilerInstance().getPreprocessor().isInNamedModule()) return;
    for (CollectedBlock& block : session_->blocks)
      if (!block.diagnosed) session_->reject(block, Diag::block_in_module, block.lines.front());
  }

  MessageCollector& messages_;
  SourceFiles& files_;
  Diagnostics& diagnostics_;
  FrontendResult& result_;
  const FrontendOptions& options_;
  std::unique_ptr<Session> session_;
};

/// gcc keeps omp.h and its kin beside its own intrinsics, where Clang does not look. Searched last.
void add_gcc_headers(clang::HeaderSearchOptions& search) {
  for (const auto& entry : search.UserEntries) {
    const std::size_t up = entry.Path.find("/../../../../include/c++");
    if (up == std::string::npos) continue;
    search.AddPath(entry.Path.substr(0, up) + "/include", clang::frontend::After, /*IsFramework=*/false,
                   /*IgnoreSysRoot=*/true);
    return;
  }
}

/// A file's name as make and ninja read it.
std::string make_quoted(const std::string& path) {
  std::string out;
  for (const char c : path) {
    if (c == ' ' || c == '#') out += '\\';
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

void set_dependencies(const FrontendOptions& options, clang::DependencyOutputOptions& output) {
  if (options.depfile.empty()) return;
  output.OutputFile = options.depfile;
  output.Targets.push_back(make_quoted(options.depfile_target));  // Clang quotes all but targets
  output.IncludeSystemHeaders = true;
  for (const std::string& file : options.dependencies)
    output.ExtraDeps.emplace_back(file, clang::EDK_DepFileEntry);
}

}  // namespace

std::string clang_version() { return clang::getClangFullVersion(); }

FrontendResult read_file(const FrontendOptions& options, SourceFiles& files, Diagnostics& diagnostics) {
  FrontendResult result;
  MessageCollector messages(result.messages);
  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> filesystem(
      llvm::vfs::createPhysicalFileSystem().release());
  if (!options.directory.empty()) filesystem->setCurrentWorkingDirectory(options.directory);

  const std::vector<std::string> arguments = driver_arguments(options);
  std::vector<const char*> argv;
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  clang::CreateInvocationOptions how;
  how.Diags = clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, &messages,
                                                         /*ShouldOwnClient=*/false);
  how.Diags->setIgnoreAllWarnings(true);
  how.VFS = filesystem;
  how.RecoverOnError = true;
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(argv, how);
  if (!invocation) return result;
  invocation->getFrontendOpts().SkipFunctionBodies = true;
  // All wrong lines are reported; what is found last is needed.
  invocation->getDiagnosticOpts().ErrorLimit = 0;
  invocation->getFrontendOpts().DisableFree = false;
  add_gcc_headers(invocation->getHeaderSearchOpts());
  if (!options.runtime_include_dir.empty())
    invocation->getHeaderSearchOpts().AddPath(options.runtime_include_dir, clang::frontend::After,
                                              /*IsFramework=*/false, /*IgnoreSysRoot=*/true);
  set_dependencies(options, invocation->getDependencyOutputOpts());

  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  compiler.createDiagnostics(&messages, /*ShouldOwnClient=*/false);
  compiler.createFileManager(filesystem);
  ReadAction action(messages, files, diagnostics, result, options);
  compiler.ExecuteAction(action);
  result.errors_in_code = messages.errors_in_code() > 0;
  return result;
}

}  // namespace insum::frontend
