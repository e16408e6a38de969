// Blocks whose hand-written loop computes something else.
#pragma once
#include "driver/translate_file.h"

namespace insum {

/// Warns of the site's block where its statement disagrees on made-up data, reads what it writes by another
/// name, or is empty; and says where it cannot be compared, and why.
void check_loop(const TranslatedSite& site, Diagnostics& diagnostics);

}  // namespace insum
