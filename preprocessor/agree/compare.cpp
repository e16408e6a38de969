#include "agree/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

#include "agree/formulas.h"
#include "agree/sample.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "nest/polynomial.h"

namespace insum::agree {

namespace {

/// Throws Unknown for programs that the interpreter does not run, or not on arrays as a loop has them.
void check_can_run(const index::Program& program) {
  for (const index::Tensor& tensor : program.tensors) {
    if (tensor->temporary) continue;
    const bool grows = tensor->assembled && !tensor->keeps_pattern;
    if (!tensor->values || grows || tensor->on_device || is_complex(tensor->type)) throw Unknown{};
    if (text_of(*tensor->values).find("::insum::") != std::string::npos) throw Unknown{};
    if (tensor->values->depth > 1 || tensor->symmetry != index::Symmetry::none) throw Unknown{};
  }
  index::for_each_expr(program.body, [](const index::ExprPtr& e) {
    if (const auto* call = index::get_if<index::Call>(e); call && call->callable) throw Unknown{};
    const auto* binary = index::get_if<index::Binary>(e);
    const bool divides_truth = binary && binary->op == BinaryOp::div && is_integer(e->type) &&
                               binary->left->type == ElementType::boolean;
    if (divides_truth) throw Unknown{};  // a kernel has halves of it
    const auto* access = index::get_if<index::Access>(e);
    if (!access) return;
    for (const index::ExprPtr& subscript : access->subscripts)  // gathers alone have known coordinates
      if (!index::get_if<index::Access>(subscript) && !index::accesses_of(subscript).empty()) throw Unknown{};
  });
}

void collect_scalars(const nest::ExprPtr& e, std::set<std::string>& out) {
  if (e->kind == nest::ExprKind::scalar) out.insert(e->text);
  for (const nest::ExprPtr& part : e->parts) collect_scalars(part, out);
}

/// Those on which it depends what is computed at all.
void collect_conditions(const nest::ExprPtr& e, std::set<std::string>& out) {
  const auto op = e->kind == nest::ExprKind::binary ? binary_op(e->text) : std::nullopt;
  if (op && is_comparison(*op)) collect_scalars(e, out);
  if (e->kind == nest::ExprKind::select) collect_scalars(e->parts[0], out);
  for (const nest::ExprPtr& part : e->parts) collect_conditions(part, out);
}

void collect_compared(const nest::ExprPtr& e, std::set<double>& out) {
  const auto op = e->kind == nest::ExprKind::binary ? binary_op(e->text) : std::nullopt;
  for (const nest::ExprPtr& part : e->parts) {
    if (op && is_comparison(*op) && part->kind == nest::ExprKind::number)
      if (const double value = std::strtod(part->text.c_str(), nullptr); std::isfinite(value))
        out.insert(value);
    collect_compared(part, out);
  }
}

/// Elements that the block has in braces, such as {x[0]}, as the numbers that these are.
class NameElements {
 public:
  NameElements(const nest::Nest& nest, const index::Program& program) : nest_(nest) {
    for (const index::Argument& argument : program.arguments)
      if (argument->kind != index::ArgumentNode::Kind::array) numbers_.insert(text_of(*argument));
  }

  nest::Nest run() const {
    nest::Nest out = nest_;
    out.target = named(out.target), out.value = named(out.value);
    for (nest::Assignment& other : out.others)
      other.target = named(other.target), other.value = named(other.value);
    for (nest::Loop& loop : out.loops) loop.lower = named(loop.lower), loop.upper = named(loop.upper);
    return out;
  }

 private:
  nest::ExprPtr named(const nest::ExprPtr& e) const {
    if (e->kind == nest::ExprKind::read && !is_result(e->id) && e->parts.size() == 1) {
      const nest::Polynomial offset = nest::polynomial(e->parts[0]);
      const std::string text = plain_text(nest_.arrays[static_cast<std::size_t>(e->id)].text) + "[" +
                               (nest::is_fixed(offset) ? plain_text(nest::text(offset)) : "") + "]";
      if (numbers_.count(text)) return nest::make(nest::ExprKind::scalar, text);
    }
    nest::Expr out = *e;
    for (nest::ExprPtr& part : out.parts) part = named(part);
    return std::make_shared<const nest::Expr>(std::move(out));
  }

  bool is_result(int array) const {
    const auto all = nest::assignments(nest_);
    return std::any_of(all.begin(), all.end(),
                       [&](const nest::Assignment* each) { return each->target->id == array; });
  }

