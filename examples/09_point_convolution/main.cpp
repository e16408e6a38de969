// point_convolution [channels [resolution [points]]]: two sparse convolutions of voxels of a scan, of stride
// 1 and 2.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <random>

#include "../common/compare.hpp"
#include "convolution.hpp"
#include "found_rules.hpp"

namespace {

template <class Tensor>
void fill(Tensor& tensor, std::mt19937& random) {
  std::uniform_real_distribution<float> uniform(-1, 1);
  for (float& value : tensor.vals) value = uniform(random);
}

Ways all_ways() {
  Ways ways;
  for (int r = 0; r < 27; ++r) ways.x.push_back(r / 9), ways.y.push_back(r / 3 % 3), ways.z.push_back(r % 3);
  return ways;
}

using FindRules = decltype(generated::find_rules);
using FillGroups = decltype(generated::fill_groups);

// A rulebook by Einsums, or by the loops that they stand for.
Rulebook found_rules(FindRules* find, FillGroups* fill, const Tree& tree, int stride, const Ints& X,
                     const Ints& Y, const Ints& Z) {
  Matches matches;
  matches.shape = {27, static_cast<std::int64_t>(X.size())};
  find(tree, stride, all_ways(), X, Y, Z, matches);
  Rulebook book;
  const GroupPlan plan = plan_groups(std::span(matches.pos.data(), matches.pos.size()), 32, book);
  fill(matches, plan.begin, plan.length, book);
  return book;
}

// Rules that fill up groups may differ.
bool same_rules(const Rulebook& a, const Rulebook& b) {
  bool same = a.first == b.first && a.offset == b.offset && a.share == b.share && a.rules == b.rules;
  for (std::size_t p = 0; same && p < a.share.size(); ++p)
    same = a.share[p] == 0 || (a.input[p] == b.input[p] && a.output[p] == b.output[p]);
  return same;
}

// The same rulebook in three ways, merging sorted lists being the reference; the exit status.
int compare_rules(const Rulebook& rules, const Tree& tree, int stride, const Ints& X, const Ints& Y,
                  const Ints& Z) {
  Rulebook ours, theirs;
  const double ours_time = example::best_time(
      [&] { ours = found_rules(generated::find_rules, generated::fill_groups, tree, stride, X, Y, Z); });
  const double theirs_time = example::best_time([&] {
    theirs = found_rules(handwritten::find_rules, handwritten::fill_groups, tree, stride, X, Y, Z);
  });
  std::printf("            the rules by Einsums\n");
  return example::conclude(ours_time, theirs_time,
                           same_rules(ours, rules) && same_rules(theirs, rules) ? 0 : 1, 0);
}

// One convolution in four ways, the rules by hand being the reference; the exit status.
int compare(const char* name, const Voxels& inputs, const Voxels& outputs, int stride, const Features& in,
            const Weights& W) {
  Rulebook rules;
  const double rules_time = example::best_time([&] { rules = make_rules(inputs, outputs, stride, 32); });
  const Tree tree = make_tree(inputs);
  Ints X, Y, Z;
  for (std::size_t n = 0; n < outputs.keys.size(); ++n)
    X.push_back(outputs.x(n)), Y.push_back(outputs.y(n)), Z.push_back(outputs.z(n));
  std::printf("%-11s %zu voxels to %zu, %lld rules in %d groups, made in %.2f ms\n", name, inputs.keys.size(),
              outputs.keys.size(), rules.rules, rules.groups, 1e3 * rules_time);

  const int rules_status = compare_rules(rules, tree, stride, X, Y, Z);

  Features ours({static_cast<std::int64_t>(outputs.keys.size()), W.size(2)}), theirs = ours, direct = ours;
  const double ours_time = example::best_time([&] { generated::convolve(rules, in, W, ours); });
  const double theirs_time = example::best_time([&] { handwritten::convolve(rules, in, W, theirs); });
  const int status =
      example::conclude(ours_time, theirs_time, example::relative_difference(ours.vals, theirs.vals), 1e-5);
  std::printf("            without rules\n");
  const double direct_time =
      example::best_time([&] { generated::convolve_directly(tree, in, W, stride, X, Y, Z, direct); });
  const double theirs_direct =
      example::best_time([&] { handwritten::convolve_directly(tree, in, W, stride, X, Y, Z, ours); });
  const double worse = std::max(example::relative_difference(direct.vals, theirs.vals),
                                example::relative_difference(ours.vals, theirs.vals));
  return example::conclude(direct_time, theirs_direct, worse, 1e-5) | status | rules_status;
}

int run(int channels, int resolution, const char* path) {
  const Voxels fine = voxelise(path ? read_points(path) : scanned_torus(50000), resolution),
               coarse = halved(fine);
  std::printf("points      %s; %d channels\n", path ? path : "generated", channels);
  std::mt19937 random(1);
  Features in({static_cast<std::int64_t>(fine.keys.size()), channels});
  Weights W({27, channels, channels}), W2({27, channels, 2 * channels});
  fill(in, random), fill(W, random), fill(W2, random);
  return compare("submanifold", fine, fine, 1, in, W) | compare("strided", fine, coarse, 2, in, W2);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int channels = argc > 1 ? std::atoi(argv[1]) : 32, resolution = argc > 2 ? std::atoi(argv[2]) : 64;
    if (argc <= 4 && channels >= 1 && resolution >= 1 && resolution < 1 << 20)
      return run(channels, resolution, argc > 3 ? argv[3] : nullptr);
    const bool help = argc == 2 && std::strcmp(argv[1], "--help") == 0;
    std::fprintf(help ? stdout : stderr,
                 "usage: %s [channels [resolution [points]]]\n"
                 "channels of the features (32), voxels along the longest side (64), a file of points\n",
                 argv[0]);
    return help ? 0 : 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 2;
  }
}
