#include <algorithm>
#include <cctype>

#include "suggest/reading.h"

namespace insum::suggest {

using nest::ExprKind;
using nest::Polynomial;

namespace {

Polynomial named(const std::string& text) { return {{{1, {nest::make(ExprKind::scalar, text)}}}}; }

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool has(const std::string& text, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* w) { return text.find(w) != std::string::npos; });
}

}  // namespace

/// Ranges of stored coordinates: by the arrays that they subscript, else by what is in scope.
void Reading::find_ranges() {
  for (auto& [number, tensor] : dense_)
    for (Mode& mode : tensor.modes) {
      if (mode.known || mode.parts.size() != 1 || mode.shift != 0) continue;
      Index& index = index_of(mode.parts[0].atom);
      if (index.known || tensor.modes.size() != 1 || views_.count(number) ||
          !origin(number, {}).terms.empty())
        continue;
      const nest::Array& of = array(number);
      const long long length =
          of.records < 0 ? of.length : nest_.records[static_cast<std::size_t>(of.records)].length;
      if (const std::string size = length_text(number); !size.empty()) index.range = named(size);
      if (length >= 0) index.range = nest::constant(length);
      index.known = !index.range.terms.empty();
      if (const auto start = starts_.find(number); index.known && start != starts_.end())
        index.range = index.range + nest::constant(-start->second[0]);
      share_ranges();
    }
  share_ranges();
  for (const std::string& key : index_order_) {
    if (indices_.at(key).known) continue;
    guess_range(indices_.at(key));
    share_ranges();
  }
  for (auto& [number, tensor] : dense_)
    for (Mode& mode : tensor.modes)
      if (!mode.known) mode.size = extent(mode, mode.known);
}

/// What subscripts the same mode of an array is less than the same number.
void Reading::share_ranges() {
  const auto give = [&](const nest::ExprPtr& from, const nest::ExprPtr& to) {
    const Index& known = index_of(from);
    Index& unknown = index_of(to);
    if (!known.known || unknown.known || unknown.mode_of < 0) return false;
    unknown.range = known.range;
    unknown.known = true;
    note_range(unknown, nest::text(known.range));
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [a, b] : same_ranges_) changed |= give(a, b) || give(b, a);
  }
}

bool Reading::is_used(const std::string& integer) const {
  return std::any_of(nest_.variables.begin(), nest_.variables.end(),
                     [&](const nest::Variable& v) { return v.text == integer; });
}

/// A member of the first struct of an array is no size.
bool Reading::is_member_of_records(const std::string& integer) const {
  return std::any_of(nest_.records.begin(), nest_.records.end(),
                     [&](const nest::Records& r) { return integer.starts_with(r.text + "->"); });
}

/// The index of a loop over entries that lie in index arrays: its range is no size of a mode.
bool Reading::counts_entries(const std::string& key) const {
  for (const auto& [number, read] : index_arrays_)
    for (const Mode& mode : dense_.at(number).modes)
      for (const Mode::Part& part : mode.parts)
        if (nest::print(part.atom) == key) return true;
  return false;
}

/// An integer in scope that the loop does not use is most likely the size that it does not say.
std::string Reading::guess(const Index& index, std::string& why) const {
  const std::string stored = lower(array(index.mode_of).name);
  const bool is_row = has(stored, {"row"});
  std::vector<std::string> unused;
  for (const std::string& name : nest_.integers) {
    const std::string word = lower(name);
    if (is_used(name) || is_member_of_records(name) ||
        has(word, {"nnz", "nz", "iter", "thread", "step", "count", "num_e"}) ||
        sizes_.end() != std::find(sizes_.begin(), sizes_.end(), name))
      continue;
    if (std::none_of(nest_.loops.begin(), nest_.loops.end(),
                     [&](const nest::Loop& l) { return l.name == name; }))
      unused.push_back(name);
  }
  for (const std::string& name : unused)
    if (is_row ? has(lower(name), {"row", "height"}) : has(lower(name), {"col", "width"})) return name;
  if (!unused.empty()) return unused.front();
  why = "square";
  for (const std::string& key : index_order_)
    if (indices_.at(key).known && !counts_entries(key)) return nest::text(indices_.at(key).range);
  return "";
}

void Reading::guess_range(Index& index) {
  std::string why;
  const std::string size = guess(index, why);
  const std::string& stored = array(index.mode_of).text;
  const std::string element = "@" + std::to_string(index.mode_of) + "[";
  const bool scattered = any_target(
      [&](const nest::ExprPtr& target) { return nest::print(target).find(element) != std::string::npos; });
  if (size.empty() || (!why.empty() && scattered))  // a guess is no ground to write on
    throw NoEinsum{"nothing in scope says how large the coordinates in '" + stored + "' can be"};
  index.known = true;
  index.range = named(size);
  if (why.empty()) {
    sizes_.push_back(size);
  } else {
    for (const std::string& key : index_order_)
      if (indices_.at(key).known && nest::text(indices_.at(key).range) == size)
        index.range = indices_.at(key).range;
  }
  note_range(index, size);
}

void Reading::note_range(const Index& index, const std::string& size) {
  const auto base = bases_.find(index.mode_of);
  notes_.push_back("the loop does not say that what is in '" + array(index.mode_of).text + "' is " +
                   (base != bases_.end() && base->second != 0 ? "at most" : "less than") + " '" + size + "'");
}

}  // namespace insum::suggest
