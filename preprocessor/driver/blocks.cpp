#include "driver/blocks.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "driver/build_config.h"
#include "driver/tuned_launches.h"
#include "schedule/considered.h"

namespace insum {

namespace {

using Json = nlohmann::ordered_json;

/// What an editor shows beside the block, in Markdown.
std::string hover(const TranslatedSite& site) {
  std::string text = "```\n";
  for (const std::string& einsum : site.generated.einsums) text += einsum + "\n";
  text += "```\n";
  for (const std::string& note : site.generated.notes) text += "* " + note + "\n";
  return text;
}

const char* kind_text(schedule::Considered::Kind kind) {
  using Kind = schedule::Considered::Kind;
  return kind == Kind::order ? "order" : kind == Kind::tile ? "tile" : "threads";
}

/// What the automatic choice weighed, for each nest of loops.
Json considered_json(const TranslatedSite& site) {
  Json list = Json::array();
  for (const schedule::Considered& nest : site.generated.explanation.considered) {
    Json choices = Json::array();
    for (const schedule::Considered::Choice& choice : nest.choices) {
      choices.push_back({{"kind", kind_text(choice.kind)},
                         {"chosen", choice.chosen},
                         {"what", choice.what},
                         {"why", choice.why}});
      if (choice.points) choices.back()["points"] = *choice.points;
    }
    list.push_back({{"statement", nest.nest}, {"choices", choices}});
    if (!nest.work.empty()) list.back()["times"] = nest.work;
  }
  return list;
}

/// What programs choose when they run, and what tuning has kept.
Json launches_json(const GeneratedSite& generated) {
  Json list = Json::array();
  for (const emit::TunedLaunch& launch : generated.launches) {
    Json measured = Json::array();
    for (const KeptTuning& kept : kept_tuning(launch, generated.place))
      measured.push_back({{"sizes", kept.sizes}, {"outcome", kept.outcome}, {"tried", kept.trials}});
    list.push_back({{"launch", launch.title}, {"variants", variants_text(launch)}, {"measured", measured}});
  }
  return list;
}

}  // namespace

Json block_json(const TranslatedFile& file, const TranslatedSite& site) {
  const bind::Site& bound = site.statement.site;
  const SourceFile& source = file.files[bound.statement.file];
  const KeptStatement kept = site.generated.kept_statement.value_or(KeptStatement{});
  const LineColumn end = source.position(bound.statement.end);
  return {{"line", file.files.position(bound.block.range).line},
          {"statement_line", source.position(site.statement.statement_begin).line},
          {"end_line", end.line},
          {"kernel", site.generated.name},
          {"function", bound.function},
          {"einsums", site.generated.einsums},
          {"target", site.generated.target},
          {"has_statement", bound.hand_written},
          {"verifies", kept.verifies},
          {"races", kept.races},
          {"notes", site.generated.notes},
          {"considered", considered_json(site)},
          {"launches", launches_json(site.generated)},
          {"hover", hover(site)}};
}

std::string blocks_json(const TranslatedFile& file, int line) {
  Json blocks = Json::array();
  for (const TranslatedSite& site : file.sites)
    if (file.covers(site, line)) blocks.push_back(block_json(file, site));
  const Json document = {{"tool", "insum"},
                         {"version", INSUM_VERSION},
                         {"source", std::filesystem::absolute(file.path).lexically_normal().string()},
                         {"blocks", blocks}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace insum
