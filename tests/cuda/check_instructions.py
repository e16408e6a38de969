#!/usr/bin/env python3
"""Compiles the CUDA code of annotated files and checks what became of it: no kernel spills registers, and each of the instructions named
is there. Instructions are looked for in the disassembly where there is a disassembler, else in the PTX.

    check_instructions.py INSUM INCLUDE FILE PTX=SASS...        mma.sync.aligned.m16n8k16=HMMA.16816
    check_instructions.py INSUM INCLUDE FILE --no-stack ...     no array of a kernel is in memory of the thread

Exits with 77, which says skipped, where there is no nvcc.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ARCHITECTURES = ["80", "90"]


def tool(name):
    return shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")


def spills(report, may_have_stack):
    """(kernel, line) of each kernel that spills, of what ptxas -v says."""
    found, kernel = [], ""
    for line in report.splitlines():
        named = re.search(r"Function properties for (\S+)", line)
        kernel = named.group(1) if named else kernel
        counts = re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", line)
        stack = not may_have_stack and re.search(r"[1-9]\d* bytes stack frame", line)
        if stack or (counts and counts.groups() != ("0", "0")):
            found.append((kernel, line.strip()))
    return found


insum, include, file, *wanted = [x for x in sys.argv[1:] if x != "--no-stack"]
nvcc, disassembler = tool("nvcc"), tool("cuobjdump")
if nvcc is None:
    print("skipped: there is no nvcc")
    sys.exit(77)
good = True
with tempfile.TemporaryDirectory() as folder:
    kernels = pathlib.Path(folder) / "kernels.cu"
    subprocess.run([insum, "rewrite", file, "-o", str(kernels.with_suffix(".cpp")), "--cuda", str(kernels), "--", "-std=c++20", "-I", include],
                   check=True)
    for architecture in ARCHITECTURES:
        code = kernels.with_suffix(".sm_%s.cubin" % architecture)
        command = [nvcc, "-std=c++20", "-arch=sm_" + architecture, "-I", include, str(kernels)]
        run = subprocess.run([*command, "-Xptxas", "-v", "-cubin", "-o", str(code)], capture_output=True, text=True, check=True)
        report = run.stdout + run.stderr
        compiled = report.count("Function properties")
        for kernel, line in spills(report, "--no-stack" not in sys.argv):
            print("sm_%s: %s: %s" % (architecture, kernel, line))
            good = False
        if disassembler:
            text = subprocess.run([disassembler, "-sass", str(code)], capture_output=True, text=True, check=True).stdout
        else:
            ptx = kernels.with_suffix(".ptx")
            subprocess.run([*command, "-ptx", "-o", str(ptx)], check=True)
            text = ptx.read_text()
        for pair in wanted:
            name = pair.split("=")[1 if disassembler else 0]
            count = len(re.findall(re.escape(name), text))
            print("sm_%s: %d times %s in %s" % (architecture, count, name, "the disassembly" if disassembler else "PTX"))
            good &= count > 0
        good &= compiled > 0
sys.exit(0 if good else 1)
