#!/usr/bin/env python3
"""Compiles the CUDA code of annotated files, with warnings as errors, and checks what became of it: no kernel spills registers, and each of the instructions named
is there. Instructions are looked for in the disassembly where there is a disassembler, else in the PTX.

    check_instructions.py INSUM INCLUDE FILE PTX=SASS...        mma.sync.aligned.m16n8k16=HMMA.16816
    check_instructions.py INSUM INCLUDE FILE --no-stack ...     no array of a kernel is in memory of the thread
    check_instructions.py INSUM INCLUDE FILE --sm=90a ...       for this architecture alone
    check_instructions.py INSUM INCLUDE FILE --kernels-alone ...    what is for the host is compiled by another test

Exits with 77, which says skipped, where there is no nvcc.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "tools"))
import machine_code  # noqa: E402

insum, include, file, *wanted = [x for x in sys.argv[1:] if not x.startswith("--")]
architectures = [x.removeprefix("--sm=") for x in sys.argv[1:] if x.startswith("--sm=")] or ["80", "90"]
nvcc = machine_code.tool("nvcc")
if nvcc is None:
    print("skipped: there is no nvcc")
    sys.exit(77)
good = True
with tempfile.TemporaryDirectory() as folder:
    kernels = str(pathlib.Path(folder) / "kernels.cu")
    subprocess.run([insum, "rewrite", file, "-o", folder + "/kernels.cpp", "--cuda", kernels, "--", "-std=c++20", "-I", include], check=True)
    for architecture in architectures:
        host = architecture == architectures[0] and "--kernels-alone" not in sys.argv
        report, code = machine_code.compile_kernels(nvcc, kernels, architecture, include, folder, host)
        compiled = machine_code.resources(report)
        for name, needs in compiled.items():
            if needs.spills or (needs.stack and "--no-stack" in sys.argv):
                print("sm_%s: %s: %d bytes of spills, %d of the stack" % (architecture, name, needs.spills, needs.stack))
                good = False
        text, is_ptx = machine_code.text_of(code)
        for pair in wanted:
            name = pair.split("=")[0 if is_ptx else 1]
            count = len(re.findall(re.escape(name), text))
            print("sm_%s: %d times %s in %s" % (architecture, count, name, "PTX" if is_ptx else "the disassembly"))
            good &= count > 0
        good &= len(compiled) > 0
sys.exit(0 if good else 1)
