#include "passes/tile_rows.h"

#include <algorithm>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

using Names = std::set<std::string>;

constexpr int most_packs = 2;  // of a row, for which the runtime has groups

const Name* named_target(const Update* update) { return update ? get_if<Name>(update->target) : nullptr; }

/// `row` and the variables of `body` whose values differ between rows.
Names varying_names(const Body& body, const std::string& row) {
  Names names = {row};
  for (std::size_t before = 0; before < names.size();) {
    before = names.size();
    for_each_stmt(body, [&](const StmtPtr& stmt) {
      const auto* declare = get_if<Declare>(stmt);
      const auto* update = get_if<Update>(stmt);
      if (declare && uses(declare->value, names)) names.insert(declare->name);
      if (const Name* target = named_target(update); target && uses(update->value, names))
        names.insert(target->text);
    });
  }
  return names;
}

/// Variables that change after their declaration.
Names changing_names(const Body& body) {
  Names names;
  for_each_stmt(body, [&](const StmtPtr& stmt) {
    const auto* declare = get_if<Declare>(stmt);
    if (declare && !declare->constant) names.insert(declare->name);
  });
  return names;
}

bool is_prefetch(const Effect* effect) {
  const auto* call = effect ? get_if<Call>(effect->call) : nullptr;
  return call && (call->function.ends_with(".prefetch") || call->function == "insum::rt::prefetch");
}

bool has_tile_load(const ExprPtr& expr) {
  bool found = false;
  for_each_expr(expr, [&](const ExprPtr& e) { found |= get_if<TileLoad>(e) != nullptr; });
  return found;
}

/// Whether operands are evaluated only where others allow it: a load of one must not move out.
bool is_conditional(const ExprPtr& expr) {
  const auto* binary = get_if<Binary>(expr);
  return get_if<Ternary>(expr) || (binary && (binary->op == "&&" || binary->op == "||"));
}

/// The array that `stmt` writes is used by nothing else in the loop.
bool writes_alone(const For& loop) {
  bool alone = true;
  for_each_stmt(loop.body, [&](const StmtPtr& stmt) {
    const auto* update = get_if<TileUpdate>(stmt);
    if (!update) return;
    const auto* pointer = get_if<Pointer>(update->pointer);
    const auto* array = get_if<Name>(pointer ? pointer->array : update->pointer);
    int mentions = 0;
    const auto count = [&](const ExprPtr& e) {
      const auto* n = get_if<Name>(e);
      mentions += array && n && n->text == array->text;
    };
    for_each_expr(make_stmt(loop), count);
    alone &= array && mentions == 1;
  });
  return alone;
}

/// The body of a tile for several rows at a time.
class Tiling {
 public:
  Tiling(const For& loop, const TileFor& columns, Names& taken)
      : loop_(loop),
        columns_(columns),
        taken_(taken),
        varying_(varying_names(loop.body, loop.var)),
        changing_(changing_names(columns.body)),
        rows_(loop.var + "_rows"),
        slot_(loop.var + "_slot") {}

  /// Null where rows cannot be taken together, or gain nothing.
  StmtPtr result() {
    const Body before(loop_.body.begin(), loop_.body.end() - 1);
    Body body = before;
    body.insert(body.end(), columns_.body.begin(), columns_.body.end());
    Names constants = {loop_.var};
    for (const StmtPtr& stmt : before) constants.insert(get_if<Declare>(stmt)->name);
    if (uses(columns_.begin, constants) || uses(columns_.end, constants)) return nullptr;
    rows_ = fresh_name(rows_, taken_), slot_ = fresh_name(slot_, taken_);
    TileFor columns = columns_;
    columns.body = tiled(body, 0);
    const int packs = static_cast<int>(accumulators_.size());
    if (!possible_ || !gains_ || packs < 1 || packs > most_packs) return nullptr;
    return make_stmt(RowTiles{rows_, loop_.begin, loop_.end, std::move(columns), packs});
  }

