// Memory of lists that grow: blocks of powers of two bytes, cut from a few large ones.
#pragma once

#include "../rt/grow.hpp"

INSUM_RT_BEGIN

/// Blocks that are freed are cut or used again, so that lists which grow at the same time take no more pages
/// than they need; all memory is given back at once.
class block_pool {
 public:
  block_pool() = default;
  block_pool(const block_pool&) = delete;
  block_pool& operator=(const block_pool&) = delete;
  ~block_pool() { release(); }

  /// 2^order bytes. Asks room(bytes) before more memory is taken; null where it says no.
  template <class Room>
  void* take(int order, Room&& room) {
    for (int from = order; from < orders; ++from)
      if (free_[from] != nullptr) return cut(pop(from), from, order);
    int size = chunk_order(order);
    while (!room(detail::bytes_taken(std::size_t{1} << size)))
      if (--size < order) return nullptr;
    std::size_t bytes = std::size_t{1} << size;
    chunks_.reserve_more(1);
    void* const p = detail::fitting_block(bytes);
    chunks_.push({p, bytes, size});
    total_ += std::size_t{1} << size;
    return cut(p, size, order);
  }
  void give(void* p, int order) {
    auto* const block = static_cast<link*>(p);
    block->next = free_[order];
    free_[order] = block;
  }
  /// As if all blocks had been given back.
  void recycle() {
    for (link*& list : free_) list = nullptr;
    for (std::int64_t k = 0; k < chunks_.size(); ++k) give(chunks_[k].p, chunks_[k].order);
  }

 private:
  static constexpr int orders = 57;
  static constexpr int least_chunk = 14, most_chunk = 24;  // of blocks that are shorter
  struct link {
    link* next;
  };
  struct chunk {
    void* p;
    std::size_t bytes;
    int order;
  };

  /// Chunks grow with what there is already: a few components take little.
  int chunk_order(int order) const {
    int wanted = least_chunk;
    while (wanted < most_chunk && (std::size_t{1} << wanted) < total_) ++wanted;
    return wanted < order ? order : wanted;
  }
  void* pop(int order) {
    link* const block = free_[order];
    free_[order] = block->next;
    return block;
  }
  void* cut(void* p, int from, int order) {
    for (--from; from >= order; --from) give(static_cast<char*>(p) + (std::size_t{1} << from), from);
    return p;
  }
  void release() {
    for (std::int64_t k = 0; k < chunks_.size(); ++k) detail::free_block(chunks_[k].p, chunks_[k].bytes);
    chunks_.clear();
  }

  link* free_[orders] = {};
  grow<chunk> chunks_;
  std::size_t total_ = 0;
};

INSUM_RT_END
