#include "agree/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "agree/formulas.h"
#include "agree/run_nest.h"
#include "agree/sizes.h"
#include "agree/stored_tensor.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "nest/polynomial.h"

namespace insum::agree {

namespace {

constexpr int data_sets = 4;
constexpr double most_points = 50'000;

/// Not an expression whose parts a loop may name.
bool is_name(std::string text) {
  for (const char* part : {"->", "()"})
    for (std::size_t at; (at = text.find(part)) != std::string::npos;) text.erase(at, 2);
  return text.find_first_of("+-*/%?<>&|(") == std::string::npos;
}

std::string number_text(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string element_text(const std::string& array, long long at, bool is_number) {
  return is_number ? "'" + array + "'" : "'" + array + "[" + std::to_string(at) + "]'";
}

bool equal(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return a == b || (std::isnan(a) && std::isnan(b));
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

/// Throws Unknown for programs that the interpreter does not run, or not on arrays as a loop has them.
void check_can_run(const index::Program& program) {
  for (const index::Tensor& tensor : program.tensors) {
    if (tensor->temporary) continue;
    const bool grows = tensor->assembled && !tensor->keeps_pattern;
    if (!tensor->values || grows || tensor->on_device || is_complex(tensor->type)) throw Unknown{};
    if (text_of(*tensor->values).find("::insum::") != std::string::npos) throw Unknown{};
    if (tensor->values->is_field || tensor->values->depth > 1 || tensor->symmetry != index::Symmetry::none)
      throw Unknown{};
  }
  index::for_each_stmt(program.body, [](const index::StmtPtr& stmt) {  // a loop may know of a permutation
    const auto* einsum = index::get_if<index::Einsum>(stmt);
    if (!einsum || einsum->op != index::Op::none) return;
    for (const index::ExprPtr& subscript : einsum->left.subscripts)
      if (!index::accesses_of(subscript).empty()) throw Unknown{};
  });
  index::for_each_expr(program.body, [](const index::ExprPtr& e) {
    if (const auto* call = index::get_if<index::Call>(e); call && call->callable) throw Unknown{};
    const auto* binary = index::get_if<index::Binary>(e);
    if (binary && binary->op == BinaryOp::div && is_integer(e->type)) throw Unknown{};
    const auto* access = index::get_if<index::Access>(e);
    if (!access) return;
    for (const index::ExprPtr& subscript : access->subscripts)  // gathers alone have known coordinates
      if (!index::get_if<index::Access>(subscript) && !index::accesses_of(subscript).empty()) throw Unknown{};
  });
}

bool has_integers(const nest::ExprPtr& e, const nest::Nest& nest) {
  if (e->kind == nest::ExprKind::read) return nest.arrays[static_cast<std::size_t>(e->id)].integer;
  if (e->kind == nest::ExprKind::index) return true;
  return std::any_of(e->parts.begin(), e->parts.end(),
                     [&](const nest::ExprPtr& part) { return has_integers(part, nest); });
}

/// Divides integers where C++ drops what is left over, and the nest does not say so.
bool divides_integers(const nest::ExprPtr& e, const nest::Nest& nest) {
  if (e->kind == nest::ExprKind::binary && e->text == "/" && has_integers(e, nest)) return true;
  return std::any_of(e->parts.begin(), e->parts.end(),
                     [&](const nest::ExprPtr& part) { return divides_integers(part, nest); });
}

void collect_scalars(const nest::ExprPtr& e, std::set<std::string>& out) {
  if (e->kind == nest::ExprKind::scalar) out.insert(e->text);
  for (const nest::ExprPtr& part : e->parts) collect_scalars(part, out);
}

/// What an Einsum makes of one set of data.
class Trial {
 public:
  Trial(const index::Program& program, std::uint64_t seed, const Values& fixed)
      : memory_(seed), values_(choose_values(program, memory_, fixed)) {
    double points = 1;
    for (const auto& [variable, range] : program.ranges)
      points *= std::max(1.0, static_cast<double>(evaluate(range.end, values_)));
    if (points > most_points) throw Unknown{};
    index::for_each_expr(program.body, [this](const index::ExprPtr& e) {
      if (const auto* access = index::get_if<index::Access>(e))
        for (const index::ExprPtr& subscript : access->subscripts)
          has_sums_ |= index::get_if<index::Binary>(subscript) != nullptr;
    });
    make_data(program, seed % 2 == 1);
    index::State state = state_;
    index::interpret(program, state);
    for (const index::Tensor& tensor : program.outputs) {
      std::map<index::Coordinates, std::size_t> met;
      for (const Place& place : places_.at(tensor.get())) {
        const std::vector<double>& now = state.tensors.at(tensor->values).at(place.at);
        expected_[text_of(*tensor->values)][place.offset] = {
            tensor.get(), place.at, now.at(std::min(met[place.at]++, now.size() - 1))};
      }
    }
  }

  const Values& values() const { return values_; }

  /// What the nest makes of the same data otherwise; nothing where it is the same. `start`: outputs hold this
  /// before.
  std::optional<std::string> difference(const nest::Nest& nest, const Meaning& meaning,
                                        std::optional<double> start) const {
    Memory memory = memory_;
    for (const auto& [name, elements] : expected_)
      for (const auto& [at, element] : elements)
        if (start) memory.write(name, at, *start);
    const Run run = run_nest(nest, meaning, memory);
    if (std::optional<std::string> found = difference(nest, meaning, run.written, memory)) {
      const std::optional<std::string> outside = read_outside(memory);
      if (run.compares_negatives || (outside && has_sums_))
        throw Unknown{};  // sizes may be what rules it out
      return outside ? outside : found;
    }
    return std::nullopt;
  }

  /// "n = 3, m = 2"
  const std::string& sizes() const { return sizes_; }

 private:
  struct Element {
    const index::TensorNode* tensor;
    index::Coordinates at;
    double value;
  };

  using Written = std::map<int, std::map<long long, double>>;

  std::optional<std::string> difference(const nest::Nest& nest, const Meaning& meaning,
                                        const Written& written, Memory& memory) const {
    for (const auto& [array, elements] : written) {
      const std::string& name = meaning.arrays[static_cast<std::size_t>(array)];
      const bool is_number = nest.arrays[static_cast<std::size_t>(array)].kind == nest::ArrayKind::scalar;
      const auto output = expected_.find(name);
      if (output == expected_.end()) return "it writes '" + name + "', which is no output of the block";
      for (const auto& [at, value] : elements)
        if (!output->second.count(at))
          return "it writes " + element_text(name, at, is_number) + ", which is no element of '" +
                 output->second.begin()->second.tensor->name + "'";
    }
    for (const auto& [name, elements] : expected_)
      for (const auto& [at, element] : elements) {
        const double now = memory.read(name, at);
        if (equal(now, element.value)) continue;
        const std::string place = element_text(name, at, element.at.empty());
        const bool named_so = element.at.empty() || place == "'" + to_text(element) + "'";
        const std::string meant = named_so ? "" : ", which is " + to_text(element) + ",";
        if (!was_written(written, meaning, name, at)) return "it leaves " + place + meant + " as it was";
        return "it makes " + place + meant + " " + number_text(now) + ", and the Einsum " +
               number_text(element.value);
      }
    return std::nullopt;
  }

  /// What the nest reads beside the elements of a dense operand.
  std::optional<std::string> read_outside(Memory& memory) const {
    std::map<std::string, std::set<long long>> elements;
    std::map<std::string, std::string> names;
    for (const auto& [tensor, places] : places_) {
      const std::string array = text_of(*tensor->values);
      if (!tensor->dense || expected_.count(array)) continue;
      names[array] = tensor->name;
      for (const Place& place : places) elements[array].insert(place.offset);
    }
    for (const auto& [array, inside] : elements)
      for (const auto& [at, value] : memory.elements(array))
        if (!inside.count(at))
          return "it reads " + element_text(array, at, false) + ", which is no element of '" + names[array] +
                 "'";
    return std::nullopt;
  }

  static std::string to_text(const Element& element) {
    std::string out;
    for (const long long c : element.at) out += (out.empty() ? "" : ",") + std::to_string(c);
    return element.tensor->name + "[" + out + "]";
  }

  static bool was_written(const Written& written, const Meaning& meaning, const std::string& name,
                          long long at) {
    return std::any_of(written.begin(), written.end(), [&](const auto& each) {
      return meaning.arrays[static_cast<std::size_t>(each.first)] == name && each.second.count(at);
    });
  }

  void make_data(const index::Program& program, bool has_signs) {
    const Storage storage = {[](const index::Argument& array) { return text_of(*array); },
                             [this](const index::ExprPtr& size) { return evaluate(size, values_); }};
    for (const index::Argument& argument : program.arguments)
      if (argument->type == ElementType::boolean)
        memory_.limit(text_of(*argument), 0, 2);
      else if (is_floating(argument->type) && has_signs)
        memory_.use_signs(text_of(*argument));
    for (const auto& [tensor, size] : program.gathers)
      memory_.limit(text_of(*tensor->values), tensor->base, evaluate(size, values_));
    for (const auto& [name, value] : values_)
      sizes_ += (sizes_.empty() ? "" : ", ") + name + " = " + number_text(value);
    Lengths lengths;
    for (const index::Tensor& tensor : program.tensors)
      if (!tensor->temporary) places_[tensor.get()] = places_of(*tensor, storage, memory_, lengths);
    for (const index::Tensor& tensor : program.tensors)
      if (!tensor->temporary)
        state_.tensors[tensor->values] = contents_of(*tensor, places_.at(tensor.get()), storage, memory_);
    for (const auto& [array, length] : lengths) values_[array + ".size()"] = static_cast<double>(length);
    for (const index::Argument& argument : program.arguments)
      if (const auto value = values_.find(text_of(*argument)); value != values_.end())
        state_.scalars[argument] = value->second;
  }

  Memory memory_;
  Values values_;  // also of arrays' lengths
  std::string sizes_;
  bool has_sums_ = false;  // subscripts such as i + k, which may lead outside
  index::State state_;
  std::map<const index::TensorNode*, std::vector<Place>> places_;
  std::map<std::string, std::map<long long, Element>> expected_;  // by array and offset
};

class Comparison {
 public:
  Comparison(const nest::Nest& nest, const index::Program& program) : nest_(nest), program_(program) {
    check_can_run(program);
    if (divides_integers(nest.value, nest) || divides_integers(nest.target, nest)) throw Unknown{};
    match_arrays();
    match_scalars();
  }

  std::optional<Disagreement> run() {
    for (const Values& fixed : fixed_sizes()) {
      std::vector<Trial> trials;
      try {
        for (std::uint64_t seed = 0; seed < data_sets; ++seed) trials.emplace_back(program_, seed, fixed);
      } catch (const Unknown&) {
        if (fixed.empty()) throw;
        continue;  // such sizes do not go together
      }
      if (agrees(trials, {}) || agrees_from_identity(trials)) return std::nullopt;
    }
    return std::move(first_);
  }

 private:
  /// An array that the loop names otherwise than the block may be any part of one of the block's. A loop that
  /// knows where entries lie without looking knows more than the block says.
  void match_arrays() const {
    std::set<std::string> block, levels, loop;
    for (const index::Argument& argument : program_.arguments)
      if (argument->kind == index::ArgumentNode::Kind::array) block.insert(text_of(*argument));
    for (const index::Tensor& tensor : program_.tensors) {
      if (!tensor->temporary) block.insert(text_of(*tensor->values));
      for (const index::TensorLevel& level : tensor->levels)
        for (const index::Argument& array : level.arrays)
          if (!tensor->temporary) levels.insert(text_of(*array));
    }
    for (const nest::Array& array : nest_.arrays) {
      loop.insert(plain_text(array.text));
      if (array.integer && !block.count(plain_text(array.text))) throw Unknown{};  // it may hold sizes
    }
    const auto lacks = [](const std::set<std::string>& a, const std::set<std::string>& b) {
      return std::any_of(a.begin(), a.end(), [&](const std::string& name) { return !b.count(name); });
    };
    if ((lacks(levels, loop) && has_constant_bounds()) || (lacks(loop, block) && lacks(block, loop)))
      throw Unknown{};
  }

  bool has_constant_bounds() const {
    return std::any_of(nest_.loops.begin(), nest_.loops.end(), [](const nest::Loop& loop) {
      const bool from_constant =
          loop.lower->kind == nest::ExprKind::number && !nest::is_number(loop.lower, 0);
      return from_constant || loop.upper->kind == nest::ExprKind::number;
    });
  }

  /// Both name the same numbers: others may be computed from each other above the statement.
  void match_scalars() {
    std::set<std::string> plain, block;
    for (const nest::ExprPtr& e : {nest_.value, nest_.target}) collect_scalars(e, scalars_);
    for (const nest::Loop& loop : nest_.loops)
      for (const nest::ExprPtr& e : {loop.lower, loop.upper}) collect_scalars(e, scalars_);
    for (const std::string& text : scalars_) plain.insert(plain_text(text));
    for (const index::Argument& argument : program_.arguments) {
      const std::string name = text_of(*argument);
      const bool is_array = argument->kind == index::ArgumentNode::Kind::array;
      block.insert(is_array ? name + ".size()" : name);
      if (is_array) continue;
      const bool is_value = argument->kind == index::ArgumentNode::Kind::scalar;
      if (!is_name(name) || (is_value && !plain.count(name))) throw Unknown{};
    }
    for (const std::string& name : plain)
      if (!block.count(name)) throw Unknown{};
  }

  /// Nothing, then each way to give sizes of the block that no constant is one of the loop's constant bounds:
  /// a vector may be as long as a loop knows it to be.
  std::vector<Values> fixed_sizes() const {
    std::set<long long> bounds;
    for (const nest::Loop& loop : nest_.loops)
      for (const nest::Term& term : nest::polynomial(loop.upper).terms)
        if (term.factors.empty() && term.coefficient > 0) bounds.insert(term.coefficient);
    std::vector<Values> out = {{}};
    for (const index::Argument& argument : program_.arguments) {
      if (argument->kind != index::ArgumentNode::Kind::size) continue;
      const std::size_t before = out.size();
      for (std::size_t n = 0; n < before && out.size() < 16; ++n)
        for (const long long bound : bounds) {
          out.push_back(out[n]);
          out.back()[text_of(*argument)] = static_cast<double>(bound);
        }
    }
    return out;
  }

  /// What stands above may have set the result to 0, or to what its sum, product or minimum begins with.
  bool agrees_from_identity(const std::vector<Trial>& trials) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    static const std::map<std::string, double> identities = {
        {"=", 0}, {"+", 0}, {"*", 1}, {"min", infinity}, {"max", -infinity}, {"|", 0}, {"||", 0}, {"&&", 1}};
    const auto identity = identities.find(nest_.op);
    return identity != identities.end() && agrees(trials, identity->second);
  }

  bool agrees(const std::vector<Trial>& trials, std::optional<double> start) {
    for (const Trial& trial : trials) {
      Meaning meaning;
      for (const nest::Array& array : nest_.arrays) meaning.arrays.push_back(plain_text(array.text));
      for (const std::string& text : scalars_) meaning.scalars[text] = trial.values().at(plain_text(text));
      const std::optional<std::string> found = trial.difference(nest_, meaning, start);
      if (!found) continue;
      if (!first_) first_ = {*found, trial.sizes(), differences(nest_, program_)};
      return false;
    }
    return true;
  }

  const nest::Nest& nest_;
  const index::Program& program_;
  std::set<std::string> scalars_;  // the nest's
  std::optional<Disagreement> first_;
};

}  // namespace

std::optional<Disagreement> compare(const nest::Nest& nest, const index::Program& program) {
  try {
    return Comparison(nest, program).run();
  } catch (const Unknown&) {
    return std::nullopt;
  }
}

}  // namespace insum::agree
