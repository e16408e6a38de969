// Objects whose types keep their arrays in device memory, in blocks for processors.
#include <cstdint>
#include <vector>

#include <insum/insum.hpp>

struct DeviceVector {
  double* first = nullptr;
  std::int64_t count = 0;
};

template <>
struct insum::storage<DeviceVector> {
  static constexpr const char* format = "dense";
  static constexpr int rank = 1;
  using value_type = double;
  using index_type = std::int32_t;
  static constexpr bool growable = false;
  static constexpr bool on_device = true;
  static std::int64_t size(const DeviceVector& t, int) { return t.count; }
  template <int n>
  static double* array(const DeviceVector& t) {
    return t.first;
  }
  template <int n>
  static std::int64_t length(const DeviceVector& t) {
    return t.count;
  }
};

void on_a_processor(std::vector<double>& y, const DeviceVector& x, DeviceVector& z, const insum::csr<double>& A) {
  // expect-error@+2:33: 'x' cannot be in device memory here: the target is openmp [insum-device-storage]
  // expect-note@+1:33: write 'target cuda device(x)'
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum target openmp
  {}
  // expect-error@+2:17: 'z' cannot be in device memory here: the target is openmp [insum-device-storage]
  // expect-note@+1:17: write 'target cuda device(z)'
  #pragma insum z[i] = A[i,j] * y[j]
  {}
  #pragma insum y[i] = A[i,j] * w[j]
  // expect-error@+2:28: 'w' cannot be in device memory here: the target is openmp [insum-device-storage]
  // expect-note@+1:28: write 'target cuda device(w)'
  #pragma insum tensor w = x
  {}
}

void chosen_at_run_time(DeviceVector& y, const DeviceVector& x, const insum::csr<double>& A) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum target auto
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:36: 'A' cannot be in device memory here: target auto finds out in every call where the arrays are [insum-device-storage]
  // expect-note@+1:36: leave device(A) out, or write 'target cuda device(A)'
  #pragma insum target auto device(A)
  {}
}
