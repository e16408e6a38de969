// Three levels deep; factors that do not change in an inner loop are multiplied after it.
void mttkrp(int m, int n, int o, int r, const int* pos0, const int* crd0, const int* pos1, const int* crd1,
            const int* pos2, const int* crd2, const double* vals, const double* b, const double* c, double* out) {
  #pragma insum M[i,r] = T[i,j,k] * B[j,r] * C[k,r]
  #pragma insum tensor T[m,n,o] : csf(pos0, crd0, pos1, crd1, pos2, crd2, vals)
  #pragma insum tensor B[n,r] : dense(b)
  #pragma insum tensor C[o,r] : dense(c)
  #pragma insum tensor M[m,r] : dense(out)
  {}
}
