#!/usr/bin/env python3
"""Runs the solver of examples/06_migration before and after its migration.

    run.py FOLDER_OF_PROGRAMS WORK_FOLDER SOLVER.CPP PAGE.MD

Their printed numbers must agree, every block must be verified without a difference, race mode must have timed every block, and
the mistake that the page shows must be found with the page's words.
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

programs, work, source, page = (Path(argument).resolve() for argument in sys.argv[1:5])
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
work.mkdir(parents=True, exist_ok=True)
blocks = len(re.findall(r"^#pragma insum kernel ", source.read_text(encoding="utf-8"), re.MULTILINE))
failures = []


def run(name, *arguments):
    (work / "insum-report.json").unlink(missing_ok=True)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("INSUM_")}
    command = [programs / f"migration_test_{name}", *arguments]
    return subprocess.run(command, cwd=work, capture_output=True, text=True, env=environment)


def demand(condition, message):
    if not condition:
        failures.append(message)


def close(a, b):
    # Sums in another order have other last digits, and the solver another last iteration.
    return a == b or abs(float(a) - float(b)) <= 1e-6 + 1e-5 * abs(float(b)) or (a.isdigit() and abs(int(a) - int(b)) <= 1)


def same(one, other):
    """Whether two programs printed the same words and nearly the same numbers, but for the line with times."""
    texts = [[line for line in text.splitlines() if not line.startswith("time:")] for text in (one, other)]
    numbers = [NUMBER.findall("\n".join(lines)) for lines in texts]
    words = [NUMBER.sub("#", "\n".join(lines)) for lines in texts]
    return words[0] == words[1] and all(close(a, b) for a, b in zip(*numbers))


def report():
    path = work / "insum-report.json"
    return json.loads(path.read_text(encoding="utf-8"))["kernels"] if path.exists() else []


compared = 0
for arguments in (("60", "8", "double"), ("60", "8", "float"), ("24", "40", "double")):
    before = run("before", *arguments)
    demand(before.returncode == 0 and not before.stderr, f"before {arguments}: {before.stdout}{before.stderr}")
    compared += len(NUMBER.findall(before.stdout))
    for name in ("on", "verify", "race"):
        after = run(name, *arguments)
        demand(after.returncode == 0, f"{name} {arguments}: status {after.returncode}\n{after.stderr}")
        demand(same(after.stdout, before.stdout), f"{name} {arguments} prints\n{after.stdout}instead of\n{before.stdout}")
        kernels = report()
        if name == "verify":
            demand(not after.stderr, f"verify {arguments}: {after.stderr}")
            demand(len(kernels) == blocks, f"verify {arguments}: {len(kernels)} of {blocks} blocks are in the report")
            for kernel in kernels:
                good = kernel["calls"] == kernel["verified"] > 0 and not kernel["differing"] and not kernel["skipped"]
                demand(good, f"verify {arguments}: {kernel}")
        if name == "race":
            timed = [kernel for kernel in kernels if kernel.get("classes")]
            demand(len(timed) == blocks, f"race {arguments}: {len(timed)} of {blocks} blocks were timed")

printed = re.search(r"^\$ ./migration_before\n(.*?)```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
demand(printed and same(printed[1], run("before").stdout), "the page shows other results of the program")

mistake = run("mistake", "60", "8")
message = re.search(r"insum verify: to\[.*", mistake.stderr)
demand(mistake.returncode == 1 and message, f"the mistake is not found: status {mistake.returncode}\n{mistake.stderr}")
demand(sum(kernel["differing"] > 0 for kernel in report()) == 1, "the mistake is not the only block that differs")
said = {NUMBER.sub("#", line) for line in re.findall(r"insum verify: to\[.*", page.read_text(encoding="utf-8"))}
demand(message and said == {NUMBER.sub("#", message[0])}, f"the page says {said} of the mistake, the program\n{mistake.stderr}")

print("\n".join(failures))
print(f"{blocks} blocks, {compared} printed numbers compared in 3 modes, {len(failures)} failures")
sys.exit(1 if failures or blocks < 12 else 0)
