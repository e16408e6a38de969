// Programs whose decisions are kept: what they measure comes from the environment.
#include <cstdlib>

#include "../verify/cases.hpp"
#include "clock.hpp"

namespace {

int number(const char* variable) {
  const char* const text = std::getenv(variable);
  EXPECT(text);
  return std::atoi(text);
}

template <class T>
void twice(int n, const T* x, T* y, int time) {
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {
    spend(time);
    for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
  }
}

template <class T>
void call_often(int time) {
  const int n = number("CASE_SIZE");
  const std::vector<T> x(static_cast<std::size_t>(n), 1);
  std::vector<T> y(x.size());
  for (int call = number("CASE_CALLS"); call > 0; --call) twice(n, x.data(), y.data(), time);
  EXPECT(y.back() == 2);
}

}  // namespace

CASE(doubles, "") {
  call_often<double>(number("CASE_TIME"));
  EXPECT(statements() == number("CASE_STATEMENTS"));
}

CASE(two_types, "") {
  call_often<double>(90);
  call_often<float>(-5);
  EXPECT(statements() == number("CASE_STATEMENTS"));
}
