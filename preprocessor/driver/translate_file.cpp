#include "driver/translate_file.h"

#include <chrono>
#include <filesystem>
#include <set>

#include "clang/compile_database.h"
#include "driver/check_loops.h"
#include "driver/environment.h"
#include "driver/explain_html.h"
#include "driver/facts_printer.h"
#include "driver/output_files.h"

namespace insum {

namespace fs = std::filesystem;

namespace {

PipelineOptions pipeline_options(const Options& options, const std::string& input) {
  PipelineOptions out;
  out.kernel_prefix = options.kernel_prefix.empty() ? fs::path(input).stem().string() : options.kernel_prefix;
  out.default_target = options.backend;
  out.has_cuda_file = !options.cuda_output.empty();
  out.modes = options.modes;
  out.standalone = options.command == Command::eject;
  if (!options.html.empty()) out.source_name = page_name(input);
  return out;
}

}  // namespace

frontend::FrontendOptions frontend_options(const Options& options, const std::string& input) {
  frontend::FrontendOptions out;
  out.input = input;
  out.compiler = options.compiler;
  out.flags = options.compile_flags;
  if (!options.build_dir.empty()) {
    frontend::CompileCommand command = frontend::find_compile_command(options.build_dir, input);
    if (!command.error.empty()) throw FileError(command.error);
    if (options.compiler.empty()) out.compiler = command.compiler;
    out.directory = command.directory;
    out.input = fs::absolute(input).string();
    out.flags = std::move(command.flags);
    out.flags.insert(out.flags.end(), options.compile_flags.begin(), options.compile_flags.end());
  }
  if (!fs::path(out.compiler).has_parent_path())
    out.compiler = find_program(out.compiler.empty() ? "c++" : out.compiler).string();
  if (!options.compiler.empty() && !fs::exists(out.compiler))
    throw FileError("the compiler '" + options.compiler + "' was not found");
  for (const std::string& flag : out.flags)
    if (flag.starts_with('@') && !fs::exists(fs::path(out.directory) / flag.substr(1)))
      throw FileError("the file of flags '" + flag.substr(1) + "' was not found");
  out.resource_dir = find_resource_dir(options.resource_dir).string();
  if (!fs::exists(fs::path(out.resource_dir) / "include" / "stddef.h"))
    throw FileError("Clang's own headers are not in '" + out.resource_dir +
                    "'; name their folder with --resource-dir");
  out.reads_statements = options.command == Command::check;
  out.runtime_include_dir = runtime_include_dir().string();
  out.depfile = options.depfile;
  out.depfile_target = options.output;
  if (const fs::path self = own_executable(); !self.empty()) out.dependencies.push_back(self.string());
  return out;
}

bool TranslatedFile::covers(const TranslatedSite& site, int line) const {
  if (line == 0) return true;
  const SourceRange& region = site.statement.site.statement;
  const SourceFile& source = files[region.file];
  return source.position(region.begin).line <= line && line <= source.position(region.end).line;
}

std::string place_of(const TranslatedFile& file, const SourceRange& where) {
  return file.files[where.file].path() + ":" + std::to_string(file.files.position(where).line);
}

Edit edit_of(const TranslatedSite& site) {
  const std::optional<KeptStatement>& kept = site.generated.kept_statement;
  return {site.statement.site.statement,           site.statement.statement_begin,   site.generated.kernel,
          kept ? kept->call : site.generated.call, site.statement.site.hand_written, kept,
          site.statement.site.constant_evaluated};
}

std::string rewritten_text(const TranslatedFile& file, const Options& options,
                           const std::string& output_path) {
  std::vector<Edit> edits;
  for (const TranslatedSite& site : file.sites) edits.push_back(edit_of(site));
  return rewrite(file.files[file.clang.main_file], edits,
                 {options.line_mode, output_path, file.clang.configuration, file.clang.early_macros});
}

StageLog make_log(const Options& options, std::ostream& out) {
  return {out, std::set<std::string>(options.print_after.begin(), options.print_after.end()),
          options.time_stages};
}

void translate_file(const Options& options, const std::string& input, StageLog& log, TranslatedFile& out) {
  read_file_bytes(input);  // a better message than Clang's where that fails
  translate_file(options, frontend_options(options, input), log, out);
  out.path = input;
}

void translate_file(const Options& options, const frontend::FrontendOptions& how, StageLog& log,
                    TranslatedFile& out) {
  const std::string& input = how.input;
  out.path = input;
  const auto start = std::chrono::steady_clock::now();
  out.clang = frontend::read_file(how, out.files, out.diagnostics);
  log.add_time("clang", std::chrono::steady_clock::now() - start);
  if (out.clang.errors_in_code) return;  // facts would not be reliable
  const PipelineOptions pipeline = pipeline_options(options, input);
  for (frontend::AnnotatedStatement& statement : out.clang.statements) {
    log.finished("facts", place_of(out, statement.site.statement),
                 [&] { return print_facts(statement.site); });
    if (std::optional<GeneratedSite> site =
            translate(statement.site, pipeline, out.files, out.diagnostics, log))
      out.sites.push_back({std::move(statement), std::move(*site)});
    else
      continue;
    if (how.reads_statements) check_loop(out.sites.back(), out.diagnostics);
  }
}

}  // namespace insum
