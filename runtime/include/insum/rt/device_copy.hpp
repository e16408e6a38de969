// Operands in device memory that a block computes with in another format: the copy is made there, by a
// function of the CUDA file.
#pragma once
#include "../core/device_arrays.hpp"
#include "converted.hpp"

namespace insum {

namespace rt {

/// A copy as a tensor object: `Arrays` arrays in device memory, the last one of values. `Wanted` are the
/// format's arguments, 0 where they are chosen.
template <format_name Name, int Rank, int Arrays, class Value, class Index, std::int64_t... Wanted>
struct device_copy {
  std::array<std::int64_t, static_cast<std::size_t>(Rank)> shape{};
  std::shared_ptr<const device_arrays> made;
};

}  // namespace rt

template <rt::format_name Name, int Rank, int Arrays, class Value, class Index, std::int64_t... Wanted>
struct storage<rt::device_copy<Name, Rank, Arrays, Value, Index, Wanted...>> {
  using tensor = rt::device_copy<Name, Rank, Arrays, Value, Index, Wanted...>;
  static constexpr const char* format = Name.text;
  static constexpr int rank = Rank;
  using value_type = Value;
  using index_type = Index;
  static constexpr bool growable = false;
  static std::int64_t size(const tensor& t, int mode) { return t.shape[static_cast<std::size_t>(mode)]; }
  static std::int64_t parameter(const tensor& t, int n) {
    return t.made->parameters[static_cast<std::size_t>(n)];
  }
  template <int n>
  static auto* array(const tensor& t) {
    using element = std::conditional_t<n + 1 == Arrays, Value, Index>;
    return static_cast<const element*>(t.made->array(static_cast<std::size_t>(n)));
  }
  template <int n>
  static std::int64_t length(const tensor& t) {
    return t.made->lengths[static_cast<std::size_t>(n)];
  }
};

namespace rt {

/// A function of the CUDA file. It may wait for the device.
using device_conversion = std::shared_ptr<const device_arrays> (*)(const conversion_source&);

namespace detail {

/// Distances between neighbours along the modes of a dense tensor.
template <class From>
std::vector<std::int64_t> strides_of(const From& from) {
  using S = storage<From>;
  std::vector<std::int64_t> strides(static_cast<std::size_t>(S::rank));
  std::int64_t next = 1;
  for (int n = S::rank - 1; n >= 0; --n) {
    int mode = n;
    if constexpr (requires { S::order; }) mode = static_cast<int>(S::order[n]);
    strides[static_cast<std::size_t>(mode)] = next;
    next *= S::size(from, mode);
  }
  if constexpr (requires { S::stride(from, 0); })
    for (int mode = 0; mode < S::rank; ++mode)
      strides[static_cast<std::size_t>(mode)] = S::stride(from, mode);
  return strides;
}

template <format_name Name, int Rank, int Arrays, class Value, class Index, std::int64_t... Wanted>
std::vector<std::int64_t> wanted_by(const device_copy<Name, Rank, Arrays, Value, Index, Wanted...>*) {
  return {Wanted...};
}

/// What a function of the CUDA file is told of `from`, with `Arrays` arrays of these names and `Parameters`
/// block sizes and widths.
template <int Arrays, int Parameters, class From>
conversion_source source_of(const std::array<const char*, static_cast<std::size_t>(Arrays)>& names,
                            const From& from, const convert_options& options) {
  using S = storage<From>;
  conversion_source source;
  for (int mode = 0; mode < S::rank; ++mode) source.sizes.push_back(S::size(from, mode));
  if (std::string_view(S::format) == "dense") source.strides = strides_of(from);
  if constexpr (Parameters > 0)
    for (int n = 0; n < Parameters; ++n) source.parameters.push_back(S::parameter(from, n));
  [&]<int... n>(std::integer_sequence<int, n...>) {
    (source.arrays.push_back(S::template array<n>(from)), ...);
    (source.lengths.push_back(S::template length<n>(from)), ...);
  }(std::make_integer_sequence<int, Arrays>{});
  source.names.assign(names.begin(), names.end());
  source.fill = options.fill;
  return source;
}

}  // namespace detail

/// `from`, with `Arrays` arrays and `Parameters` block sizes and widths, as a To, made at every call; a
/// report counts the time. `kernel`, `place` and the `names` of the arrays are for errors.
template <class To, int Arrays, int Parameters, class From>
std::shared_ptr<const To> converted_on_device(
    device_conversion convert, const kernel_id& kernel, const char* place,
    const std::array<const char*, static_cast<std::size_t>(Arrays)>& names, const From& from,
    const convert_options& options) try {
  const report::conversion timed;
  conversion_source source = detail::source_of<Arrays, Parameters>(names, from, options);
  source.wanted = detail::wanted_by(static_cast<const To*>(nullptr));
  auto to = std::make_shared<To>();
  for (std::size_t mode = 0; mode < source.sizes.size(); ++mode) to->shape[mode] = source.sizes[mode];
  to->made = convert(source);
  return to;
} catch (...) {
  throw_from(kernel, place);
}

/// The same, kept for this storage until insum::invalidate() of one of its arrays.
template <class To, int Arrays, int Parameters, class From>
std::shared_ptr<const To> converted_on_device_once(
    device_conversion convert, const kernel_id& kernel, const char* place,
    const std::array<const char*, static_cast<std::size_t>(Arrays)>& names, const From& from,
    const convert_options& options) {
  return kept_conversion<To, Arrays>(from, options, [&] {
    return converted_on_device<To, Arrays, Parameters>(convert, kernel, place, names, from, options);
  });
}

}  // namespace rt

}  // namespace insum
