#include "agree/tried_sizes.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <set>

#include "agree/sizes.h"
#include "nest/polynomial.h"

namespace insum::agree {

namespace {

/// Bounds that are numbers: those in sums, such as i + 1, are none.
std::set<long long> constant_bounds(const nest::Nest& nest) {
  std::set<long long> out;
  for (const nest::Loop& loop : nest.loops) {
    const std::vector<nest::Term> terms = nest::polynomial(loop.upper).terms;
    if (terms.size() == 1 && terms[0].factors.empty() && terms[0].coefficient > 0)
      out.insert(terms[0].coefficient);
  }
  return out;
}

/// A loop over the elements that one by steps leaves, or steps that end with the elements: lengths need not
/// be multiples, and both should run.
bool has_rest_loop(const nest::Nest& nest) {
  const std::function<bool(const nest::ExprPtr&)> divides = [&](const nest::ExprPtr& e) {
    return (e->kind == nest::ExprKind::binary && e->text == "/") ||
           std::any_of(e->parts.begin(), e->parts.end(), divides);
  };
  return std::any_of(nest.loops.begin(), nest.loops.end(), [&](const nest::Loop& loop) {
    const bool ends = loop.upper->kind == nest::ExprKind::call || loop.upper->kind == nest::ExprKind::select;
    return ends || divides(loop.lower);
  });
}

/// Of loops that do several elements at a time: lengths are multiples of it, if they are written for such.
long long common_step(const nest::Nest& nest) {
  long long out = 1;
  for (const nest::Loop& loop : nest.loops) {
    const bool divides = loop.upper->kind == nest::ExprKind::binary && loop.upper->text == "/";
    if (divides && loop.upper->parts[1]->kind == nest::ExprKind::number)
      out = std::lcm(out, std::strtoll(loop.upper->parts[1]->text.c_str(), nullptr, 10));
  }
  return out;
}

/// Two steps at least, where these are few elements.
Values multiples_of(long long step, long long more, const index::Program& program, Values out) {
  long long count = 0;
  const long long least = step <= 32 ? 2 : 1;
  for (const index::Argument& argument : program.arguments)
    if (argument->kind == index::ArgumentNode::Kind::size)
      out.try_emplace(text_of(*argument), static_cast<double>(step * (least + count++ % 2) + more));
  return out;
}

/// Those of the vectors of several results, which no subscript has in common.
Values equal_lengths(const index::Program& program, Values out) {
  for (const index::Argument& argument : program.arguments)
    if (argument->kind == index::ArgumentNode::Kind::size && text_of(*argument).ends_with(".size()"))
      out[text_of(*argument)] = 3;
  return out;
}

}  // namespace

std::vector<Values> tried_sizes(const nest::Nest& nest, const index::Program& program) {
  std::vector<Values> out = {{}};
  for (const auto& [name, value] : nest.constants) out[0][name] = value;
  if (!nest.others.empty()) out.push_back(equal_lengths(program, out[0]));
  if (const long long step = common_step(nest); step > 1) {
    const bool rest = has_rest_loop(nest);
    const Values lengths = multiples_of(step, rest ? 1 : 0, program, out[0]);
    if (rest) out.clear();
    out.push_back(lengths);
  }
  const std::set<long long> bounds = constant_bounds(nest);
  for (const index::Argument& argument : program.arguments) {
    const bool given = nest.constants.count(text_of(*argument)) > 0;
    if (argument->kind != index::ArgumentNode::Kind::size || given) continue;
    const std::size_t before = out.size();
    for (std::size_t n = 0; n < before && out.size() < 16; ++n)
      for (const long long bound : bounds) {
        out.push_back(out[n]);
        out.back()[text_of(*argument)] = static_cast<double>(bound);
      }
  }
  return out;
}

}  // namespace insum::agree
