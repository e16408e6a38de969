// What is known of a file's blocks as one page.
#pragma once
#include <string>
#include <vector>

#include "driver/options.h"
#include "driver/program_reports.h"
#include "driver/translate_file.h"

namespace insum {

/// The source's name on a page: as the user gives it, but without the machine's folders.
std::string page_name(const std::string& input);

/// The page about the blocks that `options` name, with what `reports` say of them.
std::string explain_html(const TranslatedFile& file, const Options& options,
                         const std::vector<BlockReport>& reports);

}  // namespace insum
