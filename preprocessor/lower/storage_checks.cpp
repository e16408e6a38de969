// What a kernel built with INSUM_CHECKS validates before it touches anything: positions, coordinates, index
// arrays.
#include <algorithm>

#include "index_ir/rewrite.h"
#include "lower/check_calls.h"
#include "lower/fetched_copies.h"
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

/// Coordinates in range, in any order.
lo::ExprPtr rules(int base, bool padding) {
  return lo::make_expr(
      lo::Literal{"{.base = " + std::to_string(base) + (padding ? ", .allow_padding = true}" : "}")}, {});
}

lo::ExprPtr row_rules(int base, const Level& level) {
  std::string text = "{.base = " + std::to_string(base);
  if (!level.ordered) text += ", .sorted = false";
  if (!level.unique) text += ", .unique = false";
  return lo::make_expr(lo::Literal{text + "}"}, {});
}

/// How messages call the coordinates of these levels.
lo::ExprPtr names_of(const TensorNode& tensor, std::size_t first, std::size_t last) {
  std::vector<lo::ExprPtr> list;
  for (std::size_t l = first; l <= last; ++l) list.push_back(quoted(array_name(tensor, "crd", l)));
  return list.size() == 1 ? list.front() : invoke("insum::rt::names", list);
}

/// A result in the pattern of an operand, by the same arrays: these are checked once.
bool has_arrays_of_another(const Program& program, const TensorNode& result) {
  const auto same = [](const TensorLevel& a, const TensorLevel& b) { return a.arrays == b.arrays; };
  return !result.patterns.empty() &&
         std::any_of(program.tensors.begin(), program.tensors.end(), [&](const Tensor& other) {
           return other->patterns.empty() && !other->storage_form &&
                  std::equal(result.levels.begin(), result.levels.end(), other->levels.begin(),
                             other->levels.end(), same);
         });
}

}  // namespace

/// Checks the order of a list's entries, those of the levels `first` ... `last`: as far as it is stated, and
/// no farther than the first level whose coordinates are unique, which leaves nothing to the others. Where
/// the order says nothing about it, that they occur once.
void Lowering::check_list(const TensorNode& tensor, std::size_t first, std::size_t last,
                          const lo::ExprPtr& parents, const lo::ExprPtr& names, lo::Body& out) {
  const auto level = [&](std::size_t l) -> const Level& { return tensor.levels[l].level; };
  std::size_t end = first;
  while (end <= last && level(end).ordered && (end == first || !level(end - 1).unique)) ++end;
  std::size_t unique = first;
  while (unique <= last && !level(unique).unique) ++unique;
  const TensorLevel& root = tensor.levels[first];
  const auto call = [&](const std::string& what, std::size_t stop, std::vector<lo::ExprPtr> rest) {
    std::vector<lo::ExprPtr> arguments = {names};
    if (root.level.implicit_pos)
      arguments.insert(arguments.end(), {lo::integer(0), index_value(root.size, Scope{})});
    else
      arguments.insert(arguments.end(), {array(root.arrays[0]), parents, lo::integer(tensor.base)});
    arguments.insert(arguments.end(), rest.begin(), rest.end());
    for (std::size_t l = first; l < stop; ++l) arguments.push_back(array(tensor.levels[l].arrays.back()));
    out.push_back(
        check((root.level.implicit_pos ? "check_list_" : "check_segment_") + what, std::move(arguments)));
  };
  if (end > first) call("order", end, {word(level(end - 1).unique)});
  if (unique <= last && unique >= end) call("unique", unique + 1, {});
}

