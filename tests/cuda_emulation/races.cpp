// A race detector, for kernels whose accesses instrumented.cpp reports.
//
// Two accesses of the same byte race where they are of different threads, one is a write, not both are
// atomic, and nothing orders them: a barrier of the block, __syncwarp() of both lanes, or __threadfence() by
// the first after its access and then by one in the block of the second, or a release that the second has
// found by an atomic operation and acquired. What a thread releases is what it did, and what it knows of
// others by __syncwarp() and by what it acquired. Shuffles and votes order nothing.
#include <cuda_runtime.h>

#include <array>
#include <cinttypes>
#include <cstring>
#include <unordered_map>

namespace insum::emulated::detail {
namespace {

struct access_record {
  std::uint64_t time = 0;  // 0: none
  std::uint32_t block = 0, thread = 0, barriers = 0, clock = 0;
  bool write = false, atomic = false;
  const void* place = nullptr;
};

/// The last write of a byte, and the last read of each thread since.
struct byte_history {
  access_record write;
  std::unordered_map<std::uint64_t, access_record> reads;  // by key()
};

using lane_clocks = std::array<std::uint32_t, lanes_of_warp>;

/// Of threads, by key(): what each did up to this clock and this time.
struct moment {
  std::uint32_t clock = 0;
  std::uint64_t time = 0;
};
using knowledge = std::unordered_map<std::uint64_t, moment>;

void learn(knowledge& own, const knowledge& others) {
  for (const auto& [thread, until] : others) {
    moment& known = own[thread];
    known = {std::max(known.clock, until.clock), std::max(known.time, until.time)};
  }
}

struct race_state {
  std::uint64_t time = 0, grid_began = 0, block_began = 0, fence_in_block = 0;
  std::uint32_t block = 0;  // counts all blocks of the program
  std::unordered_map<std::uintptr_t, byte_history> bytes;
  std::vector<lane_clocks> clocks;  // of each thread: what it knows of the lanes of its warp
  std::unordered_map<std::uint64_t, std::uint64_t> fences;  // the last of each thread of the grid
  std::unordered_map<const void*, knowledge> released;      // by the address of the atomic operation
  std::vector<knowledge> found, seen;                       // by each thread, of what was released: acquired
};
race_state state;

std::uint64_t key(std::uint32_t block, std::uint32_t thread) { return std::uint64_t{block} << 32 | thread; }

bool ordered(const access_record& before, const access_record& now) {
  if (before.block == now.block) {
    if (before.thread == now.thread || before.barriers < now.barriers) return true;
    const bool same_warp = before.thread / lanes_of_warp == now.thread / lanes_of_warp;
    if (same_warp && state.clocks[now.thread][before.thread % lanes_of_warp] >= before.clock) return true;
  }
  const auto seen = state.seen[now.thread].find(key(before.block, before.thread));
  if (seen != state.seen[now.thread].end() && before.clock <= seen->second.clock &&
      before.time < seen->second.time)
    return true;
  const auto fence = state.fences.find(key(before.block, before.thread));
  return fence != state.fences.end() && before.time < fence->second && fence->second < state.fence_in_block;
}

std::string text_of(const access_record& one) {
  char text[160];
  const bool here = one.block == state.block;
  const unsigned thread = one.thread;
  std::snprintf(text, sizeof text, "%s%s by thread %u of %s, at %p", one.atomic ? "atomic " : "",
                one.write ? "write" : "read", thread, here ? "this block" : "another block", one.place);
  return text;
}

/// The function that `place` lies in, for the message.
std::string function_of(const void* place) {
  std::string found = "?";
  for_each_module([&](const std::string& path, const dl_phdr_info& module) {
    const auto address = reinterpret_cast<std::uintptr_t>(place);
    if (!contains(module, address)) return;
    symbol_table(path).for_each([&](const char* name, const ElfW(Sym) & symbol) {
      if ((symbol.st_info & 15) != STT_FUNC) return;
      const std::uintptr_t first = symbol.st_value + module.dlpi_addr;
      if (address < first || address - first >= symbol.st_size) return;
      char offset[32];
      std::snprintf(offset, sizeof offset, " (address 0x%" PRIxPTR ")",
                    address - static_cast<std::uintptr_t>(module.dlpi_addr));
      found = demangled(name) + offset;
    });
  });
  return found;
}

[[noreturn]] void fail_race(const void* address, const access_record& before, const access_record& now,
                            bool shared) {
  std::string where = "shared memory";
  if (const allocation* in = device.find(address); !shared && in != nullptr)
    where = "byte " + std::to_string(static_cast<const std::byte*>(address) - in->data) +
            " of an allocation of " + std::to_string(in->bytes) + " bytes";
  fail("race in " + where + ":\n  " + text_of(now) + "\n    in " + function_of(now.place) + "\n  " +
       text_of(before) + "\n    in " + function_of(before.place) + "\n ");
}

void note(byte_history& history, const access_record& now) {
  if (now.write) {
    history = {now, {}};
    return;
  }
  history.reads[key(now.block, now.thread)] = now;
}

void check_access(const void* address, std::size_t bytes, bool write, bool atomic, const void* place) {
  const bool shared =
      dynamic.contains(address) || (static_shared != nullptr && static_shared->contains(address));
  if (!shared && !device.in_reserve(address)) return;
  const std::uint32_t thread = machine.running->number;
  const access_record now{
      ++state.time, state.block, thread, machine.barriers, state.clocks[thread][thread % lanes_of_warp],
      write,        atomic,      place};
  const std::uint64_t since = shared ? state.block_began : state.grid_began;
  for (std::size_t i = 0; i < bytes; ++i) {
    const auto at = reinterpret_cast<std::uintptr_t>(address) + i;
    byte_history& history = state.bytes[at];
    const auto check = [&](const access_record& before) {
      if (before.time > since && !(before.atomic && atomic) && !ordered(before, now))
        fail_race(reinterpret_cast<const void*>(at), before, now, shared);
    };
    check(history.write);
    if (write)
      for (const auto& [thread_of_grid, before] : history.reads) check(before);
    note(history, now);
  }
}

void begin_grid() {
  state.grid_began = state.time;
  state.bytes.clear();
  state.fences.clear();
  state.released.clear();
}
void begin_block() {
  ++state.block;
  state.block_began = state.time;
  state.fence_in_block = 0;
  state.clocks.assign(machine.thread_count, {});
  for (std::uint32_t i = 0; i < machine.thread_count; ++i) state.clocks[i][i % lanes_of_warp] = 1;
  state.found.assign(machine.thread_count, {});
  state.seen.assign(machine.thread_count, {});
}
void order_lanes(unsigned first, unsigned mask) {
  lane_clocks all{};
  const auto for_lanes = [&](auto f) {
    for (unsigned lane = 0; lane < lanes_of_warp; ++lane)
      if ((mask >> lane & 1u) != 0) f(state.clocks[first + lane], lane);
  };
  for_lanes([&](const lane_clocks& one, unsigned) {
    for (unsigned i = 0; i < lanes_of_warp; ++i) all[i] = std::max(all[i], one[i]);
  });
  for_lanes([&](lane_clocks& one, unsigned lane) {
    one = all;
    ++one[lane];
  });
  knowledge seen;
  const auto of_lanes = [&](auto f) {
    for (unsigned lane = 0; lane < lanes_of_warp; ++lane)
      if ((mask >> lane & 1u) != 0) f(state.seen[first + lane]);
  };
  of_lanes([&](const knowledge& one) { learn(seen, one); });
  if (!seen.empty()) of_lanes([&](knowledge& one) { one = seen; });
}
void fence() {
  state.fence_in_block = ++state.time;
  state.fences[key(state.block, machine.running->number)] = state.time;
}

/// What the thread did, and knows of its warp and of others.
void release(const void* address) {
  const std::uint32_t thread = machine.running->number, first = thread - thread % lanes_of_warp;
  knowledge& to = state.released[address];
  learn(to, state.seen[thread]);
  ++state.time;
  for (std::uint32_t lane = 0; lane < lanes_of_warp; ++lane)
    if (const std::uint32_t clock = state.clocks[thread][lane]; clock > 0)
      learn(to, {{key(state.block, first + lane), {clock, state.time}}});
}
void find(const void* address) { learn(state.found[machine.running->number], state.released[address]); }
void acquire() { learn(state.seen[machine.running->number], state.found[machine.running->number]); }

[[maybe_unused]] const bool watching = [] {
  watcher = {.access = check_access,
             .begin_grid = begin_grid,
             .begin_block = begin_block,
             .order_lanes = order_lanes,
             .fence = fence,
             .release = release,
             .find = find,
             .acquire = acquire};
  return true;
}();

}  // namespace
}  // namespace insum::emulated::detail
