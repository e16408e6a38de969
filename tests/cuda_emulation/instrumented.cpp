// Reports what kernels read and write to the watcher. Kernels that are compiled with -fsanitize=thread call
// the functions below, which stand in for the thread sanitizer's library: link without -fsanitize=thread.
#include <cuda_runtime.h>

#include <cstring>

#define INSUM_EMULATED_ACCESS(name, bytes, write)                                                      \
  void name(void* address) {                                                                           \
    insum::emulated::detail::report_access(address, bytes, write, false, __builtin_return_address(0)); \
  }
#define INSUM_EMULATED_ACCESSES(bytes)                              \
  INSUM_EMULATED_ACCESS(__tsan_read##bytes, bytes, false)           \
  INSUM_EMULATED_ACCESS(__tsan_write##bytes, bytes, true)           \
  INSUM_EMULATED_ACCESS(__tsan_unaligned_read##bytes, bytes, false) \
  INSUM_EMULATED_ACCESS(__tsan_unaligned_write##bytes, bytes, true) \
  INSUM_EMULATED_ACCESS(__tsan_volatile_read##bytes, bytes, false)  \
  INSUM_EMULATED_ACCESS(__tsan_volatile_write##bytes, bytes, true)

// std::atomic of host code in the same file.
#define INSUM_EMULATED_FETCH(bits, type, name)                             \
  type __tsan_atomic##bits##_fetch_##name(volatile type* a, type v, int) { \
    return __atomic_fetch_##name(a, v, __ATOMIC_SEQ_CST);                  \
  }
#define INSUM_EMULATED_EXCHANGE(bits, type, strength, weak)                                               \
  int __tsan_atomic##bits##_compare_exchange_##strength(volatile type* a, type* expected, type v, int,    \
                                                        int) {                                            \
    return __atomic_compare_exchange_n(a, expected, v, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0; \
  }
#define INSUM_EMULATED_ATOMICS(bits, type)                                                             \
  type __tsan_atomic##bits##_load(const volatile type* a, int) {                                       \
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                                       \
  }                                                                                                    \
  void __tsan_atomic##bits##_store(volatile type* a, type v, int) {                                    \
    __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                                                          \
  }                                                                                                    \
  type __tsan_atomic##bits##_exchange(volatile type* a, type v, int) {                                 \
    return __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);                                                \
  }                                                                                                    \
  INSUM_EMULATED_FETCH(bits, type, add)                                                                \
  INSUM_EMULATED_FETCH(bits, type, sub)                                                                \
  INSUM_EMULATED_FETCH(bits, type, and)                                                                \
  INSUM_EMULATED_FETCH(bits, type, or)                                                                 \
  INSUM_EMULATED_FETCH(bits, type, xor)                                                                \
  INSUM_EMULATED_EXCHANGE(bits, type, strong, false)                                                   \
  INSUM_EMULATED_EXCHANGE(bits, type, weak, true)                                                      \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* a, type expected, type v, int, int) { \
    __atomic_compare_exchange_n(a, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);           \
    return expected;                                                                                   \
  }

#pragma GCC diagnostic ignored "-Wmissing-declarations"
extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
INSUM_EMULATED_ACCESSES(1)
INSUM_EMULATED_ACCESSES(2)
INSUM_EMULATED_ACCESSES(4)
INSUM_EMULATED_ACCESSES(8)
INSUM_EMULATED_ACCESSES(16)
void __tsan_read_range(void* address, unsigned long bytes) {
  insum::emulated::detail::report_access(address, bytes, false, false, __builtin_return_address(0));
}
void __tsan_write_range(void* address, unsigned long bytes) {
  insum::emulated::detail::report_access(address, bytes, true, false, __builtin_return_address(0));
}
void* __tsan_memcpy(void* to, const void* from, unsigned long bytes) {
  insum::emulated::detail::report_access(from, bytes, false, false, __builtin_return_address(0));
  insum::emulated::detail::report_access(to, bytes, true, false, __builtin_return_address(0));
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, unsigned long bytes) {
  insum::emulated::detail::report_access(from, bytes, false, false, __builtin_return_address(0));
  insum::emulated::detail::report_access(to, bytes, true, false, __builtin_return_address(0));
  return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, unsigned long bytes) {
  insum::emulated::detail::report_access(to, bytes, true, false, __builtin_return_address(0));
  return std::memset(to, value, bytes);
}
INSUM_EMULATED_ATOMICS(8, unsigned char)
INSUM_EMULATED_ATOMICS(16, unsigned short)
INSUM_EMULATED_ATOMICS(32, unsigned)
INSUM_EMULATED_ATOMICS(64, unsigned long)
void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}
}
