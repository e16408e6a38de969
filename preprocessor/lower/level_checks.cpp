// What a kernel built with INSUM_CHECKS validates of a tensor's levels: lengths of arrays, positions,
// coordinates and their order.
#include <algorithm>

#include "index_ir/rewrite.h"
#include "lower/check_calls.h"
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

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

/// Goes down the levels of a tensor. `owned`: the arrays are those of a result that is built, whose
/// containers know their lengths.
class Lowering::LevelChecks {
 public:
  LevelChecks(Lowering& lowering, const Tensor& tensor, bool owned, lo::Body& out)
      : lowering_(lowering), checked_(tensor), tensor_(*tensor), owned_(owned), out_(out) {}

  void all() {
    for (std::size_t l = 0; l < tensor_.levels.size(); ++l) {
      of_level(l);
      if (tensor_.levels[l].level.kind == LevelKind::pointers) return;  // the last; nothing tells its lengths
    }
    has_length(quoted(values_name(tensor_)), count_);
  }

 private:
  void of_level(std::size_t l) {
    switch (tensor_.levels[l].level.kind) {
      case LevelKind::dense:
        count_ = lo::mul(count_, size(l));
        exact_ = false;
        return;
      case LevelKind::compressed:
        return compressed(l);
      case LevelKind::singleton:
        return singleton(l);
      case LevelKind::fixed:
        return fixed(l);
      case LevelKind::offset:
        return offset(l);
      case LevelKind::ragged:
        return ragged(l);
      case LevelKind::pointers:
        return pointers(l);
    }
  }

  void compressed(std::size_t l) {
    const TensorLevel& level = tensor_.levels[l];
    list_ = l, above_ = count_;
    exact_ = level.level.implicit_pos;
    if (exact_) {
      count_ = size(l);
      has_length(name("crd", l), count_);
    } else {
      has_length(name("pos", l), lo::add(count_, lo::integer(1)));
      positions(l);
      has_entries(l);
      count_ = entries_below(l);
      ++next_;
    }
    coordinates(l, false);
    if (ends_list(l)) lowering_.check_list(tensor_, l, l, above_, name("crd", l), out_);
  }

  void singleton(std::size_t l) {
    has_length(name("crd", l), count_);
    coordinates(l, false);
    if (ends_list(l)) lowering_.check_list(tensor_, list_, l, above_, names_of(tensor_, list_, l), out_);
  }

  void fixed(std::size_t l) {
    above_ = count_;
    count_ = lo::mul(count_, size(l));
    coordinates(l, tensor_.levels[l].level.padded);
    lowering_.check_slots(checked_, l, above_, name("crd", l), out_);
  }

  void offset(std::size_t l) {
    const TensorLevel& level = tensor_.levels[l];
    const auto mode = [&](int m) {
      return lowering_.index_value(tensor_.sizes[static_cast<std::size_t>(m)], Scope{});
    };
    add("check_offsets", {name("offsets", l), array(level.arrays[0]), size(l),
                          mode(level.level.mode.other_mode), mode(level.level.mode.mode)});
    count_ = lo::mul(count_, size(l));
  }

  void ragged(std::size_t l) {
    positions(l);
    add("check_row_lengths", {name("pos", l), array(tensor_.levels[l].arrays[0]), count_, bound(l)});
    count_ = entries_below(l);
  }

  void pointers(std::size_t l) {
    const TensorLevel& level = tensor_.levels[l];
    const lo::ExprPtr counts = array(level.arrays[0]);
    for (const auto& [what, rows] : {std::pair{name("crd", l), level.arrays[1]},
                                     std::pair{quoted(values_name(tensor_)), tensor_.values}})
      add("check_pointers", {name("counts", l), counts, count_, what, array(rows)});
    add("check_rows", {name("counts", l), counts, count_, name("crd", l), array(level.arrays[1]), bound(l),
                       row_rules(tensor_.base, level.level)});
  }

  void add(const char* function, std::vector<lo::ExprPtr> arguments) {
    out_.push_back(check(function, std::move(arguments)));
  }
  void positions(std::size_t l) {
    add("check_positions", {name("pos", l), array(tensor_.levels[l].arrays[0]), count_,
                            lo::integer(tensor_.base), lo::name("insum::rt::unknown_length")});
  }
  void coordinates(std::size_t l, bool padding) {
    add("check_coordinates", {name("crd", l), array(tensor_.levels[l].arrays.back()), lo::integer(0), count_,
                              bound(l), coordinate_rules(tensor_.base, padding)});
  }
  /// The length of the next container.
  void has_length(const lo::ExprPtr& what, const lo::ExprPtr& needed) {
    if (owned_) add(exact_ ? "check_list_length" : "check_length", {what, length_of(next_++), needed});
  }
  /// That the positions of level l count no more entries than the next container has elements.
  void has_entries(std::size_t l) {
    if (owned_)
      add("check_entries", {name("pos", l), array(tensor_.levels[l].arrays[0]), count_,
                            lo::integer(tensor_.base), name("crd", l), length_of(next_)});
  }

  lo::ExprPtr length_of(std::size_t container) const {
    return lo::make_expr(lo::Call{"insum::rt::length", {lo::name(tensor_.containers.at(container)->name)}},
                         {});
  }
  lo::ExprPtr entries_below(std::size_t l) const {
    return invoke("insum::rt::level_end",
                  {array(tensor_.levels[l].arrays[0]), count_, lo::integer(tensor_.base)});
  }
  lo::ExprPtr name(const char* what, std::size_t l) const { return quoted(array_name(tensor_, what, l)); }
  lo::ExprPtr size(std::size_t l) const { return lowering_.index_value(tensor_.levels[l].size, Scope{}); }
  lo::ExprPtr bound(std::size_t l) const {
    return lowering_.index_value(extent_of(tensor_, tensor_.levels[l].level.mode), Scope{});
  }
  bool ends_list(std::size_t l) const {
    return l + 1 == tensor_.levels.size() || tensor_.levels[l + 1].level.kind != LevelKind::singleton;
  }

  Lowering& lowering_;
  const Tensor& checked_;
  const TensorNode& tensor_;
  bool owned_;
  lo::Body& out_;
  std::size_t next_ = 0;                // container
  bool exact_ = false;                  // a list without positions: all of its arrays have the same length
  std::size_t list_ = 0;                // where the list begins whose levels are being looked at
  lo::ExprPtr above_ = lo::integer(1);  // positions above that list
  lo::ExprPtr count_ = lo::integer(1);  // positions of the level above
};

void Lowering::check_levels(const Tensor& tensor, bool owned, lo::Body& out) {
  LevelChecks(*this, tensor, owned, out).all();
}

}  // namespace insum::lower
