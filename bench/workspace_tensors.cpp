// Sparse tensors times sparse matrices into sparse results, as in the workspaces paper (figures 19 and 20),
// in loops that follow the tensor:
//   mttkrp/  A[i,j] += B[k,l,i] * C[k,j] * D[l,j]
//   ttm/     A[i,j,l] += B[k,i,j] * C[k,l]
//   ttmi/    A[k,j,l] += B[k,i,j] * C[i,l]
// `line=n/` are kernels that insum makes of these lines, on n threads; what is inserted by hand, in the order
// of the tensor, has the name of the policy. Inputs are named TENSOR:COLUMNS of the matrices, of which one
// element in ten is stored.
#include "workspace_tensors.hpp"

#include <benchmark/benchmark.h>
#include <omp.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <insum/formats.hpp>
#include <insum/io.hpp>
#include <insum/rt/workspace.hpp>
#include <insum/workspace.hpp>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>
#include "workspace_forms.hpp"
#include "workspace_lines.hpp"
#ifdef INSUM_BENCH_EIGEN
#include <Eigen/SparseCore>
#endif

namespace bench {

namespace {

using insum::coordinates;

struct operands {
  insum::csf<double, 3> b;
  insum::csr<double> c, d;  // of rows for mode 0 and 1 of the tensor
};

insum::csr<double> tenth(std::int64_t rows, std::int64_t cols, unsigned seed) {
  std::mt19937 random(seed);
  insum::csr<double> m;
  m.shape = {rows, cols};
  m.pos.push_back(0);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < cols; ++j)
      if (random() % 10 == 0) m.crd.push_back(static_cast<std::int32_t>(j)), m.vals.push_back(1.0 + j % 3);
    m.pos.push_back(static_cast<std::int32_t>(m.crd.size()));
  }
  return m;
}

/// `n` entries anywhere in a cube.
insum::coo<double, 3> scattered(std::int64_t size, int n) {
  std::mt19937_64 random(5);
  insum::coo<double, 3> t;
  t.shape = {size, size, size};
  for (int k = 0; k < n; ++k) {
    for (auto& crd : t.crd)
      crd.push_back(static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(size)));
    t.vals.push_back(1.0 + k % 5);
  }
  return t;
}

/// The arrays of a matrix by pointers, which loops keep in registers whatever they call, as generated code
/// has them, and so the ends of rows.
struct rows {
  const std::int32_t *pos, *crd;
  const double* vals;

  explicit rows(const insum::csr<double>& m) : pos(m.pos.data()), crd(m.crd.data()), vals(m.vals.data()) {}
  struct segment {
    std::int64_t begin, end;
  };
  segment of(std::int64_t i) const { return {pos[i], pos[i + 1]}; }
  template <class F>
  void row(segment of, F&& f) const {
    for (std::int64_t p = of.begin; p < of.end; ++p) f(std::int64_t{crd[p]}, vals[p]);
  }
};

/// Calls f(k, l, i, value, row) for the entries of roots [first, last), where row_at(k, l) gave the row.
template <class Row, class F>
void entries(const insum::csf<double, 3>& b, std::int64_t first, std::int64_t last, Row&& row_at, F&& f) {
  const std::int32_t *const pos1 = b.pos[1].data(), *const pos2 = b.pos[2].data();
  const std::int32_t *const crd0 = b.crd[0].data(), *const crd1 = b.crd[1].data(),
                            *const crd2 = b.crd[2].data();
  const double* const vals = b.vals.data();
  for (std::int64_t p = first; p < last; ++p) {
    const std::int64_t k = crd0[p], q_end = pos1[p + 1];
    for (std::int64_t q = pos1[p]; q < q_end; ++q) {
      const std::int64_t l = crd1[q], r_end = pos2[q + 1];
      const rows::segment row = row_at(k, l);
      for (std::int64_t r = pos2[q]; r < r_end; ++r) f(k, l, std::int64_t{crd2[r]}, vals[r], row);
    }
  }
}

/// Of a row, on average.
std::int64_t length(const insum::csr<double>& m) { return insum::rt::mean_run(m.nnz(), m.rows()); }

