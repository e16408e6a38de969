// What a block says under a condition alone: numbers that it does not name, and what a result holds before it.
#include <algorithm>
#include <cstring>
#include <vector>

struct Image {
  int w, h, pitch;
  float* data;
};
int pitch_of_all = 0, count_of_all = 0;
void pitch_in_member(const Image& a, const Image& b) {
// expect-remark@+2:15: the statement computes what its block says where 'a.pitch' is 'a.w', and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum B[y,x] = 2 * A[y,x]
#pragma insum tensor A[a.h,a.w] : dense(a.data)
#pragma insum tensor B[a.h,a.w] : dense(b.data)
  for (int y = 0; y < a.h; ++y)
    for (int x = 0; x < a.w; ++x) b.data[y * a.pitch + x] = 2 * a.data[y * a.pitch + x];
#pragma insum B[y,x] = 2 * A[y,x]
#pragma insum tensor A[a.h,a.w] : dense(a.data) strides(a.pitch,1)
#pragma insum tensor B[a.h,a.w] : dense(b.data) strides(a.pitch,1)
  for (int y = 0; y < a.h; ++y)
    for (int x = 0; x < a.w; ++x) b.data[y * a.pitch + x] = 2 * a.data[y * a.pitch + x];
}
void two_pitches(const Image& a, const Image& b) {
// expect-remark@+2:15: the statement computes what its block says where 'a.pitch' is 'a.w' and 'b.pitch' is 'a.w', and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum B[y,x] = 2 * A[y,x]
#pragma insum tensor A[a.h,a.w] : dense(a.data)
#pragma insum tensor B[a.h,a.w] : dense(b.data)
  for (int y = 0; y < a.h; ++y)
    for (int x = 0; x < a.w; ++x) b.data[y * b.pitch + x] = 2 * a.data[y * a.pitch + x];
}
void pitch_in_global(int n, int m, const float* x, float* y) {
// expect-remark@+2:15: the statement computes what its block says where 'pitch_of_all' is 'm', and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[i] += x[i,j]
#pragma insum tensor x[n,m] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[i] += x[i * pitch_of_all + j];
}
void bound_in_global(int n, const float* x, float* y) {
// expect-remark@+2:15: the statement computes what its block says where 'count_of_all' is 'n', and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < count_of_all; ++i) y[i] = 2 * x[i];
// expect-remark@+2:15: the statement computes what its block says where 'count_of_all' is not below 'n', and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    if (i < count_of_all) y[i] = 2 * x[i];
}
struct Vectors {
  int n, step;
  double *x, *y;
  void scale() const {
// expect-remark@+2:15: the statement computes what its block says where 'step' is 1, and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
    for (int i = 0; i < n; ++i) y[i] = 2 * x[i * step];
  }
};
void halo(int rows, int cols, const Image& a, float* y) {
// expect-remark@+2:15: the statement computes what its block says where 'a.pitch' is 'cols+2', and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[i] += A[i,j]
#pragma insum tensor A[rows,cols+2] : dense(a.data)
#pragma insum tensor y[rows] : dense(y)
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols + 2; ++j) y[i] += a.data[i * a.pitch + j];
}
void adds(int n, const double* x, double* y) {
// expect-remark@+2:15: the statement computes what its block says where 'y' is 0 before it, and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
}
void adds_to_zeros(int n, const double* x, double* y, std::vector<double>& z) {
  std::fill(y, y + n, 0.0);
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
  std::memset(y, 0, sizeof(double) * n);
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
  z.assign(n, 0);
#pragma insum z[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) z[i] += 2 * x[i];
  std::vector<double> own(n);
  double sum = 0, product = 1, least = 1e300;
#pragma insum own[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor own[n] : dense(own)
  for (int i = 0; i < n; ++i) own[i] += 2 * x[i];
#pragma insum sum = x[i] * own[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor own[n] : dense(own)
  for (int i = 0; i < n; ++i) sum += x[i] * own[i];
#pragma insum product = prod(i: x[i])
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) product *= x[i];
#pragma insum least = min(i: x[i])
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) least = std::min(least, x[i]);
  for (int i = 0; i < n; ++i) y[i] = 0;
  std::swap(sum, product);
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
  z[0] = sum + least;
}
// The block makes all elements, the loop some.
void leaves_alone(int n, const double* x, double* y, double* L) {
// expect-remark@+2:15: the statement computes what its block says where 'y' is 0 before it, and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[i] = select(x[i] > 4, x[i], 0)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    if (x[i] > 4) y[i] = x[i];
// expect-remark@+2:15: the statement computes what its block says where 'L' is 0 before it, and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum L[i,j] = select(j <= i, x[i] * x[j], 0)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor L[n,n] : dense(L)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) L[i * n + j] = x[i] * x[j];
#pragma insum y[i] = select(x[i] > 4, x[i], 0)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] > 4 ? x[i] : 0;
}
void csr(int n, int m, const int* pos, const int* crd, const double* v, const double* x, double* y) {
// expect-remark@+2:15: the statement computes what its block says where 'y' is 0 before it, and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[n,m] : csr(pos, crd, v)
#pragma insum tensor x[m] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    if (pos[i] == pos[i + 1]) continue;
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) sum += v[p] * x[crd[p]];
    y[i] = sum;
  }
}