/// The order of the coordinates of level l, which is `fixed`; below `rows` positions.
void Lowering::check_slots(const Tensor& tensor, std::size_t l, const lo::ExprPtr& rows,
                           const lo::ExprPtr& name, lo::Body& out) {
  const TensorLevel& level = tensor->levels[l];
  if (!level.level.ordered && !level.level.unique) return;
  const bool output = std::any_of(program_.outputs.begin(), program_.outputs.end(),
                                  [&](const Tensor& out) { return out->values == tensor->values; });
  if (output && !is_read_first(*tensor)) return;  // its values do not tell yet which slots are used
  const lo::ExprPtr width = index_value(level.size, Scope{});
  const bool dense_below =
      std::all_of(tensor->levels.begin() + static_cast<std::ptrdiff_t>(l) + 1, tensor->levels.end(),
                  [](const TensorLevel& below) { return is_full(below.level); });
  lo::ExprPtr count = lo::integer(1);
  for (std::size_t below = l + 1; dense_below && below < tensor->levels.size(); ++below)
    count = lo::mul(count, index_value(tensor->levels[below].size, Scope{}));
  const lo::ExprPtr fillers =
      dense_below ? invoke("insum::rt::fillers", {array(tensor->values), fill_value(tensor, Scope{}), count})
                  : invoke("insum::rt::no_fillers", {});
  if (dense_below)
    out.push_back(check("check_given", {quoted(values_name(*tensor)), array(tensor->values),
                                        lo::mul(lo::mul(rows, width), count)}));
  out.push_back(check("check_slots", {name, array(level.arrays[0]), rows, width,
                                      index_value(extent_of(*tensor, level.level.mode), Scope{}),
                                      row_rules(tensor->base, level.level), fillers}));
}

/// `owned`: the arrays are those of a result that is built, whose containers know their lengths.
void Lowering::check_levels(const Tensor& checked, bool owned, lo::Body& out) {
  const TensorNode& tensor = *checked;
  std::size_t next = 0;
  bool exact = false;  // a list without positions: all of its arrays have the same length
  const auto has_length = [&](const lo::ExprPtr& what, const lo::ExprPtr& needed) {
    if (!owned) return;
    const lo::ExprPtr length =
        lo::make_expr(lo::Call{"insum::rt::length", {lo::name(tensor.containers.at(next++)->name)}}, {});
    out.push_back(check(exact ? "check_list_length" : "check_length", {what, length, needed}));
  };
  /// That the positions of level l count no more entries than array `number` has elements.
  const auto has_entries = [&](std::size_t l, const lo::ExprPtr& parents, std::size_t number) {
    if (!owned) return;
    const lo::ExprPtr length = invoke("insum::rt::length", {lo::name(tensor.containers.at(number)->name)});
    out.push_back(check("check_entries",
                        {quoted(array_name(tensor, "pos", l)), array(tensor.levels[l].arrays[0]), parents,
                         lo::integer(tensor.base), quoted(array_name(tensor, "crd", l)), length}));
  };
  std::size_t list = 0;  // where the list begins whose levels are being looked at, and the positions above it
  lo::ExprPtr above = lo::integer(1);
  lo::ExprPtr count = lo::integer(1);  // positions of the level above
  const auto name_of = [&](const char* what, std::size_t l) { return quoted(array_name(tensor, what, l)); };
  const auto ends_list = [&](std::size_t l) {
    return l + 1 == tensor.levels.size() || tensor.levels[l + 1].level.kind != LevelKind::singleton;
  };
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const TensorLevel& level = tensor.levels[l];
    const auto name = [&](const char* what) { return name_of(what, l); };
    const auto size = [&] { return index_value(level.size, Scope{}); };
    const auto bound = [&] { return index_value(extent_of(tensor, level.level.mode), Scope{}); };
    const lo::ExprPtr unknown = lo::name("insum::rt::unknown_length");
    switch (level.level.kind) {
      case LevelKind::dense:
        count = lo::mul(count, size());
        exact = false;
        break;
      case LevelKind::compressed: {
        lo::ExprPtr end;
        list = l, above = count;
        exact = level.level.implicit_pos;
        if (level.level.implicit_pos) {
          end = size();
        } else {
          const Argument& pos = level.arrays[0];
          has_length(name("pos"), lo::add(count, lo::integer(1)));
          out.push_back(
              check("check_positions", {name("pos"), array(pos), count, lo::integer(tensor.base), unknown}));
          has_entries(l, count, next);
          end = invoke("insum::rt::level_end", {array(pos), count, lo::integer(tensor.base)});
        }
        if (level.level.implicit_pos)
          has_length(name("crd"), end);
        else
          ++next;
        out.push_back(check("check_coordinates", {name("crd"), array(level.arrays.back()), lo::integer(0),
                                                  end, bound(), rules(tensor.base, false)}));
        if (ends_list(l)) check_list(tensor, l, l, above, name("crd"), out);
        count = end;
        break;
      }
      case LevelKind::singleton:
        has_length(name("crd"), count);
        out.push_back(check("check_coordinates", {name("crd"), array(level.arrays[0]), lo::integer(0), count,
                                                  bound(), rules(tensor.base, false)}));
        if (ends_list(l)) check_list(tensor, list, l, above, names_of(tensor, list, l), out);
        break;
      case LevelKind::fixed:
        above = count;
        count = lo::mul(count, size());
        out.push_back(check("check_coordinates", {name("crd"), array(level.arrays[0]), lo::integer(0), count,
                                                  bound(), rules(tensor.base, level.level.padded)}));
        check_slots(checked, l, above, name("crd"), out);
        break;
      case LevelKind::offset: {
        const auto mode = [&](int m) {
          return index_value(tensor.sizes[static_cast<std::size_t>(m)], Scope{});
        };
        out.push_back(
            check("check_offsets", {name("offsets"), array(level.arrays[0]), size(),
                                    mode(level.level.mode.other_mode), mode(level.level.mode.mode)}));
        count = lo::mul(count, size());
        break;
      }
      case LevelKind::ragged:
        out.push_back(check("check_positions",
                            {name("pos"), array(level.arrays[0]), count, lo::integer(tensor.base), unknown}));
        out.push_back(check("check_row_lengths", {name("pos"), array(level.arrays[0]), count, bound()}));
        count = invoke("insum::rt::level_end", {array(level.arrays[0]), count, lo::integer(tensor.base)});
        break;
      case LevelKind::pointers:
        for (const auto& [what, pointers] :
             {std::pair{name("crd"), level.arrays[1]}, std::pair{quoted(values_name(tensor)), tensor.values}})
          out.push_back(check("check_pointers",
                              {name("counts"), array(level.arrays[0]), count, what, array(pointers)}));
        out.push_back(
            check("check_rows", {name("counts"), array(level.arrays[0]), count, name("crd"),
                                 array(level.arrays[1]), bound(), row_rules(tensor.base, level.level)}));
        return;  // always the last level; nothing tells the lengths of the rows
    }
  }
  has_length(quoted(values_name(tensor)), count);
}

