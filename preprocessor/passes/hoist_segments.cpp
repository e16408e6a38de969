#include "passes/hoist_segments.h"

#include <map>

#include "loop_ir/rewrite.h"
#include "passes/segments.h"

namespace insum::passes {

using namespace loops;

namespace {

using Names = std::set<std::string>;

/// What an expression in front of the loop must not use.
Names set_in(const For& loop) {
  Names names = names_declared_in(loop.body);
  names.insert(loop.var);
  for_each_stmt(loop.body, [&](const StmtPtr& s) {
    const auto* update = get_if<Update>(s);
    if (const auto* target = update ? get_if<Name>(update->target) : nullptr) names.insert(target->text);
  });
  return names;
}

class SegmentHoister {
 public:
  explicit SegmentHoister(const Kernel& kernel) : names_(names_in(kernel)), begins_(part_begins(kernel)) {
    for (const Parameter& parameter : kernel.parameters)
      if (parameter.kind == Parameter::Kind::array && !parameter.writable && parameter.depth == 1)
        constant_arrays_.insert(parameter.name);
    for_each_stmt(kernel.body, [&](const StmtPtr& s) {
      if (const auto* n = get_if<Declare>(s)) ++times_declared_[n->name];
    });
  }

  /// `loop`, after what it need not read again.
  void add(const For& loop, Body& out) {
    For result = loop;
    const Names set = set_in(loop);
    for (std::size_t i = 0; i < result.body.size() && is_sure(result.body[i]); ++i) {
      if (const auto* n = get_if<For>(result.body[i]); n && is_row_of(n->begin, set)) {
        For segment = *n;
        segment.begin = declared(loop, fresh_name(n->var + "_begin", names_), n->begin, out);
        result.body[i] = make_stmt(std::move(segment));
      }
      const auto* n = get_if<Declare>(result.body[i]);
      if (!n || !n->tile.empty() || !n->rows.empty() || !is_row_of(n->value, set)) continue;
      if (n->constant)
        move_out(loop, result.body, i--, out);
      else
        result.body[i] = make_stmt(
            Declare{n->type, n->name, declared(loop, fresh_name(n->name + "_begin", names_), n->value, out),
                    false, ""});
    }
    out.push_back(make_stmt(std::move(result)));
  }

 private:
  /// What follows runs in each iteration.
  static bool is_sure(const StmtPtr& stmt) { return !get_if<Continue>(stmt) && !get_if<If>(stmt); }
  /// Constant number i of `body`.
  void move_out(const For& loop, Body& body, std::size_t i, Body& out) {
    const Declare moved = *get_if<Declare>(body[i]);
    body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
    const bool is_only = times_declared_[moved.name] == 1;
    const ExprPtr now =
        declared(loop, is_only ? moved.name : fresh_name(moved.name, names_), moved.value, out);
    if (is_only) return;
    body = rewrite_exprs(body, [&](const ExprPtr& e) {
      const auto* n = get_if<Name>(e);
      return n && n->text == moved.name ? now : nullptr;
    });
  }
  /// A position that is read at a row, which is the same in all iterations.
  bool is_row_of(const ExprPtr& position, const Names& set) const {
    const auto* call = get_if<Call>(position);
    const ExprPtr read = call && call->function == "insum::rt::index" ? call->arguments.front() : position;
    const auto* load = get_if<Load>(read);
    const auto* array = load ? get_if<Name>(load->array) : nullptr;
    if (position->type != Type{} || !array || !constant_arrays_.count(array->text)) return false;
    bool is_row = false, computes = true;
    for_each_expr(load->index, [&](const ExprPtr& e) {
      is_row |= get_if<Name>(e) != nullptr;
      computes &= !get_if<Load>(e) && !get_if<Call>(e);
    });
    return is_row && computes && !uses(position, set);
  }
  /// `local`, which has `value` in front of the loop.
  ExprPtr declared(const For& loop, const std::string& local, const ExprPtr& value, Body& out) const {
    out.push_back(make_stmt(Declare{value->type, local, read_before(loop, value, begins_), true, ""}));
    return name(local, value->type);
  }

  Names names_, constant_arrays_;
  std::map<std::string, int> times_declared_;
  const Names begins_;
};

}  // namespace

Kernel hoist_segments(const Kernel& kernel) {
  Kernel result = kernel;
  SegmentHoister hoister(kernel);
  result.body = rewrite_bodies(kernel.body, [&](const Body& body) {
    Body out;
    for (const StmtPtr& stmt : body) {
      const auto* loop = get_if<For>(stmt);
      if (loop && !loop->simd && loop->unroll == 1)
        hoister.add(*loop, out);
      else
        out.push_back(stmt);
    }
    return out;
  });
  return result;
}

}  // namespace insum::passes
