#include "index_ir/make_concrete.h"

#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/guard_bounds.h"
#include "index_ir/nest.h"
#include "index_ir/presence.h"
#include "index_ir/printer.h"
#include "index_ir/read_triangles.h"
#include "index_ir/rewrite.h"
#include "support/internal_error.h"

namespace insum::index {

namespace {

/// Lowers the Einsums of a program one after the other into `out_`.
class Concretizer {
 public:
  Concretizer(Program& program, Diagnostics& diagnostics) : program_(program), diagnostics_(diagnostics) {}

  StmtPtr run(const StmtPtr& body) {
    if (const auto* list = get_if<Sequence>(body)) {
      for (const StmtPtr& stmt : list->stmts) read_operands(std::get<Einsum>(stmt->node), stmt->where);
    } else {
      read_operands(std::get<Einsum>(body->node), body->where);
    }
    return sequence(std::move(out_));
  }

 private:
  void read_operands(Einsum node, SourceRange where) {
    const ExprRule rule = [&](const ExprPtr& e) -> ExprPtr {
      const auto* access = get_if<Access>(e);
      if (!access || !access->tensor->assembled) return nullptr;
      return make_expr(Access{as_operand(access->tensor), access->subscripts}, e->type, e->where);
    };
    node.right = rewrite(node.right, rule);
    einsum(node, where);
  }

  void einsum(const Einsum& node, SourceRange where) {
    if (node.left.tensor->assembled) return assembled(node, where);
    const ExprPtr right = read_triangles(guard_bounds(with_types(node.right, node.left.tensor->type), program_));
    const bool defines = node.op == Op::none;
    std::vector<ExprPtr> terms = {right};
    if (node.op == Op::none || node.op == Op::add) terms = merge_plain_terms(additive_terms(right), node.left.tensor->type);
    std::vector<Nest> nests;
    for (const ExprPtr& term : terms) nests.push_back(make_nest(node, term, terms.size() == 1, where));
    if (defines) nests.front().defines = true;
    if (defines && !node.left.tensor->dense && !names_every_entry(node.left)) define_part(nests, where);
    keep_old_values(nests, where);
    for (Nest& nest : nests) emit(std::move(nest));
  }

  /// A result that is built, where it is read: with the levels that it has at that time.
  Tensor as_operand(const Tensor& tensor) {
    Tensor& operand = operands_[tensor];
    if (!operand) {
      TensorNode node = *tensor;
      node.assembled = false;
      operand = std::make_shared<const TensorNode>(std::move(node));
    }
    return operand;
  }

  /// A sparse result whose levels are built anew. Without a reduction every coordinate is visited once, by one statement.
  void assembled(const Einsum& node, SourceRange where) {
    const Tensor before = as_operand(node.left.tensor);
    std::vector<ExprPtr> terms = additive_terms(read_triangles(guard_bounds(with_types(node.right, node.left.tensor->type), program_)));
    if (node.op == Op::add) terms.insert(terms.begin(), make_expr(Access{before, node.left.subscripts}, before->type, where));
    bool reduces = false;
    for (const ExprPtr& term : terms)
      for_each_expr(term, [&](const ExprPtr& e) { reduces |= get_if<Reduce>(e) != nullptr; });
    ExprPtr sum = terms.front();
    for (std::size_t t = 1; t < terms.size(); ++t)
      sum = with_types(make_expr(Binary{BinaryOp::add, sum, terms[t]}, sum->type, where), node.left.tensor->type);
    if (!reduces && can_merge(make_nest(node, sum, true, where))) terms = {sum};
    const std::size_t first = out_.size();
    for (const ExprPtr& term : terms) {
      Nest nest = make_nest(node, term, terms.size() == 1, where);
      nest.defines = terms.size() == 1;
      emit(std::move(nest));
    }
    // What computes temporaries goes in front: the statements that build the result stay together.
    std::stable_partition(out_.begin() + static_cast<std::ptrdiff_t>(first), out_.end(), [&](const StmtPtr& stmt) {
      bool builds = false;
      for_each_stmt(stmt, [&](const StmtPtr& s) {
        if (const auto* assign = get_if<Assign>(s)) builds |= assign->left.tensor->assembled;
      });
      return !builds;
    });
  }

  /// All operands of the nest can be met by one order of loops, and none need be copied.
  bool can_merge(const Nest& nest) const {
    if (next_to_densify(nest)) return false;
    Program trial = program_;
    Nest stored = to_storage_form(nest, trial);
    if (sparse_accesses(stored.body).size() > 1) mark_presence(stored, sparse_accesses(stored.body));
    return !has_cycle(stored.vars, order_constraints(sparse_accesses(stored.body), stored.vars, trial));
  }

