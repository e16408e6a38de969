#include "loop_ir/fold_counts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "loop_ir/rewrite.h"

namespace insum::loops {

namespace {

using Values = std::map<std::string, ExprPtr>;

ExprPtr substituted(const ExprPtr& expr, const Values& values) {
  return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
    const auto* n = get_if<Name>(e);
    const auto found = n ? values.find(n->text) : values.end();
    return found != values.end() ? found->second : nullptr;
  });
}

/// The constants' names in the place of their values.
ExprPtr named(const ExprPtr& expr, const Values& values) {
  return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
    if (get_if<Name>(e) || get_if<Literal>(e)) return nullptr;
    for (const auto& [variable, value] : values)
      if (equal(e, value)) return name(variable);
    return nullptr;
  });
}

/// pos[at], less the base of stored numbers.
struct Position {
  ExprPtr array, at;
  long long base = 0;
};

std::optional<Position> position_of(const ExprPtr& expr) {
  const auto* difference = get_if<Binary>(expr);
  if (difference && difference->op == "-") {
    const auto base = as_integer(difference->right);
    auto position = position_of(difference->left);
    if (!base || !position || position->base) return std::nullopt;
    position->base = *base;
    return position;
  }
  const auto* call = get_if<Call>(expr);
  if (call && call->function == "insum::rt::level_end")
    return Position{call->arguments[0], call->arguments[1], as_integer(call->arguments[2]).value_or(0)};
  const bool converts = call && call->function == "insum::rt::index";
  const auto* load = get_if<Load>(converts ? call->arguments.front() : expr);
  if (!load || !get_if<Name>(load->array)) return std::nullopt;
  return Position{load->array, load->index, 0};
}

ExprPtr read(const Position& p) {
  if (as_integer(p.at) == 0) return integer(0);
  return invoke("insum::rt::level_end", {p.array, p.at, integer(p.base)});
}

/// Where a tensor has no entries it may have no arrays, and positions in them are 0.
ExprPtr read_safely(const ExprPtr& expr) {
  return rewrite(expr, [](const ExprPtr& e) -> ExprPtr {
    const auto position = position_of(e);
    if (!position) return nullptr;
    return read({position->array, read_safely(position->at), position->base});
  });
}

/// The positions below those of [first, last).
ExprPtr below(const ExprPtr& array, const ExprPtr& first, const ExprPtr& last) {
  return invoke("insum::report::below", {array, first, last});
}

ExprPtr length(const ExprPtr& begin, const ExprPtr& end) {
  const auto first = position_of(begin), last = position_of(end);
  if (first && last && equal(first->array, last->array) && first->base == last->base)
    return below(first->array, first->at, last->at);
  const auto whole = as_integer(begin);
  if (whole && as_integer(end)) return integer(std::max(0LL, *as_integer(end) - *whole));
  if (whole == 0 && (get_if<Name>(end) || last)) return end;
  const auto *from = get_if<Binary>(begin), *to = get_if<Binary>(end);
  if (to && to->op == "+" && equal(to->left, begin))
    if (const auto count = as_integer(to->right); count && *count >= 0) return integer(*count);
  if (from && to && from->op == "*" && to->op == "*" && equal(from->right, to->right))
    return mul(length(from->left, to->left), from->right);
  return invoke("insum::report::trips", {begin, end});
}

void factors_of(const ExprPtr& expr, std::vector<ExprPtr>& list) {
  const auto* n = get_if<Binary>(expr);
  if (!n || n->op != "*") return list.push_back(expr);
  factors_of(n->left, list), factors_of(n->right, list);
}

/// The parts that a split of a loop makes, min(64, n - 64*part) each, are n together. Null: `expr` is no
/// part.
ExprPtr whole_of_parts(const ExprPtr& expr, const std::string& var, const ExprPtr& begin,
                       const ExprPtr& end) {
  const auto* call = get_if<Call>(expr);
  if (!call || call->function != "insum::report::trips" || as_integer(begin) != 0) return nullptr;
  const auto* least = as_integer(call->arguments[0]) == 0 ? get_if<Call>(call->arguments[1]) : nullptr;
  if (!least || least->function != "insum::rt::min") return nullptr;
  const auto* rest = get_if<Binary>(least->arguments[1]);
  const auto size = as_integer(least->arguments[0]);
  if (!rest || rest->op != "-" || !size || *size < 1 || uses(rest->left, std::set{var})) return nullptr;
  const ExprPtr parts = make_expr(Binary{"/", add(rest->left, integer(*size - 1)), integer(*size)}, Type{});
  const bool same = equal(rest->right, mul(name(var), integer(*size))) && equal(end, parts);
  return same ? length(integer(0), rest->left) : nullptr;
}

