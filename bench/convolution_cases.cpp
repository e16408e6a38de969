// convolution<channels>, convolution_direct<channels>: the submanifold convolution of
// examples/09_point_convolution on scans of 256 voxels along their longest side, with a rulebook and without.
#include <cstdio>
#include <filesystem>

#include "../examples/09_point_convolution/convolution.hpp"
#include "applications.hpp"
#include "product_cases.hpp"

namespace bench {

namespace {

struct convolution_case {
  Rulebook rules;
  Tree tree;
  Ints X, Y, Z;
  Features in, out;
  Weights W;
};

work work_of(const std::string& path, int channels, bool direct) {
  const Voxels voxels = voxelise(read_points(path), 256);
  const auto n = static_cast<std::int64_t>(voxels.keys.size());
  const auto of = std::make_shared<convolution_case>(convolution_case{make_rules(voxels, voxels, 1, 32),
                                                                      make_tree(voxels),
                                                                      {},
                                                                      {},
                                                                      {},
                                                                      Features({n, channels}),
                                                                      Features({n, channels}),
                                                                      Weights({27, channels, channels})});
  for (std::size_t v = 0; v < voxels.keys.size(); ++v)
    of->X.push_back(voxels.x(v)), of->Y.push_back(voxels.y(v)), of->Z.push_back(voxels.z(v));
  fill(of->in), fill(of->W);
  work w;
  w.flops = 2.0 * static_cast<double>(of->rules.rules) * channels * channels;
  w.bytes = 4.0 * static_cast<double>(2 * of->in.vals.size() + of->W.vals.size());
  w.turn = product_turn;
  const auto result = compared(std::make_shared<comparison<Features>>(27 * channels), of->out);
  if (direct)
    w.forms = {
        {"insum",
         [of] { generated::convolve_directly(of->tree, of->in, of->W, 1, of->X, of->Y, of->Z, of->out); },
         result},
        {"loops",
         [of] { handwritten::convolve_directly(of->tree, of->in, of->W, 1, of->X, of->Y, of->Z, of->out); },
         result}};
  else
    w.forms = {{"insum", [of] { generated::convolve(of->rules, of->in, of->W, of->out); }, result},
               {"loops", [of] { handwritten::convolve(of->rules, of->in, of->W, of->out); }, result}};
  return w;
}

}  // namespace

void add_convolutions(const std::string& data) {
  for (const int threads : thread_counts())
    for (const char* file : {"building.ply.gz", "bunny00.off.gz"}) {
      const std::string path = data + "/points/" + file;
      if (!std::filesystem::exists(path)) {
        std::printf("convolution/%s: skipped, no file\n", file);
        continue;
      }
      for (const int channels : {32, 64, 128, 256})
        for (const bool direct : {false, true})
          add((direct ? "convolution_direct" : "convolution") + std::to_string(channels) + data_name(path) +
                  "float/" + std::to_string(threads),
              threads, [=] { return work_of(path, channels, direct); }, duration::by_options);
    }
}

}  // namespace bench
