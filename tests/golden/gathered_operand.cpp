// A sparse operand whose coordinate is looked up in an array: no order of its modes lets a loop walk it there.
#include <vector>

using Indices = std::vector<int>;
using Values = std::vector<double>;

void gathered(int n, int m, const Indices& g, const Indices& a0, const Indices& a1, const Indices& a2, const Values& av, const Indices& bp,
              const Indices& bc, const Values& bv, Indices& s0, Indices& s1, Values& sv) {
#pragma insum S[k,j] = A[g[j],k,i] * B[k,i]
#pragma insum tensor A[n,4,m] : coo(a0, a1, a2, av) order(2,0,1) sorted
#pragma insum tensor B[4,m] : csc(bp, bc, bv)
#pragma insum tensor S[4,n] : coo(s0, s1, sv)
  {}
}
