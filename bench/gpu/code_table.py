#!/usr/bin/env python3
"""Compiles CUDA files and prints what their kernels need: registers, spills and shared memory as ptxas reports them, and what the
loop that multiplies consists of.

    code_table.py [--check] INCLUDE FILE.cu...

With --check the exit status is 1 where a kernel spills registers, or one that multiplies tiles of a type that matrix
instructions take has none of these. Exits with 77, which says skipped, where there is no nvcc.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "tools"))
import machine_code  # noqa: E402

ARCHITECTURES = ["80", "90a"]
TITLE = ("%-30s %3s %9s %6s %6s | %12s %8s %6s %11s %11s %5s %5s" %
         ("kernel", "sm", "registers", "spills", "shared", "instructions", "multiply", "share", "global load", "shared load", "store",
          "local"))


def row(kernel):
    needs, loop = kernel.needs, kernel.loop
    text = "%-30s %3s %9d %6d %6d |" % (kernel.name, kernel.architecture, needs.registers, needs.spills, needs.shared)
    multiply = loop.of(loop.what)
    stores = loop.of("global store") + loop.of("shared store") + loop.of("atomic")
    return text + " %12d %4d %-3s %5.0f%% %11d %11d %5d %5d" % (
        loop.instructions, multiply, "mma" if loop.what == "matrix" else "fma", 100 * multiply / loop.instructions,
        loop.of("global load"), loop.of("shared load"), stores, loop.of("local"))


def complaints(kernels):
    """Of --check."""
    found = []
    for kernel in kernels:
        name = "%s for sm_%s" % (kernel.name, kernel.architecture)
        if kernel.needs.spills:
            found.append("%s spills %d bytes of registers" % (name, kernel.needs.spills))
        if kernel.loop is not None and kernel.loop.of("local"):
            found.append("%s has arrays of a thread in memory, in its inner loop" % name)
        if kernel.tiles_for_matrix_instructions and (kernel.loop is None or kernel.loop.what != "matrix"):
            found.append("%s multiplies without matrix instructions" % name)
    return found


def summary(count, what, needs):
    return "%d %s: up to %d registers, %d bytes spilled" % (count, what, max(one.registers for one in needs),
                                                           sum(one.spills for one in needs))


def table(kernels, is_ptx):
    deeper = [one.needs for one in kernels if one.loop is not None and "+" in one.name]
    multiply = sorted((one for one in kernels if one.loop is not None and "+" not in one.name),
                      key=lambda one: (one.name, one.architecture))
    others = [one.needs for one in kernels if one.loop is None]
    lines = ["%-57s | the loop that multiplies, %s" % ("", "in PTX" if is_ptx else "disassembled"), TITLE, *map(row, multiply)]
    if deeper:
        lines.append(summary(len(deeper), "variants with more steps ahead, whose loops are these", deeper))
    if others:
        lines.append(summary(len(others), "others, without such a loop", others))
    return "\n".join(lines)


def main(arguments):
    check = "--check" in arguments
    include, *files = [one for one in arguments if one != "--check"]
    nvcc = machine_code.tool("nvcc")
    if nvcc is None:
        print("skipped: there is no nvcc")
        return 77
    kernels, is_ptx = [], False
    for architecture in ARCHITECTURES:
        more, is_ptx = machine_code.measure(nvcc, files, architecture, include, architecture == ARCHITECTURES[0])
        kernels += more
    print(table(kernels, is_ptx))
    found = complaints(kernels) if check else []
    if found:
        print("\n".join(found))
    return 1 if found or not kernels else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
