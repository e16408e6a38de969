// sparse_products [format [columns [matrix]]]: a sparse matrix times a dense one, in a format that is named
// or advised.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <random>
#include <string>

#include "../common/compare.hpp"
#include "matrices.hpp"

namespace {

constexpr const char* formats[] = {"csr", "ell", "group_coo", "bcsr", "block_group_coo"};

// The product in one format, through insum and by hand, both compared with that of csr by hand; the exit
// status.
template <class Matrix>
int run_in(const Csr& A, const insum::convert_options& options, const Dense& B) {
  const Matrix converted = insum::convert<Matrix>(A, options);
  Dense ours({A.rows(), B.cols()}), theirs = ours, reference = ours;
  handwritten::multiply(A, B, reference);
  const double ours_time = example::best_time([&] { generated::multiply(converted, B, ours); });
  const double theirs_time = example::best_time([&] { handwritten::multiply(converted, B, theirs); });
  return example::conclude(ours_time, theirs_time,
                           std::max(example::relative_difference(ours.vals, reference.vals),
                                    example::relative_difference(theirs.vals, reference.vals)),
                           1e-5);
}

int run(const Csr& A, const char* source, const std::string& name, std::int64_t width) {
  Dense B({A.cols(), width});
  std::mt19937 random(3);
  for (float& value : B.vals) value = static_cast<float>(random() % 2001) / 1000 - 1;
  std::printf("matrix      %lld x %lld, %lld entries (%s), times %lld columns\n",
              static_cast<long long>(A.rows()), static_cast<long long>(A.cols()),
              static_cast<long long>(A.nnz()), source, static_cast<long long>(width));
  Cost best;
  std::printf("advice     ");
  for (const char* known : formats) {
    const Cost cost = cheapest(A, known, width);
    std::printf(" %s %.1f ", cost.format.c_str(), cost.multiplications / 1e6);
    const bool wanted = name == known || (name == "auto" && cost.multiplications < best.multiplications);
    if (wanted || best.format.empty()) best = cost;
  }
  std::printf("(million operations)\nformat      %s\n", best.format.c_str());

  const std::string format = best.format.substr(0, best.format.find('<'));
  insum::convert_options options;
  if (format == "bcsr" || format == "block_group_coo")  // the last number of "bcsr<8,8>"
    options.bm = options.bn = std::atoi(best.format.c_str() + best.format.rfind(',') + 1);
  if (format == "csr") return run_in<Csr>(A, options, B);
  if (format == "ell") return run_in<Ell>(A, options, B);
  if (format == "group_coo") return run_in<GroupCoo>(A, options, B);
  if (format == "bcsr") return run_in<Bcsr>(A, options, B);
  return run_in<BlockGroupCoo>(A, options, B);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::string format = argc > 1 ? argv[1] : "auto";
    const int width = argc > 2 ? std::atoi(argv[2]) : 128;
    const bool known = format == "auto" || std::count(std::begin(formats), std::end(formats), format) > 0;
    if (known && width >= 1 && argc == 4) return run(read_matrix(argv[3]), argv[3], format, width);
    if (known && width >= 1 && argc < 4)
      return run(random_graph(8000), "a random graph", format, width) |
             run(random_blocks(1024), "random blocks", format, width);
    const bool help = argc == 2 && format == "--help";
    std::fprintf(help ? stdout : stderr,
                 "usage: %s [format [columns [matrix]]]\n"
                 "auto, csr, ell, group_coo, bcsr or block_group_coo (auto); columns of the dense factor "
                 "(128); a file,\n"
                 ".mtx or .smtx, plain or gzip\n",
                 argv[0]);
    return help ? 0 : 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 2;
  }
}
