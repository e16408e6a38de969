#include "schedule/insert_workspaces.h"

#include <algorithm>
#include <set>

#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/dense_workspace.h"
#include "schedule/result_order.h"
#include "schedule/workspace_notes.h"
#include "support/internal_error.h"

namespace insum::schedule {

using namespace index;

namespace {

void not_supported(Diagnostics& diagnostics, const Tensor& tensor, const std::string& what,
                   const std::string& other_remedy = "") {
  diagnostics.report(Diag::not_supported_yet, tensor->where,
                     {what, other_remedy + "leave memory <= ... out"});
}

class WorkspaceInserter {
 public:
  WorkspaceInserter(Program& program, const Target& target, Diagnostics& diagnostics)
      : program_(program), target_(target), diagnostics_(diagnostics) {}

  /// The statements of `group` all add to one result.
  StmtPtr run(std::vector<StmtPtr> group) {
    const Assign first = *building(group.front());
    result_ = first.left.tensor;
    op_ = first.op;
    find_name();
    if (group.size() == 1 && first.op == Op::none) {
      if (!name_.empty() && !part_) report_unused("its entries are computed in the order of its levels");
      if (part_ && policy_)
        program_.notes.push_back(name_ +
                                 " needs no workspace, as its entries are computed in the order of its " +
                                 "levels: what is said of one is not used");
      return group.front();
    }
    if (group.size() == 1 && is_counted(group.front())) return counted(group.front());
    scattering_ = scattering(group);
    const std::vector<StmtPtr> apart = group;
    Around around;
    if (!whole_) around = enter_loops(group, modes_ != 0 ? modes_ : 1, program_);
    // The dense workspace of a grid is a row of each group.
    if (target_.has_grid && policy_ && policy_->kind == "dense" && modes_ <= 1 && has_rows_of_groups(around))
      policy_.reset();
    if (target_.has_grid && !policy_ && !has_rows_of_groups(around)) around = {}, group = apart;
    // Few products are sorted faster together than those of each iteration by themselves.
    if (program_.requests.scatters && !is_row(around.levels.size())) around = {}, group = apart;
    if (modes_ != 0 && around.levels.size() + modes_ < result_->levels.size()) {
      diagnostics_.report(
          Diag::impossible_precompute, where_,
          {name_, "the loops around it do not visit the outer levels of " + result_->name + " in order",
           "give it all indices of " + result_->name + ", or change the order of the loops"});
      return group.front();
    }
    if (!policy_ && (program_.memory || !is_row(around.levels.size()))) {
      name_ = result_->name + "_entries";
      policy_.emplace();
      policy_->kind = "auto";
    }
    StmtPtr stmt = collect(group, around);
    for (auto loop = around.loops.rbegin(); loop != around.loops.rend(); ++loop)
      stmt = make_stmt(Forall{loop->var, stmt, loop->options}, stmt->where);
    return stmt;
  }

 private:
  /// What a precompute command or a workspace line says of the result's workspace.
  void find_name() {
    const auto is_own = [&](const Program::NamedWorkspace& named) {
      return named.result->values == result_->values && named.result->build == result_->build;
    };
    for (const auto& named : program_.named_workspaces)
      if (is_own(named))
        name_ = named.name, where_ = named.where, modes_ = named.modes, policy_ = named.policy,
        part_ = named.part;
    std::erase_if(program_.named_workspaces, is_own);
    if (part_) return;  // a line for its name is what precompute took the policy from
    const auto line = std::find_if(program_.policy_lines.begin(), program_.policy_lines.end(),
                                   [&](const auto& l) { return l.name == result_->name; });
    if (line == program_.policy_lines.end()) return;
    if (policy_)
      diagnostics_.report(Diag::unused_workspace, line->where,
                          {"for " + line->name, "precompute names one", "leave out one of the two"});
    else
      name_ = line->name, where_ = line->where, policy_ = line->policy;
    whole_ = line->policy.kind == "user" && modes_ == 0;
    line->used = true;
  }
  void report_unused(const std::string& why) {
    diagnostics_.report(Diag::unused_workspace, where_,
                        {"for " + result_->name, why, "leave it out, or change the order of the loops"});
  }

