// Device memory: ordinary memory, each allocation on pages of its own that end at a page which may never be
// touched. Host code may not touch it at all. Pinned host memory is only noted.
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <map>

#include "fault.hpp"
#include "machine.hpp"
#include "poison.hpp"
#include "settings.hpp"

namespace insum::emulated::detail {

struct allocation {
  std::byte* data;
  std::size_t bytes;
  std::byte* pages;
  std::size_t page_bytes;
  int device;
  bool ready = true;  // false until the stream that it is allocated in has come to that
};

class device_memory {
 public:
  /// Null where the device has no such amount left.
  std::byte* allocate(std::size_t bytes, int device, bool ready = true) {
    const std::size_t rounded = round_up(bytes, alignment), page_bytes = round_up(rounded, page());
    if (rounded < bytes || used_[device] + bytes > settings.memory) return nullptr;
    std::byte* const pages = take_pages(page_bytes + page());
    if (pages == nullptr) return nullptr;
    allocation made{pages + page_bytes - rounded, bytes, pages, page_bytes, device,
                    ready || !settings.protection};
    protect(made, PROT_READ | PROT_WRITE);
    fill_margins(made);
    fill_with_poison(made.data, bytes);
    mark(made, true);
    if (closed() || !made.ready) protect(made, PROT_NONE);
    all_.emplace(address(made.data), made);
    used_[device] += bytes;
    return made.data;
  }

  /// What was allocated in a stream can be used from now on.
  void make_ready(const void* data) {
    const auto found = all_.find(address(data));
    if (found == all_.end() || found->second.ready) return;
    found->second.ready = true;
    if (!closed()) protect(found->second, PROT_READ | PROT_WRITE);
  }

  /// False where data was not given by allocate().
  bool release(const void* data) {
    const auto found = all_.find(address(data));
    if (found == all_.end()) return false;
    const allocation old = found->second;
    protect(old, PROT_READ | PROT_WRITE);
    check_margins(old);
    mark(old, false);
    ::madvise(old.pages, old.page_bytes, MADV_DONTNEED);
    protect(old, PROT_NONE);
    used_[old.device] -= old.bytes;
    all_.erase(found);
    return true;
  }

  /// The allocation in which `pointer` lies.
  const allocation* find(const void* pointer) const {
    auto next = all_.upper_bound(address(pointer));
    if (next == all_.begin()) return nullptr;
    const allocation& before = std::prev(next)->second;
    return address(pointer) < address(before.data) + before.bytes ? &before : nullptr;
  }
  bool in_reserve(const void* pointer) const { return reserve_.contains(pointer); }
  std::size_t used(int device) const {
    const auto found = used_.find(device);
    return found == used_.end() ? 0 : found->second;
  }

  /// Lets this program touch device memory until the same number of calls of close().
  void open() {
    if (open_++ == 0 && settings.protection) protect_all(PROT_READ | PROT_WRITE);
  }
  void close() {
    if (--open_ != 0) return;
    for (const auto& [at, one] : all_)
      if (one.ready) check_margins(one);
    if (settings.protection) protect_all(PROT_NONE);
    watch_faults();
  }
  bool closed() const { return open_ == 0 && settings.protection; }

 private:
  static constexpr std::size_t alignment = 256;
  static constexpr std::byte margin{0xA5};

