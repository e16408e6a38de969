#!/usr/bin/env python3
"""Lengths of tiles that programs choose: results, INSUM_TUNE, and the file that keeps what was found."""
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

program, folder = Path(sys.argv.pop(1)), Path(sys.argv.pop(1))
TITLE = "insum tuned widths 1\n"
UNWANTED = ("INSUM_MODE", "INSUM_REPORT", "INSUM_RACE", "INSUM_TUNE", "XDG_CACHE_HOME", "HOME")


class Tiles(unittest.TestCase):
    def setUp(self):
        self.folder = (folder / self._testMethodName).resolve()
        subprocess.run(["rm", "-rf", self.folder], check=True)
        self.folder.mkdir(parents=True)
        self.file = self.folder / "cache" / "insum" / "tune"

    def run_it(self, size=40, calls=1, **environment):
        """What it says on standard error."""
        clean = {k: v for k, v in os.environ.items() if k not in UNWANTED}
        clean |= {"XDG_CACHE_HOME": str(self.folder / "cache"), "OMP_NUM_THREADS": "2"} | environment
        done = subprocess.run([program, str(size), str(calls)], cwd=self.folder, env=clean, text=True, capture_output=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return re.sub(r"^ +\d+\.\d+ us  (\w+=\d+(, )?)+\n", "", done.stderr, flags=re.M)  # all that was tried

    def test_sizes(self):
        for size in (0, 1, 2, 7, 8, 9, 63, 64, 65, 150):
            for threads in ("1", "3"):
                self.assertEqual(self.run_it(size, OMP_NUM_THREADS=threads), "")
        self.assertFalse(self.file.exists())

    def test_what_is_found_is_kept_and_used(self):
        said = self.run_it(calls=200, INSUM_TUNE="1").splitlines()
        self.assertEqual(len(said), 3, said)
        self.assertRegex(said[0], r"^\S*tiles\.cpp:\d+: insum tune: C\[i,j\] = A\[i,p\] \* B\[p,j\]: sizes up to i=64, j=64, p=64: 200 calls, "
                                  r"i=\d+, j=\d+, p=\d+ in \d+\.\d+ us, \d+\.\d+ us as the model has it \(i=\d+, j=\d+, p=\d+\), \d+ tried$")
        self.assertIn("by the model since the block is deterministic", said[1])
        text = self.file.read_text()
        self.assertTrue(text.startswith(TITLE), text)
        self.assertEqual(len(text.splitlines()), 3, text)
        self.assertEqual(self.run_it(), "")  # used without a word
        again = self.run_it(INSUM_TUNE="1").splitlines()
        self.assertIn("(kept)", again[0])
        chosen = re.search(r"calls?, (.*) in ", said[0]).group(1)
        self.assertIn("1 call, %s in" % chosen, again[0])
        self.assertEqual(self.file.read_text(), text)

    def test_other_sizes_are_measured_anew(self):
        self.run_it(calls=200, INSUM_TUNE="1")
        self.assertIn("not decided", self.run_it(size=100, INSUM_TUNE="1"))
        self.run_it(size=100, calls=200, INSUM_TUNE="1")
        self.assertEqual(len(self.file.read_text().splitlines()), 5)

    def test_zero_is_the_model_alone(self):
        self.assertEqual(self.run_it(calls=200, INSUM_TUNE="0"), "")
        self.assertFalse(self.file.exists())

    def test_a_file_of_ones_own(self):
        own = self.folder / "own"
        self.run_it(calls=200, INSUM_TUNE=str(own))
        self.assertTrue(own.read_text().startswith(TITLE))
        self.assertFalse(self.file.exists())

    def test_damaged_files(self):
        self.run_it(calls=200, INSUM_TUNE="1")
        good = self.file.read_text()
        line = good.splitlines()[1]
        for bad in (line[:-1], line + "x", line.replace("\t", " ", 1), "\0\xff"):
            self.file.write_text(TITLE + bad + "\n")
            self.assertIn("tune:2: insum tune: this line is no kept decision; it is ignored", self.run_it(INSUM_TUNE="1"))
        for bad in ("", "\0\xff", TITLE[:-3], line):
            self.file.write_text(bad + "\n" + good.split("\n", 1)[1])
            self.assertIn("tune:1: insum tune: this line is no kept decision; it is ignored", self.run_it(calls=200, INSUM_TUNE="1"))
        self.run_it(size=100, calls=200, INSUM_TUNE="1")  # which is written
        self.assertTrue(self.file.read_text().startswith(TITLE))
        self.assertIn(line, self.file.read_text())
        for other in ("insum tuned widths 2\n", "insum race decisions 1\n"):
            self.file.write_text(other + line + "\n")
            self.assertIn("this is no file of kept decisions", self.run_it(calls=200, INSUM_TUNE="1"))
            self.assertEqual(self.file.read_text(), other + line + "\n")
        self.file.write_text("something else\n")
        self.assertIn("this is no file of kept decisions", self.run_it(calls=200, INSUM_TUNE="1"))
        self.assertEqual(self.file.read_text(), "something else\n")

    def test_lengths_that_no_search_gives_are_ignored(self):
        self.run_it(calls=200, INSUM_TUNE="1")
        for widths in ("0 8 8", "-8 8 8", "7 8 8", "8 8", "99999999999999999999 8 8", "1024 8 8", ""):
            lines = []
            for line in self.file.read_text().splitlines()[1:]:
                fields = line.split("\t")[1:]
                fields[6] = widths
                text = "\t".join(fields)
                lines.append("%016x\t%s\n" % (fnv(text), text))
            self.file.write_text(TITLE + "".join(lines))
            self.assertIn("not decided", self.run_it(INSUM_TUNE="1"))

    def test_no_folder_for_the_cache(self):
        said = self.run_it(calls=200, INSUM_TUNE="1", XDG_CACHE_HOME="")
        self.assertIn("neither XDG_CACHE_HOME nor HOME is the whole path of a folder; nothing is kept", said)
        self.assertEqual(self.run_it(XDG_CACHE_HOME=""), "")
        home = self.folder / "home"
        for cache, where in (("", home), ("cache", home), ("", "home"), ("", __file__)):
            said = self.run_it(calls=200, INSUM_TUNE="1", XDG_CACHE_HOME=cache, HOME=str(where))
            self.assertIn("nothing is kept", said)
        self.assertEqual(os.listdir(self.folder), [])
        home.mkdir()
        self.run_it(calls=200, INSUM_TUNE="1", XDG_CACHE_HOME="cache", HOME=str(home))
        self.assertTrue((home / ".cache/insum/tune").is_file())
        self.assertEqual(os.listdir(self.folder), ["home"])


def fnv(text):
    value = 0xcbf29ce484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001b3 % 2 ** 64
    return value


if __name__ == "__main__":
    unittest.main()
