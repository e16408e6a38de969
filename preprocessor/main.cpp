// The program insum.
#include <exception>
#include <iostream>

#include "driver/build_config.h"
#include "driver/commands.h"
#include "driver/crash_report.h"
#include "driver/options.h"
#include "driver/output_files.h"
#include "support/internal_error.h"

namespace {

int report_internal_error(const char* what, int argc, char** argv) {
  std::cerr << "insum: internal error: " << what
            << "\nThis is a bug in insum " INSUM_VERSION
               ". Please report it with the output of 'insum doctor', the annotated source file,\nthe output "
               "of the "
               "same command with --print-after=all, and the command itself:\n ";
  for (int i = 0; i < argc; ++i) std::cerr << ' ' << argv[i];
  std::cerr << '\n';
  return 3;
}

}  // namespace

int main(int argc, char** argv) {
  insum::install_crash_report();
  try {
    const auto parsed = insum::parse_command_line(argc, argv);
    const int* done = std::get_if<int>(&parsed);
    const int status = done ? *done : insum::run_command(std::get<insum::Options>(parsed));
    if (!std::cout.flush()) throw insum::FileError("the standard output cannot be written");
    return status;
  } catch (const insum::FileError& error) {
    std::cerr << "insum: error: " << error.what() << '\n';
    return 1;
  } catch (const std::exception& error) {
    return report_internal_error(error.what(), argc, argv);
  } catch (...) {
    return report_internal_error("an exception of unknown type", argc, argv);
  }
}
