// The general form: columns outermost, no name for it.
void spmv(int m, int n, const long* pos, const short* crd, const float* vals, const float* x, float* y) {
  #pragma insum y[i] += A[i,j] * x[j]
  #pragma insum tensor A[m,n] : levels(1: dense, 0: compressed(pos, crd); vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  {}
}
