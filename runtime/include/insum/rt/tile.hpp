// Tiles: a run of consecutive elements that one pack holds. A loop over columns becomes a loop over tiles,
// with one body for full tiles (whole vectors) and for tails (whose last vector is used in part).
#pragma once

#include "atomic.hpp"
#include "gather.hpp"
#include "ops.hpp"
#include "pack.hpp"
#include "partial.hpp"

INSUM_RT_BEGIN

namespace detail {

/// What stands for an array without being a pointer: field_pointer, a user's accessor.
template <class P>
concept subscriptable = !std::is_pointer_v<P> && requires(const P& p) { p[std::int64_t{}]; };

/// The width of a tile: a constant, or 0 where it is known at run time only.
template <int Width>
struct tile_width {
  INSUM_RT_INLINE static constexpr std::integral_constant<std::int64_t, Width> width() { return {}; }
};
template <>
struct tile_width<0> {
  explicit constexpr tile_width(std::int64_t n) : count(n) {}
  INSUM_RT_INLINE constexpr std::int64_t width() const { return count; }
  std::int64_t count;
};

}  // namespace detail

/// U vectors of elements computed as T, of which the first width() are used: whole vectors and at least one
/// lane of the last. Width is that number, or 0 where it is known at run time only and leaves lanes unused.
/// Elements beyond width() are neither read nor written; in packs they are 0 after a load and unspecified
/// after arithmetic. Element types in memory may differ from T: loads and stores convert. P is a pointer or
/// anything with operator[](std::int64_t).
template <class T, int U, int Width>
class tile : detail::tile_width<Width> {
 public:
  using element_type = T;
  using value_type = pack<T, U>;
  static constexpr bool full = Width == value_type::size;
  static constexpr bool is_wide = full && sizeof(value_type) >= 256;
  using detail::tile_width<Width>::tile_width;

  INSUM_RT_INLINE constexpr std::int64_t width() const { return detail::tile_width<Width>::width(); }

  template <class S>
  INSUM_RT_INLINE value_type fill(const S& x) const {
    return broadcast<T, U>(detail::to<T>(x));
  }
  /// first, first + 1, ...
  INSUM_RT_INLINE value_type iota(std::int64_t first) const {
    return make_pack<T, U>([&](std::size_t u) INSUM_RT_LAMBDA {
      return detail::generate<T>([&](int l) INSUM_RT_LAMBDA { return detail::to<T>(first + element(u, l)); });
    });
  }

  /// p[i]
  template <class S>
  INSUM_RT_INLINE value_type load(const S* p) const {
    return make_pack<T, U>([&](std::size_t u) INSUM_RT_LAMBDA {
      const S* const first = p + element(u, 0);
      if constexpr (full)
        return detail::load_vector<T>(first);
      else
        return u + 1 < std::size_t{U} ? detail::load_vector<T>(first) : detail::load_first<T>(first, rest());
    });
  }
  template <detail::subscriptable P>
  INSUM_RT_INLINE value_type load(const P& p) const {
    return load(p, 1);
  }
  /// p[i * stride]
  template <class P>
  INSUM_RT_INLINE value_type load(const P& p, std::int64_t stride) const {
    return load_each([&](std::int64_t i) INSUM_RT_LAMBDA { return detail::to<T>(p[i * stride]); });
  }
  /// base[index[i]]
  template <class P, class I>
  INSUM_RT_INLINE value_type gather(const P& base, const I& index) const {
    if constexpr (std::is_pointer_v<P> && std::is_pointer_v<I>) {
      return make_pack<T, U>([&](std::size_t u) INSUM_RT_LAMBDA {
        const I at = index + element(u, 0);
        return full || u + 1 < std::size_t{U}
                   ? detail::gather_first<T>(base, at, detail::constant_count<lanes<T>>{})
                   : detail::gather_first<T>(base, at, rest());
      });
    } else {
      return load_each([&](std::int64_t i) INSUM_RT_LAMBDA {
        return detail::to<T>(base[static_cast<std::int64_t>(index[i])]);
      });
    }
  }
  /// base[index[i] * stride]
  template <class P, class I>
  INSUM_RT_INLINE value_type gather(const P& base, const I& index, std::int64_t stride) const {
    return load_each([&](std::int64_t i) INSUM_RT_LAMBDA {
      return detail::to<T>(base[static_cast<std::int64_t>(index[i]) * stride]);
    });
  }
  /// Asks for the memory of load(p) ahead of its use; any address is allowed.
  template <class S>
  INSUM_RT_INLINE void prefetch(const S* p) const {
    rt::prefetch(p, width());
  }

  /// p[i] = x[i]
  template <class S>
  INSUM_RT_INLINE void store(S* p, const value_type& x) const {
    store_vectors(p, x, detail::sequence<U>{});
  }
  template <detail::subscriptable P>
  INSUM_RT_INLINE void store(const P& p, const value_type& x) const {
    store(p, 1, x);
  }
  template <class P>
  INSUM_RT_INLINE void store(const P& p, std::int64_t stride, const value_type& x) const {
    for_each(x, [&](std::int64_t i, const T& e)
                    INSUM_RT_LAMBDA { p[i * stride] = detail::to<std::remove_cvref_t<decltype(p[0])>>(e); });
  }