 private:
  bool varies(const StmtPtr& stmt) const {
    bool found = uses(stmt, varying_);
    for_each_stmt({stmt}, [&](const StmtPtr& s) {
      const auto* declare = get_if<Declare>(s);
      found |= declare && varying_.count(declare->name) > 0;
    });
    return found;
  }

  /// Whether doing `stmt` once for all rows is doing it for each: it changes nothing but variables of its
  /// row.
  bool may_be_shared(const StmtPtr& stmt) const {
    bool local = true;
    for_each_stmt({stmt}, [&](const StmtPtr& s) {
      if (const auto* update = get_if<Update>(s)) {
        const Name* target = named_target(update);
        local &= target && changing_.count(target->text) > 0;
      } else {
        local &= get_if<Declare>(s) || get_if<For>(s) || get_if<If>(s) || get_if<Continue>(s) ||
                 get_if<Comment>(s) || is_prefetch(get_if<Effect>(s));
      }
    });
    return local;
  }

  /// `depth`: loops around, inside of the tile's.
  Body tiled(const Body& body, int depth) {
    Body out, of_rows;
    const std::size_t outer = constants_.size();
    for (const StmtPtr& stmt : body) {
      const bool writes = get_if<TileUpdate>(stmt) || get_if<ScatterUpdate>(stmt);
      // Rows that share elements combine with them in their order: once each, after the loops inside.
      possible_ &= loop_.apart || !writes || depth == 0;
      const bool each = writes || get_if<Update>(stmt) || is_prefetch(get_if<Effect>(stmt));
      if (each && varies(stmt)) {
        of_rows.push_back(stmt);
        continue;
      }
      each_row(of_rows, depth, out);
      of_rows.clear();
      if (varies(stmt)) {
        inside(stmt, depth, out);
      } else {
        possible_ &= may_be_shared(stmt);
        out.push_back(stmt);
      }
    }
    each_row(of_rows, depth, out);
    constants_.resize(outer);
    return out;
  }

  /// A statement with parts that are different for each row.
  void inside(const StmtPtr& stmt, int depth, Body& out) {
    if (const auto* n = get_if<Declare>(stmt)) return declare(*n, stmt, out);
    if (const auto* n = get_if<For>(stmt)) {
      For copy = *n;
      copy.body.clear();
      possible_ &= !uses(make_stmt(copy), varying_) && !n->simd && n->unroll == 1;
      copy.body = tiled(n->body, depth + 1);
      out.push_back(make_stmt(std::move(copy)));
    } else if (const auto* n = get_if<If>(stmt)) {
      possible_ &= !uses(n->condition, varying_);
      out.push_back(make_stmt(If{n->condition, tiled(n->body, depth), n->constant}));
    } else {
      possible_ = false;
    }
  }

  void declare(const Declare& node, const StmtPtr& stmt, Body& out) {
    if (node.constant) {
      possible_ &= !uses(node.value, changing_);
      constants_.push_back(stmt);
      return;
    }
    possible_ &= !node.tile.empty() && !uses(node.value, varying_);
    accumulators_.insert(node.name);
    Declare copies = node;
    copies.rows = rows_;
    out.push_back(make_stmt(std::move(copies)));
  }

  /// What `list` does for one row, for each of them, and before it the packs that they share.
  void each_row(Body list, int depth, Body& out) {
    if (list.empty()) return;
    std::vector<ExprPtr> shared;
    for (StmtPtr& stmt : list) {
      if (const auto* n = get_if<Update>(stmt)) {
        const Name* target = named_target(n);
        possible_ &= target && accumulators_.count(target->text) > 0;
        const std::size_t known = shared.size();
        const ExprPtr value = with_shared(n->value, shared, out);
        gains_ |= depth > 0 && shared.size() > known;
        stmt = make_stmt(Update{n->target, n->op, value});
      } else if (const auto* n = get_if<TileUpdate>(stmt)) {
        possible_ &= uses(n->pointer, varying_);
        TileUpdate copy = *n;
        copy.value = with_shared(n->value, shared, out);
        stmt = make_stmt(std::move(copy));
      } else if (const auto* n = get_if<ScatterUpdate>(stmt)) {
        possible_ &= !n->tile.empty() && uses(n->offset, varying_);
        ScatterUpdate copy = *n;
        copy.value = with_shared(n->value, shared, out);
        stmt = make_stmt(std::move(copy));
      }
    }
    Body body = constants_for(list);
    body.insert(body.end(), list.begin(), list.end());
    body = rewrite_exprs(body, [&](const ExprPtr& e) -> ExprPtr {
      const auto* n = get_if<Name>(e);
      if (!n || !accumulators_.count(n->text)) return nullptr;
      return make_expr(Load{e, name(slot_)}, e->type, true);
    });
    out.push_back(make_stmt(EachRow{rows_, slot_, loop_.var, std::move(body)}));
  }

