// Collects the runs of Google Benchmark and prints one table of them.
#pragma once
#include <benchmark/benchmark.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "machine.hpp"

namespace bench {

/// A form that insum is compared with, and the title of its column.
struct column {
  const char *form, *title;
};

/// What can be reached at most.
struct peaks {
  double bytes_per_second = 0, flops = 0;
};

/// What a table shows of benchmarks named kernel/data/type/...
struct table_layout {
  const char* names;
  std::vector<column> others;
  std::function<std::optional<peaks>(const std::string& name)> peaks_of;
  std::function<std::string(const std::string& name)> group_of;  // geometric means are those of groups
};

/// Of benchmarks of the processor.
table_layout layout_of(const machine& limits);

/// A counter of each form gives its seconds; counters `bytes` and `flops` give the least that one call must
/// move and compute.
class table_reporter : public benchmark::ConsoleReporter {
 public:
  explicit table_reporter(table_layout layout) : layout_(std::move(layout)) {}
  explicit table_reporter(const machine& limits) : table_reporter(layout_of(limits)) {}
  void ReportRuns(const std::vector<Run>& runs) override;
  void print_table() const;

 private:
  struct entry {
    double seconds = 0, bytes = 0, flops = 0;
  };
  std::string share(const std::string& key, const entry& e) const;
  void print_titles() const;

  table_layout layout_;
  std::vector<std::string> order_;                               // kernel/data/type/...
  std::map<std::string, std::map<std::string, entry>> results_;  // by form
};

}  // namespace bench
