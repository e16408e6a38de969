#include "resolve/ranges.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "resolve/sizes_differ.h"

namespace insum::resolver {

using index::ExprPtr;
using index::Var;

namespace {

/// A subscript and the mode that it is for.
struct Place {
  index::Tensor tensor;
  std::size_t mode = 0;
  ExprPtr subscript;
  const ExprPtr& size() const { return tensor->sizes[mode]; }
};

std::vector<Place> places_of(const index::Einsum& einsum) {
  std::vector<index::Access> accesses{einsum.left};
  for (const ExprPtr& subscript : einsum.left.subscripts)
    for (index::Access& access : index::accesses_of(subscript)) accesses.push_back(std::move(access));
  for (index::Access& access : index::accesses_of(einsum.right)) accesses.push_back(std::move(access));
  std::vector<Place> places;
  for (const index::Access& access : accesses)
    for (std::size_t mode = 0; mode < access.tensor->sizes.size(); ++mode)
      places.push_back({access.tensor, mode, access.subscripts[mode]});
  return places;
}

/// constant + sum of coefficient * variable, as far as the coefficients are literals.
struct Affine {
  std::map<Var, long long> coefficients;
  ExprPtr constant = index::integer(0);
};

std::optional<Affine> affine_of(const ExprPtr& expr);

Affine combined(const Affine& a, const Affine& b, long long sign) {
  Affine sum = a;
  for (const auto& [var, coefficient] : b.coefficients) sum.coefficients[var] += sign * coefficient;
  sum.constant = sign > 0 ? index::add(a.constant, b.constant) : index::sub(a.constant, b.constant);
  return sum;
}

std::optional<Affine> affine_of_binary(const index::Binary& binary) {
  const auto left = affine_of(binary.left), right = affine_of(binary.right);
  if (!left || !right) return std::nullopt;
  if (binary.op == BinaryOp::add) return combined(*left, *right, 1);
  if (binary.op == BinaryOp::sub) return combined(*left, *right, -1);
  if (binary.op != BinaryOp::mul || !left->coefficients.empty()) return std::nullopt;
  const auto factor = index::as_integer(left->constant);
  if (!factor && !right->coefficients.empty()) return std::nullopt;
  Affine product;
  for (const auto& [var, coefficient] : right->coefficients)
    product.coefficients[var] = *factor * coefficient;
  product.constant = index::mul(left->constant, right->constant);
  return product;
}

std::optional<Affine> affine_of(const ExprPtr& expr) {
  if (const Var var = index::as_var(expr)) return Affine{{{var, 1}}};
  if (const auto* binary = index::get_if<index::Binary>(expr)) return affine_of_binary(*binary);
  if (index::get_if<index::Literal>(expr) || index::get_if<index::Argument>(expr)) return Affine{{}, expr};
  return std::nullopt;
}

class RangeFinder {
 public:
  RangeFinder(Context& context, const index::Einsum& einsum, index::Program& program)
      : context_(context), places_(places_of(einsum)), program_(program) {}

  /// The range of a variable that subscripts modes alone; true when it has one or an error was reported.
  void find_direct(const Var& var) {
    std::vector<const Place*> direct;
    for (const Place& place : places_)
      if (index::as_var(place.subscript) == var) direct.push_back(&place);
    if (direct.empty()) return;
    const Place* best = direct.front();
    for (const Place* place : direct)
      if (!index::as_integer(best->size()) && index::as_integer(place->size())) best = place;
    program_.ranges[var] = {index::integer(0), best->size()};
    check_sizes(var, *best, direct);
  }

  /// The range of a variable whose every other companion in some affine subscript has one.
  bool infer(const Var& var) {
    ExprPtr end;
    for (const Place& place : places_) {
      const auto affine = affine_of(place.subscript);
      if (!affine || !affine->coefficients.count(var)) continue;
      const ExprPtr bound = largest_end(*affine, var, place.size());
      if (bound) end = end ? index::min_of(end, bound) : bound;
    }
    if (!end) return false;
    if (!index::as_integer(end) || *index::as_integer(end) < 0) end = index::max_of(index::integer(0), end);
    program_.ranges[var] = {index::integer(0), end};
    return true;
  }

  /// Where one triangle stands for both, both modes have one size.
  void check_symmetric(const index::Einsum& einsum) {
    for (const index::Access& access : index::accesses_of(einsum.right)) {
      const index::TensorNode& tensor = *access.tensor;
      if (tensor.symmetry == index::Symmetry::none || index::equal(tensor.sizes[0], tensor.sizes[1]))
        continue;
      program_.checks.push_back({index::to_string(access.subscripts[0]),
                                 {{tensor.name, 0, tensor.sizes[0]}, {tensor.name, 1, tensor.sizes[1]}}});
    }
  }

  /// Fixed coordinates are inside of their modes: a constant in a mode of constant size is known to be.
  void check_fixed() {
    for (const Place& place : places_) {
      if (!index::is_fixed(place.subscript) || !index::accesses_of(place.subscript).empty()) continue;
      const auto value = index::as_integer(place.subscript), size = index::as_integer(place.size());
      if ((value && *value < 0) || (value && size && *value >= *size))
        report_outside(place);
      else if ((!value || !size) && !program_.in_bounds)
        add_check({place.tensor->name, static_cast<int>(place.mode), place.subscript, place.size()});
    }
  }

  /// Index arrays hold coordinates of the modes that they subscript.
  void note_gathers() {
    for (const Place& place : places_) {
      const auto* gather = index::get_if<index::Access>(place.subscript);
      if (!gather || gather->tensor->temporary) continue;
      const bool known =
          std::any_of(program_.gathers.begin(), program_.gathers.end(), [&](const auto& entry) {
            return entry.first == gather->tensor && index::equal(entry.second, place.size());
          });
      if (!known) program_.gathers.emplace_back(gather->tensor, place.size());
    }
  }

