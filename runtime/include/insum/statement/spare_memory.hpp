// Memory for copies of outputs. That of earlier calls is taken again: asking the system for pages costs more
// than writing them.
#pragma once
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace insum::statement::detail {

/// Whose elements a copy has: an output of an annotated statement. Without `of` nobody's.
struct copy_owner {
  const void* of = nullptr;
  std::size_t number = 0;
  friend bool operator==(const copy_owner&, const copy_owner&) = default;
};

/// What no copy uses now.
class spare_memory {
 public:
  static constexpr std::size_t most = std::size_t{64} << 20;  // bytes; the oldest of more are freed
  static constexpr std::size_t most_blocks = 16;
  static constexpr std::size_t page = 4096;
  static constexpr std::size_t huge_page = std::size_t{2} << 20;

  struct block {
    char* begin = nullptr;
    std::size_t size = 0;
    // What was last in it:
    copy_owner owner = {};
    std::size_t first = 0, bytes = 0;
    bool has(const copy_owner& whose, std::size_t at, std::size_t length) const {
      return owner.of && owner == whose && first == at && bytes == length;
    }
  };

  /// Never destroyed: calls of other static objects' destructors may be verified.
  static spare_memory& instance() {
    static spare_memory& all = *new spare_memory;
    return all;
  }

  spare_memory() { blocks_.reserve(most_blocks); }
  spare_memory(const spare_memory&) = delete;
  spare_memory& operator=(const spare_memory&) = delete;
  ~spare_memory() {
    for (const block& each : blocks_) free(each);
  }

  /// Bytes of all blocks.
  std::size_t size() {
    const std::lock_guard guard(mutex_);
    return total_;
  }

  /// One that has `bytes` bytes of this owner `first` from its beginning; else the smallest block with room
  /// for them.
  block take(std::size_t first, std::size_t bytes, const copy_owner& owner = {}) {
    {
      const std::lock_guard guard(mutex_);
      std::size_t best = blocks_.size();
      for (std::size_t n = 0; n < blocks_.size(); ++n) {
        const block& each = blocks_[n];
        if (each.has(owner, first, bytes)) return remove(n);
        if (each.size >= first + bytes && (best == blocks_.size() || each.size < blocks_[best].size))
          best = n;
      }
      if (best < blocks_.size()) return remove(best);
    }
    return allocate(first + bytes);
  }

  void give_back(block returned) {
    const std::lock_guard guard(mutex_);
    if (returned.size > most) return free(returned);
    while (blocks_.size() == most_blocks || total_ + returned.size > most) free(remove(0));
    blocks_.push_back(returned);
    total_ += returned.size;
  }

 private:
  /// Large blocks are whole huge pages, where the system has them: those of other sizes conflict in caches,
  /// and need entries of the TLB that the program's arrays have.
  static block allocate(std::size_t size) {
    if (size >= huge_page / 8) size = (size + huge_page - 1) / huge_page * huge_page;
    const block made{static_cast<char*>(::operator new(size, alignment_of(size))), size, {}, 0, 0};
#ifdef MADV_HUGEPAGE
    if (size % huge_page == 0) ::madvise(made.begin, size, MADV_HUGEPAGE);
#endif
    return made;
  }
  static void free(block freed) { ::operator delete(freed.begin, alignment_of(freed.size)); }
  static std::align_val_t alignment_of(std::size_t size) {
    return std::align_val_t(size % huge_page == 0 ? huge_page : page);
  }
  block remove(std::size_t n) {
    const block found = blocks_[n];
    blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(n));
    total_ -= found.size;
    return found;
  }

  std::mutex mutex_;
  std::vector<block> blocks_;  // in the order in which they were given back
  std::size_t total_ = 0;
};

/// Memory for `count` elements of type T, as far into a page as `like` is: kernels treat both alike, and
/// processors, to which addresses that are pages apart may look the same.
template <class T>
class buffer {
 public:
  buffer() = default;
  buffer(std::int64_t count, const void* like, const copy_owner& owner = {}) {
    const std::size_t first = reinterpret_cast<std::uintptr_t>(like) % spare_memory::page;
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
    block_ = spare_memory::instance().take(first, bytes, owner);
    elements_ = reinterpret_cast<T*>(block_.begin + first);
    is_earlier_ = block_.has(owner, first, bytes);
    block_.owner = owner, block_.first = first, block_.bytes = bytes;
#ifdef INSUM_RT_POISON  // tests fill it with what is found where it is read before it is written
    if (!is_earlier_) std::memset(block_.begin, 0x7b, block_.size);
#endif
  }
  buffer(buffer&& other) noexcept { *this = std::move(other); }
  buffer& operator=(buffer&& other) noexcept {
    std::swap(block_, other.block_), std::swap(elements_, other.elements_);
    std::swap(is_earlier_, other.is_earlier_);
    return *this;
  }
  ~buffer() {
    if (block_.begin) spare_memory::instance().give_back(block_);
  }

  T* get() const { return elements_; }
  /// It has what an earlier one of the same owner, with as many elements, was left with.
  bool is_earlier() const { return is_earlier_; }

 private:
  spare_memory::block block_;
  T* elements_ = nullptr;
  bool is_earlier_ = false;
};

}  // namespace insum::statement::detail
