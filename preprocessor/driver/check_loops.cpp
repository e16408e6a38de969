#include "driver/check_loops.h"

#include "agree/compare.h"

namespace insum {

namespace {

/// Sizes of which the block states something: made-up ones may not be so.
bool assumes_sizes(const ast::Block& block) {
  for (const ast::Directive& directive : block.directives)
    if (const auto* assume = std::get_if<ast::AssumeDirective>(&directive.node))
      for (const ast::Assumption& fact : assume->facts)
        if (!fact.relation.empty() && fact.name.text != "memory" && fact.name.text != "density") return true;
  return false;
}

SourceRange einsum_of(const ast::Block& block) {
  for (const ast::Directive& directive : block.directives)
    if (const auto* einsum = std::get_if<ast::Einsum>(&directive.node)) return einsum->range;
  return block.range;
}

void warn_of_shared_memory(const nest::Nest& nest, SourceRange where, Diagnostics& diagnostics) {
  const auto name = [&](int array) { return nest.arrays[static_cast<std::size_t>(array)].text; };
  for (const nest::SharedMemory& shared : nest.shared)
    if (shared.same_start)
      diagnostics.report(Diag::shared_memory, where, {name(shared.array), name(shared.written), shared.of});
}

}  // namespace

void check_loop(const TranslatedSite& site, Diagnostics& diagnostics) {
  if (!site.statement.nest) return;
  const SourceRange where = einsum_of(site.statement.site.block);
  if (!site.statement.nest->target) {
    diagnostics.report(Diag::statement_disagrees, where, {"it writes nothing", "any data"});
    return;
  }
  warn_of_shared_memory(*site.statement.nest, where, diagnostics);
  if (site.generated.converts) return;
  if (assumes_sizes(site.statement.site.block)) return;
  const auto found = agree::compare(*site.statement.nest, site.generated.explanation.einsum);
  if (!found) return;
  const std::string sizes = found->sizes.empty() ? "made-up data" : found->sizes;
  Diagnostic& warning = diagnostics.report(Diag::statement_disagrees, where, {found->what, sizes});
  for (const std::string& fact : found->facts) warning.notes.push_back({where, fact});
}

}  // namespace insum
