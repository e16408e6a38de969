// What it costs to keep hand-written statements beside kernels: `verify(every=100)`, and `baseline` once it
// is decided, against the kernel alone and against the statement alone.
//
//   bench/insum_mode_bench [--data DIR] [--benchmark_filter=...] [other options of Google Benchmark]
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <insum/convert.hpp>
#include <insum/io.hpp>
#include <map>
#include <memory>
#include <random>

#include "harness.hpp"
#include "machine.hpp"
#include "mode_kernels.hpp"

namespace {

constexpr int calls = 100;                // at a time: the first of them is verified
constexpr int calls_between = calls / 2;  // the last of them, which feel nothing of that

/// One after the other, timed as one.
std::function<void()> often(std::function<void()> call, int times = calls) {
  return [=] {
    for (int n = 0; n < times; ++n) call();
  };
}

bench::work work_of(const std::function<void()>& statement, const std::function<void()>& kernel,
                    const std::function<void()>& verified, const std::function<void()>& raced) {
  bench::work w;
  w.processor_time = w.medians = true;
  // Each meets the caches and the predictors of branches as calls of its own leave them.
  const auto add = [&](const char* name, const std::function<void()>& call) {
    w.forms.push_back({name, often(call), nullptr, often(call)});
  };
  add("statement", statement), add("kernel", kernel), add("every=100", verified), add("baseline", raced);
  w.forms.push_back(
      {"between", often(verified, calls_between), nullptr, often(verified, calls - calls_between)});
  return w;
}

void add_axpy(int n, int threads) {
  bench::add("axpy/" + std::to_string(n) + "/" + std::to_string(threads), threads, [n] {
    auto x = std::make_shared<std::vector<double>>(n, 1.0), y = std::make_shared<std::vector<double>>(n, 0.0);
    return work_of([=] { bench::statement::axpy(*x, *y); }, [=] { bench::kernel::axpy(*x, *y); },
                   [=] { bench::verified::axpy(*x, *y); }, [=] { bench::raced::axpy(*x, *y); });
  });
}

struct products {
  bench::rows A;
  std::vector<double> x, y;
};

template <class F, class G, class H, class K>
bench::work work_of_products(bench::rows&& A, int columns, F statement, G kernel, H verified, K raced) {
  auto of = std::make_shared<products>();
  of->A = std::move(A);
  of->x.assign(static_cast<std::size_t>(of->A.m) * columns, 1.5);
  of->y.assign(static_cast<std::size_t>(of->A.n) * columns, 0);
  return work_of([=] { statement(of->A, of->x, of->y); }, [=] { kernel(of->A, of->x, of->y); },
                 [=] { verified(of->A, of->x, of->y); }, [=] { raced(of->A, of->x, of->y); });
}

void add_products(const std::string& name, const std::function<bench::rows()>& matrix, int threads) {
  const std::string end = name + std::to_string(threads);
  bench::add("spmv" + end, threads, [=] {
    return work_of_products(matrix(), 1, bench::statement::spmv, bench::kernel::spmv, bench::verified::spmv,
                            bench::raced::spmv);
  });
  bench::add("spmm" + std::to_string(bench::width) + end, threads, [=] {
    return work_of_products(matrix(), bench::width, bench::statement::spmm, bench::kernel::spmm,
                            bench::verified::spmm, bench::raced::spmm);
  });
}

bench::rows read_rows(const std::string& path) {
  const auto A = insum::convert<insum::csr<double>>(insum::read_mtx<double>(path));
  return {static_cast<int>(A.rows()),
          static_cast<int>(A.cols()),
          {A.pos.begin(), A.pos.end()},
          {A.crd.begin(), A.crd.end()},
          {A.vals.begin(), A.vals.end()}};
}

/// Five entries in each row, anywhere.
bench::rows random_rows(int n) {
  std::mt19937 random(1);
  bench::rows A{n, n, {0}, {}, {}};
  for (int i = 0; i < n; ++i) {
    for (int p = 0; p < 5; ++p)
      A.crd.push_back(static_cast<int>(random() % static_cast<unsigned>(n))), A.val.push_back(0.5);
    std::sort(A.crd.end() - 5, A.crd.end());
    A.pos.push_back(static_cast<int>(A.crd.size()));
  }
  return A;
}

/// Prints runs as they come, and at the end a line for each with what keeping the statement adds to a call.
class mode_reporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const std::string name = run.run_name.function_name;
      if (run.error_occurred) std::printf("%s: %s\n", name.c_str(), run.error_message.c_str());
      if (run.error_occurred || run.run_type != Run::RT_Iteration) continue;
      if (!results_.contains(name)) order_.push_back(name);
      for (const auto& [form, value] : run.counters) results_[name][form].push_back(value);
    }
  }

  void print_table() const {
    std::printf("%-28s %12s %12s %12s %22s %22s\n", "", "statement", "kernel", "between",
                "verify(every=100) adds", "baseline adds");
    for (const std::string& name : order_) print_line(name, results_.at(name));
  }

 private:
  using repetitions = std::map<std::string, std::vector<double>>;  // medians of 100 calls, by form

  static double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  }

  /// What a form takes longer than another one in the same repetition: slow phases of the machine meet both.
  static double added(const std::vector<double>& form, const std::vector<double>& to) {
    std::vector<double> more;
    for (std::size_t i = 0; i < form.size(); ++i) more.push_back(form[i] - to[i]);
    return median(std::move(more));
  }

  static void print_line(const std::string& name, const repetitions& seconds) {
    std::vector<double> between = seconds.at("between");
    for (double& each : between) each *= static_cast<double>(calls) / calls_between;
    const double statement = median(seconds.at("statement")), kernel = median(seconds.at("kernel"));
    std::printf("%-28s", name.c_str());
    for (const double form : {statement, kernel, median(between)})
      std::printf(" %9.3f us", form / calls * 1e6);
    for (const double more :
         {added(seconds.at("every=100"), between), added(seconds.at("baseline"), seconds.at("kernel"))})
      std::printf("   %6.0f ns %5.1f%% %5.1f%%", more / calls * 1e9, 100 * more / kernel,
                  100 * more / statement);
    std::printf("\n");
  }

  std::vector<std::string> order_;
  std::map<std::string, repetitions> results_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::optional<std::string> options = bench::read_options(argc, argv);
  if (!options) return 2;
  const std::string& data = *options;
  for (const int threads : bench::thread_counts()) {
    for (const int n : {16, 256, 4096, 65536, 1 << 20}) add_axpy(n, threads);
    for (const int n : {100, 10000})
      add_products("/random" + std::to_string(n) + "/", [n] { return random_rows(n); }, threads);
    for (const std::string& path : bench::files(data + "/matrix", ".mtx.gz"))
      add_products(bench::data_name(path), [path] { return read_rows(path); }, threads);
  }
  mode_reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  std::printf(
      "medians: time of a call, what a kept statement adds to it, and its share of kernel and of "
      "statement\n");
  reporter.print_table();
}
