// Visiting the entries of any tensor: entries<T>(t, fill).visit(begin, end, f) calls f(coordinates, value)
// for those of the outer parts [begin, end) of [0, outer()). Different parts may be visited by different
// threads.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "../core/checks.hpp"
#include "../core/types.hpp"
#include "../storage.hpp"
#include "entries_base.hpp"
#include "values.hpp"

namespace insum::detail {

/// One specialisation a format; `unique` says that no coordinate can occur twice, nor in two parts.
template <class Tensor>
struct entries;

template <class Tensor>
  requires(is_format<Tensor>("dense"))
struct entries<Tensor> : entries_base<Tensor> {
  using base = entries_base<Tensor>;
  using typename base::coordinates, typename base::value_type;
  static constexpr bool unique = true;
  static constexpr std::size_t rank = static_cast<std::size_t>(base::rank);

  entries(const Tensor& tensor, double fill) : base(tensor), fill_(fill_value<value_type>(fill)) {
    for (std::size_t mode = 0; mode < rank; ++mode) sizes_[mode] = this->size(static_cast<int>(mode));
    elements_ = checked_product({"dense.shape"}, sizes_.data(), static_cast<int>(rank));
    set_strides();
    this->template check_array<0>(".vals", elements_ == 0 ? 0 : extent());
  }
  std::int64_t outer() const {  // all but the innermost loop; for rank 1 the elements
    return rank == 1 || elements_ == 0 ? elements_ : elements_ / sizes_[rank - 1];
  }
  std::int64_t work() const { return elements_; }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    visit_all(begin, end, [&](const coordinates& x, const value_type& v) {
      if (v != fill_) f(x, v);
    });
  }
  /// Elements that are the fill value too.
  template <class F>
  void visit_all(std::int64_t begin, std::int64_t end, F&& f) const {
    const value_type* vals = this->template array<0>();
    for (std::int64_t line = begin; line < end; ++line) {
      coordinates x{};
      std::int64_t rest = line, offset = 0;
      for (std::size_t mode = rank < 2 ? rank : rank - 1; mode-- > 0;) {
        x[mode] = rest % sizes_[mode];
        rest /= sizes_[mode];
        offset += x[mode] * strides_[mode];
      }
      if constexpr (rank < 2) {
        f(x, vals[offset]);
      } else {
        for (std::int64_t j = 0; j < sizes_[rank - 1]; ++j) {
          x[rank - 1] = j;
          f(x, vals[offset + j * strides_[rank - 1]]);
        }
      }
    }
  }

 private:
  void set_strides() {
    if constexpr (requires { base::description::stride(this->t, 0); }) {
      for (std::size_t mode = 0; mode < rank; ++mode)
        strides_[mode] = base::description::stride(this->t, static_cast<int>(mode));
    } else {
      std::int64_t stride = 1;
      for (std::size_t n = rank; n-- > 0;) {
        std::size_t mode = n;
        if constexpr (requires { base::description::order; })
          mode = static_cast<std::size_t>(base::description::order[n]);
        strides_[mode] = stride;
        stride *= sizes_[mode];
      }
    }
  }
  /// The number of elements from the lowest to the highest address.
  std::int64_t extent() const {
    std::int64_t count = 1;
    for (std::size_t mode = 0; mode < rank; ++mode) {
      const std::int64_t stride = strides_[mode];
      std::int64_t more = 0;
      if (stride == INT64_MIN ||
          __builtin_mul_overflow(sizes_[mode] - 1, stride < 0 ? -stride : stride, &more) ||
          __builtin_add_overflow(count, more, &count))
        array_name{"dense.strides"}.fail(static_cast<std::int64_t>(mode), stride, "too large");
    }
    return count;
  }

  value_type fill_;
  coordinates sizes_{}, strides_{};
  std::int64_t elements_ = 0;
};

template <class Tensor>
  requires(is_format<Tensor>("coo"))
