// What launches are known by whose widths a program chooses, and may measure (insum/tuning/launches.hpp).
#pragma once
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "loop_ir/loop_ir.h"

namespace insum::emit {

class LaunchSites {
 public:
  /// The variable of launch `number`, whose name is added to `taken`. `fixed`: sums depend on its widths.
  std::string add(int number, const std::vector<std::string>& sizes, const std::vector<std::string>& widths,
                  bool fixed, std::set<std::string>& taken);
  /// Their declarations. `build` changes with the kernel's text.
  std::string statements(const loops::Kernel& kernel, const std::string& build) const;

 private:
  std::vector<std::pair<std::string, std::string>> sites_;  // variables, and what is known of the launch
};

}  // namespace insum::emit
