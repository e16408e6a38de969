// verify_cases --list | NAME: what is expected of each case, or one case.
#include <iostream>

#include "cases.hpp"

namespace cases {

std::vector<Case>& all() {
  static std::vector<Case> list;
  return list;
}

std::vector<double> counted(int n) {
  std::vector<double> list;
  for (int i = 1; i <= n; ++i) list.push_back(i);
  return list;
}

}  // namespace cases

int main(int count, char** arguments) {
  const std::string wanted = count == 2 ? arguments[1] : "";
  for (const cases::Case& each : cases::all()) {
    if (wanted == "--list") std::cout << each.name << '\t' << each.expected << '\n';
    if (wanted == each.name) {
      each.run();
      std::cout << "done\n";
      return 0;
    }
  }
  return wanted == "--list" ? 0 : 2;
}
