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
#include "values.hpp"

namespace insum::detail {

template <class Tensor>
constexpr bool is_format(std::string_view name) {
  return name == storage<Tensor>::format;
}

/// Positions of `rows` rows must not fall; those of a slice of rows begin where it does.
template <class Index>
void check_row_positions(array_name name, const Index* pos, std::int64_t rows) {
  for (std::int64_t i = 0, before = 0; rows > 0 && i <= rows; ++i) {
    const std::int64_t position = static_cast<std::int64_t>(pos[i]);
    if (position < before)
      name.fail(i, position, i == 0 ? "a position cannot be negative" : "less than the position before it");
    before = position;
  }
}

/// What the visitors share.
template <class Tensor>
struct entries_base {
  using description = storage<Tensor>;
  using value_type = typename description::value_type;
  using index_type = typename description::index_type;
  static constexpr int rank = description::rank;
  using coordinates = std::array<std::int64_t, static_cast<std::size_t>(rank)>;

  explicit entries_base(const Tensor& tensor) : t(tensor) {}
  template <int n>
  const auto* array() const {
    return description::template array<n>(t);
  }
  template <int n>
  std::int64_t length() const {
    return description::template length<n>(t);
  }
  std::int64_t size(int mode) const { return description::size(t, mode); }
  std::int64_t parameter(int n) const { return description::parameter(t, n); }
  /// Of blocks or groups: of a size that is not positive there are none.
  std::int64_t block_size(int n) const {
    check_positive({description::format}, parameter(n));
    return parameter(n);
  }
  template <class Number>
  static std::int64_t wide(Number x) {
    return static_cast<std::int64_t>(x);
  }
  /// Array n, called `name` after the format, has the positions of so many segments. They end where the last
  /// one does.
  template <int n>
  std::int64_t checked_positions(const char* name, std::int64_t segments, int level = -1) const {
    std::string text(description::format);
    text.append(name);
    const auto* pos = this->template array<n>();
    check_row_positions({text.c_str(), level}, pos, segments);
    return segments > 0 ? wide(pos[segments]) : 0;
  }
  /// Array n has so many elements, where it is known how many it has.
  template <int n>
  void check_length(const char* name, std::int64_t needed, int level = -1) const {
    const std::int64_t known = this->template length<n>();
    if (known == 0 || known == needed) return;
    std::string text(description::format);
    text.append(name);
    array_name{text.c_str(), level}.fail(-1, known, "wrong length, expected " + std::to_string(needed));
  }
  /// ... of a format whose outer level is dense, with so many segments, or compressed too.
  template <bool doubly>
  void check_rows(std::int64_t segments) const {
    if constexpr (doubly)
      checked_positions<2>(".pos1", checked_positions<0>(".pos0", 1));
    else
      checked_positions<0>(".pos", segments);
  }

  const Tensor& t;
};

/// Formats that store padding, which has the fill value.
template <class Tensor>
struct entries_with_fill : entries_base<Tensor> {
  entries_with_fill(const Tensor& tensor, double fill)
      : entries_base<Tensor>(tensor), fill_(fill_value<typename entries_base<Tensor>::value_type>(fill)) {}

