#include "index_ir/interpret.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>

#include "index_ir/algebra.h"
#include "index_ir/arithmetic.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "index_ir/stored_levels.h"
#include "support/internal_error.h"

namespace insum::index {

namespace {

template <class F>
std::vector<Coordinates> coordinates_of(const TensorNode& tensor, const F& evaluated) {
  std::vector<Coordinates> list = {{}};
  for (const ExprPtr& size : tensor.sizes) {
    const long long count = evaluated(size);
    std::vector<Coordinates> longer;
    for (const Coordinates& outer : list)
      for (long long at = 0; at < count; ++at) {
        longer.push_back(outer);
        longer.back().push_back(at);
      }
    list = std::move(longer);
  }
  return list;
}

class Interpreter {
 public:
  Interpreter(const Program& program, State& state)
      : program_(program),
        state_(state),
        storage_(
            program, [this](const TensorNode& tensor) -> const Contents& { return contents(tensor); },
            [this](const ExprPtr& expr) { return whole(expr); }) {
    for (const Tensor& tensor : program.tensors)
      if (tensor->temporary && tensor->dense)
        for (const Coordinates& at :
             coordinates_of(*tensor, [&](const ExprPtr& size) { return whole(size); }))
          temporaries_[tensor.get()][at] = {0.0};
    for_each_stmt(program.body,
                  [&](const StmtPtr& stmt) { einsum_form_ |= get_if<Einsum>(stmt) != nullptr; });
  }

  void run(const StmtPtr& stmt) {
    if (const auto* list = get_if<Sequence>(stmt)) {
      for (const StmtPtr& s : list->stmts) run(s);
    } else if (const auto* node = get_if<Einsum>(stmt)) {
      einsum(*node);
    } else {
      define(stmt);
      execute(stmt);
      before_.reset();
    }
  }

 private:
  struct Write {
    Coordinates at;
    double value;
  };

  void einsum(const Einsum& node) {
    std::vector<Write> writes;
    for_all(variables_of(node.left), [&] {
      const Coordinates at = coordinates(node.left);
      if (inside(*node.left.tensor, at)) writes.push_back({at, value(node.right)});
    });
    Contents& out = contents(*node.left.tensor);
    if (node.op == Op::none) fill_slice(node.left, 0.0);
    for (const Write& write : writes) {
      const auto place = out.find(write.at);
      if (place == out.end()) continue;
      double& element = place->second.at(0);
      element = combine(node.op == Op::none ? Op::add : node.op, element, write.value);
      state_.met_nan |= std::isnan(write.value) || std::isnan(element);
    }
  }

  /// A definition starts from the operator's identity; what it reads of its own result is the old one.
  void define(const StmtPtr& stmt) {
    for_each_stmt(stmt, [&](const StmtPtr& s) {
      const auto* assign = get_if<Assign>(s);
      if (!assign || !assign->defines) return;
      Contents& out = contents(*assign->left.tensor);
      if (is_local(*assign->left.tensor)) return out.clear();
      before_ = {&out, out};
      fill_slice(assign->left, value(identity_of(assign->op, assign->left.tensor->type)));
    });
  }

  /// What `=` defines: all elements that agree with the fixed coordinates of the left side.
  void fill_slice(const Access& left, double with) {
    for (auto& [at, values] : contents(*left.tensor)) {
      bool selected = true;
      for (std::size_t m = 0; m < left.subscripts.size(); ++m)
        selected &=
            left.tensor->storage_form || !is_fixed(left.subscripts[m]) || whole(left.subscripts[m]) == at[m];
      if (selected) values = {with};
    }
  }

  void execute(const StmtPtr& stmt) {
    match(
        stmt, [&](const Einsum&) { internal_error("an Einsum inside of loops"); },
        [&](const Assign& n) { assign(n); },
        [&](const Forall& n) {
          const auto [begin, end] = bounds(n);
          for (long long step = 0; step < end - begin; ++step) {
            variables_[n.var] = n.options.parallel ? end - 1 - step : begin + step;
            execute(n.body);
          }
          variables_.erase(n.var);
        },
        [&](const Where& n) {
          for_each_stmt(n.producer, [&](const StmtPtr& s) {
            if (const auto* a = get_if<Assign>(s); a && a->left.tensor->temporary) open_temporary(*a);
          });
          execute(n.producer);
          execute(n.consumer);
        },
        [&](const Sequence& n) {
          for (const StmtPtr& s : n.stmts) execute(s);
        },
        [&](const Guard& n) {
          if (value(n.condition) != 0) execute(n.body);
        },
        [&](const MatrixProduct& n) { matrix_product(n); });
  }

