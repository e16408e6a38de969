// `target auto`: a kernel for the host and one for a device, and the choice between them at the call.
#pragma once
#include <optional>
#include <string>

#include "driver/pipeline.h"

namespace insum {

/// `host` with a kernel for where the block's arrays are in device memory. Without `device`, which could not
/// be made for the reason `why`, such arrays are an error as the program runs.
GeneratedSite with_choice_of_target(GeneratedSite host, const std::optional<GeneratedSite>& device,
                                    const std::string& why);

}  // namespace insum