  /// `value` with its largest packs that are the same for all rows as constants, which `out` gets.
  ExprPtr with_shared(const ExprPtr& value, std::vector<ExprPtr>& shared, Body& out) {
    return rewrite(value, [&](const ExprPtr& e) -> ExprPtr {
      if (!e->pack || uses(e, varying_) || !has_tile_load(e)) return is_conditional(e) ? e : nullptr;
      const auto known =
          std::find_if(shared.begin(), shared.end(), [&](const ExprPtr& other) { return equal(other, e); });
      const std::size_t at = static_cast<std::size_t>(known - shared.begin());
      if (known == shared.end()) {
        shared.push_back(e);
        packs_.resize(std::max(packs_.size(), shared.size()));
        packs_[at] = fresh_name(stem(e), taken_);
        out.push_back(make_stmt(Declare{e->type, packs_[at], e, true, columns_.tile}));
      }
      return name(packs_[at], e->type, true);
    });
  }

  /// After the array of its first load.
  static std::string stem(const ExprPtr& expr) {
    std::string text = "shared";
    for_each_expr(expr, [&](const ExprPtr& e) {
      const auto* load = get_if<TileLoad>(e);
      const auto* pointer = load ? get_if<Pointer>(load->pointer) : nullptr;
      const auto* array = get_if<Name>(pointer ? pointer->array : load ? load->pointer : nullptr);
      if (array && text == "shared") text = array->text + "_pack";
    });
    return text;
  }

  /// The constants of a row that `list` reads, and those that they read.
  Body constants_for(const Body& list) const {
    Body needed;
    for (auto at = constants_.rbegin(); at != constants_.rend(); ++at) {
      const Names constant = {get_if<Declare>(*at)->name};
      if (uses(list, constant) || uses(needed, constant)) needed.insert(needed.begin(), *at);
    }
    return needed;
  }

  const For& loop_;
  const TileFor& columns_;
  Names& taken_;
  const Names varying_, changing_;
  std::string rows_, slot_;
  Names accumulators_;  // with a pack for each row
  Body constants_;      // of one row, in scope
  std::vector<std::string> packs_;
  bool possible_ = true, gains_ = false;
};

StmtPtr tiled(const For& loop, Names& taken) {
  const auto* columns = loop.body.empty() ? nullptr : get_if<TileFor>(loop.body.back());
  if (!columns || !(loop.apart || loop.combines) || loop.simd || loop.unroll > 1 || loop.step) return nullptr;
  const bool constants = std::all_of(loop.body.begin(), loop.body.end() - 1, [](const StmtPtr& stmt) {
    const auto* declare = get_if<Declare>(stmt);
    return declare && declare->constant;
  });
  return constants && writes_alone(loop) ? Tiling(loop, *columns, taken).result() : nullptr;
}

}  // namespace

Kernel tile_rows(const Kernel& kernel) {
  Kernel result = kernel;
  Names taken = names_in(kernel);
  result.body = rewrite_bodies(kernel.body, [&](Body body) {
    for (StmtPtr& stmt : body) {
      const auto* loop = get_if<For>(stmt);
      const StmtPtr rows = loop ? tiled(*loop, taken) : nullptr;
      if (rows) stmt = rows;
    }
    return body;
  });
  return result;
}

}  // namespace insum::passes
