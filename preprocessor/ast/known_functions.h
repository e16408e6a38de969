// The functions that the language knows. They are never looked up in C++, unless a `function` line names
// them.
#pragma once
#include <string>
#include <vector>

namespace insum::ast {

const std::vector<std::string>& known_functions();  // abs exp log max min pow relu select sigmoid sqrt tanh
bool is_known_function(const std::string& name);

}  // namespace insum::ast
