#include "product_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bench {

namespace {

constexpr int group_sizes[] = {1, 2, 4, 8, 16, 32, 64};

void print_or_dash(const char* format, int width, double value) {
  if (value > 0)
    std::printf(format, value);
  else
    std::printf(" %*s", width, "-");
}

constexpr const char* peers[] = {"loops", "eigen", "openblas"};  // of dense products

/// Geometric means of the peers' times over insum's, of each kernel and number of threads.
void print_means(const std::vector<std::pair<std::string, figures>>& list) {
  std::map<std::string, std::map<std::string, std::pair<double, int>>> sums;  // of logarithms
  for (const auto& [name, f] : list)
    for (const char* peer : peers)
      if (f.at(peer) > 0) {
        const std::string kind =
            name.substr(0, name.find('/')) + ", threads: " + name.substr(name.rfind('/') + 1);
        auto& [sum, count] = sums[kind][peer];
        sum += std::log(f.at(peer) / f.at("insum")), ++count;
      }
  std::printf("\nTimes over insum's, geometric mean:\n");
  for (auto& [kind, of] : sums) {
    std::printf("%-68s", kind.c_str());
    for (const char* peer : peers)
      print_or_dash(" %10.2f", 10, of[peer].second ? std::exp(of[peer].first / of[peer].second) : 0);
    std::printf("\n");
  }
}

/// The size with the shortest time of forms named `way`/size.
int fastest_size(const figures& f, const std::string& way) {
  return *std::min_element(std::begin(group_sizes), std::end(group_sizes), [&](int a, int b) {
    return f.at(way + "/" + std::to_string(a)) < f.at(way + "/" + std::to_string(b));
  });
}

}  // namespace

double figures::at(const std::string& name) const {
  const auto found = values.find(name);
  return found == values.end() ? 0 : found->second;
}

double figures::rate(const std::string& form, const std::string& flops) const {
  const double seconds = at(form);
  return seconds > 0 ? at(flops) / seconds * 1e-9 : 0;
}

void product_reporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    const std::string name = run.run_name.function_name;
    if (run.error_occurred) {
      std::printf("%s: %s\n", name.c_str(), run.error_message.c_str());
      continue;
    }
    if (run.run_type != Run::RT_Iteration) continue;
    order_[run.family_index] = name;
    for (const auto& [counter, value] : run.counters) {
      double& kept = results_[name].values.try_emplace(counter, value.value).first->second;
      kept = std::min(kept, value.value);
    }
  }
}

std::vector<product_reporter::result> product_reporter::of_kind(const std::string& kind) const {
  std::vector<result> list;
  for (const auto& [index, name] : order_)
    if (name.starts_with(kind)) list.emplace_back(name.substr(kind.size()), results_.at(name));
  return list;
}

/// Operations a nanosecond of the machine, for a benchmark's type and threads.
double product_reporter::peak(const std::string& name) const {
  const auto found = limits_.find(name.ends_with("/2") ? 2 : 1);
  if (found == limits_.end()) return 0;
  const bool is_float = name.find("/float/") != std::string::npos;
  return (is_float ? found->second.flops_float : found->second.flops_double) * 1e-9;
}

void product_reporter::print_dense() const {
  const auto list = of_kind("dense/");
  if (list.empty()) return;
  std::printf("\n%-38s %12s %9s %7s %10s %10s %10s\n", "dense/...", "insum", "GFLOP/s", "of peak",
              "plain loop", "Eigen", "OpenBLAS");
  for (const auto& [name, f] : list) {
    const double own = f.rate("insum");
    std::printf("%-38s %9.3f ms %9.1f %6.0f%%", name.c_str(), f.at("insum") * 1e3, own,
                100 * own / peak(name));
    for (const char* peer : peers) print_or_dash(" %10.2f", 10, f.at(peer) / f.at("insum"));
    std::printf("\n");
  }
  print_means(list);
}

void product_reporter::print_blocks() const {
  const auto list = of_kind("blocks/");
  if (list.empty()) return;
  std::printf("\n%-24s %3s %15s %8s %8s %8s   %15s %8s   %15s %8s %10s\n", "", "", "GFLOP/s of", "", "",
              "Open-", "share of dense:", "", "of OpenBLAS:", "", "Eigen csr");
  std::printf("%-24s %3s %15s %8s %8s %8s   %15s %8s   %15s %8s %10s\n", "blocks/...", "g", "block_group_coo",
              "bcsr", "dense", "BLAS", "block_group_coo", "bcsr", "block_group_coo", "bcsr", "over bcsr");
  for (const auto& [name, f] : list) {
    const double group = f.rate("block_group_coo"), bcsr = f.rate("bcsr"),
                 dense = f.rate("dense", "dense flops"), blas = f.rate("openblas", "dense flops");
    std::printf("%-24s %3.0f %15.1f %8.1f %8.1f", name.c_str(), f.at("group size"), group, bcsr, dense);
    print_or_dash(" %8.1f", 8, blas);
    std::printf("   %14.0f%% %7.0f%%  ", 100 * group / dense, 100 * bcsr / dense);
    if (blas > 0)
      std::printf(" %14.0f%% %7.0f%%", 100 * group / blas, 100 * bcsr / blas);
    else
      std::printf(" %15s %8s", "-", "-");
    print_or_dash(" %10.2f", 10, f.at("eigen") / f.at("bcsr"));
    std::printf("\n");
  }
}

void product_reporter::print_groups() const {
  for (const auto& [name, f] : of_kind("groups/")) {
    std::printf("\n%-38s %12s %12s %12s %10s\n", ("groups/" + name).c_str(), "member, ms", "type, ms",
                "accesses", "MB");
    for (const int size : group_sizes) {
      const std::string g = "/" + std::to_string(size);
      std::printf("  %2d%-34s %12.3f %12.3f %12.0f %10.2f\n", size,
                  size == static_cast<int>(f.at("recommended")) ? " (recommended)" : "",
                  f.at("member" + g) * 1e3, f.at("type" + g) * 1e3, f.at("accesses" + g),
                  f.at("bytes" + g) * 1e-6);
    }
    std::printf("  %-36s %12.3f %12s %12.0f %10.2f\n", "csr", f.at("csr") * 1e3, "", f.at("accesses/csr"),
                f.at("bytes/csr") * 1e-6);
    if (f.at("bcsr") > 0) std::printf("  %-36s %12.3f\n", "bcsr", f.at("bcsr") * 1e3);
  }
}

/// The recommended size beside the best one measured, both as a member and as a part of the type.
void product_reporter::print_choices() const {
  const auto list = of_kind("groups/");
  if (list.empty()) return;
  std::printf("\n%-28s %11s   %6s %9s %9s   %6s %9s %9s\n", "", "", "member:", "over best", "over csr",
              "type:", "over best", "over csr");
  std::printf("%-28s %11s   %6s %9s %9s   %6s %9s %9s\n", "groups/...", "recommended", "best", "", "", "best",
              "", "");
  for (const auto& [name, f] : list) {
    const int recommended = static_cast<int>(f.at("recommended"));
    std::printf("%-28s %11d", name.c_str(), recommended);
    for (const std::string way : {"member", "type"}) {
      const int best = fastest_size(f, way);
      const double own = f.at(way + "/" + std::to_string(recommended));
      std::printf("   %6d %9.2f %9.2f", best, own / f.at(way + "/" + std::to_string(best)),
                  own / f.at("csr"));
    }
    std::printf("\n");
  }
}

void product_reporter::print_tables() const {
  print_dense();
  print_blocks();
  print_groups();
  print_choices();
}

}  // namespace bench
