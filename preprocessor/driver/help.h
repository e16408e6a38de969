// `insum help TOPIC`: the language, formats, schedules and diagnostics, documented in the program.
#pragma once
#include <iosfwd>
#include <string>

namespace insum {

/// Prints the topic, or the list of topics for an empty one. Returns 2 for an unknown topic, with a
/// suggestion on `errors`.
int run_help(std::ostream& out, std::ostream& errors, const std::string& topic);

}  // namespace insum
