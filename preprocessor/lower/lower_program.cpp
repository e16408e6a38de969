#include "lower/lower_program.h"

#include <algorithm>
#include <set>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "loop_ir/rewrite.h"
#include "lower/iterators.h"
#include "lower/lowering.h"
#include "lower/reports.h"
#include "support/internal_error.h"
#include "support/names.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

Lowering::Lowering(const Program& program, bool types_agree, bool records)
    : program_(program), types_agree_(types_agree), records_(records) {
  // What generated code itself needs, and a macro.
  names_ = {"insum",      "std",         "errno",        "insum_record",
            "insum_call", "insum_flops", "insum_tiling", "insum_tiles"};
  for (const Argument& argument : program.arguments) names_.insert(argument->name);
  for (const Program::Tiling::Index& index : program.tiling.indices) names_.insert(index.width->name);
  for (const Tensor& tensor : program.tensors)
    if (!tensor->temporary && tensor->values) names_.insert(tensor->values->name);
}

std::string Lowering::fresh(const std::string& name) {
  std::string unique = is_cpp_keyword(name) ? name + "_" : name;
  for (int n = 2; names_.count(unique); ++n) unique = name + "_" + std::to_string(n);
  names_.insert(unique);
  return unique;
}

std::string Lowering::name_of(const Var& var) {
  auto known = variable_names_.find(var);
  if (known == variable_names_.end()) known = variable_names_.emplace(var, fresh(var->name)).first;
  return known->second;
}

std::string Lowering::bind(const Var& var, Scope& scope) { return scope.names[var] = name_of(var); }

namespace {

lo::Parameter parameter_of(const Argument& argument) {
  using Kind = ArgumentNode::Kind;
  lo::Parameter p;
  p.name = argument->name;
  p.type = open_type(argument->type, argument->type_spelling);
  p.writable = argument->writable;
  p.depth = argument->depth;
  p.call = argument->call;
  switch (argument->kind) {
    case Kind::size:
      p.kind = lo::Parameter::Kind::size;
      break;
    case Kind::scalar:
      p.kind = lo::Parameter::Kind::scalar;
      break;
    case Kind::array:
      p.kind = argument->is_field ? lo::Parameter::Kind::field : lo::Parameter::Kind::array;
      break;
    case Kind::callable:
      p.kind = lo::Parameter::Kind::callable;
      break;
    case Kind::container:
      p.kind = lo::Parameter::Kind::container;
      break;
  }
  return p;
}

}  // namespace

std::vector<SparseState> states_of(const StmtPtr& stmt) {
  std::vector<SparseState> list;
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    if (!assign) return;
    for (const Access& access : sparse_accesses(assign->right)) {
      const bool known = std::any_of(list.begin(), list.end(),
                                     [&](const SparseState& state) { return equal(state.access, access); });
      if (!known) list.push_back({access, 0, lo::integer(0), nullptr, nullptr, nullptr});
    }
  });
  return list;
}

std::vector<StmtPtr> top_level(const StmtPtr& body) {
  const auto* list = get_if<Sequence>(body);
  return list ? list->stmts : std::vector<StmtPtr>{body};
}

void Lowering::size_checks(lo::Body& out) {
  for (const SizeCheck& check : program_.checks) {
    lo::List places;
    for (const SizeCheck::Place& place : check.places)
      places.items.push_back(lo::make_expr(
          lo::List{{quoted(place.tensor), lo::integer(place.mode), index_value(place.size, Scope{})}}, {}));
    out.push_back(lo::make_stmt(lo::Effect{
        lo::make_expr(
            lo::Call{"insum::rt::check_sizes", {quoted(check.index), lo::make_expr(std::move(places), {})}},
            {}),
        false}));
  }
  for (const CoordinateCheck& check : program_.coordinate_checks)
    out.push_back(lo::make_stmt(lo::Effect{
        lo::make_expr(lo::Call{"insum::rt::check_coordinate",
                               {quoted(check.tensor), lo::integer(check.mode),
                                index_value(check.coordinate, Scope{}), index_value(check.size, Scope{})}},
                      {}),
        false}));
  std::set<std::string> seen;  // a tensor may stand there in several shapes
  for (const Tensor& tensor : program_.tensors)
    if (seen.insert(tensor->name).second) format_checks(*tensor, out);
  if (program_.memory) check_at_least("its memory", "bound", program_.memory, 1, out);
}

/// Of a value that is known when the kernel runs only.
void Lowering::check_at_least(const std::string& of, const char* what, const ExprPtr& value, int least,
                              lo::Body& out) {
  if (as_integer(value)) return;
  out.push_back(effect(invoke("insum::rt::check_at_least",
                              {quoted(of), quoted(what), index_value(value, Scope{}), lo::integer(least)})));
}

