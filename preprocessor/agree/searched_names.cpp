#include "agree/searched_names.h"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace insum::agree {

namespace {

/// As a reader would name it: names before sums and products, these before calls, short before long.
bool reads_better(const std::string& a, const std::string& b) {
  const auto weight = [](const std::string& text) {
    const bool computed = text.find(' ') != std::string::npos;
    const bool calls = text.find_first_of("([") != std::string::npos;
    return text.size() + (computed ? 1000u : 0u) + (calls ? 2000u : 0u);
  };
  return std::pair(weight(a), a) < std::pair(weight(b), b);
}

/// What a reader would call such values where the block has names for them; nothing else is that simple.
std::set<std::string> meanings(const Sample& sample, const std::function<bool(double)>& is_one) {
  std::set<std::string> out;
  const auto add = [&](double value, const std::string& text) {
    if (is_one(value)) out.insert(text);
  };
  for (const char* constant : {"0", "1", "2", "3", "4"}) add(constant[0] - '0', constant);
  const auto quoted = [](const std::string& name) { return "'" + name + "'"; };
  for (const auto& [name, value] : sample.values()) {
    add(value, quoted(name));
    for (const char* distance : {"1", "2"}) {
      add(value + (distance[0] - '0'), quoted(name) + " + " + distance);
      add(value - (distance[0] - '0'), quoted(name) + " - " + distance);
    }
    for (const auto& [other, factor] : sample.values())
      if (name <= other) add(value * factor, quoted(name) + " * " + quoted(other));
  }
  return out;
}

std::string best(const std::set<std::string>& meanings) {
  return *std::min_element(meanings.begin(), meanings.end(), reads_better);
}

void keep_common(std::set<std::string>& all, const std::set<std::string>& now) {
  std::erase_if(all, [&](const std::string& text) { return !now.count(text); });
}

}  // namespace

bool SearchedNames::fit(const Sample& sample, const Differs& differs, std::optional<std::string>& found) {
  if (names_.empty()) {
    found = differs({});
    return !found;
  }
  const Values fitting = first_fitting(sample, differs, found);
  for (const auto& [name, value] : fitting) note(name, sample, fitting, differs);
  return !fitting.empty();
}

/// Empty: there are none.
Values SearchedNames::first_fitting(const Sample& sample, const Differs& differs,
                                    std::optional<std::string>& found) const {
  const std::vector<double> first = values_in(sample);
  const std::vector<double> second = names_.size() < 2 ? std::vector<double>{0} : first;
  std::optional<Unknown> unknown;
  for (const double one : first)
    for (const double other : second) {
      Values values = {{names_[0], one}};
      if (names_.size() > 1) values[names_[1]] = other;
      try {
        const auto difference = differs(values);
        if (!difference) return values;
        if (!found) found = difference;
      } catch (const Unknown& why) {
        unknown = why;
      }
    }
  if (unknown) throw *unknown;
  return {};
}

/// The sizes of the sample first, then all up to those of which the largest is a half.
std::vector<double> SearchedNames::values_in(const Sample& sample) {
  std::vector<double> out;
  for (const auto& [name, value] : sample.values()) out.push_back(value);
  constexpr double most = 64;
  const double end = std::min(most, 2 * *std::max_element(out.begin(), out.end()) + 2);
  for (double value = 0; value <= end; ++value) out.push_back(value);
  return out;
}

/// Which values of the one name make both agree, while the others are these.
void SearchedNames::note(const std::string& name, const Sample& sample, const Values& fitting,
                         const Differs& differs) {
  std::set<double> fits, others;
  Values values = fitting;
  for (const double value : values_in(sample)) {
    values[name] = value;
    try {
      (differs(values) ? others : fits).insert(value);
    } catch (const Unknown&) {  // says nothing for or against the value
    }
  }
  if (others.empty()) return;
  const double last = *others.rbegin(), first = *others.begin();  // some fit by chance
  Needed now = {meanings(sample, [&](double value) { return fits.count(value) > 0; }), {}, {}};
  if (*fits.rbegin() > last) now.least = meanings(sample, [&](double value) { return value > last; });
  if (*fits.begin() < first) now.most = meanings(sample, [&](double value) { return value < first; });
  const auto [known, is_new] = needed_.emplace(name, now);
  if (is_new) return;
  keep_common(known->second.equal, now.equal);
  keep_common(known->second.least, now.least);
  keep_common(known->second.most, now.most);
}

std::string SearchedNames::condition() const {
  std::string out;
  for (const auto& [name, needed] : needed_) {
    out += (out.empty() ? "'" : " and '") + name + "' ";
    if (!needed.least.empty())
      out += "is not below " + best(needed.least);
    else if (!needed.most.empty())
      out += "is not above " + best(needed.most);
    else
      out += needed.equal.empty() ? "has a certain value" : "is " + best(needed.equal);
  }
  return out;
}

}  // namespace insum::agree
