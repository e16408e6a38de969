// A * A row by row, as generated code computes it, and with a symbolic phase:
//   by_rows/joined    one pass; each part of the rows has buffers that grow, which are joined at the end
//   by_rows/unsorted  the same for a result that may be unsorted
//   by_rows/counted   entries of rows are counted first; the second pass computes them where they are to be
// The counter "second" is the share of the time that the join takes, or the counting. An input P:name has a
// factor of one entry a row, whose count costs next to nothing.
#include "workspace_rows.hpp"

#include <benchmark/benchmark.h>
#include <omp.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <insum/formats.hpp>
#include <insum/io.hpp>
#include <insum/rt/kernel.hpp>
#include <map>
#include <string>
#include <utility>

namespace bench {

namespace {

using matrix = insum::csr<double>;
struct matrices {
  matrix a, b;
};

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
std::int64_t at(const insum::buffer<std::int32_t>& array, std::int64_t n) {
  return array[static_cast<std::size_t>(n)];
}
auto ranges(const matrices& x) {
  return insum::rt::balanced(0, x.a.rows(), 16, [&x](std::int64_t i) { return at(x.a.pos, i) + i; });
}
/// f(j, value) for the products of row i.
template <class F>
void products(const matrices& x, std::int64_t i, F&& f) {
  for (std::int64_t p = at(x.a.pos, i); p < at(x.a.pos, i + 1); ++p)
    for (std::int64_t k = at(x.a.crd, p), q = at(x.b.pos, k); q < at(x.b.pos, k + 1); ++q)
      f(at(x.b.crd, q), x.a.vals[static_cast<std::size_t>(p)] * x.b.vals[static_cast<std::size_t>(q)]);
}

using row = insum::rt::row_workspace<double, insum::rt::op_add>;

/// The seconds of the join.
template <bool sorted>
double joined(const matrices& x, matrix& c) {
  using level = insum::rt::compressed_part<std::int32_t, std::int32_t>;
  auto parts = insum::rt::assemble<insum::rt::part<double, level>>(
      "C", ranges(x), [&](auto& part, std::int64_t begin, std::int64_t end) {
        row w(x.b.cols());
        for (std::int64_t i = begin; i < end; ++i) {
          products(x, i, [&](std::int64_t j, double v) { w.update(j, v); });
          if constexpr (sorted)
            w.drain(part.template level<0>(), i, part.values);
          else
            w.drain_unsorted(part.template level<0>(), i, part.values);
        }
      });
  const double start = now();
  insum::rt::join("C", parts, 0, insum::rt::into_compressed(c.pos, c.crd, x.a.rows()), c.vals);
  return now() - start;
}

/// The seconds of the first pass.
double counted(const matrices& x, matrix& c) {
  const double start = now();
  c.pos.assign(static_cast<std::size_t>(x.a.rows()) + 1, 0);
  insum::rt::parallel(ranges(x), [&](std::int64_t begin, std::int64_t end) {
    insum::buffer<std::int32_t> seen;
    seen.assign(static_cast<std::size_t>(x.b.cols()), -1);
    for (std::int64_t i = begin; i < end; ++i) {
      std::int32_t count = 0;
      if (at(x.a.pos, i + 1) - at(x.a.pos, i) == 1) {
        const std::int64_t k = at(x.a.crd, at(x.a.pos, i));
        count = static_cast<std::int32_t>(at(x.b.pos, k + 1) - at(x.b.pos, k));
      } else {
        products(x, i, [&](std::int64_t j, double) {
          auto& last = seen[static_cast<std::size_t>(j)];
          count += last != static_cast<std::int32_t>(i) ? 1 : 0;
          last = static_cast<std::int32_t>(i);
        });
      }
      c.pos[static_cast<std::size_t>(i) + 1] = count;
    }
  });
  for (std::size_t i = 1; i < c.pos.size(); ++i) c.pos[i] += c.pos[i - 1];
  const double seconds = now() - start;
  c.crd.resize(static_cast<std::size_t>(c.pos.back()));
  c.vals.resize(static_cast<std::size_t>(c.pos.back()));
  insum::rt::parallel(ranges(x), [&](std::int64_t begin, std::int64_t end) {
    row w(x.b.cols());
    for (std::int64_t i = begin; i < end; ++i) {
      products(x, i, [&](std::int64_t j, double v) { w.update(j, v); });
      w.finish();
      auto to = static_cast<std::size_t>(at(c.pos, i));
      for (std::int64_t n = 0; n < w.count(); ++n, ++to) {
        c.crd[to] = static_cast<std::int32_t>(w.coordinates()[n]);
        c.vals[to] = w.values()[n];
      }
      w.clear();
    }
  });
  return seconds;
}

void timed_rows(benchmark::State& state, const matrices& x, const std::string& name, int threads,
                double (*form)(const matrices&, matrix&)) {
  static std::map<std::string, std::int64_t> known;
  omp_set_num_threads(threads);
  double second = 0, all = 0;
  for (auto _ : state) {
    matrix c;
    c.shape = {x.a.rows(), x.b.cols()};
    const double start = now();
    second += form(x, c);
    all += now() - start;
    state.PauseTiming();
    if (known.try_emplace(name, c.nnz()).first->second != c.nnz()) state.SkipWithError("another result");
    state.counters["entries"] = static_cast<double>(c.nnz());
    state.ResumeTiming();
  }
  state.counters["second"] = second / all;
  omp_set_num_threads(1);
}

const matrices& matrices_of(const std::string& path, bool selection) {
  static std::map<std::string, matrices> known;
  auto [found, fresh] = known.try_emplace(path + (selection ? "P" : ""));
  if (!fresh) return found->second;
  matrices& x = found->second;
  x.a = x.b = insum::convert<matrix>(insum::read_mtx<double>(path));
  if (!selection) return x;
  const auto n = static_cast<std::size_t>(x.a.rows());
  x.a.pos.resize(n + 1), x.a.crd.resize(n), x.a.vals.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    x.a.pos[i + 1] = static_cast<std::int32_t>(i) + 1;
    x.a.crd[i] = static_cast<std::int32_t>(i * 7919 % n);
    x.a.vals[i] = 2;
  }
  return x;
}

}  // namespace

void add_row_products() {
  using form = std::pair<const char*, double (*)(const matrices&, matrix&)>;
  for (const std::string name :
       {"matrix/bcsstk16", "matrix/cage10", "graph/cond-mat-2005", "graph/email-Enron"}) {
    const std::string path = INSUM_DATA_DIR "/" + name + ".mtx.gz";
    if (!std::filesystem::exists(path)) {
      std::printf("by_rows/%s: skipped, no file\n", name.c_str());
      continue;
    }
    for (const bool selection : {false, true})
      for (const int threads : {1, 2})
        for (const auto& [form_name, run] :
             {form{"joined", joined<true>}, form{"unsorted", joined<false>}, form{"counted", counted}}) {
          const std::string input = (selection ? "P:" : "") + name.substr(name.find('/') + 1);
          const std::string full =
              "by_rows/threads=" + std::to_string(threads) + "/" + form_name + "/" + input;
          benchmark::RegisterBenchmark(full.c_str(),
                                       [=, f = run](benchmark::State& state) {
                                         timed_rows(state, matrices_of(path, selection), input, threads, f);
                                       })
              ->Unit(benchmark::kMillisecond)
              ->MinWarmUpTime(0.1)
              ->UseRealTime();
        }
  }
}

}  // namespace bench
