#include "parse/parse.h"

#include <map>
#include <memory>
#include <string>

#include "InsumParser.h"
#include "parse/ast_builder.h"
#include "parse/in_quotes.h"
#include "parse/syntax_error.h"
#include "parse/token_line.h"
#include "support/internal_error.h"

namespace insum {

namespace {

using parse::TokenLine;

/// Nothing when the line is too long to look at, which is reported.
std::unique_ptr<TokenLine> read_tokens(SourceRange where, const SourceFiles& files,
                                       Diagnostics& diagnostics) {
  if (where.end - where.begin <= parse::max_line_bytes)
    return std::make_unique<TokenLine>(parse::splice(where, files));
  diagnostics.report(Diag::directive_too_long, {where.file, where.begin, where.begin + 1},
                     {std::to_string(parse::max_line_bytes) + " bytes"});
  return nullptr;
}

/// The function that a `function` line names, before any line is parsed: schedules are read with it in mind.
std::string function_named_by(const TokenLine& line) {
  constexpr std::size_t word = 3;  // after '#', 'pragma' and 'insum'
  std::string name;
  if (line.size() <= word || line.text(word) != "function") return name;
  for (std::size_t i = word + 1; !line.is_end(i) && line.text(i) != "("; ++i) name += line.text(i);
  return name;
}

/// Nothing when an error of syntax was reported.
std::optional<ast::Directive> parse_line(TokenLine& line, parse::BlockContext& context) {
  if (!parse::check_tokens(line, context.diagnostics)) return std::nullopt;
  parse::Grammar parser(&line.stream());
  parser.removeErrorListeners();
  parser.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
  try {
    return parse::AstBuilder(line, context).build_directive(parser.line()->directive());
  } catch (const antlr4::ParseCancellationException&) {
    parse::report_syntax_error(line, parser, context.diagnostics);
    return std::nullopt;
  }
}

/// What a block says at most once, as a message calls it; "" for what may be repeated.
std::string once_a_block(const ast::Directive& directive) {
  if (std::holds_alternative<ast::KernelDirective>(directive.node)) return "kernel line";
  if (std::holds_alternative<ast::TargetDirective>(directive.node)) return "target line";
  if (std::holds_alternative<ast::VerifyDirective>(directive.node)) return "verify line";
  if (std::holds_alternative<ast::DeterministicDirective>(directive.node)) return "deterministic line";
  if (std::holds_alternative<ast::BaselineDirective>(directive.node)) return "baseline line";
  if (const auto* tensor = std::get_if<ast::TensorDirective>(&directive.node))
    return "tensor line for " + parse::in_quotes(tensor->name.text);
  if (const auto* format = std::get_if<ast::FormatDirective>(&directive.node))
    return "format line for " + parse::in_quotes(format->tensor.text);
  if (const auto* workspace = std::get_if<ast::WorkspaceDirective>(&directive.node))
    return "workspace line for " + parse::in_quotes(workspace->name.text);
  if (const auto* function = std::get_if<ast::FunctionDirective>(&directive.node))
    return "function line for " + parse::in_quotes(function->name.text);
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
  parse::BlockContext context{diagnostics, 0, {}};
  std::vector<std::unique_ptr<TokenLine>> token_lines;
  for (const SourceRange where : lines) {
    token_lines.push_back(read_tokens(where, files, diagnostics));
    if (token_lines.back()) context.functions.insert(function_named_by(*token_lines.back()));
  }
  ast::Block block;
  block.range = join(lines.front(), lines.back());
  for (const std::unique_ptr<TokenLine>& line : token_lines) {
    if (!line) continue;
    std::optional<ast::Directive> directive = parse_line(*line, context);
    if (directive) block.directives.push_back(std::move(*directive));
  }
  block.cpp_count = context.next_id;
  check_repetitions(block, diagnostics);
  if (diagnostics.error_count() > errors_before) return std::nullopt;
  return block;
}

}  // namespace insum
