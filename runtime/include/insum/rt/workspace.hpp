// A row of a sparse result under construction: a dense accumulator that knows which coordinates it has, or,
// for rows too long for that, a list of entries that is sorted.
#pragma once

#include "../workspace/bucket_lists.hpp"
#include "bits.hpp"
#include "loops.hpp"
#include "refresh.hpp"

INSUM_RT_BEGIN

namespace detail {

/// A row that is a list.
template <class T, class Op>
class long_row {
 public:
  explicit long_row(std::int64_t size) : lists_({size}, std::numeric_limits<std::int64_t>::max()) {}
  void update(std::int64_t j, const T& value) {
    unbounded_memory memory;
    while (!lists_.insert({j}, value)) lists_.make_room({j}, memory, true);
  }
  void finish() {
    lists_.sort();
    coordinates_.clear(), values_.clear();
    coordinates_.reserve(lists_.size()), values_.reserve(lists_.size());
    lists_.visit([&](const rt::coordinates<1>& c, const T& value) {
      coordinates_.push(c[0]);
      values_.push(value);
    });
  }
  std::int64_t count() const { return values_.size(); }
  const std::int64_t* coordinates() const { return coordinates_.data(); }
  const T* values() const { return values_.data(); }
  void clear() {
    lists_.clear();
    coordinates_.clear(), values_.clear();
  }

 private:
  bucket_lists<T, Op, packed_keys<1>> lists_;
  grow<std::int64_t> coordinates_;
  grow<T> values_;
};

}  // namespace detail

