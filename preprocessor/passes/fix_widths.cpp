#include "passes/fix_widths.h"

#include <algorithm>
#include <functional>
#include <set>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

using Names = std::set<std::string>;

/// The sizes of an index: `check_sizes(index, {{tensor, mode, size}, ...})` throws unless they agree.
Names compared(const Effect& effect) {
  Names names;
  const auto* call = get_if<Call>(effect.call);
  if (!call || call->function != "insum::rt::check_sizes" || effect.when_checking) return names;
  for_each_expr(call->arguments.back(), [&](const ExprPtr& e) {
    if (const auto* name = get_if<Name>(e)) names.insert(name->text);
  });
  return names;
}

/// The loop over tiles that is all of an iteration but for constants in front of it.
const TileFor* tiles_of(const For& loop) {
  const auto* tiles = loop.body.empty() ? nullptr : get_if<TileFor>(loop.body.back());
  const bool constants =
      tiles && std::all_of(loop.body.begin(), loop.body.end() - 1,
                           [](const StmtPtr& stmt) { return get_if<Declare>(stmt) || get_if<Update>(stmt); });
  return constants ? tiles : nullptr;
}

bool has_loop(const Body& body) {
  bool found = false;
  for_each_stmt(body, [&](const StmtPtr& stmt) { found |= get_if<For>(stmt) || get_if<While>(stmt); });
  return found;
}

using Rule = std::function<ExprPtr(const ExprPtr&)>;

/// `width` for these names in places of arrays. As an argument of a function it would have a type of its own.
Rule with_width(const Names& names, const ExprPtr& width) {
  const Rule in_place = [=](const ExprPtr& e) -> ExprPtr {
    const auto* name = get_if<Name>(e);
    return get_if<Call>(e) ? e : name && names.count(name->text) > 0 ? width : nullptr;
  };
  return [=](const ExprPtr& e) -> ExprPtr {
    const auto* pointer = get_if<Pointer>(e);
    const auto* load = get_if<Load>(e);
    if (pointer)
      return make_expr(Pointer{pointer->array, rewrite(pointer->index, in_place)}, e->type, e->pack);
    if (load) return make_expr(Load{load->array, rewrite(load->index, in_place)}, e->type, e->pack);
    return nullptr;
  };
}

class Widths {
 public:
  explicit Widths(const Kernel& kernel) : taken_(names_in(kernel)) {
    for (const Parameter& parameter : kernel.parameters)
      if (parameter.kind == Parameter::Kind::size) sizes_.insert(parameter.name);
    for_each_stmt(kernel.body, [&](const StmtPtr& stmt) {
      const auto* effect = get_if<Effect>(stmt);
      const auto* update = get_if<Update>(stmt);
      if (effect) equal_.push_back(compared(*effect));
      if (const auto* name = update ? get_if<Name>(update->target) : nullptr) sizes_.erase(name->text);
    });
  }

  /// Null where the loop stays.
  StmtPtr fixed(const For& loop) {
    const TileFor* tiles = tiles_of(loop);
    const auto* size = tiles && as_integer(tiles->begin) == 0 ? get_if<Name>(tiles->end) : nullptr;
    if (!size || sizes_.count(size->text) == 0 || loop.simd || loop.unroll > 1 || !has_loop(tiles->body))
      return nullptr;
    Names same = {size->text};
    for (const Names& group : equal_)
      if (group.count(size->text) > 0) same.insert(group.begin(), group.end());
    std::erase_if(same, [&](const std::string& name) { return sizes_.count(name) == 0; });
    For result = loop;
    result.width = For::Width{fresh_name(tiles->var + "_width", taken_), tiles->type, tiles->end};
    const ExprPtr width = name(result.width->name);
    result.body = rewrite_exprs(loop.body, with_width(same, width));
    TileFor columns = *get_if<TileFor>(result.body.back());
    columns.end = width;
    result.body.back() = make_stmt(std::move(columns));
    return make_stmt(std::move(result));
  }

 private:
  Names taken_, sizes_;
  std::vector<Names> equal_;
};

}  // namespace

Kernel fix_widths(const Kernel& kernel) {
  Kernel result = kernel;
  Widths widths(kernel);
  result.body = rewrite_bodies(kernel.body, [&](Body body) {
    for (StmtPtr& stmt : body) {
      const auto* loop = get_if<For>(stmt);
      const StmtPtr fixed = loop ? widths.fixed(*loop) : nullptr;
      if (fixed) stmt = fixed;
    }
    return body;
  });
  return result;
}

}  // namespace insum::passes
