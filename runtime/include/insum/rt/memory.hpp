// Memory of large arrays. Where the system has large pages, blocks of several of them are mapped directly:
// the first touch of an array costs a fifth, and a block grows without being copied. Freed blocks of up to a
// 32nd of the machine's memory in all, and of 256 MiB at least, are kept for the next kernel, and smaller
// ones of up to 64 MiB in all, those that were freed last: what the system takes back must be touched for the
// first time again, which costs more than to write a sparse result into it.
#pragma once

#include "block_cache.hpp"

#include <cstdlib>
#include <new>

// Sanitizers see the memory of their own allocators only.
#if defined(__SANITIZE_ADDRESS__) || defined(INSUM_RT_TSAN)
#define INSUM_RT_OWN_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define INSUM_RT_OWN_MEMORY 0
#endif
#endif
#if defined(__linux__) && !defined(INSUM_RT_OWN_MEMORY)
#define INSUM_RT_MAPS 1
#include <sys/mman.h>
#endif

INSUM_RT_BEGIN

namespace detail {

/// Beyond any address space. The sanitizers' allocators abort where a request is larger still.
inline constexpr std::size_t most_bytes = std::size_t{1} << 56;

inline constexpr std::size_t large_page = std::size_t{2} << 20;
inline constexpr std::size_t least_mapped = 2 * large_page;
inline constexpr std::size_t least_kept = std::size_t{64} << 10;

/// Asks for large pages where [p, p + bytes) has whole ones; to be called before the first touch.
inline void prefer_large_pages([[maybe_unused]] void* p, [[maybe_unused]] std::size_t bytes) {
#ifdef INSUM_RT_MAPS
  if (bytes < least_mapped) return;
  const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(p) + large_page - 1) & ~(large_page - 1),
                       end = (reinterpret_cast<std::uintptr_t>(p) + bytes) & ~(large_page - 1);
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

#ifdef INSUM_RT_MAPS
constexpr std::size_t whole_pages(std::size_t bytes) { return (bytes + large_page - 1) & ~(large_page - 1); }

inline constinit block_cache freed_maps{std::size_t{256} << 20, 32};
inline constinit block_cache freed_blocks{std::size_t{64} << 20,
                                          0};  // of malloc(): least_kept to least_mapped

/// Keeps a block, in place of older ones where there is no room for all; release(p, bytes) for those, or for
/// itself.
template <class Release>
void keep_block(block_cache& cache, void* p, std::size_t bytes, Release&& release) {
  while (true) {
    const block_cache::block old = cache.take_oldest(bytes);
    if (old.p == nullptr) break;
    release(old.p, old.bytes);
  }
  if (!cache.put(p, bytes)) release(p, bytes);
}

/// Frees a block of at least least_kept bytes, or keeps it.
inline void free_large(void* p, std::size_t bytes) {
  if (bytes < least_mapped)
    return keep_block(freed_blocks, p, bytes, [](void* q, std::size_t) { std::free(q); });
  bytes = whole_pages(bytes);
#ifdef MADV_FREE
  if (keeps_blocks) madvise(p, bytes, MADV_FREE);  // the system may still take the pages when memory is short
#endif
  keep_block(freed_maps, p, bytes, [](void* q, std::size_t n) { munmap(q, n); });
}

/// A fresh mapping, of zeros; null if there is no memory.
inline void* map_block(std::size_t bytes) {
  void* const fresh = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (fresh == MAP_FAILED) return nullptr;
  madvise(fresh, bytes, MADV_HUGEPAGE);
  return fresh;
}

/// A block of `bytes` from malloc(), at a cache line; null if there is no memory.
inline void* line_block(std::size_t bytes) {
  return std::aligned_alloc(cache_line, (bytes + cache_line - 1) & ~(cache_line - 1));
}

/// Moves the content of a block to `fresh`, if there is one, and frees it.
inline void* moved_block(void* p, std::size_t from, const block_cache::block& fresh, std::size_t& to) {
  if (fresh.p == nullptr) return nullptr;
  to = fresh.bytes;
  if (from != 0) __builtin_memcpy(fresh.p, p, from);
  if (from >= least_kept)
    free_large(p, from);
  else
    std::free(p);
  return fresh.p;
}

/// A mapping with the content of the block p of `from` bytes; `to` becomes its length. Null if there is no
/// memory.
inline void* enlarge_mapped(void* p, std::size_t from, std::size_t& to) {
  to = whole_pages(to);
  if (from >= least_mapped) {
    void* const moved = mremap(p, whole_pages(from), to, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) return nullptr;
    madvise(moved, to, MADV_HUGEPAGE);
    return moved;
  }
  block_cache::block fresh = freed_maps.take(to);
  if (fresh.p == nullptr) fresh = {map_block(to), to};
  return moved_block(p, from, fresh, to);
}

/// The same for a block of malloc().
inline void* enlarge_kept(void* p, std::size_t from, std::size_t& to) {
  block_cache::block fresh = freed_blocks.take(to);
  if (fresh.p == nullptr) fresh = {line_block(to), to};
  return moved_block(p, from, fresh, to);
}
#endif

/// What a block of `bytes` takes that is none of those that were kept.
constexpr std::size_t bytes_taken(std::size_t bytes) {
#ifdef INSUM_RT_MAPS
  if (bytes >= least_mapped) return whole_pages(bytes);
#endif
  return bytes;
}

/// Enlarges a block from `from` bytes (0: p is null) to at least `to`, which becomes its length; the new
/// bytes are unset. Throws std::bad_alloc and leaves the block.
inline void* enlarge_block(void* p, [[maybe_unused]] std::size_t from, std::size_t& to) {
  if (to > most_bytes) throw std::bad_alloc();
#ifdef INSUM_RT_MAPS
  void* const fresh = to >= least_mapped ? enlarge_mapped(p, from, to)
                      : to >= least_kept ? enlarge_kept(p, from, to)
                                         : std::realloc(p, to);
#else
  void* const fresh = std::realloc(p, to);
#endif
  if (fresh == nullptr) throw std::bad_alloc();
  return fresh;
}

/// Whether fitting_block() may find memory of `bytes` that was freed before.
constexpr bool may_be_kept([[maybe_unused]] std::size_t bytes) {
#ifdef INSUM_RT_MAPS
  return bytes >= least_kept && bytes <= most_bytes;
#else
  return false;
#endif
}

/// A block of at least `bytes`, which becomes its length, that is not to grow: its bytes are unset. At a
/// cache line where it may be one that was kept. Throws std::bad_alloc.
inline void* fitting_block(std::size_t& bytes) {
#ifdef INSUM_RT_MAPS
  if (may_be_kept(bytes)) {
    if (bytes >= least_mapped) bytes = whole_pages(bytes);
    block_cache::block fresh = (bytes >= least_mapped ? freed_maps : freed_blocks).take_fitting(bytes);
    if (fresh.p == nullptr) fresh = {bytes >= least_mapped ? map_block(bytes) : line_block(bytes), bytes};
    if (fresh.p == nullptr) throw std::bad_alloc();
    bytes = fresh.bytes;
    return fresh.p;
  }
#endif
  return enlarge_block(nullptr, 0, bytes);
}

/// A block whose first `bytes` are zeros, which becomes its length. Pages of large ones cost nothing until
/// they are used.
inline void* zeroed_block(std::size_t& bytes) {
  if (bytes > most_bytes) throw std::bad_alloc();
#ifdef INSUM_RT_MAPS
  if (bytes >= least_kept && bytes < least_mapped) {
    const block_cache::block kept = freed_blocks.take(bytes);
    if (kept.p != nullptr) {
      __builtin_memset(kept.p, 0, std::exchange(bytes, kept.bytes));
      return kept.p;
    }
  }
  void* const block = bytes >= least_mapped ? map_block(whole_pages(bytes)) : std::calloc(bytes, 1);
#else
  void* const block = std::calloc(bytes, 1);
#endif
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

/// Frees a block of exactly `bytes`.
inline void free_block(void* p, [[maybe_unused]] std::size_t bytes) {
#ifdef INSUM_RT_MAPS
  if (bytes >= least_kept) return free_large(p, bytes);
#endif
  std::free(p);
}

/// Whether a block is mapped by itself: at a page, and cut by trim_block().
constexpr bool is_mapped([[maybe_unused]] std::size_t bytes) {
#ifdef INSUM_RT_MAPS
  return bytes >= least_mapped;
#else
  return false;
#endif
}

/// Gives back what a mapped block has beyond `used` bytes; its length from now on, still that of a mapped
/// one.
inline std::size_t trim_block([[maybe_unused]] void* p, std::size_t bytes,
                              [[maybe_unused]] std::size_t used) {
#ifdef INSUM_RT_MAPS
  const std::size_t kept = whole_pages(used < least_mapped ? least_mapped : used), all = whole_pages(bytes);
  if (kept < all) munmap(static_cast<char*>(p) + kept, all - kept);
  return kept < all ? kept : all;
#else
  return bytes;
#endif
}

}  // namespace detail

INSUM_RT_END
