#include "driver/suggest.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <span>
#include <sstream>
#include <utility>

#include "driver/build_config.h"
#include "driver/output_files.h"
#include "driver/report.h"
#include "driver/translate_file.h"
#include "driver/trial.h"
#include "index_ir/rewrite.h"

namespace insum {

namespace {

/// A loop on its way to a block.
struct Candidate {
  const nest::FoundLoop* loop = nullptr;
  std::vector<suggest::Suggestion> blocks;  // the one to be preferred first
  std::size_t next = 0;                     // the block that is suggested, or tried next
  std::uint32_t insert = 0;                 // the beginning of the line above which the block belongs
  std::string indent;
  std::string reason;      // why there is no block
  std::optional<std::string> refusal;  // what `insum check` says of the next block, once it is known
  bool recognised = false;
  bool suggested = false;

  const suggest::Suggestion& block() const { return blocks[next]; }
};

bool has_only_blanks(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

std::uint32_t line_start(std::string_view text, std::uint32_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return before == std::string_view::npos ? 0 : static_cast<std::uint32_t>(before + 1);
}

/// Above the statement's line, and above the pragmas of others that belong to it.
bool find_place(std::string_view text, Candidate& candidate) {
  std::uint32_t start = line_start(text, candidate.loop->statement.begin);
  candidate.indent = std::string(text.substr(start, candidate.loop->statement.begin - start));
  if (!has_only_blanks(candidate.indent)) return false;
  while (start > 0) {
    const std::uint32_t above = line_start(text, start - 1);
    std::string_view line = text.substr(above, start - above);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with("#pragma")) break;
    start = above;
  }
  candidate.insert = start;
  return true;
}

std::string lines_of(const Candidate& candidate) {
  std::string out;
  for (const std::string& directive : candidate.block().directives) out += candidate.indent + "#pragma insum " + directive + "\n";
  return out;
}

/// Its block would name indices of the nest, which has the reason for both.
bool is_inside_nest(const std::vector<nest::FoundLoop>& loops, const nest::FoundLoop& loop) {
  return std::any_of(loops.begin(), loops.end(), [&](const nest::FoundLoop& other) {
    return &other != &loop && other.reason.empty() && other.statement.begin <= loop.statement.begin &&
           loop.statement.end <= other.statement.end;
  });
}

/// "T = double" for each parameter of the template.
std::string parameters_text(const nest::FoundLoop& loop) {
  std::string out;
  for (const auto& [name, is] : loop.parameters)
    if (name.find(':') == std::string::npos) out += (out.empty() ? "" : ", ") + name + " = " + is.value;  // x:auto is none
  return out;
}

/// What the loop computes, in all instantiations of a template.
std::vector<suggest::Suggestion> blocks_of(const nest::FoundLoop& loop) {
  std::vector<suggest::Suggestion> blocks = suggest::recognise(loop.nest);
  for (const nest::Nest& other : loop.others) {
    const std::vector<suggest::Suggestion> own = suggest::recognise(other);
    std::erase_if(blocks, [&](const suggest::Suggestion& block) {
      return std::none_of(own.begin(), own.end(), [&](const suggest::Suggestion& each) { return each.directives == block.directives; });
    });
  }
  if (blocks.empty()) throw suggest::NoEinsum{"instantiations of its template need blocks of their own"};
  if (!parameters_text(loop).empty())
    for (suggest::Suggestion& block : blocks) block.notes.push_back("tried where " + parameters_text(loop));
  return blocks;
}

std::vector<Candidate> recognised(const std::vector<nest::FoundLoop>& loops, std::string_view text) {
  std::vector<Candidate> out;
  for (const nest::FoundLoop& loop : loops) {
    Candidate& candidate = out.emplace_back();
    candidate.loop = &loop;
    candidate.reason = loop.reason;
    if (!loop.reason.empty()) continue;
    try {
      candidate.blocks = blocks_of(loop);
      candidate.recognised = true;
      if (!find_place(text, candidate)) {
        candidate.reason = "a block needs a line of its own above the loop: begin the loop on a new line";
        candidate.blocks.clear();
      }
    } catch (const suggest::NoEinsum& why) {
      candidate.reason = why.reason;
      if (!why.advice.empty() && !is_inside_nest(loops, loop))
        candidate.reason += "; a block that you write can " + why.advice;
    }
  }
  return out;
}

/// What the loop computes in one go has several nests in its kernel.
bool has_several_nests(const index::Program& program) {
  const auto* all = index::get_if<index::Sequence>(program.body);
  return all && std::count_if(all->stmts.begin(), all->stmts.end(), [](const index::StmtPtr& stmt) {
                  bool loops = false;
                  index::for_each_stmt(
                      stmt, [&](const index::StmtPtr& s) { loops |= index::get_if<index::Forall>(s) != nullptr; });
                  return loops;
                }) > 1;
}

class Suggester {
 public:
  Suggester(const Options& options, const TrialFile& file) : options_(options), file_(file), trials_(file) {}

