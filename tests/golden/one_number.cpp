// One number stands for all values: a graph without weights, beside one that has a variable.
void graph(int n, const int* pos, const int* crd, double weight, const double* x, double* y) {
#pragma insum y[i] += G[i,k] * x[k] + W[k,i] * x[k]
#pragma insum tensor G[n,n] : csr(pos, crd, 1)
#pragma insum tensor W[n,n] : csc(pos, crd, weight)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {}
}
