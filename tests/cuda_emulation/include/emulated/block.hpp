// Runs the threads of a block in rounds: each that can goes on until it waits or ends.
#pragma once

#include <algorithm>
#include <string_view>

#include "machine.hpp"

namespace insum::emulated::detail {

inline std::string state_text(const thread& t) {
  switch (t.state) {
    case thread_state::finished:
      return "has ended";
    case thread_state::at_barrier:
      return std::string("waits in ") + t.waits_in + "() at " + text_of(t.where);
    case thread_state::at_collective: {
      char mask[16];
      std::snprintf(mask, sizeof mask, "0x%08x", t.wanted->mask);
      return std::string("waits in ") + t.waits_in + "(" + mask + ") at " + text_of(t.where);
    }
    default:
      return "runs";
  }
}

/// One line for each run of threads in the same state: "threads 0-15, (0,0,0) to (15,0,0): has ended".
inline std::string states_text() {
  constexpr unsigned most_lines = 16;
  std::string text;
  unsigned lines = 0;
  for (unsigned first = 0, last; first < machine.thread_count; first = last + 1) {
    const std::string state = state_text(machine.threads[first]);
    for (last = first; last + 1 < machine.thread_count && state_text(machine.threads[last + 1]) == state;)
      ++last;
    if (++lines > most_lines) return text + "  ...\n";
    text += "  thread" + (last == first ? " " : "s " + std::to_string(first) + "-") + std::to_string(last) +
            ", " + text_of(machine.threads[first].index) +
            (last == first ? "" : " to " + text_of(machine.threads[last].index)) + ": " + state + "\n";
  }
  return text;
}

/// Why no thread can go on.
[[noreturn]] inline void fail_deadlock() {
  const auto in = [](thread_state state) {
    return std::any_of(machine.threads.begin(), machine.threads.begin() + machine.thread_count,
                       [&](const thread& t) { return t.state == state; });
  };
  machine.running = nullptr;
  const char* const what = !in(thread_state::at_collective)
                               ? "divergent barrier: not all threads of the block arrive"
                           : in(thread_state::at_barrier)
                               ? "deadlock: a warp collective and a barrier wait for each other's threads"
                               : "deadlock: a warp collective names lanes that do not arrive";
  std::string states = states_text();
  if (!states.empty()) states.pop_back();
  fail(std::string(what) + "\n" + states);
}

/// What a fiber does: one thread after the other.
__attribute__((no_sanitize("address"), no_sanitize("thread"))) inline void run_threads() {
  enter_fiber(machine.scheduler);
  for (;;) {
    machine.body();
    thread& self = *machine.running;
    self.state = thread_state::finished;
    ++machine.finished;
    change_fiber(*self.on, machine.scheduler);
  }
}

inline void resume(thread& t) {
  if (t.state == thread_state::fresh) {
    t.on = machine.fibers.take(run_threads);
    t.state = thread_state::ready;
  }
  machine.running = &t;
  machine.thread_index = t.index;
  machine.steps = 0;
  change_fiber(machine.scheduler, *t.on);
  machine.running = nullptr;
  if (t.state == thread_state::finished) machine.fibers.give_back(t.on);
}

/// Makes the threads of a block of machine.block_size.
inline void prepare_threads() {
  const dim3 size = machine.block_size;
  machine.thread_count = size.x * size.y * size.z;
  if (machine.threads.size() < machine.thread_count) machine.threads.resize(machine.thread_count);
  machine.waiting_lanes.resize((machine.thread_count + lanes_of_warp - 1) / lanes_of_warp);
  unsigned number = 0;
  for (unsigned z = 0; z < size.z; ++z)
    for (unsigned y = 0; y < size.y; ++y)
      for (unsigned x = 0; x < size.x; ++x, ++number) {
        machine.threads[number].number = number;
        machine.threads[number].index = {x, y, z};
      }
}

/// Atomic operations without end are taken as a thread that waits for what no other thread will do.
inline void check_progress() {
  constexpr std::uint64_t most_idle_rounds = 5'000'000;
  machine.idle_rounds = machine.progress ? 0 : machine.idle_rounds + 1;
  if (machine.idle_rounds > most_idle_rounds) {
    machine.running = nullptr;
    fail("livelock: the threads that run do nothing but repeat atomic operations");
  }
}

inline void run_block(sequence<unsigned>& threads) {
  for (unsigned i = 0; i < machine.thread_count; ++i) machine.threads[i].state = thread_state::fresh;
  std::fill(machine.waiting_lanes.begin(), machine.waiting_lanes.end(), 0u);
  machine.barriers = machine.at_barrier = machine.votes = machine.finished = 0;
  if (watcher.begin_block != nullptr) watcher.begin_block();
  machine.idle_rounds = 0;
  while (machine.finished != machine.thread_count) {
    threads.renew();
    bool any = false;
    machine.progress = false;
    for (const unsigned number : threads.numbers()) {
      thread& t = machine.threads[number];
      if (t.state != thread_state::fresh && t.state != thread_state::ready) continue;
      any = true;
      resume(t);
      machine.progress = machine.progress || t.state != thread_state::ready;
    }
    if (!any) fail_deadlock();
    check_progress();
  }
}

}  // namespace insum::emulated::detail
