// What a kernel built with INSUM_CHECKS validates before it touches anything: positions, coordinates, index
// arrays.
#include <algorithm>

#include "index_ir/rewrite.h"
#include "lower/check_calls.h"
#include "lower/fetched_copies.h"
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

/// A result in the pattern of an operand, by the same arrays: these are checked once.
bool has_arrays_of_another(const Program& program, const TensorNode& result) {
  const auto same = [](const TensorLevel& a, const TensorLevel& b) { return a.arrays == b.arrays; };
  return !result.patterns.empty() &&
         std::any_of(program.tensors.begin(), program.tensors.end(), [&](const Tensor& other) {
           return other->patterns.empty() && !other->storage_form &&
                  std::equal(result.levels.begin(), result.levels.end(), other->levels.begin(),
                             other->levels.end(), same);
         });
}

}  // namespace

void Lowering::checks_of(const Tensor& tensor, lo::Body& out) {
  if (tensor->dense || tensor->temporary || tensor->storage_form || has_arrays_of_another(program_, *tensor))
    return;
  const bool owned = tensor->assembled && !tensor->keeps_pattern;
  if (owned && !is_read_first(*tensor)) return;
  check_levels(tensor, owned, out);
  if (tensor->symmetry != Symmetry::none) check_triangle(tensor, out);
}

/// Checks of arrays in a device's memory, each copied before the first one that reads it: later arrays are as
/// long as earlier ones say. While a stream is captured nothing can be copied, and all passes.
lo::Body Lowering::on_copies(const lo::Body& checks) {
  if (checks.empty()) return {};
  const lo::StmtPtr forget = effect(invoke("insum::report::was_missing", {}));
  const lo::Type boolean{ElementType::boolean, ""};
  const lo::ExprPtr had = lo::make_expr(lo::Unary{"!", lo::name("insum::report::missing", boolean)}, boolean);
  lo::Body out = {forget};
  FetchedCopies copies(*this, program_, FetchedCopies::For::checks);
  for (const lo::StmtPtr& check : checks) {
    const lo::StmtPtr now = copies.reading(check, out);
    out.push_back(lo::make_stmt(lo::If{had, {effect(lo::get_if<lo::Effect>(now)->call)}}));
  }
  out.push_back(forget);
  return {lo::make_stmt(lo::Aside{lo::name("insum::rt::checks_enabled", boolean), std::move(out)})};
}

void Lowering::storage_checks(lo::Body& out) {
  lo::Body on_device;
  const auto of = [&](const TensorNode& tensor) -> lo::Body& { return tensor.on_device ? on_device : out; };
  for (const Tensor& tensor : program_.tensors) checks_of(tensor, of(*tensor));
  overlap_checks(out);
  // Index arrays: every stored number must be a subscript of the mode that it is used in.
  for (const auto& [tensor, bound] : program_.gathers) {
    lo::ExprPtr count = lo::integer(1);
    for (const ExprPtr& size : tensor->sizes) count = lo::mul(count, index_value(size, Scope{}));
    of(*tensor).push_back(
        check("check_coordinates", {quoted(tensor->name), array(tensor->values), lo::integer(0), count,
                                    index_value(bound, Scope{}), coordinate_rules(tensor->base, false)}));
  }
  for (lo::StmtPtr& stmt : on_copies(on_device)) out.push_back(std::move(stmt));
}

}  // namespace insum::lower