/// Products: the sizes of the result, the work and the products of one entry of the tensor, about, and the
/// products of the entries of roots [first, last).
struct mttkrp {
  static constexpr int rank = 2;
  using result = insum::csr<double>;
  static coordinates<2> sizes(const operands& x) { return {x.b.shape[2], x.c.shape[1]}; }
  static std::int64_t work(const operands& x) { return length(x.c) + length(x.d); }
  static std::int64_t components(const operands& x) { return std::min(length(x.c), length(x.d)); }
  static void line(const operands& x, result& a) { lines::mttkrp(x.b, x.c, x.d, a); }
  template <class F>
  static void run(const operands& x, std::int64_t first, std::int64_t last, F&& f) {
    const rows c(x.c), d(x.d);
    // Rows of D are looked up for each entry: what was known before the loop would not stay in registers.
    entries(
        x.b, first, last, [&](std::int64_t k, std::int64_t) { return c.of(k); },
        [&](std::int64_t, std::int64_t l, std::int64_t i, double v, rows::segment row) {
          std::int64_t p = row.begin;
          d.row(d.of(l), [&](std::int64_t j, double w) {
            while (p < row.end && c.crd[p] < j) ++p;
            if (p < row.end && c.crd[p] == j) f(coordinates<2>{i, j}, v * c.vals[p] * w);
          });
        });
  }
};
struct ttm {
  static constexpr int rank = 3;
  using result = insum::csf<double, 3>;
  static coordinates<3> sizes(const operands& x) { return {x.b.shape[1], x.b.shape[2], x.c.shape[1]}; }
  static std::int64_t work(const operands& x) { return length(x.c); }
  static std::int64_t components(const operands& x) { return work(x); }
  static void line(const operands& x, result& a) { lines::ttm(x.b, x.c, a); }
  template <class F>
  static void run(const operands& x, std::int64_t first, std::int64_t last, F&& f) {
    const rows c(x.c);
    entries(
        x.b, first, last, [&](std::int64_t k, std::int64_t) { return c.of(k); },
        [&](std::int64_t, std::int64_t i, std::int64_t j, double v, rows::segment row) {
          c.row(row, [&](std::int64_t l, double w) { f(coordinates<3>{i, j, l}, v * w); });
        });
  }
};
struct ttmi {
  static constexpr int rank = 3;
  using result = insum::csf<double, 3>;
  static coordinates<3> sizes(const operands& x) { return {x.b.shape[0], x.b.shape[2], x.d.shape[1]}; }
  static std::int64_t work(const operands& x) { return length(x.d); }
  static std::int64_t components(const operands& x) { return work(x); }
  static void line(const operands& x, result& a) { lines::ttmi(x.b, x.d, a); }
  template <class F>
  static void run(const operands& x, std::int64_t first, std::int64_t last, F&& f) {
    const rows d(x.d);
    entries(
        x.b, first, last, [&](std::int64_t, std::int64_t i) { return d.of(i); },
        [&](std::int64_t k, std::int64_t, std::int64_t j, double v, rows::segment row) {
          d.row(row, [&](std::int64_t l, double w) { f(coordinates<3>{k, j, l}, v * w); });
        });
  }
};

std::int64_t roots(const operands& x) { return static_cast<std::int64_t>(x.b.crd[0].size()); }

/// What generated code knows before the loops.
template <class Product>
insum::workspace_options expected(const operands& x) {
  return {.expected = static_cast<std::int64_t>(x.b.vals.size()) * Product::components(x)};
}

template <class Product, template <class, class, int> class Policy>
void with_policy(benchmark::State& state, const operands& x, const std::string& name) {
  using workspace = insum::sparse_workspace<Policy<double, insum::op_add, Product::rank>>;
  timed<typename Product::result, workspace>(
      state, name, Product::sizes(x), expected<Product>(x), [&](auto& w) {
        w.fill([&x](auto& to) INSUM_RT_LAMBDA {
          Product::run(x, 0, roots(x), [&](const auto& c, double v) { to.insert(c, v); });
        });
      });
}

