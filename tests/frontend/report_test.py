#!/usr/bin/env python3
"""Reports of programs: INSUM_REPORT.

    report_test.py INSUM INCLUDE [UNITTEST ARGUMENT...]
"""
import json
import os
import re
import subprocess
import sys
import unittest

from command_line import CommandLine, INCLUDE

PROGRAM = """#include <cstdio>
#include <vector>
static double twice(double x) { return 2 * x; }
std::vector<int> pos = {0, 1, 3}, crd = {1, 0, 1};
std::vector<double> vals = {1, 2, 3}, x = {1, 10}, y(2), C(4);
template <class T>
void times(const std::vector<T>& from, std::vector<double>& to) {
#pragma insum to[i] = A[i,j] * from[j]
#pragma insum tensor A[2,2] : csr(pos.data(), crd.data(), vals.data())
#pragma insum tensor from[2] : dense(from.data())
#pragma insum tensor to[2] : dense(to.data())
  ;
}
void nothing(const std::vector<int>& none) {
  double s = 0;
#pragma insum s = B[i,j]
#pragma insum tensor B[0,0] : csr(none.data(), none.data(), vals.data())
  s = 0;
  std::printf("%g\\n", s);
}
int main(int argc, char**) {
  for (int n = 0; n < argc; ++n) times(x, y);
  times(std::vector<float>{1, 10}, y);
#pragma insum C[i,j] = max(A[i,j], B[i,j])
#pragma insum tensor A[2,2] : csr(pos.data(), crd.data(), vals.data())
#pragma insum tensor B[2,2] : csc(pos.data(), crd.data(), vals.data())
#pragma insum tensor C[2,2] : dense(C.data())
  ;
  nothing({});
  std::printf("%g %g %g\\n", twice(y[0]), y[1], C[1]);
}
"""


# A kernel of its own for the program and for each of two libraries.
KERNEL = """#include <dlfcn.h>
#include <cstdio>
#include <cstring>
#include "insum/insum.hpp"
static double length(const char* text) { return static_cast<double>(std::strlen(text)); }
extern "C" double run_NAME() {
  double x[2] = {1, 2}, s = 0;
#pragma insum s = x[i] * {length("NAME\\\\\\"")} * \\
    2
#pragma insum tensor x[2] : dense(x)
  ;
  return s;
}
"""
# Loads each library, calls its kernel and unloads it; fails if it stays.
MAIN = """
int call(const char* library, const char* name) {
  void* const loaded = dlopen(library, RTLD_NOW);
  if (!loaded) return std::printf("%s\\n", dlerror()), 1;
  const auto run = reinterpret_cast<double (*)()>(dlsym(loaded, name));
  std::printf("%g\\n", run());
  return dlclose(loaded) || dlopen(library, RTLD_NOW | RTLD_NOLOAD);
}
int main() {
  std::printf("%g\\n", run_host());
  return call("./first.so", "run_first") || call("./second.so", "run_second") || call("./first.so", "run_first");
}
"""


class Reporting(CommandLine):
    def build(self, name, text, *flags):
        self.write(name + ".cpp", text)
        self.insum("rewrite", name + ".cpp", "-o", name + ".out.cpp", "--", "-std=c++20", "-fopenmp", "-I" + INCLUDE)
        built = self.compile("g++", "-fopenmp", "-O0", name + ".out.cpp", *flags)
        self.assertEqual(built.returncode, 0, built.stdout)

    def run_program(self, report, *arguments):
        environment = {k: v for k, v in os.environ.items() if k != "INSUM_REPORT"}
        if report is not None:
            environment["INSUM_REPORT"] = report
        return subprocess.run([self.path("a.out"), *arguments], cwd=self.folder.name, env=environment, text=True,
                              capture_output=True, check=True)

    def read_report(self):
        with open(self.path("report.json"), encoding="utf-8") as file:
            return json.load(file)


class Unloaded(Reporting):
    """Kernels of libraries that are gone when the report is written."""

    def test_report(self):
        for name in ("first", "second"):
            self.build(name, KERNEL.replace("NAME", name), "-shared", "-fPIC", "-fno-gnu-unique", "-o", name + ".so")
        self.build("host", KERNEL.replace("NAME", "host") + MAIN, "-rdynamic", "-o", "a.out")
        run = self.run_program("report.json")
        self.assertEqual((run.stdout, run.stderr), ("36\n42\n48\n42\n", ""))
        kernels = {kernel["file"]: kernel for kernel in self.read_report()["kernels"]}
        self.assertEqual({file: kernel["calls"] for file, kernel in kernels.items()}, {"first.cpp": 2, "second.cpp": 1, "host.cpp": 1})
        self.assertEqual(kernels["first.cpp"]["einsum"], 's = x[i] * {length("first\\\\\\"")} *     2')


