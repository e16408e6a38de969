// Sums that iterations share, in an order that nothing changes.

void add_at(int n, const int* at, const float* x, int m, float* y) {
  #pragma insum y[at[i]] += x[i]
  #pragma insum tensor at[n] : dense(at)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum deterministic
  #pragma insum target cuda
  {}
}

void total(int n, const float* x, float& sum) {
  #pragma insum sum = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum deterministic
  #pragma insum target cuda
  {}
}
