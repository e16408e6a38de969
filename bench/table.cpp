#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bench {

namespace {

constexpr column best_other = {"best", "best other"};

}  // namespace

table_layout layout_of(const machine& limits) {
  const auto threads_of = [](const std::string& name) { return name.ends_with("/2") ? 2 : 1; };
  return {
      "kernel/data/type/threads",
      {{"loops", "plain loop"}, {"reference", "reference"}, {"eigen", "Eigen"}, {"graphblas", "GraphBLAS"}},
      [=](const std::string& name) -> std::optional<peaks> {
        const auto found = limits.find(threads_of(name));
        if (found == limits.end()) return std::nullopt;
        const bool is_float = name.find("/float/") != std::string::npos;
        return peaks{found->second.bytes_per_second,
                     is_float ? found->second.flops_float : found->second.flops_double};
      },
      [](const std::string& name) {
        return name.substr(0, name.find('/')) + " threads " + name.substr(name.rfind('/') + 1);
      }};
}

void table_reporter::print_titles() const {
  for (const column& c : layout_.others) std::printf(" %10s", c.title);
  std::printf(" %10s", best_other.title);
}

void table_reporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.error_occurred || run.run_type != Run::RT_Iteration) continue;
    const std::string key = run.run_name.function_name;
    if (!results_.count(key)) order_.push_back(key);
    const auto counter = [&](const char* name) {
      const auto found = run.counters.find(name);
      return found == run.counters.end() ? 0.0 : found->second.value;
    };
    const auto keep = [&](const char* form) {
      const double seconds = counter(form);
      if (seconds == 0) return;
      entry& e = results_[key][form];
      if (e.seconds == 0 || seconds < e.seconds) e.seconds = seconds;
      e.bytes = counter("bytes"), e.flops = counter("flops");
    };
    keep("insum");
    for (const column& c : layout_.others) keep(c.form);
  }
}

std::string table_reporter::share(const std::string& key, const entry& e) const {
  const std::optional<peaks> most = layout_.peaks_of(key);
  if (!most) return "";
  const double memory = e.bytes / e.seconds / most->bytes_per_second,
               compute = e.flops / e.seconds / most->flops;
  char text[64];
  std::snprintf(text, sizeof text, memory > compute ? "%3.0f%% of bandwidth" : "%3.0f%% of peak",
                100 * std::max(memory, compute));
  return text;
}

void table_reporter::print_table() const {
  std::printf("\n%-42s %11s", layout_.names, "insum");
  print_titles();
  std::printf("  %s\n", "share of the limit");
  std::map<std::string, std::map<std::string, std::pair<double, int>>>
      mean;  // of log ratios, by kernel and form
  for (const std::string& key : order_) {
    const auto& forms = results_.at(key);
    if (!forms.count("insum")) continue;
    const double own = forms.at("insum").seconds;
    auto& sums = mean[layout_.group_of(key)];
    const auto print = [&](const char* form, double ratio) {
      std::printf(" %10.2f", ratio);
      sums[form].first += std::log(ratio);
      ++sums[form].second;
    };
    std::printf("%-42s %8.3f ms", key.c_str(), own * 1e3);
    double best = 0;
    for (const auto& [form, title] : layout_.others) {
      if (!forms.count(form)) {
        std::printf(" %10s", "-");
        continue;
      }
      const double ratio = forms.at(form).seconds / own;
      best = best == 0 ? ratio : std::min(best, ratio);
      print(form, ratio);
    }
    if (best != 0) print(best_other.form, best);
    std::printf("  %s\n", share(key, forms.at("insum")).c_str());
  }
  std::printf("\nTimes of the others over insum's, geometric mean:\n%-28s", "");
  print_titles();
  std::printf("\n");
  for (const auto& [kernel, by_form] : mean) {
    const auto print = [&by_form = by_form](const column& c) {
      if (const auto e = by_form.find(c.form); e != by_form.end())
        std::printf(" %10.2f", std::exp(e->second.first / e->second.second));
      else
        std::printf(" %10s", "-");
    };
    std::printf("%-28s", kernel.c_str());
    for (const column& c : layout_.others) print(c);
    print(best_other);
    std::printf("\n");
  }
}

}  // namespace bench
