// Collects the runs of Google Benchmark and prints one table of them.
#pragma once
#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

#include "machine.hpp"

namespace bench {

/// Benchmarks are named kernel/data/type/threads; a counter of each form gives its seconds; counters `bytes`
/// and `flops` give the least that one call must move and compute.
class table_reporter : public benchmark::ConsoleReporter {
 public:
  explicit table_reporter(machine limits) : limits_(std::move(limits)) {}
  void ReportRuns(const std::vector<Run>& runs) override;
  void print_table() const;

 private:
  struct entry {
    double seconds = 0, bytes = 0, flops = 0;
  };
  std::string share(const std::string& key, const entry& e) const;

  machine limits_;
  std::vector<std::string> order_;                               // kernel/data/type/threads
  std::map<std::string, std::map<std::string, entry>> results_;  // by form
};

}  // namespace bench
