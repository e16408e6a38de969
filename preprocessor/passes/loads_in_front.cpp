#include "passes/loads_in_front.h"

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

/// Whether a part of the value is only there where another part says so.
bool chooses(const ExprPtr& value) {
  bool found = false;
  for_each_expr(value, [&](const ExprPtr& e) {
    const auto* n = get_if<Binary>(e);
    found |= get_if<Ternary>(e) || (n && (n->op == "&&" || n->op == "||"));
  });
  return found;
}

/// Whether statements of `body` may change what `place`, which `update` reads, holds.
bool may_change(const Body& body, const ExprPtr& place, const Update& update) {
  bool found = false;
  for_each_stmt(body, [&](const StmtPtr& s) {
    found |= get_if<ScatterUpdate>(s) || get_if<Effect>(s);
    const auto* other = get_if<Update>(s);
    const auto* element = other ? get_if<Load>(other->target) : nullptr;
    const bool is_own = other && equal(other->target, update.target) && equal(place, update.target);
    found |= element && equal(element->array, get_if<Load>(place)->array) && !is_own;
  });
  return found;
}

}  // namespace

For with_loads_in_front(const For& loop, std::set<std::string>& taken) {
  For result = loop;
  result.body.clear();
  // What is stored may be combined with what is there: that is loaded before the loops inside.
  std::size_t front = 0;
  std::set<std::string> behind_front;
  for (const StmtPtr& stmt : loop.body) {
    const auto* declare = get_if<Declare>(stmt);
    if (declare && front < result.body.size()) behind_front.insert(declare->name);
    const auto* update = get_if<Update>(stmt);
    if (!update || chooses(update->value)) {
      result.body.push_back(stmt);
      if (declare && behind_front.empty() && declare->constant) front = result.body.size();
      continue;
    }
    const bool adds = get_if<Name>(update->target) != nullptr;
    const ExprPtr value = rewrite(update->value, [&](const ExprPtr& e) -> ExprPtr {
      const auto* load = get_if<Load>(e);
      const auto* array = load ? get_if<Name>(load->array) : nullptr;
      if (!array || (!adds && (uses(e, behind_front) || may_change(loop.body, e, *update)))) return nullptr;
      const std::string element = fresh_name(array->text + "_element", taken);
      const StmtPtr loaded = make_stmt(Declare{e->type, element, e, true, ""});
      if (adds) result.body.push_back(loaded);
      if (!adds) result.body.insert(result.body.begin() + static_cast<std::ptrdiff_t>(front++), loaded);
      return name(element, e->type);
    });
    result.body.push_back(make_stmt(Update{update->target, update->op, value}));
  }
  return result;
}

}  // namespace insum::passes
