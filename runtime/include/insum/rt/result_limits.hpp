// What a sparse result does not fit into, its positions or memory, said in its name.
#pragma once

#include <limits>

#include "../core/errors.hpp"
#include "config.hpp"

INSUM_RT_BEGIN

namespace detail {

/// A level has this many entries at least; positions count up to `most`.
struct too_many_entries {
  std::int64_t count, most;
};
/// There is no memory for an array of so many elements.
struct too_many_elements : std::bad_alloc {
  explicit too_many_elements(std::int64_t n) : count(n) {}
  std::int64_t count;
};

[[noreturn]] INSUM_RT_COLD inline void throw_limit(const char* result, const too_many_entries& n) {
  throw size_error(insum::detail::message() << result << " has at least " << n.count
                                            << " entries in a level; its positions hold no more than "
                                            << n.most << ": give it a wider index type");
}
[[noreturn]] INSUM_RT_COLD inline void throw_limit(const char* result, const too_many_elements& n) {
  throw memory_error(insum::detail::message()
                     << "there is no memory for an array of " << n.count << " elements of " << result);
}
[[noreturn]] INSUM_RT_COLD inline void throw_limit(const char* result, const std::bad_alloc&) {
  throw memory_error(insum::detail::message() << "there is no memory for " << result);
}

/// Throws too_many_entries unless the positions up to `last` can be stored as I.
template <class I>
inline void check_position_range(std::int64_t last) {
  if constexpr (sizeof(I) < sizeof(std::int64_t)) {
    constexpr std::int64_t most = static_cast<std::int64_t>(std::numeric_limits<I>::max());
    if (__builtin_expect(last > most, 0)) throw too_many_entries{last, most};
  }
}

/// f(); what it throws because the result does not fit becomes size_error or memory_error in its name.
template <class F>
auto in_name_of(const char* result, F&& f) {
  try {
    return f();
  } catch (const too_many_entries& limit) {
    throw_limit(result, limit);
  } catch (const too_many_elements& limit) {
    throw_limit(result, limit);
  } catch (const std::bad_alloc& limit) {
    throw_limit(result, limit);
  }
}

}  // namespace detail

INSUM_RT_END
