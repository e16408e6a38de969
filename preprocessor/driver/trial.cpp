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

/// The program after the rewrite; a reason where insum refuses the block.
std::string rewritten(const TrialFile& file, const fs::path& program, Trial& out) {
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
  if (translated.ok() && translated.sites.size() == 1)
    return rewritten_text(translated, options, "program.cpp");
  out.reason = "the loop cannot be taken out of its function";
  if (!translated.clang.messages.empty()) out.reason += ": " + translated.clang.messages.front().text;
  for (const Diagnostic& each : translated.diagnostics.all())
    if (info(each.id).severity == Severity::error) out.reason = each.message;
  return "";
}

}  // namespace

void prepare_trials(const TrialFile& file) {
  std::string text = file.source.text();
  for (const SourceRange& region : file.annotated) {
    for (std::uint32_t at = region.begin; at < region.end && at < text.size(); ++at)
      if (text[at] != '\n' && text[at] != '\r') text[at] = ' ';
    if (region.end > region.begin) text[region.end - 1] = ';';
  }
  write_file(file.scratch.path() / "insum_source.hpp", text);
}

Trial try_block(const TrialFile& file, const nest::FoundLoop& loop, const suggest::Suggestion& block) {
  Trial out;
  const fs::path folder = file.scratch.path(), program = folder / "trial.cpp";
  write_file(program, trial_program(file, loop, block));
  const std::string text = rewritten(file, program, out);
  if (text.empty()) return out;
  write_file(folder / "program.cpp", text);

  if (file.how.compiler.empty()) {
    out.reason = "there is no compiler to try it with; name one with --compiler";
    return out;
  }
  const std::vector<std::string> given = language_flags(file.how.flags, file.how.input);
  std::vector<std::string> words = {file.how.compiler, "-x", "c++"};
  if (!has_standard(given)) words.push_back("-std=c++20");
  words.insert(words.end(), given.begin(), given.end());
  for (const std::string& flag : folder_flags(file)) words.push_back(flag);
  for (const char* flag :
       {"-w", "-O0", "-ffunction-sections", "-fdata-sections", "-D_GLIBCXX_ASSERTIONS", "-I"})
    words.emplace_back(flag);
  words.push_back(file.how.runtime_include_dir);
  words.insert(words.end(), {(folder / "program.cpp").string(), "-o", (folder / "program").string(),
                             // Functions of other files that only other functions of this one call.
                             "-Wl,--gc-sections"});
  const fs::path where = file.how.directory.empty() ? fs::current_path() : fs::path(file.how.directory);
  const ChildResult compiled =
      run_child(words, where, folder, {.seconds = 120, .bytes = std::size_t{8} << 30});
  if (compiled.status != 0) {
    const std::string error = first_line(compiled.errors, "error");
    out.reason = "'" + file.how.compiler +
                 "' does not compile the loop by itself: " + (error.empty() ? compiled.ended : error);
    return out;
  }
  const ChildResult run = run_child({(folder / "program").string()}, folder, folder, {});
  if (run.status == 0) {
    out.outcome = TrialOutcome::agrees;
    return out;
  }
  out.outcome = TrialOutcome::differs;
  const std::string found = first_line(run.errors, "insum verify: "),
                    thrown = first_line(run.errors, "insum trial: ");
  if (!run.ended.empty())
    out.reason = "on generated data " + run.ended;
  else if (!found.empty())
    out.reason = "on generated data " + found.substr(found.find("insum verify: ") + 14);
  else
    out.reason = "on generated data it fails: " + first_line(thrown.empty() ? run.errors : thrown, "");
  return out;
}

}  // namespace insum
