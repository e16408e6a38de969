"""The commands of the differential tests: insum, the compilers, the programs."""
import dataclasses
import fcntl
import hashlib
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(HERE.parent / "support")]
import compiler_cache  # noqa: E402
import machine_code  # noqa: E402
NVCC = machine_code.tool("nvcc")
CACHE = compiler_cache.COMMAND
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Werror",
            *os.environ.get("DIFFERENTIAL_CXXFLAGS", "").split()]


@dataclasses.dataclass
class Variant:
    """A compiler with its options."""

    name: str
    compiler: str
    options: list
    environment: dict = dataclasses.field(default_factory=dict)


# What evaluates and checks the programs: compiled once, without a variant's options.
CHECKER = ["interpreter", "assembled", "check_program"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# The programs are too small for threads to pay: with this, all of their loops run on threads none the less.
EAGER = ["-DINSUM_RT_EAGER_THREADS"]
# ... and their rows too short to be too long for a dense workspace: with this, some are.
SHORT = ["-DINSUM_RT_SHORT_ROWS"]
VARIANTS = [
    Variant("quick", "clang++-19", ["-O0", *EAGER]),  # four times as fast as the others
    Variant("gcc", "g++", ["-O1", *EAGER, *SHORT]),
    Variant("sanitized", "clang++-19", ["-O0", *EAGER, *SANITIZERS]),
    Variant("clang", "clang++-19", ["-O1", *SHORT]),
    Variant("native", "g++", ["-O3", "-march=native"]),
    Variant("tsan", "clang++-19", ["-O0", *EAGER, *SHORT, "-fsanitize=thread"]),  # g++ -O1 takes three times as long
]


# Each in its own process: a kernel that depends on the order of the threads of a block differs in one of them.
ORDERS = ["ascending", "descending", "random:1"]
EMULATION = HERE.parent / "cuda_emulation" / "include"


def variant_of(name):
    return next(v for v in VARIANTS if v.name == name)


class Tools:
    """Where everything is; `build` keeps what is compiled once. `gpu` is the architecture of the GPU that runs kernels for CUDA, or
    None: the emulation does."""

    def __init__(self, insum, build, target="openmp", gpu=None):
        self.insum, self.build, self.target, self.gpu = insum, pathlib.Path(build), target, gpu
        self.environments = [{"INSUM_EMULATION_ORDER": order} for order in ORDERS] if target == "cuda" and not gpu else [{}]
        self.includes = ["-I", str(ROOT / "runtime" / "include"), "-I", str(HERE)]
        self.base = ["-std=c++20", "-fopenmp"]

    def run(self, command, timeout=600, environment=None):
        env = dict(os.environ, **(environment or {}))
        if command[:1] == CACHE:
            env.update(CCACHE_BASEDIR=str(ROOT), CCACHE_PCH_EXTSUM="1", CCACHE_SLOPPINESS="pch_defines,time_macros")
        try:
            result = subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=env, errors="replace",
                                    check=False)
        except subprocess.TimeoutExpired:
            return -1, "timed out: " + " ".join(command)
        return result.returncode, result.stdout + result.stderr

    def rewrite(self, source, output):
        """(exit status, messages) of `insum rewrite`."""
        # Without looking for names that resemble index variables, Clang is a quarter faster.
        target = ["--backend", "cuda", "--cuda", str(output.with_suffix(".cu"))] if self.target == "cuda" else []
        return self.run([self.insum, "rewrite", str(source), "-o", str(output), *target, "--", *self.base, "-fno-spell-checking",
                         *self.includes])

    def preparations(self, variants):
        """Functions that make the helpers of these variants: a precompiled header and a common object file for each, and what checks.
        They may run at once. What another run has made of the same files is kept."""
        self.build.mkdir(parents=True, exist_ok=True)
        state = self.sources()
        tasks = []
        for variant in map(variant_of, sorted(variants)):
            folder = self.build / variant.name
            folder.mkdir(exist_ok=True)
            header = folder / "common.hpp"
            if not header.exists():
                header.write_text("#include <insum/insum.hpp>\n#include <insum/rt/kernel.hpp>\n"
                                  '#include "assembled.hpp"\n#include "differential.hpp"\n#include "functions.hpp"\n'
                                  '#include "reference.hpp"\n')
            flags = [*self.base, *variant.options, *self.includes]
            suffix = ".pch" if "clang" in variant.compiler else ".gch"
            tasks.append(([variant.compiler, *flags, "-x", "c++-header", str(header)], str(header) + suffix))
            tasks.append(([variant.compiler, *flags, "-c", str(HERE / "differential.cpp")], folder / "common.o"))
        for name in CHECKER:
            tasks.append((["g++", *self.base, "-O1", *self.includes, "-c", str(HERE / (name + ".cpp"))], self.build / (name + ".o")))
        return [lambda task=task: self.make(*task, state) for task in tasks]

    def sources(self):
        """Changes with every file that is compiled or included."""
        found = hashlib.sha256()
        for file in sorted([*HERE.glob("*.cpp"), *HERE.glob("*.hpp"), *(ROOT / "runtime" / "include").rglob("*.hpp")]):
            found.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes())
        return found.hexdigest()

    def make(self, command, output, state):
        """Runs the command where its output is not of this state; one process at a time."""
        stamp, wanted = pathlib.Path(str(output) + ".stamp"), " ".join(command) + "\n" + state
        with open(str(output) + ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if stamp.exists() and stamp.read_text() == wanted:
                return
            stamp.unlink(missing_ok=True)
            self.must([*command, "-o", str(output)])
            pathlib.Path(str(output) + ".sum").write_text(state)  # what ccache takes for a precompiled header's contents
            stamp.write_text(wanted)

    def must(self, command):
        status, text = self.run(command)
        if status:
            raise SystemExit("failed: %s\n%s" % (" ".join(command), text))

    def compile(self, variant, test, reference, program):
        """(exit status, messages) of compiling and linking a batch."""
        folder = self.build / variant.name
        flags = [*self.base, *variant.options, *self.includes]
        header = folder / "common.hpp"
        use = ["-include-pch", str(header) + ".pch"] if "clang" in variant.compiler else ["-include", str(header)]
        status, text = self.run([*CACHE, variant.compiler, *flags, *WARNINGS, *use, "-c", str(test), "-o", str(program) + ".o"])
        if status:
            return status, text
        references = []
        if reference.exists():
            references = [str(program) + "_reference.o"]
            status, text = self.run([*CACHE, "clang++-19", "-std=c++20", "-O0", *self.includes, "-c", str(reference), "-o", *references])
            if status:
                return status, text
        kernels = []
        if self.target == "cuda":
            kernels = [str(program) + "_kernels.o"]
            status, text = self.run([*self.kernel_compiler(variant), *self.includes, "-c", str(test.with_suffix(".cu")), "-o", *kernels], timeout=1800)
            if status:
                return status, text
        objects = [str(program) + ".o", *kernels, *references, str(folder / "common.o"),
                   *[str(self.build / (name + ".o")) for name in CHECKER]]
        libraries = ["-L", str(pathlib.Path(NVCC).resolve().parent.parent / "lib64"), "-lcudart_static", "-ldl", "-lrt", "-lpthread"] if self.gpu else []
        return self.run([variant.compiler, *flags, *objects, *libraries, "-o", str(program)])

    def kernel_compiler(self, variant):
        if self.gpu:  # programs run once
            return [NVCC, "-std=c++20", "-arch=" + self.gpu, "-O1", "-Xptxas", "-O1"]
        return [*CACHE, variant.compiler, "-std=c++20", *variant.options, "-DINSUM_CUDA_EMULATION", "-I", str(EMULATION), *WARNINGS, "-x", "c++"]

    def execute(self, variant, program, first, environment):
        environment = {"ASAN_OPTIONS": "detect_leaks=0", "OMP_WAIT_POLICY": "passive", **variant.environment, **environment}
        return self.run([str(program), str(first)], environment=environment)


DIAGNOSTIC = re.compile(r"^[^:\n]+:(\d+):\d+: error: (.*) \[insum-([a-z0-9-]+)\]", re.M)


def diagnostics(text):
    """(line, identifier, message) of each error that insum reports."""
    return [(int(line), name, message) for line, message, name in DIAGNOSTIC.findall(text)]
