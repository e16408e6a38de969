// The rulebook of a sparse convolution, in device memory: examples/09_point_convolution/found_rules.cpp.
#include <insum/required.hpp>

#include "kernels.hpp"

namespace bench::gpu {

void find_rules(const tree_view& inputs, int stride, const places_view& ways, const places_view& outputs,
                device_rows<int>& matches) {
#pragma insum kernel find_rules
#pragma insum N[r,o] = V[{stride}*X[o] + DX[r] - 1, {stride}*Y[o] + DY[r] - 1, {stride}*Z[o] + DZ[r] - 1]
#pragma insum tensor V[inputs.size, inputs.size, inputs.size] : \
    levels(0: compressed(inputs.xpos, inputs.x), 1: compressed(inputs.ypos, inputs.y), 2: compressed(inputs.zpos, inputs.z); inputs.number)
#pragma insum tensor N = matches
#pragma insum tensor X[outputs.x.size()] : dense(outputs.x)
#pragma insum tensor Y[outputs.x.size()] : dense(outputs.y)
#pragma insum tensor Z[outputs.x.size()] : dense(outputs.z)
#pragma insum tensor DX[ways.x.size()] : dense(ways.x)
#pragma insum tensor DY[ways.x.size()] : dense(ways.y)
#pragma insum tensor DZ[ways.x.size()] : dense(ways.z)
#pragma insum schedule fuse(r, o, f), parallelize(f)
#pragma insum target cuda device(N, V, X, Y, Z, DX, DY, DZ)
  INSUM_REQUIRED;
}

void fill_groups(const device_rows<int>& matches, ints begin, ints length, matrix<int>& input, matrix<int>& output,
                 matrix<half>& share) {
#pragma insum kernel fill_groups
#pragma insum From[g,q] = max(In[P[g] + q] - 1, 0)
#pragma insum To[g,q] = Out[P[g] + q]
#pragma insum S[g,q] = (q < L[g])
#pragma insum tensor In[matches.vals.size()] : dense(matches.vals)
#pragma insum tensor Out[matches.crd.size()] : dense(matches.crd)
#pragma insum tensor P[begin.size()] : dense(begin)
#pragma insum tensor L[length.size()] : dense(length)
#pragma insum tensor From = input
#pragma insum tensor To = output
#pragma insum tensor S = share
#pragma insum target cuda device(From, To, S, In, Out, P, L)
  INSUM_REQUIRED;
}

}  // namespace bench::gpu
