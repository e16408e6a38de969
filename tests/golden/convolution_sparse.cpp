// A sparse filter and an affine subscript; the caller states that nothing is read outside.
void filter(int n, int r, int entries, const int* crd, const double* vals, const int* pos, const double* in,
            double* out) {
  #pragma insum O[i] = I[i+k] * F[k]
  #pragma insum tensor I[n + r] : dense(in)
  #pragma insum tensor F[r] : levels(0: compressed(pos, crd); vals)
  #pragma insum tensor O[n] : dense(out)
  #pragma insum assume(in_bounds)
  {}
}
