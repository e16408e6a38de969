#include "resolve/directives.h"

#include <algorithm>
#include <cstdlib>

#include "resolve/conversions.h"

namespace insum::resolver {

namespace {

class DirectiveReader {
 public:
  DirectiveReader(Context& context, const TargetChoice& target, Tensors& tensors, Resolved& out)
      : context_(context), choice_(target), tensors_(tensors), out_(out) {}

  void operator()(const ast::KernelDirective& n, SourceRange) { out_.program.name = n.name.text; }

  void operator()(const ast::ScheduleDirective& n, SourceRange) {
    out_.schedule.insert(out_.schedule.end(), n.commands.begin(), n.commands.end());
    for (const ast::ScheduleCommand& command : n.commands) {  // what is asked for before there are loops
      out_.program.no_convert |= command.name.text == "no_convert";
      context_.keeps_pattern |= command.name.text == "same_pattern";
      if (command.name.text == "memory") bound_memory(command);
      std::vector<std::string> names = names_in(command);
      if (command.name.text == "fuse" && names.size() > 2) names.resize(2);  // the outer and the inner loop
      if (!command.path.empty()) continue;  // what is left of a term there may lack what keeps to an order
      if (command.name.text == "reorder" || command.name.text == "fuse")
        out_.program.requests.orders.push_back(std::move(names));
    }
  }

  void operator()(const ast::TargetDirective& n, SourceRange) {
    has_target_ = true;
    set_target(n.target.text);
    out_.target_where = n.target.range;
    for (const ast::Name& name : n.device) put_on_device(name);
  }

  void operator()(const ast::AssumeDirective& n, SourceRange) {
    for (const ast::Assumption& fact : n.facts) assume(fact);
  }

  void operator()(const ast::FormatDirective& n, SourceRange) { conversions_.push_back(&n); }
  void operator()(const ast::WorkspaceDirective& n, SourceRange) {
    index::Program::PolicyLine line{n.name.text, {}, n.name.range};
    line.policy.kind = n.policy.text;
    if (n.type) name_type(line, n.name.text, n.type->text, n.type->range, context_.facts(n.type->id));
    out_.program.policy_lines.push_back(std::move(line));
  }
  void operator()(const ast::VerifyDirective& n, SourceRange where) {
    VerifyRequest request{where, {}};
    for (const ast::ScheduleSetting& setting : n.settings) {
      const ast::ScheduleArgument& value = setting.values.front();
      if (const std::string takes = wanted_of(setting); !takes.empty())
        context_.report(Diag::verify_setting, value.range, {setting.name.text, takes});
      if (!request.settings.emplace(setting.name.text, value.range).second)
        context_.report(Diag::verify_setting, setting.name.range, {setting.name.text, "one value, not two"});
    }
    out_.verify = std::move(request);
  }
  void operator()(const ast::GradientDirective&, SourceRange where) { not_yet(where, "'gradient'"); }
  void operator()(const ast::DeterministicDirective&, SourceRange) { out_.program.deterministic = true; }
  void operator()(const ast::BaselineDirective&, SourceRange where) { out_.baseline = where; }
  // Read where they are used.
  void operator()(const ast::Einsum&, SourceRange) {}
  void operator()(const ast::TensorDirective&, SourceRange) {}
  void operator()(const ast::FunctionDirective&, SourceRange) {}

