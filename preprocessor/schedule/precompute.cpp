// precompute(e, {i}, {i}, W, dense)   S(e(i))  ->  where S(W[i]) with W[i] = e(i)
// A part of the right side gets loops of its own. Refused for what is no factor of a term, and where loops
// around the workspace would not be those that fill it. Kinds other than dense: named_workspace.cpp,
// sparse_part.cpp.
#include <algorithm>
#include <map>

#include "ast/ast_printer.h"
#include "index_ir/algebra.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/choose_schedule.h"
#include "schedule/command.h"
#include "schedule/dense_workspace.h"
#include "schedule/match_expression.h"
#include "schedule/named_workspace.h"
#include "schedule/precompute_request.h"
#include "schedule/to_positions.h"

namespace insum::schedule {

using namespace index;

namespace {

bool uses_any(const ExprPtr& expr, const std::vector<Var>& vars) {
  return std::any_of(vars.begin(), vars.end(), [&](const Var& var) { return uses(expr, var); });
}

/// A request whose indices are those of the nests.
struct Request {
  ast::ExprPtr expr;
  std::vector<Var> consumer;
  std::vector<std::string> producer;
  std::string name;
};

Request with_variables(const PrecomputeRequest& written, const Program& program) {
  Request request{written.expr, {}, written.producer, written.name};
  for (const std::string& name : written.consumer)
    request.consumer.push_back(*std::find_if(program.variables.begin(), program.variables.end(),
                                             [&](const Var& var) { return var->name == name; }));
  return request;
}

/// The two nests in the place of one.
struct Parted {
  Chain producer, consumer;
};

class Precomputer {
 public:
  Precomputer(Command& command, const Request& request, std::map<std::string, Var>& made)
      : command_(command), program_(command.program), request_(request), made_(made) {}

  std::optional<Parted> run(const Chain& chain, const Factors& found) {
    const std::vector<Var> vars = chain.vars();
    const ElementType type = chain.assign.right->type;
    const ExprPtr part = product(found.named, type), rest = product(found.others, type);
    for (const Var& var : request_.consumer)
      if (!chain.has(var))
        return refuse("the nest has no loop over " + var->name, "name loops of the nest");
      else if (!uses(part, var))
        return refuse("it has no index " + var->name, "name its own indices");
    // Loops of the part: those of the workspace, those that are reduced inside of it, and those around both
    // nests.
    for (const Var& var : vars) {
      if (contains(request_.consumer, var)) continue;
      const bool outside = uses(rest, var) || uses(make_expr(chain.assign.left, type), var);
      if (!uses(part, var)) continue;
      (outside ? around_ : reduced_).push_back(var);
    }
    if (!is_legal(chain, part)) return std::nullopt;

    Parted result{chain, chain};
    std::map<Var, ExprPtr> renamed;
    std::vector<Var> own_vars;
    std::vector<ExprPtr> sizes, written, read;
    for (const Var& var : around_)
      sizes.push_back(program_.ranges.at(var).end), written.push_back(var_expr(var)),
          read.push_back(var_expr(var));
    for (std::size_t n = 0; n < request_.consumer.size(); ++n) {
      const Var& var = request_.consumer[n];
      const Var own = request_.producer[n] == var->name ? var : producer_index(request_.producer[n], var);
      if (own != var) renamed[var] = var_expr(own);
      own_vars.push_back(own);
      sizes.push_back(workspace_extent(chain, var, program_));
      written.push_back(var_expr(own)), read.push_back(var_expr(var));
    }
    const Tensor workspace =
        dense_workspace(program_, request_.name, sizes, chain.assign.op, part, chain.assign.left.tensor);
    result.producer.assign = Assign{{workspace, written},
                                    chain.assign.op == Op::none ? Op::add : chain.assign.op,
                                    substitute(part, renamed),
                                    true};
    result.producer.loops =
        ordered(chain, [&](const Var& var) { return uses(part, var) || contains(request_.consumer, var); });
    for (Loop& loop : result.producer.loops)
      if (const auto own = renamed.find(loop.var); own != renamed.end()) loop.var = as_var(own->second);
    choose_tile(result.producer, own_vars, around_, program_);
    std::vector<ExprPtr> factors = found.others;
    factors.insert(factors.begin(), make_expr(Access{workspace, read}, workspace->type, chain.where));
    result.consumer.assign.right = with_types(product(factors, type), chain.assign.left.tensor->type);
    result.consumer.loops = ordered(chain, [&](const Var& var) { return !contains(reduced_, var); });
    for (const Chain* nest : {&result.producer, &result.consumer})
      for (const Loop& loop : nest->loops)
        for (const Var& var : vars)
          if (const Range& range = program_.ranges.at(loop.var);
              (uses(range.begin, var) || uses(range.end, var)) && !nest->has(var))
            return refuse("the range of the loop over " + loop.var->name + " depends on " + var->name,
                          "give the workspace that index as well");
    for (const Chain* nest : {&result.producer, &result.consumer})
      if (const auto constraint = order_obstacle(*nest, nest->vars(), program_))
        return refuse(constraint->why, "put the loops around the workspace outermost with reorder");
    if (is_built_inside(result.consumer, result.consumer.vars()))
      return refuse(chain.assign.left.tensor->name + " is built in parts of the outermost loop",
                    "precompute first, then parallelize");
    if (!part_conditions(chain, result)) return std::nullopt;
    return result;
  }

