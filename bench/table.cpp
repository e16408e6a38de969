#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bench {

void table_reporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.error_occurred || run.run_type != Run::RT_Iteration) continue;
    const std::string key = run.run_name.function_name;
    if (!results_.count(key)) order_.push_back(key);
    const auto counter = [&](const char* name) {
      const auto found = run.counters.find(name);
      return found == run.counters.end() ? 0.0 : found->second.value;
    };
    for (const char* form : {"insum", "loops", "reference", "eigen", "graphblas"}) {
      const double seconds = counter(form);
      if (seconds == 0) continue;
      entry& e = results_[key][form];
      if (e.seconds == 0 || seconds < e.seconds) e.seconds = seconds;
      e.bytes = counter("bytes"), e.flops = counter("flops");
    }
  }
}

std::string table_reporter::share(const std::string& key, const entry& e) const {
  const int threads = key.ends_with("/2") ? 2 : 1;
  const auto found = limits_.find(threads);
  if (found == limits_.end()) return "";
  const double peak =
      key.find("/float/") != std::string::npos ? found->second.flops_float : found->second.flops_double;
  const double memory = e.bytes / e.seconds / found->second.bytes_per_second,
               compute = e.flops / e.seconds / peak;
  char text[64];
  std::snprintf(text, sizeof text, memory > compute ? "%3.0f%% of bandwidth" : "%3.0f%% of peak",
                100 * std::max(memory, compute));
  return text;
}

void table_reporter::print_table() const {
  const std::vector<const char*> others = {"loops", "reference", "eigen", "graphblas"};
  std::printf("\n%-42s %11s %10s %10s %10s %10s %10s %6s  %s\n", "kernel/data/type/threads", "insum",
              "plain loop", "reference", "Eigen", "GraphBLAS", "best other", "taco", "share of the limit");
  std::map<std::string, std::map<std::string, std::pair<double, int>>>
      mean;  // of log ratios, by kernel and form
  for (const std::string& key : order_) {
    const auto& forms = results_.at(key);
    if (!forms.count("insum")) continue;
    const double own = forms.at("insum").seconds;
    auto& sums = mean[key.substr(0, key.find('/')) + " threads " + key.substr(key.rfind('/') + 1)];
    const auto print = [&](const char* form, double ratio) {
      std::printf(" %10.2f", ratio);
      sums[form].first += std::log(ratio);
      ++sums[form].second;
    };
    std::printf("%-42s %8.3f ms", key.c_str(), own * 1e3);
    double best = 0;
    for (const char* form : others) {
      if (!forms.count(form)) {
        std::printf(" %10s", "-");
        continue;
      }
      const double ratio = forms.at(form).seconds / own;
      best = best == 0 ? ratio : std::min(best, ratio);
      print(form, ratio);
    }
    if (best != 0) print("best", best);
    std::printf(" %6s  %s\n", "-", share(key, forms.at("insum")).c_str());
  }
  std::printf("\nTimes of the others over insum's, geometric mean:\n%-28s %10s %10s %10s %10s %10s\n", "",
              "plain loop", "reference", "Eigen", "GraphBLAS", "best other");
  for (const auto& [kernel, by_form] : mean) {
    std::printf("%-28s", kernel.c_str());
    for (const char* form : {"loops", "reference", "eigen", "graphblas", "best"})
      if (const auto e = by_form.find(form); e != by_form.end())
        std::printf(" %10.2f", std::exp(e->second.first / e->second.second));
      else
        std::printf(" %10s", "-");
    std::printf("\n");
  }
}

}  // namespace bench