/// The sum of `value` over a loop: a product, or all segments or parts as one. Null: neither.
ExprPtr sum_over(const std::string& var, const ExprPtr& begin, const ExprPtr& end, const ExprPtr& value) {
  if (!uses(value, std::set{var})) return mul(value, length(begin, end));
  std::vector<ExprPtr> factors;
  factors_of(value, factors);
  ExprPtr segments, rest = integer(1);
  for (const ExprPtr& factor : factors) {
    if (!uses(factor, std::set{var}))
      rest = mul(rest, factor);
    else if (segments)
      return nullptr;
    else
      segments = factor;
  }
  if (const ExprPtr whole = whole_of_parts(segments, var, begin, end)) return mul(rest, whole);
  const auto* call = get_if<Call>(segments);
  if (!call || call->function != "insum::report::below" || uses(call->arguments[0], std::set{var}))
    return nullptr;
  const ExprPtr& first = call->arguments[1];
  if (!equal(substituted(first, {{var, add(name(var), integer(1))}}), call->arguments[2])) return nullptr;
  return mul(rest, below(call->arguments[0], read_safely(substituted(first, {{var, begin}})),
                         read_safely(substituted(first, {{var, end}}))));
}

/// The names that something reads which is not itself for nothing.
std::set<std::string> names_read(const Body& body) {
  std::set<std::string> names;
  const auto collect = [&](const ExprPtr& expr, const std::string& but) {
    for_each_expr(expr, [&](const ExprPtr& e) {
      const auto* n = get_if<Name>(e);
      if (n && n->text != but) names.insert(n->text);
    });
  };
  for_each_stmt(body, [&](const StmtPtr& s) {
    if (const auto* n = get_if<Declare>(s)) return collect(n->value, n->name);
    if (const auto* n = get_if<Update>(s)) return collect(n->value, get_if<Name>(n->target)->text);
    if (const auto* n = get_if<For>(s)) return collect(n->begin, ""), collect(n->end, "");
    if (const auto* n = get_if<While>(s)) return collect(n->condition, "");
    if (const auto* n = get_if<If>(s)) return collect(n->condition, "");
    if (const auto* n = get_if<Continue>(s)) return collect(n->condition, "");
  });
  return names;
}

/// A declaration is read in its own body or not at all: another one may have its name elsewhere.
Body without_unread(Body body, const std::string& counter) {
  for (std::size_t before = 0;;) {
    std::set<std::string> read = names_read(body);
    read.insert(counter);
    body = rewrite_bodies(body, [&](Body b) {
      std::set<std::string> here = names_read(b);
      here.insert(counter);
      std::erase_if(b, [&](const StmtPtr& s) {
        const auto* declared = get_if<Declare>(s);
        const auto* update = get_if<Update>(s);
        const auto* branch = get_if<If>(s);
        return (declared && !here.count(declared->name)) ||
               (update && !read.count(get_if<Name>(update->target)->text)) ||
               (branch && branch->body.empty());
      });
      return b;
    });
    std::size_t now = 0;
    for_each_stmt(body, [&](const StmtPtr&) { ++now; });
    if (now == before) return body;
    before = now;
  }
}

class Fold {
 public:
  Fold(const Body& body, const std::string& counter) : counter_(counter) {
    for_each_stmt(body, [&](const StmtPtr& s) {
      const auto* update = get_if<Update>(s);
      const auto* target = update ? get_if<Name>(update->target) : nullptr;
      if (target) moving_.insert(target->text);
    });
  }

  Body of(const Body& body, Values values) {
    Body out;
    for (const StmtPtr& stmt : body) {
      if (const auto* n = get_if<Declare>(stmt); n && n->constant && !uses(n->value, moving_))
        values[n->name] = substituted(n->value, values);
      if (const auto* n = get_if<For>(stmt)) {
        loop(*n, values, out);
      } else if (const auto* n = get_if<If>(stmt)) {
        const Body inner = of(n->body, values);
        if (counts(inner)) out.push_back(make_stmt(If{n->condition, inner, n->constant}));
      } else if (const auto* n = get_if<While>(stmt)) {
        const Body inner = of(n->body, values);
        if (counts(inner)) out.push_back(make_stmt(While{n->condition, inner}));
      } else {
        out.push_back(stmt);
      }
    }
    return out;
  }

