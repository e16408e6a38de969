#include "lower/reports.h"

#include <set>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "lower/check_calls.h"
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

const char* const record = "insum_record";
const std::string the_call = "insum_call";

/// A variable whose type is spelled out.
lo::StmtPtr variable(const std::string& type, const std::string& name, const lo::ExprPtr& value) {
  return lo::make_stmt(lo::Declare{lo::Type{ElementType::dependent, type}, name, value, false, ""});
}

}  // namespace

bool is_conversion(const StmtPtr& stmt) {
  int assigned = 0;
  bool converts = true;
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    if (!assign) return;
    ++assigned;
    const auto* read = get_if<Access>(assign->right);
    converts &= read && !read->tensor->dense && !assign->left.tensor->dense;
    converts &= assign->left.tensor->temporary;
  });
  return assigned > 0 && converts;
}

lo::Body timed(lo::Body body) {
  body.insert(body.begin(), effect(invoke(the_call + ".converts", {})));
  body.push_back(effect(invoke(the_call + ".converted", {})));
  return body;
}

lo::Body Lowering::report(const Origin& origin) {
  std::set<Argument> known;
  lo::ExprPtr bytes;
  for (const Tensor& tensor : program_.tensors) {
    if (tensor->temporary || tensor->storage_form || !tensor->values || tensor->on_device) continue;
    if (tensor->assembled && !tensor->keeps_pattern) continue;
    for (const ArrayExtent& extent : extents(*tensor)) {
      const Argument& a = extent.array;
      if (a->depth > 1 || !known.insert(a).second) continue;
      const lo::ExprPtr own = invoke("insum::report::bytes_of", {array(a), extent.count});
      bytes = bytes ? lo::add(bytes, own) : own;
    }
  }
  const lo::ExprPtr known_before = lo::make_expr(
      lo::List{{quoted(program_.name), quoted(origin.file), lo::integer(origin.line), quoted(origin.einsum)}},
      {});
  lo::Body out = {
      variable("static insum::report::kernel", record, known_before),
      variable("insum::report::call", the_call, invoke("insum::report::call", {lo::name(record)}))};
  if (bytes)
    out.push_back(lo::make_stmt(lo::If{invoke(the_call + ".wanted", {}, {ElementType::boolean, ""}),
                                       {effect(invoke(the_call + ".moves", {bytes}))}}));
  return out;
}

}  // namespace insum::lower
