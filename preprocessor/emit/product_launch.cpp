#include "emit/product_launch.h"

#include "emit/product_text.h"
#include "emit/result_rows.h"

namespace insum::emit {

using namespace loops;

namespace {

bool is_in_runs(const MatrixProduct& n) {
  const std::optional<ResultRows> rows = result_rows(n);
  return rows && rows->key;
}

/// Factors of 16 bits; not of products that are taken in runs.
bool may_have_warpgroups(const MatrixProduct& n) {
  return (n.element == "insum::half" || n.element == "insum::bfloat16") && !is_in_runs(n);
}

}  // namespace

std::span<const tuning::width> widths_of_product(const MatrixProduct& n) {
  if (may_have_warpgroups(n)) return tuning::warpgroup_product_widths;
  return tuning::product_widths;
}

std::string product_launch_text(const MatrixProduct& n, const std::string& kernel,
                                const std::string& arguments, const ProductLaunchNames& names,
                                const std::string& pad) {
  const std::string cuda = "insum::rt::cuda::", stream = names.arrays + ".stream()",
                    of_tile = kernel + "<decltype(" + names.tile + ")>";
  const bool warpgroups = may_have_warpgroups(n);
  std::string text = pad + "{\n";
  const auto line = [&](const std::string& of) { text += pad + "  " + of + "\n"; };
  if (warpgroups)
    line("const auto " + names.kernel + " = [](auto " + names.tile + ") { return " + of_tile + "; };");
  line("const " + cuda + "product_sizes " + names.sizes + " = " + sizes_of_product(n) + ";");
  line("const insum::tuning::tuned_launch " + names.tuned + " = " + cuda + "tuned_product" +
       (warpgroups ? "<" + n.element + ">" : "") + "(" + names.site + ", " + stream + ".get(), " +
       names.sizes + (warpgroups ? ", " + names.kernel : "") + ");");
  line(cuda + (is_in_runs(n) ? "with_product_runs<" : "with_product_tile<") + n.element + ">(" + names.sizes +
       ", " + cuda + "product_widths_of(" + names.tuned + "), [&](auto " + names.tile + ", const " + cuda +
       "shape& " + names.shape + ") {");
  line("  " + cuda + "launch(" + (warpgroups ? names.kernel + "(" + names.tile + ")" : of_tile) + ", " +
       names.shape + ", " + stream + ", " + arguments + ");");
  line("});");
  return text + pad + "}\n";
}

}  // namespace insum::emit
