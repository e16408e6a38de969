// Runs a statement and its kernel on generated data: the programs that `insum suggest` makes to try a block.
#pragma once
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <ios>
#include <limits>
#include <type_traits>

// What kernels and statements need of it insum itself does not read, which takes most of the time.
#ifndef INSUM_PREPROCESSING
#include "../statement.hpp"
#endif

namespace insum::statement::trial {

/// Data of one run, all from its number.
class data {
 public:
  explicit data(std::uint64_t run) : run_(run), state_(run * 0x9E3779B97F4A7C15u + 0x1234567u) {}

  /// A size that is not zero: loops that never run would agree with anything.
  std::int64_t size() { return run_ == 0 ? 1 : 1 + below(7); }

  template <class T>
  T number() {
    if constexpr (std::is_same_v<T, bool>) {
      return below(2) != 0;
    } else {
      const std::int64_t quarters = 1 + below(12);
      const bool negative = std::is_signed_v<T> && run_ % 3 != 1 && below(2) != 0;
      const T value = std::is_integral_v<T> ? static_cast<T>(quarters)
                                            : static_cast<T>(static_cast<double>(quarters) / 4);
      return negative ? static_cast<T>(-value) : value;
    }
  }

  /// Memory of its own, in front of a page that nothing may touch.
  template <class T>
  T* array(std::int64_t length) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t bytes = static_cast<std::size_t>(length > 0 ? length : 0) * sizeof(T);
    const std::size_t pages = (bytes + page - 1) / page * page;
    void* begin = mmap(nullptr, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (begin == MAP_FAILED) std::_Exit(4);
    char* end = static_cast<char*>(begin) + pages;
    mprotect(end, page, PROT_NONE);
    return reinterpret_cast<T*>(end - bytes);
  }
  template <class T>
  T* numbers(std::int64_t length) {
    T* out = array<T>(length);
    for (std::int64_t i = 0; i < length; ++i) out[i] = number<T>();
    return out;
  }
  /// Structs whose members get their values afterwards.
  template <class T>
  T* structs(std::int64_t length) {
    if constexpr (std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T>)
      return array<T>(length);
    else
      return new T[static_cast<std::size_t>(length)]();
  }
  template <class T>
  T* indices(std::int64_t length, std::int64_t range, bool padded = false) {
    T* out = array<T>(length);
    for (std::int64_t i = 0; i < length; ++i)
      out[i] = padded && below(3) == 0 ? static_cast<T>(-1) : static_cast<T>(below(range));
    return out;
  }
  /// Of `rows` rows with 0 to `range` entries each.
  template <class T>
  T* positions(std::int64_t rows, std::int64_t range) {
    T* out = array<T>(rows + 1);
    out[0] = 0;
    for (std::int64_t i = 0; i < rows; ++i)
      out[i + 1] = static_cast<T>(static_cast<std::int64_t>(out[i]) + (below(4) == 0 ? 0 : below(range + 1)));
    return out;
  }
  /// Numbers of entries of rows, up to `range`.
  template <class T>
  T* counts(std::int64_t rows, std::int64_t range) {
    T* out = array<T>(rows);
    for (std::int64_t i = 0; i < rows; ++i) out[i] = static_cast<T>(below(4) == 0 ? 0 : below(range + 1));
    return out;
  }
  /// Pointers of type R to rows of so many numbers, or of coordinates that rise and occur once.
  template <class R, class C>
  R* rows(const C* counts, std::int64_t length, std::int64_t range = -1) {
    using T = std::remove_cv_t<std::remove_pointer_t<R>>;
    R* out = array<R>(length);
    for (std::int64_t i = 0; i < length; ++i) {
      const C ends[] = {0, counts[i]};
      const auto count = static_cast<std::int64_t>(counts[i]);
      if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
        out[i] = range >= 0 ? coordinates<T>(ends, 1, range) : numbers<T>(count);
      else
        out[i] = numbers<T>(count);
    }
    return out;
  }
  /// The same from element `start` of a longer array on, with `base` added.
  template <class T>
  T* moved(const T* from, std::int64_t length, std::int64_t start, std::int64_t base) {
    T* out = array<T>(start + (length > 0 ? length : 0));
    for (std::int64_t i = 0; i < start; ++i) out[i] = number<T>();
    for (std::int64_t i = 0; i < length; ++i)
      out[start + i] = base == 0 ? from[i] : static_cast<T>(from[i] + static_cast<T>(base));
    return out;
  }
  /// Coordinates that rise in each row and occur once.
  template <class T, class P>
  T* coordinates(const P* positions, std::int64_t rows, std::int64_t range) {
    T* out = array<T>(static_cast<std::int64_t>(positions[rows]));
    for (std::int64_t i = 0; i < rows; ++i) {
      std::int64_t left = static_cast<std::int64_t>(positions[i + 1] - positions[i]);
      T* at = out + positions[i];
      for (std::int64_t c = 0; c < range && left > 0; ++c)
        if (below(range - c) < left) *at++ = static_cast<T>(c), --left;
    }
    return out;
  }

 private:
  std::int64_t below(std::int64_t bound) {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return bound > 0 ? static_cast<std::int64_t>((z ^ (z >> 31)) % static_cast<std::uint64_t>(bound)) : 0;
  }

  std::uint64_t run_, state_;
};

/// Runs it on several sets of data and ends the program, before anything that the file itself initialises: 0
/// where all agree, 1 where kernel and statement differ. Nothing where the environment wants another one.
template <class F>
void run(int number, F statement) {
  const char* const wanted = std::getenv("INSUM_TRIAL");
  if (!wanted || std::atoi(wanted) != number) return;
  static const std::ios_base::Init streams;
  for (std::uint64_t n = 0; n < 24; ++n) {
    data of_run(n);
    try {
      statement(of_run);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "insum trial: %s\n", error.what());
      std::_Exit(3);
    }
  }
  std::exit(0);
}

}  // namespace insum::statement::trial