  /// After all other lines, which may say more of the stored tensor.
  void convert() {
    std::set<std::string> written;
    for (const ast::Directive& directive : context_.site.block.directives)
      if (const auto* einsum = std::get_if<ast::Einsum>(&directive.node))
        written.insert(einsum->left.tensor.text);
    for (const ast::FormatDirective* n : conversions_) {
      const std::string& name = n->tensor.text;
      if (written.count(name)) {
        context_.report(
            Diag::conversion_impossible, n->tensor.range,
            {name, n->parts.front().name.text, "an Einsum writes it", "convert what is only read"});
        continue;
      }
      if (out_.program.no_convert) {
        context_.report(Diag::conversion_refused, n->tensor.range, {name, "this line asks for it"});
        continue;
      }
      const TensorPtr stored = find_tensor(n->tensor);
      if (stored && is_automatic_on_device(out_, *stored)) stored->on_device = true;
      const TensorPtr made = stored ? make_converted(context_, *stored, *n) : nullptr;
      if (!made) {
        tensors_.mark_failed(name);
        continue;
      }
      tensors_.replace(name, made);
      context_.converted.push_back(stored);
      out_.program.notes.push_back(name + " is converted from " + stored->format_name + " to " +
                                   made->format_name +
                                   (n->once ? ", once for its storage" : " before each call"));
    }
  }

  void finish() {
    if (!has_target_) {
      set_target(choice_.without_directive);
      out_.target_where = context_.site.block.range;
    }
    convert();
  }

 private:
  /// What a setting of `verify` takes instead of what it has; "" where that is right.
  std::string wanted_of(const ast::ScheduleSetting& setting) const {
    const bool is_count = setting.name.text == "every";
    const std::string wanted = is_count ? "a number of calls, at least 1" : "a number without a sign";
    const auto& value = setting.values.front().value;
    if (const auto* number = std::get_if<long long>(&value))
      return *number < (is_count ? 1 : 0) ? wanted : "";
    if (const auto* cpp = std::get_if<ast::Cpp>(&value)) {
      const bind::CppFacts& facts = context_.facts(cpp->id);
      const ElementType type = facts.element;
      const bool fits = facts.kind == bind::FactKind::scalar && !is_complex(type) &&
                        (!is_count || is_integer(type) || type == ElementType::dependent);
      return fits ? ""
                  : "a " + std::string(is_count ? "whole " : "") + "number, and this is " + type_of(facts);
    }
    if (const auto* name = std::get_if<ast::Name>(&value))
      return "a number, or C++ in braces: {" + name->text + "}";
    const auto* expression = std::get_if<ast::ExprPtr>(&value);
    const bool is_literal = expression && std::holds_alternative<ast::Number>((*expression)->node);
    return is_literal && !is_count ? "" : wanted;
  }

  void set_target(const std::string& word) {
    out_.is_auto = word == "auto";
    out_.target = target_named(out_.is_auto ? choice_.automatic : word);
  }

  static std::vector<std::string> names_in(const ast::ScheduleCommand& command) {
    std::vector<std::string> names;
    for (const ast::ScheduleArgument& argument : command.arguments)
      if (const auto* name = std::get_if<ast::Name>(&argument.value)) names.push_back(name->text);
    return names;
  }

  void not_yet(SourceRange where, const std::string& what) {
    context_.report(Diag::not_supported_yet, where, {what, "leave it out for now"});
  }

  /// device(A): the arrays of A are in the device's memory.
  void put_on_device(const ast::Name& name) {
    if (out_.is_auto) {
      context_.report(
          Diag::device_storage, name.range,
          {name.text, "target auto finds out in every call where the arrays are",
           "leave device(" + name.text + ") out, or write 'target cuda device(" + name.text + ")'"});
      return;
    }
    if (!out_.target.has_own_memory) {
      context_.report(
          Diag::device_storage, name.range,
          {name.text, "the target is " + out_.target.name, "write 'target cuda device(" + name.text + ")'"});
      return;
    }
    if (tensors_.find(name).kind == Tensors::Meaning::Kind::scalar) {
      context_.report(Diag::device_storage, name.range,
                      {name.text, "it is a number, which stays in the memory of the host", "leave it out"});
      return;
    }
    const TensorPtr tensor = find_tensor(name);
    if (!tensor) return;
    if (tensor->on_device)
      context_.report(Diag::device_storage, name.range, {name.text, "it is named twice", "name it once"});
    if (tensor->temporary || !tensor->values) {
      context_.report(Diag::device_storage, name.range,
                      {name.text, "it is a temporary, which the kernel allocates", "leave it out"});
      return;
    }
    tensor->on_device = true;
  }