  static std::uintptr_t address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }
  static std::size_t round_up(std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) / unit * unit;
  }
  static std::size_t page() {
    static const auto bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return bytes;
  }

  /// Addresses are not given twice while others are left, so that pointers to freed memory are found.
  std::byte* take_pages(std::size_t bytes) {
    if (reserve_.first == nullptr) reserve_addresses();
    if (all_.empty() && next_ > reserve_.bytes / 2) next_ = 0;
    if (bytes > reserve_.bytes - next_) return nullptr;
    next_ += bytes;
    return reserve_.first + (next_ - bytes);
  }
  void reserve_addresses() {
    for (std::size_t bytes = std::size_t{1} << 42; bytes >= std::size_t{1} << 30; bytes /= 2) {
      void* const all = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (all == MAP_FAILED) continue;
      reserve_ = {static_cast<std::byte*>(all), bytes};
      explain_faults(reserve_, [] { return machine.running != nullptr; });
      return;
    }
    fail("no addresses for device memory");
  }

  static void protect(const allocation& one, int protection) {
    if (::mprotect(one.pages, one.page_bytes, protection) != 0) fail("mprotect of device memory");
  }
  void protect_all(int protection) {
    for (const auto& [at, one] : all_)
      if (one.ready) protect(one, protection);
  }

  /// f(first byte, number of bytes) for what lies on the pages of an allocation before and after it.
  template <class F>
  static void for_margins(const allocation& one, F f) {
    f(one.pages, static_cast<std::size_t>(one.data - one.pages));
    f(one.data + one.bytes, static_cast<std::size_t>(one.pages + one.page_bytes - one.data) - one.bytes);
  }
  static void fill_margins(const allocation& one) {
    for_margins(one, [](std::byte* first, std::size_t bytes) {
      std::memset(first, static_cast<int>(margin), bytes);
    });
  }
  /// What the address sanitizer does not watch, because code is compiled without it.
  static void check_margins([[maybe_unused]] const allocation& one) {
#if !defined(INSUM_EMULATED_ASAN)
    for_margins(one, [&](const std::byte* first, std::size_t bytes) {
      // All equal to the next one; a loop is slow without optimisation, and this runs after each kernel.
      if (bytes == 0 || (*first == margin && std::memcmp(first, first + 1, bytes - 1) == 0)) return;
      for (std::size_t i = 0; i < bytes; ++i)
        if (first[i] != margin)
          fail("a write outside of an allocation of " + std::to_string(one.bytes) + " bytes, " +
               (first + i < one.data
                    ? std::to_string(one.data - (first + i)) + " bytes before it"
                    : std::to_string(first + i - one.data - static_cast<std::ptrdiff_t>(one.bytes)) +
                          " bytes after it"));
    });
#endif
  }
  static void mark([[maybe_unused]] const allocation& one, [[maybe_unused]] bool used) {
#if defined(INSUM_EMULATED_ASAN)
    for_margins(one, [&](std::byte* first, std::size_t bytes) {
      used ? __asan_poison_memory_region(first, bytes) : __asan_unpoison_memory_region(first, bytes);
    });
#endif
  }

  address_range reserve_;
  std::size_t next_ = 0;
  int open_ = 0;
  std::map<std::uintptr_t, allocation> all_;
  std::map<int, std::size_t> used_;
};

inline device_memory device;

/// Memory that is not of the device but that kernels can use: pinned host memory, managed memory, variables
/// of device code.
class noted_memory {
 public:
  struct range {
    std::size_t bytes;
    bool owned;
  };
  void note(const void* first, std::size_t bytes, bool owned) {
    all_[reinterpret_cast<std::uintptr_t>(first)] = {bytes, owned};
  }
  /// Null where nothing begins at `first`.
  const range* starting_at(const void* first) const {
    const auto found = all_.find(reinterpret_cast<std::uintptr_t>(first));
    return found == all_.end() ? nullptr : &found->second;
  }
  void forget(const void* first) { all_.erase(reinterpret_cast<std::uintptr_t>(first)); }
  bool contains(const void* pointer, std::size_t bytes = 1) const {
    const auto at = reinterpret_cast<std::uintptr_t>(pointer);
    auto next = all_.upper_bound(at);
    if (next == all_.begin()) return false;
    --next;
    return at - next->first < next->second.bytes && bytes <= next->second.bytes - (at - next->first);
  }

 private:
  std::map<std::uintptr_t, range> all_;
};

inline noted_memory pinned, managed, symbols;

}  // namespace insum::emulated::detail
