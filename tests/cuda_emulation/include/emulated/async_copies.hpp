// Copies that threads do not wait for: nothing is copied before it is waited for.
#pragma once

#include <cstdint>
#include <deque>
#include <map>

#include "machine.hpp"
#include "shared.hpp"

namespace insum::emulated::detail {

struct async_copy {
  void* to;
  const void* from;
};

/// Of one thread, oldest first; the last group is the one that is being started.
struct copy_groups {
  std::deque<std::vector<async_copy>> groups{1};
};

/// By the number of the thread in its block. Each has waited for all of its own at the end of its block.
inline std::map<unsigned, copy_groups> copies_under_way;

/// As one access, which a watcher sees.
inline void run_copy(const async_copy& one) {
  using words [[gnu::vector_size(16), gnu::may_alias]] = unsigned;
  *static_cast<words*>(one.to) = *static_cast<const words*>(one.from);
}

}  // namespace insum::emulated::detail

namespace insum::emulated {

/// cp.async.cg.shared.global of 16 bytes.
inline void start_copy(void* to, const void* from) {
  using namespace detail;
  const thread& self = running_thread("cp.async");
  for (const void* place : {static_cast<const void*>(to), from})
    if (reinterpret_cast<std::uintptr_t>(place) % 16 != 0)
      fail("cp.async: a place that is no multiple of 16 bytes");
  if (!dynamic.contains(to) && (static_shared == nullptr || !static_shared->contains(to)))
    fail("cp.async: the target is not in shared memory");
  copies_under_way[self.number].groups.back().push_back({to, from});
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
