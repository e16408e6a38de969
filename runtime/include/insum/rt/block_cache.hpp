// Blocks of memory that were freed, kept for the next kernel.
#pragma once

#include "config.hpp"

#include <utility>
#if defined(__linux__)
#include <unistd.h>
#endif

INSUM_RT_BEGIN

namespace detail {

inline constexpr std::size_t cache_line = 64;

inline constinit thread_local bool keeps_blocks = true;

/// While it lives, blocks that this thread frees go back to the system, and none that was kept is used: a
/// bound of the memory counts what is in use, and blocks that are kept may be longer than what was asked for.
class no_kept_blocks {
 public:
  explicit no_kept_blocks(bool wanted) : outer_(keeps_blocks) { keeps_blocks = outer_ && !wanted; }
  ~no_kept_blocks() { keeps_blocks = outer_; }
  no_kept_blocks(const no_kept_blocks&) = delete;
  no_kept_blocks& operator=(const no_kept_blocks&) = delete;

 private:
  bool outer_;
};

#if defined(__linux__)
/// A few blocks that were freed: a kernel that runs again finds its memory touched already.
class block_cache {
 public:
  /// Of `least` bytes in all, or of a part of the machine's memory where that is more; part 0: none.
  constexpr block_cache(std::size_t least, std::size_t part) : most_held_(least), part_(part) {}
  struct block {
    void* p = nullptr;
    std::size_t bytes = 0;
    const void* freed_by = nullptr;  ///< the thread whose cache may have it
    std::uint64_t freed_at = 0;
    bool is_own() const { return freed_by == &keeps_blocks; }
  };
  /// The largest block of at least `bytes`, or none.
  block take(std::size_t bytes) {
    if (!keeps_blocks) return {};
    const guard lock(locked_);
    if (!lock) return {};
    block* best = nullptr;
    for (block& b : blocks_)
      if (b.bytes >= bytes && (best == nullptr || b.bytes > best->bytes)) best = &b;
    return taken(best);
  }
  /// The shortest block of at least `bytes` at a cache line, of those that are not twice as long, or none:
  /// for what does not grow.
  block take_fitting(std::size_t bytes) {
    if (!keeps_blocks) return {};
    const guard lock(locked_);
    if (!lock) return {};
    block* best = nullptr;
    const auto is_better = [](const block& a, const block& b) {
      return a.is_own() == b.is_own() ? a.bytes < b.bytes : a.is_own();
    };
    for (block& b : blocks_)
      if (b.bytes >= bytes && b.bytes < 2 * bytes && (best == nullptr || is_better(b, *best)) &&
          reinterpret_cast<std::uintptr_t>(b.p) % cache_line == 0)
        best = &b;
    return taken(best);
  }
  /// Where a block of `bytes` has no room here, the one that was freed first, to be given back. None once
  /// there is room, or where there will be none.
  block take_oldest(std::size_t bytes) {
    if (!keeps_blocks) return {};
    const guard lock(locked_);
    if (!lock) return {};
    if (part_ != 0) look_at_machine();
    if (bytes > most_held_) return {};
    block* oldest = nullptr;
    bool has_slot = false;
    for (block& b : blocks_)
      if (b.p == nullptr)
        has_slot = true;
      else if (oldest == nullptr || b.freed_at < oldest->freed_at)
        oldest = &b;
    return has_slot && bytes <= most_held_ - held_ ? block{} : taken(oldest);
  }
  /// False where there is no room for it.
  bool put(void* p, std::size_t bytes) {
    if (!keeps_blocks) return false;
    const guard lock(locked_);
    if (!lock) return false;
    if (bytes > most_held_ - held_) return false;
    for (block& b : blocks_) {
      if (b.p != nullptr) continue;
      b = {p, bytes, &keeps_blocks, ++frees_};
      held_ += bytes;
      return true;
    }
    return false;
  }

 private:
  /// Of threads that wait for long none is kept up: the one that has the lock may not run, or not be there,
  /// as in the child of a fork().
  class guard {
   public:
    explicit guard(bool& locked) : locked_(locked) {
      for (int tries = 0; tries < most_tries && !has_; ++tries)
        has_ = !__atomic_exchange_n(&locked_, true, __ATOMIC_ACQUIRE);
    }
    ~guard() {
      if (has_) __atomic_store_n(&locked_, false, __ATOMIC_RELEASE);
    }
    guard(const guard&) = delete;
    guard& operator=(const guard&) = delete;
    explicit operator bool() const { return has_; }

   private:
    static constexpr int most_tries = 1 << 10;
    bool& locked_;
    bool has_ = false;
  };
  block taken(block* best) {
    if (best == nullptr) return {};
    held_ -= best->bytes;
    return std::exchange(*best, block{});
  }
  /// Once, under the lock.
  void look_at_machine() {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0) {
      const std::size_t share = static_cast<std::size_t>(pages) / part_ * static_cast<std::size_t>(page);
      if (share > most_held_) most_held_ = share;
    }
    part_ = 0;
  }

  std::size_t most_held_, part_;
  bool locked_ = false;
  std::size_t held_ = 0;
  std::uint64_t frees_ = 0;
  block blocks_[64];
};
#endif

}  // namespace detail

INSUM_RT_END
