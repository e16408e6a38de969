#include "cases.hpp"

#include <benchmark/benchmark.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <insum/convert.hpp>
#include <insum/io.hpp>
#include <memory>
#include <random>

#include "kernels.hpp"
#ifdef INSUM_BENCH_EIGEN
#include "eigen_peer.hpp"
#endif

namespace bench {

namespace {

template <class T>
constexpr const char* type_name = sizeof(T) == 4 ? "float" : "double";

template <class Tensor>
void fill(Tensor& tensor) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (auto& value : tensor.vals)
    value = static_cast<std::remove_reference_t<decltype(value)>>(uniform(generator));
}

/// One call of `f` an iteration, after one that is not measured; counter `seconds` is the fastest.
template <class F>
void add(const std::string& name, int threads, double bytes, double flops, F f) {
  benchmark::RegisterBenchmark(
      name.c_str(),
      [=](benchmark::State& state) {
        omp_set_num_threads(threads);
        f();
        double best = 1e9;  // of single calls: what other programs on the machine take is left out
        for (auto _ : state) {
          const auto start = std::chrono::steady_clock::now();
          f();
          best =
              std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        }
        state.counters["seconds"] = best;
        state.counters["bytes"] = bytes;
        state.counters["flops"] = flops;
      })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(0.05)
      ->Repetitions(3);
}

template <class T>
struct matrix_case {
  csr<T> A, O;
  vector<T> x, y;
  matrix<T> B, C, X, Y;
};

template <class T>
void add_spmv(const std::string& data, const std::shared_ptr<matrix_case<T>>& c, int threads) {
  const std::string key = "spmv/" + data + "/" + type_name<T> + "/" + std::to_string(threads) + "/";
  const double nnz = static_cast<double>(c->A.nnz());
  const double bytes = nnz * (sizeof(T) + 4) + static_cast<double>(c->A.rows() + c->A.cols()) * sizeof(T);
  add(key + "insum", threads, bytes, 2 * nnz, [c] { einsum::spmv(c->A, c->x, c->y); });
  add(key + "loops", threads, bytes, 2 * nnz, [c] { loops::spmv(c->A, c->x, c->y); });
  add(key + "reference", threads, bytes, 2 * nnz, [c] { reference::spmv(c->A, c->x, c->y); });
#ifdef INSUM_BENCH_EIGEN
  auto peer = std::make_shared<eigen_peer<T>>(c->A);
  add(key + "eigen", threads, bytes, 2 * nnz, [c, peer] { peer->spmv(c->x, c->y); });
#endif
}

template <class T>
void add_spmm(const std::string& data, const std::shared_ptr<matrix_case<T>>& c, int threads,
              std::int64_t n) {
  const std::string key =
      "spmm" + std::to_string(n) + "/" + data + "/" + type_name<T> + "/" + std::to_string(threads) + "/";
  const double nnz = static_cast<double>(c->A.nnz()), columns = static_cast<double>(n);
  const double bytes =
      nnz * (sizeof(T) + 4) + static_cast<double>(c->A.rows() + c->A.cols()) * columns * sizeof(T);
  auto B = std::make_shared<matrix<T>>(std::array<std::int64_t, 2>{c->A.cols(), n});
  auto C = std::make_shared<matrix<T>>(std::array<std::int64_t, 2>{c->A.rows(), n});
  fill(*B);
  add(key + "insum", threads, bytes, 2 * nnz * columns, [=] { einsum::spmm(c->A, *B, *C); });
  add(key + "loops", threads, bytes, 2 * nnz * columns, [=] { loops::spmm(c->A, *B, *C); });
  add(key + "reference", threads, bytes, 2 * nnz * columns, [=] { reference::spmm(c->A, *B, *C); });
#ifdef INSUM_BENCH_EIGEN
  auto peer = std::make_shared<eigen_peer<T>>(c->A);
  add(key + "eigen", threads, bytes, 2 * nnz * columns, [=] { peer->spmm(*B, *C); });
#endif
}

template <class T>
void add_sddmm(const std::string& data, const std::shared_ptr<matrix_case<T>>& c, int threads,
               std::int64_t n) {
  const std::string key =
      "sddmm" + std::to_string(n) + "/" + data + "/" + type_name<T> + "/" + std::to_string(threads) + "/";
  const double nnz = static_cast<double>(c->A.nnz()), width = static_cast<double>(n);
  const double bytes =
      nnz * (2 * sizeof(T) + 4) + static_cast<double>(c->A.rows() + c->A.cols()) * width * sizeof(T);
  auto X = std::make_shared<matrix<T>>(std::array<std::int64_t, 2>{c->A.rows(), n});
  auto Y = std::make_shared<matrix<T>>(std::array<std::int64_t, 2>{c->A.cols(), n});
  fill(*X);
  fill(*Y);
  add(key + "insum", threads, bytes, 2 * nnz * width, [=] { einsum::sddmm(c->A, *X, *Y, c->O); });
  add(key + "loops", threads, bytes, 2 * nnz * width, [=] { loops::sddmm(c->A, *X, *Y, c->O); });
  add(key + "reference", threads, bytes, 2 * nnz * width, [=] { reference::sddmm(c->A, *X, *Y, c->O); });
}

template <class T>
void add_matrix(const std::string& folder, const std::string& file) {
  const std::string path = folder + "/" + file + ".mtx.gz";
  if (!std::filesystem::exists(path)) return void(std::printf("skipped: no %s\n", path.c_str()));
  auto c = std::make_shared<matrix_case<T>>();
  c->A = insum::convert<csr<T>>(insum::read_mtx<T>(path));
  c->O = c->A;
  c->x = vector<T>({c->A.cols()});
  c->y = vector<T>({c->A.rows()});
  fill(c->x);
  const std::string data = std::filesystem::path(file).filename();
  for (int threads : {1, 2}) {
    if (threads > omp_get_num_procs()) continue;
    add_spmv<T>(data, c, threads);
    add_spmm<T>(data, c, threads, 32);
    add_spmm<T>(data, c, threads, 128);
    add_sddmm<T>(data, c, threads, 128);
  }
}

template <class T>
void add_tensor(const std::string& folder, const std::string& file) {
  const std::string path = folder + "/" + file + ".tns.gz";
  if (!std::filesystem::exists(path)) return void(std::printf("skipped: no %s\n", path.c_str()));
  auto B = std::make_shared<csf<T>>(insum::convert<csf<T>>(insum::read_tns<T, 3>(path)));
  constexpr std::int64_t rank = 32;
  const auto factor = [&](std::size_t mode) {
    auto m = std::make_shared<matrix<T>>(
        std::array<std::int64_t, 2>{static_cast<std::int64_t>(B->shape[mode]), rank});
    fill(*m);
    return m;
  };
  const auto A = factor(0), C = factor(1), D = factor(2);
  const double nnz = static_cast<double>(B->nnz()), fibres = static_cast<double>(B->crd[1].size());
  const double bytes = nnz * (sizeof(T) + 4) +
                       static_cast<double>(A->vals.size() + C->vals.size() + D->vals.size()) * sizeof(T);
  const double flops = 2.0 * rank * (nnz + fibres);
  for (int threads : {1, 2}) {
    if (threads > omp_get_num_procs()) continue;
    const std::string key = "mttkrp32/" + file + "/" + type_name<T> + "/" + std::to_string(threads) + "/";
    add(key + "insum", threads, bytes, flops, [=] { einsum::mttkrp(*B, *C, *D, *A); });
    add(key + "loops", threads, bytes, flops, [=] { loops::mttkrp(*B, *C, *D, *A); });
    add(key + "reference", threads, bytes, flops, [=] { reference::mttkrp(*B, *C, *D, *A); });
  }
}

}  // namespace

void register_cases(const std::string& data) {
  for (const char* file :
       {"matrix/fem_horse3", "matrix/bcsstk16", "matrix/cage10", "graph/blogcatalog", "graph/email-Enron"}) {
    add_matrix<float>(data, file);
    add_matrix<double>(data, file);
  }
  for (const char* file : {"FB15k-237", "austen_trigrams"}) {
    add_tensor<float>(data + "/tensor", file);
    add_tensor<double>(data + "/tensor", file);
  }
}

}  // namespace bench
