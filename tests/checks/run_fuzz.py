#!/usr/bin/env python3
"""Rewrites the cases, compiles them with INSUM_CHECKS and sanitizers, and runs the program.

    run_fuzz.py INSUM COMPILER INCLUDE WORK ROUNDS [SEED]
"""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import compiler_cache  # noqa: E402

FLAGS = ["-std=c++20", "-fopenmp", "-DINSUM_CHECKS=1"]
SANITIZERS = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
HERE = os.path.dirname(os.path.abspath(__file__))


def compile_all(compiler, flags, sources, program):
    """The sources beside each other."""
    objects = [program + "_" + os.path.basename(source) + ".o" for source in sources]
    running = [subprocess.Popen([*compiler_cache.COMMAND, compiler, *flags, "-c", source, "-o", made]) for source, made in zip(sources, objects)]
    if any([process.wait() for process in running]):
        sys.exit("the cases do not compile")
    subprocess.run([compiler, *flags, *objects, "-o", program], check=True)


def main(insum, compiler, include, work, *arguments):
    os.makedirs(work, exist_ok=True)
    flags = [*FLAGS, "-I" + include, "-I" + HERE]
    sources = [os.path.join(HERE, name) for name in ("fuzz.cpp", "storage.cpp")]
    for name in ("matrices", "others", "objects"):
        sources.append(os.path.join(work, name + ".insum.cpp"))
        subprocess.run([insum, "rewrite", os.path.join(HERE, name + ".cpp"), "-o", sources[-1], "--", *flags], check=True)
    program = os.path.join(work, "fuzz")
    compile_all(compiler, [*flags, *SANITIZERS, "-Wall", "-Wextra", "-Werror"], sources, program)
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0", "OMP_NUM_THREADS": "2"}
    sys.exit(subprocess.run([program, *arguments], env=environment, check=False).returncode)


main(*sys.argv[1:])
