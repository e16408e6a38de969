// Prints arrays of numbers on one line.
#pragma once
#include <cstdio>

template <class... Arrays>
void print(const char* what, const Arrays&... arrays) {
  std::printf("%s:", what);
  const auto one = [](const auto& list) {
    for (const auto x : list) std::printf(" %g", static_cast<double>(x));
    std::printf(" |");
  };
  (one(arrays), ...);
  std::printf("\n");
}
