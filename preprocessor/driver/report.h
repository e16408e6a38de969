// What a run found, for people (text) and for programs (json, sarif).
#pragma once
#include <iosfwd>
#include <vector>

#include "driver/options.h"
#include "driver/translate_file.h"

namespace insum {

/// Prints diagnostics and Clang's messages. Text goes out in Clang's style; json and sarif are one document
/// for all files.
void print_report(std::ostream& out, const std::vector<const TranslatedFile*>& files, ReportFormat format);

/// As text: errors, and what else is said of the block that has this line; with 0, everything.
void print_report(std::ostream& out, const TranslatedFile& file, int line);

}  // namespace insum