struct entries<Tensor> : entries_base<Tensor> {
  using base = entries_base<Tensor>;
  static constexpr bool unique = false;

  entries(const Tensor& tensor, double) : base(tensor) {
    const std::int64_t values = this->template length<base::rank>();
    count_ = values >= 0 ? values : this->template length<0>();
    check_modes(std::make_index_sequence<static_cast<std::size_t>(base::rank)>());
    this->template check_list<base::rank>(".vals", count_);
  }
  std::int64_t outer() const { return count_; }
  std::int64_t work() const { return count_; }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    visit_modes(begin, end, f, std::make_index_sequence<static_cast<std::size_t>(base::rank)>());
  }

 private:
  template <std::size_t... mode>
  void check_modes(std::index_sequence<mode...>) const {
    (this->template check_list<static_cast<int>(mode)>(".crd", count_, static_cast<int>(mode)), ...);
    (this->template check_crd<static_cast<int>(mode)>(".crd", {0, count_}, this->size(static_cast<int>(mode)),
                                                      static_cast<int>(mode)),
     ...);
  }
  template <class F, std::size_t... mode>
  void visit_modes(std::int64_t begin, std::int64_t end, F& f, std::index_sequence<mode...>) const {
    // Each mode's array may have an integer type of its own.
    const auto crd = std::make_tuple(this->template array<static_cast<int>(mode)>()...);
    const auto* vals = this->template array<base::rank>();
    for (std::int64_t p = begin; p < end; ++p)
      f(typename base::coordinates{base::wide(std::get<mode>(crd)[p])...}, vals[p]);
  }

  std::int64_t count_ = 0;
};

/// csr, csc, dcsr, dcsc: `major` is the mode of the outer level, `doubly` tells whether it is compressed too.
template <class Tensor, int major, bool doubly>
struct compressed_entries : entries_base<Tensor> {
  using base = entries_base<Tensor>;
  static constexpr bool unique = true;

  compressed_entries(const Tensor& tensor, double)
      : base(tensor), levels_(*this, this->size(major), this->size(1 - major)) {
    this->template check_array<doubly ? 4 : 2>(".vals", levels_.inner.end);
  }
  std::int64_t outer() const { return levels_.outer.count(); }
  std::int64_t work() const { return outer() + levels_.inner.count(); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    if (begin == end) return;
    const auto* pos = this->template array<doubly ? 2 : 0>();
    const auto* crd = this->template array<doubly ? 3 : 1>();
    const auto* vals = this->template array<doubly ? 4 : 2>();
    typename base::coordinates x{};
    for (std::int64_t i = levels_.outer.begin + begin; i < levels_.outer.begin + end; ++i) {
      x[major] = i;
      if constexpr (doubly) x[major] = base::wide(this->template array<1>()[i]);
      for (auto p = pos[i]; p < pos[i + 1]; ++p) {
        x[1 - major] = base::wide(crd[p]);
        f(x, vals[p]);
      }
    }
  }

 private:
  compressed_levels<doubly> levels_;
};
template <class Tensor>
inline constexpr bool by_columns = is_format<Tensor>("csc") || is_format<Tensor>("dcsc");
template <class Tensor>
inline constexpr bool doubly_compressed = is_format<Tensor>("dcsr") || is_format<Tensor>("dcsc");

template <class Tensor>
  requires(is_format<Tensor>("csr") || by_columns<Tensor> || doubly_compressed<Tensor>)
struct entries<Tensor> : compressed_entries<Tensor, by_columns<Tensor> ? 1 : 0, doubly_compressed<Tensor>> {
  using compressed_entries<Tensor, by_columns<Tensor> ? 1 : 0, doubly_compressed<Tensor>>::compressed_entries;
};

template <class Tensor>
  requires(is_format<Tensor>("csf"))
struct entries<Tensor> : entries_base<Tensor> {
  using base = entries_base<Tensor>;
  static constexpr bool unique = true;