  /// The loops visit each entry of the result once, and those of a row of its last level in order.
  bool is_counted(const StmtPtr& stmt) const {
    if (policy_ || program_.memory || result_->keeps_pattern || !has_rows(*result_)) return false;
    const auto chain = as_chain(stmt);
    if (!chain || !visits_each_once(*chain, program_)) return false;
    bool repeatable = true;  // as often as one likes, with nothing of the result changed meanwhile
    for_each_expr(stmt, [&](const ExprPtr& e) {
      const auto* access = get_if<Access>(e);
      const auto* call = get_if<Call>(e);
      repeatable &= !(access && access->tensor->values == result_->values) && !(call && call->callable);
    });
    return repeatable;
  }
  /// Dense levels above one with positions, which is the last.
  static bool has_rows(const TensorNode& result) {
    return has_positions(result.levels.back()) && result.levels.size() > 1 &&
           std::all_of(result.levels.begin(), result.levels.end() - 1, [](const TensorLevel& level) {
             return level.level.kind == LevelKind::dense && level.level.mode.kind == LevelMode::Kind::plain;
           });
  }
  StmtPtr counted(const StmtPtr& stmt) {
    program_.notes.push_back("the entries of " + result_->name +
                             " come in another order than they are stored in: they are " +
                             (target_.has_grid ? "listed first, and then sorted by the position above them"
                                               : "counted first, and then computed where they belong"));
    return rewrite(stmt, [&](const StmtPtr& s) -> StmtPtr {
      const auto* assign = get_if<Assign>(s);
      if (!assign) return nullptr;
      return make_stmt(Assign{assign->left, Op::none, assign->right, false, Assign::Places::counted},
                       s->where);
    });
  }

  /// Rows and a tree below them, or coordinates in lists.
  static bool is_written_by_level(const TensorNode& result) {
    const std::vector<TensorLevel>& levels = result.levels;
    const auto is_plain = [](const TensorLevel& l) { return l.level.mode.kind == LevelMode::Kind::plain; };
    const auto is_listed = [](const TensorLevel& l) { return is_stored(l) && !has_positions(l); };
    const auto tree = std::find_if(levels.begin(), levels.end(), is_stored);
    return !result.keeps_pattern && std::all_of(levels.begin(), levels.end(), is_plain) &&
           tree != levels.end() &&
           (std::all_of(levels.begin(), levels.end(), is_listed) ||
            std::all_of(tree, levels.end(), has_nodes));
  }

  StmtPtr collect(const std::vector<StmtPtr>& group, const Around& around) {
    const std::size_t outer = around.levels.size();
    const bool outermost = around.loops.empty();
    const Tensor workspace = make_workspace(outer);
    Access collected{workspace, {}}, appended{result_, around.levels};
    std::vector<Var> vars;
    const Access written = building(group.front())->left;
    for (std::size_t l = outer; l < result_->levels.size(); ++l) {
      const ExprPtr& size = workspace->sizes[l - outer];
      const bool part = l == outer && !around.parts.empty();
      const Range range = part ? range_of_part(written.subscripts[l], around, size) : Range{integer(0), size};
      vars.push_back(fresh_variable(program_, "c" + std::to_string(l), range));
      collected.subscripts.push_back(var_expr(vars.back()));
      appended.subscripts.push_back(var_expr(vars.back()));
    }
    const auto places = outermost && policy_ && !target_.has_grid && is_written_by_level(*result_)
                            ? Assign::Places::by_level
                            : Assign::Places::behind;
    StmtPtr consumer =
        make_stmt(Assign{appended, Op::none, make_expr(collected, workspace->type), false, places},
                  group.front()->where);
    for (auto var = vars.rbegin(); var != vars.rend(); ++var) {
      LoopOptions options;
      options.parallel = outermost && policy_ && var + 1 == vars.rend();
      consumer = make_stmt(Forall{*var, consumer, options}, group.front()->where);
    }
    std::vector<StmtPtr> producers;
    for (const StmtPtr& stmt : group) producers.push_back(into(stmt, workspace, outer, outermost && policy_));
    program_.notes.push_back(
        workspace_note({result_, workspace, scattering_, group.front(), around}, program_, target_));
    return make_stmt(Where{consumer, sequence(std::move(producers))}, group.front()->where);
  }

