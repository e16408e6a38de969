// Sums that lanes make together: numbers that are added to few places, and those before each of a list.
#include <doctest/doctest.h>

#include <insum/rt/cuda/kernel.hpp>
#include <insum/rt/cuda/scan.hpp>
#include <vector>

namespace {

namespace cuda = insum::rt::cuda;
using cuda::detail::sums;

const insum::cuda::detail::shared_stream& stream() { return insum::cuda::detail::stream_of_thread; }

template <class T>
cuda::buffer<T> to_device(const std::vector<T>& from) {
  cuda::buffer<T> to(stream(), std::ssize(from));
  cuda::check(cudaMemcpy(to.data(), from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice),
              "cudaMemcpy");
  return to;
}
template <class T>
std::vector<T> to_host(const cuda::buffer<T>& from, std::size_t count) {
  std::vector<T> to(count);
  cuda::check(cudaStreamSynchronize(stream().get()), "cudaStreamSynchronize");
  cuda::check(cudaMemcpy(to.data(), from.data(), count * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
  return to;
}

constexpr int threads = 256;

/// Each target has `each` neighbours; every `step`th lane adds.
template <class T>
__global__ void add(T* to, const std::int64_t* values, int each, int step) {
  unsigned lanes = 0;
  for (int lane = 0; lane < cuda::warp_lanes; lane += step) lanes |= 1u << lane;
  const int thread = static_cast<int>(threadIdx.x);
  if (thread % cuda::warp_lanes % step == 0)
    cuda::detail::add_of_lanes(lanes, to + thread / each, values[thread]);
}

template <class T>
void check_added(int each, int step, std::int64_t scale) {
  std::vector<std::int64_t> values, wanted(threads);
  for (int i = 0; i < threads; ++i) {
    values.push_back(i * 7 % 5 * scale);
    if (i % cuda::warp_lanes % step == 0) wanted[static_cast<std::size_t>(i / each)] += values.back();
  }
  const cuda::buffer<T> to = cuda::zeros<T>("sums", stream(), threads);
  const cuda::buffer<std::int64_t> on_device = to_device(values);
  cuda::launch(add<T>, {1, 1, threads}, stream(), to.data(), on_device.data(), each, step);
  const std::vector<T> sums = to_host(to, threads);
  CHECK(std::vector<std::int64_t>(sums.begin(), sums.end()) == wanted);
}

template <sums which, class T>
void check_summed_up(int count) {
  std::vector<T> numbers, wanted;
  T sum = 0;
  for (int i = 0; i < count; ++i) {
    numbers.push_back(static_cast<T>(i * 3 % 7));
    const T before = sum;
    sum = static_cast<T>(sum + numbers.back());
    wanted.push_back(which == sums::inclusive ? sum : before);
  }
  const cuda::buffer<T> on_device = to_device(numbers);
  cuda::detail::sum_up<which>(stream(), on_device.data(), count);
  CHECK(to_host(on_device, numbers.size()) == wanted);
}

}  // namespace

TEST_CASE("lanes with one target add together") {
  for (const int each : {1, 2, 5, 31, 32, 33, threads})
    for (const int step : {1, 3}) {
      check_added<std::int16_t>(each, step, 3);
      check_added<std::int32_t>(each, step, 1000);
      check_added<std::int64_t>(each, step, 123456789);
      check_added<std::int64_t>(each, step, std::int64_t{1} << 40);
    }
}

TEST_CASE("sums of few numbers and of many") {
  for (const int count : {1, 2, 28, threads - 1, threads, threads + 1, 299, 300, 301, 1000}) {
    check_summed_up<sums::inclusive, std::int16_t>(count);
    check_summed_up<sums::inclusive, std::int32_t>(count);
    check_summed_up<sums::exclusive, std::int64_t>(count);
  }
}

TEST_CASE(
    "pieces of rows have lengths that are powers of two; of many rows those are cut that are much longer") {
  // 5 pieces at most, 3 where groups are warps, of 2 entries at least.
  CHECK(cuda::piece_length(100, 5, 32, 10, 8) == 32);
  CHECK(cuda::piece_length(161, 5, 32, 10, 8) == 64);
  CHECK(cuda::piece_length(100, 5, 32, 10, 32) == 64);
  CHECK(cuda::piece_length(10, 5, 32, 10, 8) == 2);
  CHECK(cuda::piece_length(11, 5, 32, 10, 8) == 4);
  CHECK(cuda::piece_length(0, 5, 32, 0, 8) == 2);
  // Ten entries a row: rows of up to 20 stay whole.
  CHECK(cuda::piece_length(1000, 500, 32, 100, 8) == 32);
  CHECK(cuda::piece_length(1000, 500, 32, 63, 8) == 2);
  CHECK(cuda::piece_length(1000, 5, 32, 100, 8) == 256);
  // No longer than all entries need, however few rows there are.
  CHECK(cuda::piece_length(INT32_MAX, 1, 32, 64, 8) == std::int64_t{1} << 31);
  CHECK(cuda::pieces_of(0, 8) == 0);
  CHECK(cuda::pieces_of(1, 8) == 1);
  CHECK(cuda::pieces_of(16, 8) == 2);
  CHECK(cuda::pieces_of(17, 8) == 3);
}

TEST_CASE("rows have lanes for their entries, or as many as a device has for so few rows") {
  CHECK(cuda::lanes_of_rows(3200, 1000, 100) == 8);
  CHECK(cuda::lanes_of_rows(33000, 1000, 100) == 16);
  CHECK(cuda::lanes_of_rows(65000, 1000, 100) == 32);
  CHECK(cuda::lanes_of_rows(3000, 200, 100) == 16);
  CHECK(cuda::lanes_of_rows(3000, 100, 100) == 32);
  CHECK(cuda::lanes_of_rows(0, 0, 100) == 32);
}
