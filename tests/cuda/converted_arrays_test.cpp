// Conversions in device memory make the arrays that insum::convert makes of the same tensor.
#include <insum/convert.hpp>
#include <insum/rt/cuda/convert.hpp>
#include <insum/rt/device_copy.hpp>

#include <doctest/doctest.h>

#include <random>

#include "on_device.hpp"

namespace {

namespace cuda = insum::rt::cuda;
using cuda::made, cuda::padding;
using List = insum::coo<double, 2, int>;

/// `count` entries at random, some at the same place, some zero.
List make_list(int m, int n, int count, unsigned seed) {
  std::mt19937 random(seed);
  List a;
  a.shape = {m, n};
  for (int e = 0; e < count && m > 0 && n > 0; ++e) {
    const int row = static_cast<int>(random() % static_cast<unsigned>(m));
    a.crd[0].push_back(row % 4 == 1 ? 0 : row);
    a.crd[1].push_back(static_cast<int>(random() % static_cast<unsigned>(n)));
    a.vals.push_back(static_cast<double>(random() % 7) - 2);
  }
  return a;
}

template <class Tensor>
constexpr int arrays_of = insum::storage<Tensor>::arrays;

/// The copies of a host tensor's arrays.
template <class From>
struct Source {
  using S = insum::storage<From>;
  explicit Source(const From& from) {
    for (int mode = 0; mode < S::rank; ++mode) source.sizes.push_back(S::size(from, mode));
    if constexpr (requires { S::parameter(from, 0); })
      for (int n = 0; n < 3; ++n) source.parameters.push_back(S::parameter(from, n));
    if (std::string_view(S::format) == "dense") source.strides = insum::rt::detail::strides_of(from);
    [&]<int... n>(std::integer_sequence<int, n...>) {
      (add(S::template array<n>(from), S::template length<n>(from)), ...);
    }(std::make_integer_sequence<int, arrays_of<From>>());
  }
  template <class T>
  void add(const T* array, std::int64_t length) {
    auto copy = std::make_shared<OnDevice<T>>(std::vector<T>(array, array + length));
    source.arrays.push_back(copy->data());
    source.names.push_back("array");
    source.lengths.push_back(length);
    copies.push_back(copy);
  }
  insum::conversion_source source;
  std::vector<std::shared_ptr<void>> copies;
};

template <class From, class F>
auto with_levels_of(cuda::stored_levels& s, const F& f) {
  constexpr std::string_view format = insum::storage<From>::format;
  if constexpr (format == "csr") {
    const auto rows = s.dense(0);
    return f(std::integral_constant<padding, padding::none>(), rows, s.template compressed<int, int>(1));
  } else if constexpr (format == "csc") {
    const auto columns = s.dense(1);
    return f(std::integral_constant<padding, padding::none>(), columns, s.template compressed<int, int>(0));
  } else if constexpr (format == "dcsr" || format == "csf") {
    const auto rows = s.template compressed<int, int>(0);
    return f(std::integral_constant<padding, padding::none>(), rows, s.template compressed<int, int>(1));
  } else if constexpr (format == "coo" && From::rank == 3) {
    const auto first = s.template list<int>(0);
    const auto second = s.template singleton<int>(1);
    return f(std::integral_constant<padding, padding::none>(), first, second, s.template singleton<int>(2));
  } else if constexpr (format == "group_coo" && From::rank == 3) {
    const auto first = s.template list<int>(0);
    const auto second = s.template singleton<int>(1);
    return f(std::integral_constant<padding, padding::repeated>(), first, second,
             s.template fixed<int>(2, 0, false));
  } else if constexpr (format == "coo") {
    const auto rows = s.template list<int>(0);
    return f(std::integral_constant<padding, padding::none>(), rows, s.template singleton<int>(1));
  } else if constexpr (format == "ell") {
    const auto rows = s.dense(0);
    return f(std::integral_constant<padding, padding::none>(), rows, s.template fixed<int>(1, 0, true));
  } else if constexpr (format == "dia") {
    const auto diagonals = s.template offset<int>();
    return f(std::integral_constant<padding, padding::any>(), diagonals, s.dense(0));
  } else if constexpr (format == "ragged") {
    const auto rows = s.dense(0);
    return f(std::integral_constant<padding, padding::any>(), rows, s.template ragged<int>(1));
  } else if constexpr (format == "group_coo") {
    const auto rows = s.template list<int>(0);
    return f(std::integral_constant<padding, padding::repeated>(), rows, s.template fixed<int>(1, 0, false));
  } else if constexpr (format == "block_coo") {
    const auto rows = s.template list<int>(0, 0);
    const auto columns = s.template singleton<int>(1, 1);
    const auto within = s.within(0, 0);
    return f(std::integral_constant<padding, padding::any>(), rows, columns, within, s.within(1, 1));
  } else if constexpr (format == "block_group_coo") {
    const auto rows = s.template list<int>(0, 1);
    const auto columns = s.template fixed<int>(1, 0, false, 2);
    const auto within = s.within(0, 1);
    return f(std::integral_constant<padding, padding::any>(), rows, columns, within, s.within(1, 2));
  } else if constexpr (format == "bcsr") {
    const auto rows = s.dense_blocks(0, 0);
    const auto columns = s.template compressed<int, int>(1, 1);
    const auto within = s.within(0, 0);
    return f(std::integral_constant<padding, padding::any>(), rows, columns, within, s.within(1, 1));
  } else {
    static_assert(format == "dense");
    const auto rows = s.dense(0);
    return f(std::integral_constant<padding, padding::any>(), rows, s.dense(1));
  }
}

template <class T>
std::vector<T> host_copy(const insum::device_arrays& made, int n) {
  std::vector<T> values(static_cast<std::size_t>(made.lengths[static_cast<std::size_t>(n)]));
  REQUIRE(cudaMemcpy(values.data(), made.array(static_cast<std::size_t>(n)), values.size() * sizeof(T),
                     cudaMemcpyDeviceToHost) == cudaSuccess);
  return values;
}

template <made to, class To, class From>
void check(const From& from, const insum::convert_options& options, std::vector<std::int64_t> wanted) {
  CAPTURE(std::string(insum::storage<From>::format));
  CAPTURE(std::string(insum::storage<To>::format));
  CAPTURE(from.shape[0]);
  const To expected = insum::convert<To>(from, options);
  Source<From> source(from);
  source.source.wanted = std::move(wanted);
  source.source.fill = options.fill;
  cuda::stored_levels levels(source.source, insum::cuda::detail::stream_of_thread);
  const auto made = with_levels_of<From>(levels, [&](auto padding, const auto&... each) {
    return cuda::convert<to, double, int, From::rank, decltype(padding)::value>(source.source, levels,
                                                                                each...);
  });
  REQUIRE(made->lengths.size() == static_cast<std::size_t>(arrays_of<To>));
  [&]<int... n>(std::integer_sequence<int, n...>) {
    const auto same = [&](const auto* array, std::int64_t length, int which) {
      using T = std::remove_cvref_t<decltype(*array)>;
      CAPTURE(which);
      CHECK(host_copy<T>(*made, which) == std::vector<T>(array, array + length));
    };
    using S = insum::storage<To>;
    (same(S::template array<n>(expected), S::template length<n>(expected), n), ...);
  }(std::make_integer_sequence<int, arrays_of<To>>());
  if constexpr (requires { insum::storage<To>::parameter(expected, 0); })
    for (std::size_t n = 0; n < made->parameters.size(); ++n)
      CHECK(made->parameters[n] == insum::storage<To>::parameter(expected, static_cast<int>(n)));
}

template <class F>
void for_each_list(const F& f) {
  unsigned seed = 0;
  for (const auto& [m, n, count] :
       {std::array{30, 20, 90}, {50, 3, 40}, {1, 100, 60}, {13, 17, 1}, {9, 9, 0}, {0, 5, 0}})
    f(make_list(m, n, count, ++seed));
}

template <class From>
void check_from(const insum::convert_options& options = {}) {
  for_each_list([&](const List& list) {
    const From from = insum::convert<From>(list, options);
    check<made::csr, insum::csr<double, int>>(from, {}, {});
    check<made::block_group_coo, insum::block_group_coo<double, int>>(from, {}, {});
  });
}

}  // namespace

