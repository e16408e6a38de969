// A sparse convolution and an equivariant tensor product.
#include <insum/required.hpp>

#include "kernels.hpp"

namespace bench::gpu {

void convolve(const rules_view& rules, const matrix<half>& in, const tensor3<half>& W, matrix<float>& out) {
#pragma insum kernel convolve
#pragma insum O[To[g,q],m] = S[g,q] * I[From[g,q],c] * W[R[g],c,m]
#pragma insum tensor O = out
#pragma insum tensor I = in
#pragma insum tensor R[rules.groups] : dense(rules.offset)
#pragma insum tensor From[rules.groups, rules.size] : dense(rules.input)
#pragma insum tensor To[rules.groups, rules.size] : dense(rules.output)
#pragma insum tensor S[rules.groups, rules.size] : dense(rules.share)
#pragma insum target cuda device(O, To, S, I, From, W, R)
  INSUM_REQUIRED;
}

void tensor_product(const coupling_view& C, const tensor3<float>& X, const matrix<float>& Y, const tensor3<float>& W,
                    tensor3<float>& Z) {
#pragma insum kernel tensor_product
#pragma insum Z[b,K[r],w] = CG[r,i,j] * X[b,i,u] * Y[b,j] * W[P[r],u,w]
#pragma insum tensor CG[C.rows, C.components, C.components] : \
    levels(0: dense, 1: compressed_nonunique(C.pos, C.first), 2: singleton(C.second); C.value)
#pragma insum tensor K[C.rows] : dense(C.component)
#pragma insum tensor P[C.rows] : dense(C.path)
#pragma insum schedule precompute(CG[r,i,j] * X[b,i,u] * Y[b,j], {r,b,u}, {r,b,u}, T, dense)
#pragma insum target cuda device(Z, K, CG, X, Y, W, P)
  INSUM_REQUIRED;
}

}  // namespace bench::gpu
