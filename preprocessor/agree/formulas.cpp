#include "agree/formulas.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "agree/match_indices.h"
#include "agree/operators.h"
#include "agree/sizes.h"
#include "index_ir/algebra.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "nest/polynomial.h"

namespace insum::agree {

using nest::ExprKind;
using nest::ExprPtr;
using nest::Polynomial;

namespace {

ExprPtr named(const std::string& text) { return nest::make(ExprKind::scalar, text); }

/// With indices of loops by their names, and elements of arrays as C++ writes them.
ExprPtr readable(const ExprPtr& e, const nest::Nest& nest) {
  if (e->kind == ExprKind::index) return index_atom(nest.loops.at(static_cast<std::size_t>(e->id)).name);
  if (e->kind == ExprKind::scalar) return named(plain_text(e->text));
  nest::Expr out = *e;
  for (ExprPtr& part : out.parts) part = readable(part, nest);
  if (e->kind != ExprKind::read) return std::make_shared<const nest::Expr>(std::move(out));
  const std::string array = plain_text(nest.arrays.at(static_cast<std::size_t>(e->id)).text);
  return named(e->parts.empty() ? array : array + "[" + nest::text(nest::polynomial(out.parts[0])) + "]");
}

using Constants = std::map<std::string, double>;

/// With the numbers that names stand for in an instantiation, as the statement was read with them.
ExprPtr as_nest(const index::ExprPtr& e, const Constants& constants) {
  if (const index::Var var = index::as_var(e)) return index_atom(var->name);
  if (const auto value = index::as_integer(e)) return nest::number(*value);
  if (const auto* argument = index::get_if<index::Argument>(e)) {
    const auto known = constants.find(text_of(**argument));
    if (known != constants.end() && known->second == std::trunc(known->second))
      return nest::number(std::llround(known->second));
    const std::optional<Polynomial> sum = sum_in(text_of(**argument));
    return sum ? nest::expression(*sum) : named(text_of(**argument));
  }
  if (const auto* binary = index::get_if<index::Binary>(e))
    return nest::binary(symbol(binary->op), as_nest(binary->left, constants),
                        as_nest(binary->right, constants));
  return named(index::to_string(e));
}

void collect(const ExprPtr& e, const nest::Nest& nest, Formulas& out) {
  for (const ExprPtr& part : e->parts) collect(part, nest, out);
  if (e->kind != ExprKind::read || e->parts.empty()) return;
  ElementList& list = out[plain_text(nest.arrays.at(static_cast<std::size_t>(e->id)).text)];
  list.texts.push_back(readable(e, nest)->text);
  list.offsets.push_back(nest::polynomial(readable(e->parts[0], nest)));
}

void collect(const index::Access& access, const Constants& constants, Formulas& out) {
  if (!access.tensor->dense || access.tensor->temporary || access.subscripts.empty()) return;
  const Start start = start_of(*access.tensor->values);
  Polynomial offset = start.offset;
  std::string element;
  for (std::size_t m = 0; m < access.subscripts.size(); ++m) {
    const Polynomial subscript = nest::polynomial(as_nest(access.subscripts[m], constants));
    offset = offset + subscript * nest::polynomial(as_nest(access.tensor->strides[m], constants));
    element += (m == 0 ? "" : ",") + nest::text(subscript);
  }
  ElementList& list = out[start.array];
  const std::string named = access.tensor->name + "[" + element + "]";
  const std::string stored = start.array + "[" + nest::text(offset) + "]";
  list.texts.push_back(named == stored ? named : named + " is " + stored);
  list.offsets.push_back(offset);
}

std::string join(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : std::set<std::string>(texts.begin(), texts.end()))
    out += (out.empty() ? "" : ", ") + text;
  return out;
}

/// "C[i,j] is c[i * m + j]", and "the block has x[i]" where that is all there is to say.
std::string of_the_block(const std::vector<std::string>& texts) {
  std::vector<std::string> plain, formulas;
  for (const std::string& text : texts)
    (text.find(" is ") == std::string::npos ? plain : formulas).push_back(text);
  return (plain.empty() ? "" : "the block has " + join(plain)) +
         (plain.empty() || formulas.empty() ? "" : ", and ") + join(formulas);
}

std::set<std::string> arrays_of(const index::Program& program) {
  std::set<std::string> out;
  for (const index::Argument& argument : program.arguments) out.insert(start_of(*argument).array);
  for (const index::Tensor& tensor : program.tensors)
    if (tensor->values) out.insert(start_of(*tensor->values).array);
  return out;
}

/// Elements of which a loop names by the block and the place in it.
bool has_blocks(const index::Program& program) {
  return std::any_of(program.tensors.begin(), program.tensors.end(),
                     [](const index::Tensor& tensor) { return !tensor->block_sizes.empty(); });
}

}  // namespace

