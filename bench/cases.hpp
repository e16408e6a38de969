// Which kernels run on which data.
#pragma once
#include <string>

namespace bench {

/// Registers kernel x data x type x threads x form; files that are missing are named and left out.
void register_cases(const std::string& data);

}  // namespace bench
