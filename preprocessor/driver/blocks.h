// What is known of the blocks of a file, as JSON: for editors, and for `insum status`.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "driver/translate_file.h"

namespace insum {

/// One block, for a document.
nlohmann::ordered_json block_json(const TranslatedFile& file, const TranslatedSite& site);

/// One document with the blocks of `file`, or with those at `line`; 0 stands for all.
std::string blocks_json(const TranslatedFile& file, int line);

}  // namespace insum