FIELDS = """
#include <cstdio>
#include <vector>
struct Cell { double volume; float heat; };
int main() {
  std::vector<Cell> cells(100, Cell{1, 2});
  const int n = 100;
  double total = 0;
#pragma insum total += volume[i] * heat[i]
#pragma insum tensor volume[n] : dense(field(cells, volume))
#pragma insum tensor heat[n] : dense(field(cells, heat))
  for (const Cell& cell : cells) total += cell.volume * cell.heat;
  std::printf("%g\\n", total);
}
"""


class Fields(Reporting):
    """Of an array of structs the members that the Einsum names count."""

    def test_bytes(self):
        self.build("a", FIELDS, "-o", "a.out")
        self.assertEqual(self.run_program("report.json").stdout, "200\n")
        self.assertEqual([kernel["bytes"] for kernel in self.read_report()["kernels"]], [100 * (8 + 4) + 8])


# A is {{5, 0, 6, 0}, {0, 0, 0, 7}, {0, 0, 0, 0}}, S is {{1, 2, 0, 0}, {0, 0, 0, 3}, {4, 0, 0, 0}}; 3 by 4.
KERNELS = """
#include <cstdio>
#include <complex>
#include <vector>
#include "insum/insum.hpp"
const int m = 3, n = 4, w = 5;
std::vector<int> pos = {0, 2, 3, 3}, crd = {0, 2, 3}, spos = {0, 2, 3, 4}, scrd = {0, 1, 3, 0};
std::vector<int> rows = {0, 0, 1};
std::vector<double> vals = {5, 6, 7}, svals = {1, 2, 3, 4}, x(n, 1), y(m), B(n * w, 1), C(m * w), X(m * w, 1), O(3), D(m * n);
std::vector<float> bvals(2 * 4, 1), bx(5, 1), by(3);
std::vector<int> bpos = {0, 1, 2}, bcrd = {1, 2}, slots = {0, 2, 3, -1, -1, -1};
std::vector<double> slot_vals = {5, 6, 7, 0, 0, 0}, diagonals(2 * 3, 1);
std::vector<int> offsets = {0, 2}, hits(m);
std::vector<std::complex<double>> zvals(3, 1), zx(n, 1), zy(m);
template <class T>
void generic(const std::vector<T>& values, std::vector<T>& to) {
#pragma insum to[i] = G[i,j] * values[j]
#pragma insum tensor G[m,n] : csr(pos.data(), crd.data(), values.data())
#pragma insum tensor values[n] : dense(values.data())
#pragma insum tensor to[m] : dense(to.data())
  ;
}
int main() {
  insum::csr<double> P{.shape = {m, n}}, R{.shape = {n, n}}, Q{.shape = {n, n}, .pos = {0, 1, 1, 3, 4}, .crd = {0, 1, 3, 2}, .vals = {1, 1, 1, 1}};
#pragma insum C[i,j] = X[i,k] * W[k,j]
#pragma insum tensor C[m,w] : dense(C.data())
#pragma insum tensor X[m,n] : dense(X.data())
#pragma insum tensor W[n,w] : dense(B.data())
  ;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : csr(pos.data(), crd.data(), vals.data())
#pragma insum tensor x[n] : dense(x.data())
#pragma insum tensor y[m] : dense(y.data())
  ;
#pragma insum C[i,j] += A[i,k] * B[k,j]
#pragma insum tensor A[m,n] : csr(pos.data(), crd.data(), vals.data())
#pragma insum tensor B[n,w] : dense(B.data())
#pragma insum tensor C[m,w] : dense(C.data())
  ;
#pragma insum O[i,j] = A[i,j] * X[i,k] * Y[j,k]
#pragma insum tensor A[m,n] : csr(pos.data(), crd.data(), vals.data())
#pragma insum tensor O[m,n] : csr(pos.data(), crd.data(), O.data())
#pragma insum tensor X[m,w] : dense(X.data())
#pragma insum tensor Y[n,w] : dense(B.data())
  ;
#pragma insum D[i,j] = A[i,j] + S[i,j]
#pragma insum tensor A[m,n] : csr(pos.data(), crd.data(), vals.data())
#pragma insum tensor S[m,n] : csr(spos.data(), scrd.data(), svals.data())
#pragma insum tensor D[m,n] : dense(D.data())
  ;
#pragma insum D[i,j] = A[i,j] * S[i,j]
#pragma insum tensor A[m,n] : csr(pos.data(), crd.data(), vals.data())
#pragma insum tensor S[m,n] : csr(spos.data(), scrd.data(), svals.data())
#pragma insum tensor D[m,n] : dense(D.data())
  ;
#pragma insum P[i,j] = A[i,k] * Q[k,j]
#pragma insum tensor A[m,n] : csr(pos.data(), crd.data(), vals.data())
  ;
#pragma insum by[i] = K[i,j] * bx[j]
#pragma insum tensor K[3,5] : bcsr<2,2>(bpos.data(), bcrd.data(), bvals.data())
#pragma insum tensor bx[5] : dense(bx.data())
#pragma insum tensor by[3] : dense(by.data())
  ;
#pragma insum y[i] = E[i,j] * x[j]
#pragma insum tensor E[m,n] : ell<2>(slots.data(), slot_vals.data())
#pragma insum tensor x[n] : dense(x.data())
#pragma insum tensor y[m] : dense(y.data())
  ;
#pragma insum hits[i] = A[i,j] > S[i,j]
#pragma insum tensor A[m,n] : csr(pos.data(), crd.data(), crd.data())
#pragma insum tensor S[m,n] : csr(spos.data(), scrd.data(), scrd.data())
#pragma insum tensor hits[m] : dense(hits.data())
  ;
#pragma insum zy[i] = Z[i,j] * zx[j]
#pragma insum tensor Z[m,n] : coo(rows, crd, zvals)
#pragma insum tensor zx[n] : dense(zx.data())
#pragma insum tensor zy[m] : dense(zy.data())
  ;
#pragma insum R[i,j] = Q[i,j] + Q[j,i]
  ;
  generic(x, y);
  std::vector<int> whole(n, 1), sums(m);
  generic(whole, sums);
}
"""


