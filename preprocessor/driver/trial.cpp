#include "driver/trial.h"

#include <filesystem>
#include <sstream>

#include "driver/environment.h"
#include "driver/output_files.h"
#include "driver/translate_file.h"

namespace insum {

namespace fs = std::filesystem;

namespace {

/// Of the user's flags those that concern what the code means, not what is made of it.
std::vector<std::string> language_flags(const std::vector<std::string>& flags, const std::string& input) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (flag == "-o" || flag == "-MF" || flag == "-MT" || flag == "-MQ") {
      ++i;
      continue;
    }
    const bool output = flag == "-c" || flag == "-S" || flag == "-E" || flag.starts_with("-M") ||
                        flag.starts_with("--driver-mode") || flag == "--" ||
                        fs::path(flag).filename() == fs::path(input).filename();
    const bool warning = flag.starts_with("-W") && !flag.starts_with("-Wl,") && !flag.starts_with("-Wp,");
    const bool tuning = flag.starts_with("-O") || flag.starts_with("-fsanitize") || flag.starts_with("-flto");
    if (!output && !warning && !tuning) out.push_back(flag);
  }
  return out;
}

bool has_standard(const std::vector<std::string>& flags) {
  for (const std::string& flag : flags)
    if (flag.starts_with("-std=") || flag.starts_with("--std")) return true;
  return false;
}

std::string first_line(const std::string& text, const std::string& with) {
  std::istringstream lines(text);
  std::string found, line;
  while (std::getline(lines, line))
    if (found.empty() ? !line.empty() && line.find(with) != std::string::npos : false) found = line;
  return found;
}

std::vector<std::string> folder_flags(const TrialFile& file) {
  const fs::path folder = fs::absolute(file.how.input).parent_path();
  return {"-iquote", folder.string()};
}

/// The program of so many blocks after the rewrite; a reason where insum refuses one.
std::string rewritten(const TrialFile& file, const fs::path& program, std::size_t blocks,
                      std::string& reason) {
  Options options = file.options;
  options.modes.verify = true;
  options.backend = "openmp";
  options.kernel_prefix = "trial";
  frontend::FrontendOptions how = file.how;
  how.input = program.string();
  how.reads_loops = false;
  if (!has_standard(how.flags)) how.flags.push_back("-std=c++20");
  for (const std::string& flag : folder_flags(file)) how.flags.push_back(flag);
  std::ostringstream ignored;
  StageLog log(ignored, {}, false);
  TranslatedFile translated;
  translate_file(options, how, log, translated);
  if (translated.ok() && translated.sites.size() == blocks)
    return rewritten_text(translated, options, "program.cpp");
  reason = "the loop cannot be taken out of its function";
  if (!translated.clang.messages.empty()) reason += ": " + translated.clang.messages.front().text;
  for (const Diagnostic& each : translated.diagnostics.all())
    if (info(each.id).severity == Severity::error) reason = each.message;
  return "";
}

std::vector<std::string> compiler_words(const TrialFile& file, const fs::path& source,
                                        const std::string& program) {
  const std::vector<std::string> given = language_flags(file.how.flags, file.how.input);
  std::vector<std::string> words = {file.how.compiler, "-x", "c++"};
  if (!has_standard(given)) words.push_back("-std=c++20");
  words.insert(words.end(), given.begin(), given.end());
  for (const std::string& flag : folder_flags(file)) words.push_back(flag);
  for (const char* flag :
       {"-w", "-O0", "-ffunction-sections", "-fdata-sections", "-D_GLIBCXX_ASSERTIONS", "-I"})
    words.emplace_back(flag);
  words.push_back(file.how.runtime_include_dir);
  words.insert(words.end(), {source.string(), "-o", program,
                             // Functions of other files that only other functions of this one call.
                             "-Wl,--gc-sections"});
  return words;
}

std::string refutation(const ChildResult& run) {
  const std::string found = first_line(run.errors, "insum verify: "),
                    thrown = first_line(run.errors, "insum trial: ");
  if (!run.ended.empty()) return "on generated data " + run.ended;
  if (!found.empty()) return "on generated data " + found.substr(found.find("insum verify: ") + 14);
  if (run.status == array_too_short)
    return "on generated data it goes beyond the end of an array of constant length";
  const std::string said = first_line(thrown.empty() ? run.errors : thrown, "");
  return "on generated data it fails: " +
         (said.empty() ? "it exits with status " + std::to_string(run.status) : said);
}

}  // namespace

Trials::Trials(const TrialFile& file) : file_(file) {
  std::string text = file.source.text();
  for (const SourceRange& region : file.annotated) {
    for (std::uint32_t at = region.begin; at < region.end && at < text.size(); ++at)
      if (text[at] != '\n' && text[at] != '\r') text[at] = ' ';
    if (region.end > region.begin) text[region.end - 1] = ';';
  }
  write_file(file.scratch.path() / "insum_source.hpp", text);
}

std::string Trials::compile(std::span<const TrialBlock> blocks) {
  const fs::path folder = file_.scratch.path(), program = folder / "trial.cpp";
  write_file(program, trial_program(file_, blocks));
  std::string reason;
  const std::string text = rewritten(file_, program, blocks.size(), reason);
  if (text.empty()) return reason;
  write_file(folder / "program.cpp", text);
  if (file_.how.compiler.empty()) return "there is no compiler to try it with; name one with --compiler";
  const std::string made = (folder / ("program" + std::to_string(programs_++))).string();
  const fs::path where = file_.how.directory.empty() ? fs::current_path() : fs::path(file_.how.directory);
  const ChildResult compiled = run_child(compiler_words(file_, folder / "program.cpp", made), where, folder,
                                         {.seconds = 120, .bytes = std::size_t{8} << 30});
  if (compiled.status != 0) {
    const std::string error = first_line(compiled.errors, "error");
    return "'" + file_.how.compiler +
           "' does not compile the loop by itself: " + (error.empty() ? compiled.ended : error);
  }
  for (std::size_t n = 0; n < blocks.size(); ++n) compiled_[blocks[n].block] = {made, n};
  return "";
}

void Trials::prepare(std::span<const TrialBlock> blocks) {
  constexpr std::size_t most = 16;  // one that does not compile costs the others little
  if (blocks.size() < 2 || file_.how.compiler.empty()) return;
  if (blocks.size() <= most && compile(blocks).empty()) return;
  const std::size_t half = blocks.size() / 2;
  prepare(blocks.first(half));
  prepare(blocks.subspan(half));
}

Trial Trials::run(const TrialBlock& block) {
  Trial out;
  if (!compiled_.contains(block.block)) out.reason = compile({&block, 1});
  if (!out.reason.empty()) return out;
  const Place& place = compiled_.at(block.block);
  const fs::path folder = file_.scratch.path();
  const ChildResult run = run_child(
      {"/usr/bin/env", "INSUM_TRIAL=" + std::to_string(place.number), place.program}, folder, folder, {});
  out.outcome = run.status == 0 ? TrialOutcome::agrees : TrialOutcome::differs;
  if (run.status != 0) out.reason = refutation(run);
  return out;
}

}  // namespace insum
