#!/usr/bin/env python3
"""Rewrites a program and checks the result three ways.

    check_case.py [--update] INSUM COMPILER INCLUDE WORK CASE.cpp [FLAG...]

1. What Clang said of its C++ expressions and the rewritten text are as in CASE.expected. Kernels and arguments of calls
   are left out there: they are the pipeline's and have their own tests.
2. The rewritten program compiles without warnings.
3. It prints what the original program prints.
--update writes CASE.expected: review the difference.
"""
import os
import re
import subprocess
import sys

FLAGS = ["-std=c++20", "-fopenmp"]


def run(command, **options):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\nexit status {result.returncode}\n{result.stderr.decode()}{result.stdout.decode()}")
    return result.stdout.decode(), result.stderr.decode()


def masked(text, folder):
    text = re.sub(r"(namespace insum_kernels \{\n).*(\}  // namespace insum_kernels\n)", r"\1...\n\2", text, flags=re.S)
    text = re.sub(r"(::insum_kernels::\w+\().*\);", r"\1...);", text)
    return text.replace(folder + "/", "")


def main(arguments):
    update = arguments[0] == "--update"
    insum, compiler, include, work, case, *more = arguments[update:]
    flags = [*FLAGS, "-I" + include, *more]
    folder = os.path.dirname(case)
    name = os.path.splitext(os.path.basename(case))[0]
    os.makedirs(work, exist_ok=True)
    output = os.path.join(work, name + ".insum.cpp")
    _, facts = run([insum, "rewrite", case, "-o", output, "--print-after=facts", "--", *flags])
    with open(output, encoding="utf-8") as file:
        text = masked(facts, folder) + "\n" + masked(file.read(), folder)
    golden = os.path.splitext(case)[0] + ".expected"
    if update:
        with open(golden, "w", encoding="utf-8") as file:
            file.write(text)
    with open(golden, encoding="utf-8") as file:
        expected = file.read()
    if text != expected:
        actual = os.path.join(work, name + ".actual")
        with open(actual, "w", encoding="utf-8") as file:
            file.write(text)
        subprocess.run(["diff", "-u", golden, actual], check=False)
        sys.exit(f"{case}: the rewritten text is not as expected")

    warnings = ["-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-Wno-misleading-indentation"]
    printed = []
    for source in (case, output):
        program = os.path.join(work, os.path.basename(source) + ".exe")
        run([compiler, *flags, *warnings, "-iquote", folder, source, "-o", program])
        printed.append(run([program])[0])
    if printed[0] != printed[1]:
        sys.exit(f"{case}: the original prints\n{printed[0]}\nthe rewritten program prints\n{printed[1]}")
    print(f"{case}: {printed[0].count(chr(10))} lines of output are the same")


main(sys.argv[1:])