  void run(std::vector<Candidate>& all) {
    prepare(all);
    std::uint32_t covered = 0;  // up to here a loop around is suggested
    for (Candidate& candidate : all) {
      const SourceRange& where = candidate.loop->statement;
      if (where.begin < covered) {  // part of one that has a block now
        candidate.blocks.clear();
        candidate.reason.clear();
      }
      while (candidate.next < candidate.blocks.size() && !candidate.suggested) {
        candidate.suggested = accept(candidate);
        if (!candidate.suggested) ++candidate.next;
      }
      if (candidate.suggested) covered = std::max(covered, where.end);
    }
  }

 private:
  /// The blocks that are tried first are compiled together, but for those of loops inside of others.
  void prepare(std::vector<Candidate>& all) {
    std::vector<Candidate*> first;
    std::uint32_t covered = 0;
    for (Candidate& candidate : all) {
      const SourceRange& where = candidate.loop->statement;
      if (candidate.blocks.empty() || where.begin < covered) continue;
      covered = where.end;
      first.push_back(&candidate);
    }
    find_refusals(first);
    std::vector<TrialBlock> together;
    for (const Candidate* candidate : first)
      if (candidate->refusal->empty()) together.push_back({candidate->loop, &candidate->block()});
    trials_.prepare(together);
  }

  bool accept(Candidate& candidate) {
    if (!candidate.refusal) {
      Candidate* const only = &candidate;
      find_refusals({&only, 1});
    }
    std::string reason = *candidate.refusal;
    candidate.refusal.reset();
    if (reason.empty()) {
      const Trial trial = trials_.run({candidate.loop, &candidate.block()});
      if (trial.outcome == TrialOutcome::agrees) return true;
      reason = (trial.outcome == TrialOutcome::differs ? "refuted: " : "not tried: ") + trial.reason;
    }
    candidate.reason = reason;  // of the last one
    return false;
  }

  /// What `insum check` would say of the blocks where they are pasted, in the order of the file: Clang reads it
  /// once for all, unless one of them is an error for it.
  void find_refusals(std::span<Candidate* const> candidates) const {
    if (candidates.empty()) return;
    const std::string input = std::filesystem::path(file_.how.input).filename();
    const std::filesystem::path pasted = file_.scratch.path() / input;
    std::vector<SourceRange> regions;
    write_file(pasted, with_blocks(candidates, regions));
    frontend::FrontendOptions how = file_.how;
    how.input = pasted.string();
    how.reads_loops = false;
    how.flags.push_back("-iquote");
    how.flags.push_back(std::filesystem::absolute(file_.how.input).parent_path().string());
    std::ostringstream ignored;
    StageLog log(ignored, {}, false);
    TranslatedFile out;
    translate_file(options_, how, log, out);
    const auto error = std::find_if(out.clang.messages.begin(), out.clang.messages.end(),
                                    [](const auto& message) { return message.severity == Severity::error; });
    if (error != out.clang.messages.end() && candidates.size() > 1) {
      find_refusals(candidates.first(candidates.size() / 2));
      return find_refusals(candidates.subspan(candidates.size() / 2));
    }
    for (std::size_t n = 0; n < candidates.size(); ++n) {
      std::string& refusal = candidates[n]->refusal.emplace();
      if (error != out.clang.messages.end()) refusal = error->text;
      for (const Diagnostic& each : out.diagnostics.all())
        if (refusal.empty() && each.where.file == out.clang.main_file && each.where.begin >= regions[n].begin &&
            each.where.begin < regions[n].end)
          refusal = each.message;
      note_nests(*candidates[n], out, regions[n]);
    }
  }

