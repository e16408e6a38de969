#include "passes/vector_accesses.h"

#include <algorithm>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

constexpr int vector_bytes = 16;    // as the runtime's
constexpr int most_bytes = 32;      // of the larger elements beside small ones: two vectors
constexpr int most_neighbours = 8;  // whose values take registers
constexpr int least_bytes = 4;      // a word

/// The bytes of the smallest and the largest element that depends on the iteration; 0: of an unknown type.
std::pair<int, int> element_bytes(const For& loop) {
  int least = vector_bytes, most = 1;
  bool known = true;
  for_each_expr(loop.body, [&](const ExprPtr& e) {
    const auto* load = get_if<Load>(e);
    if (!load || !uses(load->index, {loop.var})) return;
    const int bytes = size_in_bytes(e->type.element);
    known &= bytes > 0;
    least = std::min(least, bytes), most = std::max(most, bytes);
  });
  return known ? std::pair(least, most) : std::pair(0, 0);
}

}  // namespace

void VectorNeeds::add_multiple(const ExprPtr& value, int of) {
  const bool is_known = std::any_of(multiples.begin(), multiples.end(), [&](const auto& known) {
    return known.second % of == 0 && equal(known.first, value);
  });
  if (!is_known) multiples.emplace_back(value, of);
}

void VectorNeeds::merge(const VectorNeeds& others) {
  arrays.insert(others.arrays.begin(), others.arrays.end());
  for (const auto& [value, of] : others.multiples) add_multiple(value, of);
  atomics |= others.atomics;
}

VectorAccesses::VectorAccesses(const For& loop, const HostValues& host) : host_(host), variable_(loop.var) {
  const auto [least, most] = element_bytes(loop);
  if (least == 0) return;
  width_ = std::min({vector_bytes / least, most_bytes / most, most_neighbours});
  if (width_ * least < least_bytes || width_ == 1) width_ = 0;
  if (width_ == 0) return;
  if (!take_known(loop.begin) || !take_known(loop.end)) width_ = 0;
}

bool VectorAccesses::take(const Load& place, const std::set<std::string>& varying) {
  return take_element(place.array, place.index, varying);
}

bool VectorAccesses::take_atomic(const Pointer& place, const Type& type,
                                 const std::set<std::string>& varying) {
  constexpr int floats_at_once = 4;
  needs_.atomics = true;
  return type.element == ElementType::f32 && width_ == floats_at_once &&
         take_element(place.array, place.index, varying);
}

bool VectorAccesses::take_element(const ExprPtr& array, const ExprPtr& index,
                                  const std::set<std::string>& varying) {
  const auto* known = get_if<Name>(array);
  if (!known || !host_.arrays.count(known->text)) return false;
  int times_variable = 0;
  if (!take_index(index, varying, times_variable) || times_variable != 1) return false;
  needs_.arrays.insert(known->text);
  return true;
}

/// The variable itself, and terms that are multiples of the width.
bool VectorAccesses::take_index(const ExprPtr& index, const std::set<std::string>& varying,
                                int& times_variable) {
  const auto* variable = get_if<Name>(index);
  if (variable && variable->text == variable_) return ++times_variable == 1;
  const auto* sum = get_if<Binary>(index);
  if (sum && sum->op == "+")
    return take_index(sum->left, varying, times_variable) && take_index(sum->right, varying, times_variable);
  if (sum && sum->op == "-" && !uses(sum->right, varying))
    return take_index(sum->left, varying, times_variable) && take_index(sum->right, varying, times_variable);
  return !uses(index, varying) && (take_known(index) || take_factors(index));
}

/// A product that has a factor which the host knows.
bool VectorAccesses::take_factors(const ExprPtr& product) {
  const auto* factors = get_if<Binary>(product);
  if (!factors || factors->op != "*") return false;
  return take_known(factors->right) || take_known(factors->left) || take_factors(factors->left) ||
         take_factors(factors->right);
}

bool VectorAccesses::take_known(const ExprPtr& value) {
  if (const std::optional<long long> constant = as_integer(value)) return *constant % width_ == 0;
  if (!host_.knows(value)) return false;
  needs_.add_multiple(value, width_);
  return true;
}

}  // namespace insum::passes
