// What launches are known by whose widths a program chooses, and may measure (insum/tuning/launches.hpp).
#pragma once
#include <insum/tuning/widths.hpp>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "emit/generated.h"
#include "loop_ir/loop_ir.h"

namespace insum::emit {

class LaunchSites {
 public:
  /// The variable of launch `number`, whose name is added to `taken`. `fixed`: sums depend on its widths.
  std::string add(int number, std::vector<std::string> sizes, std::span<const tuning::width> widths,
                  bool fixed, std::set<std::string>& taken);
  /// Their declarations. `build` changes with the kernel's text.
  std::string statements(const loops::Kernel& kernel, const std::string& build) const;
  std::vector<TunedLaunch> launches(const loops::Kernel& kernel, const std::string& build) const;

 private:
  struct Site {
    std::string variable;
    int number;
    TunedLaunch known;
  };
  std::vector<Site> sites_;
};

}  // namespace insum::emit
