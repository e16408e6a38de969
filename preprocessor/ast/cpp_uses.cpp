#include <algorithm>
#include <set>

#include "ast/ast.h"
#include "ast/known_functions.h"
#include "ast/walk.h"

namespace insum::ast {

namespace {

using Names = std::set<std::string>;

class Collector {
 public:
  explicit Collector(const Block& block) {
    for (const Directive& directive : block.directives) {
      if (const auto* tensor = std::get_if<TensorDirective>(&directive.node))
        declared_.insert(tensor->name.text);
      if (const auto* function = std::get_if<FunctionDirective>(&directive.node))
        functions_.insert(function->name.text);
      if (const auto* einsum = std::get_if<Einsum>(&directive.node))
        block_indices_.merge(index_names(*einsum));
    }
    for (const Directive& directive : block.directives) {
      indices_ = block_indices_;
      std::visit([&](const auto& node) { add(node); }, directive.node);
    }
    std::sort(uses_.begin(), uses_.end(), [](const CppUse& a, const CppUse& b) { return a.id < b.id; });
  }

  std::vector<CppUse> take() { return std::move(uses_); }

 private:
  void add_cpp(const Cpp& cpp, CppUse::Kind kind) {
    uses_.push_back({kind, cpp.id, cpp.text, "", cpp.range});
  }
  void add_expression(const Cpp& cpp) { add_cpp(cpp, CppUse::Kind::expression); }

  /// A name that may be C++'s, unless it is an index variable or declared in the block.
  void add_name(const Name& name) {
    if (name.id < 0 || declared_.count(name.text) || indices_.count(name.text)) return;
    uses_.push_back({CppUse::Kind::name, name.id, name.text, "", name.range});
  }

  /// A name that stands for a tensor even where an index variable has the same one.
  void add_tensor(const Name& name) {
    if (!declared_.count(name.text))
      uses_.push_back({CppUse::Kind::name, name.id, name.text, "", name.range});
  }

  void add_function(const Name& name) {
    if (is_known_function(name.text) && !functions_.count(name.text)) return;
    uses_.push_back({CppUse::Kind::name, name.id, name.text, "", name.range});
  }

  void add(const Access& access) {
    for_each_access(access, [&](const Access& each) {
      if (each.bracketed)
        add_tensor(each.tensor);
      else
        add_name(each.tensor);
      for (const Subscript& subscript : each.subscripts)
        for (const SubscriptTerm& term : subscript.terms)
          if (const Cpp* cpp = term.coefficient ? std::get_if<Cpp>(&*term.coefficient) : nullptr)
            add_expression(*cpp);
    });
  }

  void add(const ExprPtr& expr) {
    for_each_expr(expr, [&](const ExprPtr& e) {
      if (const auto* access = std::get_if<Access>(&e->node)) add(*access);
      if (const auto* cpp = std::get_if<Cpp>(&e->node)) add_expression(*cpp);
      if (const auto* call = std::get_if<Call>(&e->node)) add_function(call->function);
    });
  }

  void add(const Einsum& einsum) {
    indices_ = index_names(einsum);
    add(einsum.left);
    add(einsum.right);
  }

  void add(const FormatArgument& argument) {
    if (const auto* cpp = std::get_if<Cpp>(&argument.value)) add_expression(*cpp);
  }
  void add(const FormatName& format) {
    for (const FormatArgument& argument : format.arguments) add(argument);
  }
  void add(const StorageArgument& argument) {
    add_cpp(argument.array, argument.member ? CppUse::Kind::member : CppUse::Kind::storage);
    if (argument.member) uses_.back().member = argument.member->text;
  }
  void add(const LevelSpec& level) {
    if (level.mode.divisor) add(*level.mode.divisor);
    for (const FormatArgument& number : level.numbers) add(number);
    for (const StorageArgument& array : level.arrays) add(array);
  }
  void add(const FormatUse& use) {
    add(use.format);
    for (const StorageArgument& argument : use.storage) add(argument);
    for (const LevelSpec& level : use.levels) add(level);
    for (const StorageArgument& argument : use.values) add(argument);
  }
  void add(const TensorDirective& tensor) {
    for (const Cpp& size : tensor.sizes) add_expression(size);
    if (const auto* object = std::get_if<Cpp>(&tensor.storage))
      add_cpp(*object, CppUse::Kind::object);
    else
      add(std::get<FormatUse>(tensor.storage));
    for (const Modifier& modifier : tensor.modifiers)
      if (modifier.name.text != "symmetric")  // lower and upper are words of insum's
        for (const Cpp& argument : modifier.arguments) add_expression(argument);
  }
  void add(const FormatDirective& format) {
    add_tensor(format.tensor);
    for (const FormatName& part : format.parts) add(part);
  }

  void add(const Cpp& cpp) { add_expression(cpp); }
  void add(const Name& name) {
    if (!is_known_function(name.text)) add_name(name);
  }
  void add(long long) {}
  void add(const ScheduleList& list) {
    for (const Name& name : list.names) add_name(name);
  }
  void add(const ScheduleSetting& setting) {
    for (const ScheduleArgument& value : setting.values) add(value);
  }
  void add(const ScheduleArgument& argument) {
    std::visit([&](const auto& value) { add(value); }, argument.value);
  }
  void add(const ScheduleDirective& schedule) {
    for (const ScheduleCommand& command : schedule.commands) {
      for (const ScheduleArgument& argument : command.arguments) add(argument);
      for (const ScheduleArgument& argument : command.path) add(argument);
    }
  }
  void add(const TargetDirective& target) {
    for (const Name& name : target.device) add_tensor(name);
  }
  void add(const AssumeDirective& assume) {
    for (const Assumption& fact : assume.facts) {
      add_name(fact.name);
      for (const Name& argument : fact.arguments) add_name(argument);
      for (const Cpp& bound : fact.bounds) add_expression(bound);
    }
  }
  void add(const VerifyDirective& verify) {
    for (const ScheduleSetting& setting : verify.settings) add(setting);
  }
  void add(const GradientDirective& gradient) {
    for (const Name& input : gradient.inputs) add_tensor(input);
    add_tensor(gradient.output);
  }
  void add(const FunctionDirective& function) {
    add_function(function.name);
    for (const FunctionProperty& property : function.properties)
      if (property.value) add_expression(*property.value);
  }
  void add(const WorkspaceDirective& workspace) {
    if (workspace.type) add_cpp(*workspace.type, CppUse::Kind::type);
  }
  void add(const KernelDirective&) {}
  void add(const DeterministicDirective&) {}
  void add(const BaselineDirective&) {}

  Names declared_, functions_, block_indices_, indices_;
  std::vector<CppUse> uses_;
};

}  // namespace

std::vector<CppUse> cpp_uses(const Block& block) { return Collector(block).take(); }

}  // namespace insum::ast
