// Visiting the entries of formats with blocks. The zeros of a block count as padding.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "../formats/hyb.hpp"
#include "entries.hpp"

namespace insum::detail {

/// Calls f for the elements of one block that lie in the matrix and are not the fill value. `row_stride` is
/// the distance in `vals` between the rows of the block, `col_stride` that between its columns.
template <class Tensor>
struct block_entries_base : entries_base<Tensor> {
  using base = entries_base<Tensor>;
  using value_type = typename base::value_type;

  block_entries_base(const Tensor& tensor, double fill) : base(tensor), fill_(fill_value<value_type>(fill)) {}
  template <class F>
  void visit_block(const value_type* vals, std::int64_t first_row, std::int64_t first_col, std::int64_t bm,
                   std::int64_t bn, std::int64_t row_stride, F& f) const {
    const std::int64_t rows = this->size(0) - first_row, cols = this->size(1) - first_col;
    for (std::int64_t r = 0; r < bm && r < rows; ++r)
      for (std::int64_t c = 0; c < bn && c < cols; ++c) {
        const value_type v = vals[r * row_stride + c];
        if (v != fill_) f(typename base::coordinates{first_row + r, first_col + c}, v);
      }
  }

 private:
  value_type fill_;
};

/// bcsr and dbcsr.
template <class Tensor, bool doubly>
struct block_row_entries : block_entries_base<Tensor> {
  using base = block_entries_base<Tensor>;
  static constexpr bool unique = true;

  block_row_entries(const Tensor& tensor, double fill) : base(tensor, fill) {
    this->template check_rows<doubly>(outer());
  }
  std::int64_t outer() const {
    if constexpr (doubly) return base::wide(this->template array<0>()[1]);
    return ceil_div(this->size(0), this->block_size(0));
  }
  std::int64_t work() const { return outer() + this->template length<doubly ? 4 : 2>(); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    const auto* pos = this->template array<doubly ? 2 : 0>();
    const auto* crd = this->template array<doubly ? 3 : 1>();
    const auto* vals = this->template array<doubly ? 4 : 2>();
    const std::int64_t bm = this->block_size(0), bn = this->block_size(1);
    for (std::int64_t i = begin; i < end; ++i) {
      std::int64_t block_row = i;
      if constexpr (doubly) block_row = base::wide(this->template array<1>()[i]);
      for (std::int64_t p = base::wide(pos[i]); p < base::wide(pos[i + 1]); ++p)
        this->visit_block(vals + p * bm * bn, block_row * bm, base::wide(crd[p]) * bn, bm, bn, bn, f);
    }
  }
};
template <class Tensor>
  requires(is_format<Tensor>("bcsr"))
struct entries<Tensor> : block_row_entries<Tensor, false> {
  using block_row_entries<Tensor, false>::block_row_entries;
};
template <class Tensor>
  requires(is_format<Tensor>("dbcsr"))
struct entries<Tensor> : block_row_entries<Tensor, true> {
  using block_row_entries<Tensor, true>::block_row_entries;
};

/// block_coo and block_group_coo: the former has groups of one block.
template <class Tensor, bool grouped>
struct block_list_entries : block_entries_base<Tensor> {
  using base = block_entries_base<Tensor>;
  using base::base;
  static constexpr bool unique = false;

  std::int64_t outer() const { return this->template length<0>(); }
  std::int64_t work() const { return this->template length<2>(); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    const auto* am = this->template array<0>();
    const auto* ak = this->template array<1>();
    const auto* av = this->template array<2>();
    const std::int64_t g = grouped ? this->block_size(0) : 1;
    const std::int64_t bm = this->block_size(grouped ? 1 : 0), bk = this->block_size(grouped ? 2 : 1);
    for (std::int64_t p = begin; p < end; ++p)
      for (std::int64_t at = p * g; at < (p + 1) * g; ++at)
        this->visit_block(av + at * bm * bk, base::wide(am[p]) * bm, base::wide(ak[at]) * bk, bm, bk, bk, f);
  }
};
template <class Tensor>
  requires(is_format<Tensor>("block_coo"))
struct entries<Tensor> : block_list_entries<Tensor, false> {
  using block_list_entries<Tensor, false>::block_list_entries;
};
template <class Tensor>
  requires(is_format<Tensor>("block_group_coo"))
struct entries<Tensor> : block_list_entries<Tensor, true> {
  using block_list_entries<Tensor, true>::block_list_entries;
};

template <class Tensor>
  requires(is_format<Tensor>("sr_bcrs"))
struct entries<Tensor> : block_entries_base<Tensor> {
  using base = block_entries_base<Tensor>;
  static constexpr bool unique = false;

  entries(const Tensor& tensor, double fill) : base(tensor, fill) {
    this->template checked_positions<0>(".pos", outer());
  }
  std::int64_t outer() const { return ceil_div(this->size(0), this->block_size(0)); }
  std::int64_t work() const { return outer() + this->template length<2>(); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    const auto* pos = this->template array<0>();
    const auto* crd = this->template array<1>();
    const auto* vals = this->template array<2>();
    const std::int64_t tile = this->block_size(0), g = this->block_size(1);
    for (std::int64_t strip = begin; strip < end; ++strip)
      for (std::int64_t p = base::wide(pos[strip]); p < base::wide(pos[strip + 1]); ++p)
        for (std::int64_t q = 0; q < g; ++q)
          this->visit_block(vals + p * tile * g + q, strip * tile, base::wide(crd[p * g + q]), tile, 1, g, f);
  }
};

/// The outer parts are the rows of all buckets, one bucket after the other.
template <class Tensor>
  requires(is_format<Tensor>("hyb"))
struct entries<Tensor> : entries_base<Tensor> {
  using base = entries_base<Tensor>;
  static constexpr bool unique = false;

  entries(const Tensor& tensor, double) : base(tensor) {}
  std::int64_t outer() const {
    std::int64_t rows = 0;
    for (const auto& bucket : base::description::parts(this->t)) rows += base::wide(bucket.rows.size());
    return rows;
  }
  std::int64_t work() const {
    std::int64_t slots = 0;
    for (const auto& bucket : base::description::parts(this->t)) slots += base::wide(bucket.crd.size());
    return slots;
  }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    std::int64_t first = 0;
    for (const auto& bucket : base::description::parts(this->t)) {
      const std::int64_t count = base::wide(bucket.rows.size());
      for (std::int64_t r = begin > first ? begin - first : 0; r < count && first + r < end; ++r)
        visit_row(bucket, r, f);
      first += count;
    }
  }

 private:
  template <class Bucket, class F>
  static void visit_row(const Bucket& bucket, std::int64_t r, F& f) {
    for (std::int64_t at = r * bucket.width; at < (r + 1) * bucket.width; ++at) {
      const auto x = bucket.crd[static_cast<std::size_t>(at)];
      if (x == typename base::index_type(-1)) continue;
      f(typename base::coordinates{base::wide(bucket.rows[static_cast<std::size_t>(r)]), base::wide(x)},
        bucket.vals[static_cast<std::size_t>(at)]);
    }
  }
};

}  // namespace insum::detail