TEST_CASE("a list in any order, to every format") {
  for_each_list([](const List& a) {
    check<made::coo, insum::coo<double, 2, int>>(a, {}, {});
    check<made::csf, insum::csf<double, 2, int>>(a, {}, {});
    check<made::dense, insum::dense<double, 2>>(a, {.fill = 3}, {});
    check<made::csr, insum::csr<double, int>>(a, {}, {});
    check<made::csc, insum::csc<double, int>>(a, {}, {});
    check<made::dcsr, insum::dcsr<double, int>>(a, {}, {});
    check<made::dcsc, insum::dcsc<double, int>>(a, {}, {});
    check<made::ell, insum::ell<double, int>>(a, {}, {});
    check<made::dia, insum::dia<double, int>>(a, {}, {});
    check<made::ragged, insum::ragged<double, int>>(a, {}, {});
    check<made::group_coo, insum::group_coo<double, int>>(a, {}, {});
    check<made::group_coo, insum::group_coo<double, int>>(a, {.group = 3}, {3});
    check<made::bcsr, insum::bcsr<double, int>>(a, {.bm = 3, .bn = 5}, {3, 5});
    check<made::dbcsr, insum::dbcsr<double, int>>(a, {}, {});
    check<made::block_coo, insum::block_coo<double, int>>(a, {.bm = 2}, {2, 0});
    check<made::block_group_coo, insum::block_group_coo<double, int>>(a, {.bn = 2, .group = 2}, {2, 0, 2});
  });
}

