#include "parse/ast_builder.h"
#include "parse/in_quotes.h"
#include "support/numbers.h"

namespace insum::parse {

ast::TensorDirective AstBuilder::build_tensor_directive(Grammar::Tensor_directiveContext* tree) {
  ast::TensorDirective tensor;
  tensor.name = build_name(tree->name(), May::be_cpp);
  if (auto* object = tree->object()) {
    tensor.storage = build_cpp(object);
  } else {
    tensor.sizes = build_cpps(tree->sizes()->cpp());
    tensor.storage = build_format_use(tree->format_use());
  }
  for (auto* modifier : tree->modifier()) tensor.modifiers.push_back(build_modifier(modifier));
  return tensor;
}

ast::FormatDirective AstBuilder::build_format_directive(Grammar::Format_directiveContext* tree) {
  ast::FormatDirective format;
  format.tensor = build_name(tree->name(), May::be_cpp);
  for (auto* part : tree->format_name()) format.parts.push_back(build_format_name(part));
  format.once = dynamic_cast<antlr4::tree::TerminalNode*>(tree->children.back()) != nullptr;
  return format;
}

// --- Formats
// -----------------------------------------------------------------------------------------------------------------

ast::FormatUse AstBuilder::build_format_use(Grammar::Format_useContext* tree) {
  ast::FormatUse use;
  use.range = range(tree);
  if (auto* levels = tree->levels()) {
    use.format.name = {"levels", range(levels->getStart())};
    use.format.range = use.format.name.range;
    for (auto* level : levels->level_spec()) use.levels.push_back(build_level_spec(level));
    use.values = build_storage(levels->storage_argument());
    return use;
  }
  use.format = build_format_name(tree->format_name());
  if (auto* storage = tree->storage()) use.storage = build_storage(storage->storage_argument());
  return use;
}

ast::FormatName AstBuilder::build_format_name(Grammar::Format_nameContext* tree) {
  ast::FormatName format{build_word(tree->word()), {}, range(tree)};
  if (auto* arguments = tree->format_arguments())
    for (auto* argument : arguments->format_argument())
      format.arguments.push_back(build_format_argument(argument));
  return format;
}

ast::FormatArgument AstBuilder::classify_format_argument(ast::Cpp cpp) {
  const SourceRange where = cpp.range;
  if (cpp.text == "auto") return {ast::Name{cpp.text, where}, where};
  if (number_kind(cpp.text) == NumberKind::integer) return {build_integer(cpp.text, where), where};
  return {std::move(cpp), where};
}

ast::FormatArgument AstBuilder::build_format_argument(Grammar::Format_argumentContext* tree) {
  return classify_format_argument(tree->braces() ? build_braces(tree->braces()) : build_cpp(tree));
}

// --- Storage
// -----------------------------------------------------------------------------------------------------------------

std::vector<ast::StorageArgument> AstBuilder::build_storage(
    const std::vector<Grammar::Storage_argumentContext*>& trees) {
  std::vector<ast::StorageArgument> list;
  for (auto* tree : trees) list.push_back(build_storage_argument(tree));
  return list;
}

ast::StorageArgument AstBuilder::build_storage_argument(Grammar::Storage_argumentContext* tree) {
  if (auto* field = tree->field())
    return {build_cpp(field->cpp()), build_name(field->name(), May::not_be_cpp), range(tree)};
  return {build_cpp(tree), std::nullopt, range(tree)};
}

// --- Levels
// ------------------------------------------------------------------------------------------------------------------

ast::LevelSpec AstBuilder::build_level_spec(Grammar::Level_specContext* tree) {
  ast::LevelSpec level;
  level.range = range(tree);
  level.mode = build_level_mode(tree->level_mode());
  level.kind = build_word(tree->name());
  check_word(level.kind, WordList::level_kinds, Diag::unknown_level_kind);
  if (tree->storage()) level.arrays = build_storage(tree->storage()->storage_argument());
  if (level.kind.text == "fixed" && !level.arrays.empty() && !level.arrays.front().member) {
    level.numbers.push_back(classify_format_argument(std::move(level.arrays.front().array)));
    level.arrays.erase(level.arrays.begin());
  }
  return level;
}

ast::LevelMode AstBuilder::build_level_mode(Grammar::Level_modeContext* tree) {
  const auto mode_number = [&](antlr4::tree::TerminalNode* number) {
    constexpr long long most = 1000;
    const SourceRange where = range(number->getSymbol());
    const long long mode = build_integer(number->getText(), where);
    if (mode > most)
      block_.diagnostics.report(Diag::invalid_number, where,
                                {in_quotes(number->getText()), "a mode", "modes are counted from 0"});
    return mode > most ? 0 : static_cast<int>(mode);
  };
  ast::LevelMode mode;
  mode.range = range(tree);
  mode.mode = mode_number(tree->NUMBER(0));
  if (auto* divisor = tree->level_divisor()) {
    mode.kind = tree->children[1]->getText() == "/" ? ast::LevelMode::Kind::quotient
                                                    : ast::LevelMode::Kind::remainder;
    mode.divisor = build_level_divisor(divisor);
  } else if (tree->NUMBER().size() == 2) {
    mode.kind = ast::LevelMode::Kind::difference;
    mode.other_mode = mode_number(tree->NUMBER(1));
  }
  return mode;
}

ast::FormatArgument AstBuilder::build_level_divisor(Grammar::Level_divisorContext* tree) {
  return classify_format_argument(tree->braces() ? build_braces(tree->braces()) : build_cpp(tree));
}

// --- Modifiers
// ---------------------------------------------------------------------------------------------------------------

ast::Modifier AstBuilder::build_modifier(Grammar::ModifierContext* tree) {
  ast::Modifier modifier{build_word(tree->name()), build_cpps(tree->cpp()), range(tree)};
  check_word(modifier.name, WordList::modifiers, Diag::unknown_modifier);
  if (contains(WordList::modifiers, modifier.name.text)) check_modifier(modifier);
  return modifier;
}

void AstBuilder::check_modifier(const ast::Modifier& modifier) {
  const std::string& name = modifier.name.text;
  const ModifierArity arity = modifier_arity(name);
  const auto found = static_cast<int>(modifier.arguments.size());
  if (found < arity.least || (arity.most >= 0 && found > arity.most)) {
    const std::string takes = arity.most == 0  ? "no arguments"
                              : arity.most < 0 ? "one argument for each mode"
                                               : "one argument";
    block_.diagnostics.report(Diag::modifier_arguments, modifier.range,
                              {name, takes, std::to_string(found),
                               arity.most == 0 ? "write '" + name + "'" : "write '" + name + "(...)'"});
    return;
  }
  if (name == "symmetric" && modifier.arguments[0].text != "lower" && modifier.arguments[0].text != "upper")
    block_.diagnostics.report(
        Diag::syntax_error, modifier.arguments[0].range,
        {"expected 'lower' or 'upper', found " + in_quotes(modifier.arguments[0].text),
         "write symmetric(lower) where only the lower triangle is stored, else symmetric(upper)"});
}

}  // namespace insum::parse