  const nest::Nest& nest_;
  std::set<std::string> numbers_;
};

void collect_arrays(const nest::ExprPtr& e, std::set<int>& out) {
  if (e->kind == nest::ExprKind::read) out.insert(e->id);
  for (const nest::ExprPtr& part : e->parts) collect_arrays(part, out);
}

/// field(p,x) beside a field(p,y): surely another array.
bool is_other_field(const std::string& name, const std::set<std::string>& names) {
  const std::string structs = name.substr(0, name.rfind(',') + 1);
  return name.starts_with("field(") && std::any_of(names.begin(), names.end(), [&](const std::string& other) {
           return other.starts_with(structs);
         });
}

class Comparison {
 public:
  Comparison(const nest::Nest& nest, const index::Program& program)
      : nest_(NameElements(nest, program).run()), program_(program) {
    check_can_run(program);
    const auto all = nest::assignments(nest_);
    const auto reads = [](const nest::Assignment* each) {
      std::set<int> arrays;
      collect_arrays(each->value, arrays);
      return !arrays.empty();
    };
    if (!nest_.others.empty() && std::none_of(all.begin(), all.end(), reads)) throw Unknown{};
    for (const nest::Assignment* each : nest::assignments(nest_)) collect_compared(each->value, compared_);
    match_arrays();
    match_scalars();
  }

  std::optional<Disagreement> run() {
    if (agrees_with({})) return std::nullopt;
    for (const index::TensorNode* tensor : with_base())
      if (agrees_rebased(tensor))
        first_->facts.push_back("both agree where '" + tensor->name + "' is declared " +
                                (tensor->base == 0 ? "with" : "without") + " base(1)");
    return std::move(first_);
  }

 private:
  bool agrees_with(Sample::Given given) {
    given.compared = compared_;
    given.others = others_;
    const std::vector<Values> ways = fixed_sizes();
    for (const Values& fixed : ways) {
      given.fixed = fixed;
      std::vector<Sample> samples;
      try {
        for (std::uint64_t seed = 0; seed < data_sets; ++seed) samples.emplace_back(program_, seed, given);
      } catch (const Unknown&) {
        if (&fixed == &ways.front()) throw;
        continue;  // such sizes do not go together
      }
      if (agrees(samples, {}) || agrees_from_identity(samples)) return true;
    }
    return false;
  }

  bool agrees_rebased(const index::TensorNode* tensor) {
    try {
      Sample::Given given;
      given.rebased = tensor;
      return agrees_with(given);
    } catch (const Unknown&) {
      return false;
    }
  }

  /// Those of which positions, coordinates or values begin at a base.
  std::vector<const index::TensorNode*> with_base() const {
    std::vector<const index::TensorNode*> out;
    for (const index::Tensor& tensor : program_.tensors) {
      const bool gathers = std::any_of(program_.gathers.begin(), program_.gathers.end(),
                                       [&](const auto& each) { return each.first == tensor; });
      if (!tensor->temporary && (gathers || !tensor->dense) && (tensor->base == 0 || tensor->base == 1))
        out.push_back(tensor.get());
    }
    return out;
  }

  /// An array that the loop names otherwise than the block may be any part of one of the block's. A loop that
  /// knows where entries lie without looking knows more than the block says.
  void match_arrays() const {
    std::set<std::string> block, levels, loop;
    for (const index::Argument& argument : program_.arguments)
      if (argument->kind == index::ArgumentNode::Kind::array) block.insert(start_of(*argument).array);
    for (const index::Tensor& tensor : program_.tensors) {
      if (!tensor->temporary) block.insert(start_of(*tensor->values).array);
      for (const index::TensorLevel& level : tensor->levels)
        for (const index::Argument& array : level.arrays)
          if (!tensor->temporary) levels.insert(start_of(*array).array);
    }
    std::set<int> used;
    for (const nest::ExprPtr& e : expressions()) collect_arrays(e, used);
    for (const nest::Loop& each : nest_.loops)
      for (const nest::ExprPtr& e : {each.lower, each.upper}) collect_arrays(e, used);
    for (const int number : used) {
      const nest::Array& array = nest_.arrays[static_cast<std::size_t>(number)];
      if (array.rows) throw Unknown{};  // may be parts of one array, which the block names
      loop.insert(plain_text(array.text));
      if (array.integer && !block.count(plain_text(array.text))) throw Unknown{};  // it may hold sizes
    }
    const auto lacks = [](const std::set<std::string>& a, const std::set<std::string>& b) {
      return std::any_of(a.begin(), a.end(),
                         [&](const std::string& name) { return !b.count(name) && !is_other_field(name, b); });
    };
    if ((lacks(levels, loop) && has_constant_bounds()) || (lacks(loop, block) && lacks(block, loop)))
      throw Unknown{};
  }

  std::vector<nest::ExprPtr> expressions() const {
    std::vector<nest::ExprPtr> out;
    for (const nest::Assignment* each : nest::assignments(nest_))
      out.insert(out.end(), {each->value, each->target});
    return out;
  }

  bool has_constant_bounds() const {
    return std::any_of(nest_.loops.begin(), nest_.loops.end(), [](const nest::Loop& loop) {
      const bool from_constant =
          loop.lower->kind == nest::ExprKind::number && !nest::is_number(loop.lower, 0);
      return from_constant || loop.upper->kind == nest::ExprKind::number;
    });
  }

