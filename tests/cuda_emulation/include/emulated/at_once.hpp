// Neighbours that one instruction loads or stores, whatever the host's compiler makes of it.
#pragma once

#include <cstdint>
#include <string>

#include "machine.hpp"

namespace insum::emulated::detail {

/// Instructions of several bytes want places that are multiples of these.
inline void check_place(const char* name, const void* place, std::size_t bytes) {
  if (reinterpret_cast<std::uintptr_t>(place) % bytes != 0)
    fail(std::string(name) + ": a place that is no multiple of " + std::to_string(bytes) + " bytes");
}

}  // namespace insum::emulated::detail

namespace insum::emulated {

/// ld.v2, ld.v4: one access to a watcher, which two halves of it would be two requests of a warp to.
template <class Words>
[[gnu::noinline]] __attribute__((no_sanitize("thread"))) Words load_at_once(const Words* from) {
  detail::check_place("a load of neighbours", from, sizeof(Words));
  detail::report_access(from, sizeof(Words), false, false, __builtin_return_address(0));
  return *from;
}

/// st.v2, st.v4.
template <class Words>
[[gnu::noinline]] __attribute__((no_sanitize("thread"))) void store_at_once(Words* to, const Words& words) {
  detail::check_place("a store of neighbours", to, sizeof(Words));
  detail::report_access(to, sizeof(Words), true, false, __builtin_return_address(0));
  *to = words;
}

}  // namespace insum::emulated
