#!/usr/bin/env python3
"""Compares the diagnostics of a program with those that the source files expect.

    check_errors.py [--update] [--without ID]... FILE... -- PROGRAM ARGUMENT...

runs PROGRAM ARGUMENT... FILE for each file; `{}` among the arguments stands for the file where it is not the last one.
What is printed as `FILE:LINE:COLUMN: error: TEXT [insum-id]` on standard error, warnings and notes included, must be
what the comments of the file say, no more and no less:

    // expect-error@+2:30: TEXT [insum-id]
    // expect-note@+1:30: TEXT
    #pragma insum ...

@+2:30 is column 30, two lines below the comment. The exit status must be 1 if errors are expected, else 0.
--without leaves diagnostics of an identifier, and the notes below them, out: what a folder is not about.
--update rewrites the comments to what the program says: review the difference.
"""
import os
import re
import subprocess
import sys

EXPECTATION = re.compile(r"^\s*// expect-(error|warning|remark|note)@([+-]?\d+):(\d+): (.*)$")
REPORT = re.compile(r"^(.*?):(\d+):(\d+): (error|warning|remark|note): (.*)$")


def expected_in(lines):
    found = []
    for number, line in enumerate(lines, 1):
        if match := EXPECTATION.match(line):
            found.append((number + int(match[2]), int(match[3]), match[1], match[4]))
    return found


def reported_by(command, path, without):
    command = [path if part == "{}" else part for part in command] + ([] if "{}" in command else [path])
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    found, ignored = [], False
    for line in run.stderr.decode("utf-8", "replace").splitlines():
        match = REPORT.match(line)
        if not match or os.path.basename(match[1]) != os.path.basename(path):
            continue
        if match[4] != "note":
            ignored = match[5].endswith(tuple(f"[{each}]" for each in without))
        if not ignored:
            found.append((int(match[2]), int(match[3]), match[4], match[5]))
    return found, run


def updated(lines, reports):
    """The lines with their expectations replaced: each stands above the logical line that it is about."""
    kept = [(number, line) for number, line in enumerate(lines, 1) if not EXPECTATION.match(line)]
    first_of = {}
    first = None
    for number, line in kept:
        first = number if first is None else first
        first_of[number] = first
        if not line.endswith("\\"):
            first = None
    position = {number: index for index, (number, _) in enumerate(kept)}
    out = []
    for number, line in kept:
        here = [report for report in reports if first_of.get(report[0]) == number]
        for index, (where, column, severity, text) in enumerate(here):
            distance = position[where] - position[number] + len(here) - index
            indent = line[: len(line) - len(line.lstrip())]
            out.append(f"{indent}// expect-{severity}@+{distance}:{column}: {text}")
        out.append(line)
    return out


def check(path, command, update, without):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        lines = file.read().split("\n")
    reports, run = reported_by(command, path, without)
    if update:
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write("\n".join(updated(lines, reports)))
        return True
    expected = expected_in(lines)
    missing, extra = list(expected), []
    for report in reports:
        if report in missing:
            missing.remove(report)
        else:
            extra.append(report)
    status = 1 if any(severity == "error" for _, _, severity, _ in expected) else 0
    for what, list_ in (("expected", missing), ("unexpected", extra)):
        for line, column, severity, text in list_:
            print(f"{path}:{line}:{column}: {what} {severity}: {text}")
    if run.returncode != status:
        print(f"{path}: exit status {run.returncode}, expected {status}")
        print(run.stderr.decode("utf-8", "replace")[-2000:])
    if not expected:
        print(f"{path}: expects no diagnostic at all")
    return not missing and not extra and run.returncode == status and bool(expected)


def main(arguments):
    update = "--update" in arguments
    arguments = [argument for argument in arguments if argument != "--update"]
    if "--" not in arguments:
        sys.exit(__doc__)
    split = arguments.index("--")
    files, command = arguments[:split], arguments[split + 1 :]
    without = []
    while "--without" in files:
        at = files.index("--without")
        without.append(files[at + 1])
        del files[at : at + 2]
    if not files or not command:
        sys.exit(__doc__)
    results = [check(path, command, update, without) for path in files]
    print(f"{results.count(True)} of {len(results)} files as expected")
    sys.exit(0 if all(results) else 1)


main(sys.argv[1:])
