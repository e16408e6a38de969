#include "cases.hpp"

#include <benchmark/benchmark.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <insum/convert.hpp>
#include <insum/io.hpp>
#include <map>
#include <memory>
#include <optional>
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

/// The forms of a kernel on the same operands, and what a call cannot do without.
struct work {
  double bytes, flops;
  std::vector<std::pair<const char*, std::function<void()>>> forms;
};

/// One call of each form an iteration, in turn, so that what else the machine does meets all of them; a
/// counter for each form has the seconds of its fastest call. `prepare` runs when the benchmark does: only
/// what is measured is read.
template <class F>
void add(const std::string& name, int threads, F prepare) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& state) {
                                 omp_set_num_threads(threads);
                                 work w;
                                 try {
                                   w = prepare();
                                 } catch (const insum::parse_error& error) {  // a tensor of another order
                                   return state.SkipWithError(error.what());
                                 }
                                 std::map<std::string, double> best;
                                 for (const auto& [form, call] : w.forms) call(), best[form] = 1e9;
                                 for (auto _ : state)
                                   for (const auto& [form, call] : w.forms) {
                                     const auto start = std::chrono::steady_clock::now();
                                     call();
                                     const std::chrono::duration<double> taken =
                                         std::chrono::steady_clock::now() - start;
                                     best[form] = std::min(best[form], taken.count());
                                   }
                                 for (const auto& [form, seconds] : best) state.counters[form] = seconds;
                                 state.counters["bytes"] = w.bytes;
                                 state.counters["flops"] = w.flops;
                               })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(0.2)
      ->Repetitions(3);
}

template <class T>
struct matrix_case {
  std::string path;
  csr<T> A, O;
  vector<T> x, y;
  matrix<T> B, C, X, Y;
  double nnz() const { return static_cast<double>(A.nnz()); }
  double sides() const { return static_cast<double>(A.rows() + A.cols()); }
#ifdef INSUM_BENCH_EIGEN
  std::optional<eigen_peer<T>> eigen;
#endif
};

/// The matrix in `path` with dense factors of `columns` columns; the last one is kept.
template <class T>
matrix_case<T>& loaded(const std::string& path, std::int64_t columns) {
  static std::unique_ptr<matrix_case<T>> last;
  if (!last || last->path != path) {
    last = nullptr;
    auto c = std::make_unique<matrix_case<T>>();
    c->path = path;
    c->A = insum::convert<csr<T>>(insum::read_mtx<T>(path));
    c->O = c->A;
    c->x = vector<T>({c->A.cols()});
    c->y = vector<T>({c->A.rows()});
    fill(c->x);
#ifdef INSUM_BENCH_EIGEN
    c->eigen.emplace(c->A);
#endif
    last = std::move(c);
  }
  if (columns > 1 && last->B.cols() != columns) {
    last->B = last->Y = matrix<T>({last->A.cols(), columns});
    last->C = last->X = matrix<T>({last->A.rows(), columns});
    fill(last->B), fill(last->X), fill(last->Y);
  }
  return *last;
}

template <class T>
void add_spmv(const std::string& path, const std::string& key, int threads) {
  add(key, threads, [=] {
    matrix_case<T>& c = loaded<T>(path, 1);
    work w{c.nnz() * (sizeof(T) + 4) + c.sides() * sizeof(T), 2 * c.nnz(), {}};
    w.forms = {{"insum", [&c] { einsum::spmv(c.A, c.x, c.y); }},
               {"loops", [&c] { loops::spmv(c.A, c.x, c.y); }},
               {"reference", [&c] { reference::spmv(c.A, c.x, c.y); }}};
#ifdef INSUM_BENCH_EIGEN
    w.forms.push_back({"eigen", [&c] { c.eigen->spmv(c.x, c.y); }});
#endif
    return w;
  });
}

template <class T>
void add_spmm(const std::string& path, const std::string& key, int threads, std::int64_t n) {
  add(key, threads, [=] {
    matrix_case<T>& c = loaded<T>(path, n);
    const double columns = static_cast<double>(n);
    work w{c.nnz() * (sizeof(T) + 4) + c.sides() * columns * sizeof(T), 2 * c.nnz() * columns, {}};
    w.forms = {{"insum", [&c] { einsum::spmm(c.A, c.B, c.C); }},
               {"loops", [&c] { loops::spmm(c.A, c.B, c.C); }},
               {"reference", [&c] { reference::spmm(c.A, c.B, c.C); }}};
#ifdef INSUM_BENCH_EIGEN
    w.forms.push_back({"eigen", [&c] { c.eigen->spmm(c.B, c.C); }});
#endif
    return w;
  });
}

