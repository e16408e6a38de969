// From the storage expressions of a `tensor` directive to pointers, lengths and indices.
#pragma once

#include "index.hpp"

INSUM_RT_BEGIN

/// The first element of a storage expression: a pointer, an array, anything contiguous with data() or
/// data_handle().
template <class T>
constexpr T* data(T* const __restrict& p) {
  return p;
}
/// Pointers to rows; __restrict says nothing to a kernel, which has its own.
template <class T>
constexpr T* const* data(T* const __restrict* const __restrict& rows) {
  return const_cast<T* const*>(rows);
}
template <class T, std::size_t N>
constexpr T* data(T (&array)[N]) {
  return array;
}
template <class C>
  requires requires(C& c) { c.data(); }
constexpr auto data(C& container) {
  return container.data();
}
template <class C>
  requires requires(const C& c) { c.data(); }
constexpr auto data(const C& container) {
  return container.data();
}
template <class C>
  requires(
      !requires(const C& c) { c.data(); } && requires(const C& c) { c.data_handle(); })
constexpr auto data(const C& view) {
  return view.data_handle();
}

template <class C>
  requires(
      !requires(const C& c) { c.data(); } && !requires(const C& c) { c.data_handle(); } &&
      requires { typename C::value_type; })
constexpr typename C::value_type* data(const C&) {
  static_assert(std::is_void_v<C>,
                "insum: this container has no array of its elements; for std::vector<bool> use "
                "std::vector<char>, or bool[]");
  return nullptr;
}

inline constexpr std::int64_t unknown_length = -1;

/// The number of elements of a storage expression; unknown_length for a pointer.
template <class T>
constexpr std::int64_t length(T* const __restrict&) {
  return unknown_length;
}
template <class T, std::size_t N>
constexpr std::int64_t length(T (&)[N]) {
  return static_cast<std::int64_t>(N);
}
template <class C>
  requires requires(const C& c) { c.size(); }
constexpr std::int64_t length(const C& container) {
  return static_cast<std::int64_t>(container.size());
}

/// Gives the container of a result's values, whose number is another's, as many elements. New ones are zeros:
/// a kernel sets those that are elements of the tensor.
template <class C>
void fit_values(C& values, std::int64_t count) {
  if (length(values) == count) return;
  values.resize(static_cast<decltype(values.size())>(count));
  auto* const first = rt::data(values);
  for (std::int64_t n = 0; n < count; ++n) first[n] = {};
}

/// A member of the elements of an array of structs, used like a pointer to an array of that member.
template <class T, class S>
class field_pointer {
 public:
  using class_type = std::remove_const_t<S>;
  using member_type = std::remove_const_t<T>;
  static constexpr bool is_number = false;
  using member_pointer = member_type class_type::*;

  constexpr field_pointer(S* array, member_pointer member) : array_(array), member_(member) {}
  constexpr T& operator[](std::int64_t i) const { return array_[i].*member_; }
  constexpr T& operator*() const { return array_->*member_; }
  constexpr field_pointer operator+(std::int64_t n) const { return {array_ + n, member_}; }

 private:
  S* array_;
  member_pointer member_;
};

/// field(array, &S::member), for any `array` that data() takes.
template <class A, class M, class C>
constexpr auto field(A&& array, M C::* member) {
  auto* const first = rt::data(array);
  using S = std::remove_pointer_t<decltype(first)>;
  using T = std::conditional_t<std::is_const_v<S>, const M, M>;
  return field_pointer<T, S>(first, member);
}
template <class T, class S>
constexpr field_pointer<T, S> data(const field_pointer<T, S>& p) {
  return p;
}
template <class T, class S>
constexpr std::int64_t length(const field_pointer<T, S>&) {
  return unknown_length;
}

/// An array whose elements are all the same number, used like a pointer to its first.
template <class T>
class same_value {
 public:
  using member_type = T;
  static constexpr bool is_number = true;  // it is in no memory

  constexpr explicit same_value(T value) : value_(value) {}
  constexpr const T& operator[](std::int64_t) const { return value_; }
  constexpr const T& operator*() const { return value_; }
  constexpr same_value operator+(std::int64_t) const { return *this; }

 private:
  T value_;
};

INSUM_RT_END
