#include <algorithm>

#include "suggest/reading.h"

namespace insum::suggest {

using nest::ExprKind;
using nest::ExprPtr;
using nest::Polynomial;

namespace {

void collect_loops(const ExprPtr& e, std::set<int>& out) {
  out.insert(e->loops.begin(), e->loops.end());
  for (const ExprPtr& part : e->parts) collect_loops(part, out);
}

void collect_reads(const ExprPtr& e, std::vector<ExprPtr>& out) {
  if (e->kind == ExprKind::read) out.push_back(e);
  for (const ExprPtr& part : e->parts) collect_reads(part, out);
}

/// A loop's index and a number.
struct Counted {
  ExprPtr index;
  long long from = 0;
};

std::optional<Counted> counted(const ExprPtr& offset) {
  Counted out;
  for (const nest::Term& term : nest::polynomial(offset).terms) {
    const bool is_index = !out.index && term.coefficient == 1 && term.factors.size() == 1 &&
                          term.factors[0]->kind == ExprKind::index;
    if (term.factors.empty())
      out.from = term.coefficient;
    else if (is_index)
      out.index = term.factors[0];
    else
      return std::nullopt;
  }
  return out.index ? std::optional(out) : std::nullopt;
}

}  // namespace

std::set<int> Reading::used_loops() const {
  std::set<int> used;
  for (const nest::Assignment* each : assignments_) {
    used.insert(each->around.begin(), each->around.end());
    collect_loops(each->value, used);
  }
  return used;
}

std::string Reading::fresh_name(const std::string& wanted, bool is_index) {
  static const char* const words[] = {"k", "j", "l", "m", "n", "q", "r", "s", "t", "u"};
  static const char* const tensors[] = {"A", "B", "S", "T", "U", "V"};
  const auto taken = [&](const std::string& name) {
    return index_names_.count(name) || tensor_names_.count(name);
  };
  std::string name = wanted;
  if (name.empty() || taken(name)) {
    if (is_index)
      for (const char* word : words)
        if (name = word; !taken(name)) break;
    if (!is_index && wanted.empty())
      for (const char* word : tensors)
        if (name = word; !taken(name)) break;
  }
  const std::string stem = name;
  for (int i = 1; taken(name); ++i) name = stem + std::to_string(i);
  (is_index ? index_names_ : tensor_names_).insert(name);
  return name;
}

Index& Reading::index_of(const ExprPtr& atom) {
  const std::string key = nest::print(atom);
  const auto known = indices_.find(key);
  if (known != indices_.end()) return known->second;
  std::string wanted;
  if (atom->kind == ExprKind::index && !loop(atom->id).over_elements) wanted = loop(atom->id).name;
  for (const auto& [value, name] : nest_.names)
    if (nest::print(value) == key && name.size() <= 3) wanted = name;
  index_order_.push_back(key);
  Index& index = indices_[key];
  index.name = fresh_name(wanted, true);
  if (atom->kind == ExprKind::read) index.mode_of = atom->id;
  return index;
}

std::vector<Reading::Read> Reading::reads() const {
  std::vector<ExprPtr> all;
  for (const nest::Assignment* each : assignments_)
    collect_reads(each->target, all), collect_reads(each->value, all);
  std::vector<Read> out;
  for (const ExprPtr& each : all) {
    if (each->parts.empty()) continue;
    const bool inside = std::any_of(all.begin(), all.end(), [&](const ExprPtr& other) {
      return other != each && !other->parts.empty() && nest::contains(other->parts[0], each);
    });
    out.push_back({each, inside});
  }
  return out;
}

/// The loop is over stored entries, and no index.
void Reading::make_walk(int number, Walk walk) {
  walks_[number] = std::move(walk);
  const std::string key = "%" + std::to_string(number);
  if (!indices_.count(key)) return;
  index_names_.erase(indices_.at(key).name);
  indices_.erase(key);
  std::erase(index_order_, key);
}

bool Reading::is_entry(const Walk& walk, const ExprPtr& read) {
  if (!nest::same(nest::polynomial(walk.at), nest::polynomial(read->parts[0]))) return false;
  const bool in_row =
      read->parts.size() == 2 && walk.parent && nest::print(read->parts[1]) == nest::print(walk.parent);
  return walk.counts >= 0 ? in_row : read->parts.size() == 1;
}

/// Where the arrays of entries have the one that the loop is at: the first read that subscripts with it says
/// so.
ExprPtr Reading::entry_of(int number) const {
  for (const Read& read : reads())
    if (const std::optional<Counted> at = counted(read.expr->parts[0]); at && at->index->id == number)
      return read.expr->parts[0];
  return nest::make(ExprKind::index, "", {}, number);
}

void Reading::read_loops() {
  for (const int number : used_loops()) {
    const nest::Loop& at = loop(number);
    const Polynomial lower = nest::polynomial(at.lower), upper = nest::polynomial(at.upper);
    if (is_over_entries(at)) {
      const std::optional<Counted> row = counted(at.lower->parts[0]);
      if (!row || row->from < 0 || !array(at.lower->id).integer)
        throw NoEinsum{"the bounds of the loop over '" + at.name + "' are no positions of a row"};
      Walk& walk = walks_[number];
      walk.positions = at.lower->id;
      walk.parent = row->index;
      walk.first_row = row->from;
      walk.at = entry_of(number);
      continue;
    }
    const bool has_count = at.upper->kind == ExprKind::read && at.upper->parts.size() == 1 &&
                           at.upper->parts[0]->kind == ExprKind::index && array(at.upper->id).integer;
    if (lower.terms.empty() && has_count) {
      Walk& walk = walks_[number];
      walk.counts = at.upper->id;
      walk.parent = at.upper->parts[0];
      walk.at = nest::make(ExprKind::index, "", {}, number);
      continue;
    }
    if (!lower.terms.empty()) throw NoEinsum{"the loop over '" + at.name + "' does not begin at a constant"};
    if (!nest::is_fixed(upper))
      throw NoEinsum{"the bound of the loop over '" + at.name + "' changes from iteration to iteration"};
  }
  for (const auto& [number, walk] : walks_)
    if (is_walk(walk.parent->id)) throw NoEinsum{"rows of rows of stored entries"};
  for (const int number : used_loops()) {
    if (is_walk(number)) continue;
    Index& index = index_of(nest::make(ExprKind::index, "", {}, number));
    index.range = nest::polynomial(loop(number).upper);
    index.known = true;
  }
}

/// A loop in which each entry has its coordinates in arrays and one value: coo.
void Reading::find_lists() {
  if (form_ != ListForm::coo) return;
  for (const int number : used_loops()) {
    if (is_walk(number)) continue;
    const ExprPtr index = nest::make(ExprKind::index, "", {}, number);
    const ExprPtr at = entry_of(number);
    std::vector<int> coordinates, values;
    bool fits = true;
    for (const Read& read : reads()) {
      const ExprPtr& offset = read.expr->parts[0];
      if (!nest::contains(offset, index)) continue;
      if (nest::print(offset) != nest::print(at)) {
        for (const nest::Term& term : nest::polynomial(offset).terms)
          for (const ExprPtr& factor : term.factors) fits = fits && nest::print(factor) != nest::print(index);
        continue;
      }
      auto& list = read.subscripts && array(read.expr->id).integer ? coordinates : values;
      if (std::find(list.begin(), list.end(), read.expr->id) == list.end()) list.push_back(read.expr->id);
    }
    if (!fits || coordinates.size() < 2 || values.size() != 1 ||
        any_target([&](const ExprPtr& target) { return target->id == values[0]; }))
      continue;
    Walk walk;
    walk.at = at;
    walk.lists = coordinates;
    walk.length = nest::polynomial(loop(number).upper);
    make_walk(number, std::move(walk));
  }
}

/// Whether a condition tests that this coordinate is no padding.
bool Reading::skips(const ExprPtr& expr, const ExprPtr& stored) const {
  if (expr->kind == ExprKind::select)
    if (const ExprPtr coordinate = tested(expr->parts[0]);
        coordinate && nest::print(coordinate) == nest::print(stored))
      return true;
  return std::any_of(expr->parts.begin(), expr->parts.end(),
                     [&](const ExprPtr& part) { return skips(part, stored); });
}

/// A row's entries at i * width + q, the coordinate and the value of each: ell.
void Reading::find_fixed_rows() {
  if (form_ != ListForm::coo) return;
  for (const int number : used_loops()) {
    if (is_walk(number)) continue;
    ExprPtr stored, parent;
    std::set<int> values;
    bool fits = !any_target([&](const ExprPtr& target) { return nest::uses_loop(target, number); });
    for (const Read& read : reads()) {
      if (!nest::uses_loop(read.expr->parts[0], number)) continue;
      if (read.subscripts && array(read.expr->id).integer &&
          (!stored || nest::print(stored) == nest::print(read.expr)))
        stored = read.expr;
      else if (!stored || !nest::contains(read.expr->parts[0], stored))
        values.insert(read.expr->id);
    }
    if (stored) values.erase(stored->id);
    fits = fits && stored && values.size() == 1;
    if (fits) {
      const Polynomial offset = nest::polynomial(stored->parts[0]),
                       width = nest::polynomial(loop(number).upper);
      for (const nest::Term& term : offset.terms)
        for (const ExprPtr& factor : term.factors)
          if (factor->kind == ExprKind::index && factor->id != number && !is_walk(factor->id))
            parent = factor;
      fits = parent && nest::same(offset, nest::polynomial(parent) * width +
                                              nest::polynomial(nest::make(ExprKind::index, "", {}, number)));
      for (const Read& read : reads())
        if (fits && values.count(read.expr->id))
          fits = nest::same(nest::polynomial(read.expr->parts[0]), offset);
    }
    if (!fits) continue;
    Walk walk;
    walk.parent = parent;
    walk.at = stored->parts[0];
    walk.stored = stored;
    walk.length = nest::polynomial(loop(number).upper);
    const bool is_constant = walk.length.terms.size() == 1 && walk.length.terms[0].factors.empty();
    if (!is_constant && std::any_of(assignments_.begin(), assignments_.end(),
                                    [&](const auto* each) { return skips(each->value, stored); }))
      throw NoEinsum{"rows of '" + nest::text(walk.length) +
                     "' entries have padding, and the width of ell is a constant"};
    if (!is_constant) continue;  // coordinates are index arrays
    make_walk(number, std::move(walk));
  }
}

bool Reading::covers(const ExprPtr& expr, int number) const {
  if (nest::uses_loop(expr, number)) return true;
  return std::any_of(walks_.begin(), walks_.end(), [&](const auto& walk) {
    return walk.second.parent && walk.second.parent->id == number && nest::uses_loop(expr, walk.first);
  });
}

ExprPtr Reading::tested(const ExprPtr& condition) const {
  if (condition->kind == ExprKind::unary && condition->text == "!" &&
      condition->parts[0]->kind == ExprKind::binary) {
    const ExprPtr& inner = condition->parts[0];
    const bool below = (inner->text == "<" && nest::is_number(inner->parts[1], 0)) ||
                       (inner->text == "==" && nest::is_number(inner->parts[1], -1));
    return below ? inner->parts[0] : nullptr;
  }
  if (condition->kind != ExprKind::binary) return nullptr;
  const long long bound = condition->text == ">="                             ? 0
                          : condition->text == ">" || condition->text == "!=" ? -1
                                                                              : 1;
  return bound <= 0 && nest::is_number(condition->parts[1], bound) ? condition->parts[0] : nullptr;
}

bool Reading::is_coordinate(const ExprPtr& atom) const {
  if (atom->kind == ExprKind::index) return true;
  return atom->kind == ExprKind::read && !atom->parts.empty() && array(atom->id).integer && has_loops(atom);
}

bool Reading::has_loops(const ExprPtr& expr) const {
  if (expr->kind == ExprKind::index) return true;
  return std::any_of(expr->parts.begin(), expr->parts.end(), [&](const ExprPtr& e) { return has_loops(e); });
}

}  // namespace insum::suggest
