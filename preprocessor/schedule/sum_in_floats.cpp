#include "schedule/sum_in_floats.h"

#include <algorithm>
#include <set>

#include "index_ir/dependent_types.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"
#include "schedule/dense_workspace.h"
#include "schedule/dependence.h"
#include "schedule/keep_results.h"

namespace insum::schedule {

using namespace index;

namespace {

bool is_rounded(const TensorNode& result, bool in_templates) {
  if (!result.dense || result.assembled || result.workspace != TensorNode::Workspace::none) return false;
  return result.type == ElementType::f16 || result.type == ElementType::bf16 ||
         (in_templates && result.type == ElementType::dependent && !result.temporary);
}

/// A sum or a product; the least and the largest of values are among them.
bool rounds(Op op) { return op == Op::add || op == Op::mul; }

/// Each element takes in one value, which the loops inside of its own have in a register until it is whole.
bool combines_once(const Chain& chain, const Program& program) {
  const std::vector<Var> result = variables_of(chain.assign.left);
  std::size_t outer = 0;
  for (std::size_t l = 0; l < chain.loops.size(); ++l)
    if (contains(result, chain.loops[l].var)) outer = l + 1;
  if (const auto kept = loops_around_kept(program, chain)) outer = std::min(outer, *kept);
  for (std::size_t l = 0; l < outer; ++l) {
    const Var& var = chain.loops[l].var;
    const bool in_runs = l == 0 && chain.loops[l].options.runs && writes_apart_in_runs(chain, var, program);
    if (!in_runs && !writes_apart(chain, var, program)) return false;
  }
  return true;
}

/// Nests that combine into the same elements. Others stand between them that have nothing to do with these.
class Group {
 public:
  Group(std::vector<Chain> chains, Program& program) : chains_(std::move(chains)), program_(program) {}

  bool rounds_often() const { return chains_.size() > 1 || !combines_once(chains_.front(), program_); }

  /// For each of the nests what stands in its place: nests in floats. The first fetch old values before it,
  /// the last round after it.
  std::vector<std::vector<Chain>> in_floats() {
    choose_indices();
    const Tensor floats = workspace();
    Access own{floats, {}};
    for (const std::size_t mode : modes_) own.subscripts.push_back(element_.subscripts[mode]);
    std::vector<std::vector<Chain>> list(chains_.size());
    if (!chains_.front().assign.defines) list.front().push_back(copy(own, element_));
    for (std::size_t c = 0; c < chains_.size(); ++c) {
      Chain chain = chains_[c];
      std::vector<ExprPtr> subscripts;
      for (const std::size_t mode : modes_) subscripts.push_back(chain.assign.left.subscripts[mode]);
      chain.assign.left = {floats, std::move(subscripts)};
      list[c].push_back(std::move(chain));
    }
    list.back().push_back(copy(element_, own));
    for (Program::Cached& cached : program_.cached)
      if (cached.result && cached.tensor == element_.tensor->name) cached.tensor = floats->name;
    if (left().tensor->type == ElementType::dependent)
      program_.in_floats.types.insert(left().tensor->type_spelling);
    say(*floats);
    return list;
  }

 private:
  const Access& left() const { return chains_.front().assign.left; }

  /// An element of the result: its indices are those of the nests where these are the same in all of them, so
  /// that loops over rows can be joined.
  void choose_indices() {
    element_ = left();
    std::set<Var> taken;
    for (std::size_t m = 0; m < element_.subscripts.size(); ++m) {
      ExprPtr& subscript = element_.subscripts[m];
      if (is_fixed(subscript)) continue;
      modes_.push_back(m);
      const ExprPtr& size = element_.tensor->sizes[m];
      const Var var = as_var(subscript);
      const bool own = var && as_integer(program_.ranges.at(var).begin) == 0 &&
                       equal(program_.ranges.at(var).end, size) && taken.insert(var).second;
      if (!own) subscript = var_expr(fresh_variable(program_, "z" + std::to_string(m), {integer(0), size}));
    }
  }

  /// The mode that has neighbours in memory is innermost in the workspace as well.
  Tensor workspace() {
    const TensorNode& result = *left().tensor;
    std::vector<ExprPtr> sizes;
    for (const std::size_t mode : modes_) sizes.push_back(result.sizes[mode]);
    const Chain& last = chains_.back();
    const int whole = may_share_rows() ? -1 : 0;
    const Tensor made = dense_workspace(program_, result.name + "_floats", sizes, last.assign.op,
                                        last.assign.right, left().tensor, whole);
    TensorNode node = *made;
    node.floats_of = result.name;
    for (const Chain& chain : chains_) widen(node, chain.assign.right);
    if (const auto inner = std::find_if(modes_.begin(), modes_.end(),
                                        [&](std::size_t m) { return as_integer(result.strides[m]) == 1; });
        inner != modes_.end() && inner + 1 != modes_.end()) {
      const auto place = static_cast<std::size_t>(inner - modes_.begin());
      ExprPtr stride = integer(1);
      node.strides[place] = stride, stride = node.sizes[place];
      for (std::size_t m = node.sizes.size(); m-- > 0;)
        if (m != place) node.strides[m] = stride, stride = mul(stride, node.sizes[m]);
    }
    program_.tensors.back() = std::make_shared<const TensorNode>(std::move(node));
    return program_.tensors.back();
  }

