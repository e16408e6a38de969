#!/usr/bin/env python3
"""Fails if a diagnostic of diagnostics.def is in no expectation of the error tests, or if what 'insum help' says of it
would be arguments alone: it needs an example then, which the tests have too.

    check_diagnostics_covered.py DIAGNOSTICS.DEF EXAMPLES.DEF FILE...
"""
import re
import sys

STRING = r'"((?:[^"\\]|\\.)*)"'


def rows(path, pattern):
    with open(path, encoding="utf-8") as file:
        return re.findall(pattern, file.read(), re.MULTILINE)


def identifier(name):
    return f"insum-{name.replace('_', '-')}"


diagnostics = rows(sys.argv[1], rf"^INSUM_DIAGNOSTIC\((\w+), \w+, {STRING}, {STRING}\)")
examples = {name: texts for name, *texts in rows(sys.argv[2], rf"^INSUM_EXAMPLE\((\w+), {STRING}, {STRING}\)")}
text = ""
for path in sys.argv[3:]:
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        text += file.read()
flaws = [f"no file in tests/errors triggers {identifier(name)}" for name, _, _ in diagnostics
         if f"[{identifier(name)}]" not in text]
flaws += [f"{identifier(name)} needs an example" for name, message, remedy in diagnostics
          if re.search(r"^\{\d\}$", message + "\n" + remedy, re.MULTILINE) and name not in examples]
for name, (message, remedy) in examples.items():
    if f"{message} [{identifier(name)}]" not in text or remedy not in text:
        flaws.append(f"no test has the example of {identifier(name)}")
print("\n".join(flaws + [f"{len(diagnostics)} diagnostics, {len(flaws)} flaws"]))
sys.exit(1 if flaws else 0)
