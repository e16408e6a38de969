// Another loop than the outermost one on threads, a few iterations at a time.
void spmm(int m, int k, int n, const int* pos, const int* crd, const float* vals, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, vals)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule parallelize(j, dynamic)
  {}
}