  void name_type(index::Program::PolicyLine& line, const std::string& name, const std::string& type,
                 SourceRange where, const bind::CppFacts& facts) {
    if (!facts.policy_flaw.empty()) context_.report(Diag::workspace_type, where, {type, facts.policy_flaw});
    line.type = {type, where, facts.policy_rank,
                 facts.policy_rank > 0 ? facts.element : ElementType::dependent, facts.policy_reduction};
    line.policy.type =
        context_.arguments.get(make_argument(index::ArgumentNode::Kind::callable, name + "_policy",
                                             "::insum::rt::policy_name<" + type + ">{}", where));
  }

  void wrong(const ast::Assumption& fact, const std::string& remedy) {
    context_.report(Diag::assumption_value, fact.range, {fact.name.text, remedy});
  }

  void assume(const ast::Assumption& fact) {
    const std::string& name = fact.name.text;
    if (name == "in_bounds" || name == "ieee" || name == "no_alias" || name == "no_convert") {
      if (!fact.relation.empty() || !fact.arguments.empty())
        return wrong(fact, "write " + name + " by itself");
      bool& flag = name == "ieee"         ? out_.program.ieee
                   : name == "no_alias"   ? out_.program.no_alias
                   : name == "no_convert" ? out_.program.no_convert
                                          : out_.program.in_bounds;
      flag = true;
    } else if (name == "sorted" || name == "unsorted" || name == "unique" || name == "duplicates") {
      assume_entries(fact);
    } else if (name == "same_pattern") {
      assume_same_pattern(fact);
    } else if (name == "density") {
      if (fact.relation.empty() || fact.arguments.size() != 1) return wrong(fact, "write density(A) < 0.01");
      find_tensor(fact.arguments.front());
    } else if (name == "deterministic") {
      out_.program.deterministic = true;
    } else if (name == "memory") {
      assume_memory(fact);
    } else {
      assume_range(fact);
    }
  }

  void assume_memory(const ast::Assumption& fact) {
    if (!fact.arguments.empty() || fact.relation != "<=") return wrong(fact, "write memory <= 1e9");
    if (const std::string why = set_memory(fact.bounds.front()); !why.empty()) wrong(fact, why);
  }

  /// The command `memory <= 1e9`, whose bound is a number, a name of the scope or C++ in braces.
  void bound_memory(const ast::ScheduleCommand& command) {
    const auto refuse = [&](const std::string& wanted) {
      context_.report(Diag::schedule_argument, command.range, {"memory", wanted});
    };
    const auto* setting = command.arguments.size() == 1
                              ? std::get_if<ast::ScheduleSetting>(&command.arguments[0].value)
                              : nullptr;
    const std::optional<ast::Cpp> bound =
        setting && setting->relation == "<=" ? bytes_of(setting->values.front()) : std::nullopt;
    if (!bound) return refuse("a bound in bytes: memory <= 1e9, memory <= n or memory <= {C++}");
    if (const std::string why = set_memory(*bound); !why.empty()) refuse("one bound: " + why);
  }

  static std::optional<ast::Cpp> bytes_of(const ast::ScheduleArgument& value) {
    if (const auto* cpp = std::get_if<ast::Cpp>(&value.value)) return *cpp;
    if (const auto* number = std::get_if<long long>(&value.value))
      return ast::Cpp{std::to_string(*number), value.range};
    const auto* list = std::get_if<ast::ScheduleList>(&value.value);
    const auto* name = std::get_if<ast::Name>(&value.value);
    if (list && list->names.size() == 1) name = &list->names.front();
    if (name) return ast::Cpp{name->text, name->range, name->id};
    const auto* expr = std::get_if<ast::ExprPtr>(&value.value);
    const auto* literal = expr ? std::get_if<ast::Number>(&(*expr)->node) : nullptr;
    return literal ? std::optional(ast::Cpp{literal->text, value.range}) : std::nullopt;
  }

