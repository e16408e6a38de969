#include "passes/narrow_positions.h"

#include <algorithm>
#include <map>
#include <string>

#include "loop_ir/rewrite.h"
#include "loop_ir/words.h"

namespace insum::passes {

using namespace loops;

namespace {

constexpr long long most_in_word = 0xffffffffLL, most_position = 0x7fffffffLL, most_lanes = 1024;

bool is_sum_or_product(const std::string& op) { return op == "+" || op == "-" || op == "*"; }
bool is_comparison(const std::string& op) {
  return op == "<" || op == "<=" || op == ">" || op == ">=" || op == "==" || op == "!=";
}
bool is_least_or_most(const Call& call) {
  return (call.function == "insum::rt::min" || call.function == "insum::rt::max") &&
         call.arguments.size() == 2;
}
bool is_mark(const Call& call) { return call.function == position_of; }
bool is_word(const Call& call) { return call.function == low_bits_of; }
bool is_of_lanes(const Call& call) {
  const auto ends_with = [&](const char* end) { return call.function.ends_with(end); };
  return call.arguments.empty() &&
         (ends_with(".lane") || ends_with(".lanes") || ends_with(".part") || ends_with(".parts"));
}
/// Up to where there are several iterations at a time.
bool is_whole_end(const Call& call) {
  return call.function.ends_with(".wide_end") || call.function == "insum::rt::cuda::whole_end";
}

/// One scope: the variables that are held in words, and what they are at most.
class Scope {
 public:
  Body run(const Body& list) {
    Body out;
    for (const StmtPtr& stmt : list) out.push_back(narrowed(stmt));
    return out;
  }

 private:
  StmtPtr narrowed(const StmtPtr& stmt) {
    if (const auto* n = get_if<Declare>(stmt)) return declare(*n);
    if (const auto* n = get_if<For>(stmt)) return loop(*n);
    if (const auto* n = get_if<If>(stmt)) {
      If copy = *n;
      copy.condition = wide(n->condition);
      copy.body = Scope(*this).run(n->body);
      return make_stmt(std::move(copy));
    }
    return rewrite_exprs({stmt}, [this](const ExprPtr& e) { return replaced(e); }).front();
  }

  StmtPtr declare(const Declare& n) {
    Declare copy = n;
    const auto most = n.constant && n.tile.empty() && (is_marked(n.value) || depends(n.value))
                          ? bound(n.value)
                          : std::nullopt;
    const bool is_narrow = most && *most <= most_in_word && n.type.element == ElementType::i64;
    copy.value = is_narrow ? low(n.value) : wide(n.value);
    bounds_.erase(n.name);
    if (is_narrow) copy.type = word, bounds_[n.name] = *most;
    return make_stmt(std::move(copy));
  }

  StmtPtr loop(const For& n) {
    For copy = n;
    Scope inside(*this);
    const ExprPtr step = n.step ? n.step : integer(1);
    const auto end = bound(n.end), ahead = bound(step);
    const bool is_plain = n.axis == Axis::none && !n.registers && !n.simd && !n.width;
    copy.is_word = is_plain && bound(n.begin) && end && ahead && *end + *ahead <= most_in_word &&
                   (depends(n.begin) || depends(n.end));
    inside.bounds_.erase(n.var);
    if (copy.is_word) inside.bounds_[n.var] = *end;
    const auto value = [&](const ExprPtr& e) { return copy.is_word ? low(e) : wide(e); };
    copy.begin = value(n.begin), copy.end = value(n.end);
    if (n.step) copy.step = value(n.step);
    copy.body = inside.run(n.body);
    return make_stmt(std::move(copy));
  }

  static bool is_marked(const ExprPtr& e) {
    const auto* call = get_if<Call>(e);
    return call && is_mark(*call);
  }
  /// On a variable that is held in a word, or a mark.
  bool depends(const ExprPtr& e) const {
    bool found = false;
    for_each_expr(e, [&](const ExprPtr& part) {
      const auto* variable = get_if<Name>(part);
      found |= is_marked(part) || (variable && bounds_.count(variable->text) > 0);
    });
    return found;
  }

