// Kernels with several sparse matrices and with sparse results, and what they run on.
#include <algorithm>
#include <insum/convert.hpp>
#include <insum/io.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "harness.hpp"
#include "sparse_kernels.hpp"
#ifdef INSUM_BENCH_EIGEN
#include "eigen_peer.hpp"
#endif
#ifdef INSUM_BENCH_GRAPHBLAS
#include "graphblas_peer.hpp"
#endif

namespace bench {

namespace {

/// An object without entries; what the last call has left is freed.
template <class T>
csr<T>& fresh(csr<T>& C, std::int64_t rows, std::int64_t columns) {
  C = csr<T>{};
  C.shape = {rows, columns};
  C.pos.assign(static_cast<std::size_t>(rows) + 1, 0);
  return C;
}

/// A with its rows moved down by `distance`, cyclically.
template <class T>
csr<T> rows_moved(const csr<T>& A, std::int64_t distance) {
  csr<T> B;
  B.shape = A.shape;
  B.pos.assign(static_cast<std::size_t>(A.rows()) + 1, 0);
  for (std::int64_t i = 0; i < A.rows(); ++i) {
    const auto from = static_cast<std::size_t>((i + A.rows() - distance) % A.rows());
    for (auto p = static_cast<std::size_t>(A.pos[from]); p < static_cast<std::size_t>(A.pos[from + 1]); ++p) {
      B.crd.push_back(A.crd[p]);
      B.vals.push_back(A.vals[p]);
    }
    B.pos[static_cast<std::size_t>(i) + 1] = static_cast<std::int32_t>(B.crd.size());
  }
  return B;
}

/// The pattern of A + A^T below the diagonal, in ones. Throws not_applicable unless A is square.
template <class T>
csr<T> lower_triangle(const csr<double>& A) {
  if (A.rows() != A.cols()) throw not_applicable("the matrix is not square");
  insum::coo<T, 2> below;
  below.shape = A.shape;
  for (std::int64_t i = 0; i < A.rows(); ++i)
    for (auto p = A.pos.data()[i]; p < A.pos.data()[i + 1]; ++p) {
      const auto j = static_cast<std::int32_t>(A.crd.data()[p]), row = static_cast<std::int32_t>(i);
      if (row == j) continue;
      below.crd[0].push_back(std::max(row, j));
      below.crd[1].push_back(std::min(row, j));
      below.vals.push_back(T(1));
    }
  csr<T> L = insum::convert<csr<T>>(below);
  for (T& value : L.vals) value = T(1);
  return L;
}

/// One matrix, the results, and the peers that have copies.
template <class T>
struct matrix_case {
  std::string path;
  csr<T> A, moved[3], C;
  vector<T> from, to;
  std::int64_t count = 0;
#ifdef INSUM_BENCH_EIGEN
  std::vector<std::unique_ptr<eigen_peer<T>>> eigen;
#endif
#ifdef INSUM_BENCH_GRAPHBLAS
  std::unique_ptr<graphblas_peer<T>> graphblas;
#endif