  const Update* amount(const StmtPtr& stmt) const {
    const auto* update = get_if<Update>(stmt);
    const auto* target = update ? get_if<Name>(update->target) : nullptr;
    return target && target->text == counter_ ? update : nullptr;
  }

 private:
  bool counts(const Body& body) const {
    bool found = false;
    for_each_stmt(body, [&](const StmtPtr& s) {
      const auto* skips = get_if<Continue>(s);
      found |= amount(s) || (skips && !skips->condition);  // what comes after it is not counted
    });
    return found;
  }

  /// Amounts that can be told without the loop go before it.
  void loop(const For& n, const Values& values, Body& out) {
    Body inner = of(n.body, values);
    const auto is_plain = [&](const StmtPtr& s) { return get_if<Declare>(s) || amount(s) || get_if<For>(s); };
    if (std::all_of(inner.begin(), inner.end(), is_plain)) inner = taken_out(n, inner, values, out);
    if (!counts(inner)) return;
    inner = without_unread(inner, counter_);
    if (uses(inner, {n.var}) || moves(inner))
      return out.push_back(make_stmt(For{n.var, n.begin, n.end, inner}));
    const ExprPtr times = named(length(substituted(n.begin, values), substituted(n.end, values)), values);
    for (StmtPtr& s : multiplied(inner, times)) out.push_back(std::move(s));
  }

  /// What is left in the loop.
  Body taken_out(const For& n, const Body& inner, const Values& values, Body& out) {
    const ExprPtr begin = substituted(n.begin, values), end = substituted(n.end, values);
    Values here = values;
    std::set<std::string> own = moving_;
    own.erase(counter_);
    Body left;
    for (const StmtPtr& s : inner) {
      if (const auto* d = get_if<Declare>(s)) {
        if (d->constant && !uses(d->value, moving_))
          here[d->name] = substituted(d->value, here);
        else
          own.insert(d->name);
      }
      const Update* update = amount(s);
      const ExprPtr value = update ? substituted(update->value, here) : nullptr;
      const ExprPtr sum = value && !uses(value, own) ? sum_over(n.var, begin, end, value) : nullptr;
      if (sum)
        out.push_back(make_stmt(Update{update->target, Combine::add, named(sum, values)}));
      else
        left.push_back(s);
    }
    return left;
  }

  /// Variables that each iteration leaves to the next one.
  bool moves(const Body& body) const {
    bool found = false;
    for_each_stmt(body, [&](const StmtPtr& s) {
      const auto* update = get_if<Update>(s);
      found |= update && !amount(s);
    });
    return found;
  }

  /// All amounts, `times` times.
  Body multiplied(const Body& body, const ExprPtr& times) const {
    Body out;
    for (const StmtPtr& s : body) {
      if (const Update* update = amount(s))
        out.push_back(make_stmt(Update{update->target, Combine::add, mul(update->value, times)}));
      else if (const auto* n = get_if<For>(s))
        out.push_back(make_stmt(For{n->var, n->begin, n->end, multiplied(n->body, times)}));
      else if (const auto* n = get_if<If>(s))
        out.push_back(make_stmt(If{n->condition, multiplied(n->body, times), n->constant}));
      else if (const auto* n = get_if<While>(s))
        out.push_back(make_stmt(While{n->condition, multiplied(n->body, times)}));
      else
        out.push_back(s);
    }
    return out;
  }

  const std::string& counter_;
  std::set<std::string> moving_;  // variables that get other values
};

}  // namespace

Body fold_counts(const Body& body, const std::string& counter) {
  Fold fold(body, counter);
  return rewrite_bodies(without_unread(fold.of(body, {}), counter), [&](const Body& list) {
    Body out;  // amounts that follow each other are one
    for (const StmtPtr& s : list) {
      const Update* last = out.empty() ? nullptr : fold.amount(out.back());
      const Update* now = fold.amount(s);
      if (last && now)
        out.back() = make_stmt(Update{now->target, Combine::add, add(last->value, now->value)});
      else
        out.push_back(s);
    }
    return out;
  });
}

}  // namespace insum::loops