class Operations(Reporting):
    """Floating point operations of kernels, counted by hand."""

    def test_counts(self):
        self.build("a", KERNELS, "-O0", "-o", "a.out")
        self.run_program("report.json")
        found = {kernel["einsum"]: kernel for kernel in self.read_report()["kernels"]}
        m, n, w, entries = 3, 4, 5, 3
        flops = {
            "C[i,j] = X[i,k] * W[k,j]": 2 * m * n * w,
            "y[i] = A[i,j] * x[j]": 2 * entries,
            "C[i,j] += A[i,k] * B[k,j]": 2 * entries * w + m * w,  # sums, and what they are added to
            "O[i,j] = A[i,j] * X[i,k] * Y[j,k]": 2 * entries * w + entries,
            "D[i,j] = A[i,j] + S[i,j]": 3 + 4,  # each stored entry is added
            "D[i,j] = A[i,j] * S[i,j]": 2 * 2,
            "P[i,j] = A[i,k] * Q[k,j]": 2 * (1 + 2 + 1),  # rows 0, 2 and 3 of Q
            "by[i] = K[i,j] * bx[j]": 2 * (2 * 2 + 1 * 1),  # the second block reaches over both edges
            "y[i] = E[i,j] * x[j]": 2 * entries,
            "hits[i] = A[i,j] > S[i,j]": 0,
            "zy[i] = Z[i,j] * zx[j]": 8 * entries,
            "R[i,j] = Q[i,j] + Q[j,i]": 5,  # (0,0) is on the diagonal, and (2,3) and (3,2) are stored both
            "to[i] = G[i,j] * values[j]": 2 * entries,  # of doubles; the ints are none
        }
        self.assertEqual({einsum: kernel["flops"] for einsum, kernel in found.items()}, flops)
        self.assertFalse(any(kernel["flops_estimated"] for kernel in found.values()))
        product = found["C[i,j] = X[i,k] * W[k,j]"]
        self.assertAlmostEqual(product["gflops_per_second"], product["flops"] / product["seconds"] / 1e9, delta=2e-3)


