// What the functions of functions.hpp compute, for the naive evaluation, and which results do not depend on
// stored values by their properties in the pragmas.
#pragma once
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace differential {

/// `V` is a value with a mark that says whether it follows from fill values alone.
template <class V>
V called(const std::string& name, const std::vector<V>& x) {
  const auto zero = [&](std::size_t n) { return x[n].fixed && x[n].value == 0; };
  if (name == "both") return {x[0].value * x[1].value, zero(0) || zero(1)};
  if (name == "either") return {x[0].value + x[1].value - x[0].value * x[1].value, zero(0) && zero(1)};
  if (name == "weigh") return {x[0].value * (x[1].value + 1), zero(0)};
  if (name == "damp") return {x[0].value / (1 + std::abs(x[0].value)), zero(0)};
  if (name == "shift") return {x[0].value + 0.5, false};
  throw std::invalid_argument("no function " + name);
}

}  // namespace differential
