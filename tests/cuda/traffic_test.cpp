// bench/gpu/traffic.hpp counts what emulated kernels move.
#include "traffic.hpp"

#include "on_device.hpp"
#include "traffic_kernels.hpp"

namespace {

template <class Call>
bench::gpu::traffic traffic_of(const Call& call) {
  bench::gpu::start_counting();
  call();
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  return bench::gpu::counted();
}

/// 32 loads with this stride; the stores, 128 bytes in a row, are taken off.
bench::gpu::traffic loads(int stride) {
  const OnDevice<float> from(std::vector<float>(32 * 8, 1.0f)), to(std::vector<float>(32));
  bench::gpu::traffic moved = traffic_of([&] { copy_with_stride(from.data(), to.data(), stride); });
  CHECK(to.back() == std::vector<float>(32, 1.0f));
  moved.touched -= 128, moved.requested -= 128, moved.used -= 128;
  return moved;
}

}  // namespace

TEST_CASE("lanes share the sectors of a request") {
  const bench::gpu::traffic neighbours = loads(1), apart = loads(8), same = loads(0);
  CHECK(neighbours.used == 128);
  CHECK(neighbours.requested == 128);
  CHECK(neighbours.touched == 128);
  CHECK(apart.used == 128);
  CHECK(apart.requested == 32 * 32);
  CHECK(apart.touched == 32 * 32);
  CHECK(same.used == 128);
  CHECK(same.requested == 32);
  CHECK(same.touched == 32);
  CHECK(same.launches == 1);
  CHECK(same.atomics == 0);
}

TEST_CASE("lanes ask once for vectors of neighbours") {
  const std::vector<float> values(128, 1.0f);
  const OnDevice<float> from(values), to(std::vector<float>(128));
  const bench::gpu::traffic moved = traffic_of([&] { copy_vectors(from.data(), to.data()); });
  CHECK(to.back() == values);
  CHECK(moved.used == 2 * 512);
  CHECK(moved.requested == 2 * 512);
  CHECK(moved.touched == 2 * 512);
}

TEST_CASE("what is asked for twice is touched once") {
  const OnDevice<float> from(std::vector<float>(32)), to(std::vector<float>(32));
  const bench::gpu::traffic moved = traffic_of([&] {
    for (int n = 0; n < 3; ++n) copy_with_stride(from.data(), to.data(), 1);
  });
  CHECK(moved.requested == 3 * 256);
  CHECK(moved.touched == 256);
  CHECK(moved.launches == 3);
}

TEST_CASE("atomic operations read and write") {
  const OnDevice<float> sum(std::vector<float>(1));
  const bench::gpu::traffic moved = traffic_of([&] { add_ones(sum.data()); });
  CHECK(sum.back()[0] == 32);
  CHECK(moved.atomics == 32);
  CHECK(moved.touched == 64);
}

TEST_CASE("an addition to four elements is one operation") {
  const OnDevice<float> sums(std::vector<float>(128));
  const bench::gpu::traffic moved = traffic_of([&] { add_vectors_of_ones(sums.data()); });
  CHECK(sums.back() == std::vector<float>(128, 1.0f));
  CHECK(moved.atomics == 32);
  CHECK(moved.requested == 512);
  CHECK(moved.touched == 2 * 512);
}
