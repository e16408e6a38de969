// Lists the bits of a bitmap.
#pragma once

#include "config.hpp"

INSUM_RT_BEGIN

namespace detail {

/// How many elements behind the last one list_bits may overwrite.
inline constexpr std::int64_t listed_behind = 8;

/// Writes origin + the number of each set bit, ascending; the end of what was written. Words with one or two
/// bits, and with one to four more, take the same way: counting down bit by bit would be mispredicted.
template <class I>
INSUM_RT_INLINE I* list_bits(I* to, std::uint64_t bits, std::int64_t origin) {
  const int count = __builtin_popcountll(bits);
  int listed = 0;
  const auto next = [&] {
    // The top bit keeps the argument of ctz from being 0.
    to[listed++] = static_cast<I>(origin + __builtin_ctzll(bits | std::uint64_t{1} << 63));
    bits &= bits - 1;
  };
  next();
  next();
  while (listed < count) {
    next();
    next();
    next();
    next();
  }
  return to + count;
}

#if defined(__SSE2__)
using byte16 = char __attribute__((vector_size(16)));
using long2 = long long __attribute__((vector_size(16)));
#endif

/// Bit i is byte i of 64 bytes of 0 or 1.
template <class Byte>
INSUM_RT_INLINE std::uint64_t bytes_to_bits(const Byte* p) {
  static_assert(sizeof(Byte) == 1, "bytes");
  std::uint64_t result = 0;
#if defined(__SSE2__)
  for (int i = 0; i < 4; ++i) {
    long2 sixteen;
    __builtin_memcpy(&sixteen, p + 16 * i, 16);
    const auto signs = static_cast<std::uint32_t>(__builtin_ia32_pmovmskb128((byte16)(sixteen << 7)));
    result |= static_cast<std::uint64_t>(signs) << (16 * i);
  }
#else
  for (int i = 0; i < 8; ++i) {
    std::uint64_t eight = 0;
    __builtin_memcpy(&eight, p + 8 * i, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    result |= ((eight * 0x0102040810204080u) >> 56) << (8 * i);
  }
#endif
  return result;
}

/// A bit for each of some elements, in words, and one for each word that is not 0.
struct two_level_bits {
  std::uint64_t* bits;
  std::uint64_t* blocks;

  static constexpr std::int64_t words(std::int64_t elements) { return elements / 64 + 1; }
  static constexpr std::int64_t blocks_of_words(std::int64_t elements) { return elements / 4096 + 1; }

  INSUM_RT_INLINE void set(std::int64_t j) const {
    bits[j >> 6] |= std::uint64_t{1} << (j & 63);
    blocks[j >> 12] |= std::uint64_t{1} << ((j >> 6) & 63);
  }
  /// set(), and whether it was not set.
  INSUM_RT_INLINE bool add(std::int64_t j) const {
    const std::uint64_t bit = std::uint64_t{1} << (j & 63), before = bits[j >> 6];
    if ((before & bit) != 0) return false;
    bits[j >> 6] = before | bit;
    blocks[j >> 12] |= std::uint64_t{1} << ((j >> 6) & 63);
    return true;
  }
  /// f(first element, word) for the words that are not 0, ascending, of blocks with an element in
  /// [least, most].
  template <class F>
  INSUM_RT_INLINE void each_word(std::int64_t least, std::int64_t most, F&& f) const {
    walk(least, most, [](const std::uint64_t& x) INSUM_RT_LAMBDA { return x; }, f);
  }
  /// The same; all of these bits are 0 then.
  template <class F>
  INSUM_RT_INLINE void take_words(std::int64_t least, std::int64_t most, F&& f) const {
    walk(least, most, [](std::uint64_t& x) INSUM_RT_LAMBDA { return std::exchange(x, 0); }, f);
  }

 private:
  template <class Read, class F>
  INSUM_RT_INLINE void walk(std::int64_t least, std::int64_t most, Read&& read, F&& f) const {
    for (std::int64_t block = least >> 12; block <= most >> 12; ++block)
      for (std::uint64_t words = read(blocks[block]); words != 0; words &= words - 1) {
        const std::int64_t word = (block << 6) + __builtin_ctzll(words);
        f(word << 6, read(bits[word]));
      }
  }
};

}  // namespace detail

INSUM_RT_END
