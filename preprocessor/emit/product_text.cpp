#include "emit/product_text.h"

#include <set>

#include "emit/c_printer.h"
#include "emit/lambda.h"
#include "emit/partition.h"
#include "emit/result_rows.h"
#include "loop_ir/closures.h"
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
    for (const Factor* one : {&n_.left, &n_.right}) line("    " + factor_of_processor(*one) + ",");
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
    const std::optional<ResultRows> rows = result_rows(n_);
    line(std::string("insum::rt::cuda::") + (rows && rows->key ? "products_in_runs" : "matrix_product") +
         "<Tile, " + (n_.left_by_depth ? "true, " : "false, ") + (n_.by_column ? "false>(" : "true>("));
    line("    " + sizes_of_product(n_) + ",");
    for (const Factor* one : {&n_.left, &n_.right}) line("    " + factor_of_device(*one) + ",");
    line("    " + (rows ? rows_of_device(*rows) : closure(n_.result, "[=]", to_string(n_.type))) + ");");
    return text_;
  }

 private:
  void line(const std::string& text) {
    text_ += std::string(static_cast<std::size_t>(indent_) * 2, ' ') + text + "\n";
  }

  /// An array with runs, or a function.
  std::string factor_of_device(const Factor& n) const {
    std::string text = closure(n.element, "[=]");
    if (!n.run) return text;
    if (n.stored) text += ", " + closure(*n.stored, "[=]");
    for (const ExprPtr& fact : {n.run, n.lines, n.apart})
      if (fact) text += ", " + to_cpp(fact);
    return std::string("insum::rt::cuda::product_array") + (n.stored ? "_with_gaps{" : "{") + text + "}";
  }

  std::string factor_of_processor(const Factor& n) const {
    const std::string value = closure(n.element, captured(n.element));
    if (!n.stored) return value;
    return "insum::rt::stored_factor{" + closure(*n.stored, captured(*n.stored)) + ",\n" +
           std::string(static_cast<std::size_t>(indent_ + 2) * 2, ' ') + value + "}";
  }

  /// Of a device.
  std::string rows_of_device(const ResultRows& n) const {
    const std::string key = n.key ? ", " + closure(*n.key, "[=]") : "";
    return "insum::rt::cuda::in_rows<insum::rt::cuda::sums_are::" + n.how + ">(" + closure(n.at, "[=]") +
           ", " + closure(n.value, "[=]", to_string(n_.type)) + ", " + closure(n.stored, "[=]") + key + ")";
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

bool is_of_matrices(const MatrixProduct& n) {
  const auto is_matrix = [](const Factor& factor) { return factor.lines && !factor.stored; };
  return !n.batch && is_matrix(n.left) && is_matrix(n.right);
}

const MatrixProduct* product_in(const Launch& launch) {
  const MatrixProduct* found = nullptr;
  for_each_stmt(launch.body, [&](const StmtPtr& s) {
    if (const auto* n = get_if<MatrixProduct>(s)) found = n;
  });
  return found;
}

}  // namespace insum::emit
