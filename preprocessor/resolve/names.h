// Identifiers of generated code.
#pragma once
#include <set>
#include <string>

namespace insum::resolver {

bool is_identifier(const std::string& text);

/// Hands out names that differ from each other, from C++ keywords and from those that generated code takes
/// for itself.
class UniqueNames {
 public:
  /// `wanted`, or `wanted` with a number when it is taken.
  std::string make(const std::string& wanted);
  void reserve(const std::string& name) { taken_.insert(name); }

 private:
  std::set<std::string> taken_;
};

}  // namespace insum::resolver
