#include "rulebook.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace {

using Rules = std::vector<std::pair<int, int>>;  // (input, output)

// Both lists of keys ascend, and so do the keys that outputs ask for.
Rules rules_of(const Voxels& inputs, const Voxels& outputs, int stride, std::int64_t way) {
  Rules rules;
  std::size_t n = 0;
  for (std::size_t o = 0; o < outputs.keys.size(); ++o) {
    const std::int64_t wanted = stride * outputs.keys[o] + way;
    while (n < inputs.keys.size() && inputs.keys[n] < wanted) ++n;
    if (n < inputs.keys.size() && inputs.keys[n] == wanted)
      rules.emplace_back(static_cast<int>(n), static_cast<int>(o));
  }
  return rules;
}

}  // namespace

Rulebook make_rules(const Voxels& inputs, const Voxels& outputs, int stride, int group_size) {
  std::array<Rules, 27> found;
#pragma omp parallel for schedule(dynamic)
  for (int r = 0; r < 27; ++r)
    found[static_cast<std::size_t>(r)] =
        rules_of(inputs, outputs, stride, Voxels::key(r / 9 - 1, r / 3 % 3 - 1, r % 3 - 1));

  Rulebook book;
  book.size = group_size;
  const auto size = static_cast<std::size_t>(group_size);
  for (int r = 0; r < 27; ++r) {
    const Rules& rules = found[static_cast<std::size_t>(r)];
    book.first.push_back(book.groups);
    book.rules += static_cast<long long>(rules.size());
    for (std::size_t begin = 0; begin < rules.size(); begin += size, ++book.groups) {
      book.offset.push_back(r);
      for (std::size_t q = begin; q < begin + size; ++q) {
        const auto [input, output] = rules[std::min(q, rules.size() - 1)];
        book.input.push_back(input);
        book.output.push_back(output);
        book.share.push_back(q < rules.size() ? 1.0f : 0.0f);
      }
    }
  }
  book.first.push_back(book.groups);
  return book;
}

GroupPlan plan_groups(std::span<const int> pos, int group_size, Rulebook& book) {
  book = {};
  book.size = group_size;
  GroupPlan plan;
  for (std::size_t r = 0; r + 1 < pos.size(); ++r) {
    book.first.push_back(book.groups);
    for (int begin = pos[r]; begin < pos[r + 1]; begin += group_size, ++book.groups) {
      book.offset.push_back(static_cast<int>(r));
      plan.begin.push_back(begin);
      plan.length.push_back(std::min(group_size, pos[r + 1] - begin));
    }
  }
  book.first.push_back(book.groups);
  book.rules = pos.back();
  const std::size_t slots = book.offset.size() * static_cast<std::size_t>(group_size);
  book.input.resize(slots), book.output.resize(slots), book.share.resize(slots);
  return plan;
}

Tree make_tree(const Voxels& voxels) {
  Tree tree;
  tree.ypos.push_back(0), tree.zpos.push_back(0);
  const auto count = [](const std::vector<int>& list) { return static_cast<int>(list.size()); };
  for (std::size_t n = 0; n < voxels.keys.size(); ++n) {
    const bool new_x = n == 0 || voxels.x(n) != voxels.x(n - 1);
    if (new_x) tree.x.push_back(voxels.x(n)), tree.ypos.push_back(0);
    if (new_x || voxels.y(n) != voxels.y(n - 1)) tree.y.push_back(voxels.y(n)), tree.zpos.push_back(0);
    tree.z.push_back(voxels.z(n));
    tree.number.push_back(static_cast<int>(n) + 1);
    tree.ypos.back() = count(tree.y), tree.zpos.back() = count(tree.z);
    tree.size = std::max({tree.size, voxels.x(n) + 1, voxels.y(n) + 1, voxels.z(n) + 1});
  }
  tree.xpos = {0, count(tree.x)};
  return tree;
}
