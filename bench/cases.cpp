#include "cases.hpp"

#include <algorithm>
#include <cmath>
#include <insum/convert.hpp>
#include <insum/io.hpp>
#include <memory>
#include <numeric>
#include <optional>

#include "harness.hpp"
#include "kernels.hpp"
#ifdef INSUM_BENCH_EIGEN
#include "eigen_peer.hpp"
#endif
#ifdef INSUM_BENCH_GRAPHBLAS
#include "graphblas_dense.hpp"
#endif

namespace bench {

namespace {

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
#ifdef INSUM_BENCH_GRAPHBLAS
  std::optional<graphblas_dense_peer<T>> graphblas;
#endif
};

/// The matrix in `path` with dense factors of `columns` columns, and the peers at `threads`; the last one is
/// kept.
template <class T>
matrix_case<T>& loaded(const std::string& path, std::int64_t columns, [[maybe_unused]] int threads) {
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
#ifdef INSUM_BENCH_GRAPHBLAS
    c->graphblas.emplace(c->A, c->x);
#endif
    last = std::move(c);
  }
  if (columns > 1 && last->B.cols() != columns) {
    last->B = last->Y = matrix<T>({last->A.cols(), columns});
    last->C = last->X = matrix<T>({last->A.rows(), columns});
    fill(last->B), fill(last->X), fill(last->Y);
#ifdef INSUM_BENCH_GRAPHBLAS
    last->graphblas->use_factors(last->B, last->X, last->Y);
#endif
  }
#ifdef INSUM_BENCH_GRAPHBLAS
  graphblas_dense_peer<T>::use_threads(threads);
#endif
  return *last;
}

/// What is in `tensor`, which no later form passes with: each has to write all of it.
template <class Tensor>
outcome taken(Tensor& tensor) {
  const outcome result{0, std::accumulate(tensor.vals.begin(), tensor.vals.end(), 0.0)};
  std::fill(tensor.vals.begin(), tensor.vals.end(), std::nanf(""));
  return result;
}

template <class T>
void add_spmv(const std::string& path, const std::string& key, int threads) {
  add(key, threads, [=] {
    matrix_case<T>& c = loaded<T>(path, 1, threads);
    work w{c.nnz() * (sizeof(T) + 4) + c.sides() * sizeof(T), 2 * c.nnz(), {}};
    const auto own = [&c] { return taken(c.y); };
    w.forms = {{"insum", [&c] { einsum::spmv(c.A, c.x, c.y); }, own},
               {"loops", [&c] { loops::spmv(c.A, c.x, c.y); }, own},
               {"reference", [&c] { reference::spmv(c.A, c.x, c.y); }, own}};
#ifdef INSUM_BENCH_EIGEN
    w.forms.push_back({"eigen", [&c] { c.eigen->spmv(c.x, c.y); }, own});
#endif
#ifdef INSUM_BENCH_GRAPHBLAS
    w.forms.push_back(
        {"graphblas", [&c] { c.graphblas->spmv(); }, [&c] { return c.graphblas->vector_result(); }});
#endif
    return w;
  });
}

/// Less than the vectors that the reference is written for.
bool is_narrow(std::int64_t columns) { return columns < 32; }

template <class T>
void add_spmm(const std::string& path, const std::string& key, int threads, std::int64_t n) {
  add(key, threads, [=] {
    matrix_case<T>& c = loaded<T>(path, n, threads);
    const double columns = static_cast<double>(n);
    work w{c.nnz() * (sizeof(T) + 4) + c.sides() * columns * sizeof(T), 2 * c.nnz() * columns, {}};
    const auto own = [&c] { return taken(c.C); };
    w.forms = {{"insum", [&c] { einsum::spmm(c.A, c.B, c.C); }, own},
               {"loops", [&c] { loops::spmm(c.A, c.B, c.C); }, own}};
    if (!is_narrow(n)) w.forms.push_back({"reference", [&c] { reference::spmm(c.A, c.B, c.C); }, own});
#ifdef INSUM_BENCH_EIGEN
    w.forms.push_back({"eigen", [&c] { c.eigen->spmm(c.B, c.C); }, own});
#endif
#ifdef INSUM_BENCH_GRAPHBLAS
    w.forms.push_back({"graphblas", [&c] { c.graphblas->spmm(); }, [&c] { return c.graphblas->result(); }});
#endif
    return w;
  });
}

