// The command line.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "data/requests.h"
#include "driver/rewrite.h"

namespace insum {

enum class Command {
  rewrite,
  check,
  explain,
  eject,
  status,
  suggest,
  convert,
  stats,
  doctor,
  help,
  list_stages,
  print_resource_dir
};
enum class ReportFormat { text, json, sarif };

struct Options {
  Command command = Command::help;

  std::vector<std::string> inputs;  // rewrite, explain: one
  int line = 0;                     // explain, eject file.cpp:line; 0: all blocks
  std::string output, cuda_output, depfile, blocks_output;
  Modes modes;
  LineMode line_mode = LineMode::original;
  std::string backend = "openmp";
  std::string kernel_prefix;  // empty: from the file's name
  ReportFormat format = ReportFormat::text;
  std::string html;                  // explain: the page; empty: none
  std::string kernel_folder;         // eject; empty: insum_kernels beside the file
  std::vector<std::string> reports;  // status: files, besides those in the build folder; explain
  bool verbose = false;              // suggest: also why other loops have no block
  data::ConvertRequest convert;
  data::StatsRequest stats;
  int threads = 0;    // convert, stats: at most so many; 0: as OpenMP has them
  std::string topic;  // help

  std::string build_dir;  // -p
  std::string compiler;   // whose headers are used; empty: as the compile command or PATH says
  std::vector<std::string> compile_flags;  // after --
  std::string resource_dir;
  std::vector<std::string> print_after;
  bool time_stages = false;
};

/// What to do, or the exit status where parsing has already printed help, the version or an error.
std::variant<Options, int> parse_command_line(int argc, const char* const* argv);

}  // namespace insum
