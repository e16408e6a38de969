// Affine subscripts that stay inside of I: register tiles along x, whose sums stay in registers.
void convolve(const float* in, const float* filter, float* out) {
  #pragma insum O[y,x] = I[y+a, x+b] * F[a,b]
  #pragma insum tensor I[66,130] : dense(in)
  #pragma insum tensor F[3,3] : dense(filter)
  #pragma insum tensor O[64,128] : dense(out)
  {}
}
