// Elements of several types of the template: tiles where they are the same, single elements where not.
template <class T, class U, class V>
void spmm(int m, int n, int k, const int* pos, const int* crd, const T* vals, const U* b, V* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, vals)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  {}
}
template void spmm(int, int, int, const int*, const int*, const float*, const float*, float*);
template void spmm(int, int, int, const int*, const int*, const int*, const float*, double*);
