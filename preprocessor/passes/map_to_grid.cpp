#include "passes/map_to_grid.h"

#include <algorithm>
#include <map>
#include <set>

#include "loop_ir/rewrite.h"
#include "passes/grid_launch.h"
#include "passes/use_group.h"
#include "support/internal_error.h"

namespace insum::passes {

using namespace loops;

namespace {

bool has_parallel(const Body& body) {
  bool found = false;
  for_each_stmt(body, [&](const StmtPtr& s) { found |= get_if<ParallelFor>(s) || get_if<MatrixProduct>(s); });
  return found;
}

Body one(StmtPtr stmt) {
  Body body;
  body.push_back(std::move(stmt));
  return body;
}

bool leaves_loop(const Body& body) {
  return std::any_of(body.begin(), body.end(), [](const StmtPtr& s) {
    const auto* branch = get_if<If>(s);
    return get_if<Continue>(s) || (branch && leaves_loop(branch->body));
  });
}

ExprPtr negated(const ExprPtr& condition) {
  return make_expr(Unary{"!", condition}, Type{ElementType::boolean, ""});
}

/// What is known at one place of the host's code.
struct Place {
  HostValues host;
  Body needed;  // by what is launched here, in order: constants that are read from arrays, and conditions
};

class GridMapper {
 public:
  explicit GridMapper(const Kernel& kernel) : kernel_(kernel), taken_(names_in(kernel)) {}

  Body run() {
    std::set<std::string> on_device;
    for (const ArrayUse& use : kernel_.arrays)
      if (use.on_device) on_device.insert(use.parameter);
    Place place;
    for (const Parameter& p : kernel_.parameters)
      if (p.kind == Parameter::Kind::size || p.kind == Parameter::Kind::scalar)
        place.host.values.insert(p.name);
      else if (!on_device.count(p.name))
        place.host.readable.insert(p.name);
    for (const ArrayUse& use : kernel_.arrays)
      if (!use.first && place.host.knows(use.count)) place.host.arrays.insert(use.parameter);
    return host(kernel_.body, place);
  }

 private:
  Body host(const Body& list, Place place) {
    Body out;
    Body alone;  // statements for a launch of one lane
    for (std::size_t s = 0; s < list.size(); ++s) {
      const StmtPtr& stmt = list[s];
      const auto* loop = get_if<For>(stmt);
      const auto* branch = get_if<If>(stmt);
      if (get_if<Comment>(stmt)) {
        out.push_back(stmt);
      } else if (get_if<Effect>(stmt) || get_if<Aside>(stmt) || sets_storage(stmt)) {
        flush(alone, place, out);
        out.push_back(on_containers(stmt));
      } else if (const auto* n = get_if<Declare>(stmt)) {
        host_declare(*n, stmt, place, alone, out);
      } else if (is_container(stmt)) {
        add_container(stmt, place, out);
      } else if (const auto* n = get_if<Continue>(stmt)) {
        flush(alone, place, out);
        host_continue(*n, stmt, place, out);
      } else if (const auto* n = get_if<Allocate>(stmt)) {
        static_cast<void>(with_arrays_in_front(one(stmt), place, out));
        place.host.arrays.insert(n->name);
      } else if (const auto* n = get_if<ParallelFor>(stmt)) {
        flush(alone, place, out);
        for (Launch& work : launches_of(for_entries(*n), place.host, kernel_.deterministic, taken_, out)) {
          work.body = completed(std::move(work.body), place);
          out.push_back(make_stmt(std::move(work)));
        }
      } else if (const auto* n = get_if<MatrixProduct>(stmt)) {
        flush(alone, place, out);
        out.push_back(launch_product(*n, place));
      } else if (loop && has_parallel(loop->body) && host_runs(*loop, place, out)) {
        flush(alone, place, out);
        Place inside = place;
        inside.host.values.insert(loop->var);
        For around = *loop;
        around.body = host(loop->body, inside);
        out.push_back(make_stmt(std::move(around)));
      } else if (branch && has_parallel(branch->body)) {
        flush(alone, place, out);
        host_branch(*branch, place, out);
      } else if (has_parallel(one(stmt))) {
        throw Unmappable("its parallel loop stands inside of a loop whose length only the device knows",
                         "parallelize an outer loop, or leave the operand of that loop out of device(...)");
      } else {
        alone.push_back(stmt);
      }
    }
    flush(alone, place, out);
    return out;
  }

