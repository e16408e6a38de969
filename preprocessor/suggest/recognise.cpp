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

}  // namespace

Suggestion Reading::run() {
  if (is_filled_only(nest_.value)) {
    const std::string target = "'" + array(nest_.target->id).text + "'";
    throw NoEinsum{nest_.op == "=" ? "it only fills " + target : "it combines " + target + " with no array"};
  }
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
  if (nest_.op == "=" && nest_.value->kind == ExprKind::read && !nest_.value->parts.empty() &&
      !nest_.target->parts.empty() &&
      nest::print(nest_.value->parts[0]) == nest::print(nest_.target->parts[0]))
    throw NoEinsum{"it only copies '" + array(nest_.value->id).text + "'"};
  for (const nest::Array& each : nest_.arrays)
    if (each.kind == nest::ArrayKind::scalar) tensor_names_.insert(each.text);
  read_loops();
  find_fixed_rows();
  find_lists();
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
  std::string reason;
  for (const ListForm form : {ListForm::coo, ListForm::indirect}) {
    try {
      Suggestion found = Reading(nest, form).run();
      if (out.empty() || out.back().directives != found.directives) out.push_back(std::move(found));
    } catch (const NoEinsum& why) {
      if (reason.empty()) reason = why.reason;
    }
  }
  if (out.empty()) throw NoEinsum{reason};
  return out;
}

}  // namespace insum::suggest