 private:
  std::optional<Parted> refuse(const std::string& why, const std::string& remedy) {
    schedule::refuse(command_, Diag::impossible_precompute, {ast::print(*request_.expr), why, remedy});
    return std::nullopt;
  }

  bool is_legal(const Chain& chain, const ExprPtr& part) {
    const auto no = [&](const std::string& why, const std::string& remedy) {
      return refuse(why, remedy).has_value();
    };
    if (chain.assign.op != Op::add && !equal(part, chain.assign.right))
      return no(std::string("'") + to_string(chain.assign.op) + "' does not distribute over a product",
                "precompute the whole right side");
    for (const Access& access : index::sparse_accesses(part))
      if (chain.assign.op == Op::none)
        return no("the term is stored only where " + name_in_messages(*access.tensor) + " stores something",
                  "leave " + name_in_messages(*access.tensor) + " out of it");
    for (const Access& access : index::sparse_accesses(part))
      if (access.optional)
        return no("the term also runs where " + name_in_messages(*access.tensor) + " stores nothing",
                  "compute that part in an Einsum of its own");
    const Access& left = chain.assign.left;
    for (const Access& access : index::sparse_accesses(part))
      if (has_pattern_of(*left.tensor, *access.tensor))
        return no(
            left.tensor->name + " has its entries where " + name_in_messages(*access.tensor) + " has them",
            "leave " + name_in_messages(*access.tensor) + " out of it");
    for (const Var& var : request_.consumer)
      if (!workspace_extent(chain, var, program_))
        return no("the loop over " + var->name + " has no constant number of values",
                  "use another index for the workspace");
    for (const Var& var : around_) {
      if (const auto driver = driver_of(chain, var))
        return no("the loop over " + var->name + " around the workspace enumerates " + describe(*driver),
                  "give the workspace that index as well");
      const Range& range = program_.ranges.at(var);
      if (as_integer(range.begin) != 0 || !variables_of(range.end).empty())
        return no("the range of the loop over " + var->name + " around the workspace depends on others",
                  "give the workspace that index as well");
    }
    return true;
  }

  Var producer_index(const std::string& name, const Var& like) {
    const Var own = fresh_variable(program_, name, program_.ranges.at(like));
    if (const auto [first, fresh] = made_.emplace(name, own); !fresh)
      program_.derived.emplace(first->second, std::vector<Var>{own});
    return own;
  }