  /// Both name the same numbers: others may be computed from each other above the statement.
  void match_scalars() {
    std::set<std::string> plain, block, sizes;
    for (const nest::ExprPtr& e : expressions()) collect_scalars(e, scalars_);
    for (const nest::Loop& loop : nest_.loops)
      for (const nest::ExprPtr& e : {loop.lower, loop.upper}) collect_scalars(e, scalars_);
    for (const std::string& text : scalars_) plain.insert(plain_text(text));
    for (const index::Argument& argument : program_.arguments) {
      if (argument->kind != index::ArgumentNode::Kind::size) continue;
      sizes.insert(text_of(*argument));
      if (const std::optional<nest::Polynomial> sum = sum_in(text_of(*argument))) sizes.merge(names_in(*sum));
    }
    for (const index::Argument& argument : program_.arguments) {
      const std::string text = text_of(*argument);
      const bool is_array = argument->kind == index::ArgumentNode::Kind::array;
      const std::optional<nest::Polynomial> sum = is_array ? std::nullopt : sum_in(text);
      if (!is_array && !sum && !is_name(text)) throw Unknown{};
      block.insert(is_array ? length_of(*argument) : text);
      const std::set<std::string> names = sum ? names_in(*sum) : std::set<std::string>{text};
      if (is_array) continue;
      for (const std::string& name : names)
        if (!plain.count(name) && !sizes.count(name)) throw Unknown{};
      block.insert(names.begin(), names.end());
    }
    const std::set<std::string> free = free_scalars();
    for (const std::string& name : plain) {
      if (block.count(name)) continue;
      if (!free.count(name)) throw Unknown{};
      others_.insert(name);
    }
  }

  /// Parameters of the function that are factors, summands or distances: nothing computes them from what the
  /// block names.
  std::set<std::string> free_scalars() const {
    std::set<std::string> out, not_free;
    for (const nest::Loop& loop : nest_.loops)
      for (const nest::ExprPtr& e : {loop.lower, loop.upper}) collect_scalars(e, not_free);
    for (const nest::ExprPtr& e : expressions()) collect_conditions(e, not_free);
    for (const nest::Variable& variable : nest_.variables)
      if (variable.given && !not_free.count(variable.text)) out.insert(plain_text(variable.text));
    return out;
  }

  /// Nothing, then lengths that are equal, then each way to give sizes of the block that no constant is one
  /// of the loop's constant bounds: a vector may be as long as a loop knows it to be.
  std::vector<Values> fixed_sizes() const {
    std::set<long long> bounds;
    for (const nest::Loop& loop : nest_.loops)
      for (const nest::Term& term : nest::polynomial(loop.upper).terms)
        if (term.factors.empty() && term.coefficient > 0) bounds.insert(term.coefficient);
    std::vector<Values> out = {{}};
    if (!nest_.others.empty()) out.push_back(equal_lengths());
    for (const index::Argument& argument : program_.arguments) {
      if (argument->kind != index::ArgumentNode::Kind::size) continue;
      const std::size_t before = out.size();
      for (std::size_t n = 0; n < before && out.size() < 16; ++n)
        for (const long long bound : bounds) {
          out.push_back(out[n]);
          out.back()[text_of(*argument)] = static_cast<double>(bound);
        }
    }
    return out;
  }

  /// Those of the vectors of several results, which no subscript has in common.
  Values equal_lengths() const {
    Values out;
    for (const index::Argument& argument : program_.arguments)
      if (argument->kind == index::ArgumentNode::Kind::size && text_of(*argument).ends_with(".size()"))
        out[text_of(*argument)] = 3;
    return out;
  }

  /// What stands above may have set the result to 0, or to what its sum, product or minimum begins with.
  bool agrees_from_identity(const std::vector<Sample>& samples) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    static const std::map<std::string, double> identities = {
        {"=", 0}, {"+", 0}, {"*", 1}, {"min", infinity}, {"max", -infinity}, {"|", 0}, {"||", 0}, {"&&", 1}};
    Values starts;
    for (const nest::Assignment* each : nest::assignments(nest_)) {
      const auto identity = identities.find(each->op);
      if (identity == identities.end()) return false;
      starts[plain_text(nest_.arrays[static_cast<std::size_t>(each->target->id)].text)] = identity->second;
    }
    return agrees(samples, starts);
  }

  bool agrees(const std::vector<Sample>& samples, const Values& starts) {
    for (const Sample& sample : samples) {
      Meaning meaning;
      for (const nest::Array& array : nest_.arrays) meaning.arrays.push_back(plain_text(array.text));
      for (const std::string& text : scalars_) meaning.scalars[text] = sample.values().at(plain_text(text));
      const std::optional<std::string> found = sample.difference(nest_, meaning, starts);
      if (!found) continue;
      if (!first_) {
        first_ = {*found, sample.sizes(), differences(nest_, program_)};
        for (const std::string& name : others_)
          first_->facts.push_back("the statement uses '" + name + "', which the block does not name");
      }
      return false;
    }
    return true;
  }

  const nest::Nest nest_;
  const index::Program& program_;
  std::set<std::string> scalars_;  // the nest's
  std::set<std::string> others_;   // ... which the block has none of
  std::set<double> compared_;      // constants that it compares with
  std::optional<Disagreement> first_;
};

}  // namespace

std::optional<Disagreement> compare(const nest::Nest& nest, const index::Program& program) {
  try {
    return Comparison(nest, program).run();
  } catch (const Unknown&) {
    return std::nullopt;
  }
}

}  // namespace insum::agree
