// The tables of insum_product_bench.
#pragma once
#include <benchmark/benchmark.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "machine.hpp"

namespace bench {

/// The counters of a benchmark: of a form the seconds of its fastest call, and what else it tells.
struct figures {
  std::map<std::string, double> values;

  double at(const std::string& name) const;  // 0 where there is none
  /// Operations a nanosecond, of a form that executes as many as the counter `flops` says.
  double rate(const std::string& form, const std::string& flops = "flops") const;
};

/// Prints runs as they come and keeps what they count; with repetitions the fastest.
class product_reporter : public benchmark::ConsoleReporter {
 public:
  explicit product_reporter(machine limits)
      : benchmark::ConsoleReporter(OO_Tabular), limits_(std::move(limits)) {}
  void ReportRuns(const std::vector<Run>& runs) override;
  void print_tables() const;

 private:
  using result = std::pair<std::string, figures>;  // of the name of a benchmark

  std::vector<result> of_kind(const std::string& kind) const;
  double peak(const std::string& name) const;
  void print_dense() const;
  void print_blocks() const;
  void print_groups() const;
  void print_choices() const;

  machine limits_;
  std::map<std::int64_t, std::string> order_;  // names as they were registered
  std::map<std::string, figures> results_;
};

}  // namespace bench
