#include "emit/product_text.h"

#include <set>

#include "emit/c_printer.h"
#include "emit/lambda.h"
#include "emit/partition.h"
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
    line(std::string("insum::rt::cuda::matrix_product<Tile, ") + (n_.left_by_depth ? "true, " : "false, ") +
         (n_.by_column ? "false>(" : "true>("));
    line("    " + sizes_of_product(n_) + ",");
    for (const Factor* one : {&n_.left, &n_.right}) line("    " + factor_of_device(*one) + ",");
    const std::optional<std::string> rows = rows_of_device();
    line("    " + (rows ? *rows : closure(n_.result, "[=]", to_string(n_.type))) + ");");
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

  /// Of a device, where neighbours of a row of the result are next to each other and all that is done with a
  /// sum is that it is stored there, or added: where that is, and what is stored.
  std::optional<std::string> rows_of_device() const {
    const std::vector<std::string>& parameters = n_.result.parameters;
    const std::string column = parameters.at(parameters.size() - 2), sum = parameters.back();
    Body body = n_.result.body;
    if (body.empty()) return std::nullopt;
    ExprPtr condition = make_expr(Literal{"true"}, Type{ElementType::boolean, ""});
    StmtPtr last = body.back();
    body.pop_back();
    if (const auto* branch = get_if<If>(last); branch && branch->body.size() == 1)
      condition = branch->condition, last = branch->body.front();
    const std::optional<StoredSum> stored = stored_sum(last);
    if (!stored) return std::nullopt;
    for (const StmtPtr& s : body)
      if (!get_if<Declare>(s)) return std::nullopt;
    const auto* index = get_if<Binary>(stored->index);
    const auto* along = index && index->op == "+" ? get_if<Name>(index->right) : nullptr;
    if (!along || along->text != column || uses(index->left, {column, sum}) || uses(body, {column, sum}) ||
        uses(condition, {column, sum}) || uses(stored->value, {column}))
      return std::nullopt;
    Closure value = n_.result, at = n_.result, is_stored = n_.result;
    at.parameters.pop_back(), is_stored.parameters.pop_back();
    for (Closure* one : {&value, &at, &is_stored}) one->body = body;
    value.value = stored->value;
    at.value = make_expr(Pointer{stored->array, stored->index}, Type{});
    is_stored.value = condition;
    for (Closure* one : {&value, &at, &is_stored}) drop_unused(*one);
    return "insum::rt::cuda::in_rows<insum::rt::cuda::sums_are::" + stored->how + ">(" + closure(at, "[=]") +
           ", " + closure(value, "[=]", to_string(n_.type)) + ", " + closure(is_stored, "[=]") + ")";
  }

  struct StoredSum {
    std::string how;
    ExprPtr array, index, value;
  };
  static std::optional<StoredSum> stored_sum(const StmtPtr& stmt) {
    if (const auto* update = get_if<Update>(stmt)) {
      const auto* to = get_if<Load>(update->target);
      if (!to || (update->op != Combine::store && update->op != Combine::add)) return std::nullopt;
      return StoredSum{update->op == Combine::add ? "added" : "stored", to->array, to->index, update->value};
    }
    const auto* effect = get_if<Effect>(stmt);
    const auto* call = effect ? get_if<Call>(effect->call) : nullptr;
    if (!call || call->function != "insum::rt::cuda::atomic_update<insum::rt::op_add>") return std::nullopt;
    const auto* to = get_if<Pointer>(call->arguments.at(0));
    return to ? std::optional(StoredSum{"added_atomically", to->array, to->index, call->arguments.at(1)})
              : std::nullopt;
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
