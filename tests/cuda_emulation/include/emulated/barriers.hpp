// __syncthreads() and its relatives, memory fences.
#pragma once

#include "block.hpp"

namespace insum::emulated::detail {

/// Waits for all threads of the block. The number of those whose predicate is true.
inline int block_barrier(const char* name, bool predicate, const std::source_location& where) {
  thread& self = running_thread(name);
  self.state = thread_state::at_barrier;
  self.waits_in = name;
  self.where = where;
  machine.votes += predicate ? 1 : 0;
  if (++machine.at_barrier == machine.thread_count) {
    for (unsigned i = 0; i < machine.thread_count; ++i) {
      const thread& other = machine.threads[i];
      if (other.waits_in != self.waits_in || other.where.line() != where.line() ||
          other.where.column() != where.column() ||
          std::string_view(other.where.file_name()) != where.file_name())
        fail("divergent barrier: the threads of the block wait in different places\n" + states_text() + " ");
    }
    for (unsigned i = 0; i < machine.thread_count; ++i) machine.threads[i].state = thread_state::ready;
    machine.last_votes = machine.votes;
    machine.at_barrier = machine.votes = 0;
    ++machine.barriers;
  }
  suspend(self);
  return static_cast<int>(machine.last_votes);
}

}  // namespace insum::emulated::detail

inline void __syncthreads(const std::source_location& where = std::source_location::current()) {
  insum::emulated::detail::block_barrier("__syncthreads", false, where);
}
inline int __syncthreads_count(int predicate,
                               const std::source_location& where = std::source_location::current()) {
  return insum::emulated::detail::block_barrier("__syncthreads_count", predicate != 0, where);
}
inline int __syncthreads_or(int predicate,
                            const std::source_location& where = std::source_location::current()) {
  return insum::emulated::detail::block_barrier("__syncthreads_or", predicate != 0, where) != 0;
}
inline int __syncthreads_and(int predicate,
                             const std::source_location& where = std::source_location::current()) {
  return insum::emulated::detail::block_barrier("__syncthreads_and", predicate != 0, where) ==
         static_cast<int>(insum::emulated::detail::machine.thread_count);
}

// All threads see memory in one order here.
inline void __threadfence() {
  insum::emulated::detail::running_thread("__threadfence");
  if (insum::emulated::detail::watcher.fence != nullptr) insum::emulated::detail::watcher.fence();
}
inline void __threadfence_block() { __threadfence(); }
inline void __threadfence_system() { __threadfence(); }
