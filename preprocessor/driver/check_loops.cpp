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

}  // namespace

void check_loop(const TranslatedSite& site, Diagnostics& diagnostics) {
  if (!site.statement.nest || site.generated.converts) return;
  if (assumes_sizes(site.statement.site.block)) return;
  const auto found = agree::compare(*site.statement.nest, site.generated.explanation.einsum);
  if (!found) return;
  SourceRange where = site.statement.site.block.range;
  for (const ast::Directive& directive : site.statement.site.block.directives)
    if (const auto* einsum = std::get_if<ast::Einsum>(&directive.node)) {
      where = einsum->range;
      break;
    }
  const std::string sizes = found->sizes.empty() ? "made-up data" : found->sizes;
  Diagnostic& warning = diagnostics.report(Diag::statement_disagrees, where, {found->what, sizes});
  for (const std::string& fact : found->facts) warning.notes.push_back({where, fact});
}

}  // namespace insum
