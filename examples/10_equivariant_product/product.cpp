// An equivariant tensor product. VARIANT is the namespace: the build compiles this file with insum and without.
#include "product.hpp"

namespace VARIANT {

void tensor_product(const Coupling& C, const Features& X, const Harmonics& Y, const Weights& W, Features& Z) {
  const int channels = static_cast<int>(X.size(2)), width = static_cast<int>(Z.size(2));
  const int components = C.components;
#pragma insum kernel tensor_product
#pragma insum Z[b, K[r], w] = CG[r, i, j] * X[b, i, u] * Y[b, j] * W[P[r], u, w]
#pragma insum tensor CG[C.rows(), components, components] : \
    levels(0: dense, 1: compressed_nonunique(C.pos, C.first), 2: singleton(C.second); C.value)
#pragma insum tensor K = C.component
#pragma insum tensor P = C.path
  // First T[b,u], what a row makes of 16 elements of the batch, then its product with the weights.
#pragma insum schedule split(b, b0, b1, 16), reorder(b0, r, b1), \
    precompute(CG[r, i, j] * X[b, i, u] * Y[b, j], {b1, u}, {b1, u}, T, dense)
#pragma omp parallel for
  for (int b = 0; b < static_cast<int>(Z.size(0)); ++b) {
    std::vector<float> T(static_cast<std::size_t>(channels));
    for (int k = 0; k < components; ++k)
      for (int w = 0; w < width; ++w) Z(b, k, w) = 0;
    for (int r = 0; r < C.rows(); ++r) {
      for (float& t : T) t = 0;
      for (int p = C.pos[r]; p < C.pos[r + 1]; ++p)
        for (int u = 0; u < channels; ++u) T[u] += C.value[p] * X(b, C.first[p], u) * Y(b, C.second[p]);
      for (int u = 0; u < channels; ++u)
        for (int w = 0; w < width; ++w) Z(b, C.component[r], w) += T[u] * W(C.path[r], u, w);
    }
  }
}

}  // namespace VARIANT