  /// Every stored entry of a sparse result belongs to one value of the indices.
  static bool names_every_entry(const Access& left) {
    return is_plain_left(left) && std::none_of(left.subscripts.begin(), left.subscripts.end(), is_fixed);
  }

  /// `=` on a part of a sparse result: a slice whose entries one nest stores, or what is to be filled up after clearing.
  void define_part(std::vector<Nest>& nests, SourceRange where) {
    Nest& first = nests.front();
    const Access left = first.left;
    first.defines = false;
    if (nests.size() == 1 && is_plain_left(left) && first.vars.size() == variables_of(left).size()) {
      first.op = Op::none;
      return;
    }
    for (const Nest& nest : nests)
      for (const Access& read : accesses_of(nest.body))
        if (read.tensor->values && read.tensor->values == left.tensor->values) {
          diagnostics_.report(Diag::not_supported_yet, where,
                              {"a part of the sparse result '" + left.tensor->name + "' that depends on its old values",
                               "compute it into another tensor"});
          return;
        }
    Nest clear{left, Op::none, false, nullptr, {}, {}, where};
    for (std::size_t m = 0; m < left.subscripts.size(); ++m) {
      if (is_fixed(left.subscripts[m])) continue;
      clear.vars.push_back(fresh_variable(program_, "z" + std::to_string(m), {integer(0), left.tensor->sizes[m]}));
      clear.left.subscripts[m] = var_expr(clear.vars.back());
    }
    // The entry's old value stands in it because loops follow the operands of the right side.
    const ElementType type = left.tensor->type;
    const ExprPtr zero = identity_of(first.op, type), always = make_expr(Literal{"true", 1.0}, ElementType::boolean);
    clear.body = make_expr(Call{"select", {always, zero, make_expr(clear.left, type)}, nullptr}, type);
    emit_loops(std::move(clear));
  }

  static bool is_plain(const ExprPtr& term) {
    bool plain = true;
    for_each_expr(term, [&](const ExprPtr& e) {
      const auto* access = get_if<Access>(e);
      plain &= !get_if<Reduce>(e) && !(access && !access->tensor->dense);
    });
    return plain;
  }

  /// Terms without reduction and sparse operand are one statement, the first: it stores every element by itself, and
  /// the others add to it.
  static std::vector<ExprPtr> merge_plain_terms(const std::vector<ExprPtr>& terms, ElementType result) {
    ExprPtr plain;
    std::vector<ExprPtr> others;
    for (const ExprPtr& term : terms) {
      if (!is_plain(term))
        others.push_back(term);
      else
        plain = plain ? with_types(make_expr(Binary{BinaryOp::add, plain, term}, term->type, term->where), result) : term;
    }
    if (plain) others.insert(others.begin(), plain);
    return others;
  }

  /// Every element is visited by one iteration: the subscripts are the nest's indices, each once.
  static bool stores_each_once(const Nest& nest) {
    return is_plain_left(nest.left) && nest.vars.size() == variables_of(nest.left).size();
  }

  /// Nests that read the output while they, or earlier ones, write it get a copy of its old values.
  void keep_old_values(std::vector<Nest>& nests, SourceRange where) {
    const Access left = nests.front().left;
    const auto reads = [&](const ExprPtr& expr) {
      bool found = false;
      for_each_expr(expr, [&](const ExprPtr& e) {
        const auto* access = get_if<Access>(e);
        found |= access && access->tensor->dense && access->tensor->values && access->tensor->values == left.tensor->values;
      });
      return found;
    };
    std::optional<Access> copy;
    for (std::size_t n = 0; n < nests.size(); ++n) {
      const bool at_once = n == 0 && is_plain(nests[n].body) && stores_each_once(nests[n]);
      if (at_once || !reads(nests[n].body)) continue;
      if (!copy) {
        std::vector<Var> vars;
        Access old{left.tensor, {}};
        for (const ExprPtr& size : left.tensor->sizes) {
          vars.push_back(fresh_variable(program_, "m" + std::to_string(vars.size()), {integer(0), size}));
          old.subscripts.push_back(var_expr(vars.back()));
        }
        copy = temporary(left.tensor->name + "_old", left.tensor->type, vars);
        emit(Nest{*copy, Op::add, true, make_expr(old, left.tensor->type), vars, {}, where});
      }
      nests[n].body = rewrite(nests[n].body, [&](const ExprPtr& e) -> ExprPtr {
        const auto* access = get_if<Access>(e);
        if (!access || access->tensor->temporary || !access->tensor->dense || access->tensor->values != left.tensor->values)
          return nullptr;
        return make_expr(Access{copy->tensor, access->subscripts}, e->type, e->where);
      });
    }
  }

