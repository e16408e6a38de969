// Types that depend on the template's argument stay as C++ spells them.
template <class T, class Index>
void spmv(int m, int n, const Index* pos, const Index* crd, const T* vals, const T* x, T* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  {}
}
template void spmv(int, int, const int*, const int*, const double*, const double*, double*);
template void spmv(int, int, const long*, const long*, const float*, const float*, float*);
