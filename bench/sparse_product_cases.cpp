// spmm_<format>: the products of examples/08_sparse_products with 128 columns, on graphs, meshes and pruned
// weights, beside the product in csr by hand and Eigen's; block_spmm_<format>: on random blocks of 32 x 32.
#include <cstdio>
#include <filesystem>
#include <utility>

#include "../examples/08_sparse_products/matrices.hpp"
#include "applications.hpp"
#include "block_matrix.hpp"
#include "product_cases.hpp"
#ifdef INSUM_BENCH_EIGEN
#include "eigen_peer.hpp"
#endif

namespace bench {

namespace {

constexpr std::int64_t columns = 128;

constexpr std::pair<const char*, const char*> files_of_matrices[] = {
    {"cora", "graph/cora.mtx.gz"},
    {"email-Enron", "graph/email-Enron.mtx.gz"},
    {"blogcatalog", "graph/blogcatalog.mtx.gz"},
    {"bcsstk16", "matrix/bcsstk16.mtx.gz"},
    {"nsjac", "matrix/nsjac.mtx.gz"},
    {"fem_horse3", "matrix/fem_horse3.mtx.gz"},
    {"rn50_0.9", "pruned/rn50__magnitude_pruning__0.9__final_dense.smtx.gz"},
    {"transformer_0.7", "pruned/transformer__magnitude_pruning__0.7__encoder_layer_0_ffn_conv1.smtx.gz"},
};

struct product_case {
  Csr A;
  Dense B, C;
};

template <class Matrix>
std::function<void()> in_format(const std::shared_ptr<product_case>& of, std::int64_t block) {
  const auto A = std::make_shared<Matrix>(insum::convert<Matrix>(of->A, {.bm = block, .bn = block}));
  return [of, A] { generated::multiply(*A, of->B, of->C); };
}

std::function<void()> in_format(const std::shared_ptr<product_case>& of, std::string format) {
  if (format == "auto") {
    Cost best;
    for (const char* known : {"csr", "group_coo", "bcsr", "block_group_coo"})
      if (const Cost cost = cheapest(of->A, known, columns);
          best.format.empty() || cost.multiplications < best.multiplications)
        best = cost;
    format = best.format;
  } else {
    format = cheapest(of->A, format, columns).format;
  }
  const std::string name = format.substr(0, format.find('<'));
  const std::int64_t block = name.find("b") != 0 ? 0 : std::stoll(format.substr(format.rfind(',') + 1));
  if (name == "group_coo") return in_format<GroupCoo>(of, block);
  if (name == "bcsr") return in_format<Bcsr>(of, block);
  if (name == "block_group_coo") return in_format<BlockGroupCoo>(of, block);
  return in_format<Csr>(of, block);
}

work work_of(Csr A, const std::string& format) {
  const std::int64_t rows = A.rows(), depth = A.cols();
  const auto of = std::make_shared<product_case>(
      product_case{std::move(A), Dense({depth, columns}), Dense({rows, columns})});
  fill(of->A), fill(of->B);
  work w;
  w.flops = 2.0 * static_cast<double>(of->A.nnz() * columns);
  w.bytes = static_cast<double>(of->A.bytes()) + 4.0 * static_cast<double>((rows + depth) * columns);
  w.turn = product_turn;
  const auto result = compared(std::make_shared<comparison<Dense>>(depth), of->C);
  w.forms = {{"insum", in_format(of, format), result},
             {"loops", [of] { handwritten::multiply(of->A, of->B, of->C); }, result}};
#ifdef INSUM_BENCH_EIGEN
  const auto eigen = std::make_shared<eigen_peer<float>>(of->A);
  w.forms.push_back({"eigen", [of, eigen] { eigen->spmm(of->B, of->C); }, result});
#endif
  return w;
}

}  // namespace

void add_sparse_products(const std::string& data) {
  for (const int threads : thread_counts()) {
    const auto add_case = [&](const std::string& kernel, const std::string& name, const std::string& format,
                              const std::function<Csr()>& make) {
      add(
          kernel + format + name + "float/" + std::to_string(threads), threads,
          [=] { return work_of(make(), format); }, duration::by_options);
    };
    for (const auto& [name, file] : files_of_matrices) {
      const std::string path = data + "/" + file;
      if (!std::filesystem::exists(path))
        std::printf("spmm/%s: skipped, no file\n", name);
      else
        for (const char* format : {"auto", "csr", "group_coo"})
          add_case("spmm_", "/" + std::string(name) + "/", format, [=] { return read_matrix(path); });
    }
    for (const int percent : {5, 10, 20})
      for (const char* format : {"bcsr", "block_group_coo"})
        add_case("block_spmm_", "/4096_" + std::to_string(percent) + "%/", format,
                 [=] { return block_matrix<float>(4096, percent); });
  }
}

}  // namespace bench