  /// One subscript, an index of its own or a fixed coordinate, for each mode: every element belongs to one value of them.
  static bool is_plain_left(const Access& left) {
    std::vector<Var> seen;
    for (const ExprPtr& subscript : left.subscripts) {
      if (is_fixed(subscript)) continue;
      const Var var = as_var(subscript);
      if (!var || std::find(seen.begin(), seen.end(), var) != seen.end()) return false;
      seen.push_back(var);
    }
    return true;
  }

  /// `only`: the term is the whole right side, so that its reduction may be another one than the statement's.
  Nest make_nest(const Einsum& node, const ExprPtr& term, bool only, SourceRange where) {
    Nest nest{node.left, node.op == Op::none ? Op::add : node.op, false, term, variables_of(node.left), bounds_of(node.left, program_), where};
    bool minus = false;
    ExprPtr inner = term;
    if (const auto* unary = get_if<Unary>(term); unary && unary->op == UnaryOp::minus && get_if<Reduce>(unary->operand))
      minus = true, inner = unary->operand;
    if (const auto* reduce = get_if<Reduce>(inner)) {
      const bool same = reduce->op == nest.op && (!minus || nest.op == Op::add);  // -max(x) is no max(-x)
      const bool own = only && node.op == Op::none && !minus && is_plain_left(node.left);
      if (same || own) {
        nest.op = reduce->op;
        nest.vars.insert(nest.vars.end(), reduce->vars.begin(), reduce->vars.end());
        nest.body = minus ? make_expr(Unary{UnaryOp::minus, reduce->body}, term->type, term->where) : reduce->body;
      }
    }
    nest.body = hoist_reductions(nest.body);
    return nest;
  }

  /// Replaces inner reductions by temporaries that earlier statements compute.
  ExprPtr hoist_reductions(const ExprPtr& expr) {
    return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
      const auto* reduce = get_if<Reduce>(e);
      if (!reduce) return nullptr;
      const Access access = temporary("t", e->type, free_variables_of(e));
      einsum(Einsum{access, Op::none, e}, e->where);
      return make_expr(access, e->type, e->where);
    });
  }

  /// A dense temporary with one mode for each of `vars`.
  Access temporary(const std::string& name, ElementType type, const std::vector<Var>& vars, bool copied = false) {
    TensorNode node;
    node.copied = copied;
    node.name = unique_name(name);
    node.type = type;
    node.temporary = true;
    Access access;
    for (const Var& var : vars) {
      node.sizes.push_back(program_.ranges.at(var).end);
      access.subscripts.push_back(var_expr(var));
    }
    set_row_major(node);
    access.tensor = std::make_shared<const TensorNode>(std::move(node));
    program_.tensors.push_back(access.tensor);
    return access;
  }

  static void set_row_major(TensorNode& node) {
    node.strides.assign(node.sizes.size(), integer(1));
    for (std::size_t m = node.sizes.size(); m-- > 1;) node.strides[m - 1] = mul(node.strides[m], node.sizes[m]);
  }

  std::string unique_name(const std::string& name) {
    const auto taken = [&](const std::string& text) {
      return std::any_of(program_.tensors.begin(), program_.tensors.end(),
                         [&](const Tensor& t) { return t->name == text; }) ||
             std::any_of(program_.arguments.begin(), program_.arguments.end(),
                         [&](const Argument& a) { return a->name == text; });
    };
    std::string text = name;
    for (int n = 2; taken(text); ++n) text = name + std::to_string(n);
    return text;
  }

  void emit(Nest nest) {
    while (const auto access = next_to_densify(nest)) densify(nest, *access);
    if (const std::size_t count = sparse_accesses(nest.body).size(); count > most_sparse_operands) {
      diagnostics_.report(Diag::not_supported_yet, nest.where,
                          {"a term with " + std::to_string(count) + " sparse operands",
                           "compute a part of it in an Einsum of its own"});
      return;
    }
    emit_stored(std::move(nest));
  }

