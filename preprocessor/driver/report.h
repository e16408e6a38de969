// What a run found, for people (text) and for programs (json, sarif).
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "driver/options.h"
#include "driver/translate_file.h"

namespace insum {

/// What can be said of an identifier of reports without a place: of insum's own, and of Clang's errors.
struct RuleHelp {
  std::string identifier;
  Severity severity;
  std::string message, remedy;
};
std::vector<RuleHelp> all_rules();

/// Prints diagnostics and Clang's messages. Text goes out in Clang's style; json and sarif are one document
/// for all files.
void print_report(std::ostream& out, const std::vector<const TranslatedFile*>& files, ReportFormat format);

/// As text: errors, and what else is said of the block that has this line; with 0, everything.
void print_report(std::ostream& out, const TranslatedFile& file, int line);

}  // namespace insum
