// The times of insum_workspace_bench, and the automatic choice of a policy beside the best of the others.
#pragma once
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "machine.hpp"

namespace bench {

/// Prints the runs and keeps their times for summary(): of the processor, or those that pass where there are
/// threads. Runs are named case/policy/options/input.
class keeping_reporter : public benchmark::ConsoleReporter {
 public:
  struct result {
    double ms = 0;
    double megabytes = 0;
    double entries = 0;
  };
  void ReportRuns(const std::vector<Run>& runs) override {
    benchmark::ConsoleReporter::ReportRuns(runs);
    for (const Run& each : runs) {
      if (each.error_occurred) continue;
      if (each.run_type == Run::RT_Aggregate) continue;
      // Of repetitions the fastest counts; other programs take part in the time that passes, not in that of
      // the processor.
      const std::string name = each.run_name.str();
      const bool on_threads = name.find("real_time") != std::string::npos;
      const double ms = on_threads ? each.GetAdjustedRealTime() : each.GetAdjustedCPUTime();
      result& best = results_[name];
      if (best.ms != 0 && ms >= best.ms) continue;
      const auto counter = [&](const char* of) {
        const auto found = each.counters.find(of);
        return found == each.counters.end() ? 0.0 : found->second.value;
      };
      best = {ms, counter("MB"), counter("entries")};
    }
  }
  /// For each case the automatic choice against the best of all policies with all options, a dense workspace,
  /// what users would write themselves, and Eigen: their times, and bytes of memory for an entry.
  void summary() const {
    std::map<std::string, row> rows;
    for (const auto& [name, r] : results_) {
      const std::string text = name.substr(0, name.find("/min_warmup_time"));
      const std::size_t first = text.find('/'), second = text.find('/', first + 1), last = text.rfind('/');
      if (first == std::string::npos || second == std::string::npos) continue;
      const std::string policy = text.substr(first + 1, second - first - 1);
      row& of = rows[text.substr(0, first) + text.substr(last)];
      if (second == last) of.forms[policy] = r;
      const bool is_policy = policy != "map" && policy != "vector" && policy != "eigen" && policy != "auto" &&
                             policy.find('=') == std::string::npos;
      if (is_policy && (of.best.ms == 0 || r.ms < of.best.ms))
        of.best = r, of.name = text.substr(first + 1, last - first - 1);
    }
    std::printf("\n%-24s %9s %8s  %-22s %9s %6s %9s %9s %9s %9s %9s %9s %9s\n", "case", "auto ms", "B/entry",
                "best single policy", "ms", "ratio", "dense ms", "map ms", "vector ms", "Eigen ms",
                "1/2 thr.", "line ms", "1/2 thr.");
    for (const auto& [name, of] : rows)
      if (of.best.ms > 0 && of.ms("auto") > 0) print(name, of);
    print_memory(rows);
    print_threads();
  }

 private:
  struct row {
    result best;
    std::string name;
    std::map<std::string, result> forms;  // without options
    double ms(const char* form) const {
      const auto at = forms.find(form);
      return at == forms.end() ? 0 : at->second.ms;
    }
  };
  static std::string number(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%9.2f", x);
    return x > 0 ? std::string(text) : std::string(9, ' ');
  }
  static void print(const std::string& name, const row& of) {
    const result& automatic = of.forms.at("auto");
    const double bytes = automatic.entries > 0 ? 1e6 * automatic.megabytes / automatic.entries : 0;
    const double two = of.ms("threads=2");
    std::printf("%-24s %9.2f %8.0f  %-22s %9.2f %6.2f", name.c_str(), automatic.ms, bytes, of.name.c_str(),
                of.best.ms, automatic.ms / of.best.ms);
    for (const char* form : {"dense", "map", "vector", "eigen"})
      std::printf(" %s", number(of.ms(form)).c_str());
    const double one_line = of.ms("line=1"), two_lines = of.ms("line=2");
    std::printf(" %s %s %s\n", number(two > 0 ? of.ms("threads=1") / two : 0).c_str(),
                number(one_line).c_str(), number(two_lines > 0 ? one_line / two_lines : 0).c_str());
  }

  /// The most memory that each form had, in bytes for an entry of the result.
  static void print_memory(const std::map<std::string, row>& rows) {
    const std::vector<const char*> forms = {"auto",  "coord", "bucket", "hash",
                                            "dense", "map",   "vector", "eigen"};
    std::printf("\n%-24s %10s", "bytes for an entry", "entries");
    for (const char* form : forms) std::printf(" %7s", form);
    std::printf("\n");
    for (const auto& [name, of] : rows) {
      const auto own = of.forms.find("auto");
      if (own == of.forms.end() || own->second.megabytes == 0) continue;
      std::printf("%-24s %10.0f", name.c_str(), own->second.entries);
      for (const char* form : forms) {
        const auto found = of.forms.find(form);
        const bool known = found != of.forms.end() && found->second.megabytes > 0;
        std::printf(
            " %7s",
            known ? std::to_string(std::lround(1e6 * found->second.megabytes / found->second.entries)).c_str()
                  : "");
      }
      std::printf("\n");
    }
  }

  /// Forms on two threads beside one.
  void print_threads() const {
    bool first = true;
    for (const auto& [name, one] : results_) {
      const std::size_t at = name.find("=1/");
      const auto two = at == std::string::npos
                           ? results_.end()
                           : results_.find(name.substr(0, at) + "=2/" + name.substr(at + 3));
      if (two == results_.end()) continue;
      if (std::exchange(first, false))
        std::printf("\n%-40s %9s %9s %6s   (a line that the other thread wrote: %.1f ns)\n", "on threads",
                    "1, ms", "2, ms", "ratio", 1e9 * shared_line_time());
      std::printf("%-40s %9.2f %9.2f %6.2f\n", name.substr(0, name.find("/min_warmup_time")).c_str(), one.ms,
                  two->second.ms, one.ms / two->second.ms);
    }
  }

  std::map<std::string, result> results_;
};

}  // namespace bench
