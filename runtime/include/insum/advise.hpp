// What each format would cost for a given matrix.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "convert/blocks.hpp"
#include "convert/groups.hpp"
#include "convert/hub.hpp"
#include "convert/padding.hpp"
#include "convert/rows.hpp"
#include "core/types.hpp"
#include "storage.hpp"

namespace insum {

/// The size of groups with which group_coo has the fewest accesses for this matrix: the estimate sqrt(entries
/// / rows), rounded to the neighbouring power of two with fewer accesses by the actual lengths of the rows.
/// Of a tensor of higher rank, rows are the entries that differ in the last mode only, and empty ones do not
/// count.
template <tensor_like Tensor>
std::int64_t group_size(const Tensor& tensor) {
  using S = storage<Tensor>;
  using V = typename S::value_type;
  using I = typename S::index_type;
  static_assert(S::rank >= 2, "vectors are not stored in groups");
  if constexpr (S::rank > 2) {
    return detail::best_group_size(detail::find_runs(detail::canonical<V, I>(tensor, {})));
  } else {
    const detail::rows_hub<V, I, Tensor> hub(tensor, {}, 1);
    const auto& rows = hub.view();
    return detail::best_group_size(std::span<const I>(rows.pos, static_cast<std::size_t>(rows.major) + 1),
                                   rows.all_rows());
  }
}

/// A format's cost for one matrix.
struct format_cost {
  std::string format;        // "bcsr<4,4>"
  std::int64_t slots = 0;    // values that are stored
  std::int64_t padding = 0;  // ... of which hold no entry
  std::int64_t bytes = 0;    // of all arrays
  std::int64_t accesses =
      0;  // rows of the dense operands that C[i,j] += A[i,k] * B[k,j] reads (B) or updates (C)
};

struct advice {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t entries = 0;
  std::vector<format_cost> formats;

  /// The format of that name; throws std::out_of_range.
  const format_cost& at(const std::string& format) const {
    for (const format_cost& cost : formats)
      if (cost.format == format) return cost;
    throw std::out_of_range("insum::advice has no format " + format);
  }
};

namespace detail {

template <class V, class I, class Matrix>
class adviser {
 public:
  explicit adviser(const Matrix& matrix) : matrix_(matrix), hub_(matrix, {}, 1), rows_(hub_.view()) {
    result_.rows = rows_.all_rows();
    result_.cols = rows_.minor;
    result_.entries = rows_.entries();
    for (std::int64_t i = 0; i < rows_.major; ++i) used_rows_ += rows_.begin(i) != rows_.end(i) ? 1 : 0;
  }

  advice run() {
    const std::int64_t n = result_.entries, rows = result_.rows, cols = result_.cols;
    add("coo", n, 2 * n, 2 * n);
    add("csr", n, n + rows + 1, n + rows);
    add("csc", n, n + cols + 1, n + cols);
    add("dcsr", n, n + 2 * used_rows_ + 3, n + used_rows_);
    if (const auto area = slots(rows, cols)) add("dense", *area, 0, *area + rows);
    const std::int64_t longest = longest_row(rows_).length, width = longest > 0 ? longest : 1;
    if (const auto ell = slots(rows, width))
      add("ell<" + std::to_string(width) + ">", *ell, *ell, *ell + rows);
    const std::int64_t diagonals = static_cast<std::int64_t>(find_diagonals(rows_).size());
    if (const auto dia = slots(rows, diagonals)) add("dia", *dia, diagonals, 2 * *dia);
    add_groups();
    for (const std::int64_t b : {2, 4, 8, 16, 32}) add_blocks(b);
    add_hyb();
    add_tiles(8, 8);
    return result_;
  }

 private:
  /// Nothing where there are more than can be counted.
  static std::optional<std::int64_t> slots(std::int64_t rows, std::int64_t each) {
    std::int64_t area = 0;
    if (__builtin_mul_overflow(rows, each, &area) || area >= INT64_MAX / 16) return std::nullopt;
    return area;
  }
  void add(const std::string& format, std::int64_t slots, std::int64_t indices, std::int64_t accesses) {
    constexpr std::int64_t most = INT64_MAX / 64;  // what has more than that is left out
    if (slots > most || indices > most) return;
    const std::int64_t bytes = slots * std::int64_t{sizeof(V)} + indices * std::int64_t{sizeof(I)};
    result_.formats.push_back({format, slots, slots - result_.entries, bytes, accesses});
  }
  /// For each block row that has a block the number of blocks before it; of rows that are all there also for
  /// the others.
  buffer<std::int64_t> blocks_of(std::int64_t height, std::int64_t width) const {
    if (!rows_.leaves_out_rows()) return count_blocks(rows_, height, width);
    const rows_hub<V, I, Matrix> hub(matrix_, {}, height);  // other rows are left out
    return count_blocks(hub.view(), height, width);
  }
  void add_groups() {
    const std::span<const I> pos(rows_.pos, static_cast<std::size_t>(rows_.major) + 1);
    const std::int64_t g = best_group_size(pos, result_.rows);
    const std::int64_t groups = group_accesses(pos, g) / (1 + g);
    add("group_coo<" + std::to_string(g) + ">", groups * g, groups * (1 + g), groups * (1 + g));
  }
  void add_blocks(std::int64_t b) {
    const std::string sizes = "<" + std::to_string(b) + "," + std::to_string(b) + ">";
    const buffer<std::int64_t> pos = blocks_of(b, b);
    const std::int64_t block_rows = ceil_div(result_.rows, b);
    const std::int64_t blocks = pos.back(), g = best_group_size(pos, block_rows),
                       groups = count_groups(pos, g).back();
    add("bcsr" + sizes, blocks * b * b, blocks + block_rows + 1, (blocks + block_rows) * b);
    add("block_coo" + sizes, blocks * b * b, 2 * blocks, 2 * blocks * b);
    add("block_group_coo<" + std::to_string(g) + "," + sizes.substr(1), groups * g * b * b, groups * (1 + g),
        groups * (1 + g) * b);
  }
  void add_tiles(std::int64_t t, std::int64_t g) {
    const std::int64_t groups = count_groups(blocks_of(t, 1), g).back();
    add("sr_bcrs<" + std::to_string(t) + "," + std::to_string(g) + ">", groups * t * g,
        groups * g + ceil_div(result_.rows, t) + 1, groups * (t + g));
  }
  void add_hyb() {
    int k = 0;
    while (result_.rows > 0 && (std::int64_t{1} << k) * result_.rows < result_.entries) ++k;
    std::int64_t slots = 0, pieces = 0;
    hyb_partition<V, I>(rows_, 0, result_.cols, k)
        .for_each_piece([&](int b, std::int64_t, std::int64_t, std::int64_t) {
          slots += std::int64_t{1} << b;
          ++pieces;
        });
    add("hyb<1," + std::to_string(k) + ">", slots, slots + pieces, slots + pieces);
  }
  const Matrix& matrix_;
  const rows_hub<V, I, Matrix> hub_;
  const compressed_view<V, I>& rows_;
  advice result_;
  std::int64_t used_rows_ = 0;
};

}  // namespace detail

/// Counts padding, bytes and accesses of each format for this matrix, with its value and index types. Nothing
/// is built but compressed rows, where the matrix has them not.
template <tensor_like Matrix>
advice advise(const Matrix& matrix) {
  static_assert(storage<Matrix>::rank == 2, "only matrices can be advised on");
  using S = storage<Matrix>;
  return detail::adviser<typename S::value_type, typename S::index_type, Matrix>(matrix).run();
}

}  // namespace insum