/// Sizes of blocks and widths.
void Lowering::format_checks(const TensorNode& tensor, lo::Body& out) {
  for (const ExprPtr& size : tensor.block_sizes) check_at_least(tensor.name, "size of a block", size, 1, out);
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    if (tensor.levels[l].level.kind != LevelKind::fixed) continue;
    const bool groups = l > 0 && !can_locate(tensor.levels[l - 1].level);  // of nothing there are none
    check_at_least(tensor.name, groups ? "size of a group" : "width", tensor.levels[l].size, groups ? 1 : 0,
                   out);
  }
}

void Lowering::temporaries(Scope& scope, lo::Body& out) {
  for (const Tensor& tensor : program_.tensors) {
    if (!tensor->temporary || !tensor->dense) continue;
    const lo::Type type = type_of(*tensor);
    bool used_at_top = false;
    for (const StmtPtr& stmt : top_level(program_.body)) used_at_top |= writes(stmt, tensor);
    if (!used_at_top) continue;
    Temporary t{fresh(tensor->name), type, !tensor->sizes.empty(), false};
    if (t.array) {
      const lo::ExprPtr count = count_of(tensor->sizes);
      lo::Allocate made{type, t.name, count};
      made.budget = budget_for(*tensor);
      out.push_back(lo::make_stmt(std::move(made)));
    } else {
      const lo::ExprPtr zero = lo::make_expr(lo::Call{loops::to_string(type), {}}, type);
      out.push_back(lo::make_stmt(lo::Declare{type, t.name, zero, false, ""}));
    }
    scope.temporaries[tensor] = t;
  }
}

/// Temporaries whose first write is not inside a producer are the kernel's own; the others belong to their
/// `where`.
bool Lowering::writes(const StmtPtr& stmt, const Tensor& tensor) const {
  return match(
      stmt, [](const Einsum&) { return false; }, [&](const Assign& n) { return n.left.tensor == tensor; },
      [&](const Forall& n) { return writes(n.body, tensor); },
      [&](const Where& n) { return writes(n.consumer, tensor) && !writes(n.producer, tensor); },
      [&](const Sequence& n) {
        return std::any_of(n.stmts.begin(), n.stmts.end(),
                           [&](const StmtPtr& s) { return writes(s, tensor); });
      },
      [&](const Guard& n) { return writes(n.body, tensor); },
      [&](const MatrixProduct& n) { return writes(n.loops, tensor); });
}

lo::Body Lowering::checks() {
  lo::Body body;
  size_checks(body);
  start_empty(body);
  storage_checks(body);
  return body;
}

lo::Body Lowering::run() {
  lo::Body body;
  Scope scope;
  temporaries(scope, body);
  const std::vector<StmtPtr> list = top_level(program_.body);
  for (const StmtPtr& stmt : list) {
    Scope inner = scope;
    inner.sparse = states_of(stmt);
    if (records_)
      for (lo::StmtPtr& s : count(stmt, inner)) body.push_back(std::move(s));
    lo::Body loops;
    if (!build_result(stmt, inner, loops) && !copy_levels(stmt, inner, loops))
      enter_body(stmt, {}, inner, loops);
    for (const auto& [name, value] : constants_)
      body.push_back(lo::make_stmt(lo::Declare{value->type, name, value, true, ""}));
    constants_.clear();
    if (records_ && is_conversion(stmt)) loops = timed(std::move(loops));
    body.insert(body.end(), loops.begin(), loops.end());
  }
  declare_budget(body);
  body.insert(body.begin(), choices_.begin(), choices_.end());
  return body;
}

