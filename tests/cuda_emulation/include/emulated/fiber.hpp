// Fibers: the threads of a block take turns on one thread of the CPU, each on a stack of its own.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

// INSUM_EMULATED_UCONTEXT: without instructions of one processor.
#if !defined(__x86_64__) && !defined(INSUM_EMULATED_UCONTEXT)
#define INSUM_EMULATED_UCONTEXT 1
#endif
#if defined(INSUM_EMULATED_UCONTEXT)
#include <ucontext.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
#define INSUM_EMULATED_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define INSUM_EMULATED_ASAN 1
#endif
#endif
#if defined(INSUM_EMULATED_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#if defined(__clang__)
#define INSUM_EMULATED_OPAQUE __attribute__((noinline))
#else
#define INSUM_EMULATED_OPAQUE __attribute__((noipa))
#endif

namespace insum::emulated::detail {

struct stack_memory {
  std::byte* low = nullptr;
  std::size_t bytes = 0;
};

/// A stack with a page in front that may not be touched.
inline stack_memory new_stack() {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  constexpr std::size_t bytes = std::size_t{256} << 10;
  void* const all = ::mmap(nullptr, bytes + page, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED || ::mprotect(all, page, PROT_NONE) != 0) {
    std::fprintf(stderr, "cuda emulation: no memory for the stack of a thread\n");
    std::abort();
  }
  return {static_cast<std::byte*>(all) + page, bytes};
}

#if !defined(INSUM_EMULATED_UCONTEXT)

/// Saves what a called function must keep, leaves the stack pointer in *from and goes on with `to`.
__attribute__((naked, no_sanitize("thread"))) INSUM_EMULATED_OPAQUE inline void switch_stacks(
    [[maybe_unused]] void** from, [[maybe_unused]] void* to) {
  asm("pushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n\t"
      "movq %rsp, (%rdi)\n\tmovq %rsi, %rsp\n\t"
      "popq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbx\n\tpopq %rbp\n\tret");
}

/// Where a flow of control stopped.
class context {
 public:
  /// The next resume() calls entry(), which must not return.
  void start(stack_memory stack, void (*entry)()) {
    constexpr std::size_t saved_registers = 6;
    void** frame = reinterpret_cast<void**>(stack.low + stack.bytes) - 2 - saved_registers;
    for (std::size_t i = 0; i < saved_registers; ++i) frame[i] = nullptr;
    frame[saved_registers] = reinterpret_cast<void*>(entry);
    frame[saved_registers + 1] = nullptr;  // the return address of entry: the end of backtraces
    pointer_ = frame;
  }
  static void change(context& from, context& to) { switch_stacks(&from.pointer_, to.pointer_); }

 private:
  void* pointer_ = nullptr;
};

#else

class context {
 public:
  void start(stack_memory stack, void (*entry)()) {
    if (!state_) state_ = std::make_unique<ucontext_t>();
    ::getcontext(state_.get());
    state_->uc_stack.ss_sp = stack.low;
    state_->uc_stack.ss_size = stack.bytes;
    state_->uc_link = nullptr;
    ::makecontext(state_.get(), entry, 0);
  }
  static void change(context& from, context& to) {
    if (!from.state_) from.state_ = std::make_unique<ucontext_t>();
    ::swapcontext(from.state_.get(), to.state_.get());
  }

 private:
  std::unique_ptr<ucontext_t> state_;
};

#endif

/// A flow of control with a stack. The address sanitizer is told of each change.
struct fiber {
  context stopped_at;
  stack_memory stack;
  void* fake_stack = nullptr;
};

/// Goes on with `to` until it changes back.
inline void change_fiber(fiber& from, fiber& to) {
#if defined(INSUM_EMULATED_ASAN)
  const void* low = nullptr;
  __sanitizer_start_switch_fiber(&from.fake_stack, to.stack.low, to.stack.bytes);
  context::change(from.stopped_at, to.stopped_at);
  __sanitizer_finish_switch_fiber(from.fake_stack, &low, &to.stack.bytes);
  to.stack.low = static_cast<std::byte*>(const_cast<void*>(low));
#else
  context::change(from.stopped_at, to.stopped_at);
#endif
}

/// To be called first on a new fiber. `starter` is the one that it was started from, on a stack of the
/// system.
inline void enter_fiber([[maybe_unused]] fiber& starter) {
#if defined(INSUM_EMULATED_ASAN)
  const void* low = nullptr;
  __sanitizer_finish_switch_fiber(nullptr, &low, &starter.stack.bytes);
  starter.stack.low = static_cast<std::byte*>(const_cast<void*>(low));
#endif
}

/// Fibers that wait at the start of their loop for a thread to run. They are never ended: the address
/// sanitizer would need much longer for new ones.
class fiber_pool {
 public:
  /// `entry` is for new ones.
  fiber* take(void (*entry)()) {
    if (free_.empty()) {
      all_.push_back(std::make_unique<fiber>());
      all_.back()->stack = new_stack();
      all_.back()->stopped_at.start(all_.back()->stack, entry);
      return all_.back().get();
    }
    fiber* const last = free_.back();
    free_.pop_back();
    return last;
  }
  void give_back(fiber* one) { free_.push_back(one); }

 private:
  std::vector<std::unique_ptr<fiber>> all_;
  std::vector<fiber*> free_;
};

}  // namespace insum::emulated::detail
