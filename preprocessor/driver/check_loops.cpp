#include "driver/check_loops.h"

#include "agree/compare.h"

namespace insum {

void check_loop(const TranslatedSite& site, Diagnostics& diagnostics) {
  if (!site.statement.nest || site.generated.converts) return;
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