template <class Product>
void on_threads(benchmark::State& state, const operands& x, const std::string& name, int threads) {
  omp_set_num_threads(threads);
  using workspace =
      insum::parallel_workspace<insum::adaptive_workspace<double, insum::op_add, Product::rank>>;
  const std::int64_t n = roots(x), count = static_cast<std::int64_t>(x.b.vals.size());
  const std::int32_t* const pos = x.b.pos[1].data();
  const insum::rt::balanced ranges(0, n, insum::rt::mean_run(count, pos[n]) * Product::work(x),
                                   [pos](std::int64_t k) { return pos[k] + k; });
  timed<typename Product::result, workspace>(
      state, name, Product::sizes(x), expected<Product>(x), [&](workspace& w) {
        insum::rt::parallel(ranges, [&](std::int64_t first, std::int64_t last) {
          insum::rt::fill(&w, 0, first, [&x, first, last](auto& to) INSUM_RT_LAMBDA {
            Product::run(x, first, last, [&](const auto& c, double v) { to.insert(c, v); });
          });
        });
      });
  omp_set_num_threads(1);
}

/// The same as generated code computes it, in the order of loops that it chooses.
template <class Product>
void in_a_line(benchmark::State& state, const operands& x, const std::string& name, int threads) {
  omp_set_num_threads(threads);
  for (auto _ : state) {
    typename Product::result a;
    for (std::size_t m = 0; m < a.shape.size(); ++m) a.shape[m] = Product::sizes(x)[m];
    Product::line(x, a);
    benchmark::DoNotOptimize(a.vals.data());
    state.PauseTiming();
    compare(state, name, a.vals, 0);
    state.ResumeTiming();
  }
  omp_set_num_threads(1);
}

template <class Product>
typename Product::result compressed(const operands& x,
                                    const std::vector<std::pair<coordinates<Product::rank>, double>>& list) {
  insum::coo<double, Product::rank> a;
  for (std::size_t m = 0; m < a.shape.size(); ++m) {
    a.shape[m] = Product::sizes(x)[m];
    a.crd[m].resize(list.size());
  }
  a.vals.resize(list.size());
  for (std::size_t n = 0; n < list.size(); ++n) {
    for (std::size_t m = 0; m < a.shape.size(); ++m)
      a.crd[m][n] = static_cast<std::int32_t>(list[n].first[m]);
    a.vals[n] = list[n].second;
  }
  return insum::convert<typename Product::result>(a);
}

template <class Product>
void with_map(benchmark::State& state, const operands& x, const std::string& name) {
  constexpr std::size_t node = 48 + 8 * Product::rank;  // bytes: key and value, three pointers and a colour
  for (auto _ : state) {
    std::map<coordinates<Product::rank>, double> w;
    Product::run(x, 0, roots(x), [&](const auto& c, double v) { w[c] += v; });
    const auto a = compressed<Product>(x, {w.begin(), w.end()});
    state.PauseTiming();
    compare(state, name, a.vals, w.size() * node);
    state.ResumeTiming();
  }
}

template <class Product>
void with_vector(benchmark::State& state, const operands& x, const std::string& name) {
  for (auto _ : state) {
    std::vector<std::pair<coordinates<Product::rank>, double>> w;
    Product::run(x, 0, roots(x), [&](const auto& c, double v) { w.emplace_back(c, v); });
    const std::size_t bytes = w.capacity() * sizeof w[0];
    combine(w);
    const auto a = compressed<Product>(x, w);
    state.PauseTiming();
    compare(state, name, a.vals, bytes);
    state.ResumeTiming();
  }
}

