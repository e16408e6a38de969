// What fuzzing does with an input: read it as several types. Each read ends in a valid tensor or in a
// parse_error.
#pragma once
#include <complex>
#include <insum/convert.hpp>
#include <insum/io.hpp>
#include <insum/io/arrays.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// A folder as one input: each file begins with a line "==>NAME".
inline std::vector<std::pair<std::string, std::string_view>> split_folder(std::string_view bytes) {
  std::vector<std::pair<std::string, std::string_view>> files;
  for (std::size_t at = bytes.find("==>"); at != bytes.npos;) {
    const std::size_t next = bytes.find("==>", at + 3);
    const std::string_view part = bytes.substr(at + 3, next == bytes.npos ? next : next - at - 3);
    const std::size_t line = part.find('\n');
    if (line != part.npos) files.emplace_back(part.substr(0, line), part.substr(line + 1));
    at = next;
  }
  return files;
}

/// Reads a folder as one type; what is valid can be converted, or there is a reason why not.
template <class Tensor>
bool read_folder(const std::vector<std::pair<std::string, std::string_view>>& files) {
  return try_to_read([&] {
    Tensor tensor = insum::parse_arrays<Tensor>(files);
    try {
      insum::convert<insum::coo<double, Tensor::rank, std::int64_t>>(tensor).validate();
    } catch (const insum::storage_error&) {
    }
    return tensor;
  });
}

inline bool read_arrays(std::string_view bytes) {
  const auto files = split_folder(bytes);
  bool any = read_folder<insum::dense<float, 3>>(files);
  any |= read_folder<insum::coo<double, 2>>(files);
  any |= read_folder<insum::csr<float, std::int64_t>>(files);
  any |= read_folder<insum::dcsc<float>>(files);
  any |= read_folder<insum::csf<float, 3>>(files);
  any |= read_folder<insum::dbcsr<float>>(files);
  any |= read_folder<insum::ell<double, std::int64_t>>(files);
  any |= read_folder<insum::dia<double>>(files);
  any |= read_folder<insum::ragged<double>>(files);
  any |= read_folder<insum::group_coo<float>>(files);
  any |= read_folder<insum::block_group_coo<float>>(files);
  any |= read_folder<insum::sr_bcrs<float>>(files);
  any |= read_folder<insum::hyb<float>>(files);
  return any;
}

}  // namespace fuzzing
