// What becomes of a kernel.
#pragma once
#include <string>

namespace insum::emit {

struct Generated {
  std::string definition, call;
  std::string device = "";  // what a device's compiler gets
};

}  // namespace insum::emit
