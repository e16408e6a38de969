// Sparse convolutions in two forms. VARIANT is the namespace: the build compiles this file with insum and without.
#include "convolution.hpp"

#include <algorithm>

namespace VARIANT {

void convolve(const Rulebook& rules, const Features& in, const Weights& W, Features& out) {
  const int channels = static_cast<int>(in.cols()), width = static_cast<int>(out.cols());
#pragma insum kernel convolve
#pragma insum O[To[g, q], m] = S[g, q] * I[From[g, q], c] * W[R[g], c, m]
#pragma insum tensor O = out
#pragma insum tensor I = in
#pragma insum tensor R = rules.offset
#pragma insum tensor From[rules.groups, rules.size] : dense(rules.input)
#pragma insum tensor To[rules.groups, rules.size] : dense(rules.output)
#pragma insum tensor S[rules.groups, rules.size] : dense(rules.share)
  {
    for (float& value : out.vals) value = 0;
    for (int r = 0; r < 27; ++r)
#pragma omp parallel for  // an output has one rule of an offset at most
      for (int g = rules.first[r]; g < rules.first[r + 1]; ++g)
        for (int p = g * rules.size; p < (g + 1) * rules.size; ++p)
          for (int c = 0; c < channels; ++c)
            for (int m = 0; m < width; ++m)
              out(rules.output[p], m) += rules.share[p] * in(rules.input[p], c) * W(r, c, m);
  }
}

namespace {

// The place of a coordinate among those from begin to end; end where it is not there.
[[maybe_unused]] int find(const Ints& coordinates, int begin, int end, int wanted) {
  const auto at = std::lower_bound(coordinates.begin() + begin, coordinates.begin() + end, wanted);
  return at != coordinates.begin() + end && *at == wanted ? static_cast<int>(at - coordinates.begin()) : end;
}

}  // namespace

void convolve_directly(const Tree& tree, const Features& in, const Weights& W, int stride, const Ints& X, const Ints& Y,
                       const Ints& Z, Features& out) {
  const int channels = static_cast<int>(in.cols()), width = static_cast<int>(out.cols());
#pragma insum kernel convolve_directly
#pragma insum O[n, m] = I[{stride} * X[n] + a - 1, {stride} * Y[n] + b - 1, {stride} * Z[n] + d - 1, c] * V[a, b, d, c, m]
#pragma insum tensor O = out
#pragma insum tensor I[tree.size, tree.size, tree.size, channels] : \
    levels(0: compressed(tree.xpos, tree.x), 1: compressed(tree.ypos, tree.y), 2: compressed(tree.zpos, tree.z), 3: dense; in.vals)
#pragma insum tensor V[3, 3, 3, channels, width] : dense(W.vals)
#pragma omp parallel for
  for (int n = 0; n < static_cast<int>(out.rows()); ++n) {
    for (int m = 0; m < width; ++m) out(n, m) = 0;
    for (int r = 0; r < 27; ++r) {
      const int p = find(tree.x, 0, tree.xpos[1], stride * X[n] + r / 9 - 1);
      if (p == tree.xpos[1]) continue;
      const int q = find(tree.y, tree.ypos[p], tree.ypos[p + 1], stride * Y[n] + r / 3 % 3 - 1);
      if (q == tree.ypos[p + 1]) continue;
      const int v = find(tree.z, tree.zpos[q], tree.zpos[q + 1], stride * Z[n] + r % 3 - 1);
      if (v == tree.zpos[q + 1]) continue;
      for (int c = 0; c < channels; ++c)
        for (int m = 0; m < width; ++m) out(n, m) += in(v, c) * W(r, c, m);
    }
  }
}

}  // namespace VARIANT
