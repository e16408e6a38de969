#include "interpreter.hpp"

#include <cstdlib>
#include <set>

#include "operators.hpp"

namespace differential {

bool Words::done() {
  while (*at_ == ' ' || *at_ == '\n') ++at_;
  return *at_ == '\0';
}

std::string Words::word() {
  if (done()) throw std::invalid_argument("the text ends early");
  const char* first = at_;
  while (*at_ != ' ' && *at_ != '\n' && *at_ != '\0') ++at_;
  return {first, at_};
}

double Words::number() { return std::strtod(word().c_str(), nullptr); }

template <class T>
bool Operand<T>::contains(const Coordinates& where) const {
  for (std::size_t mode = 0; mode < shape.size(); ++mode)
    if (where[mode] < 0 || where[mode] >= shape[mode]) return false;
  return true;
}

template <class T>
Value<T> Operand<T>::at(const Coordinates& where) const {
  if (!contains(where)) return {fill, true};
  if (!computed.empty()) return computed.at(where);
  if (dense) {
    std::int64_t place = 0;
    for (std::size_t mode = 0; mode < shape.size(); ++mode) place = place * shape[mode] + where[mode];
    return {values[static_cast<std::size_t>(place)], false};
  }
  const auto found = entries.find(where);
  return found == entries.end() ? Value<T>{fill, true} : Value<T>{found->second, false};
}

template <class T>
struct Interpreter<T>::Subscript {
  const Operand<T>* tensor = nullptr;  // indirect
  std::vector<Subscript> inner;
  std::int64_t constant = 0;
  std::vector<std::pair<std::int64_t, int>> terms;
};

template <class T>
struct Expression {
  std::string op;  // "#" a constant, "@" an access, a reduction, an operator or a function
  T constant{};
  bool fixed = true;
  const Operand<T>* tensor = nullptr;
  std::vector<typename Interpreter<T>::Subscript> subscripts;
  std::vector<int> reduced;
  std::vector<std::unique_ptr<Expression>> operands;
};

template <class T>
Interpreter<T>::Interpreter() = default;
template <class T>
Interpreter<T>::~Interpreter() = default;

template <class T>
bool Interpreter<T>::statement(const std::string& first, Words& words) {
  if (first == "index")
    read_index(words);
  else if (first == "tensor")
    read_tensor(words);
  else if (first == "einsum")
    read_einsum(words);
  else if (first == "blocks")
    read_blocks(words);
  else
    return false;
  return true;
}

template <class T>
void Interpreter<T>::read_index(Words& words) {
  index_numbers_[words.word()] = static_cast<int>(indices_.size());
  Index index;
  index.listed = words.word() == "list";
  index.range = words.integer();
  if (index.listed)
    for (std::int64_t n = 0; n < index.range; ++n) index.list.push_back(words.integer());
  indices_.push_back(index);
}

template <class T>
T Interpreter<T>::constant(Words& words) {
  if constexpr (is_complex<T>) {
    const double real = words.number();
    return T(real, words.number());
  } else {
    return static_cast<T>(words.number());
  }
}

template <class T>
void Interpreter<T>::read_tensor(Words& words) {
  Operand<T>& tensor = operands_[words.word()];
  const std::int64_t rank = words.integer();
  std::int64_t count = 1;
  for (std::int64_t mode = 0; mode < rank; ++mode) {
    tensor.shape.push_back(words.integer());
    if (tensor.shape.back() < 100000) count *= tensor.shape.back();
  }
  words.word();  // fill
  tensor.fill = constant(words);
  tensor.dense = words.word() == "dense";
  if (tensor.dense) {
    for (std::int64_t n = 0; n < count; ++n) tensor.values.push_back(constant(words));
    return;
  }
  for (std::int64_t n = words.integer(); n > 0; --n) {
    Coordinates where;
    for (std::int64_t mode = 0; mode < rank; ++mode) where.push_back(words.integer());
    tensor.entries[where] = constant(words);
  }
}

template <class T>
std::vector<int> Interpreter<T>::indices(Words& words) {
  std::vector<int> result;
  for (std::int64_t n = words.integer(); n > 0; --n) result.push_back(index(words.word()));
  return result;
}

template <class T>
typename Interpreter<T>::Subscript Interpreter<T>::subscript(Words& words) {
  Subscript result;
  const std::string kind = words.word();
  if (kind == ".") {
    result.terms.push_back({1, index(words.word())});
  } else if (kind == "=") {
    result.constant = words.integer();
  } else if (kind == "~") {
    result.constant = words.integer();
    for (std::int64_t n = words.integer(); n > 0; --n) {
      const std::int64_t coefficient = words.integer();
      result.terms.push_back({coefficient, index(words.word())});
    }
  } else {
    result.tensor = &operands_.at(words.word());
    for (std::size_t n = 0; n < result.tensor->shape.size(); ++n) result.inner.push_back(subscript(words));
  }
  return result;
}

template <class T>
typename Interpreter<T>::Node Interpreter<T>::expression(Words& words) {
  auto node = std::make_unique<Expression<T>>();
  node->op = words.word();
  std::size_t operands = 2;
  if (node->op == "#" || node->op == "$") {
    node->fixed = node->op == "#";
    node->op = "#";
    node->constant = constant(words);
    return node;
  }
  if (node->op == "@") {
    node->tensor = &operands_.at(words.word());
    for (std::size_t n = 0; n < node->tensor->shape.size(); ++n) node->subscripts.push_back(subscript(words));
    return node;
  }
  for (const Reduction& reduction : reductions) {
    if (node->op != std::string(":") + reduction.name) continue;
    node->op = reduction.op;
    node->reduced = indices(words);
    operands = 1;
    node->operands.push_back(expression(words));
    node->fixed = false;  // marks a reduction
    return node;
  }
  if (node->op.starts_with("call:"))
    operands = static_cast<std::size_t>(words.integer());
  else if (node->op == "select")
    operands = 3;
  else if (node->op.size() > 2 && node->op != "min" && node->op != "max" && node->op != "pow")
    operands = 1;
  else if (node->op == "!")
    operands = 1;
  for (std::size_t n = 0; n < operands; ++n) node->operands.push_back(expression(words));
  return node;
}

template <class T>
std::int64_t Interpreter<T>::value(const Subscript& subscript) const {
  if (subscript.tensor) {
    Coordinates where;
    for (const Subscript& inner : subscript.inner) where.push_back(value(inner));
    if (!subscript.tensor->contains(where)) return -1;  // what it subscripts is left, too
    if constexpr (is_complex<T>)
      return static_cast<std::int64_t>(subscript.tensor->at(where).value.real());
    else
      return static_cast<std::int64_t>(subscript.tensor->at(where).value);
  }
  std::int64_t result = subscript.constant;
  for (const auto& [coefficient, name] : subscript.terms)
    result += coefficient * indices_[static_cast<std::size_t>(name)].now;
  return result;
}

template <class T>
template <class Body>
void Interpreter<T>::each(const std::vector<int>& names, std::size_t depth, const Body& body) {
  if (depth == names.size()) return body();
  Index& index = indices_[static_cast<std::size_t>(names[depth])];
  for (std::int64_t n = 0; n < index.range; ++n) {
    index.now = index.listed ? index.list[static_cast<std::size_t>(n)] : n;
    each(names, depth + 1, body);
  }
}

template <class T>
Value<T> Interpreter<T>::reduce(const std::string& op, const std::vector<int>& names,
                                const Expression<T>& body) {
  Value<T> result{identity<T>(op), true};
  each(names, 0, [&] { result = combined(op, result, value(body)); });
  return result;
}

template <class T>
Value<T> Interpreter<T>::apply(const Expression<T>& node) {
  std::vector<Value<T>> operands;
  for (const auto& operand : node.operands) operands.push_back(value(*operand));
  if (node.op == "select") {
    const Value<T>& condition = operands[0];
    const Value<T>& chosen = condition.value != T(0) ? operands[1] : operands[2];
    const bool same = operands[1].fixed && operands[2].fixed && operands[1].value == operands[2].value;
    return {chosen.value, same || (condition.fixed && chosen.fixed)};
  }
  if (node.op.starts_with("call:")) {
    if constexpr (std::is_floating_point_v<T>)
      return called<Value<T>>(node.op.substr(5), operands);
    else
      throw std::invalid_argument("functions are of real numbers");
  }
  if (operands.size() == 1) return {unary(node.op, operands[0].value), operands[0].fixed};
  return combined(node.op, operands[0], operands[1]);
}

template <class T>
Value<T> Interpreter<T>::value(const Expression<T>& node) {
  if (node.op == "#") return {node.constant, node.fixed};
  if (node.op == "@") {
    Coordinates where;
    for (const Subscript& subscript : node.subscripts) where.push_back(value(subscript));
    return node.tensor->at(where);
  }
  if (!node.fixed) return reduce(node.op, node.reduced, *node.operands[0]);
  return apply(node);
}

/// What the elements that an Einsum does not name are afterwards; nothing where it names all of them. An
/// assignment leaves what is outside of its slice, and fills the rest.
template <class T>
std::map<Coordinates, Value<T>> Interpreter<T>::untouched(const Operand<T>& target,
                                                          const std::vector<Subscript>& subscripts,
                                                          bool assigns) const {
  std::set<int> names;
  for (const Subscript& s : subscripts)
    if (!s.tensor && s.constant == 0 && s.terms.size() == 1 && s.terms[0].first == 1)
      names.insert(s.terms[0].second);
  std::map<Coordinates, Value<T>> result;
  if (names.size() == subscripts.size()) return result;
  Coordinates where(target.shape.size(), 0);
  const auto visit = [&](const auto& self, std::size_t mode) -> void {
    if (mode < where.size()) {
      for (where[mode] = 0; where[mode] < target.shape[mode]; ++where[mode]) self(self, mode + 1);
      return;
    }
    bool outside = false;
    for (std::size_t m = 0; m < where.size(); ++m)
      outside = outside ||
                (subscripts[m].terms.empty() && !subscripts[m].tensor && subscripts[m].constant != where[m]);
    result[where] = !assigns || outside ? target.at(where) : Value<T>{target.fill, true};
  };
  visit(visit, 0);
  return result;
}

template <class T>
void Interpreter<T>::read_einsum(Words& words) {
  Operand<T>& target = operands_.at(words.word());
  std::vector<int> left;
  std::vector<Subscript> subscripts;
  left = indices(words);
  for (std::size_t n = 0; n < target.shape.size(); ++n) subscripts.push_back(subscript(words));
  const std::string op = words.word();  // "=", or the operator that combines with what is there
  const std::string reduction = op == "=" ? "+" : op;
  std::vector<Term> terms;
  for (std::int64_t n = words.integer(); n > 0; --n) {
    const bool minus = words.word() == "-";
    std::vector<int> reduced = indices(words);
    terms.push_back({minus, std::move(reduced), expression(words)});
  }
  std::map<Coordinates, Value<T>> computed = untouched(target, subscripts, op == "=");
  each(left, 0, [&] {
    Coordinates where;
    for (const Subscript& subscript : subscripts) where.push_back(value(subscript));
    if (!target.contains(where)) return;
    Value<T> sum;
    for (std::size_t n = 0; n < terms.size(); ++n) {
      Value<T> x = terms[n].reduced.empty() ? value(*terms[n].body)
                                            : reduce(reduction, terms[n].reduced, *terms[n].body);
      if (terms[n].minus) x.value = -x.value;
      sum = n == 0 ? x : Value<T>{sum.value + x.value, sum.fixed && x.fixed};
    }
    computed[where] = op == "=" ? sum : combined(op, target.at(where), sum);
  });
  target.computed = std::move(computed);
}

template <class T>
void Interpreter<T>::read_blocks(Words& words) {
  Operand<T>& tensor = operands_.at(words.word());
  Coordinates sizes;
  for (std::size_t mode = 0; mode < tensor.shape.size(); ++mode) sizes.push_back(words.integer());
  const auto block = [&](Coordinates where) {
    for (std::size_t mode = 0; mode < where.size(); ++mode) where[mode] /= sizes[mode];
    return where;
  };
  std::set<Coordinates> stored;
  for (const auto& [where, value] : tensor.computed)
    if (!value.fixed) stored.insert(block(where));
  for (auto& [where, value] : tensor.computed) value.fixed = !stored.contains(block(where));
}

template class Interpreter<double>;
template class Interpreter<std::int64_t>;
template class Interpreter<std::complex<double>>;
template struct Operand<double>;
template struct Operand<std::int64_t>;
template struct Operand<std::complex<double>>;

}  // namespace differential
