// pack<T, U>: the elements of U native vectors in registers, with the arithmetic and the functions of
// scalars. Every function expands over the vectors by an index sequence: loops over them are not always
// unrolled before the compiler decides what lives in memory.
#pragma once

#include "scalar.hpp"
#include "vector.hpp"
#include "vector_math.hpp"

INSUM_RT_BEGIN

/// Truth values of the elements of pack<T, U>.
template <class T, int U>
struct mask {
  detail::mask_vector<T> v[static_cast<std::size_t>(U)];

  bool operator[](int i) const { return static_cast<bool>(v[i / lanes<T>][i % lanes<T>]); }
};

/// True where an element is.
template <class T, int U>
INSUM_RT_INLINE bool any(const mask<T, U>& m) {
  auto some = m.v[0];
  for (int u = 1; u < U; ++u) some |= m.v[u];
  for (int l = 0; l < lanes<T>; ++l)
    if (some[l] != 0) return true;
  return false;
}

template <class T, int U>
struct pack {
  using element_type = T;
  static constexpr int size = U * lanes<T>;

  detail::vector<T> v[static_cast<std::size_t>(U)];

  /// Element i; meant for tails and tests.
  T operator[](int i) const { return v[i / lanes<T>][i % lanes<T>]; }
  void set(int i, T x) { v[i / lanes<T>][i % lanes<T>] = x; }

  /// *this + a * b, each a pack or a scalar, with the fused multiply-add of the target where it has one.
  template <class A, class B>
  INSUM_RT_INLINE void add_product(const A& a, const B& b);

  template <class B>
  INSUM_RT_INLINE pack& operator+=(const B& b) {
    return *this = *this + b;
  }
  template <class B>
  INSUM_RT_INLINE pack& operator-=(const B& b) {
    return *this = *this - b;
  }
  template <class B>
  INSUM_RT_INLINE pack& operator*=(const B& b) {
    return *this = *this * b;
  }
  template <class B>
  INSUM_RT_INLINE pack& operator/=(const B& b) {
    return *this = *this / b;
  }
};

namespace detail {

template <int U>
using sequence = std::make_index_sequence<static_cast<std::size_t>(U)>;

/// A scalar operand of a pack: one vector for all.
template <class T>
struct broadcast_operand {
  vector<T> x;
  INSUM_RT_INLINE vector<T> at(std::size_t) const { return x; }
};
template <class T, int U>
struct pack_operand {
  const pack<T, U>& x;
  INSUM_RT_INLINE vector<T> at(std::size_t u) const { return x.v[u]; }
};
template <class T, int U>
INSUM_RT_INLINE pack_operand<T, U> operand(const pack<T, U>& x) {
  return {x};
}
template <class T, int U, scalar S>
INSUM_RT_INLINE broadcast_operand<T> operand(const S& x) {
  return {splat<T>(to<T>(x))};
}

template <class T, int U, class F, std::size_t... I>
INSUM_RT_INLINE pack<T, U> make_pack(F f, std::index_sequence<I...>) {
  return pack<T, U>{{f(I)...}};
}
template <class T, int U, class F, std::size_t... I>
INSUM_RT_INLINE mask<T, U> make_mask(F f, std::index_sequence<I...>) {
  return mask<T, U>{{f(I)...}};
}

}  // namespace detail

/// The pack whose vector u is f(u).
template <class T, int U, class F>
INSUM_RT_INLINE pack<T, U> make_pack(F f) {
  return detail::make_pack<T, U>(f, detail::sequence<U>{});
}
template <class T, int U, class F>
INSUM_RT_INLINE mask<T, U> make_mask(F f) {
  return detail::make_mask<T, U>(f, detail::sequence<U>{});
}

/// The pack with `x` in every element.
template <class T, int U>
INSUM_RT_INLINE pack<T, U> broadcast(T x) {
  const detail::vector<T> v = detail::splat<T>(x);
  return make_pack<T, U>([&](std::size_t) INSUM_RT_LAMBDA { return v; });
}

