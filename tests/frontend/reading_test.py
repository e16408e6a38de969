#!/usr/bin/env python3
"""How files are read and written: flags, headers, modules, dependencies, #line.

    reading_test.py INSUM INCLUDE [UNITTEST ARGUMENT...]
"""
import json
import os
import shutil
import sys
import unittest

from command_line import GOOD, INSUM, CommandLine


class LineDirectives(CommandLine):
    TEXT = GOOD + "int g() { return wrong; }\n"

    def reported(self, compiler, text, mode, *flags):
        """file:line of the first error in the rewritten file; it is not in the file that insum reads."""
        self.write("src/a.cpp", GOOD + "#ifndef INSUM_PREPROCESSING\n" + text + "#endif\n")
        self.write("src/beside.h", "")
        self.insum("rewrite", self.path("src/a.cpp"), "-o", "out.cpp", "--line-mode", mode, "--", *flags)
        out = self.compile(compiler, "-fsyntax-only", "-iquote", "src", "out.cpp").stdout.decode()
        self.assertIn("error:", out)
        where = out[: out.index(": error:")].splitlines()[-1]
        return ":".join(where.split(":")[:-1])

    def test_errors_are_reported_in_the_users_file(self):
        text = '#include "beside.h"\nint g() { return wrong; }\n'
        for compiler in ("g++", "clang++-19"):
            with self.subTest(compiler):
                at = self.reported(compiler, text, "original")
                self.assertEqual(at, self.path("src/a.cpp") + ":9")

    def test_line_mode_none_names_the_generated_file(self):
        at = self.reported("g++", "int g() { return wrong; }\n", "none")
        self.assertTrue(at.startswith("out.cpp:"), at)

    def call_line(self, mode):
        self.write("src/a.cpp", GOOD)
        self.insum("rewrite", self.path("src/a.cpp"), "-o", "out.cpp", "--line-mode", mode)
        text = self.read("out.cpp").replace("::insum_kernels::a_f_0(", "::insum_kernels::missing(")
        self.write("out.cpp", text)
        out = self.compile("g++", "-fsyntax-only", "out.cpp").stdout.decode()
        at = ":".join(out[: out.index(": error:")].splitlines()[-1].split(":")[:-1])
        return at, text

    def test_the_call_belongs_to_the_statement(self):
        self.assertEqual(self.call_line("original")[0], self.path("src/a.cpp") + ":5")

    def test_the_call_belongs_to_the_generated_file(self):
        at, text = self.call_line("generated")
        line = text[: text.index("::insum_kernels::missing(")].count("\n") + 1
        self.assertEqual(at, f"out.cpp:{line}")


class Dependencies(CommandLine):
    def test_headers_and_the_program_are_dependencies(self):
        self.write("with space/h.h", "inline int h() { return 1; }\n")
        self.write("a.cpp", '#include <cstddef>\n#include "h.h"\n' + GOOD)
        self.insum("rewrite", "a.cpp", "-o", "out dir/out.cpp", "--depfile", "out.d", "--", "-Iwith space")
        rule = self.read("out.d").replace("\\\n", " ")
        self.assertTrue(rule.startswith("out\\ dir/out.cpp:"), rule)
        self.assertIn("with\\ space/h.h", rule)
        self.assertIn("/cstddef", rule)
        self.assertIn(os.path.realpath(INSUM).replace(" ", "\\ "), rule)