  explicit matrix_case(const std::string& file) : path(file) {
    if constexpr (std::is_integral_v<T>) {
      A = lower_triangle<T>(insum::convert<csr<double>>(insum::read_mtx<double>(path)));
    } else {
      A = insum::convert<csr<T>>(insum::read_mtx<T>(path));
      for (int n = 0; n < 3; ++n) moved[n] = rows_moved(A, n + 1);
      from = vector<T>({A.cols()});
      to = vector<T>({A.rows()});
      fill(from);
    }
    std::vector<const csr<T>*> operands = {&A};
    if constexpr (!std::is_integral_v<T>)
      for (const csr<T>& m : moved) operands.push_back(&m);
#ifdef INSUM_BENCH_EIGEN
    for (const csr<T>* M : operands) eigen.push_back(std::make_unique<eigen_peer<T>>(*M));
#endif
#ifdef INSUM_BENCH_GRAPHBLAS
    graphblas = std::make_unique<graphblas_peer<T>>(operands, from);
#endif
  }
  csr<T>& fresh_result(bool square = false) { return fresh(C, A.rows(), square ? A.rows() : A.cols()); }
  static constexpr T unreached = T(1e6);
  void forget_distances() { std::fill(to.vals.begin(), to.vals.end(), unreached); }
  /// The distances that relax() has lowered. They are taken away, so that the next form cannot pass with
  /// them.
  outcome taken_distances() {
    outcome lowered;
    for (const T value : to.vals)
      if (value != unreached) lowered.entries += 1, lowered.sum += static_cast<double>(value);
    forget_distances();
    return lowered;
  }
  /// Products of entries in A * B for B with as many entries in row k as `counts` says.
  template <class Counts>
  double products(Counts counts) const {
    double sum = 0;
    for (const auto k : A.crd) sum += counts(static_cast<std::size_t>(k));
    return sum;
  }
  double products_with_itself() const {
    return products([this](std::size_t k) { return static_cast<double>(A.pos[k + 1] - A.pos[k]); });
  }
  double products_with_transpose() const {
    std::vector<double> entries(static_cast<std::size_t>(A.cols()), 0);
    for (const auto k : A.crd) ++entries[static_cast<std::size_t>(k)];
    return products([&](std::size_t k) { return entries[k]; });
  }
  double bytes() const { return static_cast<double>(A.bytes()); }
};

/// The case of `path`, with the peers at `threads`; the last one is kept.
template <class T>
matrix_case<T>& loaded(const std::string& path, [[maybe_unused]] int threads) {
  static std::unique_ptr<matrix_case<T>> last;
  if (!last || last->path != path) {
    last = nullptr;
    last = std::make_unique<matrix_case<T>>(path);
  }
#ifdef INSUM_BENCH_GRAPHBLAS
  graphblas_peer<T>::use_threads(threads);
#endif
  return *last;
}

/// The bytes of the result that f computes.
template <class T, class F>
double bytes_of_result(matrix_case<T>& c, F f) {
  f();
  return static_cast<double>(c.C.bytes());
}

template <class T>
void add_products(const std::string& path, const std::string& rest, int threads) {
  const auto prepare = [=](bool transposed) {
    matrix_case<T>& c = loaded<T>(path, threads);
    if (!transposed && c.A.rows() != c.A.cols()) throw not_applicable("the matrix is not square");
    const auto own = [&c] { return result_of(c.C); };
    work w;
    const std::function<void()> loop = [&c, transposed] {
      transposed ? loops::spgemm_transposed(c.A, c.A, c.fresh_result(true))
                 : loops::spgemm(c.A, c.A, c.fresh_result());
    };
    w.bytes = 2 * c.bytes() + bytes_of_result(c, loop);
    w.flops = 2 * (transposed ? c.products_with_transpose() : c.products_with_itself());
    w.forms = {{"insum",
                [&c, transposed] {
                  transposed ? einsum::spgemm_transposed(c.A, c.A, c.fresh_result(true))
                             : einsum::spgemm(c.A, c.A, c.fresh_result());
                },
                own},
               {"loops", loop, own}};
#ifdef INSUM_BENCH_EIGEN
    w.forms.push_back(
        {"eigen", [&c, transposed] { transposed ? c.eigen[0]->transposed_product() : c.eigen[0]->product(); },
         [&c] { return c.eigen[0]->result(); }});
#endif
#ifdef INSUM_BENCH_GRAPHBLAS
    w.forms.push_back(
        {"graphblas",
         [&c, transposed] { transposed ? c.graphblas->transposed_product() : c.graphblas->product(); },
         [&c] { return c.graphblas->result(); }});
#endif
    return w;
  };
  add("spgemm" + rest, threads, [=] { return prepare(false); });
  add("spgemm_t" + rest, threads, [=] { return prepare(true); });
}

template <class T>
void add_masked(const std::string& path, const std::string& rest, int threads) {
  add("masked" + rest, threads, [=] {
    matrix_case<T>& c = loaded<T>(path, threads);
    if (c.A.rows() != c.A.cols()) throw not_applicable("the matrix is not square");
    // Entries of the mask without a product may be entries of the result or not: sums are compared.
    const auto sum_only = [](outcome o) { return outcome{0, o.sum}; };
    const auto own = [&c, sum_only] { return sum_only(result_of(c.C)); };
    auto mask = std::make_shared<csr<T>>(c.A);
    std::fill(mask->vals.begin(), mask->vals.end(), T(1));
    work w;
    w.bytes = 4 * c.bytes();
    w.flops = 2 * c.products_with_itself();
    w.forms = {{"insum", [&c, mask] { einsum::masked(*mask, c.A, c.A, c.fresh_result()); }, own},
               {"loops", [&c, mask] { loops::masked(*mask, c.A, c.A, c.fresh_result()); }, own}};
#ifdef INSUM_BENCH_GRAPHBLAS
    w.forms.push_back({"graphblas", [&c] { c.graphblas->masked_product(); },
                       [&c, sum_only] { return sum_only(c.graphblas->result()); }});
#endif
    return w;
  });
}

template <class T>
void add_diagonal(const std::string& path, const std::string& rest, int threads) {
  add("diagonal" + rest, threads, [=] {
    matrix_case<T>& c = loaded<T>(path, threads);
    if (c.A.rows() != c.A.cols()) throw not_applicable("the matrix is not square");
    // The sums are taken away, so that the next form cannot pass with them.
    const auto own = [&c] {
      double sum = 0;
      for (T& value : c.to.vals) sum += static_cast<double>(std::exchange(value, T(-1)));
      return outcome{0, sum};
    };
    work w;
    w.bytes = c.bytes() + static_cast<double>(c.to.bytes());
    w.flops = 2.0 * static_cast<double>(c.A.nnz());
    w.forms = {{"insum", [&c] { einsum::diagonal(c.A, c.A, c.to); }, own},
               {"loops", [&c] { loops::diagonal(c.A, c.A, c.to); }, own}};
#ifdef INSUM_BENCH_EIGEN
    w.forms.push_back({"eigen", [&c] { c.eigen[0]->diagonal_of_product(); },
                       [&c] { return outcome{0, c.eigen[0]->result().sum}; }});
#endif
    return w;
  });
}

template <class T>
void add_sums(const std::string& path, const std::string& rest, int threads) {
  const auto prepare = [=](int operands) {
    matrix_case<T>& c = loaded<T>(path, threads);
    const auto own = [&c] { return result_of(c.C); };
    const bool two = operands == 2;
    const csr<T>* const m = c.moved;
    work w;
    const std::function<void()> loop = [&c, m, two] {
      two ? loops::add2(c.A, m[0], c.fresh_result()) : loops::add4(c.A, m[0], m[1], m[2], c.fresh_result());
    };
    w.bytes = operands * c.bytes() + bytes_of_result(c, loop);
    w.flops = (operands - 1.0) * static_cast<double>(c.A.nnz());
    w.forms = {{"insum",
                [&c, m, two] {
                  two ? einsum::add2(c.A, m[0], c.fresh_result())
                      : einsum::add4(c.A, m[0], m[1], m[2], c.fresh_result());
                },
                own},
               {"loops", loop, own}};
#ifdef INSUM_BENCH_EIGEN
    w.forms.push_back({"eigen",
                       [&c, two] {
                         two ? c.eigen[0]->sum(*c.eigen[1])
                             : c.eigen[0]->sum(*c.eigen[1], *c.eigen[2], *c.eigen[3]);
                       },
                       [&c] { return c.eigen[0]->result(); }});
#endif
#ifdef INSUM_BENCH_GRAPHBLAS
    w.forms.push_back({"graphblas", [&c, operands] { c.graphblas->sum(static_cast<std::size_t>(operands)); },
                       [&c] { return c.graphblas->result(); }});
#endif
    return w;
  };
  add("add2" + rest, threads, [=] { return prepare(2); });
  add("add4" + rest, threads, [=] { return prepare(4); });
}

template <class T>
void add_min_plus(const std::string& path, const std::string& rest, int threads) {
  add("relax" + rest, threads, [=] {
    matrix_case<T>& c = loaded<T>(path, threads);
    c.forget_distances();
    const auto own = [&c] { return c.taken_distances(); };
    work w;
    w.bytes = c.bytes() + static_cast<double>(c.from.bytes() + c.to.bytes());
    w.flops = 2.0 * static_cast<double>(c.A.nnz());
    w.forms = {{"insum", [&c] { einsum::relax(c.A, c.from, c.to); }, own},
               {"loops", [&c] { loops::relax(c.A, c.from, c.to); }, own}};
#ifdef INSUM_BENCH_GRAPHBLAS
    w.forms.push_back({"graphblas", [&c] { c.graphblas->relax(); }});
#endif
    return w;
  });
  add("min_plus" + rest, threads, [=] {
    matrix_case<T>& c = loaded<T>(path, threads);
    if (c.A.rows() != c.A.cols()) throw not_applicable("the matrix is not square");
    const auto own = [&c] { return result_of(c.C); };
    work w;
    w.bytes = 2 * c.bytes() + bytes_of_result(c, [&c] { loops::min_plus(c.A, c.A, c.fresh_result()); });
    w.flops = 2 * c.products_with_itself();
    w.forms = {{"insum", [&c] { einsum::min_plus(c.A, c.A, c.fresh_result()); }, own},
               {"loops", [&c] { loops::min_plus(c.A, c.A, c.fresh_result()); }, own}};
#ifdef INSUM_BENCH_GRAPHBLAS
    w.forms.push_back(
        {"graphblas", [&c] { c.graphblas->min_plus(); }, [&c] { return c.graphblas->result(); }});
#endif
    return w;
  });
}

void add_triangles(const std::string& path, const std::string& rest, int threads) {
  using T = std::int32_t;
  // Edges without a triangle may be entries or not: sums are compared.
  const auto sum_only = [](outcome o) { return outcome{0, o.sum}; };
  const auto prepare = [=](bool edges) {
    matrix_case<T>& c = loaded<T>(path, threads);
    // The count is taken away, so that the next form cannot pass with it.
    const auto own = [&c, edges, sum_only] {
      return edges ? sum_only(result_of(c.C)) : outcome{0, static_cast<double>(std::exchange(c.count, 0))};
    };
    work w;
    loops::triangles(c.A, c.count);
    w.bytes = (edges ? 2 : 1) * c.bytes();
    w.flops = 2.0 * static_cast<double>(std::exchange(c.count, 0));
    w.forms = {{"insum",
                [&c, edges] {
                  edges ? einsum::triangles_of_edges(c.A, c.fresh_result()) : einsum::triangles(c.A, c.count);
                },
                own},
               {"loops",
                [&c, edges] {
                  edges ? loops::triangles_of_edges(c.A, c.fresh_result()) : loops::triangles(c.A, c.count);
                },
                own}};
#ifdef INSUM_BENCH_EIGEN
    if (edges)
      w.forms.push_back({"eigen", [&c] { c.eigen[0]->triangles_of_edges(); },
                         [&c, sum_only] { return sum_only(c.eigen[0]->result()); }});
#endif
#ifdef INSUM_BENCH_GRAPHBLAS
    w.forms.push_back({"graphblas",
                       [&c, edges] { edges ? c.graphblas->triangles_of_edges() : c.graphblas->triangles(); },
                       [&c, sum_only] { return sum_only(c.graphblas->result()); }});
#endif
    return w;
  };
  add("triangles" + rest, threads, [=] { return prepare(false); });
  add("triangles_of_edges" + rest, threads, [=] { return prepare(true); });
}

}  // namespace

void register_sparse_matrix_cases(const std::string& path) {
  for (int threads : thread_counts()) {
    const auto rest = [&](const char* type) {
      return data_name(path) + type + "/" + std::to_string(threads);
    };
    add_products<float>(path, rest("float"), threads);
    add_products<double>(path, rest("double"), threads);
    add_masked<float>(path, rest("float"), threads);
    add_masked<double>(path, rest("double"), threads);
    add_diagonal<float>(path, rest("float"), threads);
    add_diagonal<double>(path, rest("double"), threads);
    add_sums<float>(path, rest("float"), threads);
    add_sums<double>(path, rest("double"), threads);
    add_min_plus<float>(path, rest("float"), threads);
    add_min_plus<double>(path, rest("double"), threads);
    add_triangles(path, rest("int"), threads);
  }
}

}  // namespace bench
