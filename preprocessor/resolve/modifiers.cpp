#include "resolve/modifiers.h"

#include <algorithm>
#include <limits>

#include "index_ir/algebra.h"
#include "support/internal_error.h"

namespace insum::resolver {

namespace {

/// The fill value where the C++ compiler knows it; null where it is known at run time only.
index::ExprPtr constant_fill(const bind::CppFacts& facts) {
  if (facts.number && is_floating(facts.element)) return index::constant(*facts.number, facts.element);
  if (!facts.constant || !is_integer(facts.element)) return nullptr;
  const auto value = static_cast<double>(*facts.constant);
  if (index::can_hold(facts.element, value)) return index::constant(value, facts.element);
  // Beyond 2^53 the limits are known, which reductions start from.
  if (*facts.constant == std::numeric_limits<long long>::max())
    return index::identity_of(index::Op::min, ElementType::i64);
  if (*facts.constant == std::numeric_limits<long long>::min())
    return index::identity_of(index::Op::max, ElementType::i64);
  return nullptr;
}

class ModifierReader {
 public:
  ModifierReader(Context& context, const std::string& tensor, int rank)
      : context_(context), tensor_(tensor), rank_(rank) {}

  bool read(const ast::Modifier& modifier) {
    static const std::map<std::string, bool (ModifierReader::*)(const ast::Modifier&)> table = {
        {"order", &ModifierReader::read_order},        {"strides", &ModifierReader::read_strides},
        {"fill", &ModifierReader::read_fill},          {"base", &ModifierReader::read_base},
        {"sorted", &ModifierReader::read_flag},        {"unsorted", &ModifierReader::read_flag},
        {"unique", &ModifierReader::read_flag},        {"duplicates", &ModifierReader::read_flag},
        {"symmetric", &ModifierReader::read_symmetric}};
    const auto entry = table.find(modifier.name.text);
    internal_check(entry != table.end(), "a modifier without a meaning: " + modifier.name.text);
    result.where[modifier.name.text] = modifier.range;
    return (this->*entry->second)(modifier);
  }

  Modifiers result;

 private:
  bool fail(const ast::Modifier& modifier, const std::string& what, const std::string& remedy) {
    context_.report(Diag::modifier_value, modifier.range, {modifier.name.text, what, remedy});
    return false;
  }

  bool read_order(const ast::Modifier& modifier) {
    std::vector<int> order;
    for (const ast::Cpp& argument : modifier.arguments) {
      const auto value = constant_of(context_, argument);
      order.push_back(value && *value >= 0 && *value < rank_ ? static_cast<int>(*value) : -1);
    }
    std::vector<int> modes(static_cast<std::size_t>(rank_));
    for (int mode = 0; mode < rank_; ++mode) modes[static_cast<std::size_t>(mode)] = mode;
    if (!std::is_permutation(order.begin(), order.end(), modes.begin(), modes.end()))
      return fail(modifier, "needs each mode of " + tensor_ + " once",
                  "give the modes 0 to " + std::to_string(rank_ - 1) + ", outermost first");
    result.order = std::move(order);
    return true;
  }

  bool read_strides(const ast::Modifier& modifier) {
    if (static_cast<int>(modifier.arguments.size()) != rank_)
      return fail(modifier, "needs one distance for each mode of " + tensor_,
                  "give " + std::to_string(rank_) + " distances in elements");
    for (std::size_t mode = 0; mode < modifier.arguments.size(); ++mode) {
      result.strides.push_back(
          integer_value(context_, modifier.arguments[mode], tensor_ + "_stride" + std::to_string(mode)));
      if (!result.strides.back()) return false;
    }
    return true;
  }

  bool read_fill(const ast::Modifier& modifier) {
    const ast::Cpp& text = modifier.arguments.at(0);
    result.fill = constant_fill(context_.facts(text.id));
    if (result.fill)
      note_constant(context_, text);
    else
      result.fill = scalar_value(context_, text, tensor_ + "_fill");
    if (!result.fill) return false;
    if (index::is_zero(result.fill)) result.fill = nullptr;
    return true;
  }

  bool read_base(const ast::Modifier& modifier) {
    const auto value = constant_of(context_, modifier.arguments.at(0));
    if (!value || *value < -1000000 || *value > 1000000)
      return fail(modifier, "needs one constant integer", "write base(1) for Fortran-style indices");
    result.base = static_cast<int>(*value);
    return true;
  }

  bool read_flag(const ast::Modifier& modifier) {
    const std::string& name = modifier.name.text;
    const bool about_order = name == "sorted" || name == "unsorted";
    std::optional<bool>& flag = about_order ? result.sorted : result.unique;
    const bool value = name == "sorted" || name == "unique";
    if (flag && *flag != value)
      return fail(modifier, "contradicts an earlier modifier", "keep one of the two");
    flag = value;
    return true;
  }

  bool read_symmetric(const ast::Modifier& modifier) {
    if (rank_ != 2) return fail(modifier, "needs a tensor with two modes", "leave it out");
    result.symmetry =
        modifier.arguments.at(0).text == "lower" ? index::Symmetry::lower : index::Symmetry::upper;
    return true;
  }

  Context& context_;
  const std::string& tensor_;
  const int rank_;
};

}  // namespace

std::optional<Modifiers> read_modifiers(Context& context, const std::string& tensor, int rank,
                                        const std::vector<ast::Modifier>& modifiers) {
  ModifierReader reader(context, tensor, rank);
  bool good = true;
  for (std::size_t i = 0; i < modifiers.size(); ++i) {
    const auto same = [&](const ast::Modifier& other) { return other.name.text == modifiers[i].name.text; };
    if (std::any_of(modifiers.begin(), modifiers.begin() + static_cast<std::ptrdiff_t>(i), same)) {
      context.report(Diag::modifier_value, modifiers[i].range,
                     {modifiers[i].name.text, "is given twice", "remove one of them"});
      good = false;
    } else {
      good &= reader.read(modifiers[i]);
    }
  }
  if (!good) return std::nullopt;
  return std::move(reader.result);
}

}  // namespace insum::resolver
