// Explains a segmentation fault in device memory before whoever handles it next.
#pragma once

#include <signal.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace insum::emulated::detail {

struct address_range {
  std::byte* first = nullptr;
  std::size_t bytes = 0;
  bool contains(const void* pointer) const {
    return reinterpret_cast<std::uintptr_t>(pointer) - reinterpret_cast<std::uintptr_t>(first) < bytes;
  }
};

inline address_range watched;
inline bool (*in_kernel)() = nullptr;
inline struct sigaction handler_before;

inline void explain_fault(int, siginfo_t* info, void*) {
  if (watched.contains(info->si_addr)) {
    char text[160];
    const int length =
        std::snprintf(text, sizeof text, "cuda emulation: %s: %p\n",
                      in_kernel() ? "a kernel touched device memory outside of an allocation"
                                  : "host code touched device memory, or a copy left its allocation",
                      info->si_addr);
    if (::write(STDERR_FILENO, text, static_cast<std::size_t>(length)) < 0) return;
  }
  // The instruction faults again, for the handler that was there before.
  ::sigaction(SIGSEGV, &handler_before, nullptr);
}

/// To be called again where others may have set a handler in between.
inline void watch_faults() {
  struct sigaction now{};
  ::sigaction(SIGSEGV, nullptr, &now);
  if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == explain_fault) return;
  handler_before = now;
  struct sigaction ours{};
  ours.sa_sigaction = explain_fault;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigaction(SIGSEGV, &ours, nullptr);
}

/// For faults in `range`; `running` says whether a kernel runs.
inline void explain_faults(address_range range, bool (*running)()) {
  watched = range;
  in_kernel = running;
  watch_faults();
}

}  // namespace insum::emulated::detail