  /// The host reads the value from operands in its own memory, which no kernel writes.
  bool host_reads(const ExprPtr& value, const Place& place) const {
    bool fixed = place.host.reads(value);
    for_each_expr(value, [&](const ExprPtr& e) {
      const auto* n = get_if<Name>(e);
      fixed &=
          !n || std::none_of(kernel_.parameters.begin(), kernel_.parameters.end(), [&](const Parameter& p) {
            return p.name == n->text && p.kind != Parameter::Kind::size &&
                   (p.writable || p.kind != Parameter::Kind::array);
          });
    });
    return fixed;
  }
  /// The host knows how long the loop is, once it has read the constants that say so.
  bool host_runs(const For& loop, Place& place, Body& out) const {
    std::set<std::string> wanted = names_in_expr(loop.begin);
    wanted.merge(names_in_expr(loop.end));
    for (auto needed = place.needed.begin(); needed != place.needed.end();) {
      const auto* constant = get_if<Declare>(*needed);
      if (!constant) break;  // what stands behind a condition of the device
      if (!wanted.count(constant->name) || !host_reads(constant->value, place)) {
        ++needed;
        continue;
      }
      out.push_back(*needed);
      place.host.values.insert(constant->name);
      needed = place.needed.erase(needed);
    }
    const auto known = [&](const ExprPtr& bound) {
      return place.host.knows(bound) || host_reads(bound, place);
    };
    return known(loop.begin) && known(loop.end);
  }
  static std::set<std::string> names_in_expr(const ExprPtr& expr) {
    std::set<std::string> names;
    for_each_expr(expr, [&](const ExprPtr& e) {
      if (const auto* n = get_if<Name>(e)) names.insert(n->text);
    });
    return names;
  }

  /// Where the elements of a parameter, or of a sparse temporary, are from now on, or how many there are.
  bool sets_storage(const StmtPtr& stmt) const {
    const auto* update = get_if<Update>(stmt);
    const auto* array = update ? get_if<Name>(update->target) : nullptr;
    if (array && (storage_.count(array->text) || length_of(update->value))) return true;
    return array &&
           std::any_of(kernel_.parameters.begin(), kernel_.parameters.end(), [&](const Parameter& p) {
             return p.name == array->text && p.kind == Parameter::Kind::array;
           });
  }

  /// The containers of a sparse temporary, and what collects entries in any order, are objects of the host.
  static bool is_container(const StmtPtr& stmt) {
    const auto* array = get_if<Allocate>(stmt);
    const auto* workspace = get_if<Construct>(stmt);
    return (array && !array->count) || (workspace && !workspace->size);
  }
  void add_container(const StmtPtr& stmt, Place& place, Body& out) {
    if (const auto* array = get_if<Allocate>(stmt)) {
      containers_[array->name] = array->type;
      place.host.values.insert(array->name);
    } else {
      const auto* workspace = get_if<Construct>(stmt);
      containers_[workspace->name] = workspace->type;
    }
    out.push_back(stmt);
  }

  static const Call* length_of(const ExprPtr& value) {
    const auto* call = get_if<Call>(value);
    return call && call->function == "insum::rt::length" ? call : nullptr;
  }
  /// Containers are known by references here.
  static StmtPtr on_containers(const StmtPtr& stmt) {
    const auto* update = get_if<Update>(stmt);
    const Call* length = update ? length_of(update->value) : nullptr;
    if (!length) return stmt;
    return make_stmt(
        Update{update->target, update->op, invoke("insum::rt::cuda::length", length->arguments)});
  }

  /// A declaration of what a container has: its elements, or how many these are.
  std::optional<Declare> of_container(Declare n, Place& place) {
    const auto* call = get_if<Call>(n.value);
    if (!call) return std::nullopt;
    const std::string object = call->function.substr(0, call->function.find('.'));
    const auto container = containers_.find(object);
    const bool is_length = length_of(n.value) != nullptr;
    if (container == containers_.end() && !is_length) return std::nullopt;
    if (is_length || call->function.ends_with(".count")) {
      place.host.values.insert(n.name);
    } else {
      const bool coordinates = call->function.find("coordinates<") != std::string::npos;
      n.type =
          Type{ElementType::dependent, (coordinates ? "std::int64_t" : to_string(container->second)) + "*"};
    }
    if (is_length) n.value = invoke("insum::rt::cuda::length", call->arguments);
    if (!n.constant) storage_.insert(n.name);
    return n;
  }