  /// The chain's loops that are `wanted`, those around the workspace first.
  template <class F>
  std::vector<Loop> ordered(const Chain& chain, const F& wanted) const {
    std::vector<Loop> list;
    for (const Var& var : around_) list.push_back(*chain.find(var));
    for (const Loop& loop : chain.loops)
      if (!contains(around_, loop.var) && wanted(loop.var)) list.push_back(loop);
    return list;
  }

  /// Each condition goes where all its indices are.
  bool part_conditions(const Chain& chain, Parted& result) {
    result.producer.conditions.clear();
    result.consumer.conditions.clear();
    for (const ExprPtr& condition : chain.conditions) {
      if (!index::sparse_accesses(condition).empty())
        return refuse("the term runs where one of several operands is stored",
                      "compute that part in an Einsum of its own")
            .has_value();
      if (uses_any(condition, reduced_))
        result.producer.conditions.push_back(condition);
      else
        result.consumer.conditions.push_back(condition);
      for (const Var& var : variables_of(condition))
        if (uses_any(condition, reduced_) && !result.producer.has(var))
          return refuse("a condition of the term has indices of both nests", "leave precompute out")
              .has_value();
    }
    return true;
  }

  Command& command_;
  Program& program_;
  const Request& request_;
  std::map<std::string, Var>& made_;  // new indices of the nests before this one, by their names
  std::vector<Var> around_, reduced_;
};

/// In front of all nests that build the consumer's result together: a nest between them would part them.
bool insert_producer(Command& command, const Request& request, Chain producer, const Chain& consumer,
                     std::vector<Chain>& chains) {
  const TensorNode& built = *consumer.assign.left.tensor;
  auto at = chains.end();
  while (built.assembled && at != chains.begin() && std::prev(at)->assign.left.tensor->values == built.values)
    --at;
  for (const Access& access : accesses_of(producer.assign.right))
    if (at != chains.end() && access.tensor->values && access.tensor->values == built.values)
      return refuse(command, Diag::impossible_precompute,
                    {ast::print(*request.expr), "it reads " + built.name + ", which terms before it build",
                     "compute it in an Einsum of its own"});
  chains.insert(at, std::move(producer));
  return true;
}

bool occurs_in_sum(const ast::ExprPtr& wanted, const std::vector<Chain>& chains) {
  bool found = false;
  for (const Chain& chain : chains)
    index::for_each_expr(chain.assign.right, [&](const ExprPtr& e) {
      found |= e != chain.assign.right && find_factors(wanted, e).has_value();
    });
  return found;
}

}  // namespace

bool precompute(Command& command) {
  const auto written = read_request(command);
  if (!written) return false;
  if (written->policy) {
    if (written->policy->kind != "auto" || collects_whole_terms(command, *written))
      return collect_in_workspace(command, *written);
    WorkspacePolicy without_options;
    without_options.kind = "auto";
    if (*written->policy != without_options)
      return refuse(command, Diag::schedule_argument,
                    {"precompute", "capacity, pipeline and double_buffer for whole terms of sparse results"});
  }
  const Request request = with_variables(*written, command.program);
  std::vector<Chain> chains;
  std::map<std::string, Var> made;
  bool any = false;
  for (const Chain& chain : command.chains) {
    const auto found = find_factors(request.expr, chain.assign.right);
    if (!found) {
      chains.push_back(chain);
      continue;
    }
    any = true;
    auto parted = Precomputer(command, request, made).run(chain, *found);
    if (!parted) return false;
    if (!insert_producer(command, request, std::move(parted->producer), parted->consumer, chains))
      return false;
    chains.push_back(std::move(parted->consumer));
  }
  if (!any) {
    const bool merged = occurs_in_sum(request.expr, command.chains);
    return refuse(command, Diag::impossible_precompute,
                  {ast::print(*request.expr),
                   merged ? "the terms of the sum are computed together, entry by entry"
                          : "it is no product of factors of a term",
                   merged ? "give it a tensor line and an Einsum of its own" : "write it as in the Einsum"});
  }
  command.chains = std::move(chains);
  return true;
}

}  // namespace insum::schedule