  bool good() const { return good_; }

 private:
  void report_outside(const Place& place) {
    context_
        .report(Diag::coordinate_outside, place.subscript->where,
                {index::to_string(place.subscript), std::to_string(place.mode), place.tensor->name,
                 index::to_string(place.size())})
        .notes.push_back({index::declaration_of(*place.tensor), place.tensor->name + " is declared here"});
    good_ = false;
  }

  void add_check(index::CoordinateCheck check) {
    for (const index::CoordinateCheck& known : program_.coordinate_checks)
      if (known.tensor == check.tensor && known.mode == check.mode &&
          index::equal(known.coordinate, check.coordinate))
        return;
    program_.coordinate_checks.push_back(std::move(check));
  }

  void check_sizes(const Var& var, const Place& best, const std::vector<const Place*>& direct) {
    index::SizeCheck check{var->name, {}};
    const auto known = [&](const ExprPtr& size) {
      return std::any_of(check.places.begin(), check.places.end(),
                         [&](const auto& place) { return index::equal(place.size, size); });
    };
    for (const Place* place : direct) {
      if (surely_differ(best.size(), place->size())) return report_mismatch(var, best, *place);
      if (!known(place->size()))
        check.places.push_back({place->tensor->name, static_cast<int>(place->mode), place->size()});
    }
    if (check.places.size() > 1) program_.checks.push_back(std::move(check));
  }

  void report_mismatch(const Var& var, const Place& a, const Place& b) {
    const bool in_order = a.subscript->where.begin <= b.subscript->where.begin;
    const Place& first = in_order ? a : b;
    const Place& second = in_order ? b : a;
    Diagnostic& error = context_.report(Diag::size_mismatch, second.subscript->where,
                                        {var->name, first.tensor->name, size_text(first.size()),
                                         second.tensor->name, size_text(second.size())});
    error.notes.push_back({first.subscript->where, "here it stands for mode " + std::to_string(first.mode) +
                                                       " of " + first.tensor->name});
    error.notes.push_back({index::declaration_of(*second.tensor), second.tensor->name + " is declared here"});
    note_shifted(var, {first.tensor, second.tensor}, error);
    good_ = false;
  }

  /// Neighbours, as in x[i] + x[i + 1]: the remedy is no size.
  void note_shifted(const Var& var, const std::set<index::Tensor>& tensors, Diagnostic& error) const {
    for (const Place& place : places_) {
      const auto affine = affine_of(place.subscript);
      if (index::as_var(place.subscript) || !affine || !affine->coefficients.count(var) ||
          !tensors.count(place.tensor))
        continue;
      const std::string& name = place.tensor->name;
      const long long distance = index::as_integer(affine->constant).value_or(1);
      const std::string start = name + (distance < 0 ? " - " : " + ") + std::to_string(std::llabs(distance));
      error.notes.push_back({place.subscript->where, "a part of " + name +
                                                         " can be a tensor by itself, as in 'tensor " + name +
                                                         "1[...] : dense(" + start + ")'"});
      return;
    }
  }

  /// The largest end of `var` with which `affine` stays below `size` for all values of the others; null where
  /// the range of another one is not known yet.
  ExprPtr largest_end(const Affine& affine, const Var& var, const ExprPtr& size) const {
    const long long coefficient = affine.coefficients.at(var);
    if (coefficient == 0) return nullptr;
    // The other summands, at their largest for a rising subscript, at their least for a falling one.
    ExprPtr rest = affine.constant;
    for (const auto& [other, factor] : affine.coefficients) {
      if (other == var || factor == 0) continue;
      const auto range = program_.ranges.find(other);
      if (range == program_.ranges.end()) return nullptr;
      if ((factor > 0) == (coefficient > 0))
        rest = index::add(
            rest, index::mul(index::integer(factor), index::sub(range->second.end, index::integer(1))));
    }
    if (coefficient == 1) return index::sub(size, rest);
    const ExprPtr room = coefficient > 0 ? index::sub(index::sub(size, index::integer(1)), rest) : rest;
    return index::add(quotient(room, coefficient > 0 ? coefficient : -coefficient), index::integer(1));
  }

  static ExprPtr quotient(const ExprPtr& a, long long b) {
    if (b == 1) return a;
    if (const auto x = index::as_integer(a)) return index::integer(*x >= 0 ? *x / b : -1);
    return index::make_expr(index::Binary{BinaryOp::div, a, index::integer(b)}, ElementType::i64);
  }

  Context& context_;
  const std::vector<Place> places_;
  index::Program& program_;
  bool good_ = true;
};

}  // namespace

bool find_ranges(Context& context, const index::Einsum& einsum, const std::vector<Var>& variables,
                 index::Program& program) {
  RangeFinder finder(context, einsum, program);
  for (const Var& var : variables) finder.find_direct(var);
  finder.check_symmetric(einsum);
  finder.check_fixed();
  finder.note_gathers();
  const auto has_range = [&](const Var& var) { return program.ranges.count(var) > 0; };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Var& var : variables)
      if (!has_range(var)) changed |= finder.infer(var);
  }
  bool good = finder.good();
  for (const Var& var : variables) {
    if (has_range(var)) continue;
    context.report(Diag::unbounded_index, var->where,
                   {var->name, "subscripts no mode by itself: its range is unknown",
                    "use it as the only index of a mode, or write {" + var->name + "} for a C++ variable"});
    good = false;
  }
  return good;
}

}  // namespace insum::resolver
