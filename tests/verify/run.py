#!/usr/bin/env python3
"""Runs every case of verify_cases and compares what verification says with what the case expects."""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

program, folder = Path(sys.argv[1]), Path(sys.argv[2])


def run(name, **environment):
    return subprocess.run([program, name], cwd=folder, capture_output=True, text=True, env={**os.environ, **environment})


folder.mkdir(parents=True, exist_ok=True)
listed = subprocess.run([program, "--list"], cwd=folder, capture_output=True, text=True, check=True).stdout
failures, right, wrong = [], 0, 0
for line in listed.splitlines():
    name, expected = line.split("\t")
    (folder / "insum-report.json").unlink(missing_ok=True)
    result = run(name)
    report = json.loads((folder / "insum-report.json").read_text())["kernels"]
    differing = sum(kernel["differing"] for kernel in report)
    verified = sum(kernel["verified"] for kernel in report)
    if expected:
        wrong += 1
        good = result.returncode == 1 and differing > 0 and "insum verify: " + expected in result.stderr
    else:
        right += 1
        good = result.returncode == 0 and differing == 0 and verified > 0 and not result.stderr
    if result.stdout != "done\n" or not good:
        failures.append(f"{name}: expected '{expected}', status {result.returncode}\n{result.stderr}{report}")
    for mode in ("on", "off") if expected else ():
        if run(name, INSUM_MODE=mode).returncode != 0:
            failures.append(f"{name}: INSUM_MODE={mode} still verifies")
    unknown = run(name, INSUM_MODE="none") if wrong == 1 and expected else None
    if unknown and (unknown.returncode != 1 or unknown.stderr.count("INSUM_MODE is 'none'") != 1):
        failures.append(f"{name}: INSUM_MODE=none is not said to be unknown\n{unknown.stderr}")

# Two programs in one folder, and a report that cannot be written.
report_file, name = folder / "insum-report.json", listed.splitlines()[0].split("\t")[0]
others = [folder / "one", folder / "other"]
report_file.unlink(missing_ok=True)
for other in others + others[:1]:
    shutil.copy(program, other)
    subprocess.run([other, name], cwd=folder, capture_output=True, check=True)
blocks = [kernel["program"] for kernel in json.loads(report_file.read_text())["kernels"]]
counts = {path: blocks.count(str(path.resolve())) for path in others}
if len(set(counts.values())) != 1 or sum(counts.values()) != len(blocks) or not blocks:
    failures.append(f"two programs: {blocks}")
others[1].unlink()
subprocess.run([others[0], name], cwd=folder, capture_output=True, check=True)
if len(json.loads(report_file.read_text())["kernels"]) * 2 != len(blocks):
    failures.append("the report still has a program that is gone")
report_file.unlink()
report_file.mkdir()
said = subprocess.run([others[0], name], cwd=folder, capture_output=True, text=True).stderr
if said != "insum: 'insum-report.json' cannot be written: Is a directory\n":
    failures.append(f"a report that cannot be written: {said}")
report_file.rmdir()
others[0].unlink()

print("\n".join(failures))
print(f"{right} right and {wrong} wrong annotations, {len(failures)} failures")
sys.exit(1 if failures or right + wrong < 60 else 0)
