#include "ast/ast_printer.h"

#include <type_traits>

namespace insum::ast {

namespace {

template <typename List, typename Print>
std::string joined(const List& list, const Print& print_one, const std::string& separator = ", ") {
  std::string out;
  for (const auto& element : list) out += (out.empty() ? "" : separator) + print_one(element);
  return out;
}

std::string text_of(const Name& name) { return name.text; }
std::string text_of(const Cpp& cpp) { return cpp.text; }

template <typename List>
std::string joined_texts(const List& list) {
  return joined(list, [](const auto& element) { return text_of(element); });
}

// --- Expressions
// --------------------------------------------------------------------------------------------------------

const char* symbol(UnaryOp op) {
  switch (op) {
    case UnaryOp::minus:
      return "-";
    case UnaryOp::plus:
      return "+";
    case UnaryOp::logical_not:
      return "!";
  }
  return "";
}

const char* symbol(AssignOp op) {
  switch (op) {
    case AssignOp::assign:
      return "=";
    case AssignOp::add:
      return "+=";
    case AssignOp::mul:
      return "*=";
    case AssignOp::min:
      return "min=";
    case AssignOp::max:
      return "max=";
    case AssignOp::logical_or:
      return "|=";
    case AssignOp::logical_and:
      return "&=";
  }
  return "";
}

std::string print_within(const Expr& expr, int least);

std::string print_node(const Number& number, int) { return number.text; }
std::string print_node(const Access& access, int) { return print(access); }
std::string print_node(const Cpp& cpp, int) { return "{" + cpp.text + "}"; }
std::string print_node(const Unary& unary, int) {
  // -(-x) rather than --x, which is another token.
  return symbol(unary.op) + print_within(*unary.operand, unary_precedence + 1);
}
std::string print_node(const Binary& binary, int least) {
  const int level = precedence(binary.op);
  const std::string text = print_within(*binary.left, level) + " " + symbol(binary.op) + " " +
                           print_within(*binary.right, level + 1);
  return level < least ? "(" + text + ")" : text;
}
std::string print_node(const Call& call, int) {
  return call.function.text + "(" + joined(call.arguments, [](const ExprPtr& e) { return print(*e); }) + ")";
}
std::string print_node(const Reduction& reduction, int) {
  const std::string indices = joined(reduction.indices, [](const Name& name) { return name.text; }, ",");
  return reduction.op.text + "(" + indices + ": " + print(*reduction.body) + ")";
}

/// `expr`, in parentheses if it binds looser than `least`.
std::string print_within(const Expr& expr, int least) {
  const bool parenthesize = std::holds_alternative<Unary>(expr.node) && unary_precedence < least;
  const std::string text = std::visit([&](const auto& node) { return print_node(node, least); }, expr.node);
  return parenthesize ? "(" + text + ")" : text;
}

std::string print_term(const SubscriptTerm& term) {
  std::string coefficient;
  if (term.coefficient) {
    if (const auto* number = std::get_if<long long>(&*term.coefficient))
      coefficient = std::to_string(*number);
    if (const auto* cpp = std::get_if<Cpp>(&*term.coefficient)) coefficient = "{" + cpp->text + "}";
  }
  if (std::holds_alternative<std::monostate>(term.factor)) return coefficient;
  if (!coefficient.empty()) coefficient += "*";
  if (const auto* index = std::get_if<Name>(&term.factor)) return coefficient + index->text;
  return coefficient + print(*std::get<std::shared_ptr<const Access>>(term.factor));
}

// --- Formats
// ------------------------------------------------------------------------------------------------------------

std::string print_argument(const FormatArgument& argument) {
  if (const auto* number = std::get_if<long long>(&argument.value)) return std::to_string(*number);
  if (const auto* name = std::get_if<Name>(&argument.value)) return name->text;
  return std::get<Cpp>(argument.value).text;
}

std::string print_storage(const StorageArgument& argument) {
  if (!argument.member) return argument.array.text;
  return "field(" + argument.array.text + ", " + argument.member->text + ")";
}

bool is_plain_name(const std::string& text) {
  for (const char c : text)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'))
      return false;
  return !text.empty();
}

std::string print_divisor(const std::optional<FormatArgument>& divisor) {
  if (!divisor) return "";
  const auto* cpp = std::get_if<Cpp>(&divisor->value);
  return cpp && !is_plain_name(cpp->text) ? "{" + cpp->text + "}" : print_argument(*divisor);
}

std::string print_mode(const LevelMode& mode) {
  std::string number = std::to_string(mode.mode);
  switch (mode.kind) {
    case LevelMode::Kind::plain:
      return number;
    case LevelMode::Kind::quotient:
      return number + "/" + print_divisor(mode.divisor);
    case LevelMode::Kind::remainder:
      return number + "%" + print_divisor(mode.divisor);
    case LevelMode::Kind::difference:
      return number + "-" + std::to_string(mode.other_mode);
  }
  return "";
}

std::string print_level(const LevelSpec& level) {
  std::string arguments = joined(level.numbers, print_argument);
  if (!level.numbers.empty() && !level.arrays.empty()) arguments += ", ";
  arguments += joined(level.arrays, print_storage);
  return print_mode(level.mode) + ": " + level.kind.text + (arguments.empty() ? "" : "(" + arguments + ")");
}

std::string print_modifier(const Modifier& modifier) {
  return modifier.name.text +
         (modifier.arguments.empty() ? "" : "(" + joined_texts(modifier.arguments) + ")");
}

// --- Schedules
// ----------------------------------------------------------------------------------------------------------

std::string print_argument(const ScheduleArgument& argument);

std::string print_value(const Name& name) { return name.text; }
std::string print_value(long long number) { return std::to_string(number); }
std::string print_value(const Cpp& cpp) { return "{" + cpp.text + "}"; }
std::string print_value(const ExprPtr& expr) { return print(*expr); }
std::string print_value(const ScheduleList& list) {
  return "{" + joined(list.names, [](const Name& name) { return name.text; }, ",") + "}";
}
std::string print_value(const ScheduleSetting& setting) {
  const std::string values =
      joined(setting.values, [](const ScheduleArgument& value) { return print_argument(value); });
  if (setting.relation == "(") return setting.name.text + "(" + values + ")";
  return setting.name.text + (setting.relation == "=" ? "=" : " " + setting.relation + " ") + values;
}

std::string print_argument(const ScheduleArgument& argument) {
  return std::visit([](const auto& value) { return print_value(value); }, argument.value);
}

std::string print_arguments(const std::vector<ScheduleArgument>& arguments) {
  return joined(arguments, [](const ScheduleArgument& argument) { return print_argument(argument); });
}

/// `memory <= 1e9` is the command `memory` with that setting as its argument.
const ScheduleSetting* relation_of(const ScheduleCommand& command) {
  if (command.arguments.size() != 1 || !command.path.empty()) return nullptr;
  const auto* setting = std::get_if<ScheduleSetting>(&command.arguments[0].value);
  const bool is_relation = setting && setting->relation != "=" && setting->relation != "(";
  return is_relation && setting->name.text == command.name.text ? setting : nullptr;
}

// --- Lines
// --------------------------------------------------------------------------------------------------------------

std::string print_line(const KernelDirective& line) { return "kernel " + line.name.text; }
std::string print_line(const Einsum& line) { return print(line); }
std::string print_line(const TensorDirective& line) {
  std::string out = "tensor " + line.name.text;
  if (const auto* object = std::get_if<Cpp>(&line.storage))
    out += " = " + object->text;
  else
    out += "[" +
           joined(
               line.sizes, [](const Cpp& size) { return size.text; }, ",") +
           "] : " + print(std::get<FormatUse>(line.storage));
  for (const Modifier& modifier : line.modifiers) out += " " + print_modifier(modifier);
  return out;
}
std::string print_line(const FormatDirective& line) {
  const std::string parts = joined(line.parts, [](const FormatName& part) { return print(part); }, " + ");
  return "format " + line.tensor.text + " -> " + parts + (line.once ? " once" : "");
}
std::string print_line(const ScheduleDirective& line) {
  bool print_auto = line.is_auto;
  for (const ScheduleCommand& command : line.commands) print_auto &= command.name.text != "auto";
  const std::string commands =
      joined(line.commands, [](const ScheduleCommand& command) { return print(command); });
  return std::string("schedule ") + (print_auto ? "auto" : "") +
         (print_auto && !commands.empty() ? ", " : "") + commands;
}
std::string print_line(const TargetDirective& line) {
  return "target " + line.target.text +
         (line.device.empty() ? "" : " device(" + joined_texts(line.device) + ")");
}
std::string print_line(const WorkspaceDirective& line) {
  return "workspace " + line.name.text + " : " + line.policy.text +
         (line.type ? "(" + line.type->text + ")" : "");
}
std::string print_line(const AssumeDirective& line) {
  return "assume(" +
         joined(line.facts,
                [](const Assumption& fact) {
                  std::string out = fact.name.text;
                  if (!fact.arguments.empty()) out += "(" + joined_texts(fact.arguments) + ")";
                  if (fact.relation.empty()) return out;
                  const std::string bounds = joined_texts(fact.bounds);
                  return out + " " + fact.relation + " " +
                         (fact.relation == "in" ? "[" + bounds + "]" : bounds);
                }) +
         ")";
}
std::string print_line(const VerifyDirective& line) {
  const std::string settings = joined(line.settings, [](const ScheduleSetting& s) { return print_value(s); });
  return "verify" + (settings.empty() ? "" : "(" + settings + ")");
}
std::string print_line(const GradientDirective& line) {
  return "gradient(" + joined_texts(line.inputs) + ") of " + line.output.text;
}
std::string print_line(const FunctionDirective& line) {
  const std::string properties = joined(line.properties, [](const FunctionProperty& property) {
    return property.name.text +
           (property.arguments.empty() ? "" : "(" + joined_texts(property.arguments) + ")") +
           (property.value ? " = " + property.value->text : "");
  });
  return "function " + line.name.text + (properties.empty() ? "" : "(" + properties + ")");
}
std::string print_line(const DeterministicDirective&) { return "deterministic"; }
std::string print_line(const BaselineDirective&) { return "baseline"; }

}  // namespace

std::string print(const Block& block) {
  std::string out;
  for (const Directive& directive : block.directives) out += "#pragma insum " + print(directive) + "\n";
  return out;
}

std::string print(const Directive& directive) {
  return std::visit([](const auto& line) { return print_line(line); }, directive.node);
}

std::string print(const Einsum& einsum) {
  return print(einsum.left) + " " + symbol(einsum.op) + " " + print(*einsum.right);
}

std::string print(const Expr& expr) { return print_within(expr, 0); }

std::string print(const Access& access) {
  if (!access.bracketed) return access.tensor.text;
  return access.tensor.text + "[" +
         joined(access.subscripts, [](const Subscript& s) { return print(s); }, ",") + "]";
}

std::string print(const Subscript& subscript) {
  std::string out;
  for (const SubscriptTerm& term : subscript.terms)
    out += (term.negative ? "-" : out.empty() ? "" : "+") + print_term(term);
  return out;
}

std::string print(const FormatUse& use) {
  if (!use.levels.empty()) {
    const std::string values = joined(use.values, print_storage);
    return "levels(" + joined(use.levels, print_level) + (values.empty() ? "" : "; " + values) + ")";
  }
  return print(use.format) + (use.storage.empty() ? "" : "(" + joined(use.storage, print_storage) + ")");
}

std::string print(const FormatName& format) {
  const std::string arguments =
      joined(format.arguments, [](const FormatArgument& a) { return print_argument(a); }, ",");
  return format.name.text + (arguments.empty() ? "" : "<" + arguments + ">");
}

std::string print(const ScheduleCommand& command) {
  if (const ScheduleSetting* relation = relation_of(command)) return print_value(*relation);
  std::string inside = print_arguments(command.arguments);
  if (!command.path.empty()) inside += "; " + print_arguments(command.path);
  return command.name.text + (inside.empty() ? "" : "(" + inside + ")");
}

}  // namespace insum::ast
