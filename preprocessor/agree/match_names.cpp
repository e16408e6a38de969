#include "agree/match_names.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "agree/compare.h"
#include "agree/nest_parts.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "nest/polynomial.h"

namespace insum::agree {

namespace {

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

/// field(p,x) beside a field(p,y): surely another array.
bool is_other_field(const std::string& name, const std::set<std::string>& names) {
  const std::string structs = name.substr(0, name.rfind(',') + 1);
  return name.starts_with("field(") && std::any_of(names.begin(), names.end(), [&](const std::string& other) {
           return other.starts_with(structs);
         });
}

std::vector<nest::ExprPtr> expressions(const nest::Nest& nest) {
  std::vector<nest::ExprPtr> out;
  for (const nest::Assignment* each : nest::assignments(nest))
    out.insert(out.end(), {each->value, each->target});
  return out;
}

bool has_constant_bounds(const nest::Nest& nest) {
  return std::any_of(nest.loops.begin(), nest.loops.end(), [](const nest::Loop& loop) {
    const bool from_constant = loop.lower->kind == nest::ExprKind::number && !nest::is_number(loop.lower, 0);
    return from_constant || loop.upper->kind == nest::ExprKind::number;
  });
}

/// Whole numbers in bounds and subscripts that the block does not name: what stands above, or who calls the
/// function, may give them any value that makes both agree, and small ones alone matter.
bool is_searchable(const std::string& name, const nest::Nest& nest) {
  const auto fits = [&](const nest::Variable& variable) {
    return variable.kind == nest::VariableKind::integer && plain_text(variable.text) == name;
  };
  if (std::none_of(nest.variables.begin(), nest.variables.end(), fits)) return false;
  std::set<std::string> values;
  for (const nest::Assignment* each : nest::assignments(nest)) collect_of_data(each->value, false, values);
  return std::none_of(values.begin(), values.end(),
                      [&](const std::string& text) { return plain_text(text) == name; });
}

/// Parameters of the function that are factors, summands or distances: nothing computes them from what the
/// block names.
std::set<std::string> free_scalars(const nest::Nest& nest) {
  std::set<std::string> out, not_free;
  for (const nest::Loop& loop : nest.loops)
    for (const nest::ExprPtr& e : {loop.lower, loop.upper}) collect_scalars(e, not_free);
  for (const nest::ExprPtr& e : expressions(nest)) collect_conditions(e, not_free);
  for (const nest::Variable& variable : nest.variables)
    if (variable.given && !not_free.count(variable.text)) out.insert(plain_text(variable.text));
  return out;
}

}  // namespace

void check_can_run(const index::Program& program) {
  for (const index::Tensor& tensor : program.tensors) {
    if (tensor->temporary) continue;
    const bool grows = tensor->assembled && !tensor->keeps_pattern;
    const std::string name = "'" + tensor->name + "'";
    if (!tensor->values) throw Unknown{name + " has no values of its own"};
    if (grows) throw Unknown{name + " grows"};
    if (tensor->on_device) throw Unknown{name + " is in device memory"};
    if (tensor->symmetry != index::Symmetry::none) throw Unknown{name + " is symmetric"};
    if (one_value_of(*tensor->values)) continue;
    if (tensor->values->is_same) throw Unknown{"the values of " + name + " are a number that has a name"};
    if (text_of(*tensor->values).find("::insum::") != std::string::npos)
      throw Unknown{name + " is a C++ object that knows where its elements are"};
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

nest::Nest with_named_elements(const nest::Nest& nest, const index::Program& program) {
  return NameElements(nest, program).run();
}

void match_arrays(const nest::Nest& nest, const index::Program& program) {
  std::set<std::string> block, levels, loop, rows;
  for (const index::Argument& argument : program.arguments) {
    if (argument->kind != index::ArgumentNode::Kind::array || argument->is_same) continue;
    block.insert(start_of(*argument).array);
    if (argument->depth > 1) rows.insert(start_of(*argument).array);
  }
  for (const index::Tensor& tensor : program.tensors) {
    if (!tensor->temporary && !tensor->values->is_same) block.insert(start_of(*tensor->values).array);
    for (const index::TensorLevel& level : tensor->levels)
      for (const index::Argument& array : level.arrays)
        if (!tensor->temporary) levels.insert(start_of(*array).array);
  }
  std::set<int> used;
  for (const nest::ExprPtr& e : expressions(nest)) collect_arrays(e, used);
  for (const nest::Loop& each : nest.loops)
    for (const nest::ExprPtr& e : {each.lower, each.upper}) collect_arrays(e, used);
  for (const int number : used) {
    const nest::Array& array = nest.arrays[static_cast<std::size_t>(number)];
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
  if (const std::string level = lacks(levels, loop); !level.empty() && has_constant_bounds(nest))
    throw Unknown{"it has constant bounds where the block reads '" + level + "'"};
  const std::string own = lacks(loop, block), missing = lacks(block, loop);
  if (!own.empty() && !missing.empty())
    throw Unknown{"it uses '" + own + "', and the block '" + missing + "'"};
}

MatchedNames match_scalars(const nest::Nest& nest, const index::Program& program) {
  MatchedNames out;
  std::set<std::string> plain, block, sizes;
  for (const nest::ExprPtr& e : expressions(nest)) collect_scalars(e, out.scalars);
  for (const nest::Loop& loop : nest.loops)
    for (const nest::ExprPtr& e : {loop.lower, loop.upper}) collect_scalars(e, out.scalars);
  for (const std::string& text : out.scalars) plain.insert(plain_text(text));
  for (const index::Argument& argument : program.arguments) {
    if (argument->kind != index::ArgumentNode::Kind::size) continue;
    sizes.insert(text_of(*argument));
    if (const std::optional<nest::Polynomial> sum = sum_in(text_of(*argument))) sizes.merge(names_in(*sum));
  }
  for (const index::Argument& argument : program.arguments) {
    const std::string text = text_of(*argument);
    const bool is_array = argument->kind == index::ArgumentNode::Kind::array;
    const std::optional<nest::Polynomial> sum = is_array ? std::nullopt : sum_in(text);
    if (!is_array && !sum && !is_name(text)) throw Unknown{"the block computes with '" + text + "'"};
    block.insert(is_array ? length_of(*argument) : text);
    const std::set<std::string> names = sum ? names_in(*sum) : std::set<std::string>{text};
    if (is_array) continue;
    for (const std::string& name : names)
      if (!plain.count(name) && !sizes.count(name) && !nest.constants.count(name))
        throw Unknown{"the block uses '" + name + "', and the statement does not"};
    block.insert(names.begin(), names.end());
  }
  const std::set<std::string> free = free_scalars(nest);
  for (const std::string& name : plain) {
    if (block.count(name) || nest.constants.count(name)) continue;
    if (free.count(name))
      out.others.insert(name);
    else if (out.searched.all().size() < SearchedNames::most && is_searchable(name, nest))
      out.searched.add(name);
    else
      throw Unknown{"it uses '" + name + "', which the block does not name"};
  }
  return out;
}

}  // namespace insum::agree
