// The binder's facts as text, for --print-after=facts and tests.
#pragma once
#include <string>

#include "bind/site.h"

namespace insum {

/// One line for each C++ expression or name of the block: "3 storage val: pointer to float, writable".
std::string print_facts(const bind::Site& site);

}  // namespace insum
