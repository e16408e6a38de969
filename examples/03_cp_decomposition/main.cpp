// cp_decomposition [tensor.tns[.gz]]: decomposes a tensor of three modes from a file, or a generated one of
// low rank.
#include <cstdio>
#include <exception>
#include <random>

#include "../common/compare.hpp"
#include "cp.hpp"

namespace {

// The sum of a few random outer products, each of a block of coordinates.
insum::coo<double, 3> low_rank(int I, int J, int K, int rank) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0.5, 1.5);
  insum::coo<double, 3> entries;
  entries.shape = {I, J, K};
  for (int r = 0; r < rank; ++r) {
    std::vector<double> a(static_cast<std::size_t>(I / 10)), b(static_cast<std::size_t>(J / 10)),
        c(static_cast<std::size_t>(K / 10));
    for (auto* factor : {&a, &b, &c})
      for (double& value : *factor) value = uniform(random);
    const auto start = [&](int size) {
      return static_cast<int>(random() % static_cast<unsigned>(size - size / 10));
    };
    const int i0 = start(I), j0 = start(J), k0 = start(K);
    for (int i = 0; i < I / 10; ++i)
      for (int j = 0; j < J / 10; ++j)
        for (int k = 0; k < K / 10; ++k) {
          entries.crd[0].push_back(i0 + i);
          entries.crd[1].push_back(j0 + j);
          entries.crd[2].push_back(k0 + k);
          entries.vals.push_back(a[i] * b[j] * c[k]);
        }
  }
  return entries;
}

int run(int argc, char** argv) {
  const Tensor X =
      insum::convert<Tensor>(argc > 1 ? insum::read_tns<double, 3>(argv[1]) : low_rank(300, 200, 250, 8));
  std::printf("tensor      %lld x %lld x %lld with %lld entries (%s)\n", static_cast<long long>(X.size(0)),
              static_cast<long long>(X.size(1)), static_cast<long long>(X.size(2)),
              static_cast<long long>(X.nnz()), argc > 1 ? argv[1] : "generated, of rank 8");

  constexpr int rank = 16, iterations = 20;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::array<Matrix, 3> start;
  for (int mode = 0; mode < 3; ++mode) {
    start[mode] = Matrix({X.size(mode), rank});
    for (double& value : start[mode].vals) value = uniform(random);
  }
  Decomposition ours, theirs;
  const double ours_time = example::best_time([&] { ours = generated::decompose(X, start, iterations); });
  const double theirs_time =
      example::best_time([&] { theirs = handwritten::decompose(X, start, iterations); });

  std::printf("iteration   fit generated    by hand\n");
  for (const int i : {0, 1, 2, 4, 9, 19})
    std::printf("%9d   %13.6f  %9.6f\n", i + 1, ours.fits[i], theirs.fits[i]);
  // Fits alone would hide a factor that is scaled wrongly: the next one makes up for it.
  double difference = example::relative_difference(ours.fits, theirs.fits);
  for (int mode = 0; mode < 3; ++mode)
    difference = std::max(difference,
                          example::relative_difference(ours.factors[mode].vals, theirs.factors[mode].vals));
  const int status = example::conclude(ours_time, theirs_time, difference, 1e-6);
  if (ours.fits.back() >= ours.fits.front() && (argc > 1 || ours.fits.back() > 0.9)) return status;
  std::printf("FAILED: the fit did not improve\n");
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 2;
  }
}
