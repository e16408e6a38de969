// insum::storage<T>: what the compiler and generated code know of a tensor by its C++ type.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/types.hpp"
#include "pattern.hpp"

namespace insum {

/// Specialise for a type (without const) to make its objects tensors. A specialisation has
///
///   static constexpr const char* format;      // a format's name: "dense", "csr", ...
///   static constexpr int rank;                // number of modes
///   using value_type;  using index_type;      // elements of the values, of positions and coordinates
///   static constexpr bool growable;           // an output of this type can be assembled: container() exists
///   static std::int64_t size(const T&, int mode);
///   template <int n> static auto* array(T&);  // n-th storage array in the order of the format table
///   template <int n> static auto* array(const T&);   // ... pointers to const for a const object
///   template <int n> static std::int64_t length(const T&);   // ... its number of elements
///
/// and where they apply
///
///   // The format's arguments, block sizes and widths, where they are known at compile time.
///   static constexpr long long arguments[];
///
///   // The n-th of them at run time; always there if the format has any.
///   static std::int64_t parameter(const T&, int n);
///
///   // The arrays are in the memory of a device: kernels for processors are refused.
///   static constexpr bool on_device = true;
///
///   // dense: the distance in elements between neighbours along a mode.
///   static std::int64_t stride(const T&, int mode);
///
///   // dense: the modes outermost first; promises contiguous values in that order.
///   static constexpr int order[rank];
///
///   // growable: the array as a container with resize() and data().
///   template <int n> static auto& container(T&);
///
///   // growable: sets the size of a mode, arrays untouched.
///   static void set_size(T&, int mode, std::int64_t size);
///
/// A dense tensor without `stride` and `order` is contiguous with the last mode innermost.
template <class T>
struct storage;

/// Types that are tensors by themselves, as opposed to arrays that a `tensor` directive makes into one.
template <class T>
concept tensor_like = requires {
  storage<std::remove_cvref_t<T>>::format;
  typename storage<std::remove_cvref_t<T>>::value_type;
};

/// The description of an object's type: storage_of<decltype(A)>::array<0>(A).
template <class T>
using storage_of = storage<std::remove_cvref_t<T>>;

namespace detail {

/// What contiguous rank-1 containers share.
template <class T, class Container>
struct range_storage {
  static constexpr const char* format = "dense";
  static constexpr int rank = 1;
  using value_type = std::remove_const_t<T>;
  using index_type = std::int32_t;
  static constexpr bool growable = false;

  static std::int64_t size(const Container& t, int) { return static_cast<std::int64_t>(t.size()); }
  template <int n>
  static auto* array(Container& t) {
    static_assert(n == 0, "a dense tensor has one array");
    return t.data();
  }
  template <int n>
  static auto* array(const Container& t) {
    static_assert(n == 0, "a dense tensor has one array");
    return t.data();
  }
  template <int n>
  static std::int64_t length(const Container& t) {
    return static_cast<std::int64_t>(t.size());
  }
};

/// The n-th of its arguments.
template <int n, class First, class... Rest>
constexpr auto& nth(First& first, Rest&... rest) {
  if constexpr (n == 0)
    return first;
  else
    return nth<n - 1>(rest...);
}

/// What insum's own types share; storage<T> adds format and select<n>(t), the n-th buffer.
template <class T, int Arrays>
struct owning_storage {
  static constexpr int rank = T::rank;
  static constexpr int arrays = Arrays;
  using value_type = typename T::value_type;
  using index_type = typename T::index_type;
  static constexpr bool growable = true;

  static std::int64_t size(const T& t, int mode) { return t.size(mode); }
  static void set_size(T& t, int mode, std::int64_t size) { t.shape[static_cast<std::size_t>(mode)] = size; }
  template <int n>
  static auto* array(T& t) {
    return container<n>(t).data();
  }
  template <int n>
  static auto* array(const T& t) {
    return container<n>(t).data();
  }
  template <int n>
  static std::int64_t length(const T& t) {
    return static_cast<std::int64_t>(container<n>(t).size());
  }
  template <int n, class Object>
  static auto& container(Object& t) {
    static_assert(n >= 0 && n < Arrays, "the format has fewer storage arrays");
    return storage<T>::template select<n>(t);
  }
};

/// std::mdspan and its predecessors, recognised by their members.
template <class M>
concept mdspan_like = requires(const M& m, std::size_t mode) {
  typename M::element_type;
  typename M::extents_type;
  typename M::accessor_type;
  { M::rank() } -> std::convertible_to<std::size_t>;
  { m.data_handle() } -> std::convertible_to<const typename M::element_type*>;
  { m.extent(mode) } -> std::convertible_to<std::int64_t>;
  { m.stride(mode) } -> std::convertible_to<std::int64_t>;
};

}  // namespace detail

template <value_like T, class Allocator>
  requires(!std::same_as<T, bool>)  // std::vector<bool> has no array: use insum::buffer<bool>
struct storage<std::vector<T, Allocator>> : detail::range_storage<T, std::vector<T, Allocator>> {
  static constexpr bool growable = true;
  template <int n>
  static auto& container(std::vector<T, Allocator>& t) {
    static_assert(n == 0, "a dense tensor has one array");
    return t;
  }
  static void set_size(std::vector<T, Allocator>&, int, std::int64_t) {}  // container<0> is what resizes
};

template <value_like T, std::size_t N>
struct storage<std::array<T, N>> : detail::range_storage<T, std::array<T, N>> {};

template <class T, std::size_t Extent>
  requires value_like<std::remove_const_t<T>>
struct storage<std::span<T, Extent>> : detail::range_storage<T, std::span<T, Extent>> {};

template <detail::mdspan_like M>
struct storage<M> {
  static constexpr const char* format = "dense";
  static constexpr int rank = static_cast<int>(M::rank());
  using value_type = std::remove_const_t<typename M::element_type>;
  using index_type = std::int32_t;
  static constexpr bool growable = false;

  static std::int64_t size(const M& t, int mode) {
    return static_cast<std::int64_t>(t.extent(static_cast<std::size_t>(mode)));
  }
  static std::int64_t stride(const M& t, int mode) {
    return static_cast<std::int64_t>(t.stride(static_cast<std::size_t>(mode)));
  }
  template <int n>
  static auto* array(const M& t) {
    static_assert(n == 0, "a dense tensor has one array");
    return static_cast<typename M::element_type*>(t.data_handle());
  }
  template <int n>
  static std::int64_t length(const M& t) {
    return static_cast<std::int64_t>(t.mapping().required_span_size());
  }
};

}  // namespace insum