  /// A whole number of bytes, as 1000000 or as 1e6, or an integer of the scope. What is wrong with it, if
  /// anything that is not diagnosed yet is.
  std::string set_memory(const ast::Cpp& bound) {
    if (out_.program.memory) return "give one bound, not two";
    char* end = nullptr;
    const double number = std::strtod(bound.text.c_str(), &end);
    const bool is_literal = end != bound.text.c_str() && *end == '\0' && number < 9e18;
    const bool is_known = bound.id >= 0 && constant_of(context_, bound).has_value();
    index::ExprPtr& bytes = out_.program.memory;
    bytes = is_literal && !is_known ? index::integer(static_cast<long long>(number))
                                    : integer_value(context_, bound, "memory");
    if (!bytes) return "";
    const auto known = index::as_integer(bytes);
    return known && *known < 1 ? "give a number of bytes, 1 or more" : "";
  }

  /// The range of a C++ variable. No choice depends on one so far.
  void assume_range(const ast::Assumption& fact) {
    if (fact.relation == "in") {
      const auto first = constant_of(context_, fact.bounds.at(0)),
                 last = constant_of(context_, fact.bounds.at(1));
      if (first && last && *first > *last) return wrong(fact, "put the smaller number first");
    }
  }

  TensorPtr find_tensor(const ast::Name& name) {
    const Tensors::Meaning meaning = tensors_.find(name);
    if (meaning.kind != Tensors::Meaning::Kind::tensor && meaning.kind != Tensors::Meaning::Kind::failed)
      tensors_.report_unknown(name);
    return meaning.tensor;
  }

  /// sorted(A), unique(A) and their opposites: as the modifiers, for tensors that are C++ objects too.
  void assume_entries(const ast::Assumption& fact) {
    const std::string& name = fact.name.text;
    if (fact.arguments.empty() || !fact.relation.empty())
      return wrong(fact, "name the tensor: " + name + "(A)");
    for (const ast::Name& argument : fact.arguments) {
      const TensorPtr tensor = find_tensor(argument);
      if (!tensor) continue;
      index::TensorLevel* last = nullptr;
      for (index::TensorLevel& level : tensor->levels) {
        if (level.level.kind == LevelKind::dense) continue;
        if (name == "sorted" || name == "unsorted") level.level.ordered = name == "sorted";
        last = &level;
      }
      if (last && (name == "unique" || name == "duplicates")) last->level.unique = name == "unique";
    }
  }

  void assume_same_pattern(const ast::Assumption& fact) {
    if (fact.arguments.size() < 2 || !fact.relation.empty())
      return wrong(fact, "name the tensors: same_pattern(A, B)");
    std::vector<index::Tensor> group;
    for (const ast::Name& argument : fact.arguments)
      if (const TensorPtr tensor = find_tensor(argument)) group.push_back(tensor);
    context_.same_pattern.push_back(std::move(group));
  }

  Context& context_;
  const TargetChoice& choice_;
  Tensors& tensors_;
  Resolved& out_;
  std::vector<const ast::FormatDirective*> conversions_;
  bool has_target_ = false;
};

}  // namespace

bool is_automatic_on_device(const Resolved& resolved, const index::TensorNode& tensor) {
  return resolved.is_auto && resolved.target.has_own_memory && !tensor.temporary && tensor.values &&
         !tensor.sizes.empty();
}

void read_directives(Context& context, const TargetChoice& target, Tensors& tensors, Resolved& out) {
  DirectiveReader reader(context, target, tensors, out);
  for (const ast::Directive& directive : context.site.block.directives)
    std::visit([&](const auto& node) { reader(node, directive.range); }, directive.node);
  reader.finish();
}

}  // namespace insum::resolver
