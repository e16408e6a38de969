#include "emit/launch_text.h"

#include <algorithm>

#include "emit/c_printer.h"
#include "emit/cuda_types.h"
#include "emit/product_text.h"
#include "loop_ir/rewrite.h"
#include "support/internal_error.h"

namespace insum::emit {

using namespace loops;

namespace {

constexpr const char* group_size = "Lanes";  // of a kernel for groups of one size

}  // namespace

std::string LaunchText::head() const {
  const std::string plain = "__global__ void ",
                    head = plain + (!is_tuned()             ? ""
                                    : launch_.few_registers ? "INSUM_RT_FEW_REGISTERS "
                                    : launch_.bytes_ahead
                                        ? "INSUM_RT_LOADS_AHEAD(" + std::to_string(launch_.bytes_ahead) + ") "
                                        : "");
  if (has_size_of_group())
    return std::string("template <int ") + group_size +
           (launch_.vectors ? ", bool " + launch_.vectors->constant : "") + ">\n" + head;
  if (launch_.assembly) return "template <class Parts>\n" + head;
  if (const MatrixProduct* product = product_in(launch_))
    return "template <class Tile>\n" + plain + "__launch_bounds__(Tile::threads, Tile::" +
           (is_of_matrices(*product) ? "matrix_blocks) " : "blocks) ");
  return head;
}

/// Where groups are warps, their size is a constant, so that addresses of lanes differ by constants.
bool LaunchText::has_size_of_group() const {
  return launch_.lanes && !launch_.row_lanes && !launch_.assembly && launch_.blocks.empty() &&
         !product_in(launch_);
}

std::string LaunchText::group(const std::string& scratch) const {
  bool used = !scratch.empty();
  for_each_expr(launch_.body, [&](const ExprPtr& e) {
    const auto* call = get_if<Call>(e);
    used |= call && call->function.starts_with(launch_.group + ".");
  });
  if (!used) return "";
  if (!launch_.blocks.empty()) return "  const insum::rt::cuda::bound_block " + launch_.group + ";\n";
  const std::string lanes = launch_.row_lanes ? "insum::rt::cuda::scaled_lanes(" + names_.lanes + ", " +
                                                    to_cpp(launch_.row_lanes) + ")"
                                              : names_.lanes;
  if (!launch_.lanes) return "  const insum::rt::cuda::single " + launch_.group + ";\n";
  return std::string("  const insum::rt::cuda::group_of<") + (has_size_of_group() ? group_size : "0") + "> " +
         launch_.group + "(" + lanes + ");\n";
}

/// Groups of lanes whose number the runtime may choose, as it may that of a block's threads.
bool LaunchText::is_tuned() const {
  return launch_.blocks.empty() && !launch_.assembly && !group("").empty();
}

std::string LaunchText::items() const {
  if (!launch_.items) return "insum::rt::cuda::unknown_items";
  return is_tuned() ? names_.items : to_cpp(launch_.items);
}

std::string LaunchText::lanes() const {
  if (!launch_.vectors) return to_cpp(launch_.lanes);
  return names_.vectors + " ? " + to_cpp(launch_.vectors->lanes) + " : " + to_cpp(launch_.lanes);
}

/// Whether the arrays and sizes are such that lanes can have vectors.
std::string LaunchText::vectors(const std::vector<KernelValue>& values) const {
  std::string begins, counts, sizes;
  for (const std::string& array : launch_.vectors->arrays) {
    const auto value =
        std::find_if(values.begin(), values.end(), [&](const KernelValue& v) { return v.name == array; });
    internal_check(value != values.end() && value->count,
                   "an array whose length the host does not know: " + array);
    begins += (begins.empty() ? "" : ", ") + value->argument;
    counts += (counts.empty() ? "" : ", ") + to_cpp(value->count);
  }
  for (const auto& [value, of] : launch_.vectors->multiples)
    sizes += " && " + to_cpp(make_expr(Binary{"%", value, integer(of)}, {})) + " == 0";
  return "insum::rt::cuda::begin_vectors({" + begins + "}) && insum::rt::cuda::have_short_numbers({" +
         counts + "})" + sizes +
         (launch_.vectors->atomics ? " && insum::rt::cuda::has_vector_atomics()" : "");
}

std::string LaunchText::choice(LaunchSites& sites, int number, bool deterministic,
                               const std::vector<KernelValue>& values, std::set<std::string>& taken,
                               const std::string& pad) const {
  if (!is_tuned()) return "";
  std::string text;
  if (launch_.items)
    text += pad + "const std::int64_t " + names_.items + " = " + to_cpp(launch_.items) + ";\n";
  if (launch_.vectors) text += pad + "const bool " + names_.vectors + " = " + vectors(values) + ";\n";
  return text + pad + "const insum::tuning::tuned_launch " + names_.tuned + " = " +
         tuned(sites, number, deterministic, taken) + ";\n";
}

std::string LaunchText::tuned(LaunchSites& sites, int number, bool deterministic,
                              std::set<std::string>& taken) const {
  const std::string site =
      launch_.lanes ? sites.add(number, {"iterations", "lanes"}, tuning::group_widths, deterministic, taken)
                    : sites.add(number, {"iterations"}, tuning::lane_widths, false, taken);
  return std::string("insum::rt::cuda::") + (launch_.lanes ? "tuned_groups(" : "tuned_lanes(") + site + ", " +
         names_.arrays + ".stream().get(), " + items() + (launch_.lanes ? ", " + lanes() : "") +
         (launch_.lanes && launch_.uneven && !launch_.row_lanes ? ", insum::rt::cuda::uneven_threads" : "") +
         ")";
}

std::string LaunchText::shape() const {
  if (!launch_.blocks.empty())
    return to_cpp(invoke("insum::rt::cuda::bound_shape",
                         {make_expr(List{launch_.blocks}, {}), make_expr(List{launch_.threads}, {})}));
  if (!launch_.assembly && group("").empty())
    return "insum::rt::cuda::one_lane()";  // no loop that lanes share
  std::string bytes;
  for (const Allocate& array : launch_.scratch)
    bytes += (bytes.empty() ? "" : " + ") + ("insum::rt::checked_mul(" + to_cpp(array.count) + ", sizeof(" +
                                             for_kernels(to_string(array.type)) + "))");
  std::vector<std::string> arguments = {items()};
  if (is_tuned()) {
    arguments.push_back(launch_.lanes ? names_.tuned + ".width(0)" : "1");
    arguments.push_back(bytes.empty() ? "0" : bytes);
    arguments.push_back(names_.tuned + (launch_.lanes ? ".width(1)" : ".width(0)"));
    if (launch_.row_lanes) arguments.push_back("insum::rt::cuda::few_blocks");
  } else {
    if (launch_.lanes || !bytes.empty()) arguments.push_back(launch_.lanes ? to_cpp(launch_.lanes) : "1");
    if (!bytes.empty()) arguments.push_back(bytes);
  }
  std::string list;
  for (const std::string& argument : arguments) list += (list.empty() ? "" : ", ") + argument;
  return "insum::rt::cuda::shape_of(" + list + ")";
}

std::string LaunchText::variant(const std::string& name) const {
  if (!has_size_of_group()) return name;
  const auto of_size = [&](const std::string& vectors) {
    return names_.shape + ".lanes == insum::rt::cuda::warp_lanes ? " + name + "<insum::rt::cuda::warp_lanes" +
           vectors + "> : " + name + "<0" + vectors + ">";
  };
  if (!launch_.vectors) return of_size("");
  return names_.vectors + " ? (" + of_size(", true") + ") : (" + of_size(", false") + ")";
}

}  // namespace insum::emit
