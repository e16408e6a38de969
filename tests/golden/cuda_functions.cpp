// The functions of Einsums on a device, and atomic updates of elements of all sizes.
#include <complex>
#include <insum/insum.hpp>
void functions(int n, const float* x, const double* u, const insum::half* h, const int* k, float* y, double* v, insum::half* g, insum::bfloat16* b) {
  #pragma insum y[i] = sqrt(x[i]) + exp(x[i]) * log(x[i]) - tanh(x[i]) / abs(x[i]) + pow(x[i], x[i]) + relu(x[i]) + sigmoid(x[i]) + select(x[i] > 1, x[i], 2) + min(x[i], 3) + max(x[i], 4)
  #pragma insum v[i] = sqrt(u[i]) + exp(u[i]) * log(u[i]) - tanh(u[i]) / abs(u[i]) + pow(u[i], x[i]) + relu(u[i]) + sigmoid(u[i]) + abs(k[i])
  #pragma insum g[i] = h[i] * h[i] + exp(h[i]) + abs(h[i])
  #pragma insum b[i] += h[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor u[n] : dense(u)
  #pragma insum tensor h[n] : dense(h)
  #pragma insum tensor k[n] : dense(k)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum tensor v[n] : dense(v)
  #pragma insum tensor g[n] : dense(g)
  #pragma insum tensor b[n] : dense(b)
  #pragma insum target cuda
  {}
}
void scatter(int n, int m, const int* at, const insum::half* h, insum::half* g, const short* k, short* s, const bool* q, bool* r, double* lo, const double* x, long* count) {
  #pragma insum g[at[i]] += h[i]
  #pragma insum s[at[i]] max= k[i]
  #pragma insum r[at[i]] |= q[i]
  #pragma insum lo[at[i]] min= x[i]
  #pragma insum count[at[i]] += 1
  #pragma insum tensor at[n] : dense(at)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor h[n] : dense(h)
  #pragma insum tensor k[n] : dense(k)
  #pragma insum tensor q[n] : dense(q)
  #pragma insum tensor g[m] : dense(g)
  #pragma insum tensor s[m] : dense(s)
  #pragma insum tensor r[m] : dense(r)
  #pragma insum tensor lo[m] : dense(lo)
  #pragma insum tensor count[m] : dense(count)
  #pragma insum target cuda
  {}
}
void complex_numbers(int n, int m, const int* at, std::complex<double> alpha, const std::complex<double>* x, const std::complex<float>* z, std::complex<double>* y, std::complex<double>& s,
                     std::complex<float>* w, double* length) {
  #pragma insum y[at[i]] += alpha * x[i] / (2 + x[i])
  #pragma insum s = x[i] * x[i]
  #pragma insum w[i] = exp(z[i]) + log(z[i]) * sqrt(z[i]) - tanh(z[i]) + pow(z[i], z[i])
  #pragma insum length[i] = abs(x[i])
  #pragma insum tensor at[n] : dense(at)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor z[n] : dense(z)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum tensor w[n] : dense(w)
  #pragma insum tensor length[n] : dense(length)
  #pragma insum target cuda
  {}
}
