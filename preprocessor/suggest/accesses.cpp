#include <algorithm>

#include "suggest/reading.h"

namespace insum::suggest {

using nest::ExprKind;
using nest::ExprPtr;
using nest::Polynomial;
using nest::Term;

void Reading::read_accesses(const ExprPtr& expr) {
  if (expr->kind == ExprKind::read) {
    if (expr->parts.empty()) return;  // a scalar
    if (!has_loops(expr) || read_sparse(expr)) return;
    if (array(expr->id).rows) throw NoEinsum{why_no_rows(expr)};
    return read_dense(expr->id, nest::polynomial(expr->parts[0]));
  }
  if (expr->kind == ExprKind::select)
    if (const ExprPtr coordinate = tested(expr->parts[0]); coordinate && nest::is_number(expr->parts[2], 0))
      for (auto& [number, walk] : walks_)
        if (walk.stored && walk.positions < 0 && walk.counts < 0 &&
            nest::print(walk.stored) == nest::print(coordinate)) {
          if (walk.base != 0) throw NoEinsum{"rows are padded, and coordinates begin at 1"};
          walk.padded = true;
          return read_accesses(expr->parts[1]);
        }
  if (expr->kind == ExprKind::select)
    for (const ExprPtr& part : {expr->parts[1], expr->parts[2]}) check_conditional(part);
  for (const ExprPtr& part : expr->parts) read_accesses(part);
}

/// A kernel evaluates what stands under a condition always: there, what an index array holds may be no
/// coordinate. Those of a row's entries are, by its format.
void Reading::check_conditional(const ExprPtr& expr, const char* accessed) const {
  const auto through = [&](const ExprPtr& atom) {
    return is_coordinate(atom) && atom->kind == ExprKind::read &&
           std::none_of(walks_.begin(), walks_.end(),
                        [&](const auto& walk) { return walk.second.parent && is_entry(walk.second, atom); });
  };
  if (expr->kind == ExprKind::read && !expr->parts.empty())
    for (const Term& term : nest::polynomial(expr->parts[0]).terms)
      for (const ExprPtr& factor : term.factors)
        if (through(factor))
          throw NoEinsum{"'" + array(expr->id).text + "' is " + accessed + " under a condition through '" +
                         array(factor->id).text + "', and a kernel goes there before it looks at that"};
  for (const ExprPtr& part : expr->parts) check_conditional(part);
}

std::string Reading::why_no_rows(const ExprPtr& read) const {
  const std::string name = "'" + array(read->id).text + "'";
  const bool along_entries = std::any_of(walks_.begin(), walks_.end(), [&](const auto& walk) {
    return walk.second.counts >= 0 && nest::uses_loop(read->parts[0], walk.first);
  });
  return along_entries ? "the rows behind " + name + " are not read along their numbers of entries"
                       : "no format has dense rows that lie apart, as those behind " + name + " do";
}

/// An array with an element for each entry that a loop walks over.
bool Reading::read_sparse(const ExprPtr& read) {
  const int number = read->id;
  const auto found = std::find_if(walks_.begin(), walks_.end(),
                                  [&](const auto& walk) { return is_entry(walk.second, read); });
  if (found == walks_.end()) return false;
  SparseTensor tensor;
  tensor.values = number;
  tensor.loop = found->first;
  const auto known = sparse_.find(number);
  if (known == sparse_.end()) {
    sparse_[number] = tensor;
    order_.push_back(number);
  } else if (known->second.loop != tensor.loop) {
    throw NoEinsum{"'" + array(number).text + "' is read along two loops over entries"};
  }
  return true;
}

Reading::Offset Reading::offset_of(int number, const Polynomial& offset) const {
  Offset out;
  for (const Term& term : offset.terms) {
    std::vector<ExprPtr> atoms;
    Term stride{term.coefficient, {}};
    for (const ExprPtr& factor : term.factors)
      (is_coordinate(factor) ? atoms : stride.factors).push_back(factor);
    for (const ExprPtr& factor : stride.factors)
      if (factor->kind != ExprKind::scalar)
        throw NoEinsum{"the subscript of '" + array(number).text + "' is no sum of indices"};
    if (atoms.size() > 1) throw NoEinsum{"the subscript of '" + array(number).text + "' multiplies indices"};
    if (atoms.empty()) {
      out.fixed.push_back(term);
      continue;
    }
    const ExprPtr& atom = atoms[0];
    if (atom->kind == ExprKind::index && is_walk(atom->id))
      throw NoEinsum{"the position in '" + loop(atom->id).name + "' subscripts '" + array(number).text +
                     "' together with something else"};
    const auto same = std::find_if(out.modes.begin(), out.modes.end(), [&](const Mode& m) {
      return nest::same_factors(m.stride, stride) && m.stride.coefficient == stride.coefficient;
    });
    if (same != out.modes.end()) {
      same->parts.push_back({1, atom});
    } else {
      Mode& mode = out.modes.emplace_back();
      mode.parts.push_back({1, atom});
      mode.stride = stride;
    }
  }
  const auto known = columns_.find(number);
  const long long columns = known == columns_.end() ? 0 : known->second;
  if (columns > 0) out.modes.emplace_back().stride.coefficient = 1;
  std::erase_if(out.fixed, [&](const Term& term) { return add_to_mode(out.modes, term, columns); });
  return out;
}

/// What the offset adds to a mode's subscript. Of numbered columns, the rest is the column.
bool Reading::add_to_mode(std::vector<Mode>& modes, const Term& term, long long columns) {
  const auto add = [&](long long rest, auto fits) {
    const auto found = std::find_if(modes.begin(), modes.end(), [&](const Mode& mode) {
      return !mode.parts.empty() && nest::same_factors(mode.stride, term) && fits(mode.stride.coefficient);
    });
    if (found == modes.end()) return false;
    found->shift = (term.coefficient - rest) / found->stride.coefficient;
    return true;
  };
  if (add(0, [&](long long stride) { return term.coefficient % stride == 0; })) return true;
  if (columns == 0 || !term.factors.empty()) return false;
  modes.back().shift = (term.coefficient % columns + columns) % columns;
  return add(modes.back().shift, [&](long long stride) { return stride == columns; });
}

std::vector<Mode> Reading::modes_of(int number, const Polynomial& offset) {
  std::vector<Mode> modes = offset_of(number, offset).modes;
  const auto starts = starts_.find(number);
  for (std::size_t m = 0; m < modes.size(); ++m) {
    for (const Mode::Part& part : modes[m].parts)
      if (const auto base = bases_.find(part.atom->id);
          part.atom->kind == ExprKind::read && base != bases_.end())
        modes[m].shift += part.coefficient * base->second;
    if (starts != starts_.end() && starts->second.size() == modes.size()) modes[m].shift -= starts->second[m];
  }
  return modes;
}

/// From what the mode's subscript runs over: its size; unknown where a coordinate has no range yet.
Polynomial Reading::extent(const Mode& mode, bool& known) {
  Polynomial size;
  long long last = mode.shift;
  known = true;
  for (const Mode::Part& part : mode.parts) {
    const Index& index = index_of(part.atom);
    known = known && index.known;
    if (index.known) size = size + nest::constant(part.coefficient) * index.range, last -= part.coefficient;
  }
  return size + nest::constant(last + 1);
}

NoEinsum Reading::rows_apart(int number) const {
  return {"the rows of '" + array(number).text + "' are no multiple of their elements' distance apart",
          "say how far, by 'strides(...)', where that is a sum, as in 'i * (m + 2) + j'"};
}

/// Distances of rows are sizes of what is in them.
void Reading::set_sizes(int number, std::vector<Mode>& modes) {
  std::vector<Mode*> inward;
  for (Mode& mode : modes) inward.push_back(&mode);
  std::stable_sort(inward.begin(), inward.end(), [](const Mode* a, const Mode* b) {
    if (a->stride.factors.size() != b->stride.factors.size())
      return a->stride.factors.size() > b->stride.factors.size();
    return a->stride.coefficient > b->stride.coefficient;
  });
  for (std::size_t i = 0; i < inward.size(); ++i) {
    Mode& mode = *inward[i];
    mode.size = extent(mode, mode.known);
    if (mode.parts.empty()) mode.size = nest::constant(columns_.at(number));
    if (i == 0) continue;
    const Term ratio = nest::quotient(inward[i - 1]->stride, mode.stride);
    if (ratio.coefficient <= 0) throw rows_apart(number);
    if (mode.known) continue;
    mode.size = expanded({{ratio}});
    mode.known = true;
    if (mode.parts.size() == 1 && mode.shift == 0) {
      Index& index = index_of(mode.parts[0].atom);
      index.range = mode.size;
      index.known = true;
    }
  }
}

void Reading::read_dense(int number, const Polynomial& offset) {
  std::vector<Mode> modes = modes_of(number, offset);
  for (const Mode& mode : modes)
    for (const Mode::Part& part : mode.parts) {
      if (part.atom->kind != ExprKind::read) continue;
      const auto walk = std::find_if(walks_.begin(), walks_.end(),
                                     [&](const auto& each) { return is_entry(each.second, part.atom); });
      if (walk != walks_.end()) {
        const bool list = !walk->second.parent;
        if (!list && walk->second.stored && nest::print(walk->second.stored) != nest::print(part.atom))
          throw NoEinsum{"entries have two arrays of coordinates"};
        if (!list) walk->second.stored = part.atom;
        index_of(part.atom);
      } else {
        index_arrays_.emplace(part.atom->id, part.atom);
        read_accesses(part.atom);
      }
    }
  set_sizes(number, modes);
  const auto known = dense_.find(number);
  if (known == dense_.end()) {
    dense_[number] = {"", modes};
    order_.push_back(number);
    return;
  }
  std::vector<Mode>& before = known->second.modes;
  bool fits = before.size() == modes.size();
  for (std::size_t i = 0; fits && i < modes.size(); ++i)
    fits = nest::same_factors(before[i].stride, modes[i].stride) &&
           before[i].stride.coefficient == modes[i].stride.coefficient &&
           (!before[i].known || !modes[i].known || nest::same(before[i].size, modes[i].size));
  if (!fits) throw NoEinsum{"'" + array(number).text + "' is accessed in two ways"};
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const bool are_plain =
        before[i].parts.size() == 1 && modes[i].parts.size() == 1 && before[i].shift == modes[i].shift;
    if (are_plain) same_ranges_.emplace_back(before[i].parts[0].atom, modes[i].parts[0].atom);
    if (!before[i].known) before[i] = modes[i];
  }
}

}  // namespace insum::suggest
