#!/usr/bin/env python3
"""Launches for CUDA with INSUM_TUNE: what the program prints and reports, the file that keeps what was found, and what
`insum explain` tells of it."""
import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

program, insum, include, folder = [Path(sys.argv.pop(1)) for _ in range(4)]
source = Path(__file__).resolve().parent / "tuned.cpp"
UNWANTED = ("INSUM_MODE", "INSUM_REPORT", "INSUM_RACE", "INSUM_TUNE", "XDG_CACHE_HOME", "HOME")
ROWS, IN_ORDER, ELEMENTS, PRODUCTS = range(4)


class Launches(unittest.TestCase):
    def setUp(self):
        self.folder = (folder / self._testMethodName).resolve()
        subprocess.run(["rm", "-rf", self.folder], check=True)
        self.folder.mkdir(parents=True)
        self.file = self.folder / "cache" / "insum" / "tune"

    def run_it(self, calls, **environment):
        """The lines about tuning on standard error."""
        clean = {k: v for k, v in os.environ.items() if k not in UNWANTED}
        clean |= {"XDG_CACHE_HOME": str(self.folder / "cache"), "INSUM_TUNED_CALLS": str(calls)} | environment
        done = subprocess.run([program], cwd=self.folder, env=clean, text=True, capture_output=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stderr.splitlines()

    def test_nothing_is_said_unasked(self):
        self.assertEqual(self.run_it(3), [])
        self.assertFalse(self.file.exists())

    def test_what_is_found_is_kept_and_used(self):
        said = self.run_it(100, INSUM_TUNE="1")
        found = [line for line in said if "insum tune" in line]
        rows = next(line for line in found if "tuned.cpp:9:" in line)
        self.assertRegex(rows, r"y\[i\] = A\[i,j\] \* x\[j\]( \(launch \d\))?: sizes up to iterations=64, lanes=8: 100 calls, "
                               r"lanes=\d+, threads=\d+ in \d+\.\d+ us, \d+\.\d+ us as the model has it \(lanes=8, threads=256\), \d+ tried$")
        self.assertTrue(any("tile rows=" in line and "tuned.cpp:36:" in line for line in found), found)
        self.assertTrue(any("by the model since the block is deterministic" in line for line in found), found)
        trials = [line for line in said if re.fullmatch(r" +\d+\.\d+ us  (lanes=\d+, )?(threads=\d+|tile rows=\d+, tile columns=\d+, steps ahead=\d+)", line)]
        self.assertGreaterEqual(len(trials), 5, said)
        kept = self.file.read_text()
        again = [line for line in self.run_it(1, INSUM_TUNE="1") if "tuned.cpp:9:" in line and "(kept)" in line]
        self.assertTrue(again)
        self.assertEqual(self.file.read_text(), kept)
        self.assertEqual(self.run_it(1), [])  # used without a word

    def explained(self):
        clean = {k: v for k, v in os.environ.items() if k not in UNWANTED} | {"XDG_CACHE_HOME": str(self.folder / "cache")}
        done = subprocess.run([insum, "explain", source, "--", "-std=c++20", "-I", include], env=clean, text=True, capture_output=True, check=True)
        return done.stdout

    def test_explain_lists_the_variants_and_what_was_tried(self):
        heading = "Chosen at each call, by a model or as INSUM_TUNE=1 has measured:"
        before = self.explained()
        self.assertIn(heading, before)
        self.assertIn("  lanes 1, 2, 4, 8, 16, 32; threads 64, 128, 256 (18 variants)\n", before)
        self.assertIn("  tile rows 32, 64, 128; tile columns 32, 64, 128, 256; steps ahead 2, 4 (14 variants, 4 steps with tiles of at most 2048 elements, "
                      "or of 128 rows and 128 or 256 columns in code for 9.0a)\n", before)
        self.assertIn("  the model's, since the block is deterministic\n", before)
        self.assertNotIn(" tried", before)
        self.run_it(100, INSUM_TUNE="1")
        after = self.explained()
        self.assertRegex(after, r"  sizes up to iterations=64, lanes=8: lanes=\d+, threads=\d+ in \d+\.\d+ us, \d+\.\d+ us as the model has it, \d+ tried\n"
                                r"( +\d+\.\d+ us  lanes=\d+, threads=\d+\n)+")
        self.assertRegex(after, r"( +\d+\.\d+ us  tile rows=\d+, tile columns=\d+, steps ahead=\d+\n)+")

    def test_reports_have_what_was_tried(self):
        self.run_it(100, INSUM_TUNE="1")
        said = self.run_it(1, INSUM_REPORT="1")
        self.assertTrue(any("tuned.cpp:9:" in line and line.endswith("tried (kept)") for line in said), said)
        self.assertTrue(any(re.fullmatch(r" +\d+\.\d+ us  lanes=\d+, threads=\d+", line) for line in said), said)
        file = self.folder / "report.json"
        self.run_it(1, INSUM_REPORT=str(file))
        tuned = json.loads(file.read_text())["tuned"]
        rows = next(one for one in tuned if "tuned.cpp:9" in one["place"] and one["sizes"] == "iterations=64, lanes=8")
        self.assertTrue(rows["decided"])
        self.assertIn(rows["chosen"], [one["widths"] for one in rows["tried"]])
        fixed = next(one for one in tuned if "tuned.cpp:18" in one["place"])
        self.assertEqual((fixed["decided"], fixed["tried"]), (False, []))

    def test_zero_is_the_model_alone(self):
        self.assertEqual(self.run_it(3, INSUM_TUNE="0"), [])


if __name__ == "__main__":
    unittest.main()
