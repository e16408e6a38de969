// Operands that a block computes with as the sum of parts in several formats.
#pragma once
#include <memory>
#include <tuple>

#include "../decompose.hpp"
#include "converted.hpp"
#include "kernel_id.hpp"

namespace insum::rt {

/// The parts of `from`, made at every call; else as converted.
template <class... Parts, class From>
std::shared_ptr<const std::tuple<Parts...>> decomposed(const kernel_id& kernel, const char* place,
                                                       const From& from, const convert_options& options) try {
  const report::conversion timed;
  return std::make_shared<const std::tuple<Parts...>>(decompose<Parts...>(from, options));
} catch (...) {
  throw_from(kernel, place);
}

/// ... kept as converted_once keeps a copy.
template <int Arrays, class... Parts, class From>
std::shared_ptr<const std::tuple<Parts...>> decomposed_once(const kernel_id& kernel, const char* place,
                                                            const From& from,
                                                            const convert_options& options) {
  return kept_conversion<std::tuple<Parts...>, Arrays>(
      from, options, [&] { return decomposed<Parts...>(kernel, place, from, options); });
}

}  // namespace insum::rt
