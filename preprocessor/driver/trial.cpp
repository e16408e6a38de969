#include "driver/trial.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <sstream>
#include <thread>

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

Trials::Compilation Trials::start(std::span<const TrialBlock> blocks) {
  const std::string name = "program" + std::to_string(programs_++);
  const fs::path folder = file_.scratch.path(), annotated = folder / (name + ".in.cpp"),
                 source = folder / (name + ".cpp"), messages = folder / (name + ".messages");
  Compilation out{blocks, (folder / name).string()};
  write_file(annotated, trial_program(file_, blocks));
  const std::string text = rewritten(file_, annotated, blocks.size(), out.reason);
  if (text.empty()) return out;
  write_file(source, text);
  if (file_.how.compiler.empty()) {
    out.reason = "there is no compiler to try it with; name one with --compiler";
    return out;
  }
  fs::create_directory(messages);
  const fs::path where = file_.how.directory.empty() ? fs::current_path() : fs::path(file_.how.directory);
  out.result = std::async(std::launch::async, run_child, compiler_words(file_, source, out.program), where,
                          messages, ChildLimits{.seconds = 120, .bytes = std::size_t{8} << 30});
  return out;
}

bool Trials::finish(Compilation& compilation) {
  std::string reason = compilation.reason;
  if (compilation.result.valid()) {
    const ChildResult compiled = compilation.result.get();
    const std::string error = first_line(compiled.errors, "error");
    if (compiled.status != 0)
      reason = "'" + file_.how.compiler +
               "' does not compile the loop by itself: " + (error.empty() ? compiled.ended : error);
  }
  if (!reason.empty() && compilation.blocks.size() > 1) return false;
  for (std::size_t n = 0; n < compilation.blocks.size(); ++n)
    compiled_[compilation.blocks[n].block] = {compilation.program, n, reason};
  return true;
}

void Trials::prepare(std::span<const TrialBlock> blocks) {
  constexpr std::size_t most = 16, least = 8;  // few blocks take a compiler about as long as one
  const std::size_t cores = std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
  const std::size_t parts =
      std::max((blocks.size() + most - 1) / most, std::min(cores, blocks.size() / least));
  std::deque<std::span<const TrialBlock>> waiting;
  for (std::size_t n = 0; n < parts; ++n) {
    const std::size_t begin = n * blocks.size() / parts, end = (n + 1) * blocks.size() / parts;
    waiting.push_back(blocks.subspan(begin, end - begin));
  }
  std::deque<Compilation> running;
  while (!waiting.empty() || !running.empty()) {
    while (!waiting.empty() && running.size() < cores) {
      running.push_back(start(waiting.front()));
      waiting.pop_front();
    }
    const std::span<const TrialBlock> done = running.front().blocks;
    if (!finish(running.front())) {
      waiting.push_back(done.first(done.size() / 2));
      waiting.push_back(done.subspan(done.size() / 2));
    }
    running.pop_front();
  }
}

Trial Trials::run(const TrialBlock& block) {
  Trial out;
  if (!compiled_.contains(block.block)) prepare({&block, 1});
  const Place& place = compiled_.at(block.block);
  out.reason = place.reason;
  if (!out.reason.empty()) return out;
  const fs::path folder = file_.scratch.path();
  const ChildResult run = run_child(
      {"/usr/bin/env", "INSUM_TRIAL=" + std::to_string(place.number), place.program}, folder, folder, {});
  out.outcome = run.status == 0 ? TrialOutcome::agrees : TrialOutcome::differs;
  if (run.status != 0) out.reason = refutation(run);
  return out;
}

}  // namespace insum
