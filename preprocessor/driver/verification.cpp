#include "driver/verification.h"

#include "index_ir/rewrite.h"
#include "resolve/verify_statements.h"
#include "support/names.h"

namespace insum {

namespace {

/// The text of a setting's value: a number, or C++ in braces.
std::string setting(const VerifyRequest& request, const std::string& name, const SourceFiles& files,
                    const std::string& otherwise) {
  const auto given = request.settings.find(name);
  if (given == request.settings.end()) return otherwise;
  const std::string text(files.text(given->second));
  return text.starts_with('{') ? text.substr(1, text.size() - 2) : text;
}

bool has_reduction(const index::Program& einsum) {
  bool found = false;
  index::for_each_stmt(einsum.body, [&](const index::StmtPtr& stmt) {
    const auto* e = index::get_if<index::Einsum>(stmt);
    if (!e) return;
    index::for_each_expr(
        e->right, [&](const index::ExprPtr& x) { found |= index::get_if<index::Reduce>(x) != nullptr; });
  });
  return found;
}

/// The definition of the site: what is known of the block before the program runs.
std::string site_text(const std::string& name, const Resolved& resolved, const VerifyRequest& request,
                      const lower::Origin& origin, const SourceFiles& files) {
  return "static ::insum::verify::site " + name + "(" + quoted(origin.file) + ", " +
         std::to_string(origin.line) + ", " + quoted(origin.einsum) + ", {" +
         setting(request, "rtol", files, "-1") + ", " + setting(request, "atol", files, "-1") + "}, " +
         setting(request, "every", files, "1") + ", " + (has_reduction(resolved.program) ? "true" : "false") +
         ");";
}

}  // namespace

std::optional<Verification> verification(const Resolved& resolved, const bind::Site& site, bool wanted,
                                         const lower::Origin& origin, const SourceFiles& files,
                                         Diagnostics& diagnostics) {
  if (!resolved.verify && !wanted) return std::nullopt;
  const VerifyRequest request = resolved.verify.value_or(VerifyRequest{site.block.range, {}});
  if (!site.hand_written) {
    if (resolved.verify) diagnostics.report(Diag::verify_without_statement, request.where);
    return std::nullopt;
  }
  if (site.constant_evaluated) {
    if (resolved.verify) diagnostics.report(Diag::verify_constant, request.where);
    return std::nullopt;
  }
  for (const index::Tensor& tensor : resolved.program.tensors)
    if (tensor->on_device) {
      if (resolved.verify) diagnostics.report(Diag::verify_device, request.where, {tensor->name});
      return std::nullopt;
    }
  const std::string number = std::to_string(site.number), place = "insum_site_" + number,
                    call = "insum_call_" + number;
  std::string before = "{ " + site_text(place, resolved, request, origin, files) + " ::insum::verify::call " +
                       call + "(" + place + "); if (" + call + ".due()) { ";
  for (const std::string& statement : resolver::verify_statements(resolved.program, call))
    before += statement + " ";
  return Verification{before + call + ".begin();", call + ".kernel_next(); }", call + ".end(); }"};
}

}  // namespace insum
