// A rulebook by Einsums, on processors or a GPU. VARIANT is the namespace: the build compiles this file with insum and
// without.
#include "found_rules.hpp"

#include <algorithm>

namespace VARIANT {

namespace {

// The place of a coordinate among those from begin to end; end where it is not there.
[[maybe_unused]] int find(const Ints& coordinates, int begin, int end, int wanted) {
  const auto at = std::lower_bound(coordinates.begin() + begin, coordinates.begin() + end, wanted);
  return at != coordinates.begin() + end && *at == wanted ? static_cast<int>(at - coordinates.begin()) : end;
}

}  // namespace

void find_rules(const Tree& tree, int stride, const Ways& D, const Ints& X, const Ints& Y, const Ints& Z, Matches& N) {
#pragma insum kernel find_rules
#pragma insum N[r,o] = V[{stride} * X[o] + DX[r] - 1, {stride} * Y[o] + DY[r] - 1, {stride} * Z[o] + DZ[r] - 1]
#pragma insum tensor V[tree.size, tree.size, tree.size] : \
    levels(0: compressed(tree.xpos, tree.x), 1: compressed(tree.ypos, tree.y), 2: compressed(tree.zpos, tree.z); tree.number)
#pragma insum tensor DX = D.x
#pragma insum tensor DY = D.y
#pragma insum tensor DZ = D.z
#pragma insum schedule fuse(r, o, f), parallelize(f)
  {
    N.pos.assign(1, 0), N.crd.clear(), N.vals.clear();
    for (std::size_t r = 0; r < D.x.size(); ++r) {
      for (std::size_t o = 0; o < X.size(); ++o) {
        const int p = find(tree.x, 0, tree.xpos[1], stride * X[o] + D.x[r] - 1);
        if (p == tree.xpos[1]) continue;
        const int q = find(tree.y, tree.ypos[p], tree.ypos[p + 1], stride * Y[o] + D.y[r] - 1);
        if (q == tree.ypos[p + 1]) continue;
        const int v = find(tree.z, tree.zpos[q], tree.zpos[q + 1], stride * Z[o] + D.z[r] - 1);
        if (v == tree.zpos[q + 1]) continue;
        N.crd.push_back(static_cast<int>(o));
        N.vals.push_back(tree.number[v]);
      }
      N.pos.push_back(static_cast<int>(N.crd.size()));
    }
  }
}

void fill_groups(const Matches& N, const Ints& P, const Ints& L, Rulebook& book) {
  [[maybe_unused]] const int count = static_cast<int>(N.vals.size());
#pragma insum kernel fill_groups
#pragma insum From[g,q] = max(In[P[g] + q] - 1, 0)
#pragma insum To[g,q] = Out[P[g] + q]
#pragma insum S[g,q] = (q < L[g])
#pragma insum tensor In[count] : dense(N.vals)
#pragma insum tensor Out[count] : dense(N.crd)
#pragma insum tensor From[book.groups, book.size] : dense(book.input)
#pragma insum tensor To[book.groups, book.size] : dense(book.output)
#pragma insum tensor S[book.groups, book.size] : dense(book.share)
  for (int g = 0; g < book.groups; ++g)
    for (int q = 0; q < book.size; ++q) {
      const int p = P[g] + q, at = g * book.size + q;
      book.input[at] = p < count ? std::max(N.vals[p] - 1, 0) : 0;
      book.output[at] = p < count ? N.crd[p] : 0;
      book.share[at] = q < L[g] ? 1.0f : 0.0f;
    }
}

}  // namespace VARIANT
