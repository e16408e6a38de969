#!/usr/bin/env python3
"""Makes a compiler for `insum suggest --compiler` that has read the headers of trials: most of what a trial's compilation takes.

    precompile.py COMPILER INCLUDE FOLDER

FOLDER/compiler is COMPILER with these headers precompiled, for the flags that programs have when none are given after "--".
"""
import os
import shutil
import subprocess
import sys

HEADERS = ["insum/rt/kernel.hpp", "insum/statement.hpp", "insum/statement/trial.hpp"]


def main(compiler, include, folder):
    shutil.rmtree(folder, ignore_errors=True)  # headers may have changed
    os.makedirs(folder)
    header, made = os.path.join(folder, "trial.hpp"), os.path.join(folder, "compiler")
    with open(header, "w", encoding="utf-8") as file:
        file.write("".join(f"#include <{name}>\n" for name in HEADERS))
    said = subprocess.run([compiler, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    flags = ["-std=c++20", "-w", "-O0", "-D_GLIBCXX_ASSERTIONS", "-I" + include]  # as preprocessor/driver/trial.cpp has them
    if "clang" in said:
        output, use = header + ".pch", f"-include-pch {header}.pch {header}.o"
        making = ["-fpch-instantiate-templates", "-fpch-codegen"]  # what needs no code of a trial is in an object of its own
    else:
        output, use, making = header + ".gch", f"-include {header}", []
    subprocess.run([compiler, *flags, *making, "-x", "c++-header", header, "-o", output], check=True)
    if making:
        subprocess.run([compiler, *flags, "-c", output, "-o", header + ".o"], check=True)
    with open(made, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec {compiler} {use} "$@"\n')
    os.chmod(made, 0o755)


main(*sys.argv[1:])
