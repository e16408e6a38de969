// Blocks whose hand-written loop computes something else.
#pragma once
#include "driver/translate_file.h"

namespace insum {

/// Warns of the site's block where its statement was read as a nest and disagrees on made-up data, or reads
/// what it writes by another name.
void check_loop(const TranslatedSite& site, Diagnostics& diagnostics);

}  // namespace insum
