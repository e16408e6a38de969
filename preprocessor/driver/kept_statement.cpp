#include "driver/kept_statement.h"

#include "index_ir/rewrite.h"
#include "resolve/call_class.h"
#include "resolve/output_statements.h"
#include "support/content_hash.h"
#include "support/names.h"

namespace insum {

namespace {

/// Why the statement cannot take the kernel's place, and what to do about it.
struct Obstacle {
  const char* reason;
  const char* remedy;
};
constexpr Obstacle no_statement = {"no hand-written statement follows the block",
                                   "write the loop that the block replaces, or leave baseline out"};
constexpr Obstacle runs_in_compiler = {"the statement may run in the compiler",
                                       "leave the constexpr out, or baseline"};
constexpr Obstacle on_device = {"the statement cannot reach device memory",
                                "leave device(...) out, or baseline"};
constexpr Obstacle must_not_vary = {"results of a deterministic block may not depend on times",
                                    "leave deterministic out, or baseline"};

const index::TensorNode* tensor_on_device(const Resolved& resolved) {
  for (const index::Tensor& tensor : resolved.program.tensors)
    if (tensor->on_device) return tensor.get();
  return nullptr;
}

/// Null where the statement can run beside the kernel.
const Obstacle* obstacle(const Resolved& resolved, const bind::Site& site) {
  if (!site.hand_written) return &no_statement;
  if (site.constant_evaluated) return &runs_in_compiler;
  return tensor_on_device(resolved) ? &on_device : nullptr;
}

/// ... and instead of it.
const Obstacle* race_obstacle(const Resolved& resolved, const bind::Site& site) {
  const Obstacle* any = obstacle(resolved, site);
  return !any && resolved.program.deterministic ? &must_not_vary : any;
}

void check_verify(const Resolved& resolved, const bind::Site& site, Diagnostics& diagnostics) {
  const SourceRange& where = resolved.verify->where;
  if (!site.hand_written)
    diagnostics.report(Diag::verify_without_statement, where);
  else if (site.constant_evaluated)
    diagnostics.report(Diag::verify_constant, where);
  else if (const index::TensorNode* tensor = tensor_on_device(resolved))
    diagnostics.report(Diag::verify_device, where, {tensor->name});
}

void check_baseline(const Resolved& resolved, const bind::Site& site, Diagnostics& diagnostics) {
  if (const Obstacle* found = race_obstacle(resolved, site))
    diagnostics.report(Diag::impossible_baseline, *resolved.baseline, {found->reason, found->remedy});
}

std::string call_name(const bind::Site& site) { return "insum_call_" + std::to_string(site.number); }

/// The text of a setting's value: a number, or C++ in braces, which is compared with `least` as the program
/// runs.
std::string setting(const VerifyRequest& request, const std::string& name, const lower::Origin& origin,
                    const SourceFiles& files, const std::string& otherwise, const std::string& least) {
  const auto given = request.settings.find(name);
  if (given == request.settings.end()) return otherwise;
  const std::string text(files.text(given->second));
  if (!text.starts_with('{')) return text;
  return "::insum::statement::at_least<" + std::string(least == "0" ? "double" : "std::int64_t") + ">(" +
         c_string(origin.file + ":" + std::to_string(origin.line) + ": insum verify: " + name) + ", " +
         text.substr(1, text.size() - 2) + ", " + least + ")";
}

/// Several values may be combined into an element, in another order than the statement has.
bool has_reduction(const index::Program& einsum) {
  bool found = false;
  index::for_each_stmt(einsum.body, [&](const index::StmtPtr& stmt) {
    const auto* e = index::get_if<index::Einsum>(stmt);
    if (!e) return;
    found |= e->op != index::Op::none && !index::names_every_entry(e->left);
    index::for_each_expr(
        e->right, [&](const index::ExprPtr& x) { found |= index::get_if<index::Reduce>(x) != nullptr; });
  });
  return found;
}

std::string joined(const std::vector<std::string>& list, bool as_literals) {
  std::string text;
  for (const std::string& each : list)
    text += (text.empty() ? "{" : ", ") + (as_literals ? c_string(each) : each);
  return text.empty() ? "{}" : text + "}";
}

std::string origin_text(const lower::Origin& origin) {
  return "{" + c_string(origin.file) + ", " + std::to_string(origin.line) + ", " + c_string(origin.einsum) +
         ", ";
}

bool verifies(const Resolved& resolved, const Modes& modes) {
  return resolved.verify.has_value() || modes.verify;
}

bool races(const Resolved& resolved, const Modes& modes) {
  return !resolved.program.deterministic && (modes.race || (resolved.baseline && !modes.verify));
}

/// The definition of the site: what is known of the block before the program runs.
std::string site_text(const std::string& name, const Resolved& resolved, const Modes& modes,
                      const resolver::CallClass& calls, const lower::Origin& origin,
                      const std::string& content, const SourceFiles& files) {
  const VerifyRequest request = resolved.verify.value_or(VerifyRequest{});
  const std::string racing = resolved.program.deterministic ? "never"
                             : !races(resolved, modes)      ? "no"
                             : modes.race                   ? "shown"
                                                            : "quiet";
  return "static ::insum::statement::site " + name + "(" + origin_text(origin) +
         (verifies(resolved, modes) ? "true" : "false") + ", ::insum::statement::racing::" + racing + ", {" +
         setting(request, "rtol", origin, files, "-1", "0") + ", " +
         setting(request, "atol", origin, files, "-1", "0") + "}, " +
         setting(request, "every", origin, files, "1", "1") + ", " +
         (has_reduction(resolved.program) ? "true" : "false") + ", " + joined(calls.indices, true) + ", " +
         joined(calls.operands, true) + ", " + std::to_string(content_hash(content)) + "u});";
}

}  // namespace

std::string around(const KeptStatement& kept) {
  return kept.before_statement + "\n  // the statement\n" + kept.before_call + "\n" + kept.call + "\n" +
         kept.after_call;
}

std::optional<KeptStatement> kept_statement(const Resolved& resolved, const bind::Site& site,
                                            const Modes& modes, const lower::Origin& origin,
                                            const std::function<std::string()>& kernel,
                                            const SourceFiles& files, Diagnostics& diagnostics) {
  if (resolved.verify) check_verify(resolved, site, diagnostics);
  if (resolved.baseline) check_baseline(resolved, site, diagnostics);
  const bool verified = verifies(resolved, modes), raced = races(resolved, modes);
  if (!(verified || raced || resolved.baseline) || obstacle(resolved, site)) return std::nullopt;

  std::vector<index::Tensor> stored;
  for (const Resolved::Source& source : resolved.sources) stored.push_back(source.program.tensors.front());
  const resolver::CallClass calls = resolver::call_class(resolved.program, stored);
  const std::string content = std::string(files.text(site.statement)) + '\n' + kernel();
  const std::string place = "insum_site_" + std::to_string(site.number), call = call_name(site);
  std::string before = "{\n  " + site_text(place, resolved, modes, calls, origin, content, files) +
                       "\n  ::insum::statement::call " + call + "(" + place + ");\n  if (" + call +
                       ".races()) " + call + ".is_of_class(" + joined(calls.sizes, false) + ", " +
                       joined(calls.fillings, false) + ");\n  if (" + call + ".runs_both()) {\n";
  const resolver::OutputStatements told = resolver::output_statements(resolved.program, stored, call);
  for (const std::string& statement : told.before) before += "    " + statement + "\n";
  std::string after = "  if (" + call + ".runs_both()) {\n";
  for (const std::string& statement : told.after_statement) after += "    " + statement + "\n";
  return KeptStatement{before + "    " + call + ".begin();\n  }\n  do if (" + call + ".runs_statement()) {",
                       after + "  }\n} else {", "} while (" + call + ".again()); }", verified, raced};
}

loops::Kernel with_lent_outputs(loops::Kernel kernel, const Resolved& resolved, const bind::Site& site) {
  std::size_t number = 0;
  for (const index::Tensor& output : resolved.program.outputs) {
    for (loops::Parameter& p : kernel.parameters)
      if (p.kind == loops::Parameter::Kind::array && p.depth == 1 && p.name == output->values->name)
        p.call = call_name(site) + ".target(" + std::to_string(number) + ", " + p.call + ")";
    ++number;
  }
  return kernel;
}

std::string unraced_block(const Resolved& resolved, const bind::Site& site, const Modes& modes,
                          const std::string& kernel, const lower::Origin& origin) {
  const Obstacle* found = modes.race ? race_obstacle(resolved, site) : nullptr;
  if (!found) return "";
  return "\n// It is not raced.\nstatic const ::insum::statement::site " + kernel + "_site(" +
         origin_text(origin) + "false, ::insum::statement::racing::shown, {}, 1, false, {}, {}, 0, " +
         c_string(found->reason) + "});\n";
}

}  // namespace insum
