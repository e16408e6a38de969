#include "html/program_trees.h"

#include <algorithm>
#include <set>

#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "index_ir/walks.h"

namespace insum::html {

namespace {

using namespace index;

std::string one_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string joined(const std::vector<std::string>& list, const std::string& separator) {
  std::string text;
  for (const std::string& each : list) text += (text.empty() ? "" : separator) + each;
  return text;
}

void add_once(std::vector<std::string>& list, const std::string& name) {
  if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
}

/// The values that a loop goes through: a range, or the coordinates that operands store.
std::string values_of(const Forall& loop, const std::vector<Walk>& walks, const Program& program) {
  const std::string from = loop.from ? " from " + to_string(loop.from) : "",
                    to = loop.to ? " to " + to_string(loop.to) : "";
  const auto walk = std::find_if(walks.begin(), walks.end(), [&](const Walk& w) { return w.loop == &loop; });
  if (walk != walks.end() && !walk->leaders.empty()) {
    std::vector<std::string> names;
    for (const AccessLevel& level : walk->leaders) add_once(names, level.access.tensor->name);
    return "stored in " + joined(names, walk->kind == Meeting::Kind::unite ? " or " : " and ") + from + to;
  }
  const auto range = program.ranges.find(loop.var);
  if (range == program.ranges.end()) return "";
  return "[" + to_string(range->second.begin) + ", " + to_string(range->second.end) + ")" + from + to;
}

/// Statements as nodes. A sequence is no node: what it holds follows each other.
class LoopTrees {
 public:
  explicit LoopTrees(const Program& program) : program_(program), walks_(walks_of(program.body)) {}

  std::vector<LoopNode> of(const StmtPtr& stmt, const std::string& note = "") const {
    const auto leaf = [&](std::string text) {
      return LoopNode{LoopNode::Kind::statement, std::move(text), {}, note, {}};
    };
    const auto other = [&](std::string text, std::vector<LoopNode> children) {
      return LoopNode{LoopNode::Kind::other, std::move(text), {}, note, std::move(children)};
    };
    using List = std::vector<LoopNode>;
    return match(
        stmt, [&](const Einsum&) { return List{leaf(one_line(to_string(stmt)))}; },
        [&](const Assign&) { return List{leaf(one_line(to_string(stmt)))}; },
        [&](const Forall& n) { return List{loop(n, note)}; },
        [&](const Where& n) {
          List children = of(n.producer, "first");
          for (LoopNode& each : of(n.consumer, "then")) children.push_back(std::move(each));
          return List{other("in two steps", std::move(children))};
        },
        [&](const Sequence& n) {
          List all;
          for (const StmtPtr& each : n.stmts)
            for (LoopNode& node : of(each, note)) all.push_back(std::move(node));
          return all;
        },
        [&](const Guard& n) { return List{other("if " + to_string(n.condition), of(n.body))}; },
        [&](const MatrixProduct& n) {
          List children = {leaf(to_string(n.left) + " " + to_string(n.op) + " (" + to_string(n.row_factor) +
                                ") * (" + to_string(n.column_factor) + ")")};
          children[0].note = "as a matrix product, where sizes are worth it";
          for (LoopNode& each : of(n.loops, "else")) children.push_back(std::move(each));
          return List{other(product_head(n), std::move(children))};
        });
  }

 private:
  LoopNode loop(const Forall& n, const std::string& note) const {
    const std::string values = values_of(n, walks_, program_);
    const std::string both = note.empty() || values.empty() ? note + values : note + ": " + values;
    return {LoopNode::Kind::loop, n.var->name, words_of(n.options), both, of(n.body)};
  }

  const Program& program_;
  const std::vector<Walk> walks_;
};

/// The index that subscripts each mode of a tensor where it occurs first; "" where that is no index.
std::vector<std::string> mode_names(const Tensor& tensor, const Program& program) {
  std::vector<std::string> names;
  const auto look = [&](const Access& access) {
    if (!names.empty() || access.tensor->name != tensor->name) return;
    for (const ExprPtr& subscript : access.subscripts) names.push_back(to_string(subscript));
  };
  for_each_stmt(program.body, [&](const StmtPtr& stmt) {
    if (const auto* einsum = index::get_if<Einsum>(stmt)) look(einsum->left);
    if (const auto* assign = index::get_if<Assign>(stmt)) look(assign->left);
  });
  for_each_expr(program.body, [&](const ExprPtr& expr) {
    if (const auto* access = index::get_if<Access>(expr)) look(*access);
  });
  return names;
}

/// How far apart neighbours are, for comparing: the number of sizes that are multiplied, then the factor.
std::pair<int, long long> weight(const ExprPtr& stride) {
  if (const auto value = as_integer(stride)) return {0, *value};
  const auto* product = index::get_if<Binary>(stride);
  if (!product || product->op != BinaryOp::mul) return {1, 1};
  const auto a = weight(product->left), b = weight(product->right);
  return {a.first + b.first, a.second * b.second};
}

class Storage {
 public:
  Storage(const Tensor& tensor, const Program& program)
      : tensor_(*tensor), names_(mode_names(tensor, program)) {}

