#!/usr/bin/env python3
"""Runs `insum check` on the files with the cases of verify_cases: no block of a right case may be said to disagree with its loop, and
those of wrong cases are, unless a run alone can tell."""
import json
import re
import subprocess
import sys
from pathlib import Path

insum, include, files = sys.argv[1], sys.argv[2], [Path(name) for name in sys.argv[3:]]
WRONG_FOUND = 26  # others write into what grows, or are wrong for some calls only


HELPERS = {"scaled": "wrong_template"}  # the block of the case


def cases(path):
    """(first line, name) of each case, in order."""
    return [(number, found[1] or HELPERS[found[2]]) for number, line in enumerate(path.read_text().splitlines(), 1)
            if (found := re.match(rf"CASE\((\w+)|void ({'|'.join(HELPERS)})\(", line))]


def case_at(path, line):
    return next((name for begin, name in reversed(cases(path)) if begin <= line), None)


failures, found, wrong = [], set(), set()
for path in files:
    wrong |= {name for _, name in cases(path) if name.startswith("wrong_")}
    run = subprocess.run([insum, "check", "--format=json", path, "--", "-std=c++20", "-I" + include], capture_output=True, text=True)
    if run.returncode != 0:
        failures.append(f"{path.name}: exit status {run.returncode}\n{run.stdout}{run.stderr}")
        continue
    for each in json.loads(run.stdout)["diagnostics"]:
        name = case_at(path, each["location"]["line"])
        if each["id"] != "insum-statement-disagrees":
            continue
        found.add(name)
        if name not in wrong and name != "right_within_tolerance":  # by a thousandth
            failures.append(f"{path.name}:{each['location']['line']}: {name}: {each['message']}")
print("\n".join(failures))
print(f"{len(found & wrong)} of {len(wrong)} wrong cases found; not: {' '.join(sorted(wrong - found))}")
sys.exit(1 if failures or len(found & wrong) < WRONG_FOUND else 0)
