#!/usr/bin/env python3
"""Fails if docs/migrating.md quotes what the example does not have, or insum does not say.

    check_page.py PAGE.MD EXAMPLE_FOLDER INSUM INCLUDE_FOLDER

* each cpp listing stands in the migrated source as it is, and each pragma of the source is in a listing;
* what it shows of races, reports and `insum status` names blocks that stand there, and the table of what was gained has each block;
* what the page shows of `insum suggest` and `insum check` is said. A diff listing is the change after which `check` is asked.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

page, example, insum, include = (Path(argument).resolve() for argument in sys.argv[1:5])
text = page.read_text(encoding="utf-8")
source = (example / "solver.cpp").read_text(encoding="utf-8")
before = re.sub(r"^#pragma insum .*\n", "", source, flags=re.MULTILINE)
listings = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
failures = []


def demand(condition, message):
    if not condition:
        failures.append(message)


def pragmas(source):
    return re.findall(r"^#pragma insum .*\n", source, re.MULTILINE)


def insum_says(command, file):
    result = subprocess.run([insum, *command, file, "--", "-std=c++20", "-fopenmp", f"-I{include}", f"-iquote{example}"],
                            cwd=example, capture_output=True, text=True)
    return result.stdout + result.stderr


def insum_says_of(command, name, text):
    """... of a file with this text, which it calls by this name."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / name
        copy.write_text(text, encoding="utf-8")
        return insum_says(command, copy).replace(str(copy), name)


code = [listing for language, listing in listings if language == "cpp"]
for listing in code:
    demand(listing in source, f"this listing is not in solver.cpp:\n{listing}")
    demand("#pragma insum" in listing, f"a listing without a block:\n{listing}")
quoted, written = set(pragmas("".join(code))), set(pragmas(source))
for pragma in sorted(written - quoted):
    demand(False, f"no listing has {pragma}")

suggested = [listing for _, listing in listings if "$ insum suggest" in listing]
demand(len(suggested) == 1, "the page shows no output of insum suggest")
said = insum_says_of(["suggest", "--verbose"], "before.cpp", before).splitlines()
for line in "".join(suggested).splitlines():
    demand(not line or line.startswith("$") or line == "..." or line in said, f"insum suggest does not say: {line}")

# Where other answers name a block, by its place and Einsums, it stands there.
lines, places = source.splitlines(), {}
for number, line in enumerate(lines, 1):
    if line.startswith("#pragma insum kernel "):
        block = lines[number - 1:next(k for k in range(number, len(lines)) if not lines[k].startswith("#pragma insum "))]
        directives = [each.removeprefix("#pragma insum ") for each in block]
        einsums = [each for each in directives if not re.match(r"(kernel|tensor|baseline)\b", each)]
        places[number] = (directives[0].removeprefix("kernel "), "; ".join(einsums))
answer = r"^solver.cpp:(\d+): (?:insum race: )?(\S+ [-+*=min]+ .*?)(?: \[T = \w+\])?(?:: \d+ calls?, .*)?$"
named = [(int(line), einsum) for line, einsum in re.findall(answer, text, re.MULTILINE)]
named += [(int(line), einsum) for line, einsum in re.findall(r"^ +(\d+)  (\S+ \S*= .*)$", text, re.MULTILINE)]
demand(len(named) >= 15, f"only {len(named)} answers about blocks are recognised")
for line, einsum in named:
    demand(line in places and places[line][1] == einsum, f"no block at line {line} of solver.cpp is: {einsum}")
gained = re.findall(r"^\| `(\w+)` \| \d+ \|", text, re.MULTILINE)
demand(sorted(gained) == sorted(name for name, _ in places.values()), f"the table of what was gained has {gained}")

changes = [listing for language, listing in listings if language == "diff"]
checks = [listing for _, listing in listings if "$ insum check" in listing]
demand(len(checks) == 2 and len(changes) == 2, "the page does not show two changes, and what insum check says of each")
for change, expected in zip(changes, checks):
    lines = {sign: "".join(line[1:] for line in change.splitlines(True) if line.startswith(sign)) for sign in "-+"}
    demand(source.count(lines["-"]) == 1, f"not once in solver.cpp: {lines['-']}")
    answer = insum_says_of(["check"], "solver.cpp", source.replace(lines["-"], lines["+"]))
    wanted = [line for line in expected.splitlines() if not line.startswith("$")]
    demand(answer.splitlines() == wanted, f"insum check says\n{answer}and the page\n{expected}")

print("\n".join(failures))
print(f"{len(code)} listings, {len(quoted & written)} of {len(written)} pragmas quoted, {len(failures)} failures")
sys.exit(1 if failures else 0)