TEST_CASE("every format, to rows and to groups of blocks") {
  check_from<insum::csr<double, int>>();
  check_from<insum::csc<double, int>>();
  check_from<insum::dcsr<double, int>>();
  check_from<insum::csf<double, 2, int>>();
  check_from<insum::ell<double, int>>();
  check_from<insum::dia<double, int>>();
  check_from<insum::ragged<double, int>>();
  check_from<insum::dense<double, 2>>();
  check_from<insum::group_coo<double, int>>();
  check_from<insum::group_coo<double, int>>({.group = 4});
  check_from<insum::block_coo<double, int>>();
  check_from<insum::block_group_coo<double, int>>({.bm = 3, .bn = 2, .group = 2});
  check_from<insum::bcsr<double, int>>();
}

TEST_CASE("tensors in groups") {
  using Groups = insum::group_coo<double, int, insum::dynamic, 3>;
  for (const int count : {0, 1, 40, 700}) {
    std::mt19937 random(7);
    insum::coo<double, 3, int> a;
    a.shape = {6, 5, 31};
    for (int e = 0; e < count; ++e) {
      for (std::size_t mode = 0; mode < 3; ++mode)
        a.crd[mode].push_back(static_cast<int>(random() % static_cast<unsigned>(a.shape[mode])));
      a.vals.push_back(static_cast<double>(random() % 7) - 2);
    }
    check<made::group_coo, Groups>(a, {}, {});
    check<made::group_coo, Groups>(a, {.group = 3}, {3});
    const Groups groups = insum::convert<Groups>(a, {.group = 4});
    check<made::csf, insum::csf<double, 3, int>>(groups, {}, {});
    check<made::group_coo, Groups>(groups, {.group = 2}, {2});
  }
}

TEST_CASE("far more rows than entries") {
  List a = make_list(1 << 15, 40, 300, 3);
  a.shape[0] = INT32_MAX;
  for (std::size_t e = 0; e < a.vals.size(); e += 2) a.crd[0][e] = a.crd[0][e] * 65536 + 65535;
  check<made::group_coo, insum::group_coo<double, int>>(a, {}, {});
  check<made::group_coo, insum::group_coo<double, int>>(a, {.group = 4}, {4});
  check<made::block_coo, insum::block_coo<double, int>>(a, {.bm = 3}, {3, 0});
  check<made::block_group_coo, insum::block_group_coo<double, int>>(a, {.bn = 2, .group = 2}, {2, 0, 2});
  const List none = make_list(0, 0, 0, 1);
  check<made::group_coo, insum::group_coo<double, int>>(none, {}, {});
}

TEST_CASE("what does not fit is an error") {
  const List a = make_list(10, 300, 80, 1);
  Source<List> source(a);
  cuda::stored_levels levels(source.source, insum::cuda::detail::stream_of_thread);
  const auto rows = levels.list<int>(0);
  const auto columns = levels.singleton<int>(1);
  const auto narrow = [&] {
    cuda::convert<made::csr, double, std::int8_t, 2, padding::none>(source.source, levels, rows, columns);
  };
  CHECK_THROWS_AS(narrow(), insum::storage_error);
  source.source.wanted = {1};
  cuda::stored_levels again(source.source, insum::cuda::detail::stream_of_thread);
  const auto first = again.list<int>(0);
  const auto second = again.singleton<int>(1);
  const auto tight = [&] {
    cuda::convert<made::ell, double, int, 2, padding::none>(source.source, again, first, second);
  };
  CHECK_THROWS_AS(tight(), insum::storage_error);
}
