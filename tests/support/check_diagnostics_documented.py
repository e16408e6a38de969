#!/usr/bin/env python3
"""Fails if a diagnostic of diagnostics.def stands in no page.

    check_diagnostics_documented.py DIAGNOSTICS.DEF PAGE...
"""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    names = re.findall(r"^INSUM_DIAGNOSTIC\((\w+),", file.read(), re.MULTILINE)
words = set()
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        words.update(re.findall(r"insum(?:-[a-z]+)+", file.read()))
missing = [name for name in names if f"insum-{name.replace('_', '-')}" not in words]
for name in missing:
    print(f"no page mentions insum-{name.replace('_', '-')}")
print(f"{len(names) - len(missing)} of {len(names)} diagnostics are documented")
sys.exit(1 if missing else 0)
