#include "agree/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "agree/block_names.h"
#include "agree/formulas.h"
#include "agree/nest_parts.h"
#include "agree/sample.h"
#include "agree/searched_names.h"
#include "agree/tried_sizes.h"
#include "agree/untried.h"
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

/// Whether minima that begin with so large a number are meant to begin with infinity.
bool is_start(double before, double identity) {
  constexpr double large = 1e6;  // "no distance yet"
  return before == identity ||
         (std::isinf(identity) && std::abs(before) >= large && (before > 0) == (identity > 0));
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
      : nest_(NameElements(nest, program).run()), program_(program), untried_(nest_, program) {
    check_can_run(program);
    const auto all = nest::assignments(nest_);
    const auto reads = [](const nest::Assignment* each) {
      std::set<int> arrays;
      collect_arrays(each->value, arrays);
      return !arrays.empty();
    };
    if (!nest_.others.empty() && std::none_of(all.begin(), all.end(), reads))
      throw Unknown{"it sets several results and reads no array"};
    const bool of_any_type =
        std::any_of(program.tensors.begin(), program.tensors.end(),
                    [](const index::Tensor& each) { return each->type == ElementType::dependent; });
    if (of_any_type &&
        std::any_of(all.begin(), all.end(), [](const auto* each) { return divides_integers(each->value); }))
      throw Unknown{"it divides whole numbers in an instantiation, where others may not"};
    for (const nest::Assignment* each : all) {
      collect_compared(each->value, compared_);
      collect_decisive(each->value, decisive_);
    }
    match_arrays();
    check_block_names(nest_, program_);
    match_scalars();
  }

  Verdict run() {
    if (agrees_with({})) {
      const std::string condition = this->condition();
      const std::string untried = condition.empty() ? untried_.reason(decided_) : "";
      if (auto found = with_repeated_entries()) return {std::move(found), "", ""};
      return {std::nullopt, untried, condition};
    }
    for (const index::TensorNode* tensor : with_base())
      if (agrees_rebased(tensor))
        first_->facts.push_back("both agree where '" + tensor->name + "' is declared " +
                                (tensor->base == 0 ? "with" : "without") + " base(1)");
    return {std::move(first_), "", ""};
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

  /// What both agree under.
  std::string condition() const {
    std::string out = searched_.condition();
    for (const auto& [array, value] : starts_) {
      std::ostringstream text;
      text << (out.empty() ? "'" : " and '") << array << "' is ";
      if (std::isinf(value))
        text << (value < 0 ? "-infinity" : "infinity");
      else
        text << value;
      text << " before it";
      out += text.str();
    }
    return out;
  }

  bool agrees_with(Sample::Given given) {
    given.compared = compared_;
    given.in_decisions = decisive_;
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
      const bool from_any = agrees_from(samples, {});
      if (!from_any && !agrees_from_identity(samples)) continue;
      const Values starts = from_any ? Values{} : identities();
      return agrees_on_more(given, starts) && agrees_on_larger(given, starts);
    }
    return false;
  }

  /// On further data, until all that is decided by comparing data has gone either way.
  bool agrees_on_more(const Sample::Given& given, const Values& starts) {
    constexpr std::uint64_t most_sets = 3 * data_sets;
    for (std::uint64_t seed = data_sets; seed < most_sets && !went_both_ways(); ++seed) {
      std::vector<Sample> sample;
      try {
        sample.emplace_back(program_, seed, given);
      } catch (const Unknown&) {
        return true;  // no such data
      }
      if (!agrees(sample, starts)) return false;
    }
    return true;
  }

  /// With sizes beyond the constants that indices and sizes are compared with.
  bool agrees_on_larger(const Sample::Given& given, const Values& starts) {
    constexpr int most_sets = 24;
    const long long most = searched_.all().empty() ? 1100 : searched_.all().size() == 1 ? 100 : 20;
    for (int set = 0; set < most_sets; ++set) {
      std::optional<Values> sizes = untried_.next_sizes(decided_, most);
      if (!sizes) break;
      Sample::Given larger = given;
      for (const auto& [name, value] : *sizes)
        larger.longest_row = std::max(larger.longest_row, std::llround(value));
      larger.fixed.merge(*sizes);
      try {
        if (!agrees({Sample(program_, 0, larger)}, starts)) return false;
      } catch (const Unknown&) {  // such sizes do not go together, or are too many points
      }
    }
    return true;
  }

  bool went_both_ways() const {
    return std::all_of(decided_.values.begin(), decided_.values.end(),
                       [](const auto& each) { return each.second == 3 || !reads_data(each.first); });
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
      if (block.count(name) || nest_.constants.count(name)) continue;
      if (free.count(name))
        others_.insert(name);
      else if (searched_.all().size() < SearchedNames::most && is_searchable(name))
        searched_.add(name);
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
  /// Empty: an operator has no such number.
  Values identities() const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    static const std::map<std::string, double> of_operators = {
        {"=", 0}, {"+", 0}, {"*", 1}, {"min", infinity}, {"max", -infinity}, {"|", 0}, {"||", 0}, {"&&", 1}};
    Values out;
    for (const nest::Assignment* each : nest::assignments(nest_)) {
      const auto identity = of_operators.find(each->op);
      if (identity == of_operators.end()) return {};
      out[plain_text(nest_.arrays[static_cast<std::size_t>(each->target->id)].text)] = identity->second;
    }
    return out;
  }

  bool agrees_from_identity(const std::vector<Sample>& samples) {
    const Values starts = identities();
    if (starts.empty() || !agrees_from(samples, starts)) return false;
    const SearchedNames found = searched_;
    starts_ = needed(samples, starts);
    searched_ = found;
    return true;
  }

  /// Those without which they do not agree, and which the function does not show.
  Values needed(const std::vector<Sample>& samples, const Values& starts) {
    Values out = starts;
    for (const auto& [array, value] : starts) {
      Values rest = out;
      rest.erase(array);
      const bool shown = std::any_of(nest_.arrays.begin(), nest_.arrays.end(), [&](const nest::Array& each) {
        return plain_text(each.text) == array && each.before && is_start(*each.before, value);
      });
      if (shown || agrees_from(samples, rest)) out = rest;
    }
    return out;
  }

  bool agrees_from(const std::vector<Sample>& samples, const Values& starts) {
    searched_.forget();
    return agrees(samples, starts);
  }

  bool agrees(const std::vector<Sample>& samples, const Values& starts) {
    for (const Sample& sample : samples) {
      std::optional<std::string> found;
      const auto differs = [&](const Values& searched) {
        return sample.difference(nest_, meaning_in(sample, searched), starts, decided_);
      };
      if (searched_.fit(sample, differs, found)) {
        untried_.reached(sample.values());
        continue;
      }
      if (!first_) {
        first_ = {*found, sample.sizes(), differences(nest_, program_)};
        for (const std::string& name : others_)
          first_->facts.push_back("the statement uses '" + name + "', which the block does not name");
        for (const std::string& name : searched_.all())
          first_->facts.push_back("no value of '" + name +
                                  "', which the block does not name, makes both agree");
      }
      return false;
    }
    return true;
  }

  Meaning meaning_in(const Sample& sample, const Values& searched) const {
    Meaning out;
    for (const nest::Array& array : nest_.arrays) out.arrays.push_back(plain_text(array.text));
    for (const std::string& text : scalars_) {
      const std::string name = plain_text(text);
      const auto constant = nest_.constants.find(name);
      const auto found = searched.find(name);
      out.scalars[text] = constant != nest_.constants.end() ? constant->second
                          : found != searched.end()         ? found->second
                                                            : sample.values().at(name);
    }
    return out;
  }

  const nest::Nest nest_;
  const index::Program& program_;
  std::set<std::string> scalars_;  // the nest's
  std::set<std::string> others_;   // ... which the block has none of
  SearchedNames searched_;         // ... whose values are searched for
  std::set<double> compared_;      // constants that it compares with
  std::set<double> decisive_;      // ... and those that these are computed with
  Decisions decided_;
  Untried untried_;
  Values starts_;  // of results that both agree with alone
  std::optional<Disagreement> first_;
};

}  // namespace

Verdict compare(const nest::Nest& nest, const index::Program& program) {
  try {
    return Comparison(nest, program).run();
  } catch (const Unknown& unknown) {
    return {std::nullopt, unknown.why, ""};
  }
}

}  // namespace insum::agree
