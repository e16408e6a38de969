// Operands that a block computes with in another format than the one stored: `format A -> group_coo<4>`.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "../convert.hpp"
#include "../invalidate.hpp"
#include "../report/pending.hpp"
#include "../storage.hpp"
#include "kernel_id.hpp"

namespace insum {

namespace rt {

/// A format's name as a template argument.
template <std::size_t N>
struct format_name {
  char text[N];
  consteval format_name(const char (&s)[N]) {  // NOLINT: implicit, so that a string literal is one
    for (std::size_t i = 0; i < N; ++i) text[i] = s[i];
  }
};

/// Raw arrays as a tensor object. Lengths that nobody knows are -1.
template <format_name Name, int Rank, class... Arrays>
struct stored {
  std::array<std::int64_t, static_cast<std::size_t>(Rank)> shape;
  std::array<std::int64_t, static_cast<std::size_t>(Rank)> strides;  // dense
  std::array<std::int64_t, 3> parameters;                            // block sizes, widths
  std::array<std::int64_t, sizeof...(Arrays)> lengths;
  std::tuple<Arrays...> arrays;
};

/// stored_as<"csr", 2>({rows, columns}, {}, {}, {rows + 1, -1, -1}, pos, crd, vals)
template <format_name Name, int Rank, class... Arrays>
stored<Name, Rank, Arrays...> stored_as(
    const std::array<std::int64_t, static_cast<std::size_t>(Rank)>& shape,
    const std::array<std::int64_t, static_cast<std::size_t>(Rank)>& strides,
    const std::array<std::int64_t, 3>& parameters, const std::array<std::int64_t, sizeof...(Arrays)>& lengths,
    Arrays... arrays) {
  return {shape, strides, parameters, lengths, {arrays...}};
}

}  // namespace rt

template <rt::format_name Name, int Rank, class... Arrays>
struct storage<rt::stored<Name, Rank, Arrays...>> {
  using tensor = rt::stored<Name, Rank, Arrays...>;
  template <std::size_t n>
  using element = std::remove_cv_t<std::remove_pointer_t<std::tuple_element_t<n, std::tuple<Arrays...>>>>;

  static constexpr const char* format = Name.text;
  static constexpr int rank = Rank;
  using value_type = element<sizeof...(Arrays) - 1>;
  using index_type = std::conditional_t<(sizeof...(Arrays) > 1), element<0>, std::int32_t>;
  static constexpr bool growable = false;
  static std::int64_t size(const tensor& t, int mode) { return t.shape[static_cast<std::size_t>(mode)]; }
  static std::int64_t stride(const tensor& t, int mode) { return t.strides[static_cast<std::size_t>(mode)]; }
  static std::int64_t parameter(const tensor& t, int n) { return t.parameters[static_cast<std::size_t>(n)]; }
  template <int n>
  static auto* array(const tensor& t) {
    return std::get<static_cast<std::size_t>(n)>(t.arrays);
  }
  template <int n>
  static std::int64_t length(const tensor& t) {
    return t.lengths[static_cast<std::size_t>(n)];
  }
};

namespace rt {

/// `from` as a To, made at every call; a report counts the time. `kernel` and `place`, such as
/// "format A -> ell", are for errors.
template <class To, class From>
std::shared_ptr<const To> converted(const kernel_id& kernel, const char* place, const From& from,
                                    const convert_options& options) try {
  const report::conversion timed;
  return std::make_shared<const To>(convert<To>(from, options));
} catch (...) {
  throw_from(kernel, place);
}

/// What make() gives, kept for this storage until insum::invalidate() of one of its `Arrays` arrays: what is
/// stored there must not change before.
template <class To, int Arrays, class From, class Make>
std::shared_ptr<const To> kept_conversion(const From& from, const convert_options& options, Make&& make) {
  using S = storage<From>;
  insum::detail::conversion_key key{&insum::detail::type_mark<To>, &insum::detail::type_mark<From>, {}, {}};
  [&]<int... n>(std::integer_sequence<int, n...>) {
    (key.arrays.push_back(S::template array<n>(from)), ...);
    (key.numbers.push_back(S::template length<n>(from)), ...);
  }(std::make_integer_sequence<int, Arrays>{});
  for (int mode = 0; mode < S::rank; ++mode) key.numbers.push_back(S::size(from, mode));
  key.numbers.push_back(std::bit_cast<std::int64_t>(options.fill));
  insum::detail::kept_conversions& kept = insum::detail::conversions();
  const std::lock_guard lock(kept.mutex);
  if (auto found = kept.find(key)) return std::static_pointer_cast<const To>(found);
  std::shared_ptr<const To> made = make();
  kept.list.push_back({std::move(key), made});
  return made;
}

/// `from` as a To, kept so.
template <class To, int Arrays, class From>
std::shared_ptr<const To> converted_once(const kernel_id& kernel, const char* place, const From& from,
                                         const convert_options& options) {
  return kept_conversion<To, Arrays>(from, options,
                                     [&] { return converted<To>(kernel, place, from, options); });
}

}  // namespace rt

}  // namespace insum