  entries(const Tensor& tensor, double) : base(tensor) {
    check_levels(std::make_index_sequence<static_cast<std::size_t>(base::rank)>());
  }
  std::int64_t outer() const { return roots_.count(); }
  std::int64_t work() const { return leaves_.count(); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    typename base::coordinates x{};
    descend<0>(roots_.begin + begin, roots_.begin + end, x, f);
  }

 private:
  template <std::size_t... level>
  void check_levels(std::index_sequence<level...>) {
    leaves_ = {0, 1};
    (check_level<static_cast<int>(level)>(), ...);
    this->template check_array<2 * base::rank>(".vals", leaves_.end);
  }
  /// Below the nodes of the level above, which are the leaves so far.
  template <int level>
  void check_level() {
    leaves_ = this->template check_pos<2 * level>(".pos", leaves_.end, level);
    this->template check_crd<2 * level + 1>(".crd", leaves_, this->size(level), level);
    if constexpr (level == 0) roots_ = leaves_;
  }
  template <int level, class F>
  void descend(std::int64_t begin, std::int64_t end, typename base::coordinates& x, F& f) const {
    const auto* crd = this->template array<2 * level + 1>();
    for (std::int64_t p = begin; p < end; ++p) {
      x[static_cast<std::size_t>(level)] = base::wide(crd[p]);
      if constexpr (level + 1 == base::rank) {
        f(x, this->template array<2 * base::rank>()[p]);
      } else {
        const auto* pos = this->template array<2 * level + 2>();
        descend<level + 1>(base::wide(pos[p]), base::wide(pos[p + 1]), x, f);
      }
    }
  }

  element_range roots_, leaves_;
};

template <class Tensor>
  requires(is_format<Tensor>("ell"))
struct entries<Tensor> : entries_base<Tensor> {
  using base = entries_base<Tensor>;
  static constexpr bool unique = true;

  entries(const Tensor& tensor, double) : base(tensor) {
    const std::int64_t rows = this->size(0), width = this->parameter(0);
    if (width < 0) array_name{"ell.width"}.fail(-1, width, "a width cannot be negative");
    this->template check_array<0>(".crd", {rows, width});
    this->template check_array<1>(".vals", {rows, width});
    this->template check_crd<0>(".crd", {0, rows * width}, this->size(1), -1, true);
  }
  std::int64_t outer() const { return this->parameter(0) == 0 ? 0 : this->size(0); }
  std::int64_t work() const { return outer() * this->parameter(0); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    const auto* crd = this->template array<0>();
    const auto* vals = this->template array<1>();
    const std::int64_t width = this->parameter(0);
    constexpr auto padding = static_cast<typename base::index_type>(-1);
    for (std::int64_t i = begin; i < end; ++i)
      for (std::int64_t p = i * width; p < (i + 1) * width; ++p)
        if (crd[p] != padding) f(typename base::coordinates{i, base::wide(crd[p])}, vals[p]);
  }
};

template <class Tensor>
  requires(is_format<Tensor>("dia"))
struct entries<Tensor> : entries_with_fill<Tensor> {
  using base = entries_with_fill<Tensor>;
  static constexpr bool unique = true;

  entries(const Tensor& tensor, double fill) : base(tensor, fill) {
    const std::int64_t diagonals = this->template length<0>();
    this->template check_array<0>(".offsets", diagonals);
    this->template check_list<1>(".vals", {diagonals, this->size(0)});
  }
  std::int64_t outer() const { return this->template length<0>() == 0 ? 0 : this->size(0); }
  std::int64_t work() const { return outer() * this->template length<0>(); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    const auto* offsets = this->template array<0>();
    const auto* vals = this->template array<1>();
    const std::int64_t rows = this->size(0), cols = this->size(1), diagonals = this->template length<0>();
    for (std::int64_t i = begin; i < end; ++i)
      for (std::int64_t d = 0; d < diagonals; ++d) {
        const std::int64_t offset = base::wide(offsets[d]);
        const auto v = vals[d * rows + i];
        if (offset >= -i && offset < cols - i && v != this->fill_)
          f(typename base::coordinates{i, i + offset}, v);
      }
  }
};

