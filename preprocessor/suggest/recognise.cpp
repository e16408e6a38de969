#include <algorithm>

#include "nest/from_zero.h"
#include "suggest/reading.h"

namespace insum::suggest {

using nest::ExprKind;
using nest::ExprPtr;
using nest::Polynomial;

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

}  // namespace

Suggestion Reading::run() {
  const auto all = reads();
  const bool counts =
      nest_.op != "=" && std::any_of(all.begin(), all.end(), [](const Read& r) { return r.subscripts; });
  if (is_filled_only(nest_.value) && !counts) {  // a histogram reads where it adds
    const std::string target = "'" + array(nest_.target->id).text + "'";
    throw NoEinsum{nest_.op == "=" ? "it only fills " + target : "it combines " + target + " with no array"};
  }
  if (nest_.reads_result)
    throw NoEinsum{"it reads '" + array(nest_.target->id).text + "' where other iterations write it"};
  note_narrow_sums();
  const bool is_element = !nest_.target->parts.empty();
  if (is_element && !has_loops(nest_.target) && !nest::polynomial(nest_.target->parts[0]).terms.empty())
    throw NoEinsum{"it writes one element of an array"};
  if (is_element ? !has_loops(nest_.target) : array(nest_.target->id).text != array(nest_.target->id).name) {
    Mode only;  // *sum += ..., data.sum += ...: a tensor of one element
    only.stride.coefficient = 1;
    only.size = nest::constant(1);
    only.known = true;
    dense_[nest_.target->id] = {"", {only}};
    order_.push_back(nest_.target->id);
  }
  note_shared_memory();
  if (nest_.op == "=" && nest_.value->kind == ExprKind::read && !nest_.value->parts.empty() &&
      !nest_.target->parts.empty() &&
      nest::print(nest_.value->parts[0]) == nest::print(nest_.target->parts[0]))
    throw NoEinsum{"it only copies '" + array(nest_.value->id).text + "'"};
  for (const nest::Array& each : nest_.arrays)
    if (each.kind == nest::ArrayKind::scalar) tensor_names_.insert(each.text);
  read_loops();
  find_fixed_rows();
  find_lists();
  find_columns();
  find_origins();
  find_bases();
  find_starts();
  read_accesses(nest_.target);
  read_accesses(nest_.value);
  for (const auto& [number, walk] : walks_) {
    const auto of_walk = [&, at = number](const auto& entry) { return entry.second.loop == at; };
    if (std::none_of(sparse_.begin(), sparse_.end(), of_walk))
      throw NoEinsum{"the entries that '" + loop(number).name + "' walks over have no values"};
    if (walk.parent && !walk.stored)
      throw NoEinsum{"the entries that '" + loop(number).name + "' walks over have no coordinates"};
  }
  find_ranges();
  note_ends();
  for (const int number : order_) {
    const std::string& own = array(number).name;
    if (dense_.count(number)) dense_.at(number).name = fresh_name(own, false);
  }
  for (auto& [values, tensor] : sparse_) {
    const Walk& walk = walks_.at(tensor.loop);
    const auto read = [&](int a) { return nest::make(ExprKind::read, "", {walk.at}, a); };
    if (walk.parent) {
      const ExprPtr stored = walk.stored;
      const bool by_columns = walk.counts < 0 && nest::contains(nest_.target, stored) &&
                              !nest::contains(nest_.target, walk.parent);
      tensor.coordinates =
          by_columns ? std::vector<ExprPtr>{stored, walk.parent} : std::vector<ExprPtr>{walk.parent, stored};
    } else {
      for (const int a : walk.lists) tensor.coordinates.push_back(read(a));
      std::stable_partition(tensor.coordinates.begin(), tensor.coordinates.end(),
                            [&](const ExprPtr& c) { return nest::contains(nest_.target, c); });
    }
    const bool is_output = values == nest_.target->id;
    tensor.name = fresh_name(is_output ? array(values).name : "", false);
  }
  Suggestion out;
  out.directives.push_back(einsum());
  add_lines(out);
  add_precision_note(out);
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

/// Integers that the loop multiplies in a narrow type and adds up in a wider one: a kernel multiplies the sum
/// by what does not change in it.
void Reading::note_narrow_sums() {
  if (nest_.narrow.empty()) return;
  std::vector<int> rest;
  for (const int number : nest_.around)
    if (!nest::uses_loop(nest_.target, number)) rest.push_back(number);
  if (!takes_out(nest_.value, rest)) return;
  const std::string computes =
      "the loop computes in '" + nest_.narrow + "' what it adds up, a kernel in a wider type";
  if (nest_.narrow_wraps) throw NoEinsum{computes};
  notes_.push_back(computes + ": they differ where that overflows");
}

/// A kernel is told nothing of arrays that overlap: what it reads must not be what it writes.
void Reading::note_shared_memory() {
  const std::string target = "'" + array(nest_.target->id).text + "'";
  for (const nest::SharedMemory& shared : nest_.shared) {
    const std::string read = "'" + array(shared.array).text + "'";
    if (shared.surely)
      throw NoEinsum{read + " is read and " + target + " written in the same memory, that of '" + shared.of +
                     "'"};
    notes_.push_back(target + " and " + read + " lie in the memory of '" + shared.of +
                     "', and are taken not to overlap there");
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

std::vector<Suggestion> recognise(const nest::Nest& written) {
  const nest::Nest nest = nest::from_zero(written);
  std::vector<Suggestion> out;
  NoEinsum first;
  for (const ListForm form : {ListForm::coo, ListForm::indirect}) {
    try {
      Suggestion found = Reading(nest, form).run();
      if (out.empty() || out.back().directives != found.directives) out.push_back(std::move(found));
    } catch (const NoEinsum& why) {
      if (first.reason.empty()) first = why;
    }
  }
  if (out.empty()) throw first;
  return out;
}

}  // namespace insum::suggest
