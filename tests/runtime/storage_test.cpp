#include <doctest/doctest.h>

#include <complex>
#include <insum/insum.hpp>
#include <string_view>

namespace {

template <class T, int n>
using array_type = decltype(insum::storage_of<T>::template array<n>(std::declval<T&>()));

/// As std::mdspan looks to generic code.
struct view {
  using element_type = float;
  using extents_type = int;
  using accessor_type = int;
  struct mapping_type {
    std::size_t required_span_size() const { return 12; }
  };
  static constexpr std::size_t rank() { return 2; }
  std::size_t extent(std::size_t mode) const { return mode == 0 ? 3 : 4; }
  std::size_t stride(std::size_t mode) const { return mode == 0 ? 1 : 3; }
  float* data_handle() const { return data; }
  mapping_type mapping() const { return {}; }
  float* data = nullptr;
};

}  // namespace

TEST_CASE("arrays keep constness") {
  using insum::csr;
  static_assert(std::is_same_v<array_type<csr<float>, 0>, std::int32_t*>);
  static_assert(std::is_same_v<array_type<const csr<float>, 1>, const std::int32_t*>);
  static_assert(std::is_same_v<array_type<const csr<float>, 2>, const float*>);
  static_assert(std::is_same_v<array_type<std::vector<double>, 0>, double*>);
  static_assert(std::is_same_v<array_type<const std::vector<double>, 0>, const double*>);
  static_assert(std::is_same_v<array_type<const std::span<double>, 0>, double*>);
  static_assert(std::is_same_v<array_type<std::span<const double>, 0>, const double*>);
  static_assert(std::is_same_v<insum::storage<std::span<const double>>::value_type, double>);
  static_assert(std::is_same_v<array_type<std::array<int, 3>, 0>, int*>);
}

TEST_CASE("what is a tensor by its type") {
  static_assert(insum::tensor_like<insum::csf<double, 4>>);
  static_assert(insum::tensor_like<const std::vector<std::complex<float>>&>);
  static_assert(insum::tensor_like<view>);
  static_assert(!insum::tensor_like<std::vector<bool>>);
  static_assert(!insum::tensor_like<std::vector<std::vector<float>>>);
  static_assert(!insum::tensor_like<float> && !insum::tensor_like<float*>);
  CHECK(std::string_view(insum::storage<std::vector<float>>::format) == "dense");
  CHECK(std::string_view(insum::storage<insum::dbcsr<float>>::format) == "dbcsr");
}

TEST_CASE("arrays come in the order of the format table") {
  insum::csf<double, 2> t{{4, 5}, {{{0, 1}, {0, 2}}}, {{{3}, {1, 4}}}, {1.5, 2.5}};
  t.validate();
  using S = insum::storage<insum::csf<double, 2>>;
  CHECK(S::arrays == 5);
  CHECK(S::array<1>(t)[0] == 3);
  CHECK(S::array<3>(t)[1] == 4);
  CHECK(S::array<4>(t)[0] == 1.5);
  CHECK(S::length<2>(t) == 2);
  CHECK(S::size(t, 1) == 5);
  S::container<3>(t).push_back(7);
  CHECK(t.crd[1].back() == 7);
  S::set_size(t, 1, 8);
  CHECK(t.shape[1] == 8);
}

TEST_CASE("block sizes are part of the type or read from the object") {
  using fixed = insum::storage<insum::bcsr<float, int, 4, 8>>;
  static_assert(fixed::arguments[0] == 4 && fixed::arguments[1] == 8);
  insum::bcsr<float, int, 4, 8> a;
  CHECK(fixed::parameter(a, 1) == 8);
  CHECK(a.bm * 2 == 8);
  a.bm = 4;
  CHECK_THROWS_AS(a.bm = 3, insum::storage_error);

  insum::block_group_coo<float> b;
  b.g = 2, b.bm = 3, b.bk = 5;
  using open = insum::storage<insum::block_group_coo<float>>;
  CHECK(open::parameter(b, 0) == 2);
  CHECK(open::parameter(b, 1) == 3);
  CHECK(open::parameter(b, 2) == 5);
}

TEST_CASE("an mdspan is a dense view with strides") {
  using S = insum::storage<view>;
  view v;
  CHECK(S::rank == 2);
  CHECK(S::size(v, 1) == 4);
  CHECK(S::stride(v, 1) == 3);
  CHECK(S::length<0>(v) == 12);
  static_assert(std::is_same_v<S::value_type, float> && !S::growable);
}
