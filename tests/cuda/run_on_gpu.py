#!/usr/bin/env python3
"""Runs the tests of this folder on a GPU: their kernels compiled by nvcc for it, then each program by itself and under compute-sanitizer.

    run_on_gpu.py INSUM INCLUDE FOLDER NAME...        NAME.cpp and NAME_test.cpp
    run_on_gpu.py --build PLACE INSUM ...             builds them in PLACE, for the architecture sm_90a, where there is no GPU
    run_on_gpu.py --run PLACE NAME...                 runs what was built there, on a machine that has one; several at a time

Exits with 77, which says skipped, where there is no nvcc or no GPU.
"""
import concurrent.futures
import os
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


# The programs ask CUDA for what it must refuse, and check what they are told.
MORE_OF = {"memcheck": ["--report-api-errors", "no"], "racecheck": [], "synccheck": []}


def run_all(place, names, sanitizer):
    """Whether each program passes, by itself and under the sanitizer's tools; as many at a time as there are processors."""
    kinds = MORE_OF if sanitizer else {}
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        runs = {name: [pool.submit(run, [place / name])] +
                      [pool.submit(run, [sanitizer, "--tool", kind, "--error-exitcode", "1", *MORE_OF[kind], place / name]) for kind in kinds]
                for name in names}
    passed = {name: all(done.result() for done in list_of) for name, list_of in runs.items()}
    for name in names:
        print("%s: %s" % (name, "passed" if passed[name] else "failed"))
    if not sanitizer:
        print("there is no compute-sanitizer")
    return all(passed.values())


def build_all(place, architecture, insum, include, folder, names):
    """The names of what was built in `place`."""
    nvcc = tool("nvcc")
    if nvcc is None:
        skip("nvcc")
    built = []
    for name in names:
        if build(nvcc, architecture, insum, include, pathlib.Path(folder) / (name + ".cpp"), place / name):
            built.append(name)
        else:
            print(name + ": not built")
    return built


def main(arguments):
    mode = arguments[0] if arguments[0] in ("--build", "--run") else ""
    if mode == "--run":
        return 0 if run_all(pathlib.Path(arguments[1]), arguments[2:], tool("compute-sanitizer")) else 1
    if mode == "--build":
        place, (insum, include, folder, *names) = pathlib.Path(arguments[1]), arguments[2:]
        return 0 if build_all(place, "sm_90a", insum, include, folder, names) == names else 1
    insum, include, folder, *names = arguments
    architecture = gpu_architecture()
    if architecture is None:
        skip("GPU")
    with tempfile.TemporaryDirectory() as place:
        built = build_all(pathlib.Path(place), architecture, insum, include, folder, names)
        return 0 if run_all(pathlib.Path(place), built, tool("compute-sanitizer")) and built == names else 1


sys.exit(main(sys.argv[1:]))
