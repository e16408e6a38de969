#!/usr/bin/env python3
"""What stands between blocks costs nothing: functions without blocks become the same machine code with insum as without.

    machine_code.py INSUM INCLUDE FOLDER SOURCE COMPILER...

Compiles SOURCE as it is and as `insum rewrite` leaves it, and compares the assembly of all functions of its namespace
`plain`. Nor may there be anything new that runs when the program starts.
"""
import re
import subprocess
import sys
from pathlib import Path

insum, include, folder, source, *compilers = sys.argv[1:]
FLAGS = ["-std=c++20", "-fopenmp", "-I" + include]
LABEL = re.compile(r"\.L[\w.$]+")
DATA = re.compile(r"\.(long|quad|value|byte|zero|string|ascii|asciz|short|2byte|4byte|8byte)\s")
LEAST = 14  # functions in `plain`: so many are found, if assembly still looks as this program thinks


def compile_to_assembly(compiler, file, level):
    out = Path(folder, "code.s")
    subprocess.run([compiler, *FLAGS, level, "-Wno-unknown-pragmas", "-S", "-o", out, file], check=True)
    return [line.split("#")[0].strip() for line in out.read_text().splitlines()]


def split(lines):
    """The code of each function, and what stands at each local label outside of functions."""
    functions, constants, current, name = {}, {}, None, None
    kinds = {match[1] for line in lines if (match := re.match(r"\.type\s+([\w.$]+),\s*@function", line))}
    for line in lines:
        if match := re.fullmatch(r"([\w.$]+):", line):
            if match[1] in kinds:
                name, current = match[1], functions.setdefault(match[1], [])
                continue
            if not name:
                current = constants.setdefault(match[1], [])
                continue
        if name and re.match(r"\.size\s", line):
            name = current = None
        elif match := re.fullmatch(r"\.set\s+(\.L[\w.]+),\s*(\.L\S+)", line):  # a constant that is a part of another one
            constants[match[1]] = [match[2]]
        elif current is not None and line and (DATA.match(line) if name is None else not line.startswith(".") or line.endswith(":")):
            current.append(line)
    return functions, {label: " ".join(text) for label, text in constants.items() if label.startswith(".L")}


def plain(code, constants):
    """Local labels numbered in the order of their occurrence, and constants in their place."""
    seen = {}

    def rename(match):
        name = match[0]
        if name in seen:
            return seen[name]
        seen[name] = f"label{len(seen)}"
        return seen[name] + (f"({LABEL.sub(rename, constants[name])})" if name in constants else "")

    return [LABEL.sub(rename, line) for line in code]


def compare(compiler, level, rewritten):
    before, after = (split(compile_to_assembly(compiler, file, level)) for file in (source, rewritten))
    names = [name for name in before[0] if "5plain" in name]
    if len(names) < LEAST:
        yield f"only {len(names)} functions are compared: {names}"
    for name in names:
        if name not in after[0]:
            yield f"{name} is missing"
        elif plain(after[0][name], after[1]) != plain(before[0][name], before[1]):
            yield f"{name} has other code"
    same = [name for name in before[0] if "9annotated" in name and after[0].get(name) == before[0][name]]
    if same:
        yield f"functions with blocks are as without: {same}"
    starts = [{name for name in found[0] if name.startswith("_GLOBAL__sub_I")} for found in (before, after)]
    if starts[1] - starts[0]:
        yield f"something new runs at the start: {starts[1]}"


Path(folder).mkdir(parents=True, exist_ok=True)
rewritten = Path(folder, Path(source).name)
subprocess.run([insum, "rewrite", source, "-o", rewritten, "--", *FLAGS], check=True)
failures = [f"{Path(c).name} {level}: {what}" for c in compilers for level in ("-O1", "-O3") for what in compare(c, level, rewritten)]
print("\n".join(failures))
sys.exit(1 if failures else 0)