template <class T, int U>
template <class A, class B>
INSUM_RT_INLINE void pack<T, U>::add_product(const A& a, const B& b) {
  const auto left = detail::operand<T, U>(a);
  const auto right = detail::operand<T, U>(b);
  // One expression: clang contracts only inside an expression.
  *this = make_pack<T, U>([&](std::size_t u) INSUM_RT_LAMBDA { return v[u] + left.at(u) * right.at(u); });
}

// Defines `name` of two packs, and of a pack and a scalar, from an expression in vectors x and y.
#define INSUM_RT_BINARY(name, result, make, expression)                         \
  template <class T, int U>                                                     \
  INSUM_RT_INLINE result<T, U> name(const pack<T, U>& a, const pack<T, U>& b) { \
    return make<T, U>([&](std::size_t u) INSUM_RT_LAMBDA {                      \
      const detail::vector<T> x = a.v[u], y = b.v[u];                           \
      return expression;                                                        \
    });                                                                         \
  }                                                                             \
  template <class T, int U, scalar S>                                           \
  INSUM_RT_INLINE result<T, U> name(const pack<T, U>& a, const S& b) {          \
    const detail::vector<T> y = detail::splat<T>(detail::to<T>(b));             \
    return make<T, U>([&](std::size_t u) INSUM_RT_LAMBDA {                      \
      const detail::vector<T> x = a.v[u];                                       \
      return expression;                                                        \
    });                                                                         \
  }                                                                             \
  template <class T, int U, scalar S>                                           \
  INSUM_RT_INLINE result<T, U> name(const S& a, const pack<T, U>& b) {          \
    const detail::vector<T> x = detail::splat<T>(detail::to<T>(a));             \
    return make<T, U>([&](std::size_t u) INSUM_RT_LAMBDA {                      \
      const detail::vector<T> y = b.v[u];                                       \
      return expression;                                                        \
    });                                                                         \
  }
INSUM_RT_BINARY(operator+, pack, make_pack, x + y)
INSUM_RT_BINARY(operator-, pack, make_pack, x - y)
INSUM_RT_BINARY(operator*, pack, make_pack, x* y)
INSUM_RT_BINARY(operator/, pack, make_pack, detail::divide<T>(x, y))
INSUM_RT_BINARY(operator&, pack, make_pack, x& y)
INSUM_RT_BINARY(operator|, pack, make_pack, x | y)
INSUM_RT_BINARY(operator<, mask, make_mask, x < y)
INSUM_RT_BINARY(operator>, mask, make_mask, x > y)
INSUM_RT_BINARY(operator<=, mask, make_mask, x <= y)
INSUM_RT_BINARY(operator>=, mask, make_mask, x >= y)
INSUM_RT_BINARY(operator==, mask, make_mask, x == y)
INSUM_RT_BINARY(operator!=, mask, make_mask, x != y)
INSUM_RT_BINARY(min, pack, make_pack, detail::blend<T>(y < x, y, x))
INSUM_RT_BINARY(max, pack, make_pack, detail::blend<T>(x < y, y, x))
#undef INSUM_RT_BINARY

template <class T, int U>
INSUM_RT_INLINE pack<T, U> operator+(const pack<T, U>& a) {
  return a;
}
template <class T, int U>
INSUM_RT_INLINE pack<T, U> operator-(const pack<T, U>& a) {
  return make_pack<T, U>([&](std::size_t u) INSUM_RT_LAMBDA {
    if constexpr (detail::has_native_vector<T>)
      return -a.v[u];
    else
      return detail::generate<T>([&](int l) INSUM_RT_LAMBDA { return static_cast<T>(-a.v[u][l]); });
  });
}

