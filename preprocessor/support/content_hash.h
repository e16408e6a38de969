// A number for a text, the same in every run and on every machine.
#pragma once
#include <cstdint>
#include <string_view>

namespace insum {

/// FNV-1a.
constexpr std::uint64_t content_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

}  // namespace insum
