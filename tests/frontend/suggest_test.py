#!/usr/bin/env python3
"""`insum suggest` as a command: its outputs and exit statuses, and what it leaves behind.

    suggest_test.py INSUM INCLUDE [UNITTEST ARGUMENT...]
"""
import json
import os
import sys
import unittest

from command_line import BAD, GOOD, INCLUDE, UNDECLARED, CommandLine

LOOP = "".join(line for line in GOOD.splitlines(True) if not line.startswith("#pragma"))
BLOCK = ["#pragma insum y[i] = 2 * x[i]", "#pragma insum tensor y[n] : dense(y)", "#pragma insum tensor x[n] : dense(x)"]


class Suggest(CommandLine):
    def suggest(self, *arguments, **environment):
        return self.insum("suggest", *arguments, **environment)

    def test_json(self):
        self.write("a.cpp", LOOP + "int g(int n) { for (;;) ++n; }\n")
        out, _ = self.suggest("a.cpp", "--format=json")
        found = json.loads(out)
        self.assertEqual([each["block"] for each in found["suggestions"]], [BLOCK])
        first = found["suggestions"][0]
        self.assertEqual((first["location"]["file"], first["location"]["line"], first["insert_before_line"]), ("a.cpp", 2, 2))
        self.assertEqual((first["function"], first["notes"]), ("f", []))
        self.assertEqual([(each["location"]["line"], each["recognised"]) for each in found["other_loops"]], [(4, False)])

    def test_annotated_loops_are_left_alone(self):
        self.write("a.cpp", GOOD)
        out, errors = self.suggest("a.cpp", "--verbose", "--", "-std=c++20")
        self.assertEqual((out, errors), ("a.cpp: no loop for which a block can be suggested\n", ""))

    def test_errors_are_those_of_the_other_commands(self):
        for text, word in ((BAD, "insum-unknown-tensor"), (UNDECLARED, "undeclared identifier 'xx'"), ("int f( {\n", "error:")):
            with self.subTest(word):
                self.write("a.cpp", text)
                out, errors = self.suggest("a.cpp", status=1)
                self.assertEqual(out, "")
                self.assertIn("a.cpp:", errors)
                self.assertIn(word, errors)
        self.assertIn("nothing.cpp", self.suggest("nothing.cpp", status=1)[1])
        self.suggest(status=2)
        self.suggest("a.cpp", "--format=sarif", status=2)

    def test_nothing_is_left_behind(self):
        self.write("a.cpp", LOOP)
        os.mkdir(self.path("tmp"))
        self.suggest("a.cpp", TMPDIR=self.path("tmp"))
        self.assertEqual(os.listdir(self.path("tmp")), [])
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["a.cpp", "tmp"])

    def test_what_is_not_tried_is_not_suggested(self):
        self.write("a.cpp", LOOP)
        out, errors = self.suggest("a.cpp", "--compiler", "/bin/false")
        self.assertIn("no loop for which", out)
        self.assertIn("a.cpp:2:3: note: no block for the loop at line 2: not tried: ", errors)

    def test_the_file_itself_does_not_run(self):
        self.write("a.cpp", '#include <fstream>\nstruct S { S() { std::ofstream("ran"); } } s;\nint other(int);\n' + LOOP +
                   "int main() { return other(1); }\n")
        out, _ = self.suggest("a.cpp")
        self.assertIn(BLOCK[0], out)
        self.assertFalse(os.path.exists(self.path("ran")))

    def test_flags_and_headers(self):
        self.write("include/n.hpp", "#define TWICE 2\n")
        self.write("own.hpp", "using real = double;\n")
        self.write("a.cpp", '#include <n.hpp>\n#include "own.hpp"\nvoid f(int n, real* y, const real* x) {\n'
                   "  for (int i = 0; i < n; ++i) y[i] = TWICE * x[i];\n}\n")
        out, _ = self.suggest("a.cpp", "--", "-std=c++20", "-Iinclude", "-Wall", "-Werror", "-O3", "-c", "-o", "a.o")
        self.assertIn(BLOCK[0], out)
        self.write("compile_commands.json", json.dumps([{
            "directory": self.folder.name, "file": "a.cpp", "command": "c++ -std=c++20 -Iinclude -c a.cpp -o a.o"}]))
        out, _ = self.suggest("a.cpp", "-p", ".")
        self.assertIn(BLOCK[0], out)


del sys.argv[1:3]
if __name__ == "__main__":
    unittest.main()