class Flags(CommandLine):
    def test_foreign_flags_are_dropped(self):
        self.write("a.cpp", "#ifndef YES\n#error no\n#endif\n#ifndef _OPENMP\n#error no OpenMP\n#endif\n" + GOOD)
        flags = ["-DYES", "-mno-direct-extern-access", "-fconcepts-diagnostics-depth=3", "-fno-tree-vectorize", "-c",
                 "-o", "a.o", "-MD", "-MF", "a.d", "-Wlogical-op", "-Werror", "-fopenmp", "-O3", "-march=native",
                 "-std=gnu++20", "-fanalyzer", "-Winvalid-pch", "-include", "pre.h", "-mtune=nonsense"]
        self.write("pre.h", "#define PRE 1\n")
        self.write("pre.h.gch", "not a precompiled header of clang")
        self.insum("check", "a.cpp", "--", *flags)
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["a.cpp", "pre.h", "pre.h.gch"])

    def test_precompiled_headers_of_clang_are_replaced_by_their_text(self):
        self.write("pre.hxx", "#define PRE 1\n")
        self.write("a.cpp", "#ifndef PRE\n#error no\n#endif\n" + GOOD)
        self.insum("check", "a.cpp", "--", "-Xclang", "-include-pch", "-Xclang", "none.pch", "-Xclang", "-include",
                   "-Xclang", "pre.hxx")

    def test_openmp_header(self):
        self.write("a.cpp", "#include <omp.h>\nint t = omp_get_max_threads();\n" + GOOD)
        self.insum("check", "a.cpp", "--", "-fopenmp")

    def test_headers_of_gcc(self):
        # As gcc's omp.h, where Clang's own is not installed.
        self.write("system/alloc.h", "extern void give(void*);\n"
                   "extern void* take(unsigned long) __attribute__((__malloc__, __malloc__ (give), __alloc_size__ (1)));\n")
        source = self.write("a.cpp", "#include <alloc.h>\n" + GOOD)
        self.insum("rewrite", source, "-o", self.path("o.cpp"), "--", "-std=c++20", "-isystem", self.path("system"))

    def test_response_file(self):
        self.write("flags.rsp", "-DYES\n-I 'some dir'\n")
        self.write("a.cpp", "#ifndef YES\n#error no\n#endif\n" + GOOD)
        self.insum("check", "a.cpp", "--", "@flags.rsp")

    def test_compilation_database(self):
        self.write("src/a.cpp", '#include "h.h"\n#if VALUE != 3\n#error no\n#endif\n' + GOOD)
        self.write("include/h.h", "")
        command = "/usr/bin/c++ -DVALUE=3 -Iinclude -std=gnu++17 -o a.o -c src/a.cpp"
        entry = {"directory": self.folder.name, "command": command, "file": "src/a.cpp"}
        self.write("build/compile_commands.json", json.dumps([entry]))
        self.insum("check", "-p", "build", "src/a.cpp")
        os.makedirs(self.path("elsewhere"))
        self.insum("rewrite", "-p", "build", self.path("src/a.cpp"), "-o", "out.cpp")
        self.assertIn("insum_kernels::", self.read("out.cpp"))
        _, errors = self.insum("check", "-p", "nowhere", "src/a.cpp", status=1)
        self.assertIn("no compile_commands.json in 'nowhere': CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON", errors)

    def test_a_compilation_database_that_cannot_be_read(self):
        self.write("a.cpp", GOOD)
        for text, why in (("", "Expected array"), ("{", "Expected array"), ("null", "Expected array"),
                          ('[{"directory": "/", "file": "a.cpp"}]', 'Missing key: "command" or "arguments"')):
            self.write("build/compile_commands.json", text)
            _, errors = self.insum("check", "-p", "build", "a.cpp", status=1)
            self.assertEqual(errors, f"insum: error: cannot read 'build/compile_commands.json': {why}; "
                                     "let CMake write it again, or give the flags after -- [insum-not-read]\n")

    def test_the_standard_is_20_where_none_is_given(self):
        self.write("a.cpp", "#include <insum/insum.hpp>\nstatic_assert(__cplusplus == 202002L);\n" + GOOD)
        self.write("plain.cpp", "static_assert(__cplusplus == 202002L);\n" + GOOD)
        self.assertEqual(self.insum("check", "a.cpp"), ("", ""))
        self.insum("rewrite", "plain.cpp", "-o", "out.cpp")
        self.insum("explain", "a.cpp:7")
        self.insum("suggest", "plain.cpp")
        self.insum("eject", "plain.cpp", "-o", "out.cpp")
        self.write("build/compile_commands.json",
                   json.dumps([dict(directory=self.folder.name, file="a.cpp", arguments=["g++", "-c", "a.cpp"])]))
        self.insum("check", "-p", "build", "a.cpp")
        self.write("old.cpp", "static_assert(__cplusplus == 201703L);\n" + GOOD)
        self.insum("check", "old.cpp", "--", "-std=c++17")

    def test_headers_in_an_older_standard_are_one_error(self):
        said = " error: insum's headers need C++20, and the flags ask for "
        self.write("a.cpp", "#include <vector>\n#include <insum/insum.hpp>\n" + GOOD)
        for flag, name in (("-std=c++17", "c++17"), ("-std=gnu++14", "gnu++14")):
            _, errors = self.insum("check", "a.cpp", "--", flag, status=1)
            self.assertIn(f"a.cpp:2:1:{said}{name} [insum-cpp-standard]", errors)
            self.assertEqual(errors.count("error:"), 1)
        self.write("with.h", "#include <insum/storage.hpp>\n")
        self.write("b.cpp", '\n#include "with.h"\n' + GOOD + "insum::dense<double, 1> x;\n")
        _, errors = self.insum("check", "b.cpp", "--", "-std=c++17", status=1)
        self.assertIn("b.cpp:2:10:" + said, errors)
        self.assertEqual(errors.count("error:"), 1)
        self.write("c.cpp", GOOD)
        _, errors = self.insum("check", "c.cpp", "--", "-std=c++17", "-include", "insum/insum.hpp", status=1)
        self.assertIn("c.cpp:1:1:" + said, errors)
        self.assertEqual(errors.count("error:"), 1)

    def test_macros_of_the_command_line(self):
        text = ("void f(float* y, const float* x) {\n#pragma insum y[to_place] = FACTOR * x[to_place]\n"
                "#pragma insum tensor y[COUNT] : dense(y)\n#pragma insum tensor x[COUNT] : dense(x)\n"
                "  for (int i = 0; i < COUNT; ++i) y[i] = FACTOR * x[i];\n}\n")
        self.write("a.cpp", text)
        self.write("pre.h", "#define FACTOR 3\n")
        flags = ["-include", "pre.h", "-DCOUNT=4", "-Dto_place=q(1)", "-std=c++20"]
        self.insum("rewrite", "a.cpp", "-o", "out.cpp", "--", *flags)
        self.assertEqual(self.compile("g++", "-fsyntax-only", *flags, "out.cpp").stdout.decode(), "")
        self.assertNotIn("push_macro(\"linux", self.read("out.cpp"))

    def test_compiler(self):
        self.write("a.cpp", "#include <vector>\n" + GOOD)
        for compiler in (["--compiler", "g++"], ["--compiler=g++"], ["--compiler", shutil.which("g++") or "g++"]):
            self.insum("check", "a.cpp", *compiler)

    def test_c_plus_plus_flags_reach_clang(self):
        self.write("a.cpp", "#if __cplusplus != 201703L\n#error no\n#endif\n" + GOOD)
        self.insum("check", "a.cpp", "--", "-std=c++17")
        _, errors = self.insum("check", "a.cpp", "--", "-std=c++20", status=1)
        self.assertIn("a.cpp:2:2: error: no", errors)


