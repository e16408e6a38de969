#include <algorithm>

#include "clang/nest_reader.h"
#include "nest/apart.h"

namespace insum::frontend {

using nest::ExprKind;
using nest::ExprPtr;

namespace {

/// Reads other elements of the array than this one, which other iterations may write.
bool reads_elsewhere(const ExprPtr& value, const ExprPtr& target, const std::vector<nest::Loop>& loops) {
  if (value->kind == ExprKind::read && value->id == target->id)
    return nest::print(value) != nest::print(target) &&
           !(value->parts.size() == 1 && target->parts.size() == 1 &&
             nest::surely_apart(value->parts[0], target->parts[0], loops));
  return std::any_of(value->parts.begin(), value->parts.end(),
                     [&](const ExprPtr& part) { return reads_elsewhere(part, target, loops); });
}

/// All such reads are surely made where the element is written, and not before a loop around that: they name
/// the innermost loop, or are added up in it.
bool reads_in(int innermost, const ExprPtr& value, int array, const std::string& element,
              const std::vector<int>& added_up = {}) {
  if (value->kind == ExprKind::read && value->id == array && nest::print(value) != element)
    return nest::uses_loop(value, innermost) || std::any_of(added_up.begin(), added_up.end(), [&](int loop) {
             return nest::uses_loop(value, loop);
           });
  const bool own = value->kind == ExprKind::reduce && nest::uses_loop(value, innermost);
  return std::all_of(value->parts.begin(), value->parts.end(), [&](const ExprPtr& part) {
    return reads_in(innermost, part, array, element, own ? value->loops : added_up);
  });
}

/// Evaluating it reads the element, whatever the conditions in it come to.
bool surely_reads(const ExprPtr& e, const std::string& element) {
  if (nest::print(e) == element) return true;
  if (e->kind == ExprKind::reduce) return false;
  if (e->kind == ExprKind::select || e->text == "&&" || e->text == "||")
    return surely_reads(e->parts[0], element);
  return std::any_of(e->parts.begin(), e->parts.end(),
                     [&](const ExprPtr& part) { return surely_reads(part, element); });
}

}  // namespace

void NestReader::write(const ExprPtr& target, const std::string& op, ExprPtr right,
                       clang::SourceLocation at) {
  if (widened_)
    refuse(widened_, "the loop computes in '" + type_name(widened_->getType()) + "', a kernel in '" +
                         type_name(kernel_type(widened_).type.getUnqualifiedType()) +
                         "' as the elements are");
  if (narrowed_)
    refuse(narrowed_, "the loop converts to '" + type_name(narrowed_->getType()) +
                          "' what a kernel computes in a wider type");
  const std::string defines("=");
  std::string operation = op;
  const bool whole = out_.arrays[static_cast<std::size_t>(target->id)].integer;
  const auto applied = [&] { return nest::applied(operation, target, right, whole); };
  if (annotation_.several) check_guards(at);
  if (annotation_.several) forget_elements(target->id);
  ++writes_;
  const bool guarded = !guards_.empty() && !surely_reads(guards_[0].condition, nest::print(target));
  // As if the element had been written back where a guard does not hold.
  for (const auto& [guard, writes] : guards_) {
    if (operation == "+")
      right = nest::select(guard, right, nest::number(0));
    else
      right = nest::select(guard, operation == "=" ? right : applied(), target);
    if (operation != "+") operation = defines;
  }
  if (operation == "/" || nest::is_of_integers(operation)) {
    right = applied();
    operation = defines;
  }
  const nest::Accumulation own =
      operation == "=" ? nest::split_accumulation(right, target) : nest::Accumulation{};
  if (!own.op.empty()) {
    note_nans(own, out_.arrays[static_cast<std::size_t>(target->id)].element);
    operation = own.op;
    right = own.rest;
  }
  for (Effect& effect : effects_) {
    rename_loops(effect, target);
    if (nest::print(effect.target) != nest::print(target)) continue;
    effect.guarded = effect.guarded && guarded;
    return merge(effect, operation, right, at);
  }
  effects_.push_back({target, right, operation, around_, guarded, false, writes_, writes_, writes_});
}

/// Loops over the same range that define a row and then add to it have different variables, and mean one
/// index.
void NestReader::rename_loops(Effect& before, const ExprPtr& target) const {
  if (before.op != "=" || before.target->id != target->id) return;
  const auto has = [](const std::vector<int>& list, int loop) {
    return std::find(list.begin(), list.end(), loop) != list.end();
  };
  Effect renamed = before;
  for (int& loop : renamed.loops) {
    if (has(around_, loop)) continue;
    const nest::Loop& old = out_.loops[static_cast<std::size_t>(loop)];
    for (const int now : around_) {
      const nest::Loop& other = out_.loops[static_cast<std::size_t>(now)];
      if (has(renamed.loops, now) || nest::print(old.lower) != nest::print(other.lower) ||
          nest::print(old.upper) != nest::print(other.upper))
        continue;
      renamed.target = nest::with_loop(renamed.target, loop, now);
      renamed.value = nest::with_loop(renamed.value, loop, now);
      loop = now;
      break;
    }
  }
  if (nest::print(renamed.target) == nest::print(target)) before = renamed;
}

/// Two writes of one element in a row: y[i] = 0, then y[i] += ... in a loop inside.
void NestReader::merge(Effect& before, const std::string& op, const ExprPtr& right,
                       clang::SourceLocation at) {
  const NoNest twice{
      at, "'" + out_.arrays[static_cast<std::size_t>(before.target->id)].text + "' is written at two places"};
  const auto without = [](const std::vector<int>& all, const std::vector<int>& these) {
    std::vector<int> rest;
    for (const int loop : all)
      if (std::find(these.begin(), these.end(), loop) == these.end()) rest.push_back(loop);
    return rest;
  };
  const std::vector<int> ended = without(before.loops, around_), inner = without(around_, before.loops);
  for (const auto* loops : {&ended, &inner})
    for (const int loop : *loops)
      if (nest::uses_loop(before.target, loop)) throw twice;
  if (!ended.empty() && before.op == "=") throw twice;
  if (before.value->kind == ExprKind::number) before.uses = writes_;
  before.value = nest::reduce(before.op, ended, before.value);
  before.loops = without(before.loops, ended);
  if (op == "=" || (before.op != "=" && before.op != op) || nest::contains(right, before.target)) throw twice;
  before.value = nest::combined(op, before.value, nest::reduce(op, inner, right));
  before.merged = true;
  before.last = writes_;
}

nest::Assignment NestReader::assignment_of(Effect& effect, const clang::Stmt* statement) const {
  if (nest::Accumulation own = nest::split_accumulation(effect.value, effect.target);
      effect.op == "=" && !own.op.empty()) {
    effect.op = own.op;
    effect.value = own.rest;
  }
  const int array = effect.target->id;
  const bool reads_result =
      !effect.target->parts.empty() && reads_elsewhere(effect.value, effect.target, out_.loops);
  if (reads_result && (effect.merged || effect.loops.empty() ||
                       !reads_in(effect.loops.back(), effect.value, array, nest::print(effect.target))))
    refuse(statement, "it reads '" + out_.arrays[static_cast<std::size_t>(array)].text +
                          "' where other iterations write it");
  return {effect.target, effect.op, effect.value, effect.loops, reads_result, effect.guarded};
}

void NestReader::finish(const clang::Stmt* statement) {
  const bool is_idle = annotation_.several && !out_.loops.empty() && !has_scratch_;
  if (effects_.empty() && is_idle) return;
  if (effects_.empty()) refuse(statement, "it writes nothing");
  if (const std::string why = why_not_apart(); !why.empty()) refuse(statement, why);
  // One that reads what another one writes has its last write behind that one's.
  std::stable_sort(effects_.begin(), effects_.end(),
                   [](const Effect& a, const Effect& b) { return a.last < b.last; });
  static_cast<nest::Assignment&>(out_) = assignment_of(effects_.front(), statement);
  for (std::size_t i = 1; i < effects_.size(); ++i)
    out_.others.push_back(assignment_of(effects_[i], statement));
}

}  // namespace insum::frontend
