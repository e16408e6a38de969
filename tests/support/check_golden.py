#!/usr/bin/env python3
"""Compares what insum prints after its stages with recorded text.

    check_golden.py [--update] INSUM FILE... [-- FLAG...]

For FILE.cpp, the text after each stage is compared with FILE.expected.<stage>; a difference is printed as a unified
diff. An expectation that is absent is a failure. FLAGs are the compiler's. --update records what is printed: review it.
"""
import difflib
import os
import re
import subprocess
import sys

STAGES = ["einsum", "concrete", "schedule", "loops", "code"]
# Of statements, which the text after a stage is not about: most blocks stand above empty ones.
ABOUT_STATEMENTS = re.compile(r"^\S+: (?:warning|remark): .*\[insum-(?:empty-statement|statement-not-compared)\]\n"
                              r"(?: .*\n|#.*\n)*\S+: note: .*\n", re.MULTILINE)
HEADING = re.compile(r"^// ---- (.*): after (\w+)( \(unchanged\))?$")


def printed_by(insum, path, flags):
    """The text after each stage, by stage; blocks stand one after another under their headings."""
    command = [insum, "--print-after=" + ",".join(STAGES), "check", os.path.basename(path)]
    run = subprocess.run(command + (["--"] + flags if flags else []), cwd=os.path.dirname(path) or ".", text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if run.returncode != 0:
        sys.exit(f"{path}: {' '.join(command)} failed with {run.returncode}\n{run.stdout}{run.stderr}")
    texts = {stage: "" for stage in STAGES}
    last = ""  # what "unchanged" refers to
    stage = None
    for line in (run.stdout + ABOUT_STATEMENTS.sub("", run.stderr)).splitlines(keepends=True):
        if heading := HEADING.match(line.rstrip("\n")):
            stage = heading[2]
            if stage not in texts:
                sys.exit(f"{path}: {stage} was printed, but not asked for")
            texts[stage] += f"// {heading[1]}\n"
            if heading[3]:
                texts[stage] += last
            last = last if heading[3] else ""
        elif stage:
            texts[stage] += line
            last += line
    for stage in STAGES:
        if not texts[stage]:
            sys.exit(f"{path}: nothing was printed after {stage}")
    return texts


def read(path):
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


def check(insum, path, flags, update):
    good = True
    for stage, text in printed_by(insum, path, flags).items():
        recorded_in = path.removesuffix(".cpp") + ".expected." + stage
        recorded = read(recorded_in)
        if recorded == text:
            continue
        if update:
            with open(recorded_in, "w", encoding="utf-8") as file:
                file.write(text)
            print(f"recorded {recorded_in}")
            continue
        good = False
        if recorded is None:
            print(f"{recorded_in} is absent: build the target update_goldens, and read what it records")
            continue
        sys.stdout.writelines(difflib.unified_diff(recorded.splitlines(keepends=True), text.splitlines(keepends=True),
                                                   recorded_in, "printed by insum"))
    return good


arguments = sys.argv[1:]
flags = []
if "--" in arguments:
    arguments, flags = arguments[: arguments.index("--")], arguments[arguments.index("--") + 1 :]
update = arguments[:1] == ["--update"]
insum, *files = arguments[update:]
if not files:
    sys.exit(__doc__)
results = [check(os.path.abspath(insum), path, flags, update) for path in files]
sys.exit(0 if all(results) else 1)
