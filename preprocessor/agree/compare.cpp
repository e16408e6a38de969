#include "agree/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

#include "agree/formulas.h"
#include "agree/sample.h"
#include "agree/tried_sizes.h"
#include "index_ir/nest.h"
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
    const std::string name = "'" + tensor->name + "'";
    if (!tensor->values) throw Unknown{name + " has no values of its own"};
    if (grows) throw Unknown{name + " grows"};
    if (tensor->on_device) throw Unknown{name + " is in device memory"};
    if (text_of(*tensor->values).find("::insum::") != std::string::npos)
      throw Unknown{name + " is a C++ object that knows where its elements are"};
    if (tensor->symmetry != index::Symmetry::none) throw Unknown{name + " is symmetric"};
  }
  index::for_each_expr(program.body, [](const index::ExprPtr& e) {
    if (const auto* call = index::get_if<index::Call>(e); call && call->callable)
      throw Unknown{"what '" + call->function + "' computes is not known here"};
    if (index::get_if<index::Call>(e) && is_complex(e->type))
      throw Unknown{"the block calls a function of complex numbers"};
    const auto* access = index::get_if<index::Access>(e);
    if (!access) return;
    for (const index::ExprPtr& subscript : access->subscripts)  // gathers alone have known coordinates
      if (!index::get_if<index::Access>(subscript) && !index::accesses_of(subscript).empty())
        throw Unknown{"a subscript of the block computes with what it reads"};
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

bool reads_data(const nest::ExprPtr& e) {
  return e->kind == nest::ExprKind::read || std::any_of(e->parts.begin(), e->parts.end(), reads_data);
}

/// Scalars that data are computed with or compared with, and not only what says which element is meant, and
/// whether at all.
void collect_of_data(const nest::ExprPtr& e, bool in_condition, std::set<std::string>& out) {
  if (e->kind == nest::ExprKind::scalar && !in_condition) out.insert(e->text);
  if (e->kind == nest::ExprKind::read) return;
  for (std::size_t n = 0; n < e->parts.size(); ++n)
    collect_of_data(e->parts[n],
                    in_condition || (e->kind == nest::ExprKind::select && n == 0 && !reads_data(e->parts[n])),
                    out);
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
    if (!nest_.others.empty() && std::none_of(all.begin(), all.end(), reads))
      throw Unknown{"it sets several results and reads no array"};
    for (const nest::Assignment* each : nest::assignments(nest_)) collect_compared(each->value, compared_);
    match_arrays();
    match_scalars();
  }

  std::optional<Disagreement> run() {
    if (agrees_with({})) return with_repeated_entries();
    for (const index::TensorNode* tensor : with_base())
      if (agrees_rebased(tensor))
        first_->facts.push_back("both agree where '" + tensor->name + "' is declared " +
                                (tensor->base == 0 ? "with" : "without") + " base(1)");
    return std::move(first_);
  }

 private:
  /// Where both agree on entries that occur once: operands that may hold some twice.
  std::optional<Disagreement> with_repeated_entries() {
    std::string names;
    for (const index::Tensor& tensor : program_.tensors)
      if (!tensor->temporary && !tensor->dense && index::may_hold_duplicates(*tensor))
        names += (names.empty() ? "'" : " and '") + tensor->name + "'";
    const bool into_dense = std::all_of(program_.outputs.begin(), program_.outputs.end(),
                                        [](const index::Tensor& output) { return output->dense; });
    if (names.empty() || !into_dense) return std::nullopt;
    try {
      Sample::Given given;
      given.repeats = true;
      if (agrees_with(given)) return std::nullopt;
    } catch (const Unknown&) {
      return std::nullopt;
    }
    first_->facts.push_back("both agree where no entry of " + names +
                            " is stored twice: say 'unique' where none is");
    return std::move(first_);
  }

  bool agrees_with(Sample::Given given) {
    given.compared = compared_;
    given.others = others_;
    const std::vector<Values> ways = tried_sizes(nest_, program_);
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
    std::set<std::string> block, levels, loop, rows;
    for (const index::Argument& argument : program_.arguments) {
      if (argument->kind != index::ArgumentNode::Kind::array) continue;
      block.insert(start_of(*argument).array);
      if (argument->depth > 1) rows.insert(start_of(*argument).array);
    }
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
      if (array.rows && !rows.count(plain_text(array.text)))  // may be parts of one, which the block names
        throw Unknown{"'" + array.text + "' is an array of pointers"};
      loop.insert(plain_text(array.text));
      if (array.integer && !block.count(plain_text(array.text)))  // it may hold sizes
        throw Unknown{"it reads '" + array.text + "', which the block does not name"};
    }
    const auto lacks = [](const std::set<std::string>& a, const std::set<std::string>& b) -> std::string {
      const auto found = std::find_if(a.begin(), a.end(), [&](const std::string& name) {
        return !b.count(name) && !is_other_field(name, b);
      });
      return found == a.end() ? "" : *found;
    };
    if (const std::string level = lacks(levels, loop); !level.empty() && has_constant_bounds())
      throw Unknown{"it has constant bounds where the block reads '" + level + "'"};
    const std::string own = lacks(loop, block), missing = lacks(block, loop);
    if (!own.empty() && !missing.empty())
      throw Unknown{"it uses '" + own + "', and the block '" + missing + "'"};
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
      if (!is_array && !sum && !is_name(text)) throw Unknown{"the block computes with '" + text + "'"};
      block.insert(is_array ? length_of(*argument) : text);
      const std::set<std::string> names = sum ? names_in(*sum) : std::set<std::string>{text};
      if (is_array) continue;
      for (const std::string& name : names)
        if (!plain.count(name) && !sizes.count(name) && !nest_.constants.count(name))
          throw Unknown{"the block uses '" + name + "', and the statement does not"};
      block.insert(names.begin(), names.end());
    }
    const std::set<std::string> free = free_scalars();
    for (const std::string& name : plain) {
      if (block.count(name)) continue;
      if (free.count(name))
        others_.insert(name);
      else if (searched_.size() < 2 && is_searchable(name))
        searched_.push_back(name);
      else
        throw Unknown{"it uses '" + name + "', which the block does not name"};
    }
  }

  /// Whole numbers in bounds and subscripts that the block does not name: what stands above, or who calls the
  /// function, may give them any value that makes both agree, and small ones alone matter.
  bool is_searchable(const std::string& name) const {
    const auto fits = [&](const nest::Variable& variable) {
      return variable.kind == nest::VariableKind::integer && plain_text(variable.text) == name;
    };
    if (std::none_of(nest_.variables.begin(), nest_.variables.end(), fits)) return false;
    std::set<std::string> values;
    for (const nest::Assignment* each : nest::assignments(nest_)) collect_of_data(each->value, false, values);
    return std::none_of(values.begin(), values.end(),
                        [&](const std::string& text) { return plain_text(text) == name; });
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
      std::optional<std::string> found;
      if (agrees(sample, starts, found)) continue;
      if (!first_) {
        first_ = {*found, sample.sizes(), differences(nest_, program_)};
        for (const std::string& name : others_)
          first_->facts.push_back("the statement uses '" + name + "', which the block does not name");
        for (const std::string& name : searched_)
          first_->facts.push_back("no value of '" + name +
                                  "', which the block does not name, makes both agree");
      }
      return false;
    }
    return true;
  }

  /// For some values of the searched scalars. `found`: what differs, with the first ones.
  bool agrees(const Sample& sample, const Values& starts, std::optional<std::string>& found) const {
    const std::vector<double> values = searched_values(sample);
    std::optional<Unknown> unknown;
    for (const double one : values)
      for (const double other : searched_.size() < 2 ? std::vector<double>{0} : values) {
        try {
          const auto differs = sample.difference(nest_, meaning_in(sample, one, other), starts);
          if (!differs) return true;
          if (!found) found = differs;
        } catch (const Unknown& why) {
          unknown = why;
        }
      }
    if (unknown) throw *unknown;
    return false;
  }

  Meaning meaning_in(const Sample& sample, double one, double other) const {
    Meaning out;
    for (const nest::Array& array : nest_.arrays) out.arrays.push_back(plain_text(array.text));
    for (const std::string& text : scalars_) {
      const auto searched = std::find(searched_.begin(), searched_.end(), plain_text(text));
      if (searched != searched_.end())
        out.scalars[text] = searched == searched_.begin() ? one : other;
      else
        out.scalars[text] = sample.values().at(plain_text(text));
    }
    return out;
  }

  /// The sizes of the sample first, then all up to those of which the largest is a half.
  std::vector<double> searched_values(const Sample& sample) const {
    if (searched_.empty()) return {0};
    std::vector<double> out;
    for (const auto& [name, value] : sample.values()) out.push_back(value);
    constexpr double most = 64;
    const double end = std::min(most, 2 * *std::max_element(out.begin(), out.end()) + 2);
    for (double value = 0; value <= end; ++value) out.push_back(value);
    return out;
  }

  const nest::Nest nest_;
  const index::Program& program_;
  std::set<std::string> scalars_;      // the nest's
  std::set<std::string> others_;       // ... which the block has none of
  std::vector<std::string> searched_;  // ... whose values are searched for
  std::set<double> compared_;          // constants that it compares with
  std::optional<Disagreement> first_;
};

}  // namespace

Verdict compare(const nest::Nest& nest, const index::Program& program) {
  try {
    return {Comparison(nest, program).run(), ""};
  } catch (const Unknown& unknown) {
    return {std::nullopt, unknown.why};
  }
}

}  // namespace insum::agree
