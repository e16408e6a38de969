// Which of both is chosen, for which calls.
#include <cstdlib>
#include <thread>

#include "../verify/cases.hpp"
#include "clock.hpp"

using cases::counted;

namespace {

/// y += x, by a statement that takes `time` longer than the kernel.
void add(int n, const double* x, double* y, int time) {
#pragma insum y[i] += x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {
    spend(time);
    for (int i = 0; i < n; ++i) y[i] += x[i];
  }
}

void add_often(int n, int calls, int time) {
  const std::vector<double> x = counted(n);
  std::vector<double> y(x.size(), 1);
  for (int call = 1; call <= calls; ++call) {
    add(n, x.data(), y.data(), time);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT(y[i] == 1 + call * x[i]);
  }
}

void matvec(const cases::Csr& A, const double* x, double* y, int time) {
#pragma insum y[i] = A[i, j] * x[j]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
#pragma insum tensor x[A.cols] : dense(x)
#pragma insum tensor y[A.rows] : dense(y)
  {
    spend(time);
    for (std::size_t i = 0; i < static_cast<std::size_t>(A.rows); ++i) {
      y[i] = 0;
      for (auto p = static_cast<std::size_t>(A.pos[i]); p < static_cast<std::size_t>(A.pos[i + 1]); ++p)
        y[i] += A.val[p] * x[A.crd[p]];
    }
  }
}

/// Rows with as many entries each.
cases::Csr rows_of(int entries) {
  cases::Csr A{32, 32, {0}, {}, {}};
  for (int i = 0; i < A.rows; ++i) {
    for (int j = 0; j < entries; ++j) A.crd.push_back(j), A.val.push_back(1);
    A.pos.push_back(static_cast<int>(A.crd.size()));
  }
  return A;
}

void multiply_often(int entries, int time) {
  const cases::Csr A = rows_of(entries);
  const std::vector<double> x(32, 1);
  std::vector<double> y(32);
  for (int call = 0; call < 5; ++call) {
    matvec(A, x.data(), y.data(), time);
    EXPECT(y[7] == entries);
  }
}

}  // namespace

CASE(kernel_is_faster, "kernel 3") {
  add_often(9, 10, 90);
  EXPECT(statements() == 3);  // while it is measured
}

CASE(statement_is_faster, "statement 3") {
  add_often(9, 10, -5);
  EXPECT(statements() == 10);
}

CASE(both_are_close, "kernel 7") { add_often(9, 10, 1); }

CASE(called_twice, "null 2") { add_often(9, 2, 90); }

CASE(first_call_does_not_count, "statement 3") {
  std::vector<double> x = counted(3), y(3);
  for (int call = 0; call < 5; ++call) add(3, x.data(), y.data(), call == 0 ? 1000 : -5);
}

CASE(measured_again_later, "statement 5") {
  std::vector<double> x = counted(3), y(3);
  // The first calls are disturbed; of the later ones the 16th and the 64th are measured.
  for (int call = 0; call < 70; ++call) add(3, x.data(), y.data(), call < 10 ? 90 : -5);
  EXPECT(statements() == 3 + 1 + (70 - 16));
}

CASE(sizes_have_classes, "statement 3, kernel 3") {
  add_often(4, 5, -5);
  add_often(400, 5, 90);
  add_often(7, 5, 90);  // as 4: decided
}

CASE(densities_have_classes, "kernel 3, statement 3, kernel 3") {
  multiply_often(1, 90);
  multiply_often(16, -5);
  multiply_often(0, 90);
}

CASE(kernel_in_parallel_regions, "") {
  std::vector<double> x = counted(4), y(8);
#pragma omp parallel for num_threads(2)
  for (int half = 0; half < 2; ++half) add(4, x.data(), y.data() + 4 * half, -5);
  EXPECT(statements() == 0 && y[3] == 4 && y[7] == 4);
}

CASE(threads_of_the_program, "kernel") {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back([] { add_often(9, 200, 900); });
  for (std::thread& thread : threads) thread.join();
}

namespace {

bool calls_late = false;

/// Destroyed when the report was written: kernels run, and nobody measures. Blocks without a choice belong to
/// the report before the program begins, but not before this.
struct Late {
  ~Late() {
    if (!calls_late) return;
    const std::vector<double> x = counted(3);
    std::vector<double> y(3);
    const int before = statements();
    for (int call = 0; call < 9; ++call) add(3, x.data(), y.data(), -5);
    if (statements() != before || y[2] != 27) std::_Exit(3);
  }
};
[[gnu::init_priority(101)]] const Late late;

}  // namespace

CASE(calls_after_the_report, "statement 3") {
  calls_late = true;
  add_often(3, 5, -5);
}
