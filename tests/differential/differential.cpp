#include "differential.hpp"

#include <unistd.h>

#include <cstdlib>
#include <exception>

namespace differential {

namespace {

void print(double x) { std::printf("%.9g", x); }
void print(std::int64_t x) { std::printf("%lld", static_cast<long long>(x)); }
void print(std::complex<double> x) { std::printf("%.9g%+.9gi", x.real(), x.imag()); }

bool close(std::int64_t a, std::int64_t b, Tolerance) { return a == b; }
bool close(double a, double b, Tolerance tolerance) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= tolerance.absolute + tolerance.relative * std::abs(b);
}
bool close(std::complex<double> a, std::complex<double> b, Tolerance tolerance) {
  return std::abs(a - b) <= tolerance.absolute + tolerance.relative * std::abs(b);
}

template <class T>
bool compare(const char* name, std::vector<T> got, const std::vector<int>& layout,
             const std::vector<T>& wanted, double fill, Tolerance tolerance) {
  if (!layout.empty() || got.size() != wanted.size()) {
    if (layout.size() != got.size()) {
      std::printf("  %s has %zu elements, wanted %zu\n", name, got.size(), wanted.size());
      return false;
    }
    std::vector<T> placed(wanted.size(), static_cast<T>(fill));
    std::vector<bool> stored(wanted.size(), false);
    for (std::size_t n = 0; n < got.size(); ++n) {
      if (layout[n] < 0) continue;
      const auto place = static_cast<std::size_t>(layout[n]);
      placed[place] = stored[place] ? placed[place] + got[n] : got[n];
      stored[place] = true;
    }
    got = std::move(placed);
  }
  for (std::size_t n = 0; n < wanted.size(); ++n) {
    if (close(got[n], wanted[n], tolerance)) continue;
    std::printf("  %s differs at element %zu of %zu: got ", name, n, wanted.size());
    print(got[n]);
    std::printf(", wanted ");
    print(wanted[n]);
    std::printf("\n");
    return false;
  }
  return true;
}

bool run(const Program& program) {
  try {
    return program.run();
  } catch (const std::exception& error) {
    std::printf("  exception: %s\n", error.what());
    return false;
  }
}

}  // namespace

std::vector<double> numbers(const char* text) {
  std::vector<double> result;
  char* end = nullptr;
  for (double x = std::strtod(text, &end); end != text; x = std::strtod(text, &end)) {
    result.push_back(x);
    text = *end == ',' ? end + 1 : end;
  }
  return result;
}

bool same(const char* name, const Real& got, const std::vector<int>& layout, const Real& wanted, double fill,
          Tolerance tolerance) {
  return compare(name, got, layout, wanted, fill, tolerance);
}
bool same(const char* name, const Integer& got, const std::vector<int>& layout, const Integer& wanted,
          double fill, Tolerance tolerance) {
  return compare(name, got, layout, wanted, fill, tolerance);
}
bool same(const char* name, const Complex& got, const std::vector<int>& layout, const Complex& wanted,
          double fill, Tolerance tolerance) {
  return compare(name, got, layout, wanted, fill, tolerance);
}

bool on_threads(bool (*run)(Run& run), bool deterministic) {
  std::vector<unsigned char> first;
  for (const int threads : {1, 2, 4}) {
    omp_set_num_threads(threads);
    Run now;
    now.threads = threads;
    if (!run(now)) {
      std::printf("  on %d threads\n", threads);
      return false;
    }
    if (threads == 1) {
      first = std::move(now.bits);
    } else if (deterministic && now.bits != first) {
      std::printf("  on %d threads: other bits than on one thread\n", threads);
      return false;
    }
  }
  return true;
}

int run_programs(std::span<const Program> programs, int argc, char** argv) {
  const int first = argc > 1 ? std::atoi(argv[1]) : 0;
  bool good = true;
  for (const Program& program : programs) {
    if (program.number < first) continue;
    std::printf("begin %d\n", program.number);
    std::fflush(stdout);
    alarm(60);
    const bool passed = run(program);
    std::printf("%s %d\n", passed ? "passed" : "failed", program.number);
    std::fflush(stdout);
    good &= passed;
  }
  return good ? 0 : 1;
}

}  // namespace differential
