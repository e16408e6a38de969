// groups/...: how the size of groups in group_coo and block_group_coo decides the time of a product, the
// number of accesses through indices, and the memory (figures 5 to 7 of the paper on Insum); beside csr.
#include <cstdio>
#include <filesystem>
#include <insum/convert.hpp>
#include <insum/io.hpp>

#include "block_matrix.hpp"
#include "product_cases.hpp"
#include "product_kernels.hpp"

namespace bench {

namespace {

constexpr std::int64_t columns = 128;

template <class T>
struct group_case {
  csr<T> rows;
  matrix<T> B, C;

  explicit group_case(csr<T> A)
      : rows(std::move(A)),
        B({rows.cols(), columns}),
        C({rows.rows(), columns}, static_cast<T>(not_computed)) {
    fill(B);
  }
};
template <class T>
using case_pointer = std::shared_ptr<group_case<T>>;

/// Adds both forms of a size, a member and a part of the type, and what the format takes. `kernel` and
/// `fixed_kernel` compute with them.
template <class Group, class FixedGroup, class T>
void add_size(work& w, const case_pointer<T>& of, const insum::convert_options& size,
              void (*kernel)(const Group&, const matrix<T>&, matrix<T>&),
              void (*fixed_kernel)(const FixedGroup&, const matrix<T>&, matrix<T>&),
              const std::function<outcome()>& result) {
  static const std::string g = std::to_string(size.group), member = "member/" + g, type = "type/" + g;
  const auto A = std::make_shared<Group>(insum::convert<Group>(of->rows, size));
  const auto fixed = std::make_shared<FixedGroup>(insum::convert<FixedGroup>(of->rows));
  w.counters["accesses/" + g] = static_cast<double>(A->AM.size() + A->AK.size());
  w.counters["bytes/" + g] = static_cast<double>(A->bytes());
  w.forms.push_back({member.c_str(), [=] { kernel(*A, of->B, of->C); }, result});
  w.forms.push_back({type.c_str(), [=] { fixed_kernel(*fixed, of->B, of->C); }, result});
}

template <class T, std::int64_t G>
void add_size(work& w, const case_pointer<T>& of, bool blocked, const std::function<outcome()>& result) {
  if (blocked)
    add_size<block_groups<T>, block_groups<T, G>, T>(w, of, {.bm = 32, .bn = 32, .group = G},
                                                     einsum::spmm_block_groups<T>,
                                                     einsum::spmm_fixed_block_groups<T, G>, result);
  else
    add_size<groups<T>, groups<T, G>, T>(w, of, {.group = G}, einsum::spmm_groups<T>,
                                         einsum::spmm_fixed_groups<T, G>, result);
}

template <class T>
work work_of(csr<T> A, bool blocked) {
  const auto of = std::make_shared<group_case<T>>(std::move(A));
  work w;
  w.flops = 2 * static_cast<double>(of->rows.nnz() * columns);
  w.turn = product_turn;
  w.counters["bytes/csr"] = static_cast<double>(of->rows.bytes());
  w.counters["accesses/csr"] = static_cast<double>(of->rows.nnz() + of->rows.rows());
  w.counters["recommended"] = static_cast<double>(
      blocked ? std::int64_t{insum::convert<block_groups<T>>(of->rows, {.bm = 32, .bn = 32}).g}
              : insum::group_size(of->rows));
  double largest = 0;
  for (const T value : of->rows.vals) largest = std::max(largest, std::abs(static_cast<double>(value)));
  const auto result = compared(std::make_shared<comparison<matrix<T>>>(of->rows.cols(), largest), of->C);
  w.forms = {{"csr", [of] { einsum::spmm(of->rows, of->B, of->C); }, result}};
  const auto add = [&]<std::int64_t... sizes>(std::integer_sequence<std::int64_t, sizes...>) {
    (add_size<T, sizes>(w, of, blocked, result), ...);
  };
  add(std::integer_sequence<std::int64_t, 1, 2, 4, 8, 16, 32, 64>());
  if (blocked)
    w.forms.push_back(
        {"bcsr", [of, A = insum::convert<blocks<T>>(of->rows)] { einsum::spmm_blocks(A, of->B, of->C); },
         result});
  return w;
}

template <class T>
void add_matrix(const std::string& name, int threads, std::function<csr<T>()> make, bool blocked) {
  add(
      "groups/" + name + "/" + type_name<T> + "/" + std::to_string(threads), threads,
      [=] { return work_of<T>(make(), blocked); }, duration::by_options);
}

template <class T>
void add_matrices(const std::string& data, int threads) {
  for (const std::string name :
       {"graph/cora", "matrix/cage10", "graph/email-Enron", "matrix/bcsstk16", "graph/blogcatalog"}) {
    const std::string path = data + "/" + name + ".mtx.gz";
    if (std::filesystem::exists(path))
      add_matrix<T>(
          name.substr(name.find('/') + 1), threads,
          [=] { return insum::convert<csr<T>>(insum::read_mtx<T>(path)); }, false);
    else
      std::printf("groups/%s: skipped, no file\n", name.c_str());
  }
  add_matrix<T>("blocks", threads, [] { return block_matrix<T>(4096, 20); }, true);
}

}  // namespace

void add_group_products(const std::string& data) {
  for (const int threads : thread_counts()) {
    add_matrices<float>(data, threads);
    add_matrices<double>(data, threads);
  }
}

}  // namespace bench