template <class Tensor>
  requires(is_format<Tensor>("ragged"))
struct entries<Tensor> : entries_with_fill<Tensor> {
  using base = entries_with_fill<Tensor>;
  static constexpr bool unique = true;

  entries(const Tensor& tensor, double fill) : base(tensor, fill) {
    elements_ = this->template check_pos<0>(".pos", outer());
    const auto* pos = this->template array<0>();
    for (std::int64_t i = 0; i < outer(); ++i)
      if (base::wide(pos[i + 1]) - base::wide(pos[i]) > this->size(1))
        array_name{"ragged.pos"}.fail(i + 1, base::wide(pos[i + 1]),
                                      "the row is longer than " + std::to_string(this->size(1)) + " columns");
    this->template check_array<1>(".vals", elements_.end);
  }
  std::int64_t outer() const { return this->size(0); }
  std::int64_t work() const { return outer() + elements_.count(); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    const auto* pos = this->template array<0>();
    const auto* vals = this->template array<1>();
    for (std::int64_t i = begin; i < end; ++i)
      for (auto p = pos[i]; p < pos[i + 1]; ++p)
        if (vals[p] != this->fill_) f(typename base::coordinates{i, base::wide(p - pos[i])}, vals[p]);
  }

 private:
  element_range elements_;
};

template <class Tensor>
  requires(is_format<Tensor>("group_coo"))
struct entries<Tensor> : entries_with_fill<Tensor> {
  using base = entries_with_fill<Tensor>;
  static constexpr bool unique = false;

  entries(const Tensor& tensor, double fill) : base(tensor, fill), g_(this->block_size(0, ".g")) {
    check_modes(std::make_index_sequence<static_cast<std::size_t>(base::rank - 1)>());
    const std::int64_t groups = outer();
    constexpr int last = base::rank - 1;
    this->template check_list<last>(matrix ? ".AK" : ".crd", {groups, g_}, matrix ? -1 : last);
    this->template check_list<base::rank>(matrix ? ".AV" : ".vals", {groups, g_});
    this->template check_crd<last>(matrix ? ".AK" : ".crd", {0, groups * g_}, this->size(last),
                                   matrix ? -1 : last);
  }
  std::int64_t outer() const { return this->template length<0>(); }
  std::int64_t work() const { return outer() * g_; }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    visit_modes(begin, end, f, std::make_index_sequence<static_cast<std::size_t>(base::rank - 1)>());
  }

 private:
  static constexpr bool matrix = base::rank == 2;

  template <std::size_t... mode>
  void check_modes(std::index_sequence<mode...>) const {
    (check_mode<static_cast<int>(mode)>(), ...);
  }
  template <int mode>
  void check_mode() const {
    const char* const name = matrix ? ".AM" : ".crd";
    this->template check_list<mode>(name, outer(), matrix ? -1 : mode);
    this->template check_crd<mode>(name, {0, outer()}, this->size(mode), matrix ? -1 : mode);
  }
  /// `mode`: those that all entries of a group share.
  template <class F, std::size_t... mode>
  void visit_modes(std::int64_t begin, std::int64_t end, F& f, std::index_sequence<mode...>) const {
    const auto shared = std::make_tuple(this->template array<static_cast<int>(mode)>()...);
    const auto* last = this->template array<base::rank - 1>();
    const auto* vals = this->template array<base::rank>();
    for (std::int64_t p = begin; p < end; ++p)
      for (std::int64_t at = p * g_; at < (p + 1) * g_; ++at) {
        const bool padding = at > p * g_ && vals[at] == this->fill_ && last[at] <= last[at - 1];
        if (!padding)
          f(typename base::coordinates{base::wide(std::get<mode>(shared)[p])..., base::wide(last[at])},
            vals[at]);
      }
  }

  std::int64_t g_;
};

}  // namespace insum::detail
