#include "lower/fetched_copies.h"

#include "loop_ir/rewrite.h"
#include "lower/check_calls.h"

namespace insum::lower {

namespace lo = insum::loops;

FetchedCopies::FetchedCopies(Lowering& lowering, const index::Program& program, For use)
    : lowering_(lowering), use_(use) {
  for (const index::Tensor& tensor : program.tensors)
    if (tensor->on_device && tensor->values)
      for (const ArrayExtent& extent : lowering.extents(*tensor)) there_.push_back(extent);
}

lo::ExprPtr FetchedCopies::copy_for(const lo::ExprPtr& expr) const {
  const auto* name = lo::get_if<lo::Name>(expr);
  const auto found = name ? copies_.find(name->text) : copies_.end();
  return found != copies_.end() ? found->second : nullptr;
}

void FetchedCopies::copy(const ArrayExtent& extent, lo::Body& out) {
  const std::string& array = extent.array->name;
  if (copies_.count(array)) return;
  for (const ArrayExtent& other : there_)
    if (other.array->name != array && lo::uses(extent.count, {other.array->name})) copy(other, out);
  const std::string name = lowering_.fresh(array + "_copy");
  const std::string type = use_ == For::checks ? "insum::rt::cuda::checked_copy" : "insum::report::fetched";
  const lo::ExprPtr count = lo::rewrite(extent.count, [&](const lo::ExprPtr& e) { return copy_for(e); });
  std::vector<lo::ExprPtr> arguments = {lower::array(extent.array), count};
  if (use_ == For::checks) arguments.insert(arguments.begin(), quoted(extent.name));
  out.push_back(variable("const " + type, name, invoke(type, std::move(arguments))));
  copies_[array] = lo::name(name);
}

lo::StmtPtr FetchedCopies::reading(const lo::StmtPtr& stmt, lo::Body& out) {
  for (const ArrayExtent& extent : there_)
    if (lo::uses(lo::Body{stmt}, {extent.array->name})) copy(extent, out);
  return lo::rewrite_exprs({stmt}, [&](const lo::ExprPtr& e) { return copy_for(e); }).front();
}

}  // namespace insum::lower
