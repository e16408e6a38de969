#include "agree/untried.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "agree/nest_parts.h"
#include "index_ir/algebra.h"
#include "index_ir/rewrite.h"
#include "nest/polynomial.h"

namespace insum::agree {

using nest::ExprKind;
using nest::ExprPtr;

namespace {

bool uses_index(const ExprPtr& e) {
  return e->kind == ExprKind::index || e->kind == ExprKind::read || e->kind == ExprKind::reduce ||
         std::any_of(e->parts.begin(), e->parts.end(), uses_index);
}

bool compares(const nest::Expr& e) {
  static const std::set<std::string> operators = {"<", "<=", ">", ">=", "==", "!="};
  return e.kind == ExprKind::binary && operators.count(e.text);
}

/// By which the parts differ, so that what both have falls out: i + 64 < n + 64.
ExprPtr difference_of(const ExprPtr& condition) {
  if (!compares(*condition) && condition->kind != ExprKind::call) return condition;
  return nest::expression(nest::polynomial(nest::binary("-", condition->parts[0], condition->parts[1])));
}

/// Those above 0, but not in subscripts; of i >> 6, 64.
void collect_constants(const ExprPtr& e, std::set<long long>& out) {
  constexpr double most = 1e9;
  if (e->kind == ExprKind::read) return;
  if (e->kind == ExprKind::number) {
    const double value = std::abs(literal_value(e->text).value_or(0));
    if (value >= 1 && value < most) out.insert(std::llround(value));
  }
  if (e->text == ">>" && e->parts[1]->kind == ExprKind::number) {
    const double shift = literal_value(e->parts[1]->text).value_or(0);
    if (shift >= 0 && std::exp2(shift) < most) out.insert(std::llround(std::exp2(shift)));
    return collect_constants(e->parts[0], out);
  }
  for (const ExprPtr& part : e->parts) collect_constants(part, out);
}

}  // namespace

Untried::Untried(const nest::Nest& nest, const index::Program& program) : nest_(nest) {
  for (const index::Argument& argument : program.arguments) {
    if (argument->kind != index::ArgumentNode::Kind::size) continue;
    const std::optional<nest::Polynomial> sum = sum_in(text_of(*argument));
    sizes_.merge(sum ? names_in(*sum) : std::set<std::string>{text_of(*argument)});
  }
  for (const index::Tensor& tensor : program.tensors) {
    if (tensor->temporary) continue;
    for (const index::TensorLevel& level : tensor->levels)
      for (const index::Argument& array : level.arrays) positions_.insert(start_of(*array).array);
    for (const index::ExprPtr& size : tensor->sizes)
      if (const auto known = index::as_integer(size)) constants_.insert(*known);
  }
  for (const auto& [tensor, size] : program.gathers) positions_.insert(start_of(*tensor->values).array);
  const auto collect = [](const index::ExprPtr& e, std::set<long long>& out) {
    const auto known = index::known_value(e);
    if (known && std::abs(*known) < 1e9) out.insert(std::llround(std::abs(*known)));
  };
  index::for_each_expr(program.body, [&](const index::ExprPtr& e) {
    collect(e, constants_);
    const auto* binary = index::get_if<index::Binary>(e);
    if (binary && is_comparison(binary->op) && index::accesses_of(e).empty())
      index::for_each_expr(e, [&](const index::ExprPtr& part) { collect(part, compared_); });
  });
}

std::optional<Values> Untried::next_sizes(const Decisions& decided, long long most) {
  for (const Condition& condition : conditions(decided))
    for (const Values& sizes : sizes_beyond(condition, most))
      if (tried_.insert(sizes).second) return sizes;
  if (!compared_.empty())
    for (const Values& sizes : sizes_beyond({"", sizes_, compared_, false}, most))
      if (tried_.insert(sizes).second) return sizes;
  return std::nullopt;
}

void Untried::reached(const Values& values) {
  for (const auto& [name, value] : values) reached_[name] = std::max(reached_[name], value);
}

std::string Untried::reason(const Decisions& decided) const {
  for (const Condition& condition : conditions(decided)) {
    double reached = 0;
    for (const std::string& size : condition.sizes)
      if (const auto most = reached_.find(size); most != reached_.end())
        reached = std::max(reached, most->second);
    for (const long long constant : condition.constants)
      if (static_cast<double>(constant) > reached && !constants_.count(constant))
        return condition.said + " in all that was tried";
  }
  return "";
}

std::vector<Untried::Condition> Untried::conditions(const Decisions& decided) const {
  struct Outcome {
    ExprPtr condition;
    unsigned came_to = 0;
  };
  std::map<std::string, Outcome> outcomes;  // the same condition may stand in several places
  for (const auto& [condition, came_to] : decided.values) {
    Outcome& outcome = outcomes[nest::print(condition)];
    outcome.condition = condition;
    outcome.came_to |= came_to;
  }
  std::vector<Condition> out;
  for (const auto& [printed, outcome] : outcomes) {
    const ExprPtr& e = outcome.condition;
    const std::string is = "'" + text(e) + "' is ";
    if (outcome.came_to == 3) continue;
    if (e->kind == ExprKind::call)
      add_condition(out, difference_of(e), is + "'" + text(e->parts[outcome.came_to - 1]) + "'");
    else if (e->text == "%" || e->text == "&")
      add_condition(out, e, is + "'" + text(e->parts[0]) + "'");
    else if (e->text == "/" || e->text == ">>")
      add_condition(out, e, is + "0");
    else
      add_condition(out, difference_of(e), is + (outcome.came_to == 1 ? "false" : "true"));
  }
  for (std::size_t n = 0; n < nest_.loops.size(); ++n)
    if (const nest::Loop& loop = nest_.loops[n]; !decided.entered.count(static_cast<int>(n)))
      add_condition(out, nest::expression(nest::polynomial(nest::binary("-", loop.upper, loop.lower))),
                    "the loop over '" + loop.name + "' has no iteration");
  return out;
}

void Untried::add_condition(std::vector<Condition>& out, const ExprPtr& difference, std::string said) const {
  if (is_fixed(difference) || reads_values(difference)) return;
  Condition condition;
  collect_constants(difference, condition.constants);
  if (condition.constants.empty()) return;
  condition.said = std::move(said);
  condition.of_sizes = !uses_index(difference);
  collect_sizes(difference, condition.sizes);
  if (condition.sizes.empty()) condition.sizes = sizes_;
  out.push_back(std::move(condition));
}

/// One of them at a time where a few elements more than the constant are enough, then several. A condition of
/// sizes alone may be about exactly the constant.
std::vector<Values> Untried::sizes_beyond(const Condition& condition, long long most) const {
  constexpr long long few = 4;  // elements, as one may be right by chance
  std::vector<long long> numbers;
  const auto add = [&](long long number) {
    if (number <= most && std::find(numbers.begin(), numbers.end(), number) == numbers.end())
      numbers.push_back(number);
  };
  for (auto constant = condition.constants.rbegin(); constant != condition.constants.rend(); ++constant) {
    add(*constant + few);
    if (condition.of_sizes) add(*constant);
    add(2 * *constant + 3);
  }
  std::vector<Values> out;
  for (const long long number : numbers) {
    const auto value = static_cast<double>(number);
    for (const std::string& size : condition.sizes) out.push_back({{size, value}});
    for (const std::set<std::string>& several : {condition.sizes, sizes_}) {
      Values all;
      for (const std::string& size : several) all[size] = value;
      out.push_back(std::move(all));
    }
  }
  return out;
}

bool Untried::is_fixed(const ExprPtr& e) const {
  const auto fixed = [&](const ExprPtr& each) { return is_fixed(each); };
  if (e->kind == ExprKind::scalar) return nest_.constants.count(plain_text(e->text)) > 0;
  if (e->kind == ExprKind::read) return false;
  const auto fixed_loop = [&](int loop) {
    const nest::Loop& each = nest_.loops[static_cast<std::size_t>(loop)];
    return is_fixed(each.lower) && is_fixed(each.upper);
  };
  if (e->kind == ExprKind::index) return fixed_loop(e->id);
  return std::all_of(e->loops.begin(), e->loops.end(), fixed_loop) &&
         std::all_of(e->parts.begin(), e->parts.end(), fixed);
}

bool Untried::reads_values(const ExprPtr& e) const {
  const auto is_value = [&](int array) {
    return !positions_.count(plain_text(nest_.arrays[static_cast<std::size_t>(array)].text));
  };
  return (e->kind == ExprKind::read && is_value(e->id)) ||
         std::any_of(e->parts.begin(), e->parts.end(),
                     [&](const ExprPtr& part) { return reads_values(part); });
}

/// On elements depends what all sizes have to do with.
void Untried::collect_sizes(const ExprPtr& e, std::set<std::string>& out) const {
  if (e->kind == ExprKind::read) out.insert(sizes_.begin(), sizes_.end());
  if (e->kind == ExprKind::scalar && sizes_.count(plain_text(e->text))) out.insert(plain_text(e->text));
  if (e->kind == ExprKind::index) {
    const nest::Loop& loop = nest_.loops[static_cast<std::size_t>(e->id)];
    collect_sizes(loop.lower, out);
    collect_sizes(loop.upper, out);
  }
  for (const ExprPtr& part : e->parts) collect_sizes(part, out);
}

/// With names for what has only numbers.
ExprPtr Untried::named(const ExprPtr& e) const {
  const auto list = [&] {
    std::string out;
    for (const ExprPtr& part : e->parts) out += (out.empty() ? "" : ", ") + text(part);
    return out;
  };
  const auto name = [](std::string text) { return nest::make(ExprKind::scalar, std::move(text)); };
  switch (e->kind) {
    case ExprKind::index:
      return name(nest_.loops[static_cast<std::size_t>(e->id)].name);
    case ExprKind::read:
      return name(nest_.arrays[static_cast<std::size_t>(e->id)].text + "[" + list() + "]");
    case ExprKind::call:
    case ExprKind::reduce:
      return name(e->text + "(" + list() + ")");
    case ExprKind::unary:
      return name(e->text + text(e->parts[0]));
    case ExprKind::select:
      return name(text(e->parts[0]) + " ? " + text(e->parts[1]) + " : " + text(e->parts[2]));
    default: {
      nest::Expr out = *e;
      for (ExprPtr& part : out.parts) part = named(part);
      return std::make_shared<const nest::Expr>(std::move(out));
    }
  }
}

std::string Untried::text(const ExprPtr& e) const { return nest::text(nest::polynomial(named(e))); }

}  // namespace insum::agree