class Headers(CommandLine):
    def test_a_block_in_a_header_is_refused(self):
        self.write("h.h", "inline " + GOOD)
        self.write("a.cpp", '#include "h.h"\n')
        _, errors = self.insum("check", "a.cpp", status=1)
        self.assertIn("h.h:2:1: error: a block in a header is not rewritten [insum-block-in-header]", errors)

    def test_a_block_in_a_system_header_is_a_warning(self):
        self.write("sys/h.h", "inline " + GOOD)
        self.write("a.cpp", "#include <h.h>\n")
        _, errors = self.insum("check", "a.cpp", "--", "-isystem", "sys")
        self.assertIn("warning: a block in a system header is not rewritten [insum-block-in-system-header]", errors)


class Modules(CommandLine):
    def test_a_block_in_a_module_unit_is_refused(self):
        for text in ("export module m;\nexport " + GOOD, "module;\n#include <cstddef>\nmodule m:part;\n" + GOOD):
            for name in ("m.cppm", "m.ixx", "m.cpp"):
                with self.subTest(name):
                    self.write(name, text)
                    _, errors = self.insum("check", name, "--", "-std=c++20", status=1)
                    self.assertIn("a block in a module unit is not rewritten [insum-block-in-module]", errors)
                    self.assertEqual(errors.count("error:"), 1, errors)

    def test_a_module_unit_without_blocks_stays(self):
        self.write("m.cppm", "export module m;\nexport int f();\n")
        self.insum("rewrite", "m.cppm", "-o", "out.cppm", "--line-mode", "none", "--", "-std=c++20")
        self.assertEqual(self.read("out.cppm"), "export module m;\nexport int f();\n")

    def test_an_import_that_clang_cannot_find_is_an_error_at_its_place(self):
        self.write("a.cpp", "import m;\n" + GOOD)
        _, errors = self.insum("check", "a.cpp", "--", "-std=c++20", status=1)
        self.assertIn("a.cpp:1:8: fatal error: module 'm' not found", errors)


del sys.argv[1:3]
unittest.main()
