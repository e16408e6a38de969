// Copies that threads do not wait for: nothing is copied before it is waited for.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>

#include "at_once.hpp"
#include "machine.hpp"
#include "shared.hpp"

namespace insum::emulated::detail {

struct async_copy {
  void* to;
  const void* from;
  int size, bytes;  // of what is written, and read; the rest becomes zero
};

/// Of one thread, oldest first; the last group is the one that is being started.
struct copy_groups {
  std::deque<std::vector<async_copy>> groups{1};
};

/// By the number of the thread in its block. Each has waited for all of its own at the end of its block.
inline std::map<unsigned, copy_groups> copies_under_way;

/// As one access, which a watcher sees.
template <class Word>
void copy_as(const async_copy& one) {
  using word [[gnu::may_alias]] = Word;
  *static_cast<word*>(one.to) = *static_cast<const word*>(one.from);
}

/// Elements of 2 bytes, one by one, and zeros.
inline void copy_part(const async_copy& one) {
  using word [[gnu::may_alias]] = std::uint16_t;
  for (int n = 0; n < one.size / 2; ++n)
    static_cast<word*>(one.to)[n] = 2 * n < one.bytes ? static_cast<const word*>(one.from)[n] : word{0};
}

inline void run_copy(const async_copy& one) {
  using words [[gnu::vector_size(16)]] = unsigned;
  if (one.bytes != one.size)
    copy_part(one);
  else if (one.size == 16)
    copy_as<words>(one);
  else if (one.size == 8)
    copy_as<std::uint64_t>(one);
  else
    copy_as<std::uint32_t>(one);
}

}  // namespace insum::emulated::detail

namespace insum::emulated {

/// cp.async.cg.shared.global of 16 bytes, or cp.async.ca.shared.global of 8 or 4, of which an even number is
/// read.
template <int Size>
void start_copy(void* to, const void* from, int bytes) {
  static_assert(Size == 16 || Size == 8 || Size == 4);
  using namespace detail;
  const thread& self = running_thread("cp.async");
  for (const void* place : {static_cast<const void*>(to), from}) check_place("cp.async", place, Size);
  if (bytes < 0 || bytes > Size || bytes % 2 != 0) fail("cp.async: a number of bytes that it cannot copy");
  if (!dynamic.contains(to) && (static_shared == nullptr || !static_shared->contains(to)))
    fail("cp.async: the target is not in shared memory");
  copies_under_way[self.number].groups.back().push_back({to, from, Size, bytes});
}

/// cp.async.commit_group.
inline void end_copy_group() {
  using namespace detail;
  copies_under_way[running_thread("cp.async.commit_group").number].groups.emplace_back();
}

/// cp.async.wait_group.
inline void wait_for_copies(int open) {
  using namespace detail;
  auto& groups = copies_under_way[running_thread("cp.async.wait_group").number].groups;
  while (static_cast<int>(groups.size()) - 1 > open) {
    for (const async_copy& one : groups.front()) run_copy(one);
    groups.pop_front();
  }
}

}  // namespace insum::emulated
