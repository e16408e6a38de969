// The words of words.def, by the place where they stand.
#pragma once
#include <string>
#include <vector>

namespace insum::parse {

enum class WordList {
  directives,
  modifiers,
  level_kinds,
  reductions,
  targets,
  policies,
  facts,
  properties,
  settings
};

/// All words of a list, in alphabetical order.
const std::vector<std::string>& words(WordList list);
bool contains(WordList list, const std::string& word);

struct ModifierArity {
  int least = 0;
  int most = 0;  // < 0: no limit
};
ModifierArity modifier_arity(const std::string& modifier);  // of a word of WordList::modifiers

/// "known are a, b and c", preceded by "did you mean 'b'? " when a word is near to `wrong`.
std::string suggestion(const std::string& wrong, const std::vector<std::string>& accepted);

}  // namespace insum::parse
