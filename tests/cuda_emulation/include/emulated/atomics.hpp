// Atomic operations, for the types that CUDA has them for. Other threads may run in between.
#pragma once

#include "at_once.hpp"

namespace insum::emulated::detail {

inline bool is_local(const thread& self, const void* address) {
#if defined(INSUM_EMULATED_ASAN)
  // The address sanitizer keeps local variables elsewhere.
  if (__asan_addr_is_in_fake_stack(__asan_get_current_fake_stack(), const_cast<void*>(address), nullptr,
                                   nullptr) != nullptr)
    return true;
#endif
  return static_cast<std::size_t>(static_cast<const std::byte*>(address) - self.on->stack.low) <
         self.on->stack.bytes;
}

/// Lets others run now and then, so that a thread which waits for another one sees it go on.
inline void atomic_step(const char* name, const void* address) {
  thread& self = running_thread(name);
  if (is_local(self, address)) fail(std::string(name) + " of a variable of the thread itself");
  constexpr unsigned most_steps = 256, one_in = 8;
  const bool others =
      current_order.kind == order_kind::random ? random_below(one_in) == 0 : ++machine.steps >= most_steps;
  if (!others) return;
  self.state = thread_state::ready;
  suspend(self);
}

template <class T, class Change>
__attribute__((no_sanitize("thread"))) T atomic_change(const char* name, T* address, Change change) {
  atomic_step(name, address);
  report_access(address, sizeof(T), true, true, __builtin_return_address(0));
  const T before = *address;
  *address = change(before);
  return before;
}

}  // namespace insum::emulated::detail

#define INSUM_EMULATED_ATOMIC_OF(scope, name, T, expression)                                           \
  inline T name##scope(T* address, T value) {                                                          \
    return insum::emulated::detail::atomic_change(                                                     \
        #name #scope, address, [&]([[maybe_unused]] T before) { return static_cast<T>(expression); }); \
  }
#define INSUM_EMULATED_ATOMIC(name, T, expression)      \
  INSUM_EMULATED_ATOMIC_OF(, name, T, expression)       \
  INSUM_EMULATED_ATOMIC_OF(_block, name, T, expression) \
  INSUM_EMULATED_ATOMIC_OF(_system, name, T, expression)

INSUM_EMULATED_ATOMIC(atomicAdd, int, static_cast<unsigned>(before) + static_cast<unsigned>(value))
INSUM_EMULATED_ATOMIC(atomicAdd, unsigned, before + value)
INSUM_EMULATED_ATOMIC(atomicAdd, unsigned long long, before + value)
INSUM_EMULATED_ATOMIC(atomicAdd, float, before + value)
INSUM_EMULATED_ATOMIC(atomicAdd, double, before + value)
INSUM_EMULATED_ATOMIC(atomicSub, int, static_cast<unsigned>(before) - static_cast<unsigned>(value))
INSUM_EMULATED_ATOMIC(atomicSub, unsigned, before - value)
INSUM_EMULATED_ATOMIC(atomicExch, int, value)
INSUM_EMULATED_ATOMIC(atomicExch, unsigned, value)
INSUM_EMULATED_ATOMIC(atomicExch, unsigned long long, value)
INSUM_EMULATED_ATOMIC(atomicExch, float, value)
INSUM_EMULATED_ATOMIC(atomicMin, int, value < before ? value : before)
INSUM_EMULATED_ATOMIC(atomicMin, unsigned, value < before ? value : before)
INSUM_EMULATED_ATOMIC(atomicMin, long long, value < before ? value : before)
INSUM_EMULATED_ATOMIC(atomicMin, unsigned long long, value < before ? value : before)
INSUM_EMULATED_ATOMIC(atomicMax, int, value > before ? value : before)
INSUM_EMULATED_ATOMIC(atomicMax, unsigned, value > before ? value : before)
INSUM_EMULATED_ATOMIC(atomicMax, long long, value > before ? value : before)
INSUM_EMULATED_ATOMIC(atomicMax, unsigned long long, value > before ? value : before)
INSUM_EMULATED_ATOMIC(atomicInc, unsigned, before >= value ? 0u : before + 1u)
INSUM_EMULATED_ATOMIC(atomicDec, unsigned, before == 0u || before > value ? value : before - 1u)
INSUM_EMULATED_ATOMIC(atomicAnd, int, before& value)
INSUM_EMULATED_ATOMIC(atomicAnd, unsigned, before& value)
INSUM_EMULATED_ATOMIC(atomicAnd, unsigned long long, before& value)
INSUM_EMULATED_ATOMIC(atomicOr, int, before | value)
INSUM_EMULATED_ATOMIC(atomicOr, unsigned, before | value)
INSUM_EMULATED_ATOMIC(atomicOr, unsigned long long, before | value)
INSUM_EMULATED_ATOMIC(atomicXor, int, before ^ value)
INSUM_EMULATED_ATOMIC(atomicXor, unsigned, before ^ value)
INSUM_EMULATED_ATOMIC(atomicXor, unsigned long long, before ^ value)
#undef INSUM_EMULATED_ATOMIC
#undef INSUM_EMULATED_ATOMIC_OF

inline float2 atomicAdd(float2* address, float2 value) {
  insum::emulated::detail::check_place("atomicAdd", address, sizeof value);
  return insum::emulated::detail::atomic_change(
      "atomicAdd", address, [&](float2 before) { return float2{before.x + value.x, before.y + value.y}; });
}
inline float4 atomicAdd(float4* address, float4 value) {
  insum::emulated::detail::check_place("atomicAdd", address, sizeof value);
  return insum::emulated::detail::atomic_change("atomicAdd", address, [&](float4 before) {
    return float4{before.x + value.x, before.y + value.y, before.z + value.z, before.w + value.w};
  });
}

#define INSUM_EMULATED_CAS_OF(scope, T)                                                             \
  inline T atomicCAS##scope(T* address, T compare, T value) {                                       \
    return insum::emulated::detail::atomic_change(                                                  \
        "atomicCAS" #scope, address, [&](T before) { return before == compare ? value : before; }); \
  }
#define INSUM_EMULATED_CAS(T)      \
  INSUM_EMULATED_CAS_OF(, T)       \
  INSUM_EMULATED_CAS_OF(_block, T) \
  INSUM_EMULATED_CAS_OF(_system, T)
INSUM_EMULATED_CAS(int)
INSUM_EMULATED_CAS(unsigned)
INSUM_EMULATED_CAS(unsigned long long)
INSUM_EMULATED_CAS(unsigned short)
#undef INSUM_EMULATED_CAS
#undef INSUM_EMULATED_CAS_OF

namespace insum::emulated {

/// atom.add.release.gpu
inline unsigned long long add_and_release(unsigned long long* address, unsigned long long value) {
  return detail::atomic_change("atom.add.release", address, [&](unsigned long long before) {
    if (detail::watcher.release != nullptr) detail::watcher.release(address);
    if (detail::watcher.find != nullptr) detail::watcher.find(address);
    return before + value;
  });
}

/// fence.acq_rel.gpu behind an atomic operation: what was done before those that it has found is seen.
inline void acquire() {
  detail::running_thread("fence.acq_rel");
  if (detail::watcher.acquire != nullptr) detail::watcher.acquire();
}

}  // namespace insum::emulated

/// A thread that sleeps lets the others run.
inline void __nanosleep(unsigned) {
  using namespace insum::emulated::detail;
  thread& self = running_thread("__nanosleep");
  self.state = thread_state::ready;
  suspend(self);
}
