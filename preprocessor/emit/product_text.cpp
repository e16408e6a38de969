#include "emit/product_text.h"

#include "emit/c_printer.h"
#include "emit/lambda.h"
#include "emit/partition.h"
#include "loop_ir/rewrite.h"

namespace insum::emit {

using namespace loops;

namespace {

/// Prints one call.
class ProductPrinter {
 public:
  ProductPrinter(const MatrixProduct& n, int indent) : n_(n), indent_(indent) {}

  std::string on_processor() {
    const std::string count = n_.batch ? to_cpp(n_.batch) + ", " : "";
    line(std::string("insum::rt::") + (n_.batch ? "matrix_products<" : "matrix_product<") +
         to_string(n_.type) + ", " + (n_.by_column ? "true" : "false") + ">(");
    line("    " + count + "{" + to_cpp(n_.rows) + ", " + to_cpp(n_.columns) + ", " + to_cpp(n_.depth) + "},");
    line("    " + factor(n_.left, n_.left_stored) + ",");
    line("    " + factor(n_.right, n_.right_stored) + ",");
    if (n_.in_rows)
      line("    insum::rt::product_rows{" + closure(n_.result, captured(n_.result)) + ", " +
           (n_.add ? "true" : "false") + "});");
    else  // what is not apart belongs to one thread, or goes through a scatter outside
      line("    insum::rt::product_elements{" +
           closure(n_.result, n_.apart ? captured(n_.result) : "[&]", to_string(n_.type)) + ", " +
           (n_.apart ? "true" : "false") + "});");
    return text_;
  }

  std::string on_device() {
    line(std::string("insum::rt::cuda::matrix_product<Tile, ") + (n_.left_by_depth ? "true, " : "false, ") +
         (n_.by_column ? "false>(" : "true>("));
    line("    " + sizes_of_product(n_) + ",");
    line("    " + factor(n_.left, n_.left_run, n_.left_has_gaps) + ",");
    line("    " + factor(n_.right, n_.right_run, n_.right_has_gaps) + ",");
    line("    " + closure(n_.result, "[=]", to_string(n_.type)) + ");");
    return text_;
  }

 private:
  void line(const std::string& text) {
    text_ += std::string(static_cast<std::size_t>(indent_) * 2, ' ') + text + "\n";
  }

  /// Of a device: an array with runs, or a function.
  std::string factor(const Closure& n, const ExprPtr& run, bool has_gaps) const {
    const std::string text = closure(n, "[=]");
    const std::string array = has_gaps ? "product_array_with_gaps" : "product_array";
    return run ? "insum::rt::cuda::" + array + "{" + text + ", " + to_cpp(run) + "}" : text;
  }

  /// Of a processor.
  std::string factor(const Closure& n, const std::optional<Closure>& stored) const {
    const std::string value = closure(n, captured(n));
    if (!stored) return value;
    return "insum::rt::stored_factor{" + closure(*stored, captured(*stored)) + ",\n" +
           std::string(static_cast<std::size_t>(indent_ + 2) * 2, ' ') + value + "}";
  }

  static std::string captured(const Closure& n) {
    Body all = n.body;
    if (n.value) all.push_back(make_stmt(Effect{n.value}));
    return captures(all);
  }

  /// `sum`: the closure's last parameter is an element of this type.
  std::string closure(const Closure& n, const std::string& captured, const std::string& sum = "") const {
    const auto pad = [&](int more) { return std::string(static_cast<std::size_t>(indent_ + more) * 2, ' '); };
    std::string text = to_cpp(n.body, indent_ + 3);
    if (n.value) text += pad(3) + "return " + to_cpp(n.value) + ";\n";
    std::string parameters;
    for (const std::string& name : n.parameters) {
      const bool last = !sum.empty() && name == n.parameters.back();
      parameters +=
          (parameters.empty() ? "" : ", ") + lambda_parameter(last ? sum : "std::int64_t", name, text);
    }
    return captured + "(" + parameters + ") INSUM_RT_LAMBDA {\n" + text + pad(2) + "}";
  }

  const MatrixProduct& n_;
  int indent_;
  std::string text_;
};

}  // namespace

std::string product_text(const MatrixProduct& n, int indent) {
  ProductPrinter printer(n, indent);
  return n.element.empty() ? printer.on_processor() : printer.on_device();
}

std::string sizes_of_product(const MatrixProduct& n) {
  return "{" + (n.batch ? to_cpp(n.batch) : "1") + ", " + to_cpp(n.rows) + ", " + to_cpp(n.columns) + ", " +
         to_cpp(n.depth) + "}";
}

const MatrixProduct* product_in(const Launch& launch) {
  const MatrixProduct* found = nullptr;
  for_each_stmt(launch.body, [&](const StmtPtr& s) {
    if (const auto* n = get_if<MatrixProduct>(s)) found = n;
  });
  return found;
}

}  // namespace insum::emit
