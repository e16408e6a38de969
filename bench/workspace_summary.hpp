// The times of insum_workspace_bench, and the automatic choice of a policy beside the best of the others.
#pragma once
#include <benchmark/benchmark.h>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace bench {

/// Prints the runs and keeps their times for summary(): of the processor, or those that pass where there are
/// threads. Runs are named case/policy/options/input.
class keeping_reporter : public benchmark::ConsoleReporter {
 public:
  struct result {
    double ms = 0;
    double megabytes = 0;
  };
  void ReportRuns(const std::vector<Run>& runs) override {
    benchmark::ConsoleReporter::ReportRuns(runs);
    for (const Run& each : runs) {
      if (each.error_occurred) continue;
      const auto bytes = each.counters.find("MB");
      if (each.run_type == Run::RT_Aggregate) continue;
      // Of repetitions the fastest counts; other programs take part in the time that passes, not in that of
      // the processor.
      const std::string name = each.run_name.str();
      const bool on_threads = name.find("real_time") != std::string::npos;
      const double ms = on_threads ? each.GetAdjustedRealTime() : each.GetAdjustedCPUTime();
      result& best = results_[name];
      if (best.ms == 0 || ms < best.ms) best = {ms, bytes == each.counters.end() ? 0 : bytes->second.value};
    }
  }
  /// For each case the automatic choice against the best of all policies with all options.
  void summary() const {
    struct row {
      result automatic, best;
      std::string name;
    };
    std::map<std::string, row> rows;
    for (const auto& [name, r] : results_) {
      const std::string text = name.substr(0, name.find("/min_warmup_time"));
      const std::size_t first = text.find('/'), second = text.find('/', first + 1), last = text.rfind('/');
      if (first == std::string::npos || second == std::string::npos) continue;
      const std::string policy = text.substr(first + 1, second - first - 1);
      row& of = rows[text.substr(0, first) + text.substr(last)];
      if (policy == "auto" && second == last)
        of.automatic = r;
      else if (policy != "map" && policy != "vector" && policy != "auto" &&
               (of.best.ms == 0 || r.ms < of.best.ms))
        of.best = r, of.name = text.substr(first + 1, last - first - 1);
    }
    std::printf("\n%-24s %10s %8s   %-28s %10s %8s %8s\n", "case", "auto ms", "MB", "best single policy",
                "ms", "MB", "ratio");
    for (const auto& [name, of] : rows)
      if (of.automatic.ms > 0 && of.best.ms > 0)
        std::printf("%-24s %10.2f %8.1f   %-28s %10.2f %8.1f %8.2f\n", name.c_str(), of.automatic.ms,
                    of.automatic.megabytes, of.name.c_str(), of.best.ms, of.best.megabytes,
                    of.automatic.ms / of.best.ms);
  }

 private:
  std::map<std::string, result> results_;
};

}  // namespace bench