  /// By its factors: the loops beside them are what it was found in.
  void matrix_product(const MatrixProduct& node) {
    Contents& out = contents(*node.left.tensor);
    const ExprPtr product =
        make_expr(Binary{BinaryOp::mul, node.row_factor, node.column_factor}, node.left.tensor->type);
    std::vector<Var> places = node.batch;
    places.insert(places.end(), node.rows.begin(), node.rows.end());
    places.insert(places.end(), node.columns.begin(), node.columns.end());
    for_all(places, [&] {
      if (node.condition && value(node.condition) == 0) return;
      double sum = 0;
      for_all(node.depth, [&] { sum += value(product); });
      const auto place = out.find(coordinates(node.left));
      if (place == out.end()) throw std::logic_error("write outside of " + to_string(node.left));
      if (node.value) contents(*node.total)[{}] = {sum};
      place->second = {combine(node.op, place->second.at(0), node.value ? value(node.value) : sum)};
    });
  }

  /// A temporary of `where`: numbers start at the identity; the elements of others have no value yet.
  void open_temporary(const Assign& node) {
    const TensorNode& tensor = *node.left.tensor;
    if (is_local(tensor)) return contents(tensor).clear();
    const double start = tensor.sizes.empty() ? value(identity_of(node.op, tensor.type))
                                              : std::numeric_limits<double>::quiet_NaN();
    for (auto& [at, values] : contents(tensor)) values = {start};
  }

  /// The range of a loop. Over diagonals the variable is the difference of two coordinates, and takes each of
  /// those.
  std::pair<long long, long long> bounds(const Forall& loop) const {
    std::optional<std::pair<long long, long long>> diagonals;
    for_each_expr(loop.body, [&](const ExprPtr& e) {
      const auto* access = get_if<Access>(e);
      if (!access || !access->tensor->storage_form || access->tensor->dense) return;
      for (std::size_t l = 0; l < access->subscripts.size(); ++l) {
        const LevelMode& mode = access->tensor->levels[l].level.mode;
        if (mode.kind != LevelMode::Kind::difference || as_var(access->subscripts[l]) != loop.var) continue;
        diagonals = {1 - size(*access->tensor, mode.other_mode), size(*access->tensor, mode.mode)};
      }
    });
    const Range& range = program_.ranges.at(loop.var);
    auto [begin, end] = diagonals ? *diagonals : std::pair(whole(range.begin), whole(range.end));
    if (loop.from) begin = std::max(begin, whole(loop.from));
    if (loop.to) end = std::min(end, whole(loop.to));
    return {begin, end};
  }

  void assign(const Assign& node) {
    run_entries(sparse_accesses(node.right), 0, node);
    entries_.clear();
  }

  /// Once for each combination of the entries that the accesses from `next` on have at this point.
  void run_entries(const std::vector<Access>& accesses, std::size_t next, const Assign& node) {
    if (next == accesses.size()) return write(node);
    const Access& access = accesses[next];
    internal_check(access.tensor->storage_form, "a sparse access that is not in storage form");
    std::vector<double> entries = entries_of(access);
    if (entries.empty() && !access.optional) return;
    if (entries.empty()) entries = {value(fill_of(access.tensor))};
    for (const double entry : entries) {
      entries_.emplace_back(access, entry);
      run_entries(accesses, next + 1, node);
      entries_.pop_back();
    }
  }

  std::vector<double> entries_of(const Access& access) const {
    if (access.tensor->rows_only) return rows_at(access);
    if (access.tensor->folded) {
      std::vector<double> list;
      for (const StoredEntry* entry : storage_.entries_below(access))
        list.push_back(contents(*access.tensor).at(entry->modes).at(entry->number));
      return list;
    }
    const Contents& operand = contents(*access.tensor);
    const auto stored = operand.find(coordinates(access));
    return stored == operand.end() ? std::vector<double>{} : stored->second;
  }

  /// 1 where the operand stores anything below these coordinates of its outer levels.
  std::vector<double> rows_at(const Access& access) const {
    for (const auto& [at, stored] : contents(*access.tensor)) {
      bool below = true;
      for (std::size_t l = 0; l < access.subscripts.size(); ++l)
        below &= stored_at(*access.tensor, l, at) == whole(access.subscripts[l]);
      if (below) return {1.0};
    }
    return {};
  }

