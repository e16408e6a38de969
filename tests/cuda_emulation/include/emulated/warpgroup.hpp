// The matrix instructions of a warpgroup, which read their factors from shared memory. Nothing is read or
// added before it is waited for.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "machine.hpp"
#include "matrix.hpp"
#include "shared.hpp"

namespace insum::emulated::detail {

/// Of one thread, oldest first; the last group is the one that is being started.
struct product_groups {
  std::deque<std::vector<std::function<void()>>> groups{1};
};

/// By the number of the thread in its block. Each has waited for all of its own at the end of its block.
inline std::map<unsigned, product_groups> products_under_way;

/// A matrix in shared memory as the PTX ISA's "Matrix Descriptor" says it, with "128-Byte swizzle": lines of
/// 128 bytes, eight of them 1024 bytes from the next eight. Where lines are along the depth, one is a row of
/// the left factor or a column of the right one; else it has 64 of these, and the next 64 are `panel_bytes`
/// further. Bits 4 to 6 of each address are changed by its bits 7 to 9.
struct swizzled_matrix {
  const void* first;
  int panel_bytes;
  bool by_depth;

  /// A number of 16 bits: of this row or column, and place in depth.
  std::uint16_t number(int of, int k) const {
    using word [[gnu::may_alias]] = std::uint16_t;
    const int line = by_depth ? of : k, along = by_depth ? k : of;
    const int bytes = line * 128 + along / 64 * panel_bytes + along % 64 * 2;
    auto address = reinterpret_cast<std::uintptr_t>(first) + static_cast<std::uintptr_t>(bytes);
    address ^= (address >> 7 & 7) << 4;
    const auto* const at = reinterpret_cast<const word*>(address);
    if (!dynamic.contains(at) && !static_shared->contains(at))
      fail("wgmma: a factor that is not in shared memory");
    return *at;
  }
  void check() const {
    if (reinterpret_cast<std::uintptr_t>(first) % 16 != 0 ||
        reinterpret_cast<std::uintptr_t>(first) % 1024 >= (by_depth ? 128 : 1))
      fail("wgmma: a factor that does not begin where its order of 16 bytes does");
  }
};

/// One thread's sums of 64 rows and `Columns` columns: groups of four lanes have rows, lanes pairs of
/// columns.
template <class Layout, int Columns>
void add_own_products(float* sums, const swizzled_matrix& left, const swizzled_matrix& right,
                      unsigned thread) {
  constexpr int depth = 16;
  const auto number = [](const swizzled_matrix& of, int at, int k) {
    return static_cast<double>(value_of<Layout>(of.number(at, k)));
  };
  const int lane = static_cast<int>(thread % 32), row = static_cast<int>(thread % 128 / 32) * 16 + lane / 4;
  double rows[2][depth], column[depth];
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < depth; ++k) rows[i][k] = number(left, row + i * 8, k);
  for (int n = 0; n < Columns / 4; ++n) {
    for (int k = 0; k < depth; ++k) column[k] = number(right, n / 2 * 8 + lane % 4 * 2 + n % 2, k);
    for (int i = 0; i < 2; ++i) {
      float& sum = sums[n / 2 * 4 + i * 2 + n % 2];
      auto all = static_cast<double>(sum);
      for (int k = 0; k < depth; ++k) all += rows[i][k] * column[k];
      sum = static_cast<float>(all);
    }
  }
}

}  // namespace insum::emulated::detail

namespace insum::emulated {

/// wgmma.mma_async m64nNk16. T: insum::half or insum::bfloat16.
template <class T, int Columns, bool LeftByDepth, bool RightByDepth>
void start_warpgroup_product(float* sums, const void* left, int left_panel_bytes, const void* right,
                             int right_panel_bytes) {
  using namespace detail;
  using layout = std::conditional_t<T(1.0f).bits() == 0x3c00, half_layout, bfloat16_layout>;
  const unsigned self = running_thread("wgmma.mma_async").number;
  const swizzled_matrix a{left, left_panel_bytes, LeftByDepth}, b{right, right_panel_bytes, RightByDepth};
  a.check(), b.check();
  if (watcher.multiply != nullptr && self % 128 == 0) watcher.multiply(64, Columns, 16);
  products_under_way[self].groups.back().push_back(
      [=] { add_own_products<layout, Columns>(sums, a, b, self); });
}

/// wgmma.commit_group.
inline void end_product_group() {
  using namespace detail;
  products_under_way[running_thread("wgmma.commit_group").number].groups.emplace_back();
}

/// wgmma.wait_group.
inline void wait_for_products(int open) {
  using namespace detail;
  auto& groups = products_under_way[running_thread("wgmma.wait_group").number].groups;
  while (static_cast<int>(groups.size()) - 1 > open) {
    for (const auto& one : groups.front()) one();
    groups.pop_front();
  }
}

}  // namespace insum::emulated