  /// An operand of which no coordinate may be skipped, or whose entries can be neither taken one by one nor merged.
  std::optional<Access> next_to_densify(const Nest& nest) const {
    const std::vector<Access> sparse = sparse_accesses(nest.body);
    for (const Access& access : sparse) {
      const bool apart = has_duplicates(*access.tensor) || (access.tensor->symmetry != Symmetry::none && sparse.size() > 1);
      if (apart && !(nest.op == Op::add && is_linear_in(nest.body, access))) return access;
    }
    if (!sparse.empty() && !vanishes_without(nest.body, sparse, nest.op, program_.ieee)) return sparse.front();
    if (sparse.size() < 2 || sparse.size() > most_sparse_operands) return std::nullopt;
    // One operand in no order can lead the loops where it is stored at every point that matters; others are searched.
    const std::vector<Clause> clauses = clauses_of(nest.body, sparse, nest.op, program_.ieee);
    bool led = false;
    for (const Access& access : sparse) {
      const bool required = std::any_of(clauses.begin(), clauses.end(), [&](const Clause& clause) {
        return clause.size() == 1 && equal(clause.front(), access);
      });
      if (is_searched_by_mode(*access.tensor)) continue;
      // Blocks are in order but need loops of their own; these take no value outside of the mode, where an optional operand
      // is read as its fill value.
      const bool whole_blocks = keeps_order(*access.tensor) && has_plain_subscripts(access);
      if (led || !(required || whole_blocks)) return access;
      led = true;
    }
    return std::nullopt;
  }

  static bool has_plain_subscripts(const Access& access) {
    const std::vector<ExprPtr>& list = access.subscripts;
    return variables_of(access).size() == list.size() &&
           std::all_of(list.begin(), list.end(), [](const ExprPtr& e) { return as_var(e) != nullptr; });
  }

  void emit_loops(Nest nest) {
    Program trial = program_;
    Nest stored = to_storage_form(nest, trial);
    std::vector<Access> accesses = sparse_accesses(stored.body);
    if (accesses.size() > 1) mark_presence(stored, accesses);
    accesses = sparse_accesses(stored.body);
    if (!stored.left.tensor->dense) accesses.push_back(stored.left);
    const std::vector<OrderConstraint> constraints = order_constraints(accesses, stored.vars, trial);
    if (has_cycle(stored.vars, constraints)) {
      densify(nest, clashing(nest));
      return emit(std::move(nest));
    }
    program_ = std::move(trial);
    out_.push_back(make_loops(stored, legal_order(stored.vars, constraints)));
  }

  /// Says at which points the statement runs.
  void mark_presence(Nest& nest, const std::vector<Access>& accesses) const {
    std::vector<Clause> clauses = clauses_of(nest.body, accesses, nest.op, program_.ieee);
    if (nest.defines && !nest.left.tensor->dense && !nest.left.tensor->assembled) clauses = those_inside_pattern(clauses, nest.left);
    nest.body = mark_optional(nest.body, clauses);
    for (const Clause& clause : clauses)
      if (clause.size() > 1) nest.conditions.push_back(any_stored(clause));
  }

  /// A definition in the pattern of an operand stores every entry of it: the other operands say where sums have terms, and
  /// not which entries there are.
  static std::vector<Clause> those_inside_pattern(const std::vector<Clause>& clauses, const Access& left) {
    const std::vector<Var> result = variables_of(left);
    const auto stays = [&](const Access& access) {
      const auto same = [](const ExprPtr& a, const ExprPtr& b) { return equal(a, b); };
      const std::vector<std::string>& patterns = left.tensor->patterns;
      const bool pattern = std::find(patterns.begin(), patterns.end(), access.tensor->name) != patterns.end() &&
                           std::equal(access.subscripts.begin(), access.subscripts.end(), left.subscripts.begin(),
                                      left.subscripts.end(), same);
      const std::vector<Var> vars = variables_of(access);
      const bool reduced = std::any_of(vars.begin(), vars.end(), [&](const Var& var) {
        return std::find(result.begin(), result.end(), var) == result.end();
      });
      return pattern || reduced;
    };
    std::vector<Clause> kept;
    for (const Clause& clause : clauses)
      if (std::any_of(clause.begin(), clause.end(), stays)) kept.push_back(clause);
    return kept;
  }

  /// An operand without which the loops have an order.
  Access clashing(const Nest& nest) const {
    const std::vector<Access> sparse = sparse_accesses(nest.body);
    internal_check(sparse.size() > 1, "one sparse operand whose loops have no order");
    for (auto access = sparse.rbegin(); access != sparse.rend(); ++access) {
      Program trial = program_;
      Nest rest = nest;
      rest.body = make_expr(Literal{"0", 0.0}, nest.body->type);
      for (Access other : sparse)
        if (other.optional = true; !equal(other, *access))
          rest.body = make_expr(Binary{BinaryOp::add, rest.body, make_expr(other, other.tensor->type)}, nest.body->type);
      rest = to_storage_form(rest, trial);
      if (!has_cycle(rest.vars, order_constraints(sparse_accesses(rest.body), rest.vars, trial))) return *access;
    }
    return sparse.back();
  }

