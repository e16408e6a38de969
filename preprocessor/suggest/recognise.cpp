#include <algorithm>

#include "nest/from_zero.h"
#include "nest/share_loops.h"
#include "suggest/reading.h"

namespace insum::suggest {

using nest::ExprKind;
using nest::ExprPtr;
using nest::Polynomial;
using nest::Term;

namespace {

bool is_filled_only(const ExprPtr& value) {
  return value->kind != ExprKind::read &&
         std::all_of(value->parts.begin(), value->parts.end(),
                     [](const ExprPtr& part) { return is_filled_only(part); });
}

/// Has a sum of products of which a factor is the same in all, or of sums.
bool takes_out(const ExprPtr& e, const std::vector<int>& loops) {
  if (e->kind == ExprKind::read) return false;
  if (e->kind == ExprKind::reduce && takes_out(e->parts[0], e->loops)) return true;
  const auto changes = [&](const ExprPtr& part) {
    return std::any_of(loops.begin(), loops.end(), [&](int loop) { return nest::uses_loop(part, loop); });
  };
  if (e->kind == ExprKind::binary && !loops.empty())
    if (e->text == "+" || e->text == "-" || !changes(e->parts[0]) || !changes(e->parts[1])) return true;
  return std::any_of(e->parts.begin(), e->parts.end(),
                     [&](const ExprPtr& part) { return takes_out(part, loops); });
}

void check_operators(const ExprPtr& e) {
  if (e->kind == ExprKind::binary && nest::is_of_integers(e->text))
    throw NoEinsum{"an Einsum has no operator '" + e->text + "'"};
  for (const ExprPtr& part : e->parts) check_operators(part);
}

}  // namespace

/// Why an Einsum for it would compute nothing; "" where there is something.
std::string Reading::why_idle(const nest::Assignment& assignment) const {
  const std::string target = "'" + array(assignment.target->id).text + "'";
  const ExprPtr& value = assignment.value;
  const auto all = reads();
  const bool counts = assignment.op != "=" && std::any_of(all.begin(), all.end(), [&](const Read& r) {
                        return r.subscripts && nest::contains(assignment.target, r.expr);
                      });
  const bool updates =
      assignment.op != "=" && !assignment.target->parts.empty() && has_loops(assignment.target);
  if (is_filled_only(value) && !counts && !updates)  // a histogram reads where it adds
    return assignment.op == "=" ? "it only fills " + target : "it combines " + target + " with no array";
  if (assignment.op == "=" && value->kind == ExprKind::read && !value->parts.empty() &&
      !assignment.target->parts.empty() &&
      nest::print(value->parts[0]) == nest::print(assignment.target->parts[0]))
    return "it only copies '" + array(value->id).text + "'";
  return "";
}

void Reading::check_work() const {
  for (const nest::Loop& each : nest_.loops) check_operators(each.lower), check_operators(each.upper);
  for (const nest::Assignment* each : assignments_)
    check_operators(each->target), check_operators(each->value);
  bool works = false;
  for (const nest::Assignment* each : assignments_) {
    const std::string idle = why_idle(*each);
    works = works || idle.empty();
    if (!idle.empty() && each->op != "=") throw NoEinsum{idle};
    if (each->reads_result)
      throw NoEinsum{"it reads '" + array(each->target->id).text + "' where other iterations write it"};
    const bool is_element = !each->target->parts.empty();
    if (works && is_element && !has_loops(each->target) &&
        !nest::polynomial(each->target->parts[0]).terms.empty())
      throw NoEinsum{"it writes one element of an array"};
  }
  if (!works) throw NoEinsum{why_idle(*assignments_.front())};
  check_size();
}

/// A call of a kernel is not for a handful of numbers.
void Reading::check_size() const {
  constexpr double few = 16;
  double iterations = 1;
  for (const nest::Loop& each : nest_.loops) {
    const auto length =
        (nest::polynomial(each.upper) + nest::constant(-1) * nest::polynomial(each.lower)).terms;
    if (length.size() > 1 || (!length.empty() && !length[0].factors.empty())) return;
    iterations *= length.empty() ? 0 : static_cast<double>(length[0].coefficient);
  }
  if (iterations <= few) throw NoEinsum{"its few iterations take less time than the call of a kernel"};
}

/// *sum += ..., data.sum += ...: a tensor of one element.
void Reading::add_single(const nest::Assignment& assignment) {
  const int number = assignment.target->id;
  const bool is_single = assignment.target->parts.empty() ? array(number).text != array(number).name
                                                          : !has_loops(assignment.target);
  if (!is_single || dense_.count(number)) return;
  Mode only;
  only.stride.coefficient = 1;
  only.size = nest::constant(1);
  only.known = true;
  dense_[number] = {"", {only}};
  order_.push_back(number);
}

Suggestion Reading::run() {
  check_work();
  note_narrow_sums();
  for (const nest::Assignment* each : assignments_) add_single(*each);
  note_shared_memory();
  for (const nest::Array& each : nest_.arrays)
    if (each.kind == nest::ArrayKind::scalar) tensor_names_.insert(each.text);
  read_loops();
  find_fixed_rows();
  find_lists();
  find_columns();
  find_origins();
  find_bases();
  find_starts();
  for (const nest::Assignment* each : assignments_) {
    if (each->guarded) check_conditional(each->target, "written");
    read_accesses(each->target);
    read_accesses(each->value);
  }
  for (const auto& [number, walk] : walks_) {
    const auto of_walk = [&, at = number](const auto& entry) { return entry.second.loop == at; };
    if (std::none_of(sparse_.begin(), sparse_.end(), of_walk))
      throw NoEinsum{"the entries that '" + loop(number).name + "' walks over have no values"};
    if (walk.parent && !walk.stored)
      throw NoEinsum{"the entries that '" + loop(number).name + "' walks over have no coordinates"};
  }
  find_ranges();
  note_ends();
  check_unsigned();
  name_tensors();
  Suggestion out;
  for (const nest::Assignment* each : assignments_) out.directives.push_back(einsum(*each));
  add_lines(out);
  add_precision_note(out);
  out.several_in_loop = share_a_loop();
  out.notes.insert(out.notes.begin(), notes_.begin(), notes_.end());
  out.sizes = sizes_;
  for (const nest::Variable& object : nest_.objects)
    for (const std::string& size : sizes_)
      if ((size.starts_with(object.text + "->") || size.starts_with(object.text + ".")) &&
          !is_used(object.text)) {
        out.objects.push_back(object);
        break;
      }
  return out;
}

void Reading::name_tensors() {
  for (const int number : order_) {
    const std::string& own = array(number).name;
    if (dense_.count(number)) dense_.at(number).name = fresh_name(own, false);
  }
  for (auto& [values, tensor] : sparse_) {
    const Walk& walk = walks_.at(tensor.loop);
    const auto read = [&](int a) { return nest::make(ExprKind::read, "", {walk.at}, a); };
    const auto subscripts_result = [&](const ExprPtr& coordinate) {
      return any_target([&](const ExprPtr& target) { return nest::contains(target, coordinate); });
    };
    if (walk.parent) {
      const bool by_columns =
          walk.counts < 0 && subscripts_result(walk.stored) && !subscripts_result(walk.parent);
      tensor.coordinates = by_columns ? std::vector<ExprPtr>{walk.stored, walk.parent}
                                      : std::vector<ExprPtr>{walk.parent, walk.stored};
    } else {
      for (const int a : walk.lists) tensor.coordinates.push_back(read(a));
      std::stable_partition(tensor.coordinates.begin(), tensor.coordinates.end(), subscripts_result);
    }
    const bool is_output = any_target([&, at = values](const ExprPtr& target) { return target->id == at; });
    tensor.name = fresh_name(is_output ? array(values).name : "", false);
  }
}

/// What the loop does in one go, a kernel may do once for each Einsum.
bool Reading::share_a_loop() const {
  std::set<int> seen;
  return std::any_of(assignments_.begin(), assignments_.end(), [&](const nest::Assignment* each) {
    return !each->around.empty() && !seen.insert(each->around.front()).second;
  });
}

/// Integers that the loop multiplies in a narrow type and adds up in a wider one: a kernel multiplies the sum
/// by what does not change in it.
void Reading::note_narrow_sums() {
  if (nest_.narrow.empty()) return;
  if (std::none_of(assignments_.begin(), assignments_.end(), [](const nest::Assignment* each) {
        std::vector<int> rest;
        for (const int number : each->around)
          if (!nest::uses_loop(each->target, number)) rest.push_back(number);
        return takes_out(each->value, rest);
      }))
    return;
  const std::string computes =
      "the loop computes in '" + nest_.narrow + "' what it adds up, a kernel in a wider type";
  if (nest_.narrow_wraps) throw NoEinsum{computes};
  notes_.push_back(computes + ": they differ where that overflows");
}

/// A kernel is told nothing of arrays that overlap: what it reads must not be what it writes.
void Reading::note_shared_memory() {
  for (const nest::SharedMemory& shared : nest_.shared) {
    const std::string target = "'" + array(shared.written).text + "'";
    const std::string read = "'" + array(shared.array).text + "'";
    if (shared.surely)
      throw NoEinsum{read + " is read and " + target + " written in the same memory, that of '" + shared.of +
                     "'"};
    notes_.push_back(target + " and " + read + " lie in the memory of '" + shared.of +
                     "', and are taken not to overlap there");
  }
}

/// A size without a sign from which something is taken: 4294967295 where that is more.
void Reading::check_unsigned() const {
  const auto is_unsigned = [&](const ExprPtr& factor) {
    return std::any_of(nest_.variables.begin(), nest_.variables.end(),
                       [&](const nest::Variable& v) { return v.wraps && v.text == factor->text; });
  };
  for (const auto& [number, tensor] : dense_)
    for (const Mode& mode : tensor.modes) {
      bool takes = false, wraps = false;
      for (const Term& term : mode.size.terms) {
        takes |= term.coefficient < 0;
        wraps |= std::any_of(term.factors.begin(), term.factors.end(), is_unsigned);
      }
      if (takes && wraps)
        throw NoEinsum{
            "'" + nest::text(mode.size) + "' has no sign, and is very large where it is to be below 0",
            "take it from 'static_cast<long long>(...)'"};
    }
}

/// A loop that may end before it begins: `n - 1` rows, where n may be 0.
void Reading::note_ends() {
  for (const int number : used_loops()) {
    const nest::Loop& at = loop(number);
    const Polynomial size = nest::polynomial(at.upper);
    const bool less = std::any_of(size.terms.begin(), size.terms.end(),
                                  [](const nest::Term& t) { return t.factors.empty() && t.coefficient < 0; });
    if (at.start > 0 && less && nest::is_fixed(size))
      notes_.push_back("the loop over '" + at.name + "' is taken to end no earlier than it begins: '" +
                       nest::text(size) + "' is a size");
  }
}

namespace {

/// Adds what it can be read as; the reason of the first form that it cannot.
NoEinsum add_blocks(const Views& read, std::vector<Suggestion>& out) {
  NoEinsum first;
  using Form = std::pair<ListForm, Absent>;
  for (const auto& [form, absent] : {Form(ListForm::coo, Absent::zero), Form(ListForm::coo, Absent::infinite),
                                     Form(ListForm::indirect, Absent::zero)}) {
    try {
      Suggestion found = Reading(read, form, absent).run();
      if (out.empty() || out.back().directives != found.directives) out.push_back(std::move(found));
    } catch (const NoEinsum& why) {
      if (first.reason.empty()) first = why;
    }
  }
  return first;
}

}  // namespace

std::vector<Suggestion> recognise(const nest::Nest& written) {
  const Views whole{with_numbers(nest::from_zero(nest::share_loops(written))), {}, {}};
  std::vector<Suggestion> out;
  NoEinsum why;
  const auto try_both = [&](const Views& read) {
    why = add_blocks(read, out);
    if (!out.empty()) return;
    if (const Views split = split_views(read); !split.views.empty()) why = add_blocks(split, out);
  };
  try_both(whole);
  if (!out.empty()) return out;
  if (const Views pitched = with_pitches(whole.nest); !pitched.pitches.empty()) try_both(pitched);
  if (out.empty()) throw why;
  return out;
}

}  // namespace insum::suggest
