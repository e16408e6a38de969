#include "parse/words.h"

#include <algorithm>
#include <map>

#include "support/diagnostics.h"

namespace insum::parse {

namespace {

using Lists = std::map<WordList, std::vector<std::string>>;

Lists make_lists() {
  Lists lists;
#define INSUM_DIRECTIVE(word) lists[WordList::directives].push_back(#word);
#define INSUM_MODIFIER(word, least, most) lists[WordList::modifiers].push_back(#word);
#define INSUM_LEVEL_KIND(word) lists[WordList::level_kinds].push_back(#word);
#define INSUM_REDUCTION(word) lists[WordList::reductions].push_back(#word);
#define INSUM_TARGET(word) lists[WordList::targets].push_back(#word);
#define INSUM_POLICY(word) lists[WordList::policies].push_back(#word);
#define INSUM_FACT(word) lists[WordList::facts].push_back(#word);
#define INSUM_PROPERTY(word) lists[WordList::properties].push_back(#word);
#define INSUM_SETTING(word) lists[WordList::settings].push_back(#word);
#include "parse/words.def"
  return lists;
}

}  // namespace

const std::vector<std::string>& words(WordList list) {
  static const Lists lists = make_lists();
  return lists.at(list);
}

bool contains(WordList list, const std::string& word) {
  const std::vector<std::string>& all = words(list);
  return std::find(all.begin(), all.end(), word) != all.end();
}

ModifierArity modifier_arity(const std::string& modifier) {
  static const std::map<std::string, ModifierArity> table = {
#define INSUM_DIRECTIVE(word)
#define INSUM_MODIFIER(word, least, most) {#word, {least, most}},
#define INSUM_LEVEL_KIND(word)
#define INSUM_REDUCTION(word)
#define INSUM_TARGET(word)
#define INSUM_POLICY(word)
#define INSUM_FACT(word)
#define INSUM_PROPERTY(word)
#define INSUM_SETTING(word)
#include "parse/words.def"
  };
  return table.at(modifier);
}

std::string suggestion(const std::string& wrong, const std::vector<std::string>& accepted) {
  std::string text;
  if (const std::string near = nearest(wrong, accepted); !near.empty())
    text = "did you mean '" + near + "'? ";
  text += "known are ";
  for (std::size_t i = 0; i < accepted.size(); ++i)
    text += (i == 0 ? "" : i + 1 == accepted.size() ? " and " : ", ") + accepted[i];
  return text;
}

}  // namespace insum::parse
