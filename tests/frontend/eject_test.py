#!/usr/bin/env python3
"""insum eject: what it writes where, and what it leaves alone.

    eject_test.py INSUM INCLUDE [UNITTEST ARGUMENT...]
"""
import os
import shutil
import subprocess
import sys
import unittest

from command_line import BAD, GOOD, INSUM, CommandLine

TWO = GOOD + GOOD.replace("void f", "void g").replace("2 * x", "3 * x")
MAIN = """#include <cstdio>
int main() {
  float x[] = {1, 2, 3}, y[3] = {};
  f(y, x, 3);
  for (float e : y) std::printf("%g\\n", e);
}
"""
FLAGS = ("--", "-std=c++20")


class Eject(CommandLine):
    def files(self):
        return sorted(os.path.relpath(os.path.join(folder, name), self.folder.name)
                      for folder, _, names in os.walk(self.folder.name) for name in names)

    def runs(self, source, expected):
        built = self.compile("g++", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", source, "-o", "program")
        self.assertEqual(built.returncode, 0, built.stdout.decode())
        self.assertEqual(subprocess.check_output([self.path("program")]).decode(), expected)

    def test_one_block_of_two(self):
        self.write("a.cpp", TWO + MAIN)
        out, errors = self.insum("eject", "a.cpp:8", *FLAGS)
        self.assertEqual((out, errors), ("a.cpp:8: a_g_1 is in insum_kernels/a_g_1.hpp\n", ""))
        text = self.read("a.cpp")
        self.assertTrue(text.startswith('#include "insum_kernels/a_g_1.hpp"\n' + GOOD), text)
        self.assertIn("#else\n#pragma insum y[i] = 3 * x[i]\n", text)
        self.assertIn("// y[i] = 3 * x[i]\n", self.read("insum_kernels/a_g_1.hpp"))
        self.assertNotIn("insum_record", self.read("insum_kernels/a_g_1.hpp"))
        self.assertNotIn("insum_kernels/a_f_0.hpp", self.files())
        self.runs("a.cpp", "2\n4\n6\n")

    def test_one_after_the_other(self):
        """A later kernel of the same name does not replace an earlier one."""
        second = GOOD.splitlines(keepends=True)[1:-1]
        self.write("a.cpp", GOOD.replace("}\n", "".join(second).replace("= 2", "= 5") + "}\n") + MAIN)
        first, _ = self.insum("eject", "a.cpp:2", *FLAGS)
        again, _ = self.insum("eject", "a.cpp", *FLAGS)
        self.assertIn("a_f_0 is in", first)
        self.assertIn("a_f_0_2 is in", again)
        self.assertIn("2 * x[i]", self.read("insum_kernels/a_f_0.hpp"))
        self.assertIn("5 * x[i]", self.read("insum_kernels/a_f_0_2.hpp"))
        self.runs("a.cpp", "5\n10\n15\n")

    def test_the_other_branch_has_the_block(self):
        self.write("a.cpp", GOOD)
        self.insum("eject", "a.cpp", *FLAGS)
        self.write("a.cpp", self.read("a.cpp").replace("#if 1 ", "#if 0 "))
        out, _ = self.insum("eject", "a.cpp", *FLAGS)  # the kernel is the same, and so is its file
        self.assertIn(": a_f_0 is in", out)

    def test_elsewhere(self):
        self.write("a.cpp", GOOD + MAIN)
        self.insum("eject", "a.cpp", "-o", "src/b.cpp", "--kernels", "lib/kernels", *FLAGS)
        self.assertEqual(self.read("a.cpp"), GOOD + MAIN)
        self.assertTrue(self.read("src/b.cpp").startswith('#include "../lib/kernels/a_f_0.hpp"\n'))
        self.assertIn("lib/kernels/insum/LICENSE", self.files())
        self.runs("src/b.cpp", "2\n4\n6\n")
        out, errors = self.insum("eject", "a.cpp", "-o", "-", *FLAGS)
        self.assertIn("::insum_kernels::a_f_0(", out)
        self.assertIn("a_f_0 is in insum_kernels/a_f_0.hpp", errors)

    def test_a_folder_that_may_not_be_written(self):
        self.write("a.cpp", GOOD)
        os.chmod(self.folder.name, 0o555)
        user = dict(user=65534, group=65534, extra_groups=[]) if os.getuid() == 0 else {}
        try:
            run = subprocess.run([INSUM, "eject", "a.cpp", *FLAGS], cwd=self.folder.name, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, **user)
        except PermissionError:
            self.skipTest("another user cannot run the program")
        finally:
            os.chmod(self.folder.name, 0o755)
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr.decode(),
                         "insum: error: cannot write 'insum_kernels/a_f_0.hpp': Permission denied\n")

    def test_line_ends_and_byte_order_mark(self):
        self.write("a.cpp", b"\xef\xbb\xbf" + (GOOD + MAIN).replace("\n", "\r\n").encode())
        self.insum("eject", "a.cpp", *FLAGS)
        text = self.read("a.cpp").encode()
        self.assertEqual(text.count(b"\n"), text.count(b"\r\n"))
        self.assertTrue(text.startswith(b"\xef\xbb\xbf"))
        self.runs("a.cpp", "2\n4\n6\n")

    def test_settings_of_the_library_stay_first(self):
        settings = "#define _GNU_SOURCE 1\n"
        self.write("a.cpp", "// A file.\n" + settings + "#include <cmath>\n" + GOOD)
        self.insum("eject", "a.cpp", *FLAGS)
        self.assertTrue(self.read("a.cpp").startswith("// A file.\n" + settings + '#include "insum_kernels/a_f_0.hpp"\n'))

    def test_text_beside_the_statement(self):
        self.write("a.cpp", GOOD.replace("= 2 * x[i];\n", "= 2 * x[i]; y[0] += 1;\n") + MAIN)
        self.insum("eject", "a.cpp", *FLAGS)
        self.runs("a.cpp", "3\n4\n6\n")

    def test_cuda_has_a_file_of_its_own(self):
        self.write("a.cpp", GOOD.replace("#pragma insum tensor x", "#pragma insum target cuda\n#pragma insum tensor x"))
        self.insum("eject", "a.cpp", *FLAGS)
        self.assertIn("__global__", self.read("insum_kernels/a_f_0.cu"))
        self.assertIn("insum_kernels/insum/rt/cuda/kernel.hpp", self.files())
        if shutil.which("nvcc"):
            run = subprocess.run(["nvcc", "-std=c++20", "-arch=sm_80", "--extended-lambda", "-Werror", "all-warnings", "-c",
                                  "insum_kernels/a_f_0.cu", "-o", "a.o"], cwd=self.folder.name, stderr=subprocess.PIPE)
            self.assertEqual(run.returncode, 0, run.stderr.decode())

    def test_errors_leave_everything(self):
        for text, place in ((BAD, "a.cpp"), (TWO, "a.cpp:6"), ("int main() {}\n", "a.cpp")):
            self.write("a.cpp", text)
            out, errors = self.insum("eject", place, *FLAGS, status=1)
            self.assertEqual((out, self.read("a.cpp"), self.files()), ("", text, ["a.cpp"]))
            self.assertIn("error: ", errors)
        self.insum("eject", "absent.cpp", *FLAGS, status=1)
        self.insum("eject", status=2)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
