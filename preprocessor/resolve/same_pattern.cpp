#include "resolve/same_pattern.h"

#include <algorithm>
#include <set>

#include "index_ir/rewrite.h"

namespace insum::resolver {

using index::ExprPtr;
using index::Tensor;

namespace {

/// Stated by assume(same_pattern(A, B)).
bool assumed_same(const Context& context, const Tensor& a, const Tensor& b) {
  const auto in = [](const std::vector<Tensor>& group, const Tensor& tensor) {
    return std::find(group.begin(), group.end(), tensor) != group.end();
  };
  return std::any_of(context.same_pattern.begin(), context.same_pattern.end(),
                     [&](const auto& group) { return in(group, a) && in(group, b); }) &&
         same_levels(*a, *b);
}

std::set<Tensor> sparse_tensors(const Context& context, const index::Einsum& einsum) {
  std::set<Tensor> out = {einsum.left.tensor};
  for (const index::Access& access : index::accesses_of(einsum.right))
    if (!access.tensor->dense) out.insert(access.tensor);
  for (const auto& group : context.same_pattern) out.insert(group.begin(), group.end());
  return out;
}

}  // namespace

bool same_expressions(const std::vector<ExprPtr>& a, const std::vector<ExprPtr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ExprPtr& x, const ExprPtr& y) { return index::equal(x, y); });
}

bool same_levels(const index::TensorNode& a, const index::TensorNode& b) {
  const auto same_mode = [](const LevelMode& x, const LevelMode& y) {
    return x.kind == y.kind && x.mode == y.mode && x.other_mode == y.other_mode && x.divisor == y.divisor;
  };
  return a.base == b.base &&
         std::equal(a.levels.begin(), a.levels.end(), b.levels.begin(), b.levels.end(),
                    [&](const index::TensorLevel& x, const index::TensorLevel& y) {
                      return x.level.kind == y.level.kind && same_mode(x.level.mode, y.level.mode) &&
                             (x.level.kind != LevelKind::fixed || index::equal(x.size, y.size));
                    }) &&
         same_expressions(a.block_sizes, b.block_sizes);
}

/// The same C++ expressions give the coordinates of both.
bool same_arrays(const index::TensorNode& a, const index::TensorNode& b) {
  return same_levels(a, b) && std::equal(a.levels.begin(), a.levels.end(), b.levels.begin(), b.levels.end(),
                                         [](const auto& x, const auto& y) { return x.arrays == y.arrays; });
}

bool same_pattern(const Context& context, const index::Einsum& einsum, const Tensor& a, const Tensor& b) {
  if (a == b || same_arrays(*a, *b)) return true;
  std::set<Tensor> others = sparse_tensors(context, einsum);
  std::vector<Tensor> found = {a};
  for (std::size_t next = 0; next < found.size(); ++next) {
    const Tensor from = found[next];
    std::erase_if(others, [&](const Tensor& other) {
      const bool same = same_arrays(*from, *other) || assumed_same(context, from, other);
      if (same) found.push_back(other);
      return same;
    });
  }
  return std::find(found.begin(), found.end(), b) != found.end();
}

}  // namespace insum::resolver
