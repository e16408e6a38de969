// A page about this file: </script> & "quotes".
void product(int m, int n, const int* pos, const int* crd, const double* vals, const double* b, double* c) {
#pragma insum C[i] += A[i,k] * B[k]
#pragma insum tensor A[m,n] : csr(pos, crd, vals)
#pragma insum tensor B[n] : dense(b)
#pragma insum tensor C[m] : dense(c)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) c[i] += vals[p] * b[crd[p]];
}