CHOICES = """
#include <cstdio>
#include <vector>
#include "insum/insum.hpp"
static void product(int n, const std::vector<double>& a, std::vector<double>& c) {
#pragma insum C[i,j] = A[i,k] * A[k,j]
#pragma insum tensor A[n,n] : dense(a)
#pragma insum tensor C[n,n] : dense(c)
  ;
}
static void turned(int n, const std::vector<double>& a, std::vector<double>& c) {
#pragma insum C[j,i] = A[i,j]
#pragma insum tensor A[n,n] : dense(a)
#pragma insum tensor C[n,n] : dense(c)
#pragma insum deterministic
#pragma insum schedule tile(i=auto, j=32)
  ;
}
static double triangles(const insum::csr<double>& A, const insum::csr<double>& B) {
  double s = 0;
#pragma insum s = A[i,j] * A[i,k] * B[j,k]
  ;
  return s;
}
static void collected(const std::vector<int>& rows, const std::vector<int>& columns, insum::csr<double>& C) {
  const std::vector<double> ones(rows.size(), 1);
  const int count = static_cast<int>(rows.size());
#pragma insum C[r[p],c[p]] = v[p]
#pragma insum tensor r[count] : dense(rows)
#pragma insum tensor c[count] : dense(columns)
#pragma insum tensor v[count] : dense(ones)
  ;
}
static void squared(const insum::csr<double>& A, insum::csr<double>& C) {
#pragma insum C[i,j] = A[i,k] * A[k,j]
  ;
}
static void scattered(const insum::coo<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
  ;
}
static insum::csr<double> diagonal(int rows, int columns, int each) {
  insum::csr<double> made;
  made.shape = {rows, columns}, made.pos = {0};
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < each; ++j) made.crd.push_back(each == 1 ? i : j), made.vals.push_back(1);
    made.pos.push_back((i + 1) * each);
  }
  return made;
}
int main() {
  std::vector<double> a(1024 * 1024, 1), c(1024 * 1024);
  product(128, a, c), product(4, a, c), product(4, a, c);
  for (int n : {1024, 9, 3}) turned(n, a, c);
  const insum::csr<double> A = diagonal(4, 20, 1), B = diagonal(20, 20, 20);
  const double merged = triangles(A, B);
  std::printf("%g %g\\n", merged, triangles(B, B));
  insum::csr<double> small = diagonal(4, 4, 1), large = diagonal(1 << 20, 1 << 20, 1);
  collected({1, 0, 3}, {1, 2, 3}, small);
  collected({0, 1, 3}, {1, 2, 3}, large);
  for (int n = 0; n < 2; ++n) collected({1, 0, 3}, {1, 2, 3}, large);
  squared(diagonal(4, 4, 1), small);
  const auto entries = insum::convert<insum::coo<double>>(diagonal(4, 4, 1));
  insum::csr<double> products = diagonal(4, 20, 1);
  for (int each : {1, 3, 20}) scattered(entries, diagonal(4, 20, each), products);
}
"""


class Choices(Reporting):
    """What kernels chose when they ran."""

    def test_choices(self):
        self.build("a", CHOICES, "-o", "a.out")
        self.assertEqual(self.run_program("report.json").stdout, "4 8000\n")
        found = {}
        for kernel in self.read_report()["kernels"]:
            name = re.fullmatch(r"a_(\w+)_\d", kernel["name"])[1]
            self.assertEqual(sum(variant["calls"] for variant in kernel["variants"]), kernel["calls"])
            found[name] = [(variant["variant"], variant["calls"]) for variant in kernel["variants"]]
        blocks = found["product"].pop()
        self.assertRegex(blocks[0], r"^C in blocks for (AVX-512|AVX2|16-byte vectors)$")
        operands = [(variant.split(",")[0], calls) for variant, calls in found.pop("scattered")]
        self.assertEqual(operands, [("operands as stored", 2), ("operands in order", 1)])  # 1, 3 and 20 products an entry
        self.assertEqual(found, {
            "product": [("C in loops", 2)],
            "turned": [("i=8", 2), ("i=32", 1)],
            "triangles": [("rows merged", 1), ("rows in workspaces", 1)],
            "collected": [("C_entries lists", 2), ("C_entries dense", 1), ("C_entries in order", 1)],
            "squared": [("C_row dense", 1)]})
        said = self.run_program("1").stderr
        self.assertRegex(said, r"(?m): C\[j,i\] = .*, variants i=8 in 2 calls; i=32 in 1 call$")
        self.assertRegex(said, r"(?m): C\[r\[p\],c\[p\]\] = .*, variants C_entries lists in 2 calls; C_entries dense in 1 call; C_entries in order in 1 call$")
        self.assertRegex(said, r"(?m): C\[i,j\] = .*, variant C_row dense$")

    def test_a_few_are_told(self):
        """Calls that end with an exception before they chose have no variant."""
        text = """
#include <string>
#include "insum/report/calls.hpp"
static insum::report::kernel known = {"k", "a.cpp", 1, "y = x"};
int main() {
  for (const int length : {1, 2, 2, 3, 3, 3, 4, 5, 5, 5}) {
    insum::report::call call(known);
    if (!call.wanted()) continue;
    call.chose("i", length);
    call.chose("j", length);
  }
  const insum::report::call failed(known);
}
"""
        self.write("b.cpp", text)
        built = self.compile("g++", "-fopenmp", "b.cpp", "-o", "a.out")
        self.assertEqual(built.returncode, 0, built.stdout)
        self.assertEqual(self.run_program(None).stderr, "")
        line = self.run_program("1").stderr.splitlines()[1]
        self.assertTrue(line.endswith(", variants i=3, j=3 in 3 calls; i=5, j=5 in 3 calls; i=2, j=2 in 2 calls; 2 others in 2 calls"), line)


