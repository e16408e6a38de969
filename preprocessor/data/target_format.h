// Formats on the command line, spelt as in the language.
#pragma once
#include <string>

#include "data/requests.h"

namespace insum {
struct convert_options;
}

namespace insum::data {

/// Parses `group_coo`, `group_coo<auto>`, `block_group_coo<8,32,32>`. Throws UsageError.
TargetFormat parse_target(const std::string& text);

/// What the conversion is told; `auto` leaves it to the conversion.
convert_options options_of(const TargetFormat& format);

}  // namespace insum::data
