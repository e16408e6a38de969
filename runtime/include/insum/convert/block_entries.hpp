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

  block_row_entries(const Tensor& tensor, double fill)
      : base(tensor, fill),
        bm_(this->block_size(0, ".bm")),
        bn_(this->block_size(1, ".bn")),
        levels_(*this, ceil_div(this->size(0), bm_), ceil_div(this->size(1), bn_)) {
    this->template check_array<doubly ? 4 : 2>(".vals", {levels_.inner.end, bm_, bn_});
  }
  std::int64_t outer() const { return levels_.outer.count(); }
  std::int64_t work() const { return outer() + levels_.inner.count() * bm_ * bn_; }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    const auto* pos = this->template array<doubly ? 2 : 0>();
    const auto* crd = this->template array<doubly ? 3 : 1>();
    const auto* vals = this->template array<doubly ? 4 : 2>();
    for (std::int64_t i = levels_.outer.begin + begin; i < levels_.outer.begin + end; ++i) {
      std::int64_t block_row = i;
      if constexpr (doubly) block_row = base::wide(this->template array<1>()[i]);
      for (std::int64_t p = base::wide(pos[i]); p < base::wide(pos[i + 1]); ++p)
        this->visit_block(vals + p * bm_ * bn_, block_row * bm_, base::wide(crd[p]) * bn_, bm_, bn_, bn_, f);
    }
  }

 private:
  std::int64_t bm_, bn_;
  compressed_levels<doubly> levels_;
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
  static constexpr bool unique = false;

  block_list_entries(const Tensor& tensor, double fill)
      : base(tensor, fill),
        g_(grouped ? this->block_size(0, ".g") : 1),
        bm_(this->block_size(grouped ? 1 : 0, ".bm")),
        bk_(this->block_size(grouped ? 2 : 1, ".bk")) {
    const std::int64_t count = outer();
    this->template check_list<0>(".AM", count);
    this->template check_crd<0>(".AM", {0, count}, ceil_div(this->size(0), bm_));
    this->template check_list<1>(".AK", {count, g_});
    this->template check_crd<1>(".AK", {0, count * g_}, ceil_div(this->size(1), bk_));
    this->template check_list<2>(".AV", {count, g_, bm_, bk_});
  }
  std::int64_t outer() const { return this->template length<0>(); }
  std::int64_t work() const { return outer() * g_ * bm_ * bk_; }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    const auto* am = this->template array<0>();
    const auto* ak = this->template array<1>();
    const auto* av = this->template array<2>();
    for (std::int64_t p = begin; p < end; ++p)
      for (std::int64_t at = p * g_; at < (p + 1) * g_; ++at)
        this->visit_block(av + at * bm_ * bk_, base::wide(am[p]) * bm_, base::wide(ak[at]) * bk_, bm_, bk_,
                          bk_, f);
  }

 private:
  std::int64_t g_, bm_, bk_;
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

  entries(const Tensor& tensor, double fill)
      : base(tensor, fill), t_(this->block_size(0, ".t")), g_(this->block_size(1, ".g")) {
    groups_ = this->template check_pos<0>(".pos", outer());
    this->template check_array<1>(".crd", {groups_.end, g_});
    this->template check_array<2>(".vals", {groups_.end, t_, g_});
    this->template check_crd<1>(".crd", {groups_.begin * g_, groups_.end * g_}, this->size(1));
  }
  std::int64_t outer() const { return ceil_div(this->size(0), t_); }
  std::int64_t work() const { return outer() + groups_.count() * t_ * g_; }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    const auto* pos = this->template array<0>();
    const auto* crd = this->template array<1>();
    const auto* vals = this->template array<2>();
    for (std::int64_t strip = begin; strip < end; ++strip)
      for (std::int64_t p = base::wide(pos[strip]); p < base::wide(pos[strip + 1]); ++p)
        for (std::int64_t q = 0; q < g_; ++q)
          this->visit_block(vals + p * t_ * g_ + q, strip * t_, base::wide(crd[p * g_ + q]), t_, 1, g_, f);
  }

 private:
  std::int64_t t_, g_;
  element_range groups_;
};

/// The outer parts are the rows of all buckets, one bucket after the other.
template <class Tensor>
  requires(is_format<Tensor>("hyb"))
struct entries<Tensor> : entries_base<Tensor> {
  using base = entries_base<Tensor>;
  static constexpr bool unique = false;

  entries(const Tensor& tensor, double) : base(tensor) {
    int number = 0;
    for (const auto& bucket : base::description::parts(tensor)) check_bucket(bucket, number++);
  }
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
  template <class Bucket>
  void check_bucket(const Bucket& bucket, int number) const {
    check_positive({"hyb.buckets.width", number}, bucket.width);
    const std::int64_t rows = base::wide(bucket.rows.size()), width = bucket.width;
    check_coordinates({"hyb.buckets.rows", number}, bucket.rows.data(), {0, rows}, this->size(0));
    check_length_product({"hyb.buckets.crd", number}, bucket.crd.size(), {rows, width});
    check_length_product({"hyb.buckets.vals", number}, bucket.vals.size(), {rows, width});
    check_coordinates({"hyb.buckets.crd", number}, bucket.crd.data(), {0, rows * width}, this->size(1), true);
  }
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
