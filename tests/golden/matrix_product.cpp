// Matrix products: rows, columns and what is summed over are found wherever they stand, and factors may be gathered,
// permuted and made of several operands.
#include <cstdint>

void plain(std::int64_t n, std::int64_t m, std::int64_t l, const float* a, const float* b, float* c) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[n,l] : dense(a)
#pragma insum tensor B[l,m] : dense(b)
#pragma insum tensor C[n,m] : dense(c)
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) {
      float sum = 0;
      for (std::int64_t k = 0; k < l; ++k) sum += a[i * l + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}

// Channels of a sparse convolution: for each offset p, rows of the input and of the output are gathered.
void convolution(std::int64_t p_, std::int64_t q_, std::int64_t c_, std::int64_t m_, std::int64_t voxels, const int* from,
                 const int* to, const double* in, const double* w, double* out) {
#pragma insum Out[To[p,q],m] += In[From[p,q],c] * W[p,c,m]
#pragma insum tensor To[p_,q_] : dense(to)
#pragma insum tensor From[p_,q_] : dense(from)
#pragma insum tensor In[voxels,c_] : dense(in)
#pragma insum tensor W[p_,c_,m_] : dense(w)
#pragma insum tensor Out[voxels,m_] : dense(out)
  for (std::int64_t p = 0; p < p_; ++p)
    for (std::int64_t q = 0; q < q_; ++q)
      for (std::int64_t c = 0; c < c_; ++c)
        for (std::int64_t m = 0; m < m_; ++m)
          out[to[p * q_ + q] * m_ + m] += in[from[p * q_ + q] * c_ + c] * w[(p * c_ + c) * m_ + m];
}

// The factors of a decomposition of a dense tensor: the right factor is computed from two.
void mttkrp(std::int64_t n, std::int64_t m, std::int64_t l, std::int64_t rank, double alpha, const double* x, const double* d,
            const double* e, double* y) {
#pragma insum Y[i,r] += alpha * X[i,k,j] * D[k,r] * E[j,r]
#pragma insum tensor X[n,l,m] : dense(x)
#pragma insum tensor D[l,rank] : dense(d)
#pragma insum tensor E[m,rank] : dense(e)
#pragma insum tensor Y[n,rank] : dense(y)
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t k = 0; k < l; ++k)
      for (std::int64_t j = 0; j < m; ++j)
        for (std::int64_t r = 0; r < rank; ++r)
          y[i * rank + r] += alpha * x[(i * l + k) * m + j] * d[k * rank + r] * e[j * rank + r];
}

// Heads of attention, which are in the middle: each is a product of its own.
void scores(std::int64_t n, std::int64_t heads, std::int64_t d, const float* q, const float* k, float* s) {
#pragma insum S[i,h,j] = Q[i,h,c] * K[j,h,c]
#pragma insum tensor Q[n,heads,d] : dense(q)
#pragma insum tensor K[n,heads,d] : dense(k)
#pragma insum tensor S[n,heads,n] : dense(s)
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t h = 0; h < heads; ++h)
      for (std::int64_t j = 0; j < n; ++j) {
        float sum = 0;
        for (std::int64_t c = 0; c < d; ++c) sum += q[(i * heads + h) * d + c] * k[(j * heads + h) * d + c];
        s[(i * heads + h) * n + j] = sum;
      }
}

// Elements of the result are members of structs: no row of them is next to each other.
struct Particle {
  float mass, charge;
};
void fields(std::int64_t n, const Particle* p, const float* w, Particle* o) {
#pragma insum C[i,j] += A[i,k] * B[k,j]
#pragma insum tensor A[n,n] : dense(field(p, mass))
#pragma insum tensor B[n,n] : dense(w)
#pragma insum tensor C[n,n] : dense(field(o, charge))
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t k = 0; k < n; ++k)
      for (std::int64_t j = 0; j < n; ++j) o[i * n + j].charge += p[i * n + k].mass * w[k * n + j];
}
