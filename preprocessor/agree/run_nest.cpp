#include "agree/run_nest.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "agree/nest_parts.h"
#include "index_ir/arithmetic.h"
#include "support/binary_op.h"

namespace insum::agree {

using nest::ExprKind;
using nest::ExprPtr;

namespace {

constexpr int most_steps = 200'000;

class Runner {
 public:
  Runner(const nest::Nest& nest, const Meaning& meaning, Memory& memory)
      : nest_(nest), meaning_(meaning), memory_(memory) {}

  Run run() {
    for (const nest::Assignment* each : nest::assignments(nest_)) loops(each->around, [&] { assign(*each); });
    return std::move(out_);
  }

 private:
  void assign(const nest::Assignment& to) {
    const int array = to.target->id;
    const long long at = offset(to.target);
    const double right = value(to.value), old = element(array, at);
    const double now = to.op == "=" ? right : combined(to.op, old, right);
    memory_.write(name(array), at, now);
    out_.written[array][at] = now;
    if (std::exchange(guards_, false)) out_.guarded[array].insert(at);
  }

  const std::string& name(int array) const { return meaning_.arrays.at(static_cast<std::size_t>(array)); }
  double element(int array, long long at) { return memory_.read(name(array), at); }
  long long offset(const ExprPtr& read) {
    const long long at = read->parts.empty() ? 0 : whole(read->parts[0]);
    if (read->parts.size() < 2) return at;
    if (at < 0 || at >= row_pitch) throw Unknown{"it leaves a row of an array of pointers"};
    return (whole(read->parts[1]) + 1) * row_pitch + at;
  }
  long long whole(const ExprPtr& e) {
    const double number = value(e);
    if (!std::isfinite(number))
      throw Unknown{"a subscript or bound of it is computed from numbers that are not whole"};
    return std::llround(number);
  }

  void loops(const std::vector<int>& numbers, const std::function<void()>& body, std::size_t from = 0) {
    if (from == numbers.size()) return body();
    const nest::Loop& loop = nest_.loops.at(static_cast<std::size_t>(numbers[from]));
    const long long first = whole(loop.lower), end = whole(loop.upper);
    if (first < end) out_.decided.entered.insert(numbers[from]);
    for (long long step = 0; first + step < end; ++step) {
      if (++steps_ > most_steps) throw Unknown{"it takes too many iterations to try"};
      indices_[numbers[from]] = loop.down ? end - 1 - step : first + step;
      loops(numbers, body, from + 1);
    }
    indices_.erase(numbers[from]);
  }

  static double number(const std::string& text) {
    if (text == "true" || text == "false") return text == "true";
    if (text == "INFINITY" || text == "-INFINITY")
      return text[0] == '-' ? -std::numeric_limits<double>::infinity()
                            : std::numeric_limits<double>::infinity();
    const auto value = literal_value(text);
    if (!value) throw Unknown{"'" + text + "' is no number"};
    return *value;
  }

  static double combined(const std::string& op, double a, double b) {
    using index::Op;
    static const std::map<std::string, Op> words = {
        {"+", Op::add},    {"*", Op::mul},     {"min", Op::min},       {"max", Op::max},
        {"|", Op::bit_or}, {"&", Op::bit_and}, {"||", Op::logical_or}, {"&&", Op::logical_and}};
    const auto word = words.find(op);
    if (word == words.end()) throw Unknown{"the operator '" + op + "' cannot be run"};
    return index::combine(word->second, a, b);
  }

  /// Not finite where C++ leaves it undefined, as with data that the loop is not meant for.
  static double of_integers(const std::string& op, double left, double right) {
    constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
    if (!std::isfinite(left) || !std::isfinite(right)) return undefined;
    const long long a = std::llround(left), b = std::llround(right);
    const bool divides = op == "/" || op == "%", shifts = op == "<<" || op == ">>";
    if ((divides && b == 0) || (shifts && (a < 0 || b < 0 || b > 30))) return undefined;
    if (op == "/") return static_cast<double>(a / b);
    if (op == "%") return static_cast<double>(a % b);
    if (op == "<<") return static_cast<double>(a << b);
    if (op == ">>") return static_cast<double>(a >> b);
    return static_cast<double>(a ^ b);
  }

  static double binary(const std::string& op, double a, double b) {
    if (op == "-") return a - b;
    if (op == "/") return a / b;
    if (op == "<") return a < b;
    if (op == "<=") return a <= b;
    if (op == ">") return a > b;
    if (op == ">=") return a >= b;
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    return combined(op, a, b);
  }

  static bool is_whole(const ExprPtr& e) {
    if (e->kind == ExprKind::read || e->kind == ExprKind::call || e->kind == ExprKind::reduce) return false;
    return std::all_of(e->parts.begin(), e->parts.end(), is_whole);
  }

  static bool is_constant(const ExprPtr& e) {
    if (e->kind == ExprKind::number) return true;
    return (e->kind == ExprKind::unary || e->kind == ExprKind::binary) &&
           std::all_of(e->parts.begin(), e->parts.end(), is_constant);
  }

