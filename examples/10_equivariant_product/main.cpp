// equivariant_product [lmax [channels [batch]]]: the tensor product of equivariant neural networks. Rotating
// its inputs must rotate its result.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "../common/compare.hpp"
#include "product.hpp"
#include "rotation.hpp"

namespace {

// How far the rows of the coefficients are from orthonormal: the largest element of CG CG^T - I.
double orthogonality_error(const Coupling& C) {
  double error = 0;
  for (int r = 0; r < C.rows(); ++r) {
    insum::dense<double, 2> row({C.components, C.components}, 0.0);
    for (int p = C.pos[r]; p < C.pos[r + 1]; ++p) row(C.first[p], C.second[p]) = C.value[p];
    for (int s = 0; s < C.rows(); ++s) {
      double dot = r == s ? -1 : 0;
      for (int p = C.pos[s]; p < C.pos[s + 1]; ++p) dot += row(C.first[p], C.second[p]) * C.value[p];
      error = std::max(error, std::abs(dot));
    }
  }
  return error;
}

Rotation random_rotation(std::mt19937& random) {  // from a quaternion of length 1
  std::normal_distribution<double> normal;
  const double a = normal(random), x = normal(random), y = normal(random), z = normal(random);
  const double s = 2 / (a * a + x * x + y * y + z * z);
  return {{{1 - s * (y * y + z * z), s * (x * y - z * a), s * (x * z + y * a)},
           {s * (x * y + z * a), 1 - s * (x * x + z * z), s * (y * z - x * a)},
           {s * (x * z - y * a), s * (y * z + x * a), 1 - s * (x * x + y * y)}}};
}

Harmonics harmonics_of(const std::vector<Direction>& directions, int components) {
  Harmonics Y({static_cast<std::int64_t>(directions.size()), components});
  for (std::int64_t b = 0; b < Y.rows(); ++b)
    for (int j = 0; j < components; ++j)
      Y(b, j) =
          static_cast<float>(harmonics(directions[static_cast<std::size_t>(b)])[static_cast<std::size_t>(j)]);
  return Y;
}

// The components of each element and channel times D.
Features rotated(const insum::dense<double, 2>& D, const Features& X) {
  Features result(X.shape);
  for (std::int64_t b = 0; b < X.size(0); ++b)
    for (std::int64_t m = 0; m < X.size(1); ++m)
      for (std::int64_t u = 0; u < X.size(2); ++u) {
        double sum = 0;
        for (std::int64_t n = 0; n < X.size(1); ++n) sum += D(m, n) * X(b, n, u);
        result(b, m, u) = static_cast<float>(sum);
      }
  return result;
}

void fill(Features& tensor, std::mt19937& random) {
  std::uniform_real_distribution<float> uniform(-1, 1);
  for (float& value : tensor.vals) value = uniform(random);
}

int run(int lmax, int channels, int batch) {
  const Coupling C = couple(lmax);
  std::mt19937 random(1);
  Features X({batch, C.components, channels}), ours({batch, C.components, channels}), theirs = ours;
  Weights W({C.paths, channels, channels});
  fill(X, random), fill(W, random);
  std::vector<Direction> directions(static_cast<std::size_t>(batch));
  for (Direction& direction : directions) direction = rotate(random_rotation(random), {0, 0, 1});
  const Harmonics Y = harmonics_of(directions, C.components);
  std::printf("coupling    lmax %d: %d paths, %d rows, %zu coefficients; orthonormal to %.1e\n", lmax,
              C.paths, C.rows(), C.entries(), orthogonality_error(C));
  std::printf("features    %d in a batch, %d components of %d channels\n", batch, C.components, channels);

  const double ours_time = example::best_time([&] { generated::tensor_product(C, X, Y, W, ours); });
  const double theirs_time = example::best_time([&] { handwritten::tensor_product(C, X, Y, W, theirs); });

  const Rotation R = random_rotation(random);
  const insum::dense<double, 2> D = wigner(R, C.components);
  for (Direction& direction : directions) direction = rotate(R, direction);
  Features of_rotated(ours.shape);
  generated::tensor_product(C, rotated(D, X), harmonics_of(directions, C.components), W, of_rotated);
  const double turned = example::relative_difference(of_rotated.vals, rotated(D, ours).vals);
  std::printf("rotation    product of rotated and rotated product differ by %.1e (at most 1e-05)\n", turned);

  const int status =
      example::conclude(ours_time, theirs_time, example::relative_difference(ours.vals, theirs.vals), 1e-5);
  return turned <= 1e-5 && orthogonality_error(C) <= 1e-6 ? status : 1;
}

}  // namespace

int main(int argc, char** argv) {
  int sizes[] = {2, 32, 2000};
  bool good = argc <= 4;
  for (int n = 1; n < argc && good; ++n) good = (sizes[n - 1] = std::atoi(argv[n])) >= 1;
  if (good && sizes[0] <= 3) return run(sizes[0], sizes[1], sizes[2]);
  const bool help = argc == 2 && std::strcmp(argv[1], "--help") == 0;
  std::fprintf(help ? stdout : stderr,
               "usage: %s [lmax [channels [batch]]]\n"
               "the degrees of the features, 1 to 3 (2), their channels (32) and how many there are (2000)\n",
               argv[0]);
  return help ? 0 : 2;
}