/// The values of one mode, combined by Op, and the coordinates that were touched. One thread uses it, for one
/// row after another.
template <class T, class Op>
class row_workspace {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::max_align_t), "plain values");

 public:
  using value_type = T;

  /// For coordinates in [0, size).
  explicit row_workspace(std::int64_t size) {
    if (size > most_dense_row) {
      long_ = new detail::long_row<T, Op>(size);
      return;
    }
    bytes_ = layout(size);
    memory_ = detail::zeroed_block(bytes_);
    char* at = static_cast<char*>(memory_);
    take(at, values_, size);
    take(at, list_, size + detail::listed_behind);
    take(at, bits_, detail::two_level_bits::words(size));
    take(at, blocks_, detail::two_level_bits::blocks_of_words(size));
    take(at, marks_, size + 64);
    end_ = list_;
    for (std::int64_t j = 0; j < size + 64; ++j) marks_[j] = mark::untouched;
    const T identity = Op::template identity<T>();
    if (!all_zero(identity))
      for (std::int64_t j = 0; j < size; ++j) values_[j] = identity;
  }
  ~row_workspace() {
    detail::free_block(memory_, bytes_);
    delete long_;
  }
  row_workspace(const row_workspace&) = delete;
  row_workspace& operator=(const row_workspace&) = delete;

  /// Combines v into element j. Elements not touched hold Op's identity. Where most updates find their
  /// element touched, a branch says so, which is foreseen then; else there is none, and the list ends before
  /// what was written last if that was in it already.
  template <class V>
  INSUM_RT_INLINE void update(std::int64_t j, const V& v) {
    if (__builtin_expect(long_ != nullptr, 0)) return update_long(j, v);
    rt::update<Op>(values_[j], v);
    ++updates_;
    if (repeats_) {
      if (__builtin_expect(marks_[j] == mark::touched, 1)) return;
      *end_++ = j;
    } else {
      *end_ = j;
      end_ += static_cast<std::uint8_t>(marks_[j]);
    }
    marks_[j] = mark::touched;
  }

  /// To be called before the entries are read, which then are in ascending order.
  void finish() {
    if (long_ != nullptr) return long_->finish();
    write_sorted(list_);
    const std::int64_t n = count();
    finished_.resize(n);
    for (std::int64_t k = 0; k < n; ++k) finished_[k] = values_[list_[k]];
  }

  std::int64_t count() const { return long_ != nullptr ? long_->count() : end_ - list_; }
  const std::int64_t* coordinates() const { return long_ != nullptr ? long_->coordinates() : list_; }
  /// One for each of coordinates().
  const T* values() const { return long_ != nullptr ? long_->values() : finished_.data(); }

  /// Forgets all entries, in time proportional to their number.
  void clear() {
    if (long_ != nullptr) return long_->clear();
    const T identity = Op::template identity<T>();
    expect(count());
    for (const std::int64_t* c = list_; c != end_; ++c) {
      values_[*c] = identity;
      marks_[*c] = mark::untouched;
    }
    end_ = list_;
  }

  /// finish(), then adds the entries to a compressed_part, under `parent`, and to the values that go with it,
  /// then clear(): all in one and therefore faster.
  template <class Level, class V>
  void drain(Level& level, std::int64_t parent, grow<V>& values) {
    if (long_ != nullptr) return drain_long(level, parent, values);
    drain_written(level, parent, values, [this](auto* crd) { this->write_sorted(crd); });
  }
  /// The same for a level whose coordinates may come in any order: they come as they were touched first.
  template <class Level, class V>
  void drain_unsorted(Level& level, std::int64_t parent, grow<V>& values) {
    if (long_ != nullptr) return drain_long(level, parent, values);
    drain_written(level, parent, values, [this](auto* crd) {
      for (const std::int64_t* c = list_; c != end_; ++c)
        *crd++ = static_cast<std::remove_reference_t<decltype(*crd)>>(*c);
    });
  }

  /// The same for a result that keeps its entries, which must have a place for each coordinate: nothing is
  /// sorted.
  template <class Level, class V>
  void drain(const Level& level, std::int64_t parent, kept_values<V>& values) {
    auto& row = level.row(parent);
    const std::int64_t begin = row.begin(), end = row.end();
    if (long_ != nullptr) return drain_long(level, parent, values);
    std::int64_t found = 0;
    for (std::int64_t p = begin; p < end; ++p) {
      const std::int64_t j = row.coordinate(p);
      values[p] = detail::to<std::remove_cvref_t<decltype(values[p])>>(values_[j]);
      found += marks_[j] == mark::touched ? 1 : 0;
    }
    if (__builtin_expect(found != count(), 0)) find_lacking(row);
    clear();
  }

 private:
  /// `write` tells the coordinates of the entries, in the order that they get.
  template <class Level, class V, class Write>
  INSUM_RT_INLINE void drain_written(Level& level, std::int64_t parent, grow<V>& values, Write&& write) {
    const std::int64_t n = count();
    if (n == 0) return;
    expect(n);
    auto* const crd = level.append_unset(parent, n, detail::listed_behind);
    V* const to = values.append(n);
    write(crd);
    const T identity = Op::template identity<T>();
    for (std::int64_t k = 0; k < n; ++k) {
      const std::int64_t j = static_cast<std::int64_t>(crd[k]);
      to[k] = detail::to<V>(values_[j]);
      values_[j] = identity;
      marks_[j] = mark::untouched;
    }
    end_ = list_;
  }
  /// What the rows so far, the last of them with n entries, say of those to come.
  void expect(std::int64_t n) {
    entries_ += n;
    repeats_ = updates_ > many_updates * entries_;
    if (updates_ > (1 << 16)) updates_ /= 2, entries_ /= 2;
  }
  template <class Row>
  INSUM_RT_COLD void find_lacking(Row& row) {
    for (std::int64_t p = row.begin(); p < row.end(); ++p) marks_[row.coordinate(p)] = mark::untouched;
    std::int64_t lacking = -1;
    for (const std::int64_t* c = list_; c != end_; ++c)
      if (marks_[*c] == mark::touched) lacking = *c;
    clear();
    row.lacking(lacking);
  }
  template <class Level, class V>
  INSUM_RT_COLD void drain_long(const Level& level, std::int64_t parent, kept_values<V>& values) {
    long_->finish();
    for (std::int64_t k = 0; k < long_->count(); ++k)
      values[level.push(parent, long_->coordinates()[k])] =
          detail::to<std::remove_cvref_t<decltype(values[0])>>(long_->values()[k]);
    long_->clear();
  }

  template <class Level, class V>
  INSUM_RT_COLD void drain_long(Level& level, std::int64_t parent, grow<V>& values) {
    long_->finish();
    const std::int64_t n = long_->count();
    level.append(parent, long_->coordinates(), n);
    V* const to = values.append(n);
    for (std::int64_t k = 0; k < n; ++k) to[k] = detail::to<V>(long_->values()[k]);
    long_->clear();
  }

  /// By value: an address of v would keep the loop's variables in memory.
  template <class V>
  INSUM_RT_COLD void update_long(std::int64_t j, V v) {
    long_->update(j, detail::to<T>(v));
  }

  // Of a type of its own, which no other pointer may alias: the members stay in registers during updates.
  enum class mark : std::uint8_t { touched = 0, untouched = 1 };

  static bool all_zero(const T& value) {
    unsigned char bytes[sizeof(T)];
    __builtin_memcpy(bytes, static_cast<const void*>(&value), sizeof(T));
    for (const unsigned char b : bytes)
      if (b != 0) return false;
    return true;
  }
  static constexpr std::size_t bytes_of(std::int64_t count, std::size_t element) {
    return (static_cast<std::size_t>(count) * element + 63) & ~std::size_t{63};
  }
  static std::size_t layout(std::int64_t size) {
    // The arrays below take less than 12 bytes for an element besides its value.
    if (size < 0 || static_cast<std::size_t>(size) > detail::most_bytes / (sizeof(T) + 12))
      throw std::bad_alloc();
    return bytes_of(size, sizeof(T)) + bytes_of(size + detail::listed_behind, sizeof(std::int64_t)) +
           bytes_of(detail::two_level_bits::words(size), 8) +
           bytes_of(detail::two_level_bits::blocks_of_words(size), 8) + bytes_of(size + 64, 1);
  }
  template <class E>
  static void take(char*& at, E*& array, std::int64_t count) {
    array = static_cast<E*>(static_cast<void*>(at));
    at += bytes_of(count, sizeof(E));
  }

  /// Writes the listed coordinates to `to`, in ascending order. What follows them is overwritten.
  template <class I>
  void write_sorted(I* to) {
    const std::int64_t n = count();
    std::int64_t least = list_[0], most = list_[0];
    bool ascending = true;
    for (std::int64_t k = 1; k < n; ++k) {
      ascending &= list_[k - 1] < list_[k];
      least = list_[k] < least ? list_[k] : least;
      most = list_[k] > most ? list_[k] : most;
    }
    if (!ascending && n > few) {
      if ((most - least) / 32 < n)
        list_marked(to, least, most);
      else
        list_by_bitmap(to, least, most);
      return;
    }
    if constexpr (std::is_same_v<I, std::int64_t>) {
      if (to == list_) {
        if (!ascending) sort_few(to, n);
        return;
      }
    }
    for (std::int64_t k = 0; k < n; ++k) to[k] = static_cast<I>(list_[k]);
    if (!ascending) sort_few(to, n);
  }
  template <class I>
  static void sort_few(I* x, std::int64_t n) {
    detail::insertion_sort(x, n, [](I a, I b) INSUM_RT_LAMBDA { return a < b; });
  }

  /// From the marks in [least, most].
  template <class I>
  void list_marked(I* to, std::int64_t least, std::int64_t most) const {
    for (std::int64_t j = least; j <= most; j += 64)
      to = detail::list_bits(to, ~detail::bytes_to_bits(marks_ + j), j);
  }

  /// By a bitmap of two levels.
  template <class I>
  void list_by_bitmap(I* to, std::int64_t least, std::int64_t most) {
    const detail::two_level_bits bitmap{bits_, blocks_};
    for (const std::int64_t* c = list_; c != end_; ++c) bitmap.set(*c);
    bitmap.take_words(least, most, [&](std::int64_t first, std::uint64_t word) INSUM_RT_LAMBDA {
      to = detail::list_bits(to, word, first);
    });
  }

  static constexpr std::int64_t few = 8;
  static constexpr std::int64_t many_updates = 4;  // of an entry, from which a branch is cheaper

  detail::long_row<T, Op>* long_ = nullptr;  ///< of a row that is not dense; the rest is unused then
  std::size_t bytes_ = 0;
  void* memory_ = nullptr;
  T* values_ = nullptr;
  std::int64_t* list_ = nullptr;
  std::int64_t* end_ = nullptr;  ///< of the list; a pointer, which elements of the list cannot alias
  std::uint64_t* bits_ = nullptr;
  std::uint64_t* blocks_ = nullptr;
  mark* marks_ = nullptr;
  bool repeats_ = false;                    ///< most updates find their element touched
  std::int64_t updates_ = 0, entries_ = 0;  ///< of rows so far, fewer of those long ago
  grow<T> finished_;
};

/// A workspace for each thread of one parallel loop, made when the thread first asks for it. To be made on
/// the thread that starts the loop.
template <class Workspace>
class per_thread {
 public:
  explicit per_thread(std::int64_t size)
      : size_(size), threads_(thread_count()), all_(new slot[static_cast<std::size_t>(threads_)]) {}
  ~per_thread() { delete[] all_; }
  per_thread(const per_thread&) = delete;
  per_thread& operator=(const per_thread&) = delete;

  Workspace& local() {
    Workspace*& mine = all_[thread_index()].workspace;
    if (mine == nullptr) mine = new Workspace(size_);
    return *mine;
  }

 private:
  struct alignas(64) slot {
    Workspace* workspace = nullptr;
    slot() = default;
    slot(const slot&) = delete;
    slot& operator=(const slot&) = delete;
    ~slot() { delete workspace; }
  };
  std::int64_t size_;
  int threads_;
  slot* all_;
};

INSUM_RT_END
