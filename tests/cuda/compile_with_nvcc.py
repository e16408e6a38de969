#!/usr/bin/env python3
"""Compiles the CUDA code of annotated files with nvcc, for the architectures below, with warnings as errors.

    compile_with_nvcc.py INSUM INCLUDE WORK FILE...

Exits with 77, which says skipped, where there is no nvcc.
"""
import pathlib
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS.parent / "tools"), str(TESTS / "support")]
import compiler_cache  # noqa: E402
import machine_code  # noqa: E402

# Both from one PTX, which takes as long as all the rest; what is for compute_90 alone, the instruction tests compile.
CODES = ["-gencode=arch=compute_80,code=[sm_80,sm_90]"]

BATCH = 24  # files that are compiled as one, since most of the time goes into the headers that all of them have

insum, include, work, *files = sys.argv[1:]
nvcc = machine_code.tool("nvcc")
if nvcc is None:
    print("skipped: there is no nvcc")
    sys.exit(77)


folder = pathlib.Path(work)
folder.mkdir(parents=True, exist_ok=True)


def rewritten(file):
    kernels = folder / (pathlib.Path(file).stem + ".cu")
    subprocess.run([insum, "rewrite", file, "--backend=cuda", "-o", str(kernels.with_suffix(".cpp")), "--cuda", str(kernels), "--",
                    "-std=c++20", "-DVARIANT=generated", "-I", include], check=True)
    return kernels


def compiled(batch):
    together = folder / "together.cu"
    together.write_text("".join('#include "%s"\n' % kernels.name for kernels in batch))
    run = subprocess.run([*compiler_cache.COMMAND, nvcc, *machine_code.NVCC_FLAGS, "--threads", "2", *CODES, "-I", include, "-c", str(together),
                          "-o", str(together.with_suffix(".o"))], capture_output=True, text=True, check=False)
    good = run.returncode == 0
    print("%s: %s" % (", ".join(kernels.stem for kernels in batch), "compiled" if good else "\n" + run.stdout + run.stderr))
    return good


every = [rewritten(file) for file in files]
sys.exit(0 if all([compiled(every[at:at + BATCH]) for at in range(0, len(every), BATCH)]) else 1)
