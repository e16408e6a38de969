// Constants that data are compared with are reached, and passed, however large or small they are.
#include <algorithm>
#include <cstdint>

void large_threshold(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 20000, and the Einsum 10000 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 5; correct the one that is wrong
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] > 1000 ? 2 * x[i] : x[i];
#pragma insum y[i] = select(x[i] > 1000, 2 * x[i], x[i])
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] > 1000 ? 2 * x[i] : x[i];
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 10000, and the Einsum 20000 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 5; correct the one that is wrong
#pragma insum y[i] = select(x[i] > 1000, 2 * x[i], x[i])
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i];
}
void small_threshold(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 0, and the Einsum -2 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 3; correct the one that is wrong
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] < 0.5 ? 0 : x[i];
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 0, and the Einsum -400 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 5; correct the one that is wrong
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] < -40 ? 0 : x[i];
}
void clamped(int n, const float* x, float* y, const std::uint8_t* bytes, std::uint8_t* out) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 255, and the Einsum 2550 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 5; correct the one that is wrong
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = std::min(x[i], 255.0f);
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 255, and the Einsum 2550 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 5; correct the one that is wrong
#pragma insum y[i] = max(x[i], 0)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = std::clamp(x[i], 0.0f, 255.0f);
#pragma insum y[i] = min(max(x[i], 0), 255)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = std::clamp(x[i], 0.0f, 255.0f);
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'out[1]' 255, and the Einsum 201 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 3; correct the one that is wrong
#pragma insum out[i] = bytes[i]
#pragma insum tensor bytes[n] : dense(bytes)
#pragma insum tensor out[n] : dense(out)
  for (int i = 0; i < n; ++i) out[i] = bytes[i] > 200 ? 255 : bytes[i];
}
void computed(int n, const float* r, const float* g, const float* b, float* y, double* mean) {
// expect-warning@+4:15: the statement does not compute what its block says: it makes 'y[2]' 1, and the Einsum 0 [insum-statement-disagrees]
// expect-note@+3:15: seen with n = 5; correct the one that is wrong
// expect-note@+2:15: the statement reads 'b', which the block does not name
// expect-note@+1:15: the statement reads 'g', which the block does not name
#pragma insum y[i] = r[i] - r[i]
#pragma insum tensor r[n] : dense(r)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 0.299f * r[i] + 0.587f * g[i] + 0.114f * b[i] > 128.0f ? 1.0f : 0.0f;
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 1, and the Einsum 0 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 2; correct the one that is wrong
#pragma insum y[i] = 0 * r[i]
#pragma insum tensor r[n] : dense(r)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = r[i] / 255.0f > 0.5f ? 1.0f : 0.0f;
}
void masks(int n, const unsigned* flags, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 1920, and the Einsum 1280 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 5; correct the one that is wrong
#pragma insum y[i] = 2 * x[i] + 0 * flags[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor flags[n] : dense(flags)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = (flags[i] & 64) != 0 ? 3 * x[i] : 2 * x[i];
}
// 0.3f is the same number for both, and so is what comes to little.
void floats(int n, const float* x, float* y) {
#pragma insum y[i] = select(x[i] > 0.3f, x[i], 0.7f)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] > 0.3f ? x[i] : 0.7f;
#pragma insum y[i] = max(min(x[i] * 1.2f + 10.0f, 255.0f), 0.0f)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    float v = x[i] * 1.2f + 10.0f;
    if (v > 255.0f) v = 255.0f;
    if (v < 0.0f) v = 0.0f;
    y[i] = v;
  }
#pragma insum y[i] = select(x[i] > 0.3, x[i], 0.7)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] > 0.3f ? x[i] : 0.7f;
}
