#include "schedule/spread_rows.h"

#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"
#include "schedule/part_off.h"

namespace insum::schedule {

using namespace index;

namespace {

/// An operand whose row a loop walks, and how many loops the row takes to be known.
struct Walked {
  Access access;
  std::size_t level = 0, loops = 0;
};

/// The rows that loop `l` intersects; nothing where one of them is no factor, or only a part of one.
std::vector<Walked> rows_at(const Chain& chain, std::size_t l, const std::vector<ExprPtr>& terms) {
  std::vector<Walked> rows;
  const Var& var = chain.loops[l].var;
  for (const Driver& driver : drivers_of(chain, var)) {
    const Access& access = driver.access;
    const bool is_factor = std::any_of(terms.begin(), terms.end(), [&](const ExprPtr& term) {
      const auto* factor = get_if<Access>(term);
      return factor && equal(*factor, access);
    });
    const bool is_row = driver.level + 1 == access.subscripts.size() && !access.tensor->temporary &&
                        !access.tensor->assembled && !access.tensor->fill;
    if (!is_factor || !is_row || access.optional) return {};
    Walked row{access, driver.level, 0};
    for (std::size_t m = 0; m < driver.level; ++m)
      for (std::size_t outer = 0; outer < l; ++outer)
        if (uses(access.subscripts[m], chain.loops[outer].var)) row.loops = std::max(row.loops, outer + 1);
    rows.push_back(row);
  }
  return rows;
}

bool is_signed(ElementType type) {
  return type == ElementType::dependent || (is_integer(type) && !is_unsigned(type));
}

/// Sums that the row does not select could leave the range of signed integers. Those of unsigned ones wrap,
/// and are the same where they do not: in which type to compute. Nothing where there is none.
std::optional<ElementType> wrapping_type(const Chain& chain, const std::vector<ExprPtr>& terms) {
  const ElementType left = chain.assign.left.tensor->type, right = chain.assign.right->type;
  if (!is_signed(left) && !is_signed(right)) return ElementType::none;
  if (!is_integer(left) || !is_integer(right)) return std::nullopt;
  const int bytes = size_in_bytes(common_type(left, right));
  const auto wraps_before = [&](const ExprPtr& term) {  // small types are computed with as int
    const ElementType type = common_type(term->type, ElementType::none);
    return is_unsigned(type) && size_in_bytes(type) < bytes;
  };
  if (std::any_of(terms.begin(), terms.end(), wraps_before)) return std::nullopt;
  return bytes > 4 ? ElementType::u64 : ElementType::u32;
}

/// The factors that get a workspace called `name`: `inner` are the loops that the row at hand stays in, `var`
/// is merged.
std::optional<Part> part_of(const Chain& chain, const std::vector<ExprPtr>& terms, const Var& var,
                            const std::vector<Var>& inner, const std::string& name) {
  const TensorNode& result = *chain.assign.left.tensor;
  const std::vector<Var> left = variables_of(chain.assign.left);
  const bool reduces =
      std::none_of(inner.begin(), inner.end(), [&](const Var& v) { return contains(left, v); });
  const auto type = wrapping_type(chain, terms);
  const bool all = contains(left, var) && reduces && type;
  if (contains(left, var) && !all && !result.dense) return std::nullopt;
  Factors found;
  for (const ExprPtr& term : terms) {
    const bool moves = uses_any(term, inner);
    ((all ? moves : !moves && uses(term, var)) ? found.named : found.others).push_back(term);
  }
  return Part{found, {var}, {var->name}, name, true, all ? *type : ElementType::none};
}

/// The first loop that merges rows of which some stay, parted.
std::optional<Parted> spread(const Chain& chain, Program& program, Spread& out) {
  if (chain.assign.op != Op::add) return std::nullopt;
  const std::vector<ExprPtr> terms = factors(chain.assign.right);
  for (std::size_t l = 1; l < chain.loops.size(); ++l) {
    const Var& var = chain.loops[l].var;
    const std::vector<Walked> rows = rows_at(chain, l, terms);
    if (rows.size() < 2) continue;
    const auto by_loops = [](const Walked& a, const Walked& b) { return a.loops < b.loops; };
    const auto [stays, moves] = std::minmax_element(rows.begin(), rows.end(), by_loops);
    if (stays->loops == 0 || stays->loops == moves->loops) continue;
    std::vector<Var> inner;
    for (std::size_t k = stays->loops; k < l; ++k) inner.push_back(chain.loops[k].var);
    const auto part = part_of(chain, terms, var, inner, stays->access.tensor->name + "_row");
    if (!part) {
      if (!wrapping_type(chain, terms) &&
          !uses_any(make_expr(chain.assign.left, chain.assign.right->type), inner))
        out.notes.push_back(
            "the row of " + name_in_messages(*stays->access.tensor) + " is merged with those of " +
            name_in_messages(*moves->access.tensor) +
            ": in a workspace, sums that it does not select could leave the range of integers");
      continue;
    }
    std::map<std::string, Var> none;
    Program changed = program;
    auto parted = part_off(chain, *part, changed, none, [](const std::string&, const std::string&) {});
    if (!parted) continue;
    program = std::move(changed);
    const Tensor& workspace = program.tensors.back();
    out.rows.push_back({workspace->name,
                        workspace->sizes.back(),
                        {stays->access.tensor, stays->level},
                        {moves->access.tensor, moves->level}});
    return parted;
  }
  return std::nullopt;
}

/// The nest adds to a result that the nest before it builds: no other may stand between them.
bool goes_on(const Chain& chain, const std::vector<Chain>& before) {
  const TensorNode& built = *chain.assign.left.tensor;
  return built.assembled && !before.empty() && before.back().assign.left.tensor->values == built.values;
}

bool has_tile(const Chain& chain) {
  return std::any_of(chain.loops.begin(), chain.loops.end(),
                     [](const Loop& loop) { return loop.options.vector; });
}

}  // namespace

Spread spread_rows(const Program& program) {
  Spread result{program, {}, {}};
  if (program.ieee || program.memory || !program.policy_lines.empty()) return result;
  std::vector<Chain> chains;
  for (const Chain& chain : chains_of(program)) {
    std::optional<Parted> parted;
    if (!has_tile(chain) && !goes_on(chain, chains)) parted = spread(chain, result.program, result);
    if (parted) chains.push_back(parted->producer);
    chains.push_back(parted ? parted->consumer : chain);
  }
  if (result.rows.empty()) return result;
  result.program.body = to_stmt(chains);
  return result;
}

bool are_rows(const std::vector<Alternative::Row>& rows, const Program& scheduled) {
  return std::all_of(rows.begin(), rows.end(), [&](const Alternative::Row& row) {
    return std::any_of(scheduled.unclear.begin(), scheduled.unclear.end(), [&](const Tensor& tensor) {
      return tensor->name == row.workspace && tensor->sizes.size() == 1;
    });
  });
}

}  // namespace insum::schedule
