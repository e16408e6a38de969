#include "agree/match_indices.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace insum::agree {

using nest::ExprPtr;
using nest::Polynomial;

namespace {

// More take long, and are named alike or not at all.
constexpr std::size_t most_loops = 4, most_indices = 6;

bool is_index(const ExprPtr& e) { return e->kind == nest::ExprKind::call && e->parts.empty(); }

void collect_indices(const ExprPtr& e, std::set<std::string>& out) {
  if (is_index(e)) out.insert(e->text);
  for (const ExprPtr& part : e->parts) collect_indices(part, out);
}

std::set<std::string> indices_of(const Formulas& formulas) {
  std::set<std::string> out;
  for (const auto& [array, list] : formulas)
    for (const Polynomial& offset : list.offsets) collect_indices(nest::expression(offset), out);
  return out;
}

using Names = std::map<std::string, std::string>;  // of the loop, and of the Einsum

ExprPtr renamed(const ExprPtr& e, const Names& names) {
  if (is_index(e)) {
    const auto other = names.find(e->text);
    return index_atom(other != names.end() ? other->second : e->text + "'");
  }
  nest::Expr out = *e;
  for (ExprPtr& part : out.parts) part = renamed(part, names);
  return std::make_shared<const nest::Expr>(std::move(out));
}

Formulas renamed(Formulas formulas, const Names& names) {
  for (auto& [array, list] : formulas)
    for (Polynomial& offset : list.offsets)
      offset = nest::polynomial(renamed(nest::expression(offset), names));
  return formulas;
}

bool same(const std::vector<Polynomial>& a, const std::vector<Polynomial>& b) {
  return covers(a, b) && covers(b, a);
}

/// Subscripted by what another array holds: a sparse tensor's element may be anywhere.
bool is_indirect(const std::string& array, const std::vector<std::string>& texts) {
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
    return text.find('[', array.size() + 1) != std::string::npos;
  });
}

}  // namespace

ExprPtr index_atom(const std::string& name) { return nest::make(nest::ExprKind::call, name); }

bool covers(const std::vector<Polynomial>& all, const std::vector<Polynomial>& these) {
  return std::all_of(these.begin(), these.end(), [&](const Polynomial& p) {
    return std::any_of(all.begin(), all.end(), [&](const Polynomial& q) { return nest::same(p, q); });
  });
}

std::vector<OtherElements> other_elements(const Formulas& written, const Formulas& read,
                                          const Formulas& einsum) {
  std::vector<OtherElements> out;
  for (const auto& [writes, list] : {std::pair{true, &written}, std::pair{false, &read}})
    for (const auto& [array, own] : *list) {
      const auto of_block = einsum.find(array);
      if (of_block == einsum.end() || is_indirect(array, own.texts)) continue;
      const bool both = written.count(array) && read.count(array);
      if (!(both ? covers(of_block->second.offsets, own.offsets)
                 : same(own.offsets, of_block->second.offsets)))
        out.push_back({writes, array});
    }
  return out;
}

void match_indices(Formulas& written, Formulas& read, const Formulas& einsum) {
  std::set<std::string> own = indices_of(written), others = indices_of(einsum);
  own.merge(indices_of(read));
  const std::vector<std::string> loops(own.begin(), own.end());
  Names best;
  for (const std::string& name : loops)
    if (others.count(name)) best[name] = name;
  std::size_t fewest = other_elements(renamed(written, best), renamed(read, best), einsum).size();
  const bool are_few = loops.size() <= most_loops && others.size() <= most_indices;
  const std::function<void(const Names&, std::size_t)> try_from = [&](const Names& names, std::size_t at) {
    if (fewest == 0) return;
    if (at == loops.size() || names.size() == others.size()) {
      const std::size_t left = other_elements(renamed(written, names), renamed(read, names), einsum).size();
      if (left < fewest) fewest = left, best = names;
      return;
    }
    for (const std::string& other : others) {
      if (std::any_of(names.begin(), names.end(), [&](const auto& each) { return each.second == other; }))
        continue;
      Names more = names;
      more[loops[at]] = other;
      try_from(more, at + 1);
    }
  };
  if (are_few) try_from({}, 0);
  written = renamed(std::move(written), best);
  read = renamed(std::move(read), best);
}

}  // namespace insum::agree