  /// Any nest may have operands of a wider type.
  void widen(TensorNode& node, const ExprPtr& right) const {
    TensorNode other = node;
    set_workspace_type(other, Op::add, right, left().tensor);
    const ElementType type = common_type(node.type, other.type);
    if (type == ElementType::dependent)
      node.type_spelling = common_spelling(operand_spelling(node), operand_spelling(other));
    node.type = type;
  }

  /// Joined loops are those of the rows: what the schedule wants of loops would be lost.
  bool may_share_rows() const {
    return std::all_of(chains_.begin(), chains_.end(), [](const Chain& chain) {
      if (chain.loops.empty() || !chain.loops.front().options.parallel) return false;
      return std::all_of(chain.loops.begin(), chain.loops.end(), [](const Loop& loop) {
        return loop.options.axis == Axis::none && loop.options.unroll == 1 &&
               loop.options.balance == LoopOptions::Balance::automatic;
      });
    });
  }

  Chain copy(const Access& to, const Access& from) const {
    Chain chain{{}, {}, Assign{to, Op::none, make_expr(from, from.tensor->type)}, chains_.back().where};
    Var innermost;
    for (const std::size_t mode : modes_) {
      const Var var = as_var(element_.subscripts[mode]);
      if (as_integer(element_.tensor->strides[mode]) == 1 && !innermost)
        innermost = var;
      else
        chain.loops.push_back({var, {}});
    }
    if (innermost) chain.loops.push_back({innermost, {}});
    if (chain.loops.empty()) return chain;
    chain.loops.front().options.parallel = true;
    chain.loops.back().options.vector = innermost != nullptr;
    return chain;
  }

  void say(const TensorNode& floats) {
    const TensorNode& result = *element_.tensor;
    const bool open = result.type == ElementType::dependent;
    const std::string how =
        chains_.size() > 1 ? "by " + std::to_string(chains_.size()) + " nests of loops" : "step by step";
    const std::string type =
        floats.type == ElementType::dependent ? "the type they are computed in" : cpp_name(floats.type);
    const std::string bound = program_.memory ? ", counted in the bound of the memory" : "";
    program_.notes.push_back((open ? "where " + result.type_spelling + " has 16 bits, " : "") +
                             "elements of " + result.name + " are combined " + how + " in " + floats.name +
                             ", a workspace of " + type + bound + ", and rounded once, at the end");
  }

  std::vector<Chain> chains_;
  Program& program_;
  Access element_;                  // of the result
  std::vector<std::size_t> modes_;  // those that are no fixed coordinates
};

bool reads_result(const Chain& chain) {
  const std::vector<Access> reads = reads_of(chain);
  return std::any_of(reads.begin(), reads.end(), [&](const Access& read) {
    return same_memory(*read.tensor, *chain.assign.left.tensor);
  });
}

/// They combine into the same elements of one tensor.
bool goes_on(const Assign& first, const Chain& chain) {
  const Assign& next = chain.assign;
  const Access &a = first.left, &b = next.left;
  if (a.tensor != b.tensor || next.defines || !rounds(next.op) || reads_result(chain)) return false;
  if (first.op != Op::none && first.op != next.op) return false;
  for (std::size_t m = 0; m < a.subscripts.size(); ++m)
    if ((is_fixed(a.subscripts[m]) || is_fixed(b.subscripts[m])) && !equal(a.subscripts[m], b.subscripts[m]))
      return false;
  return true;
}

/// The nest with number `at` and those after it that combine into the same elements, by their numbers.
std::vector<std::size_t> group_from(const std::vector<Chain>& chains, std::size_t at) {
  const Assign& first = chains[at].assign;
  std::vector<std::size_t> group = {at};
  for (std::size_t c = at + 1; c < chains.size(); ++c)
    if (goes_on(first, chains[c]))
      group.push_back(c);
    else if (touches(chains[c], *first.left.tensor))
      break;
  return group;
}

}  // namespace

Program sum_in_floats(const Program& program, bool in_templates) {
  Program result = program;
  const std::vector<Chain> chains = chains_of(program);
  std::vector<std::vector<Chain>> out;
  for (const Chain& chain : chains) out.push_back({chain});
  std::set<std::size_t> done;
  for (std::size_t c = 0; c < chains.size(); ++c) {
    const Assign& first = chains[c].assign;
    const bool starts = rounds(first.op) || (first.op == Op::none && first.defines);
    if (!starts || !is_rounded(*first.left.tensor, in_templates) || done.count(c)) continue;
    const std::vector<std::size_t> group = group_from(chains, c);
    done.insert(group.begin(), group.end());
    std::vector<Chain> nests;
    for (const std::size_t nest : group) nests.push_back(chains[nest]);
    Group combined(nests, result);
    if (!combined.rounds_often()) continue;
    const std::vector<std::vector<Chain>> list = combined.in_floats();
    for (std::size_t n = 0; n < group.size(); ++n) out[group[n]] = list[n];
  }
  std::vector<Chain> flat;
  for (const std::vector<Chain>& nests : out) flat.insert(flat.end(), nests.begin(), nests.end());
  result.body = to_stmt(flat);
  return result;
}

}  // namespace insum::schedule
