#include "driver/check_loops.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "agree/compare.h"
#include "nest/apart.h"

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

bool meets(const nest::ExprPtr& value, const nest::SharedMemory& shared, const nest::Polynomial& written,
           const std::vector<nest::Loop>& loops) {
  const bool is_element =
      value->kind == nest::ExprKind::read && value->id == shared.array && value->parts.size() == 1;
  if (is_element &&
      nest::may_meet(written, nest::polynomial(value->parts[0]) + nest::constant(shared.distance), loops))
    return true;
  return std::any_of(value->parts.begin(), value->parts.end(),
                     [&](const nest::ExprPtr& part) { return meets(part, shared, written, loops); });
}

/// Of the two arrays, an element that is read may be one that is written. Arrays that begin many elements
/// apart are taken for parts of one, as far as the loops do not say how long they are.
bool overlap(const nest::Nest& nest, const nest::SharedMemory& shared) {
  constexpr long long many = 64;
  if (!shared.surely || std::abs(shared.distance) >= many) return false;
  if (shared.distance == 0) return true;
  bool found = false;
  for (const nest::Assignment* each : nest::assignments(nest))
    if (each->target->id == shared.written && each->target->parts.size() == 1)
      found |= meets(each->value, shared, nest::polynomial(each->target->parts[0]), nest.loops);
  return found;
}

void warn_of_shared_memory(const nest::Nest& nest, SourceRange where, Diagnostics& diagnostics) {
  const auto name = [&](int array) { return nest.arrays[static_cast<std::size_t>(array)].text; };
  for (const nest::SharedMemory& shared : nest.shared)
    if (overlap(nest, shared))
      diagnostics.report(Diag::shared_memory, where, {name(shared.array), name(shared.written), shared.of});
}

agree::Verdict verdict_on(const TranslatedSite& site, const nest::Nest& nest) {
  if (!site.generated.stored) return {std::nullopt, "an operand is converted first", ""};
  if (assumes_sizes(site.statement.site.block))
    return {std::nullopt, "made-up sizes may not be what 'assume' says of them", ""};
  return agree::compare(nest, *site.generated.stored);
}

/// The first character of a statement behind its block.
SourceRange first_of(const SourceRange& region, std::uint32_t begin) {
  return {region.file, begin, begin + 1};
}

struct Finding {
  Diag id;
  SourceRange where;
  std::vector<std::string> arguments;
  std::vector<std::string> facts = {};
};

/// Of the statement as it was read, in a template as one instantiation has it; nothing: both agree.
std::optional<Finding> finding_of(const TranslatedSite& site, const nest::ReadStatement& read) {
  const SourceRange where = einsum_of(site.statement.site.block);
  if (!read.nest) return Finding{Diag::statement_not_compared, read.where, {read.reason}};
  if (!read.nest->target) return Finding{Diag::statement_disagrees, where, {"it writes nothing", "any data"}};
  const agree::Verdict verdict = verdict_on(site, *read.nest);
  if (!verdict.unknown.empty()) return Finding{Diag::statement_not_compared, where, {verdict.unknown}};
  if (!verdict.condition.empty()) return Finding{Diag::statement_agrees_where, where, {verdict.condition}};
  if (!verdict.disagreement) return std::nullopt;
  const agree::Disagreement& found = *verdict.disagreement;
  const std::string sizes = found.sizes.empty() ? "made-up data" : found.sizes;
  return Finding{Diag::statement_disagrees, where, {found.what, sizes}, found.facts};
}

/// That of the first instantiation that differs, or of the first one of which anything can be said.
std::optional<Finding> first_finding(const TranslatedSite& site) {
  std::optional<Finding> out;
  for (const nest::ReadStatement& read : site.statement.read) {
    std::optional<Finding> found = finding_of(site, read);
    if (!found) continue;
    if (&read != &site.statement.read.front()) found->facts.push_back("so it is in '" + read.instance + "'");
    if (found->id == Diag::statement_disagrees) return found;
    if (!out) out = std::move(found);
  }
  return out;
}

}  // namespace

void check_loop(const TranslatedSite& site, Diagnostics& diagnostics) {
  const bind::Site& bound = site.statement.site;
  if (bound.empty) {
    diagnostics.report(Diag::empty_statement, first_of(bound.statement, site.statement.statement_begin));
    return;
  }
  if (!bound.hand_written) return;
  if (const auto& read = site.statement.read; !read.empty() && read[0].nest && read[0].nest->target)
    warn_of_shared_memory(*read[0].nest, einsum_of(bound.block), diagnostics);
  const std::optional<Finding> found = first_finding(site);
  if (!found) return;
  Diagnostic& said = diagnostics.report(found->id, found->where, found->arguments);
  for (const std::string& fact : found->facts) said.notes.push_back({found->where, fact});
}

}  // namespace insum