void Lowering::checks_of(const Tensor& tensor, lo::Body& out) {
  if (tensor->dense || tensor->temporary || tensor->storage_form || has_arrays_of_another(program_, *tensor))
    return;
  const bool owned = tensor->assembled && !tensor->keeps_pattern;
  if (owned && !is_read_first(*tensor)) return;
  check_levels(tensor, owned, out);
  if (tensor->symmetry != Symmetry::none) check_triangle(tensor, out);
}

/// Checks of arrays in a device's memory, each copied before the first one that reads it: later arrays are as
/// long as earlier ones say. While a stream is captured nothing can be copied, and all passes.
lo::Body Lowering::on_copies(const lo::Body& checks) {
  if (checks.empty()) return {};
  const lo::StmtPtr forget = effect(invoke("insum::report::was_missing", {}));
  const lo::Type boolean{ElementType::boolean, ""};
  const lo::ExprPtr had = lo::make_expr(lo::Unary{"!", lo::name("insum::report::missing", boolean)}, boolean);
  lo::Body out = {forget};
  FetchedCopies copies(*this, program_, FetchedCopies::For::checks);
  for (const lo::StmtPtr& check : checks) {
    const lo::StmtPtr now = copies.reading(check, out);
    out.push_back(lo::make_stmt(lo::If{had, {effect(lo::get_if<lo::Effect>(now)->call)}}));
  }
  out.push_back(forget);
  return {lo::make_stmt(lo::Aside{lo::name("insum::rt::checks_enabled", boolean), std::move(out)})};
}

void Lowering::storage_checks(lo::Body& out) {
  lo::Body on_device;
  const auto of = [&](const TensorNode& tensor) -> lo::Body& { return tensor.on_device ? on_device : out; };
  for (const Tensor& tensor : program_.tensors) checks_of(tensor, of(*tensor));
  overlap_checks(out);
  // Index arrays: every stored number must be a subscript of the mode that it is used in.
  for (const auto& [tensor, bound] : program_.gathers) {
    lo::ExprPtr count = lo::integer(1);
    for (const ExprPtr& size : tensor->sizes) count = lo::mul(count, index_value(size, Scope{}));
    of(*tensor).push_back(
        check("check_coordinates", {quoted(tensor->name), array(tensor->values), lo::integer(0), count,
                                    index_value(bound, Scope{}), rules(tensor->base, false)}));
  }
  for (lo::StmtPtr& stmt : on_copies(on_device)) out.push_back(std::move(stmt));
}

}  // namespace insum::lower
