#!/usr/bin/env python3
"""Counts how many broken kernels verification finds.

    run_mutants.py PROGRAM MUTANTS.txt WORK

PROGRAM has the cases of this folder, whose kernels agree with their loops until a mutant is turned on. A mutant counts
where some case reaches it; it is found when such a case then ends with a difference.
"""
import collections
import os
import subprocess
import sys
from pathlib import Path

LEAST_FOUND, LEAST_REACHED = 0.9, 150


def main(program, listed, work):
    program = Path(program).resolve()
    work = Path(work)
    work.mkdir(parents=True, exist_ok=True)
    mutants = [line.split("\t") for line in Path(listed).read_text().splitlines()]

    def run(case, **environment):
        return subprocess.run([program, case], cwd=work, capture_output=True, text=True, errors="replace", timeout=60,
                              env={**os.environ, "OMP_NUM_THREADS": "2", **environment})

    cases = [line.split("\t") for line in run("--list").stdout.splitlines()]
    reached = collections.defaultdict(list)
    for name, expected in cases:
        if expected:
            continue
        result = run(name, INSUM_MUTANTS_REACHED="reached")
        if result.returncode != 0:
            sys.exit(f"{name}: differs without a mutant\n{result.stderr}")
        for number in (work / "reached").read_text().split():
            reached[int(number)].append(name)

    kinds, found, survivors = collections.Counter(), collections.Counter(), []
    for number, names in sorted(reached.items()):
        _, kind, file, text = mutants[number]
        kinds[kind] += 1
        ends = []
        for name in names:
            result = run(name, INSUM_MUTANT=str(number))
            ends.append(result.returncode)
            if result.returncode == 1 and "insum verify: " in result.stderr:
                found[kind] += 1
                break
        else:
            survivors.append(f"{number} {kind}, {file}: {text}   ({', '.join(names)}; statuses {sorted(set(ends))})")
    for kind, count in sorted(kinds.items()):
        print(f"{kind}: {found[kind]} of {count} found")
    total, seen = sum(kinds.values()), sum(found.values())
    print("not found:", *survivors, sep="\n  ")
    print(f"{len(mutants)} mutants, {total} reached, {seen} found")
    sys.exit(0 if total >= LEAST_REACHED and seen >= LEAST_FOUND * total else 1)


main(*sys.argv[1:])
