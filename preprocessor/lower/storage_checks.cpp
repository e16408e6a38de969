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

lo::ExprPtr options(int base, bool padding) {
  return lo::make_expr(lo::Literal{"{.base = " + std::to_string(base) +
                                   ", .sorted = false, .unique = false, .allow_padding = " +
                                   (padding ? "true" : "false") + "}"},
                       {});
}

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

/// Subscripts such as {batch}: the same number throughout.
void Lowering::check_constant_subscripts(lo::Body& out) {
  const auto visit = [&](const Access& access) {
    for (std::size_t m = 0; m < access.subscripts.size() && !access.tensor->storage_form; ++m) {
      const ExprPtr& subscript = access.subscripts[m];
      if (!variables_of(subscript).empty() || !accesses_of(subscript).empty() || as_integer(subscript)) continue;
      out.push_back(check("check_index", {quoted(access.tensor->name), lo::integer(static_cast<long long>(m)),
                                          index_value(subscript, Scope{}),
                                          index_value(access.tensor->sizes[m], Scope{}), lo::integer(0)}));
    }
  };
  for_each_stmt(program_.body, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    if (!assign) return;
    visit(assign->left);
    for (const Access& access : accesses_of(assign->right)) visit(access);
  });
}

void Lowering::storage_checks(lo::Body& out) {
  check_constant_subscripts(out);
  for (const Tensor& tensor : program_.tensors)
    if (!tensor->dense && !tensor->temporary && !tensor->storage_form && tensor->patterns.empty() && !tensor->assembled)
      check_levels(*tensor, out);
  // Index arrays: every stored number must be a subscript of the mode that it is used in.
  std::vector<std::pair<Tensor, ExprPtr>> seen;
  const auto visit = [&](const Access& access) {
    if (!access.tensor->dense) return;
    for (std::size_t m = 0; m < access.subscripts.size(); ++m) {
      const auto* indirect = get_if<Access>(access.subscripts[m]);
      if (!indirect || indirect->tensor->temporary) continue;
      const ExprPtr& bound = access.tensor->sizes[m];
      const bool known = std::any_of(seen.begin(), seen.end(), [&](const auto& entry) {
        return entry.first == indirect->tensor && equal(entry.second, bound);
      });
      if (known) continue;
      seen.emplace_back(indirect->tensor, bound);
      lo::ExprPtr count = lo::integer(1);
      for (const ExprPtr& size : indirect->tensor->sizes) count = lo::mul(count, index_value(size, Scope{}));
      out.push_back(check("check_coordinates", {quoted(indirect->tensor->name), array(indirect->tensor->values),
                                                lo::integer(0), count, index_value(bound, Scope{}),
                                                options(indirect->tensor->base, false)}));
    }
  };
  for_each_stmt(program_.body, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    if (!assign) return;
    visit(assign->left);
    for (const ExprPtr& subscript : assign->left.subscripts)
      for (const Access& access : accesses_of(subscript)) visit(access);
    for (const Access& access : accesses_of(assign->right)) visit(access);
  });
}

}  // namespace insum::lower