  /// `stmt` with what it adds to the result going to the workspace; without threads of its own, unless it is
  /// outermost and `parallel`.
  StmtPtr into(const StmtPtr& stmt, const Tensor& workspace, std::size_t outer, bool parallel) const {
    StmtRule rule;
    rule = [&](const StmtPtr& s) -> StmtPtr {
      if (const auto* loop = get_if<Forall>(s); loop && loop->options.parallel && !(parallel && s == stmt)) {
        LoopOptions options = loop->options;
        options.parallel = false;
        return make_stmt(Forall{loop->var, rewrite(loop->body, rule), options}, s->where);
      }
      const auto* assign = get_if<Assign>(s);
      if (!assign || !assign->left.tensor->assembled) return nullptr;
      const auto from = assign->left.subscripts.begin() + static_cast<std::ptrdiff_t>(outer);
      return make_stmt(Assign{{workspace, {from, assign->left.subscripts.end()}}, op_, assign->right},
                       s->where);
    };
    return rewrite(stmt, rule);
  }

  /// Groups of lanes collect rows that go to a level by themselves, and all other entries together.
  bool has_rows_of_groups(const Around& around) const {
    const auto stored = std::count_if(result_->levels.begin(), result_->levels.end(), is_stored);
    return stored == 1 && has_positions(result_->levels.back()) && is_row(around.levels.size());
  }

  /// One mode is left, of which every coordinate can have a place in memory.
  bool is_row(std::size_t outer) const {
    constexpr long long most = 1LL << 24;  // as rt::most_dense_row
    if (outer + 1 != result_->levels.size()) return false;
    const ExprPtr size = extent_of(*result_, result_->levels.back().level.mode);
    if (const auto known = as_integer(size)) return *known <= most;
    for (const SizeCheck& check : program_.checks) {  // another tensor may say it
      const auto same = [&](const SizeCheck::Place& place) { return equal(place.size, size); };
      if (std::none_of(check.places.begin(), check.places.end(), same)) continue;
      for (const SizeCheck::Place& place : check.places)
        if (const auto known = as_integer(place.size); known && *known > most) return false;
    }
    return true;
  }

  Tensor make_workspace(std::size_t outer) {
    const bool row = !policy_.has_value();
    TensorNode node;
    const std::string name = modes_ != 0 ? name_ : result_->name + (row ? "_row" : "_entries");
    node.name = unique_name(program_, name, "");
    node.policy = policy_;
    set_workspace_type(node, op_, result_);
    node.temporary = true;
    node.dense = false;
    node.storage_form = true;
    node.workspace = row ? TensorNode::Workspace::row : TensorNode::Workspace::entries;
    node.format_name = (row ? "row" : policy_->kind) + " workspace";
    const auto local = [&](ArgumentNode::Kind kind, const std::string& name) {
      ArgumentNode argument;
      argument.kind = kind;
      argument.name = name;
      return std::make_shared<const ArgumentNode>(std::move(argument));
    };
    for (std::size_t l = outer; l < result_->levels.size(); ++l) {
      const std::size_t mode = l - outer;
      node.sizes.push_back(extent_of(*result_, result_->levels[l].level.mode));
      Level level;
      level.kind = mode == 0 ? LevelKind::compressed : LevelKind::singleton;
      level.mode.mode = static_cast<int>(mode);
      level.implicit_pos = mode == 0;
      level.unique = l + 1 == result_->levels.size();
      TensorLevel stored{
          level,
          {local(ArgumentNode::Kind::array, node.name + "_crd" + (row ? "" : std::to_string(mode)))},
          nullptr};
      if (mode == 0) stored.size = argument_expr(local(ArgumentNode::Kind::size, node.name + "_count"));
      node.levels.push_back(std::move(stored));
    }
    ArgumentNode values;
    values.kind = ArgumentNode::Kind::array;
    values.name = node.name + "_vals";
    values.type = node.type;
    values.type_spelling = node.type_spelling;
    node.values = std::make_shared<const ArgumentNode>(std::move(values));
    const Tensor tensor = std::make_shared<const TensorNode>(std::move(node));
    program_.tensors.push_back(tensor);
    return tensor;
  }

