#pragma once
#include <complex>
#include <insum/cuda.hpp>
#include <insum/insum.hpp>
#include <vector>

using Blocks = insum::bcsr<double, int, 4, 3>;

void add(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C);
void add_three(const insum::csr<double>& A, const insum::csr<double>& B, const insum::csr<double>& D,
               insum::csr<double>& C);
void add_to(const insum::csr<double>& A, insum::csr<double>& C);
void multiply(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C);
void largest(const insum::dcsr<double>& A, const insum::dcsr<double>& B, insum::dcsr<double>& C);
void add_trees(const insum::csf<double, 3>& A, const insum::csf<double, 3>& B, insum::csf<double, 3>& C);
void scale_blocks(const Blocks& A, Blocks& C);
void scale_list(const insum::coo<double, 2>& A, insum::dcsr<double>& C);
void sampled(const insum::csr<double>& A, const insum::dense<double>& B, const insum::dense<double>& D,
             insum::csr<double>& C);
void product(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C);
void product_in_dense_rows(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C);
void product_and_more(const insum::csr<double>& A, const insum::csr<double>& B, const insum::csr<double>& D,
                      insum::csr<float>& C);
void product_of_columns(const insum::csc<double>& A, const insum::csc<double>& B, insum::csc<double>& C);
void shortest(int n, const insum::csr<double>& a, insum::csr<double>& c);
void product_of_lists(int m, int n, const std::vector<int>& pos, const std::vector<int>& crd,
                      const std::vector<double>& vals, const insum::csr<double>& A, insum::csr<double>& C);
/// V: the coordinates that it stores, and their values.
void pairs(const std::vector<int>& p, const std::vector<int>& q, const std::vector<int>& vpos,
           const std::vector<int>& vcrd, const std::vector<double>& v, insum::csr<double>& C);
void wide_pairs(const std::vector<int>& p, const std::vector<int>& q, const std::vector<int>& vpos,
                const std::vector<int>& vcrd, const std::vector<double>& v, std::vector<std::int64_t>& pos,
                std::vector<int>& crd, std::vector<double>& vals);

/// Grows in device memory.
template <class T>
class DeviceArray {
 public:
  void resize(std::size_t size) {
    memory_ = insum::device_dense<T, 1>({static_cast<std::int64_t>(size)});
    size_ = size;
  }
  T* data() { return memory_.data(); }
  const T* data() const { return memory_.data(); }
  std::size_t size() const { return size_; }

 private:
  insum::device_dense<T, 1> memory_;
  std::size_t size_ = 0;
};

/// csr in device memory. It begins without entries.
struct DeviceRows {
  using value_type = double;
  using index_type = int;
  static constexpr int rank = 2;
  std::array<std::int64_t, 2> shape{};
  DeviceArray<int> pos, crd;
  DeviceArray<double> vals;
  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
};
template <>
struct insum::storage<DeviceRows> : insum::detail::owning_storage<DeviceRows, 3> {
  static constexpr const char* format = "csr";
  template <int n, class Object>
  static auto& select(Object& t) {
    return insum::detail::nth<n>(t.pos, t.crd, t.vals);
  }
};

void add_on_device(const insum::csr<double>& A, const insum::csr<double>& B, DeviceRows& C);
void sum_on_device(const DeviceRows& C, insum::dense<double, 1>& y);
void add_undeclared(const insum::csr<double>& A, const insum::csr<double>& B, DeviceRows& C);
void add_misdeclared(const insum::csr<double>& A, insum::csr<double>& C);
void add_narrow(int m, int n, const insum::csr<double>& A, const insum::csr<double>& B,
                std::vector<std::int8_t>& pos, std::vector<std::int64_t>& crd, std::vector<float>& vals);
void multiply_narrow(const insum::csr<insum::bfloat16>& A, const insum::csr<insum::bfloat16>& B,
                     insum::csr<insum::bfloat16>& C);
void never(const insum::csr<bool>& A, insum::csr<bool>& C);
void add_complex(const insum::csr<std::complex<double>>& A, const insum::csr<std::complex<double>>& B,
                 insum::csr<std::complex<double>>& C);
