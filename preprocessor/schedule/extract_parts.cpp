#include "schedule/extract_parts.h"

#include <algorithm>
#include <set>

#include "index_ir/algebra.h"
#include "index_ir/rewrite.h"
#include "schedule/match_expression.h"
#include "schedule/named_workspace.h"
#include "schedule/sparse_part.h"

namespace insum::schedule {

using namespace index;

namespace {

const Reduce* reduction_of(const ExprPtr& term) {
  const auto* unary = get_if<Unary>(term);
  return get_if<Reduce>(unary && unary->op == UnaryOp::minus ? unary->operand : term);
}

class Extractor {
 public:
  Extractor(Program& program, Diagnostics& diagnostics) : program_(program), diagnostics_(diagnostics) {}

  /// False where something was diagnosed; `done` where nothing of the command is left.
  bool run(const ast::ScheduleCommand& text, bool& done) {
    std::vector<Chain> none;
    Command command{text, program_, none, diagnostics_};
    const auto request = read_request(command);
    if (!request) return false;
    if (!request->policy) return true;
    std::map<Argument, int> builds;
    std::map<std::string, Var> made;
    std::vector<StmtPtr> out;
    bool collected = false, parted = false;
    for (const StmtPtr& stmt : statements()) {
      const Einsum& einsum = std::get<Einsum>(stmt->node);
      const TensorNode& left = *einsum.left.tensor;
      const int build = left.assembled ? builds[left.values]++ : 0;
      if (collects(einsum, *request)) {
        collected = true;
        program_.requests.collected[{left.values, build}].insert(request->name);
      } else if (request->policy->kind != "auto") {
        SparsePart part(command, *request, made);
        const Einsum rest = part.run(einsum);
        if (part.refused) return false;
        parted |= !part.producers.empty();
        out.insert(out.end(), part.producers.begin(), part.producers.end());
        out.push_back(part.producers.empty() ? stmt : make_stmt(rest, stmt->where));
        continue;
      }
      out.push_back(stmt);
    }
    program_.body = sequence(std::move(out));
    done = parted && !collected;
    return true;
  }

  /// Lines `workspace C : hash` of results.
  void note_lines() {
    std::map<Argument, int> builds;
    for (const StmtPtr& stmt : statements()) {
      const TensorNode& left = *std::get<Einsum>(stmt->node).left.tensor;
      if (!left.assembled) continue;
      const int build = builds[left.values]++;
      for (const auto& line : program_.policy_lines)
        if (line.name == left.name && is_sparse_policy(line.policy.kind))
          program_.requests.collected.try_emplace({left.values, build});
    }
  }

 private:
  std::vector<StmtPtr> statements() const {
    const auto* all = get_if<Sequence>(program_.body);
    return all ? all->stmts : std::vector<StmtPtr>{program_.body};
  }

  /// The expression is all that a statement of its own adds to a sparse result, and the indices are the
  /// result's: the workspace is the one that the result needs.
  static bool collects(const Einsum& einsum, const PrecomputeRequest& request) {
    if (!einsum.left.tensor->assembled || einsum.left.tensor->temporary ||
        request.consumer != request.producer)
      return false;
    const std::vector<Var> result = variables_of(einsum.left);
    for (const std::string& name : request.consumer)
      if (std::none_of(result.begin(), result.end(), [&](const Var& var) { return var->name == name; }))
        return false;
    const bool sum = einsum.op == Op::none || einsum.op == Op::add;
    const std::vector<ExprPtr> terms =
        sum ? additive_terms(einsum.right) : std::vector<ExprPtr>{einsum.right};
    const bool apart = terms.size() == 1 || std::any_of(terms.begin(), terms.end(), reduction_of);
    return apart && std::any_of(terms.begin(), terms.end(), [&](const ExprPtr& term) {
             const auto* reduce = get_if<Reduce>(term);
             const auto found = find_factors(request.expr, reduce ? reduce->body : term);
             return found && found->others.empty();
           });
  }

  Program& program_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<Extracted> extract_parts(const Program& program,
                                       const std::vector<ast::ScheduleCommand>& schedule,
                                       Diagnostics& diagnostics) {
  Extracted result{program, {}};
  if (!check_workspace_names(schedule, result.program, diagnostics)) return std::nullopt;
  Extractor extractor(result.program, diagnostics);
  bool good = true;
  for (const ast::ScheduleCommand& text : schedule) {
    bool done = false;
    if (text.name.text == "precompute" && names_sparse_policy(text, result.program))
      good &= extractor.run(text, done);
    if (!done) result.schedule.push_back(text);
  }
  if (!good) return std::nullopt;
  extractor.note_lines();
  return result;
}

}  // namespace insum::schedule