  Program& program_;
  const Target& target_;
  Tensor result_;
  Op op_ = Op::add;
  Diagnostics& diagnostics_;
  std::string name_, scattering_;
  SourceRange where_;
  bool part_ = false;      // the result is a temporary of precompute
  std::size_t modes_ = 0;  // of a workspace that precompute names
  std::optional<WorkspacePolicy> policy_;
  bool whole_ = false;  // all modes are collected: a line's type of the user's has the rank of the result
};

/// The tag by which the runtime knows what is put into a workspace.
std::string tag_of(const StmtPtr& body, const Tensor& workspace) {
  Op op = Op::none;
  for_each_stmt(body, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    if (assign && assign->left.tensor == workspace) op = assign->op;
  });
  switch (op) {
    case Op::none:
    case Op::add:
      return "op_add";
    case Op::mul:
      return "op_mul";
    case Op::min:
      return "op_min";
    case Op::max:
      return "op_max";
    case Op::logical_or:
    case Op::bit_or:
      return "op_or";
    case Op::logical_and:
    case Op::bit_and:
      return "op_and";
  }
  internal_error("an operator without a tag");
}

/// A type of the user's has the rank, the value type and the reduction of what it collects.
void check_types(const Program& program, Diagnostics& diagnostics) {
  for (const auto& line : program.policy_lines)
    for (const Tensor& tensor : program.tensors) {
      if (!line.policy.type || !tensor->policy || tensor->policy->type != line.policy.type) continue;
      const auto no = [&](const std::string& why) {
        diagnostics.report(Diag::workspace_type, line.type.where, {line.type.text, why});
      };
      const auto modes = static_cast<int>(tensor->levels.size());
      if (line.type.rank != 0 && line.type.rank != modes)
        no("its rank is " + std::to_string(line.type.rank) + ", of what it collects " +
           std::to_string(modes));
      else if (line.type.value != ElementType::dependent && tensor->type != ElementType::dependent &&
               line.type.value != tensor->type)
        no("its value_type is " + cpp_name(line.type.value) + ", of what it collects " +
           cpp_name(tensor->type));
      else if (const std::string tag = tag_of(program.body, tensor);
               !line.type.reduction.empty() && line.type.reduction != tag)
        no("its reduction is insum::" + line.type.reduction + ", of what it collects insum::" + tag);
      else
        continue;
      break;
    }
}

}  // namespace

std::optional<Program> insert_workspaces(const Program& program, const Target& target,
                                         Diagnostics& diagnostics) {
  const int errors = diagnostics.error_count();
  Program result = program;
  const auto* all = get_if<Sequence>(program.body);
  const std::vector<StmtPtr> list = all ? all->stmts : std::vector<StmtPtr>{program.body};
  std::vector<StmtPtr> out;
  for (std::size_t s = 0; s < list.size();) {
    const auto written = building(list[s]);
    std::vector<StmtPtr> group = {list[s++]};
    if (!written) {
      out.push_back(group.front());
      continue;
    }
    const auto same = [&](const StmtPtr& stmt) {
      const auto next = building(stmt);
      return next && next->left.tensor == written->left.tensor && !next->defines && !written->defines;
    };
    while (s < list.size() && same(list[s])) group.push_back(list[s++]);
    out.push_back(WorkspaceInserter(result, target, diagnostics).run(std::move(group)));
  }
  for (const auto& line : result.policy_lines)
    if (!line.used)
      diagnostics.report(
          Diag::unused_workspace, line.where,
          {line.name,
           "no precompute makes one of this name, and no sparse result of this name is collected in one",
           "name one or the other"});
  result.body = sequence(std::move(out));
  check_types(result, diagnostics);
  std::set<std::string> beside;  // tensors are listed once as results and once as operands
  for (const Tensor& tensor : result.tensors)
    if (result.memory && tensor->temporary && !tensor->sizes.empty() && tensor->floats_of.empty() &&
        tensor->workspace == TensorNode::Workspace::none && beside.insert(tensor->name).second)
      not_supported(
          diagnostics, result.outputs.front(), "a bound of the memory beside " + name_in_messages(*tensor),
          tensor->copy_of.empty()
              ? ""
              : "store " + tensor->copy_of + " as " + tensor->format_name + ", try schedule no_convert, or ");
  if (diagnostics.error_count() != errors) return std::nullopt;
  return result;
}

}  // namespace insum::schedule
