#!/usr/bin/env python3
"""Fails if a diagnostic of diagnostics.def is in no expectation of the error tests.

    check_diagnostics_covered.py DIAGNOSTICS.DEF FILE...
"""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    names = re.findall(r"^INSUM_DIAGNOSTIC\((\w+),", file.read(), re.MULTILINE)
text = ""
for path in sys.argv[2:]:
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        text += file.read()
missing = [name for name in names if f"[insum-{name.replace('_', '-')}]" not in text]
for name in missing:
    print(f"no file in tests/errors triggers insum-{name.replace('_', '-')}")
print(f"{len(names) - len(missing)} of {len(names)} diagnostics are triggered")
sys.exit(1 if missing else 0)
