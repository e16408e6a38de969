// Sparse matrices in device memory.
#pragma once
#include <insum/convert.hpp>

#include "device_data.hpp"

namespace bench::gpu {

template <class T>
struct device_csr {
  insum::csr<float> host;
  insum::device_dense<int, 1> pos, crd;
  insum::device_dense<T, 1> vals;

  explicit device_csr(insum::csr<float> from, bool all_one = false) : host(std::move(from)) {
    fill_with_eighths(host.vals);
    if (all_one) std::fill(host.vals.begin(), host.vals.end(), 1.0f);
    pos = upload_as<int>(host.pos), crd = upload_as<int>(host.crd), vals = upload_as<T>(host.vals);
  }
  csr_view<T> view() const { return {host.rows(), host.cols(), span_of(pos), span_of(crd), span_of(vals)}; }
  double bytes() const { return static_cast<double>(pos.bytes() + crd.bytes() + vals.bytes()); }
};

struct device_coo {
  std::int64_t rows, cols;
  insum::device_dense<int, 1> row, col;
  insum::device_dense<float, 1> vals;

  explicit device_coo(const insum::csr<float>& of) : device_coo(insum::convert<insum::coo<float>>(of)) {}
  explicit device_coo(const insum::coo<float>& from)
      : rows(from.rows()),
        cols(from.cols()),
        row(upload_as<int>(from.crd[0])),
        col(upload_as<int>(from.crd[1])),
        vals(upload_as<float>(from.vals)) {}
  coo_view<float> view() const { return {rows, cols, span_of(row), span_of(col), span_of(vals)}; }
  double bytes() const { return static_cast<double>(row.bytes() + col.bytes() + vals.bytes()); }
};

/// Of group_coo, or of block_group_coo.
template <class T>
struct device_groups {
  std::int64_t rows, cols;
  insum::device_dense<int, 1> AM, AK;
  insum::device_dense<T, 1> AV;

  template <class Groups>
  explicit device_groups(const Groups& from)
      : rows(from.rows()),
        cols(from.cols()),
        AM(upload_as<int>(from.AM)),
        AK(upload_as<int>(from.AK)),
        AV(upload_as<T>(from.AV)) {}
  group_view<T> view() const { return {rows, cols, span_of(AM), span_of(AK), span_of(AV)}; }
  double bytes() const { return static_cast<double>(AM.bytes() + AK.bytes() + AV.bytes()); }
};

inline auto in_groups(const insum::csr<float>& A) {
  return insum::convert<insum::group_coo<float, std::int32_t, group_size>>(A);
}
inline auto in_block_groups(const insum::csr<float>& A) {
  return insum::convert<
      insum::block_group_coo<float, std::int32_t, block_group_size, block_side, block_side>>(A);
}

/// Row i of A times B.
template <class T>
row_of row_of_product(const insum::csr<float>& A, const insum::dense<T, 2>& B) {
  return [&A, &B](std::int64_t i, std::vector<double>& row) {
    for (int p = A.pos[static_cast<std::size_t>(i)]; p < A.pos[static_cast<std::size_t>(i) + 1]; ++p)
      for (std::int64_t j = 0; j < B.size(1); ++j)
        row[static_cast<std::size_t>(j)] += static_cast<double>(A.vals[static_cast<std::size_t>(p)]) *
                                            static_cast<float>(B(A.crd[static_cast<std::size_t>(p)], j));
  };
}

}  // namespace bench::gpu
