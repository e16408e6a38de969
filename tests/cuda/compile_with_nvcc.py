#!/usr/bin/env python3
"""Compiles the CUDA code of annotated files with nvcc, for the architectures below, with warnings as errors.

    compile_with_nvcc.py INSUM INCLUDE FILE...

Exits with 77, which says skipped, where there is no nvcc.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

CODES = ["-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=sm_90"]
WARNINGS = ["-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra"]

insum, include, *files = sys.argv[1:]
nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
if nvcc is None:
    print("skipped: there is no nvcc")
    sys.exit(77)
good = True
with tempfile.TemporaryDirectory() as folder:
    for file in files:
        kernels = pathlib.Path(folder) / (pathlib.Path(file).stem + ".cu")
        subprocess.run([insum, "rewrite", file, "--backend=cuda", "-o", str(kernels.with_suffix(".cpp")), "--cuda", str(kernels), "--",
                        "-std=c++20", "-DVARIANT=generated", "-I", include], check=True)
        run = subprocess.run([nvcc, "-std=c++20", "--threads", "2", *CODES, *WARNINGS, "-I", include, "-c", str(kernels), "-o",
                              str(kernels.with_suffix(".o"))], capture_output=True, text=True, check=False)
        good &= run.returncode == 0
        print("%s: %s" % (pathlib.Path(file).name, "compiled" if run.returncode == 0 else "\n" + run.stdout + run.stderr))
sys.exit(0 if good else 1)