class Report(Reporting):
    program = None  # built by the first test for all

    def setUp(self):
        super().setUp()
        if Report.program is None:
            self.build("a", PROGRAM, "-o", "a.out")
            with open(self.path("a.out"), "rb") as file:
                Report.program = file.read()
        else:
            os.chmod(self.write("a.out", Report.program), 0o755)

    def run_with(self, report, *arguments):
        run = self.run_program(report, *arguments)
        self.assertEqual(run.stdout, "0\n20 32 2\n")
        return run.stderr

    def test_without_the_variable_nothing_is_said(self):
        for value in (None, "", "0"):
            self.assertEqual(self.run_with(value), "")

    def test_one_line_a_kernel(self):
        lines = self.run_with("1", "more").splitlines()
        self.assertRegex(lines[0], r"^insum report: \d+\.\d GB/s measured$")
        self.assertEqual(len(lines), 4)
        line = "\n".join(lines)
        self.assertRegex(line, r"(?m)^a\.cpp:8: to\[i\] = A\[i,j\] \* from\[j\]: 3 calls, \d+\.\d{6} s, 0\.000 MB, \d+% of bandwidth, "
                               r"0\.000 Mflop, \d+\.\d{3} GFLOP/s$")
        self.assertRegex(line, r"(?m)^a\.cpp:24: C\[i,j\] = .*: 1 call, .*, 1 conversion of operands in \d+\.\d{6} s$")
        times = [float(re.search(r"calls?, (\S+) s", text)[1]) for text in lines[1:]]
        self.assertEqual(times, sorted(times, reverse=True))

    def test_json(self):
        self.assertEqual(self.run_with("report.json"), "")
        report = self.read_report()
        self.assertGreater(report["bytes_per_second"], 0)
        by_line = {kernel["line"]: kernel for kernel in report["kernels"]}
        self.assertEqual(sorted(by_line), [8, 16, 24])
        product, total = by_line[8], by_line[24]
        # Two calls: in each 3 ints and 3 ints and 3 doubles of A, 2 doubles of `to`; 2 doubles or 2 floats of `from`.
        self.assertEqual((product["calls"], product["bytes"]), (2, 2 * (12 + 12 + 24 + 16) + 16 + 8))
        self.assertEqual((product["conversions"], total["conversions"]), (0, 1))
        self.assertEqual((product["file"], product["einsum"]), ("a.cpp", "to[i] = A[i,j] * from[j]"))
        self.assertLessEqual(total["conversion_seconds"], total["seconds"])
        self.assertGreater(total["conversion_seconds"], 0)

    def test_a_file_that_cannot_be_written(self):
        said = self.run_with("no/such/folder.json")
        self.assertIn("'no/such/folder.json' of INSUM_REPORT cannot be written: No such file or directory", said)
        self.assertIn("'/dev/full' of INSUM_REPORT cannot be written: No space left on device", self.run_with("/dev/full"))


del sys.argv[1:3]
unittest.main()
