// What a kernel built with INSUM_CHECKS validates before it touches anything: positions, coordinates, index arrays.
#include <algorithm>

#include "index_ir/rewrite.h"
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

lo::ExprPtr quoted(const std::string& text) { return lo::make_expr(lo::Literal{"\"" + text + "\""}, {}); }

lo::StmtPtr check(const std::string& function, std::vector<lo::ExprPtr> arguments) {
  return lo::make_stmt(lo::Effect{lo::make_expr(lo::Call{"insum::rt::" + function, std::move(arguments)}, {}), true});
}

lo::ExprPtr array(const Argument& a) { return lo::name(a->name, open_type(a->type, a->type_spelling)); }

lo::ExprPtr element(const Argument& a, const lo::ExprPtr& at) {
  return element_as_index(lo::make_expr(lo::Load{array(a), at}, open_type(a->type, a->type_spelling)));
}

lo::ExprPtr rules(int base, bool sorted, bool unique, bool padding) {
  const auto word = [](bool value) { return std::string(value ? "true" : "false"); };
  return lo::make_expr(lo::Literal{"{.base = " + std::to_string(base) + ", .sorted = " + word(sorted) +
                                   ", .unique = " + word(unique) + ", .allow_padding = " + word(padding) + "}"},
                       {});
}

/// Coordinates in range, in any order.
lo::ExprPtr options(int base, bool padding) { return rules(base, false, false, padding); }

}  // namespace

void Lowering::check_levels(const TensorNode& tensor, lo::Body& out) {
  lo::ExprPtr count = lo::integer(1);  // positions of the level above
  const auto stored = std::count_if(tensor.levels.begin(), tensor.levels.end(),
                                    [](const TensorLevel& level) { return !level.arrays.empty(); });
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const TensorLevel& level = tensor.levels[l];
    const auto name = [&](const char* what) {
      return quoted(tensor.name + "." + what + (stored > 1 ? std::to_string(l) : ""));
    };
    const auto size = [&] { return index_value(level.size, Scope{}); };
    const auto bound = [&] {
      const LevelMode& mode = level.level.mode;
      const ExprPtr whole = tensor.sizes[static_cast<std::size_t>(mode.mode)];
      if (mode.kind != LevelMode::Kind::quotient) return index_value(whole, Scope{});
      const ExprPtr block = tensor.block_sizes.at(static_cast<std::size_t>(mode.divisor));
      return index_value(make_expr(Binary{BinaryOp::div, index::add(whole, index::sub(block, index::integer(1))), block},
                                   ElementType::i64),
                         Scope{});
    };
    const lo::ExprPtr unknown = lo::name("insum::rt::unknown_length");
    switch (level.level.kind) {
      case LevelKind::dense: count = lo::mul(count, size()); break;
      case LevelKind::compressed: {
        lo::ExprPtr begin = lo::integer(0), end;
        if (level.level.implicit_pos) {
          end = size();
        } else {
          const Argument& pos = level.arrays[0];
          out.push_back(check("check_positions",
                              {name("pos"), array(pos), count, lo::integer(tensor.base), unknown}));
          begin = lo::sub(element(pos, lo::integer(0)), lo::integer(tensor.base));
          end = lo::sub(element(pos, count), lo::integer(tensor.base));
        }
        out.push_back(check("check_coordinates", {name("crd"), array(level.arrays.back()), begin, end, bound(),
                                                  options(tensor.base, false)}));
        if (level.level.ordered && !level.level.implicit_pos)
          out.push_back(check("check_order", {name("crd"), array(level.arrays[0]), count, array(level.arrays[1]),
                                              rules(tensor.base, true, level.level.unique, false)}));
        count = end;
        break;
      }
      case LevelKind::singleton:
        out.push_back(check("check_coordinates", {name("crd"), array(level.arrays[0]), lo::integer(0), count, bound(),
                                                  options(tensor.base, false)}));
        break;
      case LevelKind::fixed:
        count = lo::mul(count, size());
        out.push_back(check("check_coordinates", {name("crd"), array(level.arrays[0]), lo::integer(0), count, bound(),
                                                  options(tensor.base, true)}));
        break;
      case LevelKind::offset: count = lo::mul(count, size()); break;
      case LevelKind::ragged:
        out.push_back(
            check("check_positions", {name("pos"), array(level.arrays[0]), count, lo::integer(tensor.base), unknown}));
        count = lo::sub(element(level.arrays[0], count), lo::integer(tensor.base));
        break;
      case LevelKind::pointers: return;  // rows are checked as they are read
    }
  }
}

void Lowering::storage_checks(lo::Body& out) {
  for (const Tensor& tensor : program_.tensors)
    if (!tensor->dense && !tensor->temporary && !tensor->storage_form && tensor->patterns.empty() && !tensor->assembled)
      check_levels(*tensor, out);
  // Index arrays: every stored number must be a subscript of the mode that it is used in.
  for (const auto& [tensor, bound] : program_.gathers) {
    lo::ExprPtr count = lo::integer(1);
    for (const ExprPtr& size : tensor->sizes) count = lo::mul(count, index_value(size, Scope{}));
    out.push_back(check("check_coordinates", {quoted(tensor->name), array(tensor->values), lo::integer(0), count,
                                              index_value(bound, Scope{}), options(tensor->base, false)}));
  }
}

}  // namespace insum::lower
