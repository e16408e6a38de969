// One C++ file from its bytes to generated code: the frontend, then the pipeline for each block.
#pragma once
#include <string>
#include <vector>

#include "clang/frontend.h"
#include "driver/options.h"
#include "driver/pipeline.h"
#include "driver/stage_log.h"

namespace insum {

struct TranslatedSite {
  frontend::AnnotatedStatement statement;
  GeneratedSite generated;
};

struct TranslatedFile {
  std::string path;
  SourceFiles files;
  Diagnostics diagnostics;
  frontend::FrontendResult clang;
  std::vector<TranslatedSite> sites;  // those without errors
  /// Whether the site's block or statement has this line; 0 stands for all.
  bool covers(const TranslatedSite& site, int line) const;
  bool ok() const { return clang.main_file >= 0 && clang.messages.empty() && !diagnostics.has_errors(); }
};

/// The frontend's view of the command line, for one of its inputs. Throws FileError where the compilation
/// database cannot be read or has no entry.
frontend::FrontendOptions frontend_options(const Options& options, const std::string& input);

/// The log of stages that the command line asks for.
StageLog make_log(const Options& options, std::ostream& out);

/// Reads and translates `input`. All errors that can be found are: blocks that are wrong do not hide those of
/// others.
void translate_file(const Options& options, const std::string& input, StageLog& log, TranslatedFile& out);
void translate_file(const Options& options, const frontend::FrontendOptions& how, StageLog& log,
                    TranslatedFile& out);

/// The file with its kernels. Requires that it is ok.
std::string rewritten_text(const TranslatedFile& file, const Options& options,
                           const std::string& output_path);

/// What replaces the site's block and statement.
Edit edit_of(const TranslatedSite& site);

/// The annotated place, for messages: "spmm.cpp:12".
std::string place_of(const TranslatedFile& file, const SourceRange& where);

}  // namespace insum
