// Operands in device memory that a block computes with as the sum of parts in several formats: the parts are
// made there, by a function of the CUDA file.
#pragma once
#include "device_copy.hpp"

namespace insum::rt {

namespace detail {

/// Some of the arrays that a function has made.
class arrays_of_part : public device_arrays {
 public:
  struct range {
    std::size_t first, count;
  };
  arrays_of_part(std::shared_ptr<const device_arrays> all, range arrays, range numbers)
      : all_(std::move(all)), first_(arrays.first) {
    for (std::size_t n = 0; n < arrays.count; ++n) lengths.push_back(all_->lengths[arrays.first + n]);
    for (std::size_t n = 0; n < numbers.count; ++n) parameters.push_back(all_->parameters[numbers.first + n]);
  }
  void* array(std::size_t n) const override { return all_->array(first_ + n); }

 private:
  std::shared_ptr<const device_arrays> all_;
  std::size_t first_;
};

inline void add_wanted(conversion_source& source, const std::vector<std::int64_t>& sizes) {
  source.wanted.insert(source.wanted.end(), sizes.begin(), sizes.end());
}

template <format_name Name, int Rank, int Arrays, class Value, class Index, std::int64_t... Wanted>
void take_part(device_copy<Name, Rank, Arrays, Value, Index, Wanted...>& part,
               const std::shared_ptr<const device_arrays>& all, const conversion_source& source,
               arrays_of_part::range& arrays, arrays_of_part::range& numbers) {
  arrays.count = Arrays;
  numbers.count = sizeof...(Wanted);
  for (std::size_t mode = 0; mode < source.sizes.size(); ++mode) part.shape[mode] = source.sizes[mode];
  part.made = std::make_shared<const arrays_of_part>(all, arrays, numbers);
  arrays.first += arrays.count;
  numbers.first += numbers.count;
}

}  // namespace detail

/// `from` as the sum of Parts, which are device_copy; else as converted_on_device.
template <int Arrays, int Parameters, class... Parts, class From>
std::shared_ptr<const std::tuple<Parts...>> decomposed_on_device(
    device_conversion decompose, const kernel_id& kernel, const char* place,
    const std::array<const char*, static_cast<std::size_t>(Arrays)>& names, const From& from,
    const convert_options& options) try {
  const report::conversion timed;
  conversion_source source = detail::source_of<Arrays, Parameters>(names, from, options);
  (detail::add_wanted(source, detail::wanted_by(static_cast<const Parts*>(nullptr))), ...);
  const std::shared_ptr<const device_arrays> all = decompose(source);
  auto parts = std::make_shared<std::tuple<Parts...>>();
  detail::arrays_of_part::range arrays{0, 0}, numbers{0, 0};
  std::apply([&](auto&... part) { (detail::take_part(part, all, source, arrays, numbers), ...); }, *parts);
  return parts;
} catch (...) {
  throw_from(kernel, place);
}

/// The same, kept for this storage until insum::invalidate() of one of its arrays.
template <int Arrays, int Parameters, class... Parts, class From>
std::shared_ptr<const std::tuple<Parts...>> decomposed_on_device_once(
    device_conversion decompose, const kernel_id& kernel, const char* place,
    const std::array<const char*, static_cast<std::size_t>(Arrays)>& names, const From& from,
    const convert_options& options) {
  return kept_conversion<std::tuple<Parts...>, Arrays>(from, options, [&] {
    return decomposed_on_device<Arrays, Parameters, Parts...>(decompose, kernel, place, names, from, options);
  });
}

}  // namespace insum::rt
