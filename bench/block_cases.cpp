// blocks/...: products of a matrix of 32 x 32 blocks, stored as blocks, beside the dense product of the same
// matrix with all its zeros, and Eigen's product of the same matrix in csr.
#include <insum/convert.hpp>
#include <optional>

#include "block_matrix.hpp"
#include "product_cases.hpp"
#include "product_kernels.hpp"
#ifdef INSUM_BENCH_EIGEN
#include "eigen_peer.hpp"
#endif
#ifdef INSUM_BENCH_OPENBLAS
#include "openblas_peer.hpp"
#endif

namespace bench {

namespace {

constexpr std::int64_t side = 2048;

template <class T>
struct block_case {
  csr<T> rows;
  blocks<T> A;
  block_groups<T> groups;
  matrix<T> all, B, C;
#ifdef INSUM_BENCH_EIGEN
  std::optional<eigen_peer<T>> eigen;
#endif

  block_case(int percent, std::int64_t n)
      : rows(block_matrix<T>(side, percent)),
        A(insum::convert<blocks<T>>(rows)),
        groups(insum::convert<block_groups<T>>(rows, {.bm = 32, .bn = 32})),
        all(insum::convert<matrix<T>>(rows)),
        B({side, n}),
        C({side, n}, static_cast<T>(not_computed)) {
    fill(B);
#ifdef INSUM_BENCH_EIGEN
    eigen.emplace(rows);
#endif
  }
};

template <class T>
work work_of(const std::shared_ptr<block_case<T>>& of, [[maybe_unused]] int threads) {
  const double columns = static_cast<double>(of->B.cols());
  work w;
  w.flops = 2 * static_cast<double>(of->rows.nnz()) * columns;
  w.counters["dense flops"] = 2 * static_cast<double>(side * side) * columns;
  w.counters["group size"] = static_cast<double>(of->groups.g);
  w.turn = product_turn;
  const auto result = compared(std::make_shared<comparison<matrix<T>>>(side), of->C);
  w.forms = {{"block_group_coo", [of] { einsum::spmm_block_groups(of->groups, of->B, of->C); }, result},
             {"bcsr", [of] { einsum::spmm_blocks(of->A, of->B, of->C); }, result},
             {"dense", [of] { einsum::product(of->all, of->B, of->C); }, result}};
#ifdef INSUM_BENCH_EIGEN
  w.forms.push_back({"eigen", [of] { of->eigen->spmm(of->B, of->C); }, result});
#endif
#ifdef INSUM_BENCH_OPENBLAS
  openblas_set_num_threads(threads);
  if (threads > 1) w.pause = thread_pause;
  w.forms.push_back({"openblas", [of] { openblas::product(of->all, of->B, of->C); }, result});
#endif
  return w;
}

template <class T>
void add_blocks(int percent, std::int64_t n, int threads) {
  add(
      "blocks/" + std::to_string(percent) + "%/N=" + std::to_string(n) + "/" + type_name<T> + "/" +
          std::to_string(threads),
      threads, [=] { return work_of(std::make_shared<block_case<T>>(percent, n), threads); },
      duration::by_options);
}

}  // namespace

void add_block_products() {
  for (const int threads : thread_counts())
    for (const int percent : {5, 20, 50})
      for (const std::int64_t n : {32, 128, 512}) {
        add_blocks<float>(percent, n, threads);
        add_blocks<double>(percent, n, threads);
      }
}

}  // namespace bench
