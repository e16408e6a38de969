// point_convolution [channels [resolution [points]]]: two sparse convolutions of voxels of a scan, of stride
// 1 and 2.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <random>

#include "../common/compare.hpp"
#include "convolution.hpp"

namespace {

template <class Tensor>
void fill(Tensor& tensor, std::mt19937& random) {
  std::uniform_real_distribution<float> uniform(-1, 1);
  for (float& value : tensor.vals) value = uniform(random);
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
  return example::conclude(direct_time, theirs_direct, worse, 1e-5) | status;
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