  static bool is_tiny(const ExprPtr& e) { return e->kind == ExprKind::number && is_guard(number(e->text)); }

  double operated(const ExprPtr& e) {
    const double result = binary(e->text, compared(*e, 0), compared(*e, 1));
    if (const auto op = binary_op(e->text); op && is_comparison(*op)) decide(e, result != 0);
    return result;
  }

  void decide(const ExprPtr& e, bool second) { out_.decided.values[e] |= second ? 2u : 1u; }

  /// Of whole numbers: % / << >> ^ &
  double operated_whole(const ExprPtr& e) {
    const double left = value(e->parts[0]), right = value(e->parts[1]);
    const double result = e->text == "&" ? combined("&", left, right) : of_integers(e->text, left, right);
    const bool leaves = e->text == "%" || e->text == "&", shortens = e->text == "/" || e->text == ">>";
    if (leaves || shortens) out_.decided.values[e] |= result == (leaves ? left : 0) ? 1u : 3u;
    return result;
  }

  bool holds(const ExprPtr& condition) {
    const bool out = value(condition) != 0;
    const bool of_parts =
        condition->kind == ExprKind::unary || condition->text == "&&" || condition->text == "||";
    if (!of_parts) decide(condition, out);
    return out;
  }

  double compared(const nest::Expr& e, std::size_t part) {
    const double number = value(e.parts[part]);
    const bool compares = e.text[0] == '<' || e.text[0] == '>' || e.text[0] == '=' || e.text[0] == '!';
    out_.compares_negatives |=
        compares && number < 0 && is_whole(e.parts[part]) && !is_constant(e.parts[part]);
    return number;
  }

  double reduced(const nest::Expr& e) {
    static const std::map<std::string, double> starts = {
        {"+", 0},  {"*", 1},  {"min", std::numeric_limits<double>::infinity()},
        {"|", 0},  {"&", -1}, {"max", -std::numeric_limits<double>::infinity()},
        {"||", 0}, {"&&", 1}};
    double result = starts.at(e.text);
    loops(e.loops, [&] { result = combined(e.text, result, value(e.parts[0])); });
    return result;
  }

  double call(const ExprPtr& e) {
    std::vector<double> arguments;
    for (const ExprPtr& part : e->parts) arguments.push_back(value(part));
    const double result = index::function_value(e->text, arguments);
    if (arguments.size() == 2 && arguments[0] != arguments[1] && (e->text == "min" || e->text == "max"))
      decide(e, result == arguments[1]);
    for (std::size_t n = 0; n < e->parts.size(); ++n)
      guards_ |= arguments[n] == result && is_tiny(e->parts[n]);
    return result;
  }

  double value(const ExprPtr& e) {
    switch (e->kind) {
      case ExprKind::number:
        return number(e->text);
      case ExprKind::scalar: {
        const auto known = meaning_.scalars.find(e->text);
        if (known == meaning_.scalars.end()) throw Unknown{"the value of '" + e->text + "' is not known"};
        return known->second;
      }
      case ExprKind::index: {
        const auto known = indices_.find(e->id);
        if (known == indices_.end()) throw Unknown{"it uses a loop's variable after the loop"};
        return static_cast<double>(known->second);
      }
      case ExprKind::read:
        return element(e->id, offset(e));
      case ExprKind::carried:
        throw Unknown{"an iteration uses what others leave in a variable"};
      case ExprKind::unary:
        return e->text == "-" ? -value(e->parts[0]) : value(e->parts[0]) == 0;
      case ExprKind::binary:
        if (e->text == "&&" && value(e->parts[0]) == 0) return 0;  // what follows may be out of bounds
        if (e->text == "||" && value(e->parts[0]) != 0) return 1;
        if (nest::is_of_integers(e->text) || e->text == "&" || (e->text == "/" && e->id == 0))
          return operated_whole(e);
        return operated(e);
      case ExprKind::call:
        return call(e);
      case ExprKind::select: {
        const ExprPtr& chosen = e->parts[holds(e->parts[0]) ? 1 : 2];
        guards_ |= is_tiny(chosen);
        return value(chosen);
      }
      case ExprKind::reduce:
        return reduced(*e);
    }
    throw Unknown{"it computes something that cannot be run"};
  }

  const nest::Nest& nest_;
  const Meaning& meaning_;
  Memory& memory_;
  std::map<int, long long> indices_;
  Run out_;
  bool guards_ = false;  // the element that is written next
  int steps_ = 0;
};

}  // namespace

void Decisions::add(const Decisions& others) {
  for (const auto& [what, came_to] : others.values) values[what] |= came_to;
  entered.insert(others.entered.begin(), others.entered.end());
}

bool is_guard(double value) { return value != 0 && std::abs(value) < 1e-6; }

Run run_nest(const nest::Nest& nest, const Meaning& meaning, Memory& memory) {
  return Runner(nest, meaning, memory).run();
}

}  // namespace insum::agree
