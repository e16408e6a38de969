// C++ that adds and multiplies names and whole numbers, as blocks have it in braces and where tensors begin.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>

#include "nest/polynomial.h"

namespace insum::agree {

/// Of names in C++.
using Values = std::map<std::string, double>;

/// Not an expression whose parts a loop may name.
bool is_name(std::string text);

/// "2*(n-1)", without spaces, as a sum of products of names: nothing for other C++.
std::optional<nest::Polynomial> parse_sum(const std::string& text);

/// The same where it is not a name alone.
std::optional<nest::Polynomial> sum_in(const std::string& text);

std::set<std::string> names_in(const nest::Polynomial& sum);

/// Throws Unknown where a name has no value, or numbers are too large.
long long evaluate(const nest::Polynomial& sum, const Values& values);

/// Where an array that C++ names begins: so many elements behind the beginning of another.
struct Start {
  std::string array;
  nest::Polynomial offset;
};

/// Of "x+n", "x.data()+n" and "&x[n]", without spaces; others begin at themselves. Throws Unknown where no
/// sum is added.
Start split_start(const std::string& text);

}  // namespace insum::agree
