// The one multiprocessor of the emulated device: the block that runs, its threads, and what they wait for.
#pragma once

#include <cstdint>
#include <functional>
#include <source_location>
#include <string>
#include <vector>

#include "fiber.hpp"
#include "order.hpp"
#include "symbols.hpp"
#include "vectors.hpp"

namespace insum::emulated::detail {

inline constexpr unsigned lanes_of_warp = 32;

/// What the lanes of a mask do together. The last one that arrives calls resolve(mask, data of all 32 lanes).
struct collective {
  const char* name;
  unsigned mask;
  void (*resolve)(unsigned mask, void* const* data);
  void* data;
  bool orders_memory = false;
};

/// What a race detector or a count of accesses wants to know; nothing where none is in the program.
struct observer {
  void (*access)(const void* address, std::size_t bytes, bool write, bool atomic,
                 const void* place) = nullptr;
  void (*multiply)(int rows, int columns, int depth) = nullptr;  // a matrix instruction of a warp
  void (*begin_grid)() = nullptr;
  void (*begin_block)() = nullptr;
  void (*order_lanes)(unsigned first_thread,
                      unsigned mask) = nullptr;  // what they did is before what they do
  void (*fence)() = nullptr;
  // Of an atomic operation: what the thread did, and has seen of others, is before what those do who find and
  // acquire it.
  void (*release)(const void* address) = nullptr;
  void (*find)(const void* address) = nullptr;
  void (*acquire)() = nullptr;
};
inline observer watcher;

enum class thread_state : std::uint8_t { fresh, ready, at_barrier, at_collective, finished };

struct thread {
  fiber* on = nullptr;  // from its start to its end
  thread_state state = thread_state::fresh;
  unsigned number = 0;  // in the block
  uint3 index{};
  const char* waits_in = nullptr;
  std::source_location where;
  const collective* wanted = nullptr;
};

struct machine_state {
  // What kernels read.
  uint3 thread_index{}, block_index{};
  dim3 block_size, grid_size;

  const void* kernel = nullptr;  // its address, for messages
  std::function<void()> body;    // calls the kernel with its arguments
  std::vector<thread> threads;
  unsigned thread_count = 0;
  thread* running = nullptr;
  std::vector<unsigned> waiting_lanes;  // of each warp, a bit for each lane in a collective
  fiber scheduler;
  fiber_pool fibers;
  unsigned barriers = 0;  // that the block has passed
  unsigned at_barrier = 0, votes = 0, last_votes = 0, finished = 0;
  unsigned steps = 0;             // atomic operations since the running thread was resumed
  std::uint64_t idle_rounds = 0;  // in which threads did nothing but atomic operations
  bool progress = false;
};

inline machine_state machine;

inline std::string text_of(uint3 at) {
  return std::string("(") + std::to_string(at.x) + "," + std::to_string(at.y) + "," + std::to_string(at.z) +
         ")";
}
inline std::string text_of(const std::source_location& at) {
  return std::string(at.file_name()) + ":" + std::to_string(at.line());
}

/// Ends the program: a kernel did what CUDA leaves undefined.
[[noreturn]] inline void fail(const std::string& what) {
  std::string text = "cuda emulation: " + what + "\n";
  if (machine.kernel != nullptr)
    text += "  in kernel " + symbol_name(machine.kernel) + ", block " + text_of(machine.block_index);
  if (machine.running != nullptr) text += ", thread " + text_of(machine.running->index);
  std::fflush(stdout);
  std::fprintf(stderr, "%s\n", text.c_str());
  std::abort();
}

/// The running thread, for functions that make sense in kernels only.
inline thread& running_thread(const char* function) {
  if (machine.running == nullptr) fail(std::string(function) + " outside of a kernel");
  return *machine.running;
}

/// Tells the watcher, but not of what it does itself: functions of the standard library that it shares with
/// kernels report, too, when they are not inlined.
__attribute__((no_sanitize("thread"))) inline void report_access(const void* address, std::size_t bytes,
                                                                 bool write, bool atomic, const void* place) {
  static bool reporting = false;
  if (machine.running == nullptr || watcher.access == nullptr || reporting) return;
  reporting = true;
  watcher.access(address, bytes, write, atomic, place);
  reporting = false;
}

/// Lets the others run. The state of the thread says when it goes on.
inline void suspend(thread& self) {
  change_fiber(*self.on, machine.scheduler);
  machine.thread_index = self.index;
}

}  // namespace insum::emulated::detail