namespace {

/// Holds when the types of each set are the same.
std::string all_agree(const std::set<std::set<std::string>>& agreements) {
  std::string text;
  for (const std::set<std::string>& types : agreements) {
    std::string list;
    for (const std::string& type : types) list += (list.empty() ? "" : ", ") + type;
    text += (text.empty() ? "" : " && ") + ("insum::rt::all_same<" + list + ">");
  }
  return text;
}

/// The statements of a kernel. In templates whose types need not be the same there are two forms: tiles, for
/// types that are, and single elements, each computed in the type that C++ gives it.
lo::Body forms_of(const Program& program, bool records) {
  Lowering lowering(program, true, records);
  lo::Body tiles = lowering.run();
  if (lowering.agreements().empty()) return tiles;
  const std::string agree = all_agree(lowering.agreements());
  const auto when = [](const std::string& condition, lo::Body body) {
    return lo::make_stmt(lo::If{lo::name(condition), std::move(body), true});
  };
  const std::string differ = agree.find("&&") == std::string::npos ? "!" + agree : "!(" + agree + ")";
  return {when(agree, std::move(tiles)), when(differ, Lowering(program, false, records).run())};
}

/// A choice that the kernel makes when it is called, which its record is told in words.
struct Choice {
  std::string name, told;
  const char *words, *other_words;
};
lo::Body choose(const Choice& choice, Lowering& lowering, const lo::ExprPtr& holds, lo::Body body,
                lo::Body otherwise, bool records) {
  const std::string name = lowering.fresh(choice.name);
  const lo::ExprPtr value = lo::name(name, truth);
  lo::Body out = {lo::make_stmt(lo::Declare{truth, name, holds, true, ""})};
  if (records) {
    const lo::ExprPtr how =
        lo::make_expr(lo::Ternary{value, quoted(choice.words), quoted(choice.other_words)}, {});
    out.push_back(when_wanted({chosen(choice.told, how)}));
  }
  out.push_back(lo::make_stmt(lo::If{value, std::move(body)}));
  out.push_back(lo::make_stmt(lo::If{lo::make_expr(lo::Unary{"!", value}, truth), std::move(otherwise)}));
  return out;
}

/// ... and those of its alternative.
lo::Body with_alternative(const Program& program, bool records) {
  if (!program.alternative) return forms_of(program, records);
  Lowering lowering(program, true);
  return choose({"rows_pay", "rows", "in workspaces", "merged"}, lowering,
                lowering.workspaces_pay(*program.alternative), forms_of(program, records),
                forms_of(*program.alternative->program, records), records);
}

/// ... and those where few products come.
lo::Body with_scattered(const Program& program, bool records) {
  Lowering lowering(program, true);
  const lo::ExprPtr pay = program.scattered ? lowering.copies_pay(*program.scattered) : nullptr;
  if (!pay) return with_alternative(program, records);
  return choose({"copies_pay", "operands", "in order", "as stored"}, lowering, pay,
                with_alternative(program, records), with_alternative(*program.scattered->program, records),
                records);
}

/// ... and those for results of templates that have 16 bits and those that have more.
lo::Body body_of(const Program& program, bool records) {
  if (!program.in_floats.otherwise) return with_scattered(program, records);
  std::string types;
  for (const std::string& type : program.in_floats.types) types += (types.empty() ? "" : ", ") + type;
  const std::string rounds = "insum::rt::any_small_float<" + types + ">";
  const auto when = [](const std::string& condition, lo::Body body) {
    return lo::make_stmt(lo::If{lo::name(condition), std::move(body), true});
  };
  return {when(rounds, with_scattered(program, records)),
          when("!" + rounds, with_scattered(*program.in_floats.otherwise, records))};
}

/// A kernel of the checks alone.
lo::Kernel checks_of(const Program& program, const std::optional<Origin>& origin) {
  lo::Kernel kernel;
  kernel.name = program.name;
  kernel.place = origin ? origin->file + ":" + std::to_string(origin->line) : program.name;
  for (const Argument& argument : program.arguments) kernel.parameters.push_back(parameter_of(argument));
  kernel.body = Lowering(program, true).checks();
  return kernel;
}

}  // namespace

lo::Kernel placeless(lo::Kernel kernel) {
  const lo::ExprPtr place = quoted(kernel.place), none = quoted("");
  kernel.body = lo::rewrite_exprs(kernel.body,
                                  [&](const lo::ExprPtr& e) { return lo::equal(e, place) ? none : nullptr; });
  kernel.name = "kernel";
  kernel.record = {};
  kernel.place = "";
  kernel.id = quoted_id(kernel.name, std::nullopt);
  return kernel;
}

lo::Kernel lower_checks(const Program& program) { return checks_of(program, std::nullopt); }

std::string quoted_id(const std::string& name, const std::optional<Origin>& origin) {
  if (!origin) return c_string(name);
  return "{" + c_string(name) + ", " + c_string(origin->file + ":" + std::to_string(origin->line)) + "}";
}

lo::Kernel lower_program(const Program& program, const std::optional<Origin>& origin) {
  lo::Kernel kernel = checks_of(program, origin);
  kernel.arrays = Lowering(program, true).array_uses();
  kernel.einsum = origin ? origin->einsum : program.name;
  kernel.deterministic = program.deterministic;
  if (origin) kernel.record = Lowering(program, true).report(*origin, !origin->times_conversions);
  const bool records = origin && origin->times_conversions;
  if (!program.tiling.indices.empty()) {
    const lo::Body tiles = Lowering(program, true, records).tiling(kernel.place, kernel.einsum);
    kernel.body.insert(kernel.body.end(), tiles.begin(), tiles.end());
  }
  const lo::Body body = body_of(program, records);
  kernel.body.insert(kernel.body.end(), body.begin(), body.end());
  kernel.id = quoted_id(kernel.name, origin);
  return kernel;
}

lo::StmtPtr effect(const lo::ExprPtr& call) { return lo::make_stmt(lo::Effect{call, false}); }

lo::ExprPtr quoted(const std::string& text) { return lo::make_expr(lo::Literal{c_string(text)}, {}); }

}  // namespace insum::lower
