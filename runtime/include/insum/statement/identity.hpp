// What a kept decision holds for: the block, and the machine and build that it was found with.
#pragma once
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

#include "../rt/config.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

// Flags that make other code of the same text, as far as the language shows them.
#ifdef __OPTIMIZE__
#define INSUM_STATEMENT_OPTIMIZED " optimized"
#else
#define INSUM_STATEMENT_OPTIMIZED ""
#endif
#ifdef __FAST_MATH__
#define INSUM_STATEMENT_FAST_MATH " fast-math"
#else
#define INSUM_STATEMENT_FAST_MATH ""
#endif
#define INSUM_STATEMENT_TEXT_OF(word) #word
#define INSUM_STATEMENT_TEXT(word) INSUM_STATEMENT_TEXT_OF(word)
/// Of the translation unit in which it stands.
#define INSUM_STATEMENT_BUILD \
  __VERSION__ " " INSUM_STATEMENT_TEXT(INSUM_RT_ABI) INSUM_STATEMENT_OPTIMIZED INSUM_STATEMENT_FAST_MATH

namespace insum::statement {

/// FNV-1a, continued from `seed`.
constexpr std::uint64_t hash_of(std::string_view text, std::uint64_t seed = 0xcbf29ce484222325u) {
  for (const char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return seed;
}

namespace detail {

/// The names of the processor; "" where the system does not tell.
inline std::string processor_text() {
  std::ifstream in("/proc/cpuinfo");
  std::string text;
  for (std::string line; std::getline(in, line) && !line.empty();)
    for (const std::string_view name : {"model name", "cpu", "CPU implementer", "CPU part", "uarch"})
      if (line.starts_with(name) && line.find_first_of("\t:") == name.size()) text += line + '\n';
  return text;
}

}  // namespace detail

/// The processor, and the threads that kernels may have.
inline std::uint64_t machine_hash() {
  static const std::string& processor =  // never destroyed, as the report that asks for it
      *new std::string(detail::processor_text() + std::to_string(::sysconf(_SC_NPROCESSORS_ONLN)));
#ifdef _OPENMP
  const int threads = omp_get_max_threads();
#else
  const int threads = 1;
#endif
  return hash_of(processor + ' ' + std::to_string(threads));
}

}  // namespace insum::statement
