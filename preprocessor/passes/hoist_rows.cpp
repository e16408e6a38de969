#include "passes/hoist_rows.h"

#include <algorithm>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

using Names = std::set<std::string>;

/// A loop over entries: what it declares by itself, and what it runs.
struct Entries {
  Names local;
  const Body* body = nullptr;
};

Entries entries_of(const StmtPtr& stmt) {
  if (const auto* n = get_if<EntryReduce>(stmt)) return {{n->var, n->accumulator}, &n->body};
  if (const auto* n = get_if<For>(stmt)) return {{n->var}, &n->body};
  return {};
}

/// rows[i] of rows[i][p].
ExprPtr row_in(const ExprPtr& e, const Names& arrays_of_rows) {
  const auto* element = get_if<Load>(e);
  const auto* row = element ? get_if<Load>(element->array) : nullptr;
  const auto* array = row ? get_if<Name>(row->array) : nullptr;
  return array && arrays_of_rows.count(array->text) ? element->array : nullptr;
}

/// Those that every iteration reads, each once.
std::vector<ExprPtr> rows_in(Entries loop, const Names& arrays_of_rows) {
  std::vector<ExprPtr> rows;
  for (const StmtPtr& stmt : *loop.body) {
    const auto* declares = get_if<Declare>(stmt);
    if (!declares && !get_if<Update>(stmt)) break;
    for_each_expr(stmt, [&](const ExprPtr& e) {
      const ExprPtr row = row_in(e, arrays_of_rows);
      const auto same = [&](const ExprPtr& other) { return equal(row, other); };
      if (row && !uses(row, loop.local) && std::none_of(rows.begin(), rows.end(), same)) rows.push_back(row);
    });
    if (declares) loop.local.insert(declares->name);
  }
  return rows;
}

Body hoisted(const Body& body, const Names& arrays_of_rows, Names& names) {
  Body out;
  for (StmtPtr stmt : body) {
    const Entries loop = entries_of(stmt);
    for (const ExprPtr& row : loop.body ? rows_in(loop, arrays_of_rows) : std::vector<ExprPtr>{}) {
      const std::string& array = get_if<Name>(get_if<Load>(row)->array)->text;
      const std::string local = fresh_name(array + "_row", names);
      out.push_back(make_stmt(Declare{Type{row->type.element, "auto* const"}, local, row, false, ""}));
      stmt = rewrite_exprs({stmt}, [&](const ExprPtr& e) {
               return equal(e, row) ? name(local, row->type) : nullptr;
             }).front();
    }
    out.push_back(std::move(stmt));
  }
  return out;
}

}  // namespace

Kernel hoist_rows(const Kernel& kernel) {
  Names arrays_of_rows, names = names_in(kernel);
  for (const Parameter& parameter : kernel.parameters)
    if (parameter.depth > 1) arrays_of_rows.insert(parameter.name);
  if (arrays_of_rows.empty()) return kernel;
  Kernel result = kernel;
  result.body =
      rewrite_bodies(kernel.body, [&](const Body& body) { return hoisted(body, arrays_of_rows, names); });
  return result;
}

}  // namespace insum::passes
