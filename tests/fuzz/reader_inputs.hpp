// What fuzzing does with an input: read it as several types. Each read ends in a valid tensor or in a
// parse_error.
#pragma once
#include <complex>
#include <insum/io.hpp>
#include <string_view>

namespace fuzzing {

/// True when the bytes could be read. Exceptions other than parse_error and invalid results escape.
template <class Read>
bool try_to_read(Read&& read) {
  try {
    const auto tensor = read();
    tensor.validate();
    return true;
  } catch (const insum::parse_error&) {
    return false;
  }
}

inline bool read_mtx(std::string_view bytes) {
  bool any = try_to_read([&] { return insum::parse_mtx<double>(bytes); });
  any |= try_to_read([&] { return insum::parse_mtx<std::int8_t, std::uint8_t>(bytes); });
  any |= try_to_read([&] { return insum::parse_mtx<std::complex<float>, std::int64_t>(bytes); });
  return any;
}

inline bool read_tns(std::string_view bytes) {
  bool any = try_to_read([&] { return insum::parse_tns<float, 3>(bytes); });
  any |= try_to_read([&] { return insum::parse_tns<std::int64_t, 1, std::int64_t>(bytes); });
  return any;
}

inline bool read_smtx(std::string_view bytes) {
  bool any = try_to_read([&] { return insum::parse_smtx<float>(bytes); });
  any |= try_to_read([&] { return insum::parse_smtx<bool, std::int64_t>(bytes); });
  return any;
}

inline bool read_npy(std::string_view bytes) {
  bool any = try_to_read([&] { return insum::parse_npy<float, 2>(bytes); });
  any |= try_to_read([&] { return insum::parse_npy<std::int16_t, 1>(bytes); });
  any |= try_to_read([&] { return insum::parse_npy<std::complex<double>, 3>(bytes); });
  any |= try_to_read([&] { return insum::parse_npy<bool, 0>(bytes); });
  return any;
}

}  // namespace fuzzing
