// Memory of large arrays. Where the system has large pages, blocks of several of them are mapped directly:
// the first touch of an array costs a fifth, and a block grows without being copied.
#pragma once

#include "config.hpp"

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

/// A mapping of `to` bytes with the content of the block p of `from` bytes; null if there is no memory.
inline void* map_block(void* p, std::size_t from, std::size_t to) {
  void* fresh = MAP_FAILED;
  if (from >= least_mapped)
    fresh = mremap(p, whole_pages(from), whole_pages(to), MREMAP_MAYMOVE);
  else
    fresh = mmap(nullptr, whole_pages(to), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (fresh == MAP_FAILED) return nullptr;
  madvise(fresh, whole_pages(to), MADV_HUGEPAGE);
  if (from >= least_mapped) return fresh;
  if (from != 0) __builtin_memcpy(fresh, p, from);
  std::free(p);
  return fresh;
}
#endif

/// Enlarges a block from `from` bytes (0: p is null) to `to`; the new bytes are unset. Throws std::bad_alloc
/// and leaves the block.
inline void* enlarge_block(void* p, std::size_t from, std::size_t to) {
  if (to > most_bytes) throw std::bad_alloc();
#ifdef INSUM_RT_MAPS
  void* const fresh = to >= least_mapped ? map_block(p, from, to) : std::realloc(p, to);
#else
  void* const fresh = std::realloc(p, to);
  static_cast<void>(from);
#endif
  if (fresh == nullptr) throw std::bad_alloc();
  return fresh;
}

/// A block of zeros; its pages cost nothing until they are used.
inline void* zeroed_block(std::size_t bytes) {
  if (bytes > most_bytes) throw std::bad_alloc();
#ifdef INSUM_RT_MAPS
  void* const block = bytes >= least_mapped ? map_block(nullptr, 0, bytes) : std::calloc(bytes, 1);
#else
  void* const block = std::calloc(bytes, 1);
#endif
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

inline void free_block(void* p, [[maybe_unused]] std::size_t bytes) {
#ifdef INSUM_RT_MAPS
  if (bytes >= least_mapped) {
    munmap(p, whole_pages(bytes));
    return;
  }
#endif
  std::free(p);
}

}  // namespace detail

INSUM_RT_END