  /// What finds the entries of a result that keeps them, or has a copy of its old values.
  static bool keeps_entries(const ExprPtr& value) {
    const auto* call = get_if<Call>(value);
    return call &&
           (call->function == "insum::rt::keep" || call->function.starts_with("insum::rt::old_values<"));
  }
  /// The position arrays of its levels.
  static std::vector<ExprPtr> positions_in(const ExprPtr& keep) {
    std::vector<ExprPtr> list;
    for_each_expr(keep, [&](const ExprPtr& e) {
      const auto* call = get_if<Call>(e);
      if (call && call->function == "insum::rt::kept_compressed") list.push_back(call->arguments[1]);
    });
    return list;
  }
  static StmtPtr check_built(const ExprPtr& keep, const ExprPtr& positions) {
    return make_stmt(Effect{invoke("insum::rt::check_built", {get_if<Call>(keep)->arguments[0], positions})});
  }

  /// A loop that adds to a list of entries is an assembly of this list.
  ParallelFor for_entries(const ParallelFor& loop) {
    if (!loop.filling) return loop;
    ParallelFor result = loop;
    result.filling = std::nullopt;
    Assembly list;
    list.part = loop.filling->part, list.parts = fresh_name(loop.filling->part + "s", taken_);
    list.list = workspaces_.at(get_if<Name>(loop.filling->workspace)->text);
    result.assembly = std::move(list);
    return result;
  }

  void host_declare(const Declare& n, const StmtPtr& stmt, Place& place, Body& alone, Body& out) {
    const auto* address = get_if<Unary>(n.value);
    const auto* object = address && address->op == "&" ? get_if<Name>(address->operand) : nullptr;
    if (object && containers_.count(object->text)) {
      workspaces_[n.name] = object->text;
      return;
    }
    if (keeps_entries(n.value)) {
      flush(alone, place, out);
      for (const ExprPtr& positions : positions_in(n.value)) out.push_back(check_built(n.value, positions));
      containers_[n.name] = n.type;
      out.push_back(stmt);
      return;
    }
    if (const std::optional<Declare> storage = of_container(n, place)) {
      flush(alone, place, out);
      out.push_back(make_stmt(*storage));
      return;
    }
    if (n.constant && place.host.knows(n.value)) {
      out.push_back(stmt);
      place.host.values.insert(n.name);
    } else if (n.constant) {
      place.needed.push_back(stmt);
    } else {
      flush(alone, place, out);
      out.push_back(make_stmt(Allocate{n.type, n.name, integer(1)}));
      variables_[n.name] = n.type;
      alone.push_back(make_stmt(Update{name(n.name, n.type), Combine::store, n.value}));
    }
  }

  /// The host goes on where only the device knows that there is nothing to do.
  static void host_continue(const Continue& n, const StmtPtr& stmt, Place& place, Body& out) {
    if (!n.condition || place.host.knows(n.condition))
      out.push_back(stmt);
    else
      place.needed.push_back(make_stmt(If{negated(n.condition), {}, false}));
  }

  void host_branch(const If& n, Place place, Body& out) {
    internal_check(!n.constant, "types of a template on a device");
    if (place.host.knows(n.condition)) {
      out.push_back(make_stmt(If{n.condition, host(n.body, place), false}));
      return;
    }
    internal_check(!leaves_loop(n.body), "a loop of the host that ends where the device says so");
    place.needed.push_back(make_stmt(If{n.condition, {}, false}));
    for (StmtPtr& s : host(n.body, place)) out.push_back(std::move(s));
  }

  /// `body` without its arrays, which `out` allocates.
  static Body with_arrays_in_front(const Body& body, const Place& place, Body& out) {
    std::vector<Allocate> arrays;
    Body rest = without_arrays(body, place.host, arrays);
    for (const Allocate& array : arrays) out.push_back(make_stmt(array));
    return rest;
  }

