// Tiles whose lengths the kernel chooses when it is called: what the runtime is told of them.
//
//   static insum::tuning::tiling insum_tiling = ...{{place, einsum, {"i", "j"}}};
//   insum::tuning::tiled_call insum_tiles = ...(insum_tiling, {M, N}, {{bytes of A, 1}, {bytes of B, 2}});
//   const std::int64_t i_width = insum_tiles.width(0);
//   if (insum_call.wanted()) insum_call.chose("i", i_width);
#include "index_ir/nest.h"
#include "lower/check_calls.h"
#include "lower/iterators.h"
#include "lower/lowering.h"
#include "lower/reports.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

lo::ExprPtr list(std::vector<lo::ExprPtr> items) { return lo::make_expr(lo::List{std::move(items)}, {}); }

}  // namespace

lo::Body Lowering::tiling(const std::string& place, const std::string& einsum) {
  const Program::Tiling& tiling = program_.tiling;
  std::vector<lo::ExprPtr> names, sizes, operands;
  for (const Program::Tiling::Index& index : tiling.indices) {
    names.push_back(quoted(index.name));
    sizes.push_back(index_value(index.size, Scope{}));
  }
  for (const Program::Tiling::Use& use : tiling.uses) {
    if (use.tensor->assembled) continue;  // it has no arrays yet
    lo::ExprPtr bytes;
    for (const ArrayExtent& extent : extents(*use.tensor)) {
      if (extent.array->depth > 1) continue;
      const lo::ExprPtr own = invoke("insum::report::bytes_of", {array(extent.array), extent.count});
      bytes = bytes ? lo::add(bytes, own) : own;
    }
    if (bytes) operands.push_back(list({bytes, lo::integer(use.indices)}));
  }
  const lo::ExprPtr known =
      list({quoted(place), quoted(einsum), list(std::move(names)), word(program_.deterministic)});
  lo::Body out = {
      variable("static insum::tuning::tiling", "insum_tiling", invoke("insum::tuning::tiling", {known})),
      variable("insum::tuning::tiled_call", "insum_tiles",
               invoke("insum::tuning::tiled_call",
                      {lo::name("insum_tiling"), list(std::move(sizes)), list(std::move(operands))}))};
  lo::Body told;
  for (std::size_t n = 0; n < tiling.indices.size(); ++n) {
    const std::string& width = tiling.indices[n].width->name;
    out.push_back(declare(width, invoke("insum_tiles.width", {lo::integer(static_cast<long long>(n))})));
    told.push_back(chosen(tiling.indices[n].name, lo::name(width)));
  }
  if (records_) out.push_back(when_wanted(std::move(told)));
  return out;
}

}  // namespace insum::lower
