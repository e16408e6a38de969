#include "schedule/share_tiles.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/nest.h"
#include "index_ir/positions.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"

namespace insum::schedule {

using namespace index;

namespace {

constexpr long long most_bytes = 47 * 1024;  // of the 48 KiB that any kernel may declare

struct Refusal {
  std::string why, remedy;
};

const Refusal sparse_operand = {"it is sparse, and a tile is a part of a dense array",
                                "name a dense operand, such as one that is multiplied with it"};

/// An index of a tile, how many values it has, and its distance there.
struct Mode {
  Var var;
  long long size = 0, stride = 0;
};

struct Tile {
  ExprPtr read;  // of the operand: what stands in the nest
  std::vector<Mode> modes;
  Tensor tensor;
};

/// The element that `expr` reads of the operand, also where it is guarded; null for anything else.
const Access* read_of(const ExprPtr& expr, const std::string& operand) {
  const auto* call = get_if<Call>(expr);
  const bool guarded = call && !call->callable && call->function == "guarded";
  const auto* access = get_if<Access>(guarded ? call->arguments[1] : expr);
  return access && access->tensor->name == operand ? access : nullptr;
}

class Sharing {
 public:
  Sharing(Program& program, const std::string& operand) : program_(program), operand_(operand) {}

  /// `stmt` with tiles in front of its outermost loops on threads.
  StmtPtr run(const StmtPtr& stmt) {
    return rewrite(stmt, [&](const StmtPtr& s) -> StmtPtr {
      const auto* loop = get_if<Forall>(s);
      if (!loop || !is_thread(loop->options.axis)) return nullptr;
      return with_tiles(s);
    });
  }

  const std::optional<Refusal>& refusal() const { return refusal_; }
  long long bytes() const { return bytes_; }

 private:
  StmtPtr with_tiles(const StmtPtr& stmt) {
    inside_.clear();
    for_each_stmt(stmt, [&](const StmtPtr& s) {
      if (const auto* loop = get_if<Forall>(s)) inside_.push_back(loop->var);
      const auto* assign = get_if<Assign>(s);
      if (assign && assign->left.tensor->name == operand_)
        refuse("the nest writes it as well", "compute the result into another tensor");
    });
    std::vector<Tile> tiles;
    const StmtPtr changed = rewrite(stmt, {}, [&](const ExprPtr& e) -> ExprPtr {
      const Access* access = refusal_ ? nullptr : read_of(e, operand_);
      return access ? from_tile(stmt, e, *access, tiles) : nullptr;
    });
    if (refusal_ || tiles.empty()) return stmt;
    std::vector<StmtPtr> loads;
    for (const Tile& tile : tiles) loads.push_back(load(tile));
    return make_stmt(Where{changed, sequence(std::move(loads))}, stmt->where);
  }

  ExprPtr from_tile(const StmtPtr& stmt, const ExprPtr& read, const Access& access,
                    std::vector<Tile>& tiles) {
    auto known = std::find_if(tiles.begin(), tiles.end(), [&](const Tile& t) { return equal(t.read, read); });
    if (known == tiles.end()) {
      if (!access.tensor->dense) return refuse(sparse_operand.why, sparse_operand.remedy);
      if (access.tensor->temporary) return refuse("it is a workspace", sparse_operand.remedy);
      Tile tile{read, modes_of(stmt, read, access), nullptr};
      if (refusal_) return nullptr;
      add_tensor(tile, access);
      known = tiles.insert(tiles.end(), std::move(tile));
    }
    ExprPtr at = integer(0);
    for (const Mode& mode : known->modes) at = add(at, mul(var_expr(mode.var), integer(mode.stride)));
    return make_expr(Access{known->tensor, {at}}, read->type, read->where);
  }

  /// The indices of loops inside of `stmt`, that whose neighbours are next to each other last.
  std::vector<Mode> modes_of(const StmtPtr& stmt, const ExprPtr& read, const Access& access) {
    std::vector<Var> vars = variables_of(access);
    for (const Var& var : variables_of(read))
      if (!contains(vars, var)) vars.push_back(var);
    std::erase_if(vars, [&](const Var& var) { return !contains(inside_, var); });
    std::stable_partition(vars.begin(), vars.end(), [&](const Var& var) {
      const ExprPtr stride = stride_of(access, var);
      return !stride || as_integer(stride) != 1;
    });
    std::vector<Mode> modes;
    for (const Var& var : vars) {
      const std::optional<long long> size = size_of(stmt, var, vars);
      if (!size) return {};
      modes.push_back({var, *size, 0});
    }
    long long stride = 1;
    for (auto mode = modes.rbegin(); mode != modes.rend(); ++mode) {
      mode->stride = stride;
      stride = std::min(stride, most_bytes + 1) * mode->size;
    }
    return modes;
  }

  std::optional<long long> size_of(const StmtPtr& stmt, const Var& var, const std::vector<Var>& modes) {
    const std::string the_loop = "the loop over " + var->name;
    const std::string remedy =
        "split it, and put its outer part outside of the loops on threads, with cache_write of the result";
    if (const std::vector<Driver> drivers = drivers_of(stmt, var); !drivers.empty())
      return refuse(the_loop + " enumerates " + describe(drivers[0]),
                    "name an operand that it does not move"),
             std::nullopt;
    const Range& range = program_.ranges.at(var);
    const std::optional<long long> most = at_most(range.end);
    if (as_integer(range.begin) != 0 || !most)
      return refuse(the_loop + " inside of the first loop on threads has no constant number of values",
                    remedy),
             std::nullopt;
    for (const Var& other : variables_of(range.end))
      if (contains(inside_, other) && !contains(modes, other))
        return refuse(the_loop + " has a range that depends on " + other->name, remedy), std::nullopt;
    return most;
  }