  static void note_nests(Candidate& candidate, const TranslatedFile& translated, const SourceRange& region) {
    suggest::Suggestion& block = candidate.blocks[candidate.next];
    if (!std::exchange(block.several_in_loop, false)) return;
    for (const TranslatedSite& site : translated.sites) {
      const SourceRange& where = site.statement.site.block.range;
      const bool is_its = where.file == translated.clang.main_file && where.begin >= region.begin && where.begin < region.end;
      if (is_its && has_several_nests(site.generated.explanation.scheduled))
        block.notes.push_back(
            "a kernel has a nest of loops for each of several Einsums, which the loop computes in one go: a race tells what is faster");
    }
  }

  /// The file's text with the blocks in it, and where each stands with its statement.
  std::string with_blocks(std::span<Candidate* const> candidates, std::vector<SourceRange>& regions) const {
    std::string out = file_.source.text();
    std::uint32_t added = 0;
    for (const Candidate* candidate : candidates) {
      const std::string block = lines_of(*candidate);
      out.insert(candidate->insert + added, block);
      SourceRange& region = regions.emplace_back();
      region.begin = candidate->insert + added;
      added += static_cast<std::uint32_t>(block.size());
      region.end = candidate->loop->statement.end + added;
    }
    return out;
  }

  const Options& options_;
  const TrialFile& file_;
  Trials trials_;
};

void print_text(std::ostream& out, std::ostream& errors, const SourceFile& source, const std::vector<Candidate>& all, bool verbose) {
  bool first = true;
  for (const Candidate& candidate : all) {
    const nest::FoundLoop& loop = *candidate.loop;
    const LineColumn at = source.position(loop.statement.begin);
    if (candidate.suggested) {
      out << (first ? "" : "\n") << source.path() << ':' << at.line << ": a block for this loop in '" << loop.nest.function << "':\n" << lines_of(candidate);
      for (const std::string& note : candidate.block().notes) out << source.path() << ':' << at.line << ": note: " << note << '\n';
      first = false;
    } else if (!candidate.reason.empty() && (verbose || candidate.recognised)) {
      const LineColumn why = candidate.recognised ? at : source.position(loop.where.begin);
      errors << source.path() << ':' << why.line << ':' << why.column << ": note: no block for the loop at line " << at.line << ": " << candidate.reason << '\n';
    }
  }
}

void print_json(std::ostream& out, const SourceFile& source, const std::vector<Candidate>& all) {
  using Json = nlohmann::ordered_json;
  Json suggestions = Json::array(), others = Json::array();
  for (const Candidate& candidate : all) {
    const nest::FoundLoop& loop = *candidate.loop;
    const LineColumn at = source.position(loop.statement.begin), end = source.position(loop.statement.end);
    const Json location = {{"file", source.path()}, {"line", at.line}, {"column", at.column}, {"end_line", end.line}, {"end_column", end.column}};
    if (candidate.suggested) {
      Json block = Json::array();
      for (const std::string& directive : candidate.block().directives) block.push_back("#pragma insum " + directive);
      suggestions.push_back({{"location", location},
                             {"function", loop.nest.function},
                             {"insert_before_line", source.position(candidate.insert).line},
                             {"block", block},
                             {"notes", candidate.block().notes}});
    } else if (!candidate.reason.empty()) {
      others.push_back({{"location", location}, {"recognised", candidate.recognised}, {"reason", candidate.reason}});
    }
  }
  out << Json{{"tool", "insum"}, {"version", INSUM_VERSION}, {"suggestions", suggestions}, {"other_loops", others}}.dump(2) << '\n';
}

}  // namespace

int run_suggest(std::ostream& out, std::ostream& errors, const Options& options) {
  const std::string& input = options.inputs.front();
  TranslatedFile file;
  frontend::FrontendOptions how = frontend_options(options, input);
  how.reads_loops = true;
  std::ostringstream ignored;
  StageLog log(ignored, {}, false);
  read_file_bytes(input);  // a better message than Clang's where that fails
  translate_file(options, how, log, file);
  print_report(errors, {&file}, ReportFormat::text);
  if (!file.ok()) return 1;
  const SourceFile& source = file.files[file.clang.main_file];
  std::vector<Candidate> all = recognised(file.clang.loops, source.text());
  const ScratchFolder scratch;
  const TrialFile trial_file{options, how, source, file.clang.annotated, scratch};
  Suggester(options, trial_file).run(all);
  if (options.format == ReportFormat::json) {
    print_json(out, source, all);
    return 0;
  }
  print_text(out, errors, source, all, options.verbose);
  if (std::none_of(all.begin(), all.end(), [](const Candidate& c) { return c.suggested; }))
    out << source.path() << ": no loop for which a block can be suggested\n";
  return 0;
}

}  // namespace insum