  /// The coordinate that level `l` stores of an entry; levels of differences have no rows.
  long long stored_at(const TensorNode& tensor, std::size_t l, const Coordinates& at) const {
    const LevelMode& mode = tensor.levels[l].level.mode;
    const long long coordinate = at[static_cast<std::size_t>(mode.mode)];
    if (mode.kind == LevelMode::Kind::plain) return coordinate;
    const long long block = whole(tensor.block_sizes.at(static_cast<std::size_t>(mode.divisor)));
    return mode.kind == LevelMode::Kind::quotient ? coordinate / block : coordinate % block;
  }

  void write(const Assign& node) {
    Contents& out = contents(*node.left.tensor);
    if (node.left.tensor->folded) {  // in the pattern of an operand
      for (const StoredEntry* entry : storage_.entries_below(node.left)) {
        double& old = out.at(entry->modes).at(entry->number);
        old = combine(node.op, old, value(node.right));
      }
      return;
    }
    const Coordinates at = coordinates(node.left);
    auto place = out.find(at);
    if (place == out.end() && is_local(*node.left.tensor))
      place = out.emplace(at, std::vector<double>{value(identity_of(node.op, node.left.tensor->type))}).first;
    if (place == out.end()) {
      if (!node.left.tensor->dense) return;  // a pattern: loops do not come here
      throw std::logic_error("write outside of " + to_string(node.left));
    }
    place->second = {combine(node.op, place->second.at(0), value(node.right))};
  }

  double value(const ExprPtr& expr) const {
    return match(
        expr,
        [&](const Literal&) {
          const auto known = known_value(expr);
          if (!known && (to_string(expr) == "true" || to_string(expr) == "false"))
            return to_string(expr) == "true" ? 1.0 : 0.0;
          internal_check(known.has_value(), "a literal without a value: " + to_string(expr));
          return *known;
        },
        [&](const Var& n) { return static_cast<double>(variables_.at(n)); },
        [&](const Argument& n) {
          const auto known = known_value(expr);
          return known ? *known : state_.scalars.count(n) ? state_.scalars.at(n) : storage_.count(n);
        },
        [&](const Access& n) { return read(n); },
        [&](const Unary& n) {
          return n.op == UnaryOp::minus ? -value(n.operand) : double(value(n.operand) == 0);
        },
        [&](const Binary& n) {
          if (n.op == BinaryOp::logical_and && value(n.left) == 0) return 0.0;
          return binary_value(n.op, value(n.left), value(n.right), is_integer(expr->type));
        },
        [&](const Call& n) { return call(n); },
        [&](const Reduce& n) {
          double result = value(identity_of(n.op, n.body->type));
          for_all(n.vars, [&] { result = combine(n.op, result, value(n.body)); });
          return result;
        });
  }

  double call(const Call& node) const {
    if (node.function == "stored") return !entries_of(*get_if<Access>(node.arguments.at(0))).empty();
    if (node.function == "parent" || node.function == "rows_before") return search(node);
    if (node.function == "guarded" || node.function == "select")
      return value(value(node.arguments.at(0)) != 0 ? node.arguments.at(1) : node.arguments.at(2));
    std::vector<double> arguments;
    for (const ExprPtr& argument : node.arguments) arguments.push_back(value(argument));
    return function_value(node.function, arguments);
  }

  double search(const Call& node) const {
    const Tensor& positions = get_if<Access>(node.arguments.at(0))->tensor;
    const long long count = whole(node.arguments.at(1)), at = whole(node.arguments.at(2));
    long long before = 0, reached = 0;
    for (long long i = 0; i < count; ++i) {
      const double begin = storage_.number({positions, {integer(i)}});
      if (begin < static_cast<double>(at)) before = i + 1;
      if (begin <= static_cast<double>(at)) reached = i;
    }
    return static_cast<double>(node.function == "parent" ? reached : before);
  }

