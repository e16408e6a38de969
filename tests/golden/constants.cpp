// C++ expressions in braces: as a subscript, as a factor of one, and as a value.
void slice(int n, int batch, int step, double alpha, const double* a, double* y) {
  #pragma insum y[i] = A[{batch}, {step} * i + 1] * {alpha / 2} + 3
  #pragma insum tensor A[8, 4 * n] : dense(a)
  #pragma insum tensor y[n] : dense(y)
  {}
}
