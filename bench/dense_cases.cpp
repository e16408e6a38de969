// dense/product, dense/transposed, dense/scores: insum's products of dense matrices beside the plain loops,
// Eigen's and OpenBLAS's.
#include <omp.h>

#include <memory>

#include "product_cases.hpp"
#include "product_kernels.hpp"
#ifdef INSUM_BENCH_EIGEN
#include "eigen_products.hpp"
#endif
#ifdef INSUM_BENCH_OPENBLAS
#include "openblas_peer.hpp"
#endif

namespace bench {

namespace {

struct sizes {
  std::int64_t rows, depth, columns;
  std::string name() const {
    return std::to_string(rows) + "x" + std::to_string(depth) + "x" + std::to_string(columns);
  }
};

template <class Tensor>
struct operands {
  Tensor left, right, result;
  operands(const Tensor& a, const Tensor& b, const Tensor& c) : left(a), right(b), result(c) {
    fill(left), fill(right);
  }
};

template <class Tensor>
using kernel = void (*)(const Tensor&, const Tensor&, Tensor&);

/// A kernel's forms; null where a peer was not found.
template <class Tensor>
struct forms {
  kernel<Tensor> insum, loops, eigen = nullptr, openblas = nullptr;
};

template <class Tensor>
work work_of(const std::shared_ptr<operands<Tensor>>& of, const sizes& s, double products,
             const forms<Tensor>& kernels) {
  work w;
  w.flops = 2 * products;
  w.bytes = static_cast<double>((of->left.vals.size() + of->right.vals.size() + of->result.vals.size()) *
                                sizeof(of->left.vals[0]));
  w.turn = product_turn;
  if (kernels.openblas && omp_get_max_threads() > 1) w.pause = thread_pause;
  const auto result = compared(std::make_shared<comparison<Tensor>>(s.depth), of->result);
  const auto add = [&](const char* name, kernel<Tensor> call) {
    if (call) w.forms.push_back({name, [of, call] { call(of->left, of->right, of->result); }, result});
  };
  add("insum", kernels.insum), add("loops", kernels.loops);
  add("eigen", kernels.eigen), add("openblas", kernels.openblas);
  return w;
}

#ifdef INSUM_BENCH_EIGEN
#define BENCH_EIGEN(f) eigen::f
#else
#define BENCH_EIGEN(f) nullptr
#endif
#ifdef INSUM_BENCH_OPENBLAS
#define BENCH_OPENBLAS(f) openblas::f
void use_threads(int threads) { openblas_set_num_threads(threads); }
#else
#define BENCH_OPENBLAS(f) nullptr
void use_threads(int) {}
#endif
/// The forms of the kernel `f` on Tensor<T>.
#define BENCH_FORMS(f, Tensor, T) \
  forms<Tensor<T>> { einsum::f, loops::f<T>, BENCH_EIGEN(f<T>), BENCH_OPENBLAS(f<T>) }

std::string key(const char* kernel, const sizes& s, const char* type, int threads) {
  return std::string("dense/") + kernel + "/" + s.name() + "/" + type + "/" + std::to_string(threads);
}

template <class T>
void add_products(const sizes& s, int threads) {
  const auto make = [=](bool transposed, const forms<matrix<T>>& kernels) {
    return [=] {
      use_threads(threads);
      const auto of = std::make_shared<operands<matrix<T>>>(
          matrix<T>({s.rows, s.depth}),
          transposed ? matrix<T>({s.columns, s.depth}) : matrix<T>({s.depth, s.columns}),
          matrix<T>({s.rows, s.columns}, static_cast<T>(not_computed)));
      return work_of(of, s, static_cast<double>(s.rows * s.depth * s.columns), kernels);
    };
  };
  add(key("product", s, type_name<T>, threads), threads, make(false, BENCH_FORMS(product, matrix, T)),
      duration::by_options);
  add(key("transposed", s, type_name<T>, threads), threads,
      make(true, BENCH_FORMS(product_transposed, matrix, T)), duration::by_options);
}

/// Of eight heads of attention, each of `depth` elements.
template <class T>
void add_scores(const sizes& s, int threads) {
  add(
      key("scores", s, type_name<T>, threads), threads,
      [=] {
        constexpr std::int64_t heads = 8;
        use_threads(threads);
        const auto of = std::make_shared<operands<cube<T>>>(
            cube<T>({s.rows, heads, s.depth}), cube<T>({s.columns, heads, s.depth}),
            cube<T>({s.rows, heads, s.columns}, static_cast<T>(not_computed)));
        return work_of(of, s, static_cast<double>(s.rows * heads * s.depth * s.columns),
                       BENCH_FORMS(scores, cube, T));
      },
      duration::by_options);
}

}  // namespace

void add_dense_products() {
  for (const int threads : thread_counts()) {
    for (const std::int64_t n : {64, 256, 512, 1000, 2048}) {
      add_products<float>({n, n, n}, threads);
      add_products<double>({n, n, n}, threads);
      add_scores<float>({n, 64, n}, threads);
      add_scores<double>({n, 64, n}, threads);
    }
    for (const sizes& s : {sizes{1000, 32, 1000}, sizes{32, 1000, 1000}}) {
      add_products<float>(s, threads);
      add_products<double>(s, threads);
    }
  }
}

}  // namespace bench
