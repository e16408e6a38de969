#include "ast/known_functions.h"

#include <algorithm>

namespace insum::ast {

const std::vector<std::string>& known_functions() {
  static const std::vector<std::string> list = {"abs",  "exp",    "log",     "max",  "min", "pow",
                                                "relu", "select", "sigmoid", "sqrt", "tanh"};
  return list;
}

bool is_known_function(const std::string& name) {
  return std::binary_search(known_functions().begin(), known_functions().end(), name);
}

}  // namespace insum::ast
