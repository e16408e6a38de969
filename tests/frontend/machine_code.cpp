// Functions without blocks (namespace plain), before, between and after functions with blocks.
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace plain {

double dot(int n, const double* x, const double* y) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

struct shape {
  virtual ~shape() = default;
  virtual double area() const = 0;
};
struct square final : shape {
  explicit square(double side) : side_(side) {}
  double area() const override { return side_ * side_; }

 private:
  double side_;
};
shape* make_square(double side) { return new square(side); }

}  // namespace plain

namespace annotated {

void scale(int n, const double* x, double* y) {
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}

}  // namespace annotated

namespace plain {

int count_words(const std::string& text) {
  static int calls = 0;
  std::map<std::string, int> words;
  std::string word;
  for (const char c : text)
    if (c == ' ')
      ++words[word], word.clear();
    else
      word += c;
  return static_cast<int>(words.size()) + ++calls;
}

void checked_copy(const std::vector<float>& from, std::vector<float>& to) {
  if (from.size() != to.size()) throw std::invalid_argument("sizes differ");
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = std::sqrt(from[i]) + 0.25f;
}

template <class T>
T polynomial(T x, const std::vector<T>& coefficients) {
  T value = 0;
  for (const T& c : coefficients) value = value * x + c;
  return value;
}
template float polynomial(float, const std::vector<float>&);
template double polynomial(double, const std::vector<double>&);

}  // namespace plain

namespace annotated {

template <class T>
void multiply(int n, const int* pos, const int* crd, const T* val, const T* x, T* y) {
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[n,n] : csr(pos, crd, val)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += val[p] * x[crd[p]];
  }
}
template void multiply(int, const int*, const int*, const float*, const float*, float*);
template void multiply(int, const int*, const int*, const double*, const double*, double*);

}  // namespace annotated

namespace plain {

const char* name_of(int day) {
  switch (day) {
    case 0: return "monday";
    case 1: return "tuesday";
    case 2: return "wednesday";
    case 3: return "thursday";
    default: return "another day";
  }
}

void relax(int n, const double* old, double* grid) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      grid[i * n + j] = 0.25 * (old[(i - 1) * n + j] + old[(i + 1) * n + j] + old[i * n + j - 1] + old[i * n + j + 1]);
}

int line() { return __LINE__; }

auto adder(int step) {
  return [step](int x) { return x + step; };
}
int add_twice(int x) { return adder(3)(adder(4)(x)); }

}  // namespace plain
