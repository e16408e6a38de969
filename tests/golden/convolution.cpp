// Affine subscripts: i comes from O, r and s from F; reads outside of I give 0.
void convolve(int h, int w, int r, int s, const float* in, const float* filter, float* out) {
  #pragma insum O[y,x] = I[2*y+a-1, x+b] * F[a,b]
  #pragma insum tensor I[h,w] : dense(in)
  #pragma insum tensor F[r,s] : dense(filter)
  #pragma insum tensor O[h,w] : dense(out)
  {}
}
