// Annotated loops, each with what verification is expected to say of it: nothing, or the beginning of its
// message.
#pragma once
#include <string>
#include <vector>

namespace cases {

struct Case {
  std::string name, expected;  // "" : the kernel agrees with the loop
  void (*run)();
};
std::vector<Case>& all();

struct Registration {
  Registration(const char* name, const char* expected, void (*run)()) {
    all().push_back({name, expected, run});
  }
};

/// A 3 x 4 matrix with an empty row: [1 0 2 0; 0 0 0 0; 0 3 4 5].
struct Csr {
  int rows = 3, cols = 4;
  std::vector<int> pos{0, 2, 2, 5}, crd{0, 2, 1, 2, 3};
  std::vector<double> val{1, 2, 3, 4, 5};
};

/// 1, 2, 3, ...
std::vector<double> counted(int n);

}  // namespace cases

#define CASE(name, expected)                                                   \
  static void name();                                                          \
  static const cases::Registration name##_registration(#name, expected, name); \
  static void name()