  double read(const Access& access) const {
    const TensorNode& tensor = *access.tensor;
    if (tensor.dense && tensor.storage_form) return storage_.number(access);
    if (!tensor.dense && tensor.storage_form)
      for (const auto& [entered, entry] : entries_)
        if (equal(entered, access)) return entry;
    Coordinates at = coordinates(access);
    if (!inside(tensor, at)) {
      if (!einsum_form_ && tensor.dense) throw std::logic_error("read outside of " + to_string(access));
      return value(fill_of(access.tensor));
    }
    const bool mirrored = (tensor.symmetry == Symmetry::lower && at[0] < at[1]) ||
                          (tensor.symmetry == Symmetry::upper && at[0] > at[1]);
    if (mirrored && einsum_form_) std::swap(at[0], at[1]);
    const Contents& all = contents(tensor);
    const Contents& old = before_ && before_->first == &all ? before_->second : all;
    const auto found = old.find(at);
    if (found == old.end()) return value(fill_of(access.tensor));
    double sum = 0;
    for (const double entry : found->second) sum += entry;
    const bool cancelled = sum == 0 && std::any_of(found->second.begin(), found->second.end(),
                                                   [](double entry) { return entry != 0; });
    state_.met_cancelled |= einsum_form_ && cancelled;
    return sum;
  }

  /// The coordinates of the modes that an access means.
  Coordinates coordinates(const Access& access) const {
    Coordinates given;
    for (const ExprPtr& subscript : access.subscripts) given.push_back(whole(subscript));
    if (!access.tensor->storage_form) return given;
    Coordinates at(access.tensor->sizes.size(), 0);
    for (int pass = 0; pass < 2; ++pass)  // differences need the other mode
      for (std::size_t l = 0; l < given.size(); ++l) {
        const LevelMode& mode = access.tensor->levels[l].level.mode;
        const auto m = static_cast<std::size_t>(mode.mode);
        if ((pass == 1) != (mode.kind == LevelMode::Kind::difference)) continue;
        if (mode.kind == LevelMode::Kind::plain) at[m] = given[l];
        if (mode.kind == LevelMode::Kind::remainder) at[m] += given[l];
        if (mode.kind == LevelMode::Kind::quotient)
          at[m] += given[l] * whole(access.tensor->block_sizes.at(static_cast<std::size_t>(mode.divisor)));
        if (mode.kind == LevelMode::Kind::difference)
          at[m] = given[l] + at[static_cast<std::size_t>(mode.other_mode)];
      }
    return at;
  }

  void for_all(const std::vector<Var>& vars, const std::function<void()>& visit, std::size_t from = 0) const {
    if (from == vars.size()) return visit();
    const Range& range = program_.ranges.at(vars[from]);
    const long long end = whole(range.end);
    for (long long at = whole(range.begin); at < end; ++at) {
      variables_[vars[from]] = at;
      for_all(vars, visit, from + 1);
    }
  }

  long long whole(const ExprPtr& expr) const { return std::llround(value(expr)); }
  long long size(const TensorNode& tensor, int mode) const {
    return whole(tensor.sizes.at(static_cast<std::size_t>(mode)));
  }
  bool inside(const TensorNode& tensor, const Coordinates& at) const {
    for (std::size_t m = 0; m < at.size(); ++m)
      if (at[m] < 0 || at[m] >= size(tensor, static_cast<int>(m))) return false;
    return true;
  }

  /// A sparse tensor of the kernel's own: written entries are added to it.
  static bool is_local(const TensorNode& tensor) { return tensor.temporary && !tensor.dense; }

  Contents& contents(const TensorNode& tensor) const {
    if (is_local(tensor)) return local_[tensor.values];  // whatever its form
    if (!tensor.values) return temporaries_[&tensor];
    Contents*& known = stored_[&tensor];
    if (!known) known = &state_.tensors.at(stored(tensor));
    return *known;
  }

  const Program& program_;
  State& state_;
  const Storage storage_;
  bool einsum_form_ = false;
  mutable std::map<const TensorNode*, Contents> temporaries_;
  mutable std::map<Argument, Contents> local_;
  mutable std::map<const TensorNode*, Contents*> stored_;  // in state_
  mutable std::map<Var, long long> variables_;
  std::vector<std::pair<Access, double>> entries_;  // of the sparse operands of the running statement
  std::optional<std::pair<const Contents*, Contents>> before_;  // a result while it is defined anew
};

}  // namespace

Stored stored(const TensorNode& tensor) {
  std::string distances;
  if (tensor.dense)
    for (const ExprPtr& stride : tensor.strides) distances += to_string(stride) + ",";
  return {tensor.values, distances};
}

std::vector<Coordinates> all_coordinates(const TensorNode& tensor) {
  return coordinates_of(tensor, [](const ExprPtr& size) {
    const auto count = as_integer(size);
    internal_check(count.has_value(), "a size that is no literal: " + to_string(size));
    return *count;
  });
}

void interpret(const Program& program, State& state) { Interpreter(program, state).run(program.body); }

}  // namespace insum::index