// Logic on masks; packs and scalars stand for "differs from 0".
template <class T, int U>
INSUM_RT_INLINE mask<T, U> operator!(const mask<T, U>& a) {
  return make_mask<T, U>([&](std::size_t u) INSUM_RT_LAMBDA { return ~a.v[u]; });
}
template <class T, int U>
INSUM_RT_INLINE mask<T, U> operator&&(const mask<T, U>& a, const mask<T, U>& b) {
  return make_mask<T, U>([&](std::size_t u) INSUM_RT_LAMBDA { return a.v[u] & b.v[u]; });
}
template <class T, int U>
INSUM_RT_INLINE mask<T, U> operator||(const mask<T, U>& a, const mask<T, U>& b) {
  return make_mask<T, U>([&](std::size_t u) INSUM_RT_LAMBDA { return a.v[u] | b.v[u]; });
}

namespace detail {

template <class T, int U>
INSUM_RT_INLINE mask<T, U> truth(const mask<T, U>& a) {
  return a;
}
template <class T, int U>
INSUM_RT_INLINE mask<T, U> truth(const pack<T, U>& a) {
  return a != detail::to<T>(0);
}
template <class T, int U, scalar S>
INSUM_RT_INLINE mask<T, U> truth(const S& a) {
  return broadcast<T, U>(to<T>(a != static_cast<S>(0) ? 1 : 0)) != to<T>(0);
}

}  // namespace detail

template <class T, int U>
INSUM_RT_INLINE mask<T, U> operator!(const pack<T, U>& a) {
  return a == detail::to<T>(0);
}

// Defines && and || of the pairs that hold no two masks.
#define INSUM_RT_LOGIC(op, A, B)                                               \
  template <class T, int U>                                                    \
  INSUM_RT_INLINE mask<T, U> operator op(const A<T, U>& a, const B<T, U>& b) { \
    return detail::truth<T, U>(a) op detail::truth<T, U>(b);                   \
  }
#define INSUM_RT_LOGIC_SCALAR(op, A)                                      \
  template <class T, int U, scalar S>                                     \
  INSUM_RT_INLINE mask<T, U> operator op(const A<T, U>& a, const S & b) { \
    return detail::truth<T, U>(a) op detail::truth<T, U>(b);              \
  }                                                                       \
  template <class T, int U, scalar S>                                     \
  INSUM_RT_INLINE mask<T, U> operator op(const S & a, const A<T, U>& b) { \
    return detail::truth<T, U>(a) op detail::truth<T, U>(b);              \
  }
#define INSUM_RT_LOGIC_ALL(op)    \
  INSUM_RT_LOGIC(op, pack, pack)  \
  INSUM_RT_LOGIC(op, pack, mask)  \
  INSUM_RT_LOGIC(op, mask, pack)  \
  INSUM_RT_LOGIC_SCALAR(op, pack) \
  INSUM_RT_LOGIC_SCALAR(op, mask)
INSUM_RT_LOGIC_ALL(&&)
INSUM_RT_LOGIC_ALL(||)
#undef INSUM_RT_LOGIC_ALL
#undef INSUM_RT_LOGIC_SCALAR
#undef INSUM_RT_LOGIC

/// Element by element condition ? a : b, where a and b are packs or scalars.
template <class T, int U, class A, class B>
INSUM_RT_INLINE pack<T, U> select(const mask<T, U>& condition, const A& a, const B& b) {
  const auto left = detail::operand<T, U>(a);
  const auto right = detail::operand<T, U>(b);
  return make_pack<T, U>([&](std::size_t u) INSUM_RT_LAMBDA {
    return detail::blend<T>(condition.v[u], left.at(u), right.at(u));
  });
}
template <class T, int U>
INSUM_RT_INLINE pack<T, U> select(bool condition, const pack<T, U>& a, const pack<T, U>& b) {
  return condition ? a : b;
}
template <class T, int U, scalar S>
INSUM_RT_INLINE pack<T, U> select(bool condition, const pack<T, U>& a, const S& b) {
  return condition ? a : broadcast<T, U>(detail::to<T>(b));
}
template <class T, int U, scalar S>
INSUM_RT_INLINE pack<T, U> select(bool condition, const S& a, const pack<T, U>& b) {
  return condition ? broadcast<T, U>(detail::to<T>(a)) : b;
}

