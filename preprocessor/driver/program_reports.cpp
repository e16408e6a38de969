#include "driver/program_reports.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "driver/output_files.h"

namespace insum {

namespace fs = std::filesystem;

namespace {

using Report = nlohmann::json;

BlockReport& block_of(const Report& kernel, std::vector<BlockReport>& list) {
  BlockReport named;
  named.file = kernel.at("file").get<std::string>();
  named.line = kernel.at("line").get<int>();
  named.einsum = kernel.at("einsum").get<std::string>();
  const auto same = [&](const BlockReport& other) {
    return other.file == named.file && other.line == named.line && other.einsum == named.einsum;
  };
  const auto known = std::find_if(list.begin(), list.end(), same);
  return known != list.end() ? *known : list.emplace_back(std::move(named));
}

void add_classes(const Report& classes, BlockReport& block) {
  for (const Report& each : classes) {
    const Report faster = each.value("faster", Report());
    if (faster == "kernel") ++block.kernel_classes;
    if (faster == "statement") ++block.statement_classes;
    if (each.value("measured", 0) == 0 && !each.value("kept", false)) continue;
    block.statement_seconds += each.value("statement_seconds", 0.0);
    block.kernel_seconds += each.value("kernel_seconds", 0.0);
  }
}

/// False where the text is no report.
bool add_report(const std::string& text, std::vector<BlockReport>& list) {
  const Report document = Report::parse(text, nullptr, false);
  if (!document.is_object() || !document.contains("kernels")) return false;
  try {
    for (const Report& kernel : document.at("kernels")) {
      BlockReport& block = block_of(kernel, list);
      block.calls += kernel.value("calls", 0LL);
      block.verified += kernel.value("verified", 0LL);
      block.differing += kernel.value("differing", 0LL);
      if (block.first_difference.empty()) block.first_difference = kernel.value("first_difference", "");
      if (block.not_raced.empty()) block.not_raced = kernel.value("not_raced", "");
      if (kernel.contains("classes")) add_classes(kernel.at("classes"), block);
    }
  } catch (const Report::exception&) {  // a member that is missing or of another type
    return false;
  }
  return true;
}

}  // namespace

std::vector<BlockReport> read_reports(const fs::path& build, const std::vector<std::string>& files) {
  std::vector<BlockReport> list;
  std::vector<fs::path> found;
  std::error_code ignored;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(build, options, ignored), end; at != end; at.increment(ignored))
    if (at->path().filename() == "insum-report.json") found.push_back(at->path());
  std::sort(found.begin(), found.end());
  for (const fs::path& file : found) add_report(read_file_bytes(file), list);
  for (const std::string& file : files) {
    const bool known = std::any_of(found.begin(), found.end(), [&](const fs::path& other) {
      return fs::equivalent(file, other, ignored);
    });
    if (!known && !add_report(read_file_bytes(file), list))
      throw FileError("'" + file + "' is not a report of a program with insum's kernels");
  }
  return list;
}

const BlockReport* find_report(const std::vector<BlockReport>& reports, const std::string& file, int line,
                               const std::string& einsum) {
  for (const BlockReport& report : reports) {
    const fs::path said(report.file);
    const bool same_file =
        said == fs::path(file) || fs::path(file).lexically_normal() == said.lexically_normal();
    if (same_file && report.line == line && report.einsum == einsum) return &report;
  }
  return nullptr;
}

}  // namespace insum
