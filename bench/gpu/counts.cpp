// Runs the kernels on an emulated GPU, checks their results, and prints what each call moves and multiplies
// against what it cannot do without.
//
//   bench/gpu/insum_gpu_counts [--data DIR] [part of a name]
#include <insum/cuda.hpp>

#include <cstdio>
#include <cstring>
#include <exception>

#include "cases.hpp"
#include "traffic.hpp"

namespace {

using namespace bench::gpu;

/// Whether the result was right.
bool print_call(const std::string& name, const kernel_case& made, const std::function<void()>& call) {
  made.forget();
  start_counting();
  call();
  insum::cuda::wait();
  const traffic moved = counted();
  const bool right = made.error() <= 1;
  std::printf("%-48s %9.1f %8.2f %8.2f %8.2f %9.0f %8.0f", name.c_str(), made.bytes / 1024,
              moved.touched / made.bytes, moved.requested / made.bytes, moved.requested / moved.used,
              moved.atomics, moved.launches);
  if (moved.matrix_flops > 0)
    std::printf(" %8.2f", moved.matrix_flops / made.flops);
  else
    std::printf(" %8s", "-");
  std::printf("  %s\n", right ? "right" : "WRONG");
  std::fflush(stdout);
  return right;
}

bool print_case(const named_case& one) {
  const kernel_case made = one.prepare();
  bool right = print_call(one.name, made, made.call);
  for (const rival& other : made.rivals) right &= print_call("  by hand", made, other.call);
  return right;
}

int run(const std::string& data, const char* part) {
  std::printf("%-48s %9s %8s %8s %8s %9s %8s %8s  %s\n", "kernel/data/type", "least KiB", "touched", "asked",
              "unused", "atomics", "launches", "matrix", "result");
  bool right = true;
  for (const named_case& one : all_cases(data, scale::emulation))
    if (one.name.find(part) != std::string::npos) right &= print_case(one);
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::string data = INSUM_DATA_DIR;
  int at = 1;
  if (argc > 2 && std::strcmp(argv[1], "--data") == 0) data = argv[2], at = 3;
  try {
    return run(data, at < argc ? argv[at] : "");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 2;
  }
}