 protected:
  typename entries_base<Tensor>::value_type fill_;
};

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
    set_strides();
  }
  std::int64_t outer() const {  // all but the innermost loop; for rank 1 the elements
    std::int64_t product = 1;
    for (std::size_t mode = 0; mode + 1 < rank; ++mode) product *= sizes_[mode];
    if (rank > 1 && sizes_[rank - 1] == 0) return 0;  // lines without elements, however many
    return rank == 1 ? sizes_[0] : product;
  }
  std::int64_t work() const { return rank < 2 ? outer() : outer() * sizes_[rank - 1]; }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
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
        if (vals[offset] != fill_) f(x, vals[offset]);
      } else {
        for (std::int64_t j = 0; j < sizes_[rank - 1]; ++j) {
          const value_type v = vals[offset + j * strides_[rank - 1]];
          if (v == fill_) continue;
          x[rank - 1] = j;
          f(x, v);
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
  value_type fill_;
  coordinates sizes_{}, strides_{};
};

template <class Tensor>
  requires(is_format<Tensor>("coo"))
struct entries<Tensor> : entries_base<Tensor> {
  using base = entries_base<Tensor>;
  static constexpr bool unique = false;

  entries(const Tensor& tensor, double) : base(tensor) {
    check_lengths(std::make_index_sequence<static_cast<std::size_t>(base::rank)>());
  }
  std::int64_t outer() const { return this->template length<base::rank>(); }
  std::int64_t work() const { return outer(); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    visit_modes(begin, end, f, std::make_index_sequence<static_cast<std::size_t>(base::rank)>());
  }

 private:
  template <std::size_t... mode>
  void check_lengths(std::index_sequence<mode...>) const {
    (this->template check_length<static_cast<int>(mode)>(".crd", outer(), static_cast<int>(mode)), ...);
  }
  template <class F, std::size_t... mode>
  void visit_modes(std::int64_t begin, std::int64_t end, F& f, std::index_sequence<mode...>) const {
    // Each mode's array may have an integer type of its own.
    const auto crd = std::make_tuple(this->template array<static_cast<int>(mode)>()...);
    const auto* vals = this->template array<base::rank>();
    for (std::int64_t p = begin; p < end; ++p)
      f(typename base::coordinates{base::wide(std::get<mode>(crd)[p])...}, vals[p]);
  }
};

/// csr, csc, dcsr, dcsc: `major` is the mode of the outer level, `doubly` tells whether it is compressed too.
template <class Tensor, int major, bool doubly>
struct compressed_entries : entries_base<Tensor> {
  using base = entries_base<Tensor>;
  static constexpr bool unique = true;

  compressed_entries(const Tensor& tensor, double) : base(tensor) {
    this->template check_rows<doubly>(outer());
  }
  std::int64_t outer() const {
    if constexpr (doubly) return base::wide(this->template array<0>()[1]);
    return this->size(major);
  }
  std::int64_t work() const { return outer() + this->template length<doubly ? 4 : 2>(); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    if (begin == end) return;
    const auto* pos = this->template array<doubly ? 2 : 0>();
    const auto* crd = this->template array<doubly ? 3 : 1>();
    const auto* vals = this->template array<doubly ? 4 : 2>();
    typename base::coordinates x{};
    for (std::int64_t i = begin; i < end; ++i) {
      x[major] = i;
      if constexpr (doubly) x[major] = base::wide(this->template array<1>()[i]);
      for (auto p = pos[i]; p < pos[i + 1]; ++p) {
        x[1 - major] = base::wide(crd[p]);
        f(x, vals[p]);
      }
    }
  }
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
  std::int64_t outer() const { return base::wide(this->template array<0>()[1]); }
  std::int64_t work() const { return this->template length<2 * base::rank>(); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    typename base::coordinates x{};
    descend<0>(begin, end, x, f);
  }

 private:
  template <std::size_t... level>
  void check_levels(std::index_sequence<level...>) const {
    std::int64_t count = 1;
    ((count = this->template checked_positions<2 * static_cast<int>(level)>(".pos", count,
                                                                            static_cast<int>(level))),
     ...);
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
};

template <class Tensor>
  requires(is_format<Tensor>("ell"))
struct entries<Tensor> : entries_base<Tensor> {
  using base = entries_base<Tensor>;
  static constexpr bool unique = true;

  entries(const Tensor& tensor, double) : base(tensor) {}
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

  using base::base;
  std::int64_t outer() const { return this->template length<0>() == 0 ? 0 : this->size(0); }
  std::int64_t work() const { return this->template length<1>(); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    const auto* offsets = this->template array<0>();
    const auto* vals = this->template array<1>();
    const std::int64_t rows = this->size(0), cols = this->size(1), diagonals = this->template length<0>();
    for (std::int64_t i = begin; i < end; ++i)
      for (std::int64_t d = 0; d < diagonals; ++d) {
        const std::int64_t j = i + base::wide(offsets[d]);
        const auto v = vals[d * rows + i];
        if (j >= 0 && j < cols && v != this->fill_) f(typename base::coordinates{i, j}, v);
      }
  }
};

template <class Tensor>
  requires(is_format<Tensor>("ragged"))
struct entries<Tensor> : entries_with_fill<Tensor> {
  using base = entries_with_fill<Tensor>;
  static constexpr bool unique = true;

  entries(const Tensor& tensor, double fill) : base(tensor, fill) {
    this->template checked_positions<0>(".pos", outer());
  }
  std::int64_t outer() const { return this->size(0); }
  std::int64_t work() const { return outer() + this->template length<1>(); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    const auto* pos = this->template array<0>();
    const auto* vals = this->template array<1>();
    for (std::int64_t i = begin; i < end; ++i)
      for (auto p = pos[i]; p < pos[i + 1]; ++p)
        if (vals[p] != this->fill_) f(typename base::coordinates{i, base::wide(p - pos[i])}, vals[p]);
  }
};

template <class Tensor>
  requires(is_format<Tensor>("group_coo"))
struct entries<Tensor> : entries_with_fill<Tensor> {
  using base = entries_with_fill<Tensor>;
  static constexpr bool unique = false;

  using base::base;
  std::int64_t outer() const { return this->template length<0>(); }
  std::int64_t work() const { return this->template length<base::rank>(); }
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    visit_modes(begin, end, f, std::make_index_sequence<static_cast<std::size_t>(base::rank - 1)>());
  }

 private:
  /// `mode`: those that all entries of a group share.
  template <class F, std::size_t... mode>
  void visit_modes(std::int64_t begin, std::int64_t end, F& f, std::index_sequence<mode...>) const {
    const auto shared = std::make_tuple(this->template array<static_cast<int>(mode)>()...);
    const auto* last = this->template array<base::rank - 1>();
    const auto* vals = this->template array<base::rank>();
    const std::int64_t g = this->block_size(0);
    for (std::int64_t p = begin; p < end; ++p)
      for (std::int64_t at = p * g; at < (p + 1) * g; ++at) {
        const bool padding = at > p * g && vals[at] == this->fill_ && last[at] <= last[at - 1];
        if (!padding)
          f(typename base::coordinates{base::wide(std::get<mode>(shared)[p])..., base::wide(last[at])},
            vals[at]);
      }
  }
};

}  // namespace insum::detail
