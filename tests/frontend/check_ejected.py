#!/usr/bin/env python3
"""Makes the kernels of a program the program's own and checks the result.

    check_ejected.py INSUM COMPILER INCLUDE WORK CASE.cpp [FLAG...]

The program with the calls compiles without warnings and without insum's headers, but for those that were copied, and
prints what the original prints; nothing of it is left for insum to replace.
"""
import os
import shutil
import subprocess
import sys

FLAGS = ["-std=c++20", "-fopenmp"]
# What only the replaced statements used is not used any more.
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-Wno-misleading-indentation",
            "-Wno-unused-variable", "-Wno-unused-function", "-Wno-unused-parameter", "-Wno-unused-local-typedefs"]


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\nexit status {result.returncode}\n{result.stderr.decode()}{result.stdout.decode()}")
    return result.stdout.decode()


def main(arguments):
    insum, compiler, include, work, case, *more = arguments
    folder = os.path.dirname(case)
    name = os.path.splitext(os.path.basename(case))[0]
    work = os.path.join(work, name)
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    output, kernels = os.path.join(work, name + ".cpp"), os.path.join(work, "kernels")
    listed = run([insum, "eject", case, "-o", output, "--kernels", kernels, "--", *FLAGS, "-I" + include, *more])
    left = run([insum, "explain", output, "--", *FLAGS, "-I" + kernels, "-iquote", folder, *more])
    if not left.endswith("no blocks\n"):
        sys.exit(f"{output} still has blocks:\n{left}")
    printed = []
    for source, headers in ((case, include), (output, kernels)):
        program = source + ".exe" if source == output else os.path.join(work, "original.exe")
        run([compiler, *FLAGS, *more, "-I" + headers, *WARNINGS, "-iquote", folder, source, "-o", program])
        printed.append(run([program]))
    if printed[0] != printed[1]:
        sys.exit(f"{case}: the original prints\n{printed[0]}\nthe program with the calls prints\n{printed[1]}")
    print(f"{case}: {listed.count(chr(10))} kernels, {printed[0].count(chr(10))} lines of output are the same")


main(sys.argv[1:])