  /// p[i] = p[i] Op x[i]
  template <class Op, class P>
  INSUM_RT_INLINE void update(const P& p, const value_type& x) const {
    using S = std::remove_cvref_t<decltype(p[0])>;
    if constexpr (Width == 0 && U == 1 && std::is_pointer_v<P> && std::is_same_v<T, S> &&
                  detail::has_masked_access<T>)
      update_powers<Op, lanes<T> / 2>(p, x, rest());
    else
      store(p, Op::apply(load(p), x));
  }
  template <class Op, class P>
  INSUM_RT_INLINE void update(const P& p, std::int64_t stride, const value_type& x) const {
    store(p, stride, Op::apply(load(p, stride), x));
  }
  template <class Op, class P>
  INSUM_RT_INLINE void atomic_update(const P& p, const value_type& x) const {
    atomic_update<Op>(p, 1, x);
  }
  template <class Op, class P>
  INSUM_RT_INLINE void atomic_update(const P& p, std::int64_t stride, const value_type& x) const {
    for_each(x, [&](std::int64_t i, const T& e) INSUM_RT_LAMBDA { rt::atomic_update<Op>(p[i * stride], e); });
  }
  /// base[index[i]] = base[index[i]] Op x[i], one element after the other: an index may occur several times.
  template <class Op, class P, class I>
  INSUM_RT_INLINE void scatter(const P& base, const I& index, const value_type& x) const {
    for_each(x, [&](std::int64_t i, const T& e)
                    INSUM_RT_LAMBDA { rt::update<Op>(base[static_cast<std::int64_t>(index[i])], e); });
  }
  template <class Op, class P, class I>
  INSUM_RT_INLINE void atomic_scatter(const P& base, const I& index, const value_type& x) const {
    for_each(x, [&](std::int64_t i, const T& e)
                    INSUM_RT_LAMBDA { rt::atomic_update<Op>(base[static_cast<std::int64_t>(index[i])], e); });
  }

  /// x with `value` in the elements beyond width().
  INSUM_RT_INLINE value_type pad(const value_type& x, T value) const {
    if constexpr (full)
      return x;
    else {
      value_type result = x;
      result.v[U - 1] = detail::blend<T>(detail::first_lanes<T>(rest()), x.v[U - 1], detail::splat<T>(value));
      return result;
    }
  }

 private:
  INSUM_RT_INLINE static constexpr std::int64_t element(std::size_t u, int lane) {
    return static_cast<std::int64_t>(u) * lanes<T> + lane;
  }
  /// Used lanes of the last vector: a constant where the width is one.
  INSUM_RT_INLINE constexpr auto rest() const {
    if constexpr (Width > 0)
      return std::integral_constant<int, Width - (U - 1) * lanes<T>>{};
    else
      return static_cast<int>(width() - element(U - 1, 0));
  }

  /// Updates a power of two of lanes at a time: a load by a mask of what a store by a mask has just written
  /// waits until it is in the cache, and updates meet the same elements again.
  template <class Op, int N>
  INSUM_RT_INLINE static void update_powers(T* p, value_type x, int count) {
    if ((count & N) != 0) {
      tile<T, U, N>{}.template update<Op>(p, x);
      if constexpr (N > 1) {
        p += N;
        x.v[0] = detail::lanes_from<N>(x.v[0], std::make_integer_sequence<int, lanes<T>>{});
      }
    }
    if constexpr (N > 1) update_powers<Op, N / 2>(p, x, count);
  }

  template <class F>
  INSUM_RT_INLINE value_type load_each(F f) const {
    return make_pack<T, U>([&](std::size_t u) INSUM_RT_LAMBDA {
      return detail::generate<T>([&](int l) INSUM_RT_LAMBDA {
        const std::int64_t i = element(u, l);
        if constexpr (full)
          return f(i);
        else
          return i < width() ? f(i) : detail::to<T>(0);
      });
    });
  }
  template <class F>
  INSUM_RT_INLINE void for_each(const value_type& x, F f) const {
    T copy[static_cast<std::size_t>(value_type::size)];
    __builtin_memcpy(static_cast<void*>(copy), &x, sizeof copy);
    const std::int64_t n = width();
    for (std::int64_t i = 0; i < n; ++i) f(i, copy[i]);
  }
  template <class S, std::size_t... I>
  INSUM_RT_INLINE void store_vectors(S* p, const value_type& x, std::index_sequence<I...>) const {
    (store_one<I>(p + element(I, 0), x.v[I]), ...);
  }
  template <std::size_t I, class S>
  INSUM_RT_INLINE void store_one(S* p, const detail::vector<T>& v) const {
    if constexpr (full || I + 1 < std::size_t{U})
      detail::store_vector<T>(p, v);
    else
      detail::store_first<T>(p, v, rest());
  }
};

/// Whether an array of `count` elements is larger than the nearer caches: rows of it that are chosen by
/// coordinates are then worth asking for ahead, where a tile of them is_wide.
template <class T>
constexpr bool is_far(const T*, std::int64_t count) {
  return count > (std::int64_t{1} << 22) / static_cast<std::int64_t>(sizeof(T));
}

template <class T, int U>
using full_tile = tile<T, U, pack<T, U>::size>;
/// Part of one vector: N elements, or as many as are known at run time.
template <class T, int N = 0>
using tail_tile = tile<T, 1, N>;

INSUM_RT_END
