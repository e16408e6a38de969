// Updates of one element by many threads at once.
#pragma once

#include "ops.hpp"
#include "scalar.hpp"

INSUM_RT_BEGIN

namespace detail {

template <std::size_t Bytes>
struct bits_of;
template <>
struct bits_of<1> {
  using type = std::uint8_t;
};
template <>
struct bits_of<2> {
  using type = std::uint16_t;
};
template <>
struct bits_of<4> {
  using type = std::uint32_t;
};
template <>
struct bits_of<8> {
  using type = std::uint64_t;
};

/// Types that fit a machine word and are aligned as one: a compare-and-swap updates them.
template <class T>
inline constexpr bool fits_word = std::is_trivially_copyable_v<T> && alignof(T) >= sizeof(T) &&
                                  (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8);

template <class To, class From>
INSUM_RT_INLINE To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(static_cast<void*>(&to), &from, sizeof to);
  return to;
}

// Relaxed order is enough: nothing else is published through an element, and the end of the parallel region
// orders all.
template <class Op, class T>
INSUM_RT_INLINE void swap_update(T& target, T value) {
  using word = typename bits_of<sizeof(T)>::type;
  typedef word __attribute__((may_alias)) aliasing_word;
  aliasing_word* const at = reinterpret_cast<aliasing_word*>(&target);
  word seen = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (true) {
    using C = compute_t<T>;
    const T combined = static_cast<T>(Op::apply(static_cast<C>(bit_cast<T>(seen)), static_cast<C>(value)));
    const word wanted = bit_cast<word>(combined);
    if (wanted == seen) return;  // keeps the line shared where a minimum is already reached
    if (__atomic_compare_exchange_n(at, &seen, wanted, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return;
  }
}

/// A lock for the wider types, by address. Locks are never held together, so neighbours may share one.
class stripe_lock {
 public:
  explicit stripe_lock(const void* p)
      : flag_(&flags[(reinterpret_cast<std::uintptr_t>(p) >> 4) % count].taken) {
    while (__atomic_test_and_set(flag_, __ATOMIC_ACQUIRE))
      while (__atomic_load_n(flag_, __ATOMIC_RELAXED)) pause();
  }
  ~stripe_lock() { __atomic_clear(flag_, __ATOMIC_RELEASE); }
  stripe_lock(const stripe_lock&) = delete;
  stripe_lock& operator=(const stripe_lock&) = delete;

 private:
  static void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }
  struct alignas(64) flag {
    bool taken;
  };
  static constexpr std::size_t count = 256;
  inline static constinit flag flags[count] = {};
  bool* flag_;
};

}  // namespace detail

/// target = target Op value, as one step with respect to other atomic_updates of the same element with the
/// same Op. Sums of complex numbers add their parts one after the other.
template <class Op, class T, class S>
INSUM_RT_INLINE void atomic_update(T& target, const S& value) {
  const T converted = detail::to<T>(value);
  if constexpr (detail::complex_like<T> && std::is_same_v<Op, op_add>) {
    using part = typename T::value_type;
    static_assert(sizeof(T) == 2 * sizeof(part), "a complex number is its real and its imaginary part");
    part* const parts = reinterpret_cast<part*>(&target);
    atomic_update<Op>(parts[0], static_cast<part>(converted.real()));
    atomic_update<Op>(parts[1], static_cast<part>(converted.imag()));
  } else if constexpr (detail::fits_word<T> && std::is_integral_v<T> && std::is_same_v<Op, op_add>) {
    if constexpr (std::is_same_v<T, bool>)
      detail::swap_update<Op>(target, converted);
    else
      __atomic_fetch_add(&target, converted, __ATOMIC_RELAXED);
  } else if constexpr (detail::fits_word<T>) {
    detail::swap_update<Op>(target, converted);
  } else {
    const detail::stripe_lock lock(&target);
    update<Op>(target, converted);
  }
}

INSUM_RT_END
