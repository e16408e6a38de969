#include <algorithm>
#include <cstdlib>

#include "suggest/reading.h"

namespace insum::suggest {

using nest::ArrayKind;
using nest::ExprKind;
using nest::ExprPtr;
using nest::Polynomial;
using nest::Term;

/// All that is no entry of a sparse tensor and is subscripted by indices or coordinates.
std::vector<ExprPtr> Reading::dense_reads() const {
  std::vector<ExprPtr> out;
  for (const Read& read : reads()) {
    const bool is_stored = std::any_of(walks_.begin(), walks_.end(),
                                       [&](const auto& walk) { return is_entry(walk.second, read.expr); });
    if (!is_stored && has_loops(read.expr) && !array(read.expr->id).rows) out.push_back(read.expr);
  }
  return out;
}

/// Rows of so many elements that are read by their numbers: p[3 * i], p[3 * i + 1]. Where all accesses are to
/// the same one it is no mode of its own, but for arrays of arrays, which have no other beginning.
void Reading::find_columns() {
  struct Columns {
    long long count = 0;
    std::set<long long> numbers;
    bool fit = true;
  };
  std::map<int, Columns> found;
  for (const ExprPtr& read : dense_reads()) {
    Columns& columns = found[read->id];
    const Polynomial offset = nest::polynomial(read->parts[0]);
    long long inner = 0, fixed = 0;
    for (const Mode& mode : offset_of(read->id, offset).modes)
      if (const long long stride = mode.stride.coefficient; mode.stride.factors.empty())
        inner = inner == 0 ? stride : std::min(inner, stride);
    for (const nest::Term& term : offset.terms)
      if (term.factors.empty()) fixed = term.coefficient;
    columns.fit = columns.fit && inner > 1 && (columns.count == 0 || columns.count == inner);
    columns.count = inner;
    if (inner > 1) columns.numbers.insert((fixed % inner + inner) % inner);
  }
  for (const auto& [number, columns] : found)
    if (columns.fit && (columns.numbers.size() > 1 || (array(number).nested && *columns.numbers.begin() > 0)))
      columns_[number] = columns.count;
}

/// The subscripts of a block for an array in which indices are taken from something, "{n - 1} - i,j"; "" for
/// others, and where what they are taken from is no number of the block: nothing, so that it would be below
/// 0. Rows have distances that scalars are factors of; numbers are factors of what subscripts in a row.
std::string Reading::backward_subscript(const ExprPtr& read) const {
  struct Subscript {
    Term row;  // the distance of two
    Polynomial fixed = {};
    std::string indices = {};
    bool backward = false;
  };
  const Polynomial offset = nest::polynomial(read->parts[0]);
  std::vector<Subscript> subscripts;
  for (const Mode& mode : offset_of(read->id, offset).modes) {
    const auto same = [&](const Subscript& s) { return nest::same_factors(s.row, mode.stride); };
    auto found = std::find_if(subscripts.begin(), subscripts.end(), same);
    if (found == subscripts.end()) found = subscripts.insert(found, Subscript{{1, mode.stride.factors}});
    const long long times = std::abs(mode.stride.coefficient);
    for (const Mode::Part& part : mode.parts) {
      const bool is_loop = part.atom->kind == ExprKind::index;
      const bool below = mode.stride.coefficient < 0;
      found->backward |= below;
      found->indices += (below ? " - " : " + ") + (times == 1 ? "" : std::to_string(times) + " * ") +
                        (is_loop ? loop(part.atom->id).name : coordinate_name());
    }
  }
  std::stable_sort(subscripts.begin(), subscripts.end(), [](const Subscript& a, const Subscript& b) {
    return a.row.factors.size() > b.row.factors.size();
  });
  for (const Term& term : offset.terms) {
    if (std::any_of(term.factors.begin(), term.factors.end(),
                    [&](const ExprPtr& f) { return is_coordinate(f); }))
      continue;
    const auto of = std::find_if(subscripts.begin(), subscripts.end(), [&](const Subscript& s) {
      return nest::quotient(term, s.row).coefficient != 0;
    });
    if (of == subscripts.end()) return "";
    of->fixed = of->fixed + Polynomial{{nest::quotient(term, of->row)}};
  }
  const auto is_below_zero = [](const Subscript& s) {
    return s.backward && std::none_of(s.fixed.terms.begin(), s.fixed.terms.end(),
                                      [](const Term& term) { return term.coefficient > 0; });
  };
  for (std::size_t n = 1; n < subscripts.size(); ++n) {  // counted from the end of the row before
    if (!is_below_zero(subscripts[n])) continue;
    subscripts[n - 1].fixed = subscripts[n - 1].fixed + nest::constant(-1);
    subscripts[n].fixed =
        Polynomial{{nest::quotient(subscripts[n - 1].row, subscripts[n].row)}} + subscripts[n].fixed;
  }
  std::string out;
  bool backward = false;
  for (const Subscript& each : subscripts) {
    if (is_below_zero(each) || !nest::is_fixed(each.fixed)) return "";
    backward |= each.backward;
    const std::string from = each.fixed.terms.empty() ? "" : "{" + nest::text(each.fixed) + "}";
    out += (out.empty() ? "" : ",") + (from.empty() ? each.indices.substr(3) : from + each.indices);
  }
  return backward ? out : "";
}

/// For what a list of coordinates holds, in advice: a letter that is no loop's name.
std::string Reading::coordinate_name() const {
  std::string name = "k";
  while (std::any_of(nest_.loops.begin(), nest_.loops.end(),
                     [&](const nest::Loop& l) { return l.name == name; }))
    name += "k";
  return name;
}

/// ", where k is what 'crd' holds"; "" where no coordinate subscripts it.
std::string Reading::coordinate_in(const ExprPtr& read) const {
  for (const Mode& mode : offset_of(read->id, nest::polynomial(read->parts[0])).modes)
    for (const Mode::Part& part : mode.parts)
      if (part.atom->kind == ExprKind::read)
        return ", where " + coordinate_name() + " is what '" + array(part.atom->id).text + "' holds";
  return "";
}

/// An index has a part in a distance and is taken from another one: i * (m - 1).
bool Reading::goes_both_ways(const Offset& offset) {
  std::set<std::string> up, down;
  for (const Mode& mode : offset.modes)
    for (const Mode::Part& part : mode.parts)
      (mode.stride.coefficient < 0 ? down : up).insert(nest::print(part.atom));
  return std::any_of(down.begin(), down.end(), [&](const std::string& atom) { return up.count(atom) > 0; });
}

/// What is added to all subscripts of an array and belongs to no mode is where its tensor begins.
void Reading::find_origins() {
  std::set<int> seen;
  for (const ExprPtr& read : dense_reads()) {
    const Offset offset = offset_of(read->id, nest::polynomial(read->parts[0]));
    const Polynomial origin{offset.fixed};
    const std::string name = "'" + array(read->id).text + "'";
    const bool is_in_front = std::any_of(offset.fixed.begin(), offset.fixed.end(),
                                         [](const nest::Term& term) { return term.coefficient < 0; });
    if (goes_both_ways(offset)) throw rows_apart(read->id);
    if (const std::string subscript = backward_subscript(read); !subscript.empty())
      throw NoEinsum{name + " is accessed backwards",
                     "say so, by '" + array(read->id).name + "[" + subscript + "]'" + coordinate_in(read)};
    if (std::any_of(offset.modes.begin(), offset.modes.end(),
                    [](const Mode& mode) { return mode.stride.coefficient < 0; }))
      throw NoEinsum{name + " is accessed backwards"};
    if (!origin.terms.empty() && (is_in_front || array(read->id).nested))
      throw NoEinsum{name + " is accessed from an element in its middle on"};
    if (seen.insert(read->id).second) {
      origins_[read->id] = origin;
    } else if (!nest::same(origin, origins_.at(read->id))) {
      const std::string two = name + " is accessed from two elements on";
      throw NoEinsum{two, "have a tensor for each, 'dense(" + storage(read->id, origins_.at(read->id)) +
                              ")' and 'dense(" + storage(read->id, origin) + ")'"};
    }
  }
}

/// Stored positions and coordinates begin at 1 where 1 is taken from them before they subscript, or where the
/// loop over the rows or entries that they belong to begins there itself.
void Reading::find_bases() {
  std::map<int, Stored> arrays;
  for (const ExprPtr& read : dense_reads())
    for (const Mode& mode : modes_of(read->id, nest::polynomial(read->parts[0])))
      for (const Mode::Part& part : mode.parts) {
        if (part.atom->kind != ExprKind::read) continue;
        Stored& stored = arrays.emplace(part.atom->id, Stored{part.atom, mode.shift}).first->second;
        stored.added = std::min(stored.added, mode.shift);
      }
  for (auto& [number, walk] : walks_) set_base(walk, arrays);
  for (const auto& [number, stored] : arrays) {
    if (bases_.count(number) || array(number).rows) continue;
    bool from_one = false;
    for (const Mode& mode : modes_of(number, nest::polynomial(stored.read->parts[0])))
      from_one = from_one || (mode.shift > 0 && is_moved(mode));
    bases_[number] = stored.added < 0 || from_one ? 1 : 0;
    if (stored.added >= 0 && from_one) note_base(number);
  }
}

void Reading::set_base(Walk& walk, const std::map<int, Stored>& arrays) {
  if (walk.counts >= 0) {
    for (const auto& [number, stored] : arrays)
      if (is_entry(walk, stored.read)) bases_[number] = 0;
    return;
  }
  for (const nest::Term& term : nest::polynomial(walk.at).terms)
    if (term.factors.empty()) walk.origin = term.coefficient;
  const bool has_positions = walk.positions >= 0;
  const bool from_one = has_positions ? walk.first_row > 0 : !walk.parent && walk.origin > 0;
  bool less_one = has_positions && walk.origin < 0;
  for (const auto& [number, stored] : arrays)
    less_one = less_one || (is_entry(walk, stored.read) && stored.added < 0);
  walk.base = less_one || from_one ? 1 : 0;
  if (has_positions) walk.origin += walk.base;
  bool fits = walk.origin >= 0 && (from_one || !has_positions || walk.origin == 0);
  for (const auto& [number, stored] : arrays) {
    if (!is_entry(walk, stored.read)) continue;
    const long long first = stored.added + walk.base;
    fits = fits && (walk.base == 0 || (from_one ? first >= 0 : first == 0));
    bases_[number] = walk.base;
    if (from_one && !less_one) note_base(number);
  }
  if (!fits) throw NoEinsum{"positions and coordinates do not all begin at 0, or all at 1"};
}

void Reading::note_base(int number) {
  notes_.push_back("what is in '" + array(number).text + "' is taken to begin at 1, as the loop does");
}

/// Whether what subscripts it begins at 1 as C++ has it, and at 0 in the Einsum.
bool Reading::is_moved(const Mode& mode) const {
  return std::any_of(mode.parts.begin(), mode.parts.end(), [&](const Mode::Part& part) {
    if (part.atom->kind == ExprKind::index) return loop(part.atom->id).start != 0;
    const auto base = bases_.find(part.atom->id);
    return base != bases_.end() && base->second != 0;
  });
}

/// An array that such subscripts never read at its beginning is a tensor from where they begin on.
void Reading::find_starts() {
  std::map<int, std::vector<long long>> found;
  for (const ExprPtr& read : dense_reads()) {
    const std::vector<Mode> modes = modes_of(read->id, nest::polynomial(read->parts[0]));
    const bool has_elements =
        std::all_of(modes.begin(), modes.end(), [](const Mode& mode) { return mode.stride.factors.empty(); });
    if (array(read->id).nested && !has_elements) continue;
    std::vector<long long> starts;
    for (const Mode& mode : modes) starts.push_back(is_moved(mode) ? std::max(mode.shift, 0LL) : 0);
    std::vector<long long>& known = found.emplace(read->id, starts).first->second;
    for (std::size_t m = 0; m < starts.size() && m < known.size(); ++m)
      known[m] = std::min(known[m], starts[m]);
  }
  starts_ = std::move(found);
}

/// With the sums that factors stand for.
Polynomial Reading::expanded(const Polynomial& p) const {
  Polynomial out;
  for (const Term& term : p.terms) {
    Polynomial product = nest::constant(term.coefficient);
    for (const ExprPtr& factor : term.factors) {
      const auto pitch = pitches_.find(factor->text);
      product = product * (pitch == pitches_.end() ? Polynomial{{{1, {factor}}}} : pitch->second);
    }
    out = out + product;
  }
  return out;
}

Polynomial Reading::origin(int number, const std::vector<Mode>& modes) const {
  const auto known = origins_.find(number);
  Polynomial out = known == origins_.end() ? Polynomial{} : known->second;
  if (const auto view = views_.find(number); view != views_.end()) out = out + view->second.from;
  if (const auto starts = starts_.find(number); starts != starts_.end())
    for (std::size_t m = 0; m < modes.size() && m < starts->second.size(); ++m)
      out = out + nest::constant(starts->second[m]) * Polynomial{{modes[m].stride}};
  return expanded(out);
}

/// C++ for the elements from `from` on. `length`: of so many of them.
std::string Reading::storage(int number, const Polynomial& from, bool as_pointer,
                             const std::string& length) const {
  const nest::Array& of = array(number);
  if (of.kind == ArrayKind::scalar) return "&" + of.text;
  if (of.kind == ArrayKind::number) return of.text;
  const auto begin = [&](const std::string& text, ArrayKind kind) {
    const std::string data = text + (kind == ArrayKind::range ? ".data()" : "");
    std::string out = as_pointer ? data : text;
    if (!from.terms.empty())
      out = kind == ArrayKind::c_array ? "&" + text + "[" + nest::text(from) + "]"
                                       : data + " + " + nest::text(from);
    return length.empty() ? out : "std::span(" + out + ", " + length + ")";
  };
  if (of.records < 0) return begin(of.text, of.kind);
  const nest::Records& records = nest_.records[static_cast<std::size_t>(of.records)];
  return "field(" + begin(records.text, records.kind) + ", " + of.member + ")";
}

/// How many elements a vector or a span has; "" for other arrays.
std::string Reading::length_text(int number) const {
  const nest::Array& of = array(number);
  if (of.records < 0) return of.kind == ArrayKind::range ? of.text + ".size()" : "";
  const nest::Records& records = nest_.records[static_cast<std::size_t>(of.records)];
  return records.kind == ArrayKind::range ? records.text + ".size()" : "";
}

}  // namespace insum::suggest
