#!/usr/bin/env python3
"""What `insum suggest` says of a file, and that its blocks can be pasted.

    check_case.py [--update] [--compiler=COMPILER] INSUM INCLUDE WORK CASE.cpp

1. Its output, and with --verbose why other loops have no block, is as in CASE.expected.
2. With all blocks pasted where they were suggested, `insum check` has nothing to say, and nothing more is suggested there.
Its first line may name further flags of the compiler: "// flags: -fopenmp".
--compiler compiles the trials of files without such flags, in place of c++.
--update writes CASE.expected: review the difference.
"""
import os
import re
import subprocess
import sys

OWN = "// flags: "
HEADER = re.compile(r"^.*:(\d+): a block for this loop in '")


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\nexit status {result.returncode}\n{result.stderr}{result.stdout}")
    return result.stdout, result.stderr


def pasted(lines, output):
    """The file's lines with the blocks of `output` above their loops."""
    blocks, block = {}, None
    for line in output.splitlines():
        if found := HEADER.match(line):
            block = blocks.setdefault(int(found[1]), [])
        elif line.lstrip().startswith("#pragma insum"):
            block.append(line)
    out = []
    for number, line in enumerate(lines, 1):
        if number in blocks:
            above = len(out)
            while above > 0 and out[above - 1].lstrip().startswith("#pragma"):
                above -= 1
            out[above:above] = blocks[number]
        out.append(line)
    return "\n".join(out) + "\n"


def main(arguments):
    update = arguments[0] == "--update"
    compiler = [word for word in arguments if word.startswith("--compiler=")]
    insum, include, work, case = arguments[-4:]
    with open(case, encoding="utf-8") as file:
        first = file.readline().strip()
    own = first[len(OWN):].split() if first.startswith(OWN) else []
    flags = [*([] if own else compiler), "--", "-std=c++20", "-I" + include, *own]
    output, reasons = run([insum, "suggest", case, "--verbose", *flags])
    text = (output + "\n" + reasons).replace(os.path.dirname(case) + "/", "")
    golden = os.path.splitext(case)[0] + ".expected"
    if update:
        with open(golden, "w", encoding="utf-8") as file:
            file.write(text)
    with open(golden, encoding="utf-8") as file:
        expected = file.read()
    os.makedirs(work, exist_ok=True)
    if text != expected:
        actual = os.path.join(work, os.path.basename(golden))
        with open(actual, "w", encoding="utf-8") as file:
            file.write(text)
        subprocess.run(["diff", "-u", golden, actual], check=False)
        sys.exit(f"{case}: the suggestions are not as expected")

    with open(case, encoding="utf-8") as file:
        annotated = pasted(file.read().splitlines(), output)
    path = os.path.join(work, os.path.basename(case))
    with open(path, "w", encoding="utf-8") as file:
        file.write(annotated)
    _, said = run([insum, "check", path, *flags])
    if " warning: " in said or " error: " in said:
        sys.exit(f"{path}: the blocks cannot be pasted\n{said}")
    again, _ = run([insum, "suggest", path, *flags])
    if HEADER.search(again):
        sys.exit(f"{path}: suggested again\n{again}")


main(sys.argv[1:])
