// The cases of insum_product_bench.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "harness.hpp"

namespace bench {

constexpr double product_turn = 0.03;  // seconds
/// Seconds before each turn, where OpenBLAS takes part: its threads, and those of OpenMP, wait for work for
/// some time after a call, in which they are in the way of the other library's.
constexpr double thread_pause = 0.06;

void add_dense_products();                         // dense/...
void add_block_products();                         // blocks/...
void add_group_products(const std::string& data);  // groups/...

constexpr double not_computed = std::numeric_limits<double>::quiet_NaN();

/// Compares a result with that of the first form, element by element: `entries` is the number of those that
/// differ by more than rounding does in sums of `depth` products of numbers up to `largest` and 1. Leaves the
/// result without a number, so that each form has to write all of it.
template <class Tensor>
class comparison {
 public:
  explicit comparison(std::int64_t depth, double largest = 1)
      : allowed_(largest * (sizeof(value) == 4 ? 2e-5 : 2e-13) *
                 (4 + std::sqrt(static_cast<double>(depth)))) {}

  outcome operator()(Tensor& result) {
    if (expected_.empty()) expected_.assign(result.vals.begin(), result.vals.end());
    double differ = 0;
    for (std::size_t n = 0; n < expected_.size(); ++n)
      if (!(std::abs(static_cast<double>(expected_[n]) - static_cast<double>(result.vals[n])) <= allowed_))
        ++differ;
    std::fill(result.vals.begin(), result.vals.end(), static_cast<value>(not_computed));
    return {differ, 0};
  }

 private:
  using value = typename Tensor::value_type;
  double allowed_;
  std::vector<value> expected_;
};

/// As the `result` of several forms of one kernel.
template <class Tensor>
std::function<outcome()> compared(std::shared_ptr<comparison<Tensor>> with, Tensor& result) {
  return [with, &result] { return (*with)(result); };
}

}  // namespace bench