  TensorStorage describe() const {
    const std::string type =
        tensor_.type == ElementType::dependent ? tensor_.type_spelling : cpp_name(tensor_.type);
    const std::string format = tensor_.dense ? "dense" : tensor_.format_name;
    TensorStorage out{tensor_.name, format + ", " + type + (tensor_.temporary ? ", of the kernel's own" : ""),
                      tensor_.dense ? dense_levels() : stored_levels(),
                      tensor_.values ? tensor_.values->name : tensor_.name};
    return out;
  }

 private:
  std::string mode(int number) const {
    const auto at = static_cast<std::size_t>(number);
    return at < names_.size() ? names_[at] : "mode " + std::to_string(number);
  }

  std::string coordinate(const LevelMode& of) const {
    const auto block = [&] { return to_string(tensor_.block_sizes[static_cast<std::size_t>(of.divisor)]); };
    switch (of.kind) {
      case LevelMode::Kind::plain:
        return mode(of.mode);
      case LevelMode::Kind::quotient:
        return mode(of.mode) + " / " + block();
      case LevelMode::Kind::remainder:
        return mode(of.mode) + " % " + block();
      case LevelMode::Kind::difference:
        return mode(of.mode) + " - " + mode(of.other_mode);
    }
    return "";
  }

  static Fan fan(const Level& level) {
    switch (level.kind) {
      case LevelKind::dense:
      case LevelKind::offset:
        return Fan::all;
      case LevelKind::compressed:
      case LevelKind::pointers:
        return Fan::some;
      case LevelKind::ragged:
        return Fan::first;
      case LevelKind::fixed:
        return level.padded ? Fan::padded : Fan::all;
      case LevelKind::singleton:
        break;
    }
    return Fan::one;
  }

  std::vector<StorageLevel> stored_levels() const {
    std::vector<StorageLevel> list;
    for (const TensorLevel& each : tensor_.levels) {
      std::vector<std::string> facts;
      for (const Argument& array : each.arrays)
        if (array) facts.push_back(array->name);
      if (each.size && each.level.kind != LevelKind::compressed)
        facts.push_back((each.level.kind == LevelKind::fixed ? "width " : "size ") + to_string(each.size));
      if (!each.level.unique) facts.emplace_back("with duplicates");
      if (!each.level.ordered) facts.emplace_back("in any order");
      list.push_back({coordinate(each.level.mode) + ": " + to_string(each.level.kind), joined(facts, ", "),
                      fan(each.level)});
    }
    return list;
  }

  /// The mode whose neighbours are furthest apart comes first, as storage has it.
  std::vector<StorageLevel> dense_levels() const {
    std::vector<std::size_t> order;
    for (std::size_t m = 0; m < tensor_.sizes.size(); ++m) order.push_back(m);
    const bool has_strides = tensor_.strides.size() == order.size();
    if (has_strides)
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return weight(tensor_.strides[a]) > weight(tensor_.strides[b]);
      });
    std::vector<StorageLevel> list;
    for (const std::size_t m : order) {
      std::string detail = "size " + to_string(tensor_.sizes[m]);
      if (has_strides) detail += ", stride " + to_string(tensor_.strides[m]);
      list.push_back({mode(static_cast<int>(m)) + ": dense", detail, Fan::all});
    }
    return list;
  }

  const TensorNode& tensor_;
  std::vector<std::string> names_;
};

}  // namespace

std::vector<LoopNode> loops_of(const Program& program) { return LoopTrees(program).of(program.body); }

std::vector<TensorStorage> storage_of(const Program& written, const Program& scheduled) {
  std::vector<TensorStorage> list;
  std::set<std::string> known;
  const auto add = [&](const Program& program) {
    for (const Tensor& tensor : program.tensors)
      if (known.insert(tensor->name).second && !tensor->sizes.empty())
        list.push_back(Storage(tensor, program).describe());
  };
  add(written);
  add(scheduled);
  return list;
}

}  // namespace insum::html
