#include "driver/status.h"

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

#include "driver/block_status.h"
#include "driver/output_files.h"
#include "driver/program_reports.h"

namespace insum {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

/// A JSON file of the build; nothing where it is not there. Throws FileError where it is something else.
std::optional<Json> read_json(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  Json document = Json::parse(read_file_bytes(path), nullptr, false);
  if (!document.is_object())
    throw FileError("'" + path.string() + "' is not what insum writes there; configure and build again");
  return document;
}

/// The lists of sources: one, or one for each configuration.
std::vector<fs::path> source_lists(const fs::path& build) {
  std::vector<fs::path> list;
  std::error_code ignored;
  for (fs::directory_iterator at(build / "insum", ignored), end; at != end; at.increment(ignored)) {
    const std::string name = at->path().filename().string();
    if (name == "sources.json" || name.ends_with(".sources.json")) list.push_back(at->path());
  }
  std::sort(list.begin(), list.end());
  return list;
}

Json source_status(const Json& entry, const std::vector<BlockReport>& reports) {
  Json out = {{"source", entry.at("source")},
              {"target", entry.at("target")},
              {"configuration", entry.at("configuration")}};
  if (entry.contains("as_written")) return out["as_written"] = entry.at("as_written"), out;
  const std::optional<Json> made = read_json(entry.at("blocks").get<std::string>());
  if (!made) return out["not_built"] = true, out;
  out["blocks"] = Json::array();
  for (const Json& block : made->at("blocks"))
    out["blocks"].push_back(block_status(block, entry.at("source"), reports));
  return out;
}

/// The path as it is shortest from here.
std::string shown(const std::string& path) {
  const std::string near = fs::path(path).lexically_relative(fs::current_path()).string();
  return near.empty() || near.starts_with("..") ? path : near;
}

void print_source(std::ostream& out, const Json& source) {
  const std::string configuration = source.at("configuration");
  out << shown(source.at("source")) << " (" << source.at("target").get<std::string>()
      << (configuration.empty() ? "" : ", " + configuration) << ")\n";
  if (source.contains("as_written")) out << "  " << source.at("as_written").get<std::string>() << '\n';
  if (source.contains("not_built")) out << "  not built yet\n";
  if (!source.contains("blocks")) return;
  if (source.at("blocks").empty()) out << "  no blocks\n";
  for (const Json& block : source.at("blocks"))
    out << "  " << std::setw(5) << block.at("line").get<int>() << "  "
        << block.at("einsum").get<std::string>() << "\n         " << block.at("target").get<std::string>()
        << "; " << verified_text(block) << "; " << race_text(block) << '\n';
}

void print_text(std::ostream& out, const Json& sources) {
  std::size_t blocks = 0;
  for (const Json& source : sources) {
    print_source(out, source);
    if (source.contains("blocks")) blocks += source.at("blocks").size();
  }
  out << sources.size() << (sources.size() == 1 ? " source, " : " sources, ") << blocks
      << (blocks == 1 ? " block\n" : " blocks\n");
}

}  // namespace

int run_status(std::ostream& out, std::ostream& errors, const Options& options) {
  const fs::path build(options.build_dir);
  const std::vector<fs::path> lists = source_lists(build);
  if (lists.empty()) {
    errors << "insum: error: '" << build.string()
           << "' has no insum/sources.json; name the build folder of a project with add_insum_sources, "
              "configured\n";
    return 1;
  }
  const std::vector<BlockReport> reports = read_reports(build, options.reports);
  Json sources = Json::array();
  try {
    for (const fs::path& path : lists) {
      const Json list = read_json(path).value();
      Json of_list = Json::array();
      bool built = false;
      for (const Json& entry : list.at("sources"))
        built |= of_list.emplace_back(source_status(entry, reports)).contains("blocks");
      if (built || lists.size() == 1) sources.insert(sources.end(), of_list.begin(), of_list.end());
    }
  } catch (const Json::exception&) {
    throw FileError("'" + (build / "insum").string() +
                    "' has files of another insum; configure and build again");
  }
  if (options.format == ReportFormat::json)
    out << Json{{"build", fs::absolute(build).lexically_normal().string()}, {"sources", sources}}.dump(2)
        << '\n';
  else
    print_text(out, sources);
  return 0;
}

}  // namespace insum