template <class T>
void add_sddmm(const std::string& path, const std::string& key, int threads, std::int64_t n) {
  add(key, threads, [=] {
    matrix_case<T>& c = loaded<T>(path, n);
    const double width = static_cast<double>(n);
    work w{c.nnz() * (2 * sizeof(T) + 4) + c.sides() * width * sizeof(T), 2 * c.nnz() * width, {}};
    w.forms = {{"insum", [&c] { einsum::sddmm(c.A, c.X, c.Y, c.O); }},
               {"loops", [&c] { loops::sddmm(c.A, c.X, c.Y, c.O); }},
               {"reference", [&c] { reference::sddmm(c.A, c.X, c.Y, c.O); }}};
    return w;
  });
}

template <class T>
void add_matrix(const std::string& path) {
  const std::string file = std::filesystem::path(path).filename().string();
  const std::string data = file.substr(0, file.find('.')) + "/" + type_name<T> + "/";
  for (int threads : {1, 2}) {
    if (threads > omp_get_num_procs()) continue;
    const std::string rest = "/" + data + std::to_string(threads);
    add_spmv<T>(path, "spmv" + rest, threads);
    add_spmm<T>(path, "spmm32" + rest, threads, 32);
    add_spmm<T>(path, "spmm128" + rest, threads, 128);
    add_sddmm<T>(path, "sddmm128" + rest, threads, 128);
  }
}

template <class T>
struct tensor_case {
  std::string path;
  csf<T> B;
  matrix<T> A, C, D;
};

template <class T>
tensor_case<T>& loaded_tensor(const std::string& path, std::int64_t rank) {
  static std::unique_ptr<tensor_case<T>> last;
  if (last && last->path == path) return *last;
  last = nullptr;
  auto c = std::make_unique<tensor_case<T>>();
  c->path = path;
  c->B = insum::convert<csf<T>>(insum::read_tns<T, 3>(path));
  matrix<T>* const factors[] = {&c->A, &c->C, &c->D};
  for (std::size_t mode = 0; mode < 3; ++mode) {
    *factors[mode] = matrix<T>({static_cast<std::int64_t>(c->B.shape[mode]), rank});
    fill(*factors[mode]);
  }
  last = std::move(c);
  return *last;
}

template <class T>
void add_tensor(const std::string& path) {
  constexpr std::int64_t rank = 32;
  const std::string file = std::filesystem::path(path).filename().string();
  for (int threads : {1, 2}) {
    if (threads > omp_get_num_procs()) continue;
    const std::string key =
        "mttkrp32/" + file.substr(0, file.find('.')) + "/" + type_name<T> + "/" + std::to_string(threads);
    add(key, threads, [=] {
      tensor_case<T>& c = loaded_tensor<T>(path, rank);
      const double nnz = static_cast<double>(c.B.nnz()), fibres = static_cast<double>(c.B.crd[1].size());
      const double factors = static_cast<double>(c.A.vals.size() + c.C.vals.size() + c.D.vals.size());
      work w{nnz * (sizeof(T) + 4) + factors * sizeof(T), 2.0 * rank * (nnz + fibres), {}};
      w.forms = {{"insum", [&c] { einsum::mttkrp(c.B, c.C, c.D, c.A); }},
                 {"loops", [&c] { loops::mttkrp(c.B, c.C, c.D, c.A); }},
                 {"reference", [&c] { reference::mttkrp(c.B, c.C, c.D, c.A); }}};
      return w;
    });
  }
}

/// The files of a folder with this ending, the same every time.
std::vector<std::string> files(const std::string& folder, const std::string& ending) {
  std::vector<std::string> list;
  if (!std::filesystem::exists(folder)) {
    std::printf("skipped: no %s\n", folder.c_str());
    return list;
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().string().ends_with(ending)) list.push_back(entry.path().string());
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace

void register_cases(const std::string& data) {
  for (const char* folder : {"/matrix", "/graph"})
    for (const std::string& path : files(data + folder, ".mtx.gz")) {
      add_matrix<float>(path);
      add_matrix<double>(path);
    }
  for (const std::string& path : files(data + "/tensor", ".tns.gz")) {
    add_tensor<float>(path);
    add_tensor<double>(path);
  }
}

}  // namespace bench
