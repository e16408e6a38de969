#include "agree/sample.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "agree/formulas.h"
#include "agree/subscripts.h"
#include "index_ir/algebra.h"
#include "index_ir/rewrite.h"

namespace insum::agree {

namespace {

constexpr double most_points = 50'000;

std::string number_text(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

/// Of elements by the array's number, one of the array that is called so.
template <class Elements>
bool has_element(const std::map<int, Elements>& elements, const Meaning& meaning, const std::string& name,
                 long long at) {
  return std::any_of(elements.begin(), elements.end(), [&](const auto& each) {
    return meaning.arrays[static_cast<std::size_t>(each.first)] == name && each.second.count(at);
  });
}

std::string element_text(const std::string& array, long long at, bool is_number) {
  if (is_number) return "'" + array + "'";
  const std::string row = at < row_pitch ? "" : "[" + std::to_string(at / row_pitch - 1) + "]";
  return "'" + array + row + "[" + std::to_string(at % row_pitch) + "]'";
}

bool equal(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return a == b || (std::isnan(a) && std::isnan(b));
  constexpr double rounding = 1e-10;                                   // of sums that come to nothing
  const double precision = 1e-6 * std::max(std::abs(a), std::abs(b));  // literals may be float
  return std::abs(a - b) <= std::max(rounding, precision);
}

/// Numbers of the set: each kind of sign, what is compared with something, to tell > from >=, and what lies
/// on either side of that, to have both: also far away, as sums and quotients may be what is compared.
Numbers numbers_of(std::uint64_t seed, const std::set<double>& compared, const std::set<double>& decisive) {
  using Sign = Numbers::Sign;
  static constexpr Sign signs[] = {Sign::none, Sign::any, Sign::minus, Sign::any, Sign::none};
  constexpr std::uint64_t with_compared = 3, with_sides = 5;
  Numbers out;
  out.sign = seed < with_sides ? signs[seed] : seed % 2 ? Sign::any : Sign::none;
  if (seed < with_compared) return out;
  if (seed < with_sides) {
    out.others.assign(compared.begin(), compared.end());
    return out;
  }
  out.one_in = 2;
  constexpr double largest = 1e6;  // sums of more lose the small numbers
  for (const double each : decisive)
    if (!is_guard(each) && std::abs(each) <= largest)
      out.others.insert(out.others.end(), {each - 1, each + 1, 10 * each});
  return out;
}

/// Half of the sets keep subscripts inside where sizes can, as a loop that checks none relies on.
bool wants_inside(std::uint64_t seed) { return seed % 2 == 0; }

/// Constants that the Einsum compares something with.
void collect_compared(const index::ExprPtr& e, std::set<double>& out) {
  const auto* binary = index::get_if<index::Binary>(e);
  if (!binary || !is_comparison(binary->op)) return;
  for (const index::ExprPtr& side : {binary->left, binary->right})
    if (const auto known = index::known_value(side)) out.insert(*known);
}

/// ... and those in what it compares, and in minima, maxima and masks.
void collect_decisive(const index::ExprPtr& e, std::set<double>& out) {
  const auto* binary = index::get_if<index::Binary>(e);
  const auto* call = index::get_if<index::Call>(e);
  static const std::set<std::string> choosing = {"min", "max", "bit_and"};
  if (!(binary && is_comparison(binary->op)) && !(call && choosing.count(call->function))) return;
  index::for_each_expr(e, [&](const index::ExprPtr& part) {
    const auto known = index::known_value(part);
    if (known && std::isfinite(*known)) out.insert(*known);
  });
}

}  // namespace

Sample::Sample(const index::Program& program, std::uint64_t seed, const Given& given)
    : rebased_(given.rebased),
      repeats_(given.repeats),
      longest_row_(given.longest_row),
      memory_(seed),
      values_(choose_values(program, memory_, given.fixed, given.others, wants_inside(seed))) {
  double points = 1;
  for (const auto& [variable, range] : program.ranges)
    points *= std::max(1.0, static_cast<double>(evaluate(range.end, values_)));
  if (points > most_points) throw Unknown{"the smallest data that fit it are too many to try"};
  std::set<double> constants = given.compared, decisive = given.in_decisions;
  index::for_each_expr(program.body, [&](const index::ExprPtr& e) {
    collect_compared(e, constants);
    collect_decisive(e, decisive);
    const auto* binary = index::get_if<index::Binary>(e);
    divides_ |= (binary && binary->op == BinaryOp::div) || index::get_if<index::Call>(e);
    if (const auto known = index::known_value(e)) has_guards_ |= is_guard(*known);
  });
  const Reach reach = reach_of(program, values_);
  leads_outside_ = reach == Reach::behind || (reach == Reach::before && !wants_inside(seed));
  make_data(program, numbers_of(seed, constants, decisive));
  index::State state = state_;
  index::interpret(program, state);
  for (const index::Tensor& tensor : program.outputs) {
    std::map<index::Coordinates, std::size_t> met;
    for (const Place& place : places_.at(tensor.get())) {
      const std::vector<double>& now = state.tensors.at(index::stored(*tensor)).at(place.at);
      expected_[start_of(*tensor->values).array][place.offset] = {
          tensor.get(), place.at, now.at(std::min(met[place.at]++, now.size() - 1))};
    }
  }
}

std::optional<std::string> Sample::difference(const nest::Nest& nest, const Meaning& meaning,
                                              const Values& starts, Decisions& decided) const {
  Memory memory = memory_;
  for (const auto& [name, elements] : expected_)
    for (const auto& [at, element] : elements)
      if (const auto start = starts.find(name); start != starts.end()) memory.write(name, at, start->second);
  const Run run = run_nest(nest, meaning, memory);
  if (std::optional<std::string> found = difference(nest, meaning, run, memory)) {
    const std::optional<std::string> outside = read_outside(memory);
    if (run.compares_negatives || (outside && leads_outside_))
      throw Unknown{"it reads or compares what only sizes that are unknown here keep in bounds"};
    return outside ? outside : found;
  }
  decided.add(run.decided);
  return std::nullopt;
}

std::optional<std::string> Sample::difference(const nest::Nest& nest, const Meaning& meaning, const Run& run,
                                              Memory& memory) const {
  const Written& written = run.written;
  for (const auto& [array, elements] : written) {
    const std::string& name = meaning.arrays[static_cast<std::size_t>(array)];
    const bool is_number = nest.arrays[static_cast<std::size_t>(array)].kind == nest::ArrayKind::scalar;
    const auto output = expected_.find(name);
    if (output == expected_.end() && !nest.others.empty()) continue;  // insum-other-write, where it matters
    if (output == expected_.end()) return "it writes '" + name + "', which is no output of the block";
    for (const auto& [at, value] : elements)
      if (!output->second.count(at))
        return "it writes " + element_text(name, at, is_number) + ", which is no element of '" +
               output->second.begin()->second.tensor->name + "'";
  }
  for (const auto& [name, elements] : expected_)
    for (const auto& [at, element] : elements) {
      const double now = memory.read(name, at);
      if (equal(now, element.value) || !is_told_by(now, element.value)) continue;
      if (!has_guards_ && has_element(run.guarded, meaning, name, at)) continue;
      const std::string place = element_text(name, at, element.at.empty());
      const bool named_so = element.at.empty() || place == "'" + to_text(element) + "'";
      const std::string meant = named_so ? "" : ", which is " + to_text(element) + ",";
      if (!has_element(written, meaning, name, at)) return "it leaves " + place + meant + " as it was";
      return "it makes " + place + meant + " " + number_text(now) + ", and the Einsum " +
             number_text(element.value);
    }
  return std::nullopt;
}

std::optional<std::string> Sample::read_outside(Memory& memory) const {
  std::map<std::string, std::set<long long>> elements;
  std::map<std::string, std::set<std::string>> names;
  for (const auto& [tensor, places] : places_) {
    const std::string array = start_of(*tensor->values).array;
    if (!tensor->dense || expected_.count(array)) continue;
    names[array].insert("'" + tensor->name + "'");
    for (const Place& place : places) elements[array].insert(place.offset);
  }
  for (const auto& [array, inside] : elements)
    for (const auto& [at, value] : memory.elements(array))
      if (!inside.count(at)) {
        std::string tensors;
        for (const std::string& name : names[array]) tensors += (tensors.empty() ? "" : " or ") + name;
        return "it reads " + element_text(array, at, false) + ", which is no element of " + tensors;
      }
  return std::nullopt;
}

std::string Sample::to_text(const Element& element) {
  std::string out;
  for (const long long c : element.at) out += (out.empty() ? "" : ",") + std::to_string(c);
  return element.tensor->name + "[" + out + "]";
}

bool Sample::is_told_by(double statement, double einsum) const {
  return !divides_ || (std::isfinite(statement) && std::isfinite(einsum));
}

void Sample::set_numbers(const index::Program& program, const Numbers& numbers) {
  for (const index::Argument& argument : program.arguments) {
    Numbers fit = numbers;
    if (argument->type == ElementType::boolean)
      memory_.limit(start_of(*argument).array, 0, 2), fit.others.clear();
    if (!is_floating(argument->type)) {
      fit.sign = Numbers::Sign::none;
      std::erase_if(fit.others, [](double value) { return value < 0 || value != std::floor(value); });
    }
    if (std::any_of(program.tensors.begin(), program.tensors.end(), [&](const index::Tensor& t) {
          return t->values && text_of(*t->values) == text_of(*argument);
        }))
      memory_.use_numbers(start_of(*argument).array, fit);
  }
}

void Sample::check_apart(const index::Program& program) const {
  for (const index::Tensor& output : program.outputs)
    for (const index::Tensor& tensor : program.tensors) {
      if (tensor->temporary || index::stored(*tensor) == index::stored(*output)) continue;
      if (start_of(*tensor->values).array != start_of(*output->values).array) continue;
      std::set<long long> taken;
      for (const Place& place : places_.at(output.get())) taken.insert(place.offset);
      for (const Place& place : places_.at(tensor.get()))
        if (taken.count(place.offset))
          throw Unknown{"an output and '" + tensor->name + "' are parts of one array and share elements"};
    }
}

int Sample::base_of(const index::TensorNode& tensor) const {
  return &tensor == rebased_ ? 1 - tensor.base : tensor.base;
}

void Sample::permute(const index::Program& program) {
  for (const auto& [tensor, size] : assigned_through(program)) {
    const std::string array = start_of(*tensor->values).array;
    std::vector<long long> rest;
    for (long long at = 0; at < evaluate(size, values_); ++at) rest.push_back(at + base_of(*tensor));
    for (const Place& place : places_.at(tensor.get())) {
      const auto chosen = rest.begin() + memory_.draw(array + "#" + std::to_string(place.offset),
                                                      static_cast<long long>(rest.size()));
      memory_.write(array, place.offset, static_cast<double>(*chosen));
      rest.erase(chosen);
    }
  }
}

/// Arrays are as long as what is in them, unless the block computes a size with their length: n = d.size()
/// - 1.
void Sample::set_lengths(const index::Program& program, const Lengths& lengths) {
  std::set<std::string> named;
  for (const index::Argument& argument : program.arguments)
    if (argument->kind == index::ArgumentNode::Kind::size)
      if (const auto sum = sum_in(text_of(*argument))) named.merge(names_in(*sum));
  const auto set = [&](const std::string& name, long long length) {
    if (!named.count(name) || !values_.count(name)) values_[name] = static_cast<double>(length);
  };
  for (const auto& [array, length] : lengths) set(array + ".size()", length);
  for (const index::Argument& argument : program.arguments)
    if (const auto length = lengths.find(start_of(*argument).array); length != lengths.end())
      set(length_of(*argument), length->second);
}

void Sample::make_data(const index::Program& program, const Numbers& numbers) {
  set_numbers(program, numbers);
  const Storage storage = {
      [](const index::Argument& array) { return start_of(*array).array; },
      [this](const index::Argument& array) { return evaluate(start_of(*array).offset, values_); },
      [this](const index::ExprPtr& size) { return evaluate(size, values_); },
      [this](const index::TensorNode& tensor) { return base_of(tensor); },
      repeats_,
      longest_row_};
  for (const auto& [tensor, size] : program.gathers) {
    memory_.use_numbers(start_of(*tensor->values).array, {});
    memory_.limit(start_of(*tensor->values).array, base_of(*tensor), evaluate(size, values_));
  }
  for (const auto& [name, value] : values_)
    if (!sum_in(name)) sizes_ += (sizes_.empty() ? "" : ", ") + name + " = " + number_text(value);
  Lengths lengths;
  for (const index::Tensor& tensor : program.tensors)
    if (!tensor->temporary) places_[tensor.get()] = places_of(*tensor, storage, memory_, lengths);
  permute(program);
  for (const index::Tensor& tensor : program.tensors)
    if (!tensor->temporary)
      state_.tensors[index::stored(*tensor)].merge(
          contents_of(*tensor, places_.at(tensor.get()), storage, memory_));
  check_apart(program);
  set_lengths(program, lengths);
  for (const index::Argument& argument : program.arguments)
    if (const auto value = values_.find(text_of(*argument)); value != values_.end())
      state_.scalars[argument] = value->second;
}

}  // namespace insum::agree
