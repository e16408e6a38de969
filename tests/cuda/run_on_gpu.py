#!/usr/bin/env python3
"""Runs the tests of this folder on a GPU: their kernels compiled by nvcc for it, then each program by itself and under compute-sanitizer.

    run_on_gpu.py INSUM INCLUDE FOLDER NAME...        NAME.cpp and NAME_test.cpp
    run_on_gpu.py --build-only ...                    for the architecture sm_90a, where there is no GPU

Exits with 77, which says skipped, where there is no nvcc or no GPU.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

CUDA = "/usr/local/cuda/bin"


def tool(name):
    return shutil.which(name) or shutil.which(name, path=CUDA)


def skip(what):
    print("skipped: there is no " + what)
    sys.exit(77)


def run(command, **more):
    done = subprocess.run([str(x) for x in command], capture_output=True, text=True, check=False, **more)
    if done.returncode != 0:
        print(" ".join(str(x) for x in command) + "\n" + done.stdout + done.stderr)
    return done.returncode == 0


def gpu_architecture():
    """As nvcc wants it: sm_80; sm_90a where there are Hopper's instructions; nothing without a GPU."""
    query = tool("nvidia-smi")
    done = query and subprocess.run([query, "--query-gpu=compute_cap", "--format=csv,noheader"], capture_output=True, text=True, check=False)
    lines = done.stdout.split() if done and done.returncode == 0 else []
    return "sm_" + lines[0].replace(".", "") + ("a" if lines[0] == "9.0" else "") if lines else None


def build(nvcc, architecture, insum, include, source, out):
    """The test program, its kernels compiled for a device."""
    host, device = out.with_suffix(".insum.cpp"), out.with_suffix(".cu")
    flags = ["-std=c++20", "-I", include, "-I", source.parent]
    toolkit = pathlib.Path(nvcc).resolve().parent.parent / "include"
    compiler = ["c++", *flags, "-isystem", toolkit, "-c"]
    objects = [out.with_suffix(end) for end in (".host.o", ".device.o", ".test.o")]
    return (run([insum, "rewrite", source, "-o", host, "--cuda", device, "--", *flags, "-I", toolkit])
            and run([*compiler, host, "-o", objects[0]])
            and run([nvcc, "-arch=" + architecture, *flags, "-c", device, "-o", objects[1]])
            and run([*compiler, source.with_name(source.stem + "_test.cpp"), "-DDOCTEST_CONFIG_IMPLEMENT_WITH_MAIN", "-o", objects[2]])
            and run([nvcc, "-arch=" + architecture, *objects, "-o", out]))


def main(arguments):
    build_only = arguments[0] == "--build-only"
    insum, include, folder, *names = arguments[build_only:]
    nvcc, sanitizer = tool("nvcc"), tool("compute-sanitizer")
    architecture = "sm_90a" if build_only else gpu_architecture()
    if nvcc is None:
        skip("nvcc")
    if architecture is None:
        skip("GPU")
    good = True
    with tempfile.TemporaryDirectory() as place:
        for name in names:
            program = pathlib.Path(place) / name
            done = build(nvcc, architecture, insum, include, pathlib.Path(folder) / (name + ".cpp"), program)
            commands = [[program]] if done and not build_only else []
            if commands and sanitizer:
                commands += [[sanitizer, "--tool", kind, "--error-exitcode", "1", program] for kind in ("memcheck", "racecheck", "synccheck")]
            for command in commands:
                done &= run(command)
            good &= done
            print("%s: %s" % (name, ("built" if build_only else "passed") if done else "failed"))
    if not build_only and sanitizer is None:
        print("there is no compute-sanitizer")
    return 0 if good else 1


sys.exit(main(sys.argv[1:]))