  void add_tensor(Tile& tile, const Access& access) {
    const long long count = tile.modes.empty() ? 1 : tile.modes.front().stride * tile.modes.front().size;
    TensorNode node;
    node.name = unique_name(program_, access.tensor->name + "_shared", "");
    node.type = access.tensor->type, node.type_spelling = access.tensor->type_spelling;
    node.temporary = true, node.place = TensorNode::Place::shared;
    node.sizes = {integer(count)}, node.strides = {integer(1)};
    bytes_ += std::min(count, most_bytes + 1) * size_in_bytes(node.type);
    tile.tensor = std::make_shared<const TensorNode>(std::move(node));
    program_.tensors.push_back(tile.tensor);
    program_.notes.push_back("a block brings " + std::to_string(count) + " elements of " +
                             access.tensor->name + " to shared memory at a time");
  }

  /// All threads of a block copy the tile, element by element in its order.
  StmtPtr load(const Tile& tile) {
    const Var slot = fresh_variable(program_, "t", {integer(0), tile.tensor->sizes[0]});
    std::map<Var, ExprPtr> values;
    for (std::size_t m = 0; m < tile.modes.size(); ++m) {
      const ExprPtr whole = quotient(var_expr(slot), integer(tile.modes[m].stride));
      values[tile.modes[m].var] = m == 0 ? whole : remainder(whole, integer(tile.modes[m].size));
    }
    StmtPtr body = make_stmt(Assign{{tile.tensor, {var_expr(slot)}}, Op::none, substitute(tile.read, values)},
                             tile.read->where);
    for (const Mode& mode : tile.modes) {
      const ExprPtr& end = program_.ranges.at(mode.var).end;
      if (as_integer(end) == mode.size) continue;
      body = make_stmt(Guard{
          make_expr(Binary{BinaryOp::lt, values.at(mode.var), substitute(end, values)}, ElementType::boolean),
          body});
    }
    LoopOptions options;
    options.axis = Axis::threads, options.lanes = true;
    return make_stmt(Forall{slot, body, options});
  }

  ExprPtr refuse(const std::string& why, const std::string& remedy) {
    if (!refusal_) refusal_ = Refusal{why, remedy};
    return nullptr;
  }

  Program& program_;
  const std::string& operand_;
  std::vector<Var> inside_;  // indices of loops inside of the tile at hand
  std::optional<Refusal> refusal_;
  long long bytes_ = 0;
};

bool is_sparse(const Program& program, const std::string& operand) {
  return std::any_of(program.tensors.begin(), program.tensors.end(),
                     [&](const Tensor& t) { return t->name == operand && !t->dense; });
}

/// The operand is read where no tile is filled.
bool reads_outside(const StmtPtr& stmt, const std::string& operand) {
  bool found = false;
  rewrite(stmt, [&](const StmtPtr& s) -> StmtPtr {
    const auto* loop = get_if<Forall>(s);
    if (loop && loop->options.axis == Axis::threads) return s;
    const auto* assign = get_if<Assign>(s);
    if (!assign) return nullptr;
    const std::vector<Access> list = accesses_of(assign->right);
    found |=
        std::any_of(list.begin(), list.end(), [&](const Access& a) { return a.tensor->name == operand; });
    return nullptr;
  });
  return found;
}

/// Tiles of one operand in all nests that read it; nothing where one has none (diagnosed).
StmtPtr shared(Program& program, const Program::Cached& cached, const Target& target,
               std::vector<long long>& bytes, Diagnostics& diagnostics) {
  std::vector<StmtPtr> nests = {program.body};
  if (const auto* list = get_if<Sequence>(program.body)) nests = list->stmts;
  bytes.resize(nests.size());
  std::optional<Refusal> refusal;
  if (!target.has_grid)
    refusal = Refusal{"target " + target.name + " has none", "write 'target cuda', or use precompute"};
  for (std::size_t n = 0; n < nests.size() && !refusal; ++n) {
    Sharing sharing(program, cached.tensor);
    nests[n] = sharing.run(nests[n]);
    refusal = sharing.refusal();
    bytes[n] += sharing.bytes();
    if (!refusal && reads_outside(nests[n], cached.tensor))
      refusal = is_sparse(program, cached.tensor) ? sparse_operand
                                                  : Refusal{"no loop around it is bound to threads",
                                                            "add bind(i, block.x) and bind(j, thread.x)"};
    if (!refusal && bytes[n] > most_bytes)
      refusal = Refusal{"the tiles of a block take " + std::to_string(bytes[n]) + " bytes, and there are " +
                            std::to_string(most_bytes),
                        "split the loops into shorter ones"};
  }
  if (!refusal) return sequence(std::move(nests));
  diagnostics.report(Diag::impossible_cache, cached.where,
                     {cached.tensor, "shared memory", refusal->why, refusal->remedy});
  return nullptr;
}

}  // namespace

std::optional<Program> share_tiles(const Program& program, const Target& target, Diagnostics& diagnostics) {
  Program result = program;
  std::vector<long long> bytes;  // of the tiles of each nest
  for (const Program::Cached& cached : program.cached) {
    if (cached.result) continue;
    result.body = shared(result, cached, target, bytes, diagnostics);
    if (!result.body) return std::nullopt;
  }
  return result;
}

}  // namespace insum::schedule
