// Blocks in templates with several instantiations.
#include <array>
#include <cstdio>
#include <span>
#include <vector>

namespace {

template <class C>
void print(const char* what, const C& y) {
  std::printf("%s:", what);
  for (const auto& v : y) std::printf(" %g", static_cast<double>(v));
  std::printf("\n");
}

template <class T>
struct Traits {
  using pointer = T*;
  using value = T;
};

template <class T, int N>
void pointers(T* y, const T* a, T alpha, typename Traits<T>::pointer q) {
  auto* r = a;
#pragma insum y[i] = alpha * a[i] + q[i] + r[i]
#pragma insum tensor y[N] : dense(y)
#pragma insum tensor a[N] : dense(a)
#pragma insum tensor q[N] : dense(q)
#pragma insum tensor r[N] : dense(r)
  for (int i = 0; i < N; ++i) y[i] = alpha * a[i] + q[i] + r[i];
}

template <class C>
void containers(C& y, const C& a) {
#pragma insum y[i] = 2 * a[i]
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = 2 * a[i];
}

template <class T>
class Row {
 public:
  explicit Row(std::vector<T> v) : v_(std::move(v)), n_(static_cast<int>(v_.size())) {}
  void scale(T s) {
#pragma insum v[i] = s * v[i]
#pragma insum tensor v[n_] : dense(v_)
    for (int i = 0; i < n_; ++i) v_[i] *= s;
  }
  template <class U>
  void add(const Row<U>& other) {
    [&] {
#pragma insum v[i] += w[i]
#pragma insum tensor v[n_] : dense(v_)
#pragma insum tensor w[n_] : dense(other.values())
      for (int i = 0; i < n_; ++i) v_[i] += other.values()[i];
    }();
  }
  const std::vector<T>& values() const { return v_; }

 private:
  std::vector<T> v_;
  int n_;
};

}  // namespace

int main() {
  std::vector<float> f = {1, 2, 3}, g(3);
  std::vector<double> d = {4, 5, 6}, e(3);
  pointers<float, 3>(g.data(), f.data(), 2, f.data()), print("pointers to float", g);
  pointers<double, 3>(e.data(), d.data(), 2, d.data()), print("pointers to double", e);
  containers(g, f), print("vector of float", g);
  containers(e, d), print("vector of double", e);
  Row<float> a(f);
  Row<double> b(d);
  a.scale(3), print("row of float", a.values());
  b.scale(3), print("row of double", b.values());
  b.add(a), print("sum of rows", b.values());
  b.add(b), print("sum of a row", b.values());
  auto generic = [](auto* y, const auto* x, auto n) {
#pragma insum y[i] = x[i] + 1
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
    for (decltype(n) i = 0; i < n; ++i) y[i] = x[i] + 1;
  };
  generic(g.data(), f.data(), 3), print("generic lambda, float", g);
  generic(e.data(), d.data(), 3L), print("generic lambda, double", e);
}
