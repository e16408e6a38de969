// Two graph convolutions. VARIANT is the namespace: the build compiles this file with insum and without.
#include "network.hpp"

#include <algorithm>
#include <cmath>

namespace VARIANT {

namespace {

// P = X W, with sparse features X
void transform(const Sparse& X, const Dense& W, Dense& P) {
#pragma insum kernel transform
#pragma insum P[n, h] = X[n, f] * W[f, h]
#pragma omp parallel for
  for (int n = 0; n < static_cast<int>(X.rows()); ++n) {
    for (int h = 0; h < static_cast<int>(W.cols()); ++h) P(n, h) = 0;
    for (int p = X.pos[n]; p < X.pos[n + 1]; ++p)
      for (int h = 0; h < static_cast<int>(W.cols()); ++h) P(n, h) += X.vals[p] * W(X.crd[p], h);
  }
}

// H = relu(A P + b)
void convolve_relu(const Sparse& A, const Dense& P, const Row& b, Dense& H) {
#pragma insum kernel convolve_relu
#pragma insum H[n, h] = relu(sum(m : A[n, m] * P[m, h]) + b[h])
#pragma omp parallel for
  for (int n = 0; n < static_cast<int>(A.rows()); ++n) {
    for (int h = 0; h < static_cast<int>(P.cols()); ++h) H(n, h) = b(h);
    for (int p = A.pos[n]; p < A.pos[n + 1]; ++p)
      for (int h = 0; h < static_cast<int>(P.cols()); ++h) H(n, h) += A.vals[p] * P(A.crd[p], h);
    for (int h = 0; h < static_cast<int>(P.cols()); ++h) H(n, h) = std::max(H(n, h), 0.0f);
  }
}

// Z = A (H W) + b: the few classes come first, so that the sparse product is a small one
void convolve(const Sparse& A, const Dense& H, const Dense& W, const Row& b, Dense& Q, Dense& Z) {
#pragma insum kernel convolve
#pragma insum Q[m, c] = H[m, h] * W[h, c]
#pragma insum Z[n, c] = A[n, m] * Q[m, c] + b[c]
  {
#pragma omp parallel for
    for (int m = 0; m < static_cast<int>(H.rows()); ++m)
      for (int c = 0; c < static_cast<int>(W.cols()); ++c) {
        float sum = 0;
        for (int h = 0; h < static_cast<int>(H.cols()); ++h) sum += H(m, h) * W(h, c);
        Q(m, c) = sum;
      }
#pragma omp parallel for
    for (int n = 0; n < static_cast<int>(A.rows()); ++n) {
      for (int c = 0; c < static_cast<int>(W.cols()); ++c) Z(n, c) = b(c);
      for (int p = A.pos[n]; p < A.pos[n + 1]; ++p)
        for (int c = 0; c < static_cast<int>(W.cols()); ++c) Z(n, c) += A.vals[p] * Q(A.crd[p], c);
    }
  }
}

// Each row of Z becomes probabilities; M and S are each row's largest element and sum.
void softmax(Dense& Z, Row& M, Row& S) {
#pragma insum kernel softmax
#pragma insum M[n] = max(c : Z[n, c])
#pragma insum Z[n, c] = exp(Z[n, c] - M[n])
#pragma insum S[n] = Z[n, c]
#pragma insum Z[n, c] = Z[n, c] / S[n]
  for (int n = 0; n < static_cast<int>(Z.rows()); ++n) {
    M(n) = Z(n, 0);
    for (int c = 1; c < static_cast<int>(Z.cols()); ++c) M(n) = std::max(M(n), Z(n, c));
    S(n) = 0;
    for (int c = 0; c < static_cast<int>(Z.cols()); ++c) S(n) += Z(n, c) = std::exp(Z(n, c) - M(n));
    for (int c = 0; c < static_cast<int>(Z.cols()); ++c) Z(n, c) /= S(n);
  }
}

}  // namespace

Dense forward(const Sparse& A, const Sparse& X, const Network& network) {
  const std::int64_t nodes = A.rows(), hidden = network.W1.cols(), classes = network.W2.cols();
  Dense P({nodes, hidden}), H({nodes, hidden}), Q({nodes, classes}), Z({nodes, classes});
  Row M({nodes}), S({nodes});
  transform(X, network.W1, P);
  convolve_relu(A, P, network.b1, H);
  convolve(A, H, network.W2, network.b2, Q, Z);
  softmax(Z, M, S);
  return Z;
}

}  // namespace VARIANT