  /// A product is a launch by itself. Sums that share elements are updated atomically.
  StmtPtr launch_product(MatrixProduct n, const Place& place) {
    for (const ExprPtr& size : {n.rows, n.columns, n.depth, n.batch})
      internal_check(!size || place.host.knows(size), "a product whose sizes only the device knows");
    if (!n.apart) n.result.body = with_atomics(n.result.body);
    Launch launch;
    launch.group = fresh_name("group", taken_);
    launch.body = completed(one(make_stmt(std::move(n))), place);
    return make_stmt(std::move(launch));
  }

  static Body with_atomics(Body body) {
    for (StmtPtr& s : body) {
      if (const auto* update = get_if<Update>(s)) s = atomic(*update);
      if (const auto* branch = get_if<If>(s)) {
        If inner = *branch;
        inner.body = with_atomics(std::move(inner.body));
        s = make_stmt(std::move(inner));
      }
    }
    return body;
  }

  static StmtPtr atomic(const Update& n) {
    const auto* element = get_if<Load>(n.target);
    internal_check(element && n.op == Combine::add, "a product that is stored in elements that it shares");
    const ExprPtr target = make_expr(Pointer{element->array, element->index}, n.target->type);
    return make_stmt(
        Effect{invoke("insum::rt::cuda::atomic_update<" + op_tag(n.op) + ">", {target, n.value})});
  }

  /// Statements that do not start parallel loops run on one lane.
  void flush(Body& alone, const Place& place, Body& out) {
    if (alone.empty()) return;
    for_each_stmt(alone, [](const StmtPtr& s) {
      const auto* loop = get_if<For>(s);
      if (loop && loop->axis != Axis::none)
        throw Unmappable("a loop that is bound to " + to_string(loop->axis) + " cannot run in parallel",
                         "bind a loop over an index of the result");
    });
    const Body body = with_arrays_in_front(alone, place, out);
    Launch n;
    n.group = fresh_name("group", taken_);
    n.items = integer(1);
    const GroupContext context{n.group, false, {}};
    n.body = completed(group_body(body, context, taken_), place);
    out.push_back(make_stmt(std::move(n)));
    alone.clear();
  }

  /// A body with what it needs from around the launch.
  Body completed(Body body, const Place& place) {
    for (auto needed = place.needed.rbegin(); needed != place.needed.rend(); ++needed) {
      if (const auto* branch = get_if<If>(*needed))
        body = one(make_stmt(If{branch->condition, std::move(body), false}));
      else
        body.insert(body.begin(), *needed);
    }
    return for_device(body);
  }

  /// Variables of the kernel are arrays of one element here, and the host has checked that products of sizes
  /// fit.
  Body for_device(const Body& body) {
    const auto rule = [&](const ExprPtr& e) -> ExprPtr {
      if (const auto* address = get_if<Unary>(e); address && address->op == "&")
        if (const auto* n = get_if<Name>(address->operand); n && variables_.count(n->text))
          return name(n->text, e->type);
      if (const auto* n = get_if<Name>(e); n && variables_.count(n->text))
        return make_expr(Load{name(n->text, e->type), integer(0)}, e->type);
      if (const auto* call = get_if<Call>(e); call && call->function == "insum::rt::checked_mul")
        return make_expr(Binary{"*", rewrite(call->arguments[0], rule_), rewrite(call->arguments[1], rule_)},
                         e->type);
      return nullptr;
    };
    rule_ = rule;
    return rewrite_exprs(body, rule_);
  }

  const Kernel& kernel_;
  std::set<std::string> taken_;
  std::map<std::string, Type> variables_;          // of the kernel, now arrays
  std::map<std::string, Type> containers_;         // of sparse temporaries, and workspaces of entries
  std::map<std::string, std::string> workspaces_;  // by the names of pointers to them
  std::set<std::string> storage_;                  // variables of the host that say where a temporary is
  std::function<ExprPtr(const ExprPtr&)> rule_;
};

}  // namespace

Kernel map_to_grid(const Kernel& kernel) {
  Kernel result = kernel;
  result.body = GridMapper(kernel).run();
  return result;
}

}  // namespace insum::passes
