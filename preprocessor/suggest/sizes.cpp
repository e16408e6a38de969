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
      if (index.known || tensor.modes.size() != 1 || !origin(number, {}).terms.empty()) continue;
      const nest::Array& storage = array(number);
      if (storage.kind == nest::ArrayKind::range) index.range = named(storage.text + ".size()");
      if (storage.kind == nest::ArrayKind::c_array && storage.length >= 0)
        index.range = nest::constant(storage.length);
      index.known = !index.range.terms.empty();
      if (const auto start = starts_.find(number); index.known && start != starts_.end())
        index.range = index.range + nest::constant(-start->second[0]);
    }
  for (const std::string& key : index_order_)
    if (!indices_.at(key).known) guess_range(indices_.at(key));
  for (auto& [number, tensor] : dense_)
    for (Mode& mode : tensor.modes)
      if (!mode.known) mode.size = extent(mode, mode.known);
}

bool Reading::is_used(const std::string& integer) const {
  return std::any_of(nest_.variables.begin(), nest_.variables.end(),
                     [&](const nest::Variable& v) { return v.text == integer; });
}

/// The index of a loop over entries that lie in index arrays: its range is no size of a mode.
bool Reading::counts_entries(const std::string& key) const {
  for (const int number : index_arrays_)
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
    if (is_used(name) || has(word, {"nnz", "nz", "iter", "thread", "step", "count", "num_e"}) ||
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
  const bool scattered = nest::print(nest_.target).find(element) != std::string::npos;
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
  const auto base = bases_.find(index.mode_of);
  notes_.push_back("the loop does not say that what is in '" + stored + "' is " +
                   (base != bases_.end() && base->second != 0 ? "at most" : "less than") + " '" + size + "'");
}

}  // namespace insum::suggest
