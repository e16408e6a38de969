#include "parse/parse.h"

#include <map>
#include <memory>
#include <string>
#include <type_traits>

#include "InsumParser.h"
#include "parse/ast_builder.h"
#include "parse/syntax_error.h"
#include "parse/token_line.h"
#include "support/internal_error.h"

namespace insum {

namespace {

/// A line, its tokens and its parse tree.
struct ParsedLine {
  std::unique_ptr<parse::TokenLine> line;
  std::unique_ptr<parse::Grammar> parser;
  parse::Grammar::LineContext* tree = nullptr;
};

/// Nothing when an error was reported.
std::optional<ParsedLine> parse_line(SourceRange where, const SourceFiles& files, Diagnostics& diagnostics) {
  if (where.end - where.begin > parse::max_line_bytes) {
    diagnostics.report(Diag::directive_too_long, {where.file, where.begin, where.begin + 1},
                       {std::to_string(parse::max_line_bytes) + " bytes"});
    return std::nullopt;
  }
  ParsedLine parsed;
  parsed.line = std::make_unique<parse::TokenLine>(parse::splice(where, files));
  if (!parse::check_tokens(*parsed.line, diagnostics)) return std::nullopt;
  parsed.parser = std::make_unique<parse::Grammar>(&parsed.line->stream());
  parsed.parser->removeErrorListeners();
  parsed.parser->setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
  try {
    parsed.tree = parsed.parser->line();
  } catch (const antlr4::ParseCancellationException&) {
    parse::report_syntax_error(*parsed.line, *parsed.parser, diagnostics);
    return std::nullopt;
  }
  return parsed;
}

/// What a block says at most once, as a message calls it; "" for what may be repeated.
std::string once_a_block(const ast::Directive& directive) {
  if (std::holds_alternative<ast::KernelDirective>(directive.node)) return "kernel line";
  if (std::holds_alternative<ast::TargetDirective>(directive.node)) return "target line";
  if (std::holds_alternative<ast::VerifyDirective>(directive.node)) return "verify line";
  if (std::holds_alternative<ast::DeterministicDirective>(directive.node)) return "deterministic line";
  if (std::holds_alternative<ast::BaselineDirective>(directive.node)) return "baseline line";
  if (const auto* tensor = std::get_if<ast::TensorDirective>(&directive.node))
    return "tensor line for '" + tensor->name.text + "'";
  if (const auto* format = std::get_if<ast::FormatDirective>(&directive.node))
    return "format line for '" + format->tensor.text + "'";
  if (const auto* workspace = std::get_if<ast::WorkspaceDirective>(&directive.node))
    return "workspace line for '" + workspace->name.text + "'";
  if (const auto* function = std::get_if<ast::FunctionDirective>(&directive.node))
    return "function line for '" + function->name.text + "'";
  return "";
}

void check_repetitions(const ast::Block& block, Diagnostics& diagnostics) {
  std::map<std::string, SourceRange> seen;
  for (const ast::Directive& directive : block.directives) {
    const std::string what = once_a_block(directive);
    if (what.empty()) continue;
    const auto [first, is_new] = seen.try_emplace(what, directive.range);
    if (is_new) continue;
    diagnostics.report(Diag::duplicate_directive, directive.range, {what})
        .notes.push_back({first->second, "the first one is here"});
  }
}

}  // namespace

std::optional<ast::Block> parse_block(const std::vector<SourceRange>& lines, const SourceFiles& files,
                                      Diagnostics& diagnostics) {
  internal_check(!lines.empty(), "a block without lines");
  const int errors_before = diagnostics.error_count();
  std::vector<ParsedLine> parsed;
  for (const SourceRange where : lines)
    if (std::optional<ParsedLine> line = parse_line(where, files, diagnostics))
      parsed.push_back(std::move(*line));

  parse::BlockContext context{diagnostics, 0, {}};
  for (const ParsedLine& line : parsed)
    if (auto* function = line.tree->directive()->function_directive())
      context.functions.insert(parse::AstBuilder(*line.line, context).text(function->qualified_name()));

  ast::Block block;
  block.range = join(lines.front(), lines.back());
  for (const ParsedLine& line : parsed)
    block.directives.push_back(
        parse::AstBuilder(*line.line, context).build_directive(line.tree->directive()));
  block.cpp_count = context.next_id;
  check_repetitions(block, diagnostics);
  if (diagnostics.error_count() > errors_before) return std::nullopt;
  return block;
}

}  // namespace insum
