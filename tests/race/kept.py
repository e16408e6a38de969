#!/usr/bin/env python3
"""Decisions that INSUM_RACE keeps from one process to the next: used, corrected, void, shared, damaged."""
import json
import os
import random
import subprocess
import sys
import unittest
from pathlib import Path

program, folder = Path(sys.argv.pop(1)), Path(sys.argv.pop(1))
TITLE = "insum race decisions 1\n"
UNWANTED = ("INSUM_MODE", "INSUM_REPORT", "INSUM_RACE", "XDG_CACHE_HOME", "HOME")


class Kept(unittest.TestCase):
    def setUp(self):
        self.folder = folder / self._testMethodName
        subprocess.run(["rm", "-rf", self.folder], check=True)
        self.folder.mkdir(parents=True)
        self.file = (self.folder / "decisions").resolve()

    def start(self, case="doubles", size=3, calls=5, time=90, statements=3, where=None, **environment):
        where = where or self.folder
        where.mkdir(exist_ok=True)
        clean = {k: v for k, v in os.environ.items() if k not in UNWANTED}
        clean |= {"INSUM_RACE": str(self.file), "OMP_NUM_THREADS": "2", "CASE_SIZE": str(size), "CASE_CALLS": str(calls)}
        clean |= {"CASE_TIME": str(time), "CASE_STATEMENTS": str(statements)} | environment
        return subprocess.Popen([program, case], cwd=where, env=clean, text=True, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE)

    def finish(self, process):
        """What it says on standard error, without the table."""
        said = process.communicate(timeout=60)[1]
        self.assertEqual(process.returncode, 0, said)
        self.table = [line for line in said.splitlines() if line.startswith("  ")]
        return "".join(line + "\n" for line in said.splitlines() if not line.startswith("  ") and "insum race: y[i]" not in line)

    def run_case(self, **settings):
        said = self.finish(self.start(**settings))
        kernels = json.loads((self.folder / "insum-report.json").read_text())["kernels"]
        self.classes = [c for kernel in kernels for c in kernel["classes"]]
        return said

    def first(self, *members):
        return tuple(self.classes[0][member] for member in members)

    def test_a_decision_is_kept_and_used(self):
        self.assertEqual(self.run_case(), "")
        self.assertEqual(self.first("faster", "measured", "kept"), ("kernel", 3, False))
        self.assertNotIn("(kept)", "".join(self.table))
        text = self.file.read_text()
        self.assertTrue(text.startswith(TITLE), text)
        self.assertIn("\ti 2^1\t", text)
        self.assertIn("kept.cpp:17: y[i] = 2 * x[i]\n", text)
        self.assertEqual(self.run_case(statements=0), "")
        self.assertEqual(self.first("faster", "measured", "kept"), ("kernel", 0, True))
        self.assertEqual(self.first("statement_seconds", "kernel_seconds"), (1e-7, 1e-8))
        self.assertIn("i 2^1 (kept)", self.table[-1])
        self.assertIn("kernel 10.0x", self.table[-1])
        self.assertEqual(self.file.read_text(), text)
        self.assertEqual(sorted(os.listdir(self.folder)), ["decisions", "insum-report.json"])

    def test_the_statement_is_kept_too(self):
        self.run_case(time=-5, statements=5)
        self.run_case(time=-5, statements=5)
        self.assertEqual(self.first("faster", "measured", "kept"), ("statement", 0, True))

    def test_later_calls_correct_it(self):
        self.run_case()
        self.run_case(calls=20, time=-5, statements=1 + 4)  # the 16th call measures, and the statement has won
        self.assertEqual(self.first("faster", "measured", "kept"), ("statement", 1, False))
        self.run_case(time=-5, statements=5)
        self.assertEqual(self.first("faster", "kept"), ("statement", True))

    def test_other_classes_threads_and_types_decide_for_themselves(self):
        self.run_case()
        self.run_case(size=100)
        self.run_case(OMP_NUM_THREADS="1")
        self.run_case(size=100, statements=0)
        self.run_case(OMP_NUM_THREADS="1", statements=0)
        self.assertEqual(len(self.file.read_text().splitlines()), 1 + 3)
        self.run_case(case="two_types", statements=5)  # of float, which has no decision yet, and whose statement wins
        self.assertEqual(len(self.file.read_text().splitlines()), 1 + 4)

    def test_undecided_classes_are_not_kept(self):
        self.run_case(calls=2, statements=2)
        self.assertFalse(self.file.exists())

    def test_no_file_without_the_variable(self):
        for value in ("", "0"):
            self.run_case(INSUM_RACE=value)
            self.assertEqual(os.listdir(self.folder), ["insum-report.json"])

    def test_the_cache_folder(self):
        cache = {"INSUM_RACE": "1", "XDG_CACHE_HOME": str((self.folder / "cache").resolve())}
        self.assertEqual(self.run_case(**cache), "")
        self.assertTrue((self.folder / "cache/insum/race").is_file())
        self.run_case(**cache, statements=0)
        (self.folder / "home").mkdir()
        self.run_case(INSUM_RACE="1", HOME=str((self.folder / "home").resolve()))
        self.assertTrue((self.folder / "home/.cache/insum/race").is_file())
        self.assertIn("neither XDG_CACHE_HOME nor HOME is the whole path of a folder; nothing is kept", self.run_case(INSUM_RACE="1"))

    def test_a_relative_file_below_a_folder_and_a_link(self):
        (self.folder / "new" / "folder").mkdir(parents=True)
        self.run_case(INSUM_RACE="new/folder/file")
        self.run_case(INSUM_RACE="new/folder/file", statements=0)
        (self.folder / "link").symlink_to("new/folder/file")
        self.run_case(INSUM_RACE="link", statements=0)
        self.run_case(INSUM_RACE="link", size=50)
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertEqual(len((self.folder / "new/folder/file").read_text().splitlines()), 1 + 2)

    def test_files_of_others_are_left_alone(self):
        for content in (b"int main() {}\n", b"\0\xff\0", b"insum race decisions 2\n", b"{}", b"\n", TITLE[:-2].encode()):
            self.file.write_bytes(content)
            said = self.run_case()
            self.assertIn(f"{self.file}:1: insum race: this is no file of kept decisions", said)
            self.assertEqual(self.file.read_bytes(), content)
        self.file.unlink()
        self.file.mkdir()
        self.assertIn("it is left alone", self.run_case())
        self.file.rmdir()
        os.mkfifo(self.file)
        self.assertIn("it is left alone", self.run_case())

    def test_an_empty_file_is_filled(self):
        self.file.touch()
        self.assertEqual(self.run_case(), "")
        self.run_case(statements=0)

    def test_a_file_that_cannot_be_written(self):
        self.file.write_text("in the way\n")
        said = self.run_case(INSUM_RACE=str(self.file / "below"))
        self.assertIn("insum race: decisions are not kept: ", said)

    def test_a_folder_that_is_missing(self):
        folder = self.folder / "missing"
        said = self.run_case(INSUM_RACE=str(folder / "decisions"))
        self.assertEqual(said, f"{folder}/decisions: insum race: decisions are not kept: there is no folder '{folder}/'; make it first\n")
        self.assertFalse(folder.exists())
        self.assertEqual(self.first("faster", "kept"), ("kernel", False))

    def test_instantiations_are_told_apart(self):
        process = self.start(case="two_types", statements=3 + 5)
        said = process.communicate(timeout=60)[1]
        self.assertEqual(process.returncode, 0, said)
        for name in ("double", "float"):
            self.assertEqual(said.count(f"insum race: y[i] = 2 * x[i] [T = {name}]\n"), 1, said)
        kernels = json.loads((self.folder / "insum-report.json").read_text())["kernels"]
        self.assertEqual(sorted(k["instantiation"] for k in kernels), ["T = double", "T = float"])

    def test_damaged_lines_are_ignored_and_dropped(self):
        self.run_case()
        good = self.file.read_text().splitlines()[1]
        changed = good.replace("\t100\t", "\t1\t")
        self.assertNotEqual(changed, good)
        damaged = [changed, good[:-1], good + "x", good[1:], "", "\t" * 9, "\0", "\xff" * 999, "0" * 99999]
        self.file.write_text(TITLE + "\n".join(damaged) + "\n", encoding="latin-1")
        said = self.run_case()
        self.assertIn(f"{self.file}:2: insum race: this line is no kept decision; it is ignored (and 8 more)", said)
        self.assertEqual(self.file.read_text(), TITLE + good + "\n")

    def test_random_damage_never_breaks_the_program(self):
        self.run_case()
        self.run_case(size=100)
        good = self.file.read_bytes()
        of = random.Random(7)
        for _ in range(150):
            bad = bytearray(good)
            for _ in range(of.randint(1, 3)):
                at = of.randrange(len(bad))
                kind = of.randrange(3)
                if kind == 0:
                    bad[at] = of.randrange(256)
                elif kind == 1:
                    del bad[at : at + of.randint(1, 40)]
                else:
                    bad[at:at] = of.randbytes(of.randint(1, 40))
                bad = bad or bytearray(b"x")
            self.file.write_bytes(bad)
            process = self.start(statements=0, INSUM_REPORT="0")
            said = process.communicate(timeout=60)[1]
            decided_anew = process.returncode == 2  # its own check: statements ran
            self.assertIn(process.returncode, (0, 2), said)
            if decided_anew:
                self.assertIn("kept decision", said)

    def test_processes_at_a_time_lose_nothing(self):
        processes = [self.start(size=2**n, where=self.folder / str(n)) for n in range(1, 13)]
        for process in processes:
            self.assertEqual(self.finish(process), "")
        self.assertEqual(len(self.file.read_text().splitlines()), 1 + 12)
        for n in range(1, 13):
            self.run_case(size=2**n, statements=0)
        self.assertEqual([name for name in os.listdir(self.folder) if ".tmp" in name], [])


unittest.main()