#ifdef INSUM_BENCH_EIGEN
/// ttm/ as a product of matrices, A[(i,j),l] = B[(i,j),k] * C[k,l]. What becomes of the indices does not
/// count.
void with_eigen(benchmark::State& state, const operands& x, const std::string& name) {
  using matrix = Eigen::SparseMatrix<double, Eigen::RowMajor, std::int64_t>;
  std::vector<Eigen::Triplet<double, std::int64_t>> list;
  const rows columns(x.c);
  const auto row_at = [&](std::int64_t k, std::int64_t) { return columns.of(k); };
  entries(x.b, 0, roots(x), row_at,
          [&](std::int64_t k, std::int64_t i, std::int64_t j, double v, rows::segment) {
            list.emplace_back(i * x.b.shape[2] + j, k, v);
          });
  matrix b(x.b.shape[1] * x.b.shape[2], x.b.shape[0]), c(x.c.shape[0], x.c.shape[1]);
  b.setFromTriplets(list.begin(), list.end());
  list.clear();
  for (std::int64_t k = 0; k < x.c.shape[0]; ++k)
    columns.row(columns.of(k), [&](std::int64_t l, double v) { list.emplace_back(k, l, v); });
  c.setFromTriplets(list.begin(), list.end());
  for (auto _ : state) {
    const matrix a = b * c;
    state.PauseTiming();
    const auto n = static_cast<std::size_t>(a.nonZeros());
    insum::buffer<double> values(n);
    for (std::size_t k = 0; k < n; ++k) values[k] = a.valuePtr()[k];
    compare(state, name, values, n * 16);
    state.ResumeTiming();
  }
}
#endif

using operands_ptr = std::shared_ptr<const operands>;

/// Operands are read when the first form of a case runs, and kept.
operands_ptr operands_of(const std::string& tensor, std::int64_t columns) {
  static std::map<std::string, operands_ptr> known;
  operands_ptr& x = known[tensor + std::to_string(columns)];
  if (x == nullptr) {
    const auto t = tensor == "uniform"
                       ? scattered(20000, 300000)
                       : insum::read_tns<double, 3>(INSUM_DATA_DIR "/tensor/" + tensor + ".tns.gz");
    x = std::make_shared<const operands>(operands{insum::convert<insum::csf<double, 3>>(t),
                                                  tenth(t.shape[0], columns, 1),
                                                  tenth(t.shape[1], columns, 2)});
  }
  return x;
}

template <class Product>
void add(const std::string& product, const std::string& tensor, std::int64_t columns) {
  const std::string input = tensor + ":" + std::to_string(columns), name = product + "/" + input;
  using form = std::function<void(benchmark::State&, const operands&, const std::string&)>;
  const auto put = [&](const std::string& policy, form run) {
    const std::string full = product + "/" + policy + "/" + input;
    return benchmark::RegisterBenchmark(
               full.c_str(),
               [=](benchmark::State& state) { run(state, *operands_of(tensor, columns), name); })
        ->Unit(benchmark::kMillisecond)
        ->MinWarmUpTime(0.1);
  };
  put("auto", with_policy<Product, insum::adaptive_workspace>);
  put("coord", with_policy<Product, insum::coord_workspace>);
  put("bucket", with_policy<Product, insum::bucket_workspace>);
  put("hash", with_policy<Product, insum::hash_workspace>);
  double elements = 1;
  for (const std::int64_t size : Product::sizes(*operands_of(tensor, columns)))
    elements *= static_cast<double>(size);
  constexpr double most = 1e8;
  if (elements <= most) put("dense", with_policy<Product, insum::dense_workspace>);
  put("map", with_map<Product>);
  put("vector", with_vector<Product>);
#ifdef INSUM_BENCH_EIGEN
  if constexpr (std::is_same_v<Product, ttm>) put("eigen", with_eigen);
#endif
  for (const int threads : {1, 2}) {
    const std::string count = "=" + std::to_string(threads);
    put("threads" + count, [=](benchmark::State& s, const operands& x, const std::string& n) {
      on_threads<Product>(s, x, n, threads);
    })->UseRealTime();
    put("line" + count, [=](benchmark::State& s, const operands& x, const std::string& n) {
      in_a_line<Product>(s, x, n, threads);
    })->UseRealTime();
  }
}

}  // namespace

void add_tensor_products() {
  for (const std::string tensor : {"uniform", "FB15k-237", "austen_trigrams", "gene_ontology", "umls"}) {
    if (tensor != "uniform" && !std::filesystem::exists(INSUM_DATA_DIR "/tensor/" + tensor + ".tns.gz")) {
      std::printf("tensor products of %s: skipped, no file\n", tensor.c_str());
      continue;
    }
    for (const std::int64_t columns : {8, 64}) {
      add<mttkrp>("mttkrp", tensor, columns);
      add<ttm>("ttm", tensor, columns);
      add<ttmi>("ttmi", tensor, columns);
    }
  }
}

}  // namespace bench
