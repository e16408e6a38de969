#!/usr/bin/env python3
"""Rewrites fuzz.cpp, compiles it with INSUM_CHECKS and sanitizers, and runs it.

    run_fuzz.py INSUM COMPILER INCLUDE WORK ROUNDS [SEED]
"""
import os
import subprocess
import sys

FLAGS = ["-std=c++20", "-fopenmp", "-DINSUM_CHECKS=1"]
SANITIZERS = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def main(insum, compiler, include, work, *arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    os.makedirs(work, exist_ok=True)
    source, program = os.path.join(work, "fuzz.insum.cpp"), os.path.join(work, "fuzz")
    flags = [*FLAGS, "-I" + include]
    subprocess.run([insum, "rewrite", os.path.join(here, "fuzz.cpp"), "-o", source, "--", *flags], check=True)
    subprocess.run([compiler, *flags, *SANITIZERS, "-Wall", "-Wextra", "-Werror", source, "-o", program], check=True)
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0", "OMP_NUM_THREADS": "2"}
    sys.exit(subprocess.run([program, *arguments], env=environment, check=False).returncode)


main(*sys.argv[1:])
