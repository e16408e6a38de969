// loopfuse(n, left, path)   forall r, i, j: S(e(r,i) * f(r,j))  ->
//                           forall r: where forall j: S(W * f(r,j)) with forall i: W += e(r,i)
// The nest that the path leads to is split: its first n operands, or with `right` the others, are a producer,
// whose workspace takes their place in the term that is left, the consumer. Both keep the order of the loops,
// and the outermost ones that both have are around the two. Refused where the operator of the nest does not
// distribute over products, and where a part cannot be computed apart.
#include <algorithm>
#include <set>

#include "index_ir/algebra.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/branches.h"
#include "schedule/insert_parted.h"
#include "schedule/part_off.h"
#include "schedule/shared_rows.h"

namespace insum::schedule {

using namespace index;

namespace {

bool refuse_nest(Command& command, const Chain& nest, const std::string& why, const std::string& remedy) {
  return refuse(command, Diag::impossible_loopfuse, {nest.assign.left.tensor->name, why, remedy});
}

/// The term as its first `count` operands and the others; what keeps it to rows comes last.
struct Operands {
  std::vector<ExprPtr> list, rows;

  explicit Operands(const ExprPtr& term) {
    for (const ExprPtr& factor : factors(term)) (is_rows(factor) ? rows : list).push_back(factor);
  }
  Factors split(std::size_t count, bool left) const {
    const auto middle = list.begin() + static_cast<std::ptrdiff_t>(count);
    Factors parts{{list.begin(), middle}, {middle, list.end()}};
    if (!left) std::swap(parts.named, parts.others);
    parts.others.insert(parts.others.end(), rows.begin(), rows.end());
    return parts;
  }
};

/// The nest that is meant, the one there whose term has several operands, or one; null where that is none or
/// not the only one (diagnosed).
Chain* nest_to_split(Command& command) {
  const auto& arguments = command.text.arguments;
  const bool in_list = arguments.size() == 3;
  if (in_list && !command.text.path.empty()) {
    command.diagnostics.report(Diag::schedule_argument, command.text.path.front().range,
                               {"loopfuse", "one path, and has {...} already"});
    return nullptr;
  }
  const auto path =
      read_path(command, in_list ? std::vector<ast::ScheduleArgument>{arguments[2]} : command.text.path);
  if (!path) return nullptr;
  const std::vector<Chain*> nests = nests_at(command, *path);
  std::vector<Chain*> products;
  for (Chain* nest : nests)
    if (Operands(nest->assign.right).list.size() > 1) products.push_back(nest);
  if (products.empty()) return nests.empty() ? nullptr : nests[0];
  if (products.size() == 1) return products[0];
  refuse_nest(command, *products[0],
              "another one, of " + products[1]->assign.left.tensor->name + ", is a product as well",
              "give each product a block of its own");
  return nullptr;
}

/// "B_C" for B[i,j,k] * C[i,l], "B_part" for one operand.
std::string workspace_name(const Factors& parts, const Chain& nest, const Program& program) {
  std::string name;
  std::size_t operands = 0;
  for (const ExprPtr& factor : parts.named)
    for (const Access& access : accesses_of(factor))
      name += (operands++ == 0 ? "" : "_") + access.tensor->name;
  if (operands == 0) name = nest.assign.left.tensor->name;
  return unique_name(program, operands > 1 ? name : name + "_part", "_");
}

/// The loops over which the producer has different values, and which what is left or the result needs.
std::vector<Var> indices_between(const Chain& nest, const Factors& parts, const std::vector<Var>& around) {
  const ElementType type = nest.assign.right->type;
  const ExprPtr part = product(parts.named, type), rest = product(parts.others, type),
                left = make_expr(nest.assign.left, type);
  std::vector<Var> list;
  for (const Var& var : nest.vars())
    if (!contains(around, var) && uses(part, var) && (uses(rest, var) || uses(left, var)))
      list.push_back(var);
  return list;
}

/// "B_C[j, k] holds B[i,j,k] * C[i,l], inside of the loop over l".
std::string note(const Parted& parted, std::size_t around, const Program& program) {
  const Assign& made = parted.producer.assign;
  std::vector<Var> inside;
  for (std::size_t m = around; m < made.left.subscripts.size(); ++m)
    inside.push_back(as_var(made.left.subscripts[m]));
  std::string text = made.left.tensor->name + "[" + names(inside) + "] holds " + to_string(made.right);
  const std::vector<Var> loops = loops_around(parted.producer, program);
  return text + (loops.empty()
                     ? ""
                     : (loops.size() == 1 ? ", inside of the loop over " : ", inside of the loops over ") +
                           names(loops));
}

bool split_nest(Command& command, Chain& nest, const Factors& parts, std::size_t place) {
  Program& program = command.program;
  const Refuse no = [&](const std::string& why, const std::string&) {
    refuse_nest(command, nest, why, "split it at another place, or leave loopfuse out");
  };
  const std::vector<Var> context = loops_around(nest, program),
                         around = loops_to_share(nest, parts, context, program);
  Part part{parts, indices_between(nest, parts, around), {}, workspace_name(parts, nest, program)};
  for (const Var& var : part.indices) part.producer.push_back(var->name);
  part.branch = Part::Branch{around, place};
  std::map<std::string, Var> none;
  auto parted = part_off(nest, part, program, none, no);
  if (!parted) return false;
  parted->producer.around = around;
  parted->consumer.around = around.size() > context.size() ? around : context;
  program.notes.push_back(note(*parted, around.size(), program));
  std::vector<Chain> chains;
  for (const Chain& chain : command.chains)
    if (&chain != &nest)
      chains.push_back(chain);
    else if (!insert_parted(std::move(*parted), chains, no))
      return false;
  command.chains = std::move(chains);
  return true;
}

}  // namespace

bool loopfuse(Command& command) {
  if (!has_argument_count(command, 2, 3)) return false;
  const auto* side = std::get_if<ast::Name>(&command.text.arguments[1].value);
  if (!side || (side->text != "left" && side->text != "right")) {
    command.diagnostics.report(Diag::schedule_argument, command.text.arguments[1].range,
                               {"loopfuse", "left or right here, the side of the producer"});
    return false;
  }
  Chain* nest = nest_to_split(command);
  if (!nest) return false;
  if (nest->assign.op != Op::add)
    return refuse_nest(command, *nest,
                       std::string("'") + to_string(nest->assign.op) + "' does not distribute over a product",
                       "leave loopfuse out");
  const Operands operands(nest->assign.right);
  if (operands.list.size() < 2)
    return refuse_nest(command, *nest, "its term is no product of several operands",
                       "leave loopfuse out, or use precompute for a part of the term");
  const auto count = number_argument(command, 0, 1, static_cast<long long>(operands.list.size()) - 1);
  if (!count) return false;
  const bool left = side->text == "left";
  const auto first = static_cast<std::size_t>(*count);
  return split_nest(command, *nest, operands.split(first, left), left ? 0 : first);
}

}  // namespace insum::schedule
