#include <algorithm>

#include "suggest/reading.h"

namespace insum::suggest {

using nest::ArrayKind;
using nest::ExprKind;
using nest::Polynomial;

namespace {

std::string sizes_text(const std::vector<Polynomial>& sizes) {
  std::string out;
  for (const Polynomial& size : sizes) out += (out.empty() ? "" : ", ") + nest::text(size);
  return "[" + out + "]";
}

Polynomial polynomial_of(const nest::Term& term) { return {{term}}; }

/// Sizes are no less.
bool is_at_most_zero(const Polynomial& p) {
  return std::all_of(p.terms.begin(), p.terms.end(),
                     [](const nest::Term& term) { return term.coefficient <= 0; });
}

}  // namespace

/// The element of an array of arrays that the tensor begins at: "&u[1][0]".
std::string Reading::inner_element(int number, const DenseTensor& tensor,
                                   const std::vector<std::size_t>& inward) const {
  std::string out = "&" + array(number).text;
  long long rest = 0;
  for (const nest::Term& term : origin(number, tensor.modes).terms) {
    if (!term.factors.empty())
      throw NoEinsum{"'" + array(number).text + "' is accessed from an element in its middle on"};
    rest = term.coefficient;
  }
  for (const std::size_t mode : inward) {
    const nest::Term& stride = tensor.modes[mode].stride;
    if (!stride.factors.empty())
      throw NoEinsum{"the rows of '" + array(number).text + "' have no constant length"};
    out += "[" + std::to_string(rest / stride.coefficient) + "]";
    rest %= stride.coefficient;
  }
  return out;
}

void Reading::add_dense(int number, const DenseTensor& tensor, Suggestion& out) {
  const std::size_t rank = tensor.modes.size();
  std::vector<std::size_t> inward(rank);
  for (std::size_t i = 0; i < rank; ++i) inward[i] = i;
  std::stable_sort(inward.begin(), inward.end(), [&](std::size_t a, std::size_t b) {
    const nest::Term &x = tensor.modes[a].stride, &y = tensor.modes[b].stride;
    return x.factors.size() != y.factors.size() ? x.factors.size() > y.factors.size()
                                                : x.coefficient > y.coefficient;
  });
  bool packed = true, in_order = true;
  Polynomial expected = nest::constant(1);
  for (std::size_t at = rank; at-- > 0;) {
    const Mode& mode = tensor.modes[inward[at]];
    packed = packed && nest::same(expected, expanded(polynomial_of(mode.stride)));
    expected = expected * mode.size;
    in_order = in_order && inward[at] == at;
  }
  const Polynomial from = origin(number, tensor.modes);
  std::vector<Polynomial> sizes;
  std::string order, strides;
  for (std::size_t i = 0; i < rank; ++i) {
    sizes.push_back(tensor.modes[i].size);
    order += (i > 0 ? "," : "") + std::to_string(inward[i]);
    strides += (i > 0 ? ", " : "") + nest::text(polynomial_of(tensor.modes[i].stride));
  }
  std::string line = "tensor " + tensor.name + sizes_text(sizes) + " : dense(" +
                     (array(number).nested && !from.terms.empty() ? inner_element(number, tensor, inward)
                                                                  : storage(number, from)) +
                     ")";
  if (!packed) line += " strides(" + strides + ")";
  if (packed && !in_order) line += " order(" + order + ")";
  if (const auto base = bases_.find(number); base != bases_.end() && base->second != 0) line += " base(1)";
  out.directives.push_back(line);
  Polynomial length = expected;
  if (!packed) {
    length = nest::constant(1);
    for (const Mode& mode : tensor.modes)
      length = length + (mode.size + nest::constant(-1)) * expanded(polynomial_of(mode.stride));
    for (std::size_t at = 1; at < rank; ++at) {
      const nest::Term ratio =
          nest::quotient(tensor.modes[inward[at - 1]].stride, tensor.modes[inward[at]].stride);
      const Polynomial& row = tensor.modes[inward[at]].size;
      if (is_at_most_zero(row + nest::constant(-1) * expanded(polynomial_of(ratio)))) continue;
      for (const nest::ExprPtr& factor : ratio.factors)
        if (pitches_.count(factor->text)) throw rows_apart(number);
      const std::string length_of_row = nest::text(row);
      for (const nest::ExprPtr& factor : ratio.factors)
        if (length_of_row.find(factor->text) != std::string::npos)
          throw NoEinsum{"the rows of '" + array(number).text + "' overlap, or are views into it"};
      if (ratio.factors.size() == 1 && ratio.coefficient == 1)
        out.distances.emplace_back(ratio.factors[0]->text, tensor.modes[inward[at]].size);
    }
  }
  if (array(number).kind == ArrayKind::scalar) return;  // a variable, and no memory behind one
  if (index_arrays_.count(number)) return;              // filled with coordinates of what it subscripts
  const auto view = views_.find(number);
  if (view == views_.end()) {
    out.fills.push_back({FillKind::values, number, length, {}, -1, false, from});
    return;
  }
  const int whole = view->second.array;
  const auto same =
      std::find_if(out.fills.begin(), out.fills.end(), [&](const Fill& fill) { return fill.array == whole; });
  if (same == out.fills.end())
    out.fills.push_back({FillKind::values, whole, from + length, {}});
  else
    same->lengths.push_back(from + length);
}

std::string Reading::list_storage(const SparseTensor& tensor) const {
  const Walk& walk = walks_.at(tensor.loop);
  std::vector<int> arrays;
  for (const nest::ExprPtr& coordinate : tensor.coordinates) arrays.push_back(coordinate->id);
  arrays.push_back(tensor.values);
  const std::string length = nest::text(walk.length);
  const bool counted = walk.origin == 0 && std::any_of(arrays.begin(), arrays.end(),
                                                       [&](int a) { return length == length_text(a); });
  const Polynomial from = walk.origin != 0 ? nest::constant(walk.origin) : Polynomial{};
  std::string out;
  for (const int a : arrays)
    out += (out.empty() ? "" : ", ") + storage(a, from, !counted, out.empty() && !counted ? length : "");
  return out;
}

/// A path that is not there is infinitely long: so its minima and maxima leave out what is not stored.
std::string Reading::fill_text(const SparseTensor& tensor) const {
  const std::string& element = array(tensor.values).element;
  if (absent_ == Absent::zero || extremes_.size() != 1 || (element != "float" && element != "double"))
    return "";
  return *extremes_.begin() == "min" ? " fill(INFINITY)" : " fill(-INFINITY)";
}

void Reading::add_sparse(const SparseTensor& tensor, Suggestion& out) {
  const Walk& walk = walks_.at(tensor.loop);
  std::vector<Polynomial> sizes;
  for (const nest::ExprPtr& coordinate : tensor.coordinates) sizes.push_back(index_of(coordinate).range);
  std::string line = "tensor " + tensor.name + sizes_text(sizes) + " : ";
  const Polynomial from = nest::constant(walk.origin);
  const std::string base = (walk.base != 0 ? " base(1)" : "") + fill_text(tensor);
  if (walk.counts >= 0) {
    out.directives.push_back(line + "rows(" + storage(walk.counts) + ", " + storage(walk.stored->id) + ", " +
                             storage(tensor.values) + ")" + fill_text(tensor));
    return;
  }
  if (walk.positions < 0 && walk.parent) {
    out.directives.push_back(line + "ell<" + nest::text(walk.length) + ">(" + storage(walk.stored->id) +
                             ", " + storage(tensor.values) + ")" + base);
    return;
  }
  if (walk.positions < 0) {
    out.directives.push_back(line + "coo(" + list_storage(tensor) + ")" + base);
    return;
  }
  const bool by_columns = tensor.coordinates[0]->kind == ExprKind::read;
  line += std::string(by_columns ? "csc" : "csr") + "(" +
          storage(walk.positions, nest::constant(walk.first_row)) + ", " + storage(walk.stored->id, from) +
          ", " + storage(tensor.values, from) + ")" + base;
  out.directives.push_back(line);
}

/// Kernels compute in the type of the elements.
void Reading::add_precision_note(Suggestion& out) const {
  const bool sums = nest_.sums_in_double && any_target([&](const nest::ExprPtr& target) {
                      return array(target->id).element == "float";
                    });
  if (nest_.computes_in_double || sums)
    out.notes.push_back("the loop computes in 'double', a kernel in 'float' as the elements are");
  if (!nest_.takes_nans.empty())
    out.notes.push_back("the loop's '" + nest_.takes_nans +
                        "' may differ where values are NaN: a kernel's leaves those out");
  for (const nest::Assignment* each : assignments_)
    if (const std::string function = leaves_nans(each->value); !function.empty()) {
      out.notes.push_back("the loop's 'f" + function + "' leaves out values that are NaN, a kernel's '" +
                          function + "' has the first operand where one is");
      return;
    }
}

/// "min" where std::fmin has operands of which the first may be NaN.
std::string Reading::leaves_nans(const nest::ExprPtr& e) const {
  const bool may_be_nan = e->kind == ExprKind::call && e->id == 0 && e->parts[0]->kind != ExprKind::number &&
                          !(e->parts[0]->kind == ExprKind::read && array(e->parts[0]->id).integer);
  if (may_be_nan) return e->text;
  for (const nest::ExprPtr& part : e->parts)
    if (std::string found = leaves_nans(part); !found.empty()) return found;
  return "";
}

/// What a run needs for the arrays of a loop over entries.
void Reading::add_walk(int number, Suggestion& out) {
  const Walk& walk = walks_.at(number);
  const auto range = [&](int a) { return index_of(nest::make(ExprKind::read, "", {walk.at}, a)).range; };
  const Polynomial from = nest::constant(walk.origin);
  const Polynomial length =
      walk.parent && walk.positions < 0 ? index_of(walk.parent).range * walk.length : walk.length;
  if (walk.counts >= 0) {
    const Polynomial& below = index_of(walk.stored).range;
    out.fills.push_back({FillKind::counts, walk.counts, index_of(walk.parent).range, below, -1, false});
    out.fills.push_back({FillKind::rows, walk.stored->id, {}, below, walk.counts, false});
  } else if (walk.positions >= 0) {
    out.fills.push_back({FillKind::positions,
                         walk.positions,
                         index_of(walk.parent).range,
                         {},
                         -1,
                         false,
                         nest::constant(walk.first_row),
                         walk.base});
    out.fills.push_back({FillKind::entries,
                         walk.stored->id,
                         {},
                         index_of(walk.stored).range,
                         walk.positions,
                         false,
                         from,
                         walk.base});
  } else if (walk.parent) {
    out.fills.push_back({FillKind::indices,
                         walk.stored->id,
                         length,
                         index_of(walk.stored).range,
                         -1,
                         walk.padded,
                         {},
                         walk.base});
  }
  if (walk.parent)
    out.notes.push_back(
        std::string(walk.counts >= 0 ? "the coordinates in one row of '"
                                     : "the coordinates below one position of '") +
        array(walk.stored->id).text +
        "' are taken to rise and to occur once; add 'unsorted' and 'duplicates' where they do not");
  for (const int a : walk.lists)
    out.fills.push_back({FillKind::indices, a, length, range(a), -1, false, from, walk.base});
  for (const auto& [values, tensor] : sparse_) {
    if (tensor.loop != number || array(values).kind == ArrayKind::number) continue;
    if (walk.counts >= 0)
      out.fills.push_back({FillKind::rows, values, {}, {}, walk.counts, false});
    else if (walk.positions >= 0)
      out.fills.push_back({FillKind::entries, values, {}, {}, walk.positions, false, from});
    else
      out.fills.push_back({FillKind::values, values, length, {}, -1, false, from});
  }
}

/// Arrays of which the loop reads some elements only, always the same: numbers to the block.
void Reading::add_constants(Suggestion& out) const {
  std::map<int, long long> lengths;
  for (const Read& read : reads()) {
    const Polynomial offset = nest::polynomial(read.expr->parts[0]);
    const bool constant =
        offset.terms.empty() || (offset.terms.size() == 1 && offset.terms[0].factors.empty());
    if (!constant || dense_.count(read.expr->id) || sparse_.count(read.expr->id)) continue;
    long long& length = lengths[read.expr->id];
    length = std::max(length, 1 + (offset.terms.empty() ? 0 : offset.terms[0].coefficient));
  }
  for (const auto& [number, length] : lengths)
    out.fills.push_back({FillKind::values, number, nest::constant(length), {}, -1, false});
}

void Reading::add_lines(Suggestion& out) {
  for (const int number : order_)
    if (const auto sparse = sparse_.find(number); sparse != sparse_.end())
      add_sparse(sparse->second, out);
    else
      add_dense(number, dense_.at(number), out);
  for (const auto& [number, walk] : walks_) add_walk(number, out);
  add_constants(out);
  // Coordinates in index arrays: below the size of the mode that they subscript.
  for (const auto& [number, read] : index_arrays_) {
    const DenseTensor& indices = dense_.at(number);
    Polynomial length = nest::constant(1);
    for (const Mode& of : indices.modes) length = length * of.size;
    out.fills.push_back({FillKind::indices, number, length, index_of(read).range, -1, false,
                         origin(number, indices.modes), bases_.at(number)});
  }
}

}  // namespace insum::suggest
