// What a sparse result does not fit into, its positions or memory, said in its name.
#pragma once

#include <limits>

#include "../core/errors.hpp"
#include "config.hpp"
#include "kernel_id.hpp"

INSUM_RT_BEGIN

/// A result, as messages call it.
struct result_name {
  kernel_id kernel;
  const char* tensor;
};

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

inline insum::detail::message about(const result_name& result) { return about(result.kernel); }
[[noreturn]] INSUM_RT_COLD inline void throw_limit(const result_name& result, const too_many_entries& n) {
  throw size_error(about(result) << result.tensor << " has at least " << n.count
                                 << " entries in a level; its positions hold no more than " << n.most);
}
[[noreturn]] INSUM_RT_COLD inline void throw_limit(const result_name& result, const too_many_elements& n) {
  throw memory_error(about(result) << "there is no memory for an array of " << n.count << " elements of "
                                   << result.tensor);
}
[[noreturn]] INSUM_RT_COLD inline void throw_limit(const result_name& result, const std::bad_alloc&) {
  throw memory_error(about(result) << "there is no memory for " << result.tensor);
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
auto in_name_of(const result_name& result, F&& f) {
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
