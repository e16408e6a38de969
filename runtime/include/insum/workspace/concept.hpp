// What an accumulation array of the insert-sort-merge algorithm has to have, and what an all array.
#pragma once

#include <concepts>

#include "components.hpp"

INSUM_RT_BEGIN

// An accumulation array A takes components in any order, up to its capacity, and hands them out in ascending
// order of their coordinates, each coordinate once: values of equal coordinates are combined by A::reduction,
// which has identity<T>() and apply(a, b). Each requirement has its name, so that a compiler's message tells
// what a type lacks.

template <class A>
concept has_value_type =
    requires { typename A::value_type; } && std::is_trivially_copyable_v<typename A::value_type>;
template <class A>
concept has_reduction = requires(const typename A::value_type& v) {
  {
    A::reduction::template identity<typename A::value_type>()
  } -> std::convertible_to<typename A::value_type>;
  A::reduction::apply(v, v);
};
template <class A>
concept has_rank = requires {
  requires std::integral<std::remove_cvref_t<decltype(A::rank)>>;
  typename std::integral_constant<int, A::rank>;  // else an error and no answer below
} && (A::rank >= 1);
/// A(sizes, capacity)
template <class A>
concept has_constructor = std::constructible_from<A, const coordinates<A::rank>&, std::int64_t>;
/// A::bytes(sizes, capacity): the memory of such an array, or more
template <class A>
concept has_bytes = requires(const coordinates<A::rank>& sizes, std::int64_t capacity) {
  { A::bytes(sizes, capacity) } -> std::same_as<std::size_t>;
};
/// a.insert(c, v): false, and nothing has changed, if the array is full
template <class A>
concept has_insert = requires(A& a, const coordinates<A::rank>& c, const typename A::value_type& v) {
  { a.insert(c, v) } -> std::same_as<bool>;
};
/// a.sort(): to be called before components are read
template <class A>
concept has_sort = requires(A& a) { a.sort(); };
/// a.size(): after sort(), the number of components
template <class A>
concept has_size = requires(const A& a) {
  { a.size() } -> std::same_as<std::int64_t>;
};
namespace detail {
struct any_visitor {
  template <class C, class V>
  void operator()(const C&, const V&) const {}
};
}  // namespace detail
/// a.visit(f): f(coordinates, value) for each component, in order
template <class A>
concept has_visit = requires(const A& a, detail::any_visitor f) { a.visit(f); };
/// a.clear(): forgets all components
template <class A>
concept has_clear = requires(A& a) { a.clear(); };

/// The requirements of an accumulation array, and what is said of a type that lacks one.
#define INSUM_RT_REQUIREMENTS(requirement)                                                                   \
  requirement(has_value_type,                                                                                \
              "an accumulation array has a member type value_type, which is copied as "                      \
              "bytes") requirement(has_reduction,                                                            \
                                   "an accumulation array has a member type reduction with identity<T>() "   \
                                   "and apply(a, b)")                                                        \
      requirement(has_rank,                                                                                  \
                  "an accumulation array has a member 'static constexpr int rank', or of another integer "   \
                  "type, 1 or more")                                                                         \
          requirement(                                                                                       \
              has_constructor,                                                                               \
              "an accumulation array is made of (const coordinates<rank>& sizes, std::int64_t capacity)")    \
              requirement(has_bytes,                                                                         \
                          "an accumulation array has a member 'static std::size_t bytes(sizes, capacity)'")  \
                  requirement(has_insert,                                                                    \
                              "an accumulation array has a member 'bool insert(coordinates, value)', false " \
                              "when it is full")                                                             \
                      requirement(has_sort, "an accumulation array has a member 'void sort()'") requirement( \
                          has_size, "an accumulation array has a member 'std::int64_t size() const'")        \
                          requirement(                                                                       \
                              has_visit,                                                                     \
                              "an accumulation array has a member 'void visit(f) const', which calls "       \
                              "f(coordinates, value)")                                                       \
                              requirement(has_clear, "an accumulation array has a member 'void clear()'")

template <class A>
concept accumulation_array =
    has_value_type<A> && has_reduction<A> && has_rank<A> && has_constructor<A> && has_bytes<A> &&
    has_insert<A> && has_sort<A> && has_size<A> && has_visit<A> && has_clear<A>;

/// An all array takes what accumulation arrays hold, sorted, and keeps each coordinate once in the end.
template <class L, class A>
concept all_array_of = requires(L& all, A& accumulated, detail::any_visitor f) {
  all.merge(accumulated);
  all.finish();
  { all.size() } -> std::same_as<std::int64_t>;
  all.visit(f);
  all.clear();
};

/// How a kernel is told the type of a user's accumulation array.
template <class A>
struct policy_name {
  using type = A;
};

namespace detail {

/// The type that Name tells, for a result of value type T, operator Op and that many modes.
template <class Name, class T, class Op, int modes>
struct named_policy {
  using type = typename std::remove_cvref_t<Name>::type;
  static_assert(has_value_type<type> && has_reduction<type> && has_rank<type>,
                "the type of a workspace line is no accumulation array: see docs/workspaces.md");
  static_assert(std::same_as<typename type::value_type, T>,
                "the type of a workspace line has another value_type than the result");
  static_assert(
      std::same_as<typename type::reduction, Op>,
      "the type of a workspace line has another reduction than the result's operator, insum::op_...");
  static_assert(static_cast<int>(type::rank) == modes,
                "the type of a workspace line has another rank than the result");
};

/// Names the first requirement that A lacks.
template <class A>
constexpr bool check_accumulation_array() {
#define INSUM_RT_CHECK(requirement, text) static_assert(requirement<A>, text);
  INSUM_RT_REQUIREMENTS(INSUM_RT_CHECK)
#undef INSUM_RT_CHECK
  return true;
}
template <class A>
constexpr const char* first_flaw() {
#define INSUM_RT_FIND(requirement, text) \
  if constexpr (!requirement<A>) return text;
  INSUM_RT_REQUIREMENTS(INSUM_RT_FIND)
#undef INSUM_RT_FIND
  return "";
}

}  // namespace detail

/// What a type lacks that a workspace line names, as insum reads it; empty: nothing.
template <class A>
struct policy_flaw {
  static constexpr const char* text = detail::first_flaw<A>();
};

/// What a type without a flaw collects.
template <accumulation_array A>
struct policy_components {
  static constexpr int rank = static_cast<int>(A::rank);
  using value_type = typename A::value_type;
  using reduction = typename A::reduction;
};

template <class Name, class T, class Op, int modes>
using named_policy = typename detail::named_policy<Name, T, Op, modes>::type;

INSUM_RT_END
