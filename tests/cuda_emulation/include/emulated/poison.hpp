// What memory holds before it is written: a pattern that is NaN in floating point and far out of range as an
// index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace insum::emulated {

inline constexpr std::uint32_t poison_word = 0x7FFADEAD;

/// The pattern is in phase with the address, so that each aligned word is the poison word.
inline void fill_with_poison(void* memory, std::size_t bytes) {
  auto* at = static_cast<unsigned char*>(memory);
  unsigned char pattern[sizeof poison_word];
  std::memcpy(pattern, &poison_word, sizeof pattern);
  for (; bytes != 0 && reinterpret_cast<std::uintptr_t>(at) % sizeof pattern != 0; --bytes, ++at)
    *at = pattern[reinterpret_cast<std::uintptr_t>(at) % sizeof pattern];
  for (; bytes >= sizeof pattern; bytes -= sizeof pattern, at += sizeof pattern)
    std::memcpy(at, pattern, sizeof pattern);
  for (std::size_t i = 0; i < bytes; ++i) at[i] = pattern[i];
}

/// A value that nobody computed.
template <class T>
T poison() {
  alignas(8) unsigned char bytes[sizeof(T) < 8 ? 8 : sizeof(T)];
  fill_with_poison(bytes, sizeof bytes);
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace insum::emulated
