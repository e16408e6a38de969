// Numbers that a statement names and its block does not: what stands above them, or who calls the function,
// may give them any value that makes both agree.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agree/sample.h"

namespace insum::agree {

class SearchedNames {
 public:
  /// What differs where they have these values; nothing where both agree.
  using Differs = std::function<std::optional<std::string>(const Values&)>;

  static constexpr std::size_t most = 2;

  void add(const std::string& name) { names_.push_back(name); }
  const std::vector<std::string>& all() const { return names_; }

  /// Whether some values make both agree. `found`: what differs, with the first ones. Throws Unknown where it
  /// cannot be told.
  bool fit(const Sample& sample, const Differs& differs, std::optional<std::string>& found);

  /// What fit() has found is about other data from now on.
  void forget() { needed_.clear(); }

  /// What both agree under: "'a.pitch' is 'a.w'". "" where they do anyhow.
  std::string condition() const;

 private:
  static std::vector<double> values_in(const Sample& sample);
  Values first_fitting(const Sample& sample, const Differs& differs, std::optional<std::string>& found) const;
  void note(const std::string& name, const Sample& sample, const Values& fitting, const Differs& differs);

  /// What a name, on which it depends, may stand for in all data so far.
  struct Needed {
    std::set<std::string> equal, least, most;  // it is one of these; it is not below one, not above one
  };

  std::vector<std::string> names_;
  std::map<std::string, Needed> needed_;
};

}  // namespace insum::agree
