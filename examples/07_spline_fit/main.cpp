// spline_fit: the matrix of a fit of a cubic spline to many measurements, of which neighbours come together.
#include <algorithm>
#include <array>
#include <cstdio>
#include <random>

#include "../common/compare.hpp"
#include "normal.hpp"

namespace {

// The four cubic B-splines that are not 0 at t in [0, 1) between two knots.
std::array<double, 4> splines_at(double t) {
  const double s = 1 - t, t2 = t * t, t3 = t2 * t;
  return {s * s * s / 6, (3 * t3 - 6 * t2 + 4) / 6, (-3 * t3 + 3 * t2 + 3 * t + 1) / 6, t3 / 6};
}

// A row for each measurement, at ascending places: its splines' values there.
Matrix design(int measurements, int splines) {
  Matrix B;
  B.shape = {measurements, splines};
  B.pos.push_back(0);
  for (int k = 0; k < measurements; ++k) {
    const double x = static_cast<double>(k) / measurements * (splines - 3);
    const int interval = static_cast<int>(x);
    const std::array<double, 4> values = splines_at(x - interval);
    for (int s = 0; s < 4; ++s) {
      B.crd.push_back(interval + s);
      B.vals.push_back(values[static_cast<std::size_t>(s)]);
    }
    B.pos.push_back(static_cast<int>(B.crd.size()));
  }
  return B;
}

template <class A>
bool same(const A& a, const A& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace

int main() {
  constexpr int measurements = 1000000, splines = 100000;
  const Matrix B = design(measurements, splines);
  Vector w(measurements);
  std::mt19937 random(1);
  for (double& x : w) x = 0.5 + static_cast<double>(random() % 1000) / 1000;

  Matrix ours, automatic, theirs;
  for (Matrix* N : {&ours, &automatic, &theirs}) N->shape = {splines, splines};
  const double ours_time = example::best_time([&] { generated::normal_matrix(B, w, ours); });
  const double auto_time = example::best_time([&] { generated::normal_matrix_auto(B, w, automatic); });
  const double theirs_time = example::best_time([&] { handwritten::normal_matrix(B, w, theirs); });

  std::printf("matrix      %d measurements, %d splines, %lld entries\n", measurements, splines,
              static_cast<long long>(ours.nnz()));
  std::printf("workspace   of our own %.2f ms   auto %.2f ms\n", 1e3 * ours_time, 1e3 * auto_time);
  const double difference = std::max(example::relative_difference(ours.vals, theirs.vals),
                                     example::relative_difference(automatic.vals, theirs.vals));
  const int status = example::conclude(ours_time, theirs_time, difference, 1e-12);
  for (const Matrix* N : {&ours, &automatic})
    if (!same(N->pos, theirs.pos) || !same(N->crd, theirs.crd))
      return std::printf("FAILED: other entries\n"), 1;
  return status;
}