std::vector<std::string> differences(const nest::Nest& nest, const index::Program& program) {
  Formulas written, read, einsum;
  for (const nest::Assignment* each : nest::assignments(nest)) {
    const ExprPtr& target = each->target;
    for (const ExprPtr& part : target->parts) collect(part, nest, read);
    if (!target->parts.empty()) {
      ElementList& list = written[plain_text(nest.arrays.at(static_cast<std::size_t>(target->id)).text)];
      list.texts.push_back(readable(target, nest)->text);
      list.offsets.push_back(nest::polynomial(readable(target->parts[0], nest)));
    }
    collect(each->value, nest, read);
  }
  index::for_each_stmt(program.body, [&](const index::StmtPtr& stmt) {
    const auto* each = index::get_if<index::Einsum>(stmt);
    if (!each) return;
    collect(each->left, nest.constants, einsum);
    for (const index::Access& access : index::accesses_of(each->right))
      collect(access, nest.constants, einsum);
  });
  match_indices(written, read, einsum);
  std::vector<std::string> out;
  if (std::string text = operator_difference(nest, program); !text.empty()) out.push_back(std::move(text));
  for (const nest::Assignment* each : nest::assignments(nest)) {
    if (!each->reads_result) continue;
    const std::string result = plain_text(nest.arrays.at(static_cast<std::size_t>(each->target->id)).text);
    const ElementList &of_loop = read[result], &of_block = einsum[result];
    std::vector<std::string> others;
    for (std::size_t n = 0; n < of_loop.texts.size(); ++n)
      if (of_loop.texts[n] != readable(each->target, nest)->text &&
          !covers(of_block.offsets, {of_loop.offsets[n]}))
        others.push_back(of_loop.texts[n]);
    if (!others.empty())
      out.push_back(
          "the statement reads " + join(others) +
          ", which other iterations may write; an Einsum reads of its result no element but the one "
          "that it writes");
    read.erase(result);
  }
  const bool from_zero = std::all_of(nest.loops.begin(), nest.loops.end(), [](const nest::Loop& loop) {
    return loop.lower->kind != ExprKind::number || nest::is_number(loop.lower, 0);
  });
  if (!from_zero || has_blocks(program))
    read.clear(), written.clear();  // other indices: formulas differ though elements do not
  for (const OtherElements& other : other_elements(written, read, einsum))
    out.push_back("the statement " + std::string(other.writes ? "writes " : "reads ") +
                  join((other.writes ? written : read).at(other.array).texts) + "; " +
                  of_the_block(einsum.at(other.array).texts));
  const std::set<std::string> arrays = arrays_of(program);
  std::set<std::string> of_loop;
  for (const nest::Array& array : nest.arrays) of_loop.insert(plain_text(array.text));
  for (const auto& [array, own] : read)
    if (!arrays.count(array))
      out.push_back("the statement reads '" + array + "', which the block does not name");
  for (const index::Tensor& tensor : program.tensors)
    if (tensor->values && !tensor->values->is_same && !tensor->temporary &&
        !of_loop.count(start_of(*tensor->values).array))
      out.push_back("the statement does not access '" + text_of(*tensor->values) + "'" +
                    (text_of(*tensor->values) == tensor->name
                         ? ", which the block names"
                         : ", which '" + tensor->name + "' is stored in"));
  return out;
}

}  // namespace insum::agree
