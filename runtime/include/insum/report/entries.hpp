// The kernels of a report and what is counted of them.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace insum::report {

/// Calls that chose the same way to compute; never freed either.
struct variant {
  char* text = nullptr;
  std::int64_t calls = 0;
  bool printed = false;
  variant* next = nullptr;
};

/// What is known of a kernel and its calls; times in nanoseconds. It is never freed: the library with the
/// kernel may be unloaded before the report is written.
struct entry {
  char* name = nullptr;
  char* file = nullptr;
  int line = 0;
  char* einsum = nullptr;
  std::int64_t calls = 0, time = 0, bytes = 0, flops = 0, conversions = 0, conversion_time = 0;
  bool flops_estimated = false;
  variant* variants = nullptr;  // in the order in which they came first
  bool printed = false;         // while the report is written, which begins with the one that took longest
  entry* next = nullptr;
};

/// The variable of a kernel in a generated file. Instantiations of a template have one each, and one entry
/// together.
struct kernel {
  const char* name;
  const char* file;
  int line;
  const char* einsum;
  entry* found = nullptr;
};

inline constinit entry* first = nullptr;
inline constinit bool locked = false;      // the list; calls that are counted need no lock
inline constinit bool will_print = false;  // print() is registered
inline constinit std::int64_t bytes_per_second =
    0;  // measured when a kernel is first called; 0: not measured

/// Where the report goes: "1", or the name of a file; null where none is wanted.
inline const char* target() {
  static const char* const value = [] {
    const char* const text = std::getenv("INSUM_REPORT");
    return text && *text && std::strcmp(text, "0") != 0 ? text : nullptr;
  }();
  return value;
}

namespace detail {

class lock {
 public:
  lock() {
    while (__atomic_test_and_set(&locked, __ATOMIC_ACQUIRE)) {
    }
  }
  lock(const lock&) = delete;
  lock& operator=(const lock&) = delete;
  ~lock() { __atomic_clear(&locked, __ATOMIC_RELEASE); }
};

inline entry* find(const kernel& k) {
  entry* e = first;
  while (e && (e->line != k.line || std::strcmp(e->name, k.name) != 0 || std::strcmp(e->file, k.file) != 0))
    e = e->next;
  return e;
}

/// Null: there is no memory for it.
inline entry* make(const kernel& k) {
  char *const name = strdup(k.name), *const file = strdup(k.file), *const einsum = strdup(k.einsum);
  void* const place = std::malloc(sizeof(entry));
  if (name && file && einsum && place)
    return first =
               new (place) entry{.name = name, .file = file, .line = k.line, .einsum = einsum, .next = first};
  std::free(name), std::free(file), std::free(einsum), std::free(place);
  return nullptr;
}

}  // namespace detail

/// The entry of a kernel, made when it is first called. Null: there is no memory for it.
inline entry* entry_of(kernel& k) {
  if (entry* const known = __atomic_load_n(&k.found, __ATOMIC_ACQUIRE)) return known;
  const detail::lock guard;
  entry* e = detail::find(k);
  if (!e) e = detail::make(k);
  __atomic_store_n(&k.found, e, __ATOMIC_RELEASE);
  return e;
}

}  // namespace insum::report
