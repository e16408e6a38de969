// Storage expressions: pointers, arrays, containers, views, fields.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "doctest/doctest.h"
#include "insum/rt/kernel.hpp"

namespace rt = insum::rt;

namespace {

struct view {
  double* data_handle() const { return first; }
  std::size_t size() const { return 4; }
  double* first;
};
struct record {
  std::int16_t key;
  float value;
};

}  // namespace

TEST_CASE("data and length") {
  double raw[4] = {1, 2, 3, 4};
  double* pointer = raw;
  const double* const constant = raw;
  std::vector<float> vector{1, 2, 3};
  const std::vector<float>& constant_vector = vector;
  std::array<int, 2> array{1, 2};
  CHECK(rt::data(raw) == raw);
  CHECK(rt::data(pointer) == raw);
  CHECK(rt::data(pointer + 1) == raw + 1);
  CHECK(rt::data(constant) == raw);
  CHECK(rt::data(vector) == vector.data());
  CHECK(rt::data(array) == array.data());
  CHECK(rt::data(std::span(vector)) == vector.data());
  CHECK(rt::data(view{raw}) == raw);
  static_assert(std::is_same_v<decltype(rt::data(vector)), float*>);
  static_assert(std::is_same_v<decltype(rt::data(constant_vector)), const float*>);
  static_assert(std::is_same_v<decltype(rt::data(constant)), const double*>);
  CHECK(rt::length(raw) == 4);
  CHECK(rt::length(vector) == 3);
  CHECK(rt::length(std::span(vector).first(2)) == 2);
  CHECK(rt::length(view{raw}) == 4);
  CHECK(rt::length(pointer) == rt::unknown_length);
  CHECK(rt::length(constant) == rt::unknown_length);
}

TEST_CASE("fields of structures") {
  std::vector<record> records{{1, 2.5f}, {3, 4.5f}, {5, 6.5f}};
  const std::vector<record>& constant = records;
  const auto values = rt::field(records, &record::value);
  const auto keys = rt::field(constant, &record::key);
  values[1] = 9.5f;
  CHECK(records[1].value == 9.5f);
  CHECK((values + 1)[1] == 6.5f);
  CHECK(*(keys + 2) == 5);
  static_assert(std::is_same_v<decltype(keys[0]), const std::int16_t&>);
  CHECK(&rt::data(values)[0] == &records[0].value);
  CHECK(rt::length(values) == rt::unknown_length);
  CHECK(rt::field(records.data(), &record::key)[0] == 1);
}

TEST_CASE("one number for all elements") {
  const double alpha = 2.5;
  const rt::same_value values(alpha);
  static_assert(std::is_same_v<decltype(values), const rt::same_value<double>>);
  CHECK(values[1000000] == 2.5);
  CHECK((values + 7)[0] == 2.5);
  CHECK(*values == 2.5);
}

TEST_CASE("indices of every integer type") {
  CHECK(rt::index(std::int8_t{-1}) == -1);
  CHECK(rt::index(std::uint8_t{255}) == 255);
  CHECK(rt::index(std::uint32_t{4000000000u}) == 4000000000);
  CHECK(rt::index(std::uint64_t{1} << 40) == std::int64_t{1} << 40);
  static_assert(std::is_same_v<decltype(rt::index(1)), std::int64_t>);
}
