#!/usr/bin/env python3
"""Runs every case of race_cases or baseline_cases and compares what the program's report says with what the case expects:
of each class of calls the faster variant and, after it, how many calls were measured; or how a difference begins."""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

program, folder = Path(sys.argv[1]), Path(sys.argv[2])
quiet = "baseline" in program.name  # shown only where INSUM_REPORT is set
folder.mkdir(parents=True, exist_ok=True)
report_file = folder / "insum-report.json"
failures = []


def run(name, **environment):
    """Exit status, standard error, and the report's kernels."""
    report_file.unlink(missing_ok=True)
    clean = {k: v for k, v in os.environ.items() if k not in ("INSUM_MODE", "INSUM_RACE", "INSUM_REPORT")}
    result = subprocess.run([program, name], cwd=folder, capture_output=True, text=True, env={**clean, **environment})
    kernels = json.loads(report_file.read_text())["kernels"] if report_file.exists() else None
    return result.returncode, result.stderr, kernels


def check(name, fact, what, *seen):
    if not fact:
        failures.append(f"{name}: {what}: " + " ".join(map(str, seen)))


def outcome(kernels, counts):
    """'kernel 3, statement 3': of all classes."""
    classes = [c for kernel in kernels for c in kernel.get("classes", [])]
    return ", ".join((c["faster"] or "null") + (f" {c['measured']}" if counts else "") for c in classes)


def check_case(name, expected):
    status, said, kernels = run(name, **({"INSUM_REPORT": "1"} if quiet else {}))
    if " the kernel " in expected:
        check(name, status == 1 and re.search("insum (verify|race): " + re.escape(expected), said), "the difference is found", status, said)
        return
    check(name, status == 0, "status", status, said)
    kernels = kernels or []
    counts = any(c.isdigit() for c in expected)
    check(name, outcome(kernels, counts) == expected, f"expected '{expected}'", outcome(kernels, counts))
    check(name, "insum race: " in said, "there is a table", said)
    for word in expected.replace("null", "not decided").split(", "):
        check(name, word.rstrip(" 0123456789") in said, f"'{word}' is in the table", said)


def check_modes(name, raced):
    """INSUM_MODE in a build that has statement and kernel."""
    for mode in ("on", "off", "verify", "race"):
        status, said, kernels = run(name, INSUM_MODE=mode)
        verified = sum(kernel.get("verified", 0) for kernel in kernels or [])
        check(name, (verified > 0) == (mode == "verify"), f"INSUM_MODE={mode}: verified", kernels)
        check(name, ("insum race: " in said) == (mode == "race"), f"INSUM_MODE={mode}: the table", said)
        # The program itself counts how often the statement runs as it was built for.
        check(name, status == (0 if mode == raced else 2), f"INSUM_MODE={mode}: statements that run", status, said)


cases = subprocess.run([program, "--list"], cwd=folder, capture_output=True, text=True, check=True).stdout.splitlines()
for line in cases:
    check_case(*line.split("\t"))
if quiet:
    status, said, kernels = run("baseline_statement")
    check("baseline", (status, said, kernels) == (0, "", None), "silent without INSUM_REPORT", status, said, kernels)
    check_modes("baseline_kernel", "race")
    status, _, kernels = run("baseline_statement", INSUM_MODE="off")
    check("baseline", (status, kernels) == (0, None), "INSUM_MODE=off runs all statements", status, kernels)
else:
    check_modes("kernel_is_faster", "race")
    _, said, kernels = run("blocks_without_a_choice")
    reasons = ["no hand-written statement follows the block", "results of a deterministic block may not depend on times"]
    check("not raced", [k.get("not_raced") for k in kernels if "not_raced" in k] == reasons, "reasons", kernels)
    check("not raced", all(f"nothing to race: {reason}\n" in said for reason in reasons), "in the table", said)
    _, _, kernels = run("kernel_in_parallel_regions")
    check("parallel", [k["skipped"] for k in kernels if k.get("calls")] == [2], "skipped", kernels)
    _, said, _ = run("kernel_is_faster", INSUM_MODE="none")
    check("unknown", said.count("INSUM_MODE is 'none'") == 1 and "insum race: " in said, "unknown word", said)

print("\n".join(failures))
print(f"{len(cases)} cases, {len(failures)} failures")
sys.exit(1 if failures or not cases else 0)
