// ablation_<format>_<how>: what grouping, blocks and fusion are worth, as in figure 13 of the paper on Insum:
// a matrix of 2048 x 2048 of which a tenth of the 32 x 32 blocks is there, times 128 columns.
#include "ablation_kernels.hpp"
#include "applications.hpp"
#include "block_matrix.hpp"
#include "product_cases.hpp"
#include "product_kernels.hpp"

namespace bench {

namespace {

using namespace ablation;

constexpr std::int64_t side = 2048, columns = 128, block = 32;

/// B3 and C3 hold what B and C hold, by rows of blocks.
struct operands {
  csr<float> rows = block_matrix<float>(side, 10);
  dense2 B{{side, columns}}, C{{side, columns}};
  dense3 B3{{side / block, block, columns}}, C3{{side / block, block, columns}};

  operands() {
    fill(B);
    std::copy(B.vals.begin(), B.vals.end(), B3.vals.begin());
  }
};
using operands_pointer = std::shared_ptr<operands>;

/// By C, or by C3 where that has the result.
template <class Tensor>
std::function<outcome()> result_in(Tensor& C, const std::shared_ptr<std::vector<float>>& expected) {
  return [&C, expected] {
    if (expected->empty()) expected->assign(C.vals.begin(), C.vals.end());
    outcome found;
    for (std::size_t n = 0; n < expected->size(); ++n)
      if (!(std::abs((*expected)[n] - C.vals[n]) <= 1e-3f)) ++found.entries;
    std::fill(C.vals.begin(), C.vals.end(), static_cast<float>(not_computed));
    return found;
  };
}

using call = std::function<void()>;

call entries(const operands_pointer& of, const std::string& how) {
  const auto A = std::make_shared<coo>(insum::convert<coo>(of->rows));
  if (how == "by_format") return [=] { by_format(*A, of->B, of->C); };
  if (how == "fused") return [=] { fused(*A, of->B, of->C); };
  const auto products = std::make_shared<dense2>(dense2({A->nnz(), columns}));
  return [=, gathered = std::make_shared<dense2>(*products)] {
    unfused(*A, of->B, *gathered, *products, of->C);
  };
}

call in_groups(const operands_pointer& of, const std::string& how) {
  const auto A = std::make_shared<ablation::groups>(insum::convert<ablation::groups>(of->rows));
  if (how == "by_format") return [=] { by_format(*A, of->B, of->C); };
  if (how == "fused") return [=] { fused(*A, of->B, of->C); };
  const auto gathered = std::make_shared<dense3>(dense3({A->groups(), std::int64_t{A->g}, columns}));
  const auto products = std::make_shared<dense2>(dense2({A->groups(), columns}));
  return [=] { unfused(*A, of->B, *gathered, *products, of->C); };
}

call in_block_groups(const operands_pointer& of, const std::string& how) {
  const auto A = std::make_shared<ablation::block_groups>(insum::convert<ablation::block_groups>(of->rows));
  if (how == "by_format") return [=] { by_format(*A, of->B, of->C); };
  if (how == "fused") return [=] { fused(*A, of->B3, of->C3); };
  const auto gathered = std::make_shared<dense4>(dense4({A->groups(), std::int64_t{A->g}, block, columns}));
  const auto products = std::make_shared<dense3>(dense3({A->groups(), block, columns}));
  return [=] { unfused(*A, of->B3, *gathered, *products, of->C3); };
}

work work_of(const std::string& format, const std::string& how) {
  const auto of = std::make_shared<operands>();
  work w;
  w.flops = 2 * static_cast<double>(of->rows.nnz() * columns);
  w.bytes = 4.0 * static_cast<double>(of->rows.nnz() + 2 * side * columns);
  w.turn = product_turn;
  const auto expected = std::make_shared<std::vector<float>>();
  const bool by_blocks = format == "blocks" && how != "by_format";
  const call own = format == "coo"      ? entries(of, how)
                   : format == "groups" ? in_groups(of, how)
                                        : in_block_groups(of, how);
  w.forms = {{"loops", [of] { loops::spmm(of->rows, of->B, of->C); }, result_in(of->C, expected)},
             {"insum", own, by_blocks ? result_in(of->C3, expected) : result_in(of->C, expected)}};
  return w;
}

}  // namespace

void add_ablation() {
  for (const int threads : thread_counts())
    for (const std::string format : {"coo", "groups", "blocks"})
      for (const std::string how : {"unfused", "fused", "by_format"})
        add(
            "ablation_" + format + "_" + how + "/2048/float/" + std::to_string(threads), threads,
            [=] { return work_of(format, how); }, duration::by_options);
}

}  // namespace bench
