#include "driver/explain_html.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "clang/highlight.h"
#include "driver/block_status.h"
#include "driver/blocks.h"
#include "driver/build_config.h"
#include "driver/explanation.h"
#include "driver/tuned_launches.h"
#include "html/page.h"
#include "html/program_trees.h"
#include "index_ir/printer.h"
#include "schedule/considered.h"

namespace insum {

namespace fs = std::filesystem;

namespace {

std::vector<html::ConsideredNest> considered_nests(const std::vector<schedule::Considered>& considered) {
  std::vector<html::ConsideredNest> list;
  for (const schedule::Considered& nest : considered) {
    html::ConsideredNest& out = list.emplace_back(html::ConsideredNest{nest.nest, nest.work, {}});
    for (const schedule::Considered::Choice& choice : nest.choices)
      out.choices.push_back({choice.chosen, choice.what, choice.why, points_text(choice)});
  }
  return list;
}

/// What reports say of the block. Programs name the file as it was given to insum when they were built: as
/// here, or in full.
std::vector<html::RunResult> run_results(const TranslatedFile& file, const TranslatedSite& site,
                                         const Options& options, const std::vector<BlockReport>& reports) {
  if (options.reports.empty()) return {};
  const auto block = block_json(file, site);
  auto status = block_status(block, file.path, reports);
  if (!status.contains("calls"))
    status = block_status(block, fs::absolute(file.path).lexically_normal().string(), reports);
  using Kind = html::RunResult::Kind;
  if (!status.contains("calls"))
    return {{Kind::unknown, "The report does not have this block as it is now."}};
  const long long verified = status.at("verified"), differing = status.at("differing");
  const bool is_raced = status.contains("kernel_seconds");
  const bool is_faster = is_raced && status.at("kernel_seconds") <= status.at("statement_seconds");
  return {{differing > 0  ? Kind::bad
           : verified > 0 ? Kind::good
                          : Kind::unknown,
           verified_text(status)},
          {is_faster ? Kind::good : Kind::unknown, race_text(status)}};
}

/// The warnings whose place is in the block.
std::vector<std::string> warnings_of(const TranslatedFile& file, const SourceRange& block) {
  std::vector<std::string> list;
  for (const Diagnostic& diagnostic : file.diagnostics.all()) {
    const SourceRange& where = diagnostic.where;
    if (where.file == block.file && block.begin <= where.begin && where.begin < block.end)
      list.push_back(diagnostic.message + (diagnostic.remedy.empty() ? "" : "; " + diagnostic.remedy));
  }
  return list;
}

html::Block block_of(const TranslatedFile& file, const TranslatedSite& site) {
  const bind::Site& bound = site.statement.site;
  const SourceFile& source = file.files[bound.statement.file];
  const GeneratedSite& generated = site.generated;
  const Explanation& forms = generated.explanation;
  html::Block block;
  block.number = bound.number;
  block.first_line = file.files.position(bound.block.range).line;
  block.statement_line = source.position(site.statement.statement_begin).line;
  block.last_line = source.position(bound.statement.end).line;
  block.kernel = generated.name;
  block.function = bound.function;
  block.target = generated.target;
  block.einsums = generated.einsums;
  block.indirect = indirect_texts(forms.einsum);
  block.program = index::to_string(forms.einsum);
  block.nests = index::to_string(forms.concrete.body);
  block.scheduled = index::to_string(forms.scheduled.body);
  block.loops = html::loops_of(forms.scheduled);
  block.tensors = html::storage_of(forms.einsum, forms.scheduled);
  block.notes = generated.notes;
  block.warnings = warnings_of(file, bound.statement);
  block.considered = considered_nests(forms.considered);
  block.launches = launches_text(generated.launches, generated.place);
  block.kernel_code = frontend::highlight(generated.kernel);
  block.call = frontend::highlight(generated.call);
  block.device_code = frontend::highlight(generated.device);
  return block;
}

}  // namespace

std::string page_name(const std::string& input) {
  return fs::path(input).is_absolute() ? fs::path(input).filename().string() : input;
}

std::string explain_html(const TranslatedFile& file, const Options& options,
                         const std::vector<BlockReport>& reports) {
  html::Page page{
      page_name(file.path), INSUM_VERSION, frontend::highlight(file.files[file.clang.main_file].text()), {}};
  for (const TranslatedSite& site : file.sites) {
    if (!file.covers(site, options.line)) continue;
    page.blocks.push_back(block_of(file, site));
    page.blocks.back().runs = run_results(file, site, options, reports);
  }
  return html::write_page(page);
}

}  // namespace insum
