// ablation_<format>_<how>: what grouping, blocks, fusion and matrix instructions are worth, as in figure 13
// of the paper on Insum: a matrix of which a tenth of the 32 x 32 blocks is there.
#include <memory>

#include "../block_matrix.hpp"
#include "cases.hpp"
#include "device_matrices.hpp"

namespace bench::gpu {

namespace {

/// B3 and C3 are B and C by rows of blocks.
struct operands {
  insum::csr<float> host;
  mirrored<float, 2> B;
  tensor3<float> B3, C3;
  matrix<float> C;
  device_coo entries;
  device_groups<float> groups, blocks;
};

std::shared_ptr<operands> make_operands(std::int64_t side, std::int64_t columns) {
  insum::csr<float> A = block_matrix<float>(side, 10);
  fill_with_eighths(A.vals);
  mirrored<float, 2> B = random_tensor<float, 2>({side, columns});
  insum::dense<float, 3> by_blocks({side / block_side, block_side, columns});
  std::copy(B.host.vals.begin(), B.host.vals.end(), by_blocks.vals.begin());
  device_coo entries(A);
  device_groups<float> groups(in_groups(A)), blocks(in_block_groups(A));
  return std::make_shared<operands>(operands{std::move(A), std::move(B), insum::to_device(by_blocks),
                                             tensor3<float>(by_blocks.shape), matrix<float>({side, columns}),
                                             std::move(entries), std::move(groups), std::move(blocks)});
}

template <class Tensor>
auto shared(Tensor made) {
  return std::make_shared<Tensor>(std::move(made));
}

std::function<void()> of_entries(const std::shared_ptr<operands>& on, const std::string& how) {
  if (how == "fused") return [on] { ablation::fused(on->entries.view(), on->B.device, on->C); };
  const std::int64_t columns = on->C.size(1), entries = on->entries.vals.count();
  const auto gathered = shared(matrix<float>({entries, columns})),
             products = shared(matrix<float>({entries, columns}));
  return [=] { ablation::unfused(on->entries.view(), on->B.device, *gathered, *products, on->C); };
}

std::function<void()> of_groups(const std::shared_ptr<operands>& on, const std::string& how) {
  if (how == "fused") return [on] { ablation::fused(on->groups.view(), on->B.device, on->C); };
  const std::int64_t columns = on->C.size(1), groups = on->groups.AM.count();
  const auto gathered = shared(tensor3<float>({groups, group_size, columns}));
  const auto products = shared(matrix<float>({groups, columns}));
  return [=] { ablation::unfused(on->groups.view(), on->B.device, *gathered, *products, on->C); };
}

std::function<void()> of_blocks(const std::shared_ptr<operands>& on, const std::string& how) {
  if (how == "fused") return [on] { ablation::fused(on->blocks.view(), on->B3, on->C3); };
  if (how == "fused_tensor_cores") return [on] { ablation::fused_matrix(on->blocks.view(), on->B3, on->C3); };
  const std::int64_t columns = on->C.size(1), groups = on->blocks.AM.count();
  const auto gathered = shared(tensor4<float>({groups, block_group_size, block_side, columns}));
  const auto products = shared(tensor3<float>({groups, block_side, columns}));
  if (how == "unfused")
    return [=] { ablation::unfused(on->blocks.view(), on->B3, *gathered, *products, on->C3); };
  return [=] { ablation::unfused_matrix(on->blocks.view(), on->B3, *gathered, *products, on->C3); };
}

kernel_case ablation_case(const std::string& format, const std::string& how, std::int64_t side,
                          std::int64_t columns) {
  const auto on = make_operands(side, columns);
  kernel_case made;
  made.flops = 2.0 * static_cast<double>(on->host.nnz() * columns);
  made.bytes = static_cast<double>(on->B.device.bytes() + on->C.bytes());
  made.bytes += format == "coo"      ? on->entries.bytes()
                : format == "groups" ? on->groups.bytes()
                                     : on->blocks.bytes();
  made.call = format == "coo"      ? of_entries(on, how)
              : format == "groups" ? of_groups(on, how)
                                   : of_blocks(on, how);
  made.forget = [on] { forget(on->C), forget(on->C3); };
  made.error = [on, by_blocks = format == "blocks"] {
    const row_of expected = row_of_product(on->host, on->B.host);
    return by_blocks ? largest_error(on->C3, on->host.cols(), expected)
                     : largest_error(on->C, on->host.cols(), expected);
  };
  return made;
}

}  // namespace

void add_ablation(std::vector<named_case>& to, scale size) {
  const std::int64_t side = size == scale::device ? 4096 : 512, columns = size == scale::device ? 4096 : 128;
  const auto add = [&](const std::string& format, const std::string& how) {
    to.push_back({"ablation_" + format + "_" + how + "/" + std::to_string(side) + "/float",
                  [=] { return ablation_case(format, how, side, columns); }});
  };
  for (const char* format : {"coo", "groups", "blocks"})
    for (const char* how : {"unfused", "fused"}) add(format, how);
  add("blocks", "unfused_tensor_cores");
  add("blocks", "fused_tensor_cores");
}

}  // namespace bench::gpu
