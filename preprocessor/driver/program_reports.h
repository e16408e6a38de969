// What programs of a build said of their blocks: reports of verified and raced statements, and of kernels.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace insum {

/// One block, from all reports that have it.
struct BlockReport {
  std::string file, einsum;
  int line = 0;
  long long calls = 0, verified = 0, differing = 0;
  std::string first_difference;
  double statement_seconds = 0,
         kernel_seconds = 0;  // of classes in which both were measured, also earlier; 0: none
  int statement_classes = 0, kernel_classes = 0;  // where the one or the other was chosen
  std::string not_raced;                          // the reason
};

/// Reads `files` and every insum-report.json below `build`. Throws FileError for one of `files` that is no
/// report.
std::vector<BlockReport> read_reports(const std::filesystem::path& build,
                                      const std::vector<std::string>& files);

/// What the reports say of a block: null where none has it as it is now.
const BlockReport* find_report(const std::vector<BlockReport>& reports, const std::string& file, int line,
                               const std::string& einsum);

}  // namespace insum