namespace detail {

template <class T, int U>
INSUM_RT_INLINE T element(const pack<T, U>& x, std::size_t u, int l) {
  return x.v[u][l];
}
template <class T, int U, scalar S>
INSUM_RT_INLINE const S& element(const S& x, std::size_t, int) {
  return x;
}

template <class... Args>
struct first_pack;
template <class T, int U, class... Rest>
struct first_pack<pack<T, U>, Rest...> {
  using type = pack<T, U>;
  using element_type = T;
  static constexpr int vectors = U;
};
template <class First, class... Rest>
struct first_pack<First, Rest...> : first_pack<Rest...> {};

}  // namespace detail

/// f of each element. Arguments are packs of one type and scalars; results are converted to the packs'
/// element type. With scalars alone it is f(args...).
template <class F, class... Args>
INSUM_RT_INLINE auto lanewise(const F& f, const Args&... args) {
  if constexpr (!(... || detail::is_pack<Args>)) {
    return f(args...);
  } else {
    using P = detail::first_pack<Args...>;
    using T = typename P::element_type;
    constexpr int U = P::vectors;
    return make_pack<T, U>([&](std::size_t u) INSUM_RT_LAMBDA {
      return detail::generate<T>(
          [&](int l) INSUM_RT_LAMBDA { return detail::to<T>(f(detail::element<T, U>(args, u, l)...)); });
    });
  }
}

// Defines `name` by vectors where `condition` holds, else by elements.
#define INSUM_RT_FUNCTION(name, condition)                                                      \
  template <class T, int U>                                                                     \
  INSUM_RT_INLINE pack<T, U> name(const pack<T, U>& a) {                                        \
    if constexpr (condition)                                                                    \
      return make_pack<T, U>([&](std::size_t u)                                                 \
                                 INSUM_RT_LAMBDA { return detail::vector_##name<T>(a.v[u]); }); \
    else                                                                                        \
      return lanewise([](const T& x) INSUM_RT_LAMBDA { return rt::name(x); }, a);               \
  }
INSUM_RT_FUNCTION(sqrt, detail::is_vector_float<T>)
INSUM_RT_FUNCTION(abs, detail::has_native_vector<T>)
INSUM_RT_FUNCTION(exp, detail::has_vector_math<T>)
INSUM_RT_FUNCTION(log, detail::has_vector_math<T>)
INSUM_RT_FUNCTION(tanh, detail::has_vector_math<T>)
#undef INSUM_RT_FUNCTION

template <class T, int U>
INSUM_RT_INLINE pack<T, U> pow(const pack<T, U>& a, const pack<T, U>& b) {
  return lanewise([](const T& x, const T& y) INSUM_RT_LAMBDA { return rt::pow(x, y); }, a, b);
}
template <class T, int U, scalar S>
INSUM_RT_INLINE pack<T, U> pow(const pack<T, U>& a, const S& b) {
  return lanewise([](const T& x, const S& y) INSUM_RT_LAMBDA { return rt::pow(x, y); }, a, b);
}
template <class T, int U, scalar S>
INSUM_RT_INLINE pack<T, U> pow(const S& a, const pack<T, U>& b) {
  return lanewise([](const S& x, const T& y) INSUM_RT_LAMBDA { return rt::pow(x, y); }, a, b);
}

template <class T, int U>
INSUM_RT_INLINE pack<T, U> relu(const pack<T, U>& a) {
  return select(a > detail::to<T>(0), a, detail::to<T>(0));
}
template <class T, int U>
INSUM_RT_INLINE pack<T, U> sigmoid(const pack<T, U>& a) {
  return detail::to<T>(1) / (detail::to<T>(1) + exp(-a));
}

template <class T, int U, class A, class B>
INSUM_RT_INLINE pack<T, U> fma_add(pack<T, U> c, const A& a, const B& b) {
  c.add_product(a, b);
  return c;
}

INSUM_RT_END
