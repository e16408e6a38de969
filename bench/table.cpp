#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bench {

void table_reporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.error_occurred || run.run_type != Run::RT_Iteration) continue;
    const std::string name = run.run_name.function_name;
    const std::size_t cut = name.rfind('/');
    const std::string key = name.substr(0, cut), form = name.substr(cut + 1);
    if (!results_.count(key)) order_.push_back(key);
    entry& e = results_[key][form];
    const double seconds = run.real_accumulated_time / static_cast<double>(run.iterations);
    if (e.seconds == 0 || seconds < e.seconds) e.seconds = seconds;
    if (const auto c = run.counters.find("bytes"); c != run.counters.end()) e.bytes = c->second.value;
    if (const auto c = run.counters.find("flops"); c != run.counters.end()) e.flops = c->second.value;
  }
}

std::string table_reporter::share(const std::string& key, const entry& e) const {
  const int threads = key.ends_with("/2") ? 2 : 1;
  const auto found = limits_.find(threads);
  if (found == limits_.end()) return "";
  const double peak = key.find("/float/") != std::string::npos ? found->second.flops_float : found->second.flops_double;
  const double memory = e.bytes / e.seconds / found->second.bytes_per_second, compute = e.flops / e.seconds / peak;
  char text[64];
  std::snprintf(text, sizeof text, memory > compute ? "%3.0f%% of bandwidth" : "%3.0f%% of peak",
                100 * std::max(memory, compute));
  return text;
}

void table_reporter::print_table() const {
  std::printf("\n%-44s %10s %12s %14s %10s  %s\n", "kernel/data/type/threads", "insum", "hand-written", "ratio to it",
              "to Eigen", "share of the limit");
  std::map<std::string, std::pair<double, int>> mean;  // of log ratios, by kernel and threads
  for (const std::string& key : order_) {
    const auto& forms = results_.at(key);
    const auto time = [&](const char* form) { return forms.count(form) ? forms.at(form).seconds : 0.0; };
    const double own = time("insum"), loops = time("loops"), eigen = time("eigen");
    if (own == 0) continue;
    const auto ratio = [&](double other) {
      char text[32];
      std::snprintf(text, sizeof text, other > 0 ? "%.2f" : "-", other / own);
      return std::string(text);
    };
    std::printf("%-44s %7.3f ms %9.3f ms %14s %10s  %s\n", key.c_str(), own * 1e3, loops * 1e3, ratio(loops).c_str(),
                ratio(eigen).c_str(), share(key, forms.at("insum")).c_str());
    if (loops > 0) {
      auto& [sum, count] = mean[key.substr(0, key.find('/')) + " threads " + key.substr(key.rfind('/') + 1)];
      sum += std::log(loops / own);
      ++count;
    }
  }
  std::printf("\nHow many times faster than the hand-written loop, geometric mean:\n");
  for (const auto& [kernel, entry] : mean)
    std::printf("%-28s %.2f\n", kernel.c_str(), std::exp(entry.first / entry.second));
}

}  // namespace bench
