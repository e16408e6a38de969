// Indices in blocks become two loops each: i0 over blocks, i1 inside.
void spmm(int m, int k, int n, const int* pos, const int* crd, const float* vals, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : bcsr<4,8>(pos, crd, vals)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  {}
}
