// Parts of 1024 entries of a matrix, wherever its rows begin: the load-balanced product.
void spmv(int m, int n, const int* pos, const int* crd, const double* vals, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : csr(pos, crd, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule fuse(i, k, f), pos(f, fp, A[i,k]), split(fp, fo, fi, 1024), parallelize(fo)
  {}
}

// Entries in the pattern of an operand.
void sddmm(int m, int n, int k, const int* pos, const int* crd, const float* vals, const float* b, const float* c, float* o) {
  #pragma insum O[i,j] = A[i,j] * B[i,k] * C[j,k]
  #pragma insum tensor A[m,n] : csr(pos, crd, vals)
  #pragma insum tensor B[m,k] : dense(b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor O[m,n] : csr(pos, crd, o)
  #pragma insum schedule fuse(i, j, f), parallelize(f), vectorize(k)
  {}
}

// Two dense loops.
void scale(int m, int n, const float* a, float* c) {
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule fuse(i, j, f), split(f, fo, fi, 1024), parallelize(fo)
  {}
}

// Threads over all tiles.
void tiles(int m, int n, int k, const float* a, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : dense(a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(i=32, j=64), fuse(i0, j0, f), parallelize(f)
  {}
}
