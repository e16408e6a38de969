// Matrix instructions against plain products, and copies that are waited for later.
#include "kernels/matrix.cuh"
#include "emulation_test.hpp"

using cuda_test::contains;
using cuda_test::device_array;
using cuda_test::in_all_orders;
using cuda_test::last_words;

namespace {

template <class T>
std::vector<T> numbers(int count, int seed) {
  std::vector<T> list;
  for (int i = 0; i < count; ++i)
    list.push_back(static_cast<T>(static_cast<float>((i * 7 + seed + i / 5) % 17 - 8)));
  return list;
}

float number(insum::half x) { return x; }
float number(insum::bfloat16 x) { return x; }
float number(insum::rt::cuda::tf32 x) { return x.value; }
double number(double x) { return x; }

/// Factors by rows and by columns.
template <class T>
void check() {
  using instruction = typename insum::rt::cuda::detail::instruction_of<T>::type;
  using sum = typename instruction::sum;
  constexpr int rows = instruction::rows, columns = instruction::columns, depth = instruction::depth;
  const std::vector<T> a = numbers<T>(rows * depth, 1), b = numbers<T>(depth * columns, 3);
  for (const bool by_rows : {true, false}) {
    const int row = by_rows ? depth : 1, left_depth = by_rows ? 1 : rows, right_depth = by_rows ? columns : 1,
              column = by_rows ? 1 : depth;
    std::vector<sum> start = numbers<sum>(rows * columns, 6), wanted = start;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        for (int k = 0; k < depth; ++k)
          wanted[static_cast<std::size_t>(i * columns + j)] +=
              2 * static_cast<sum>(number(a[static_cast<std::size_t>(i * row + k * left_depth)])) *
              static_cast<sum>(number(b[static_cast<std::size_t>(k * right_depth + j * column)]));
    in_all_orders([&] {
      const device_array<T> left(a), right(b);
      const device_array<sum> sums(start);
      cuda_test::run(1, 32, cuda_test::multiply_twice<T>, left.data(), row, left_depth, right.data(),
                     right_depth, column, sums.data());
      CHECK(sums.values() == wanted);
    });
  }
}

}  // namespace

TEST_CASE("matrix instructions") {
  check<insum::half>();
  check<insum::bfloat16>();
  check<insum::rt::cuda::tf32>();
  check<double>();
}

TEST_CASE("all lanes of a warp take part in a matrix instruction") {
  const device_array<float> sums(32);
  CHECK(contains(last_words(SIGABRT, [&] { cuda_test::run(1, 32, cuda_test::half_a_warp, sums.data()); }),
                 "mma.m16n8k8"));
}

TEST_CASE("floats that are rounded to 11 bits, to nearest, ties away from zero") {
  using insum::emulated::tf32_bits;
  CHECK(tf32_bits(1.0f) == 0x3f800000u);
  CHECK(tf32_bits(std::bit_cast<float>(0x3f800fffu)) == 0x3f800000u);
  CHECK(tf32_bits(std::bit_cast<float>(0x3f801000u)) == 0x3f802000u);
  CHECK(tf32_bits(std::bit_cast<float>(0xbf801000u)) == 0xbf802000u);
}

TEST_CASE("copies that are waited for are there, others are not") {
  std::vector<float4> values;
  for (int i = 0; i < 64; ++i) values.push_back({static_cast<float>(i), 1, 2, 3});
  const device_array<float4> from(values), to(32);
  cuda_test::run(1, 32, cuda_test::copy_behind, from.data(), to.data(), true);
  for (int i = 0; i < 32; ++i)
    CHECK(to.values()[static_cast<std::size_t>(i)].x == static_cast<float>(31 - i));
  cuda_test::run(1, 32, cuda_test::copy_behind, from.data(), to.data(), false);
  for (int i = 0; i < 32; ++i)
    CHECK_FALSE(to.values()[static_cast<std::size_t>(i)].x == static_cast<float>(31 - i));
}
