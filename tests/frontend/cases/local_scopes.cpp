// Blocks in generic lambdas of templates, whose types are those of both; elements of classes that stand in functions with
// all kinds of names.
#include <vector>

#include "print.hpp"

template <class U>
struct Scaled {
  template <class T>
  void apply(const std::vector<T>& x, std::vector<T>& y, U u) {
    [&]<class Q>(Q scale) {
      [&](auto more) {
        #pragma insum Y[i] = x[i] * {static_cast<T>(scale) * T(0.25) * static_cast<T>(more) * static_cast<T>(u)}
        #pragma insum tensor x[3] : dense(x)
        #pragma insum tensor Y[3] : dense(y)
        for (std::size_t i = 0; i < 3; ++i)
          y[i] = x[i] * (static_cast<T>(scale) * T(0.25) * static_cast<T>(more) * static_cast<T>(u));
      }(short{2});
      const auto inner = [&] {
        #pragma insum Y[i] += x[i] * {T(0.25) * T(Q(1))}
        #pragma insum tensor x[3] : dense(x)
        #pragma insum tensor Y[3] : dense(y)
        for (std::size_t i = 0; i < 3; ++i) y[i] += x[i] * (T(0.25) * T(Q(1)));
      };
      inner();
    }(2);
  }
};

struct Sum {
  double total = 0;
  Sum() {
    struct Pair {
      int a;
      double b;
    };
    const std::vector<Pair> pairs = {{1, 2}, {3, 4}};
    #pragma insum total += X[i]
    #pragma insum tensor X[2] : dense(field(pairs, b))
    for (const Pair& pair : pairs) total += pair.b;
  }
  Sum& operator+=(double s) {
    struct Pair {
      int a;
      double b;
    };
    const std::vector<Pair> pairs = {{1, s}, {3, s}};
    #pragma insum total += X[i]
    #pragma insum tensor X[2] : dense(field(pairs, b))
    for (const Pair& pair : pairs) total += pair.b;
    return *this;
  }
};

int main() {
  const std::vector<double> x = {1, 2, 3};
  std::vector<double> y(3);
  Scaled<double>().apply(x, y, 1.5);
  print("in a template, double", y);
  const std::vector<float> a = {1, 2, 3};
  std::vector<float> b(3);
  Scaled<int>().apply(a, b, 1);
  print("float", b);

  Sum sum;
  sum += 0.5;
  const auto add = [&](auto more) {
    struct Pair {
      int a;
      double b;
    };
    const std::vector<Pair> pairs = {{1, 10}, {3, 20}};
    #pragma insum more += X[i]
    #pragma insum tensor X[2] : dense(field(pairs, b))
    for (const Pair& pair : pairs) more += pair.b;
    return more;
  };
  const std::vector<double> sums = {sum.total, add(1.0)};
  print("local classes", sums);
}
