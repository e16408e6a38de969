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

agree::Verdict verdict_on(const TranslatedSite& site) {
  if (site.generated.converts) return {std::nullopt, "an operand is converted first"};
  if (assumes_sizes(site.statement.site.block))
    return {std::nullopt, "made-up sizes may not be what 'assume' says of them"};
  return agree::compare(*site.statement.read.nest, site.generated.explanation.einsum);
}

/// The first character of a statement behind its block.
SourceRange first_of(const SourceRange& region, std::uint32_t begin) {
  return {region.file, begin, begin + 1};
}

}  // namespace

void check_loop(const TranslatedSite& site, Diagnostics& diagnostics) {
  const nest::ReadStatement& read = site.statement.read;
  const bind::Site& bound = site.statement.site;
  const SourceRange where = einsum_of(bound.block);
  if (bound.empty) {
    diagnostics.report(Diag::empty_statement, first_of(bound.statement, site.statement.statement_begin));
    return;
  }
  if (!bound.hand_written) return;
  if (!read.nest) {
    diagnostics.report(Diag::statement_not_compared, read.where, {read.reason});
    return;
  }
  if (!read.nest->target) {
    diagnostics.report(Diag::statement_disagrees, where, {"it writes nothing", "any data"});
    return;
  }
  warn_of_shared_memory(*read.nest, where, diagnostics);
  const agree::Verdict verdict = verdict_on(site);
  if (!verdict.unknown.empty()) diagnostics.report(Diag::statement_not_compared, where, {verdict.unknown});
  if (!verdict.disagreement) return;
  const agree::Disagreement& found = *verdict.disagreement;
  const std::string sizes = found.sizes.empty() ? "made-up data" : found.sizes;
  Diagnostic& warning = diagnostics.report(Diag::statement_disagrees, where, {found.what, sizes});
  for (const std::string& fact : found.facts) warning.notes.push_back({where, fact});
}

}  // namespace insum