template <class T>
void add_sddmm(const std::string& path, const std::string& key, int threads, std::int64_t n) {
  add(key, threads, [=] {
    matrix_case<T>& c = loaded<T>(path, n, threads);
    const double width = static_cast<double>(n);
    work w{c.nnz() * (2 * sizeof(T) + 4) + c.sides() * width * sizeof(T), 2 * c.nnz() * width, {}};
    const auto own = [&c] { return taken(c.O); };
    w.forms = {{"insum", [&c] { einsum::sddmm(c.A, c.X, c.Y, c.O); }, own},
               {"loops", [&c] { loops::sddmm(c.A, c.X, c.Y, c.O); }, own}};
    if (!is_narrow(n)) w.forms.push_back({"reference", [&c] { reference::sddmm(c.A, c.X, c.Y, c.O); }, own});
#ifdef INSUM_BENCH_EIGEN
    w.forms.push_back({"eigen", [&c] { c.eigen->sddmm(c.X, c.Y, c.O); }, own});
#endif
#ifdef INSUM_BENCH_GRAPHBLAS
    w.forms.push_back({"graphblas", [&c] { c.graphblas->sddmm(); }, [&c] { return c.graphblas->result(); }});
#endif
    return w;
  });
}

template <class T>
void add_matrix(const std::string& path) {
  for (int threads : thread_counts()) {
    const std::string rest = data_name(path) + type_name<T> + "/" + std::to_string(threads);
    add_spmv<T>(path, "spmv" + rest, threads);
    add_spmm<T>(path, "spmm32" + rest, threads, 32);
    add_spmm<T>(path, "spmm128" + rest, threads, 128);
    add_sddmm<T>(path, "sddmm128" + rest, threads, 128);
    for (const int narrow : {3, 5}) {
      add_spmm<T>(path, "spmm" + std::to_string(narrow) + rest, threads, narrow);
      add_sddmm<T>(path, "sddmm" + std::to_string(narrow) + rest, threads, narrow);
    }
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
  for (int threads : thread_counts()) {
    const std::string key = "mttkrp32" + data_name(path) + type_name<T> + "/" + std::to_string(threads);
    add(key, threads, [=] {
      tensor_case<T>& c = loaded_tensor<T>(path, rank);
      const double nnz = static_cast<double>(c.B.nnz()), fibres = static_cast<double>(c.B.crd[1].size());
      const double factors = static_cast<double>(c.A.vals.size() + c.C.vals.size() + c.D.vals.size());
      work w{nnz * (sizeof(T) + 4) + factors * sizeof(T), 2.0 * rank * (nnz + fibres), {}};
      const auto own = [&c] { return taken(c.A); };
      w.forms = {{"insum", [&c] { einsum::mttkrp(c.B, c.C, c.D, c.A); }, own},
                 {"loops", [&c] { loops::mttkrp(c.B, c.C, c.D, c.A); }, own},
                 {"reference", [&c] { reference::mttkrp(c.B, c.C, c.D, c.A); }, own}};
      return w;
    });
  }
}

}  // namespace

void register_cases(const std::string& data) {
  for (const char* folder : {"/matrix", "/graph"})
    for (const std::string& path : files(data + folder, ".mtx.gz")) {
      add_matrix<float>(path);
      add_matrix<double>(path);
      register_sparse_matrix_cases(path);
    }
  for (const std::string& path : files(data + "/tensor", ".tns.gz")) {
    add_tensor<float>(path);
    add_tensor<double>(path);
    register_sparse_tensor_cases(path);
  }
}

}  // namespace bench
