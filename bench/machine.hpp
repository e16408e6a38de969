// What the machine can do, measured: the limits that kernels are compared with.
#pragma once
#include <map>

namespace bench {

struct limit {
  double bytes_per_second = 0;  // copying between arrays larger than the caches, reads and writes counted
  double flops_float = 0, flops_double = 0;  // independent multiply-adds in registers
};
using machine = std::map<int, limit>;  // by number of threads

/// Measures for 1 and 2 threads (as far as the machine has them); about a second.
machine measure_machine();

/// Seconds to read 64 bytes that another of two threads wrote last, one after another of half a MiB: where
/// threads are on processors that share a cache a third of what it takes elsewhere, and virtual machines are
/// moved from one to the other.
double shared_line_time();

/// A line for each number of threads.
void print(const machine& limits);

}  // namespace bench
