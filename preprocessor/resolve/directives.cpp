#include "resolve/directives.h"

#include <algorithm>

namespace insum::resolver {

namespace {

class DirectiveReader {
 public:
  DirectiveReader(Context& context, Tensors& tensors, Resolved& out)
      : context_(context), tensors_(tensors), out_(out) {}

  void operator()(const ast::KernelDirective& n, SourceRange where) {
    once("kernel", where);
    if (!is_identifier(n.name.text)) context_.report(Diag::kernel_name, n.name.range, {n.name.text});
    out_.program.name = n.name.text;
  }

  void operator()(const ast::ScheduleDirective& n, SourceRange) {
    out_.schedule.insert(out_.schedule.end(), n.commands.begin(), n.commands.end());
  }

  void operator()(const ast::TargetDirective& n, SourceRange where) {
    once("target", where);
    has_target_ = true;
    if (!n.device.empty()) return not_yet(n.device.front().range, "storage in device memory");
    set_target(n.target.text, n.target.range);
  }

  void operator()(const ast::AssumeDirective& n, SourceRange) {
    for (const ast::Assumption& fact : n.facts) assume(fact);
  }

  void operator()(const ast::FormatDirective& n, SourceRange) {
    not_yet(n.tensor.range, "computing with another format than the one stored");
  }
  void operator()(const ast::WorkspaceDirective&, SourceRange where) { not_yet(where, "'workspace'"); }
  void operator()(const ast::VerifyDirective&, SourceRange where) { not_yet(where, "'verify'"); }
  void operator()(const ast::GradientDirective&, SourceRange where) { not_yet(where, "'gradient'"); }
  void operator()(const ast::DeterministicDirective&, SourceRange where) {
    not_yet(where, "'deterministic'");
  }
  void operator()(const ast::BaselineDirective&, SourceRange where) { not_yet(where, "'baseline'"); }
  // Read where they are used.
  void operator()(const ast::Einsum&, SourceRange) {}
  void operator()(const ast::TensorDirective&, SourceRange) {}
  void operator()(const ast::FunctionDirective&, SourceRange) {}

  void finish(const std::string& default_target) {
    if (!has_target_) set_target(default_target, context_.site.block.range);
  }

 private:
  void not_yet(SourceRange where, const std::string& what) {
    context_.report(Diag::not_supported_yet, where, {what, "leave it out for now"});
  }

  void once(const std::string& directive, SourceRange where) {
    const auto [entry, is_new] = seen_.try_emplace(directive, where);
    if (!is_new)
      context_.report(Diag::duplicate_directive, where, {directive})
          .notes.push_back({entry->second, "the other one is here"});
  }

  void set_target(const std::string& target, SourceRange where) {
    if (target == "openmp" || target == "auto") {
      out_.target = "openmp";
    } else if (target == "cuda") {
      context_.report(Diag::not_supported_yet, where, {"target cuda", "use 'target openmp'"});
    } else {
      context_.report(Diag::unknown_target, where, {target});
    }
  }

  void assume(const ast::Assumption& fact) {
    const std::string& name = fact.name.text;
    if (fact.relation.empty() && fact.arguments.empty()) {
      if (name == "in_bounds") return void(out_.program.in_bounds = true);
      if (name == "ieee") return void(out_.program.ieee = true);
      if (name == "no_alias") return void(out_.no_alias = true);
    }
    if (fact.relation.empty() && (name == "sorted" || name == "unique")) return assume_entries(fact);
    if (name == "memory") return not_yet(fact.range, "a bound on memory");
    if (name == "density" && !fact.relation.empty() && fact.arguments.size() == 1) {
      if (find_tensor(fact.arguments.front())) out_.hints.push_back(fact);
      return;
    }
    if (!fact.relation.empty() && fact.arguments.empty()) return out_.hints.push_back(fact);
    const std::string near =
        nearest(name, {"in_bounds", "ieee", "no_alias", "sorted", "unique", "density", "memory"});
    context_.report(
        Diag::unknown_assumption, fact.range,
        {name, near.empty() || near == name
                   ? "write in_bounds, ieee, no_alias, sorted(A), unique(A), M in [a, b] or density(A) < x"
                   : "did you mean '" + near + "'?"});
  }

  TensorPtr find_tensor(const ast::Name& name) {
    const Tensors::Meaning meaning = tensors_.find(name);
    if (meaning.kind != Tensors::Meaning::Kind::tensor && meaning.kind != Tensors::Meaning::Kind::failed)
      tensors_.report_unknown(name);
    return meaning.tensor;
  }

  /// sorted(A), unique(A): as the modifiers, for tensors that are C++ objects too.
  void assume_entries(const ast::Assumption& fact) {
    if (fact.arguments.empty()) {
      context_.report(Diag::unknown_assumption, fact.range,
                      {fact.name.text, "name the tensor: " + fact.name.text + "(A)"});
      return;
    }
    for (const ast::Name& name : fact.arguments) {
      const TensorPtr tensor = find_tensor(name);
      if (!tensor) continue;
      for (index::TensorLevel& level : tensor->levels)
        if (fact.name.text == "sorted") level.level.ordered = true;
      const auto last =
          std::find_if(tensor->levels.rbegin(), tensor->levels.rend(),
                       [](const index::TensorLevel& level) { return level.level.kind != LevelKind::dense; });
      if (fact.name.text == "unique" && last != tensor->levels.rend()) last->level.unique = true;
    }
  }

  Context& context_;
  Tensors& tensors_;
  Resolved& out_;
  std::map<std::string, SourceRange> seen_;
  bool has_target_ = false;
};

}  // namespace

void read_directives(Context& context, const std::string& default_target, Tensors& tensors, Resolved& out) {
  DirectiveReader reader(context, tensors, out);
  for (const ast::Directive& directive : context.site.block.directives)
    std::visit([&](const auto& node) { reader(node, directive.range); }, directive.node);
  reader.finish(default_target);
}

}  // namespace insum::resolver