  static bool has_duplicates(const TensorNode& tensor) {
    return !tensor.levels.empty() && !tensor.levels.back().level.unique;
  }

  /// Reads `access` through a dense copy: W = fill, then the stored entries. Duplicates stand for their sum.
  void densify(Nest& nest, const Access& access) {
    std::vector<Var> vars;
    for (std::size_t m = 0; m < access.subscripts.size(); ++m)
      vars.push_back(fresh_variable(program_, "m" + std::to_string(m), {integer(0), access.tensor->sizes[m]}));
    const Access copy = temporary(access.tensor->name + "_dense", access.tensor->type, vars, true);
    Access entry{access.tensor, copy.subscripts};
    const ExprPtr value = make_expr(entry, access.tensor->type, nest.where);
    const ExprPtr fill = fill_of(access.tensor);
    if (known_value(fill) == 0.0) {
      emit(Nest{copy, Op::add, true, value, vars, {}, nest.where});
    } else {
      emit_loops(Nest{copy, Op::none, false, fill, vars, {}, nest.where});
      scatter_over_fill(copy, entry, vars, nest.where);
    }
    program_.notes.push_back(access.tensor->name + " is read through a dense copy: entries that are not stored change "
                             "the result of " + to_string(nest.left) + " " + to_string(nest.op) + " " +
                             to_string(nest.body));
    const Access read{copy.tensor, access.subscripts};
    nest.body = rewrite(nest.body, [&](const ExprPtr& e) -> ExprPtr {
      const auto* a = get_if<Access>(e);
      return a && equal(*a, access) ? guarded_read(read, fill, e->where, program_) : nullptr;
    });
  }

  void scatter_over_fill(const Access& copy, const Access& entry, const std::vector<Var>& vars, SourceRange where) {
    // Two passes over the stored entries: clear, then add, because duplicates are summed.
    const ExprPtr value = make_expr(entry, entry.tensor->type, where);
    const ExprPtr zero = make_expr(
        Binary{BinaryOp::mul, make_expr(Literal{"0", 0.0}, entry.tensor->type), value}, entry.tensor->type);
    if (!has_duplicates(*entry.tensor) && entry.tensor->symmetry == Symmetry::none)
      return emit_stored(Nest{copy, Op::none, false, value, vars, {}, where});
    emit_stored(Nest{copy, Op::none, false, zero, vars, {}, where});
    emit_stored(Nest{copy, Op::add, false, value, vars, {}, where});
  }

  /// Like emit, for nests that by construction visit stored entries only.
  void emit_stored(Nest nest) {
    for (const Access& access : sparse_accesses(nest.body))
      if (access.tensor->symmetry != Symmetry::none) return emit_symmetric(nest, access);
    emit_loops(std::move(nest));
  }

  /// One stored triangle: each entry off the diagonal also stands for its mirror image.
  void emit_symmetric(const Nest& nest, const Access& access) {
    TensorNode half = *access.tensor;
    half.symmetry = Symmetry::none;
    const Tensor stored = std::make_shared<const TensorNode>(std::move(half));
    const auto with = [&](const Access& now) {
      Nest copy = nest;
      copy.body = rewrite(nest.body, [&](const ExprPtr& e) -> ExprPtr {
        const auto* a = get_if<Access>(e);
        return a && equal(*a, access) ? make_expr(now, e->type, e->where) : nullptr;
      });
      return copy;
    };
    emit_stored(with({stored, access.subscripts}));
    if (equal(access.subscripts[0], access.subscripts[1])) return;  // the diagonal is its own mirror image
    Nest mirror = with({stored, {access.subscripts[1], access.subscripts[0]}});
    mirror.defines = false;
    mirror.conditions.push_back(
        make_expr(Binary{BinaryOp::ne, access.subscripts[0], access.subscripts[1]}, ElementType::boolean));
    emit_stored(std::move(mirror));
  }

  Program& program_;
  Diagnostics& diagnostics_;
  std::vector<StmtPtr> out_;
  std::map<Tensor, Tensor> operands_;  // results that are built, as they are read
};

}  // namespace

std::optional<Program> make_concrete(const Program& program, Diagnostics& diagnostics) {
  Program result = program;
  const int before = diagnostics.error_count();
  Concretizer concretizer(result, diagnostics);
  result.body = concretizer.run(program.body);
  if (diagnostics.error_count() > before) return std::nullopt;
  return result;
}

}  // namespace insum::index
