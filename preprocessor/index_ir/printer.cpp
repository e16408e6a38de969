#include "index_ir/printer.h"

#include <set>
#include <sstream>

namespace insum::index {

namespace {

std::string join(const std::vector<ExprPtr>& list) {
  std::string text;
  for (const ExprPtr& expr : list) text += (text.empty() ? "" : ",") + to_string(expr);
  return text;
}

int precedence(const ExprPtr& expr) {
  if (const auto* binary = get_if<Binary>(expr)) return precedence(binary->op);
  return get_if<Unary>(expr) ? unary_precedence : unary_precedence + 1;
}

std::string nested(const ExprPtr& expr, int level) {
  return precedence(expr) < level ? "(" + to_string(expr) + ")" : to_string(expr);
}

const char* reduction_name(Op op) {
  switch (op) {
    case Op::none:
    case Op::add:
      return "sum";
    case Op::mul:
      return "prod";
    case Op::min:
      return "min";
    case Op::max:
      return "max";
    case Op::logical_or:
      return "any";
    case Op::logical_and:
      return "all";
    case Op::bit_or:
      return "or";
    case Op::bit_and:
      return "and";
  }
  return "?";
}

const char* parallel_word(LoopOptions::Balance balance) {
  switch (balance) {
    case LoopOptions::Balance::automatic:
      break;
    case LoopOptions::Balance::equal:
      return "parallel(static)";
    case LoopOptions::Balance::dynamic:
      return "parallel(dynamic)";
    case LoopOptions::Balance::entries:
      return "parallel(nonzeros)";
  }
  return "parallel";
}

std::string options_text(const LoopOptions& options) {
  std::string text;
  for (const std::string& word : words_of(options)) text += " " + word;
  return text;
}

/// Its array, or the number that stands for all of them, without the call that makes an array of it.
std::string values_text(const TensorNode& tensor) {
  if (!tensor.values || !tensor.values->is_same) return "vals";
  const std::string& call = tensor.values->call;
  const std::size_t begin = call.find('(') + 1;
  return call.substr(begin, call.size() - 1 - begin);
}

std::string tensor_text(const TensorNode& tensor) {
  std::string text = tensor.name + "[" + join(tensor.sizes) + "] : ";
  text += tensor.type == ElementType::dependent ? tensor.type_spelling : cpp_name(tensor.type);
  if (tensor.temporary) text += " temporary";
  if (tensor.place != TensorNode::Place::automatic)
    text += tensor.place == TensorNode::Place::shared ? " shared" : " registers";
  if (tensor.dense) {
    text += " dense";
    if (!tensor.strides.empty()) text += " strides(" + join(tensor.strides) + ")";
  } else {
    Format format{tensor.format_name, static_cast<int>(tensor.sizes.size()), {}, 0, false};
    for (const TensorLevel& level : tensor.levels) format.levels.push_back(level.level);
    text += " " + tensor.format_name + " = " + to_string(format, values_text(tensor));
    if (tensor.base) text += " base(" + std::to_string(tensor.base) + ")";
  }
  if (tensor.symmetry != Symmetry::none)
    text += tensor.symmetry == Symmetry::lower ? " symmetric(lower)" : " symmetric(upper)";
  if (tensor.fill) text += " fill(" + to_string(tensor.fill) + ")";
  return text;
}

}  // namespace

std::vector<std::string> words_of(const LoopOptions& options) {
  std::vector<std::string> words;
  if (options.parallel) words.emplace_back(parallel_word(options.balance));
  if (options.runs) words.emplace_back(options.every ? "runs(all)" : "runs");
  if (options.vector) words.emplace_back("vector");
  if (options.lanes) words.emplace_back("lanes");
  if (options.axis != Axis::none) words.push_back("bind(" + to_string(options.axis) + ")");
  if (options.registers) words.emplace_back("registers");
  if (options.unroll > 1) words.push_back("unroll(" + std::to_string(options.unroll) + ")");
  return words;
}

const char* to_string(Op op) {
  switch (op) {
    case Op::none:
      return "=";
    case Op::add:
      return "+=";
    case Op::mul:
      return "*=";
    case Op::min:
      return "min=";
    case Op::max:
      return "max=";
    case Op::logical_or:
    case Op::bit_or:
      return "|=";
    case Op::logical_and:
    case Op::bit_and:
      return "&=";
  }
  return "?";
}

std::string to_string(const Access& access) {
  if (access.subscripts.empty()) return access.tensor->name;
  return access.tensor->name + "[" + join(access.subscripts) + "]" + (access.optional ? "?" : "");
}

namespace {

std::string names(const std::vector<Var>& vars) {
  std::string text;
  for (const Var& var : vars) text += (text.empty() ? "" : ",") + var->name;
  return text;
}

}  // namespace

std::string product_head(const MatrixProduct& product) {
  return "product " + (product.batch.empty() ? "" : "batch " + names(product.batch) + " ") + "rows " +
         names(product.rows) + " columns " + names(product.columns) + " depth " + names(product.depth);
}

std::string to_string(const ExprPtr& expr) {
  if (!expr) return "<none>";
  return match(
      expr, [](const Literal& n) { return n.text; }, [](const Var& n) { return n->name; },
      [](const Argument& n) { return n->text.empty() ? n->name : n->text; },
      [](const Access& n) { return to_string(n); },
      [](const Unary& n) {
        return (n.op == UnaryOp::minus ? "-" : "!") + nested(n.operand, unary_precedence);
      },
      [](const Binary& n) {
        const int level = precedence(n.op);
        return nested(n.left, level) + " " + symbol(n.op) + " " + nested(n.right, level + 1);
      },
      [](const Call& n) { return n.function + "(" + join(n.arguments) + ")"; },
      [](const Reduce& n) {
        return reduction_name(n.op) + std::string("(") + names(n.vars) + ": " + to_string(n.body) + ")";
      });
}

std::string to_string(const StmtPtr& stmt, int indent) {
  const std::string pad(static_cast<std::size_t>(indent) * 2, ' ');
  return match(
      stmt,
      [&](const Einsum& n) {
        return pad + to_string(n.left) + " " + to_string(n.op) + " " + to_string(n.right) + "\n";
      },
      [&](const Assign& n) {
        return pad + (n.defines ? "define " : "") + to_string(n.left) + " " + to_string(n.op) + " " +
               to_string(n.right) + "\n";
      },
      [&](const Forall& n) {
        const std::string from = n.from ? " from " + to_string(n.from) : "",
                          to = n.to ? " to " + to_string(n.to) : "";
        return pad + "forall " + n.var->name + from + to + options_text(n.options) + "\n" +
               to_string(n.body, indent + 1);
      },
      [&](const Where& n) {
        return pad + "where\n" + to_string(n.consumer, indent + 1) + pad + "with\n" +
               to_string(n.producer, indent + 1);
      },
      [&](const Sequence& n) {
        std::string text;
        for (const StmtPtr& s : n.stmts) text += to_string(s, indent);
        return text;
      },
      [&](const Guard& n) {
        return pad + "if " + to_string(n.condition) + "\n" + to_string(n.body, indent + 1);
      },
      [&](const MatrixProduct& n) {
        return pad + product_head(n) + "\n" + pad + "  " + to_string(n.left) + " " + to_string(n.op) + " (" +
               to_string(n.row_factor) + ") * (" + to_string(n.column_factor) + ")" +
               (n.value ? " as " + to_string(n.value) : "") +
               (n.condition ? " if " + to_string(n.condition) : "") + "\n" + pad + "or\n" +
               to_string(n.loops, indent + 1);
      });
}

std::string name_in_messages(const TensorNode& tensor) {
  if (!tensor.floats_of.empty())
    return tensor.name + ", the floats that " + tensor.floats_of + " is rounded from,";
  return tensor.copy_of.empty() ? tensor.name : "the " + tensor.format_name + " copy of " + tensor.copy_of;
}

std::string to_string(const Program& program) {
  std::ostringstream out;
  out << "kernel " << program.name << "\n";
  // Where a tensor has a storage form, the statements name only that.
  std::set<std::string> stored;
  for (const Tensor& tensor : program.tensors)
    if (tensor->storage_form) stored.insert(tensor->name);
  for (const Tensor& tensor : program.tensors)
    if (tensor->storage_form || !stored.count(tensor->name)) out << "tensor " << tensor_text(*tensor) << "\n";
  for (const Var& var : program.variables)
    if (const auto range = program.ranges.find(var); range != program.ranges.end())
      out << "index " << var->name << " in [" << to_string(range->second.begin) << ", "
          << to_string(range->second.end) << ")\n";
  for (const SizeCheck& check : program.checks) {
    out << "check " << check.index << ":";
    for (const SizeCheck::Place& place : check.places)
      out << " " << place.tensor << "." << place.mode << "=" << to_string(place.size);
    out << "\n";
  }
  for (const CoordinateCheck& check : program.coordinate_checks)
    out << "check " << check.tensor << "." << check.mode << ": " << to_string(check.coordinate) << " in [0, "
        << to_string(check.size) << ")\n";
  out << to_string(program.body);
  if (program.in_floats.otherwise)
    out << "without 16-bit floats\n" << to_string(program.in_floats.otherwise->body);
  if (program.scattered) out << "scattered\n" << to_string(program.scattered->program->body);
  if (program.alternative) out << "otherwise\n" << to_string(program.alternative->program->body);
  return out.str();
}

}  // namespace insum::index