  /// What a value is at most that is known not to be negative; none where that is not known.
  std::optional<long long> bound(const ExprPtr& e) const {
    if (const auto constant = as_integer(e)) return *constant >= 0 ? constant : std::nullopt;
    if (const auto* n = get_if<Literal>(e); n && e->type == word) return std::stoll(n->text);
    if (const auto* n = get_if<Name>(e)) {
      const auto found = bounds_.find(n->text);
      return found == bounds_.end() ? of_word(e) : found->second;
    }
    if (const auto* n = get_if<Binary>(e)) return bound_of(*n, e);
    if (const auto* n = get_if<Ternary>(e)) return largest(bound(n->yes), bound(n->no));
    if (const auto* n = get_if<Call>(e)) return bound_of(*n);
    return of_word(e);
  }
  static std::optional<long long> of_word(const ExprPtr& e) {
    return e->type == word ? std::optional(most_in_word) : std::nullopt;
  }
  static std::optional<long long> largest(std::optional<long long> a, std::optional<long long> b) {
    return a && b ? std::optional(std::max(*a, *b)) : std::nullopt;
  }
  std::optional<long long> bound_of(const Binary& n, const ExprPtr& e) const {
    const auto a = bound(n.left), b = bound(n.right);
    if (a && b && n.op == "+") return std::min(*a + *b, 2 * most_in_word);
    if (a && b && n.op == "*" && (*a == 0 || *b <= most_in_word / *a)) return *a * *b;
    return of_word(e);
  }
  std::optional<long long> bound_of(const Call& n) const {
    if (is_mark(n)) return most_position;
    if (is_word(n)) return std::min(bound(n.arguments.front()).value_or(most_in_word), most_in_word);
    if (is_of_lanes(n)) return most_lanes;
    if (is_whole_end(n)) return largest(bound(n.arguments[0]), bound(n.arguments[1]));
    if (is_least_or_most(n)) {
      const auto a = bound(n.arguments[0]), b = bound(n.arguments[1]);
      return a && b && n.function.ends_with("min") ? std::optional(std::min(*a, *b)) : largest(a, b);
    }
    return std::nullopt;
  }
  bool fits(const ExprPtr& e) const {
    const auto most = bound(e);
    return most && *most <= most_in_word;
  }

  bool all_fit(const Call& n) const {
    return std::all_of(n.arguments.begin(), n.arguments.end(), [this](const ExprPtr& e) { return fits(e); });
  }

  /// The low 32 bits of a value.
  ExprPtr low(const ExprPtr& e) const {
    if (get_if<Literal>(e) && e->type == word) return e;
    if (const auto constant = as_integer(e); constant && *constant >= 0) return low_bits(e);
    if (const auto* n = get_if<Name>(e); n && (bounds_.count(n->text) > 0 || e->type == word))
      return name(n->text, word);
    if (const auto* n = get_if<Binary>(e); n && is_sum_or_product(n->op))
      return make_expr(Binary{n->op, low(n->left), low(n->right)}, word);
    if (const auto* n = get_if<Ternary>(e))
      return make_expr(Ternary{wide(n->condition), low(n->yes), low(n->no)}, word);
    if (const auto* n = get_if<Call>(e)) {
      if (is_mark(*n) || is_word(*n)) return low_operands(n->arguments.front());
      if ((is_least_or_most(*n) || is_whole_end(*n)) && all_fit(*n)) return with_low_arguments(*n);
    }
    return invoke(low_bits_of, {wide(e)}, word);
  }
  /// Of a value that is marked, whose quotients are of positions.
  ExprPtr low_operands(const ExprPtr& e) const {
    const auto* n = get_if<Binary>(e);
    if (n && n->op == "/") return make_expr(Binary{"/", low(n->left), low(n->right)}, word);
    if (const auto* t = get_if<Ternary>(e))
      return make_expr(Ternary{wide(t->condition), low_operands(t->yes), low_operands(t->no)}, word);
    return low(e);
  }
  ExprPtr with_low_arguments(const Call& n) const {
    Call copy = n;
    for (ExprPtr& argument : copy.arguments) argument = low(argument);
    return make_expr(std::move(copy), word);
  }

  /// A value of 64 bits, or none where what holds no words stays.
  ExprPtr wide(const ExprPtr& e) const {
    return rewrite(e, [this](const ExprPtr& part) { return replaced(part); });
  }
  ExprPtr replaced(const ExprPtr& e) const {
    if (const auto* n = get_if<Name>(e); n && bounds_.count(n->text) > 0)
      return invoke("insum::rt::index", {name(n->text, word)});
    if (const auto* n = get_if<Load>(e); n && depends(n->index))
      return make_expr(Load{wide(n->array), subscript(n->index)}, e->type);
    if (const auto* n = get_if<Pointer>(e); n && depends(n->index))
      return make_expr(Pointer{wide(n->array), subscript(n->index)}, e->type);
    if (const auto* n = get_if<Call>(e); n && (is_mark(*n) || is_word(*n))) return low(e);
    const auto* n = get_if<Binary>(e);
    if (n && is_comparison(n->op) && (depends(n->left) || depends(n->right)) && fits(n->left) &&
        fits(n->right))
      return make_expr(Binary{n->op, low(n->left), low(n->right)}, e->type);
    return nullptr;
  }
  ExprPtr subscript(const ExprPtr& index) const { return fits(index) ? low(index) : wide(index); }

  std::map<std::string, long long> bounds_;
};

}  // namespace

Kernel narrow_positions(const Kernel& kernel) {
  Kernel result = kernel;
  result.body = rewrite_bodies(kernel.body, [](Body list) {
    for (StmtPtr& stmt : list) {
      const auto* launch = get_if<Launch>(stmt);
      if (!launch) continue;
      Launch copy = *launch;
      copy.body = Scope().run(launch->body);
      stmt = make_stmt(std::move(copy));
    }
    return list;
  });
  return result;
}

}  // namespace insum::passes
