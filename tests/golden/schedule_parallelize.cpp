// Another loop than the outermost one on threads, a few iterations at a time.
void spmm(int m, int k, int n, const int* pos, const int* crd, const float* vals, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, vals)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule parallelize(j, dynamic)
  {}
}

// Equal numbers of rows for each thread, where no range of them says how many of either operand it has.
void common(int m, int n, const int* ap0, const int* ac0, const int* ap, const int* ac, const double* av, const int* bp0,
            const int* bc0, const int* bp, const int* bc, const double* bv, double* c) {
  #pragma insum C[i,j] = max(A[i,j], B[i,j])
  #pragma insum tensor A[m,n] : dcsr(ap0, ac0, ap, ac, av)
  #pragma insum tensor B[m,n] : dcsr(bp0, bc0, bp, bc, bv)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule parallelize(i, static)
  {}
}
