#!/usr/bin/env python3
"""Builds in which statements are kept beside their kernels: what `rewrite --verify` and `--race` write."""
import re
import sys
import unittest

from command_line import GOOD, CommandLine


class Modes(CommandLine):
    def test_the_statement_is_kept(self):
        self.write("a.cpp", GOOD)
        for mode, racing in (("--verify", "racing::no"), ("--race", "racing::shown")):
            with self.subTest(mode):
                self.insum("rewrite", "a.cpp", "-o", "out.cpp", mode)
                text = self.read("out.cpp")
                for part in ("#include <insum/statement.hpp>", racing, ".runs_statement()"):
                    self.assertIn(part, text)

    def test_modes_exclude_each_other(self):
        self.write("a.cpp", GOOD)
        _, errors = self.insum("rewrite", "a.cpp", "-o", "out.cpp", "--race", "--verify", status=2)
        self.assertIn("excludes", errors)

    def test_what_is_verified_is_not_raced(self):
        line = "#pragma insum baseline\n"
        self.write("a.cpp", GOOD.replace("#pragma insum", line + "#pragma insum", 1))
        for words, racing in ((["--verify"], "racing::no"), ([], "racing::quiet")):
            self.insum("rewrite", "a.cpp", "-o", "out.cpp", *words)
            self.assertIn(racing, self.read("out.cpp"))

    def test_deterministic_blocks_are_never_raced(self):
        self.write("a.cpp", GOOD.replace("#pragma insum", "#pragma insum deterministic\n#pragma insum", 1))
        self.insum("rewrite", "a.cpp", "-o", "out.cpp", "--verify")
        self.assertIn("racing::never", self.read("out.cpp"))  # whatever INSUM_MODE says

    def test_decisions_are_kept_for_what_a_block_computes(self):
        """Kept for a number that the place does not change, and that statement, Einsum, storage and schedule do."""

        def number(text):
            self.write("a.cpp", text)
            self.insum("rewrite", "a.cpp", "-o", "out.cpp", "--race")
            return re.findall(r"site insum_site_\d+\(.*, (\d+)u\}\);", self.read("out.cpp"))

        block = """
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] + x[i];
"""
        text = "void f(int n, const double* x, double* y) {%s}\n"
        [first] = number(text % block)
        twice = number("// one more line\n" + text % (block + block))
        self.assertEqual(twice, [first, first])
        for old, new in (("x[i] + x[i]", "2 * x[i]"), ("= 2 * x[i]\n", "= x[i] * 2\n"), ("double* x", "float* x"),
                         ("x[n] : dense(x)", "x[n] : dense(x) strides(2)"),
                         ("dense(y)\n", "dense(y)\n  #pragma insum schedule split(i, i0, i1, 4)\n")):
            changed = (text % block).replace(old, new, 1)
            self.assertNotEqual(changed, text % block)
            self.assertNotEqual(number(changed), [first], new)

    def test_verify_leaves_what_the_compiler_evaluates(self):
        self.write("a.cpp", GOOD.replace("void f(", "constexpr void f("))
        self.insum("rewrite", "a.cpp", "-o", "out.cpp", "--verify")
        text = self.read("out.cpp")
        self.assertIn("__builtin_is_constant_evaluated()", text)
        self.assertNotIn(".runs_statement()", text)


del sys.argv[1:3]
unittest.main()
