// Lists of varying length: the inner coordinate is the place in the list.
void sums(int m, int n, const int* pos, const double* vals, double* y) {
  #pragma insum y[i] = A[i,j]
  #pragma insum tensor A[m,n] : ragged(pos, vals)
  #pragma insum tensor y[m] : dense(y)
  {}
}
