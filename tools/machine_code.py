"""What compiled kernels need, read from ptxas' report, and what their inner loops consist of, from a disassembly or from PTX."""
import glob
import os
import re
import shutil
import site
import subprocess
import tempfile
from dataclasses import dataclass, field

# Kinds of instructions: in the disassembly (SASS), and in PTX.
SASS = {
    "matrix": r"[HDI]G?MMA\.\d", "fma": r"(FFMA|DFMA|HFMA2(?!\.MMA))\b", "global load": r"(LDG|LDGSTS)\b", "shared load": r"(LDS|LDSM)\b",
    "global store": r"STG\b", "atomic": r"(RED|ATOM|ATOMG|REDG)\b", "shared store": r"(STS|STSM)\b", "local": r"(LDL|STL)\b",
}
PTX = {
    "matrix": r"(mma\.sync|wgmma\.mma_async)", "fma": r"fma\.", "global load": r"(ld\.global|ld\.volatile\.global|cp\.async\.c[ag])", "shared load": r"(ld\.shared|ldmatrix)",
    "global store": r"st\.global", "atomic": r"(red|atom)\.", "shared store": r"st\.shared", "local": r"(ld|st)\.local",
}


def tool(name):
    """A program of the CUDA Toolkit: on the path, where the Toolkit is by default, or in NVIDIA's Python packages."""
    packages = [folder for place in site.getsitepackages() + [site.getusersitepackages()] for folder in glob.glob(place + "/nvidia/cu*/bin")]
    for path in [None, "/usr/local/cuda/bin", *packages]:
        found = shutil.which(name, path=path)
        if found:
            return found
    return None


def gpu_name():
    """Of the first GPU of this machine; None where there is none."""
    query = tool("nvidia-smi")
    done = query and subprocess.run([query, "--query-gpu=name", "--format=csv,noheader"], capture_output=True, text=True, check=False)
    return done.stdout.splitlines()[0].strip() if done and done.returncode == 0 and done.stdout.strip() else None


@dataclass
class Resources:
    """Of one kernel, as ptxas -v says."""
    registers: int = 0
    shared: int = 0
    stack: int = 0
    spills: int = 0  # bytes stored and loaded


def resources(report):
    """By mangled name."""
    found, current = {}, None
    for line in report.splitlines():
        if named := re.search(r"Function properties for (\S+)", line):
            current = found.setdefault(named.group(1), Resources())
        elif counts := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            current.stack, current.spills = int(counts.group(1)), int(counts.group(2)) + int(counts.group(3))
        elif used := re.search(r"Used (\d+) registers", line):
            shared = re.search(r"(\d+) bytes smem", line)
            current.registers, current.shared = int(used.group(1)), int(shared.group(1)) if shared else 0
    return found


@dataclass
class Loop:
    instructions: int
    counts: dict
    what: str = ""  # of `matrix` and `fma`: what it is there for

    def of(self, kind):
        return self.counts.get(kind, 0)


@dataclass
class Kernel:
    """As it was compiled for an architecture; `loop` is its inner loop."""
    name: str
    architecture: str
    needs: Resources
    loop: Loop
    tiles_for_matrix_instructions: bool  # whether it multiplies tiles of a type that these take


@dataclass
class Code:
    """The instructions of a kernel, where labels are, and the jumps that go back."""
    lines: list = field(default_factory=list)
    labels: dict = field(default_factory=dict)
    jumps: list = field(default_factory=list)  # (instruction, label)

    def loops(self):
        """(first, last instruction); jumps to one place are one loop."""
        last = {}
        for at, label in self.jumps:
            first = self.labels.get(label)
            if first is not None and first < at:
                last[first] = max(at, last.get(first, 0))
        return sorted(last.items())


def kernels_of(text, is_ptx):
    """By mangled name: the Code of a disassembly by nvdisasm -c, or of PTX."""
    found, current = {}, None
    start = re.compile(r"\.entry (\w+)") if is_ptx else re.compile(r"^\.text\.(\w+):")
    label, jump = re.compile(r"^\s*([.$]L\w+):"), re.compile(r"\b(?:BRA|bra)\S*\s.*?([.$]L\w+)")
    instruction = re.compile(r"^\s+(?!\.)(?!//)(\S.*;)") if is_ptx else re.compile(r"^\s*/\*[0-9a-f]{4,}\*/\s+(.*;)")
    for line in text.splitlines():
        if named := start.search(line):
            current = found.setdefault(named.group(1), Code())
        elif current is None:
            continue
        elif named := label.match(line):
            current.labels[named.group(1)] = len(current.lines)
        elif one := instruction.match(line):
            if goes := jump.search(one.group(1)):
                current.jumps.append((len(current.lines), goes.group(1)))
            current.lines.append(one.group(1))
    return found


def count(lines, is_ptx):
    kinds = PTX if is_ptx else SASS
    found = {}
    for line in lines:
        words = re.sub(r"^@!?\S+\s+", "", line)
        for kind, pattern in kinds.items():
            # HFMA2 R1, -RZ, RZ, 1, 0 is how a constant gets into a register.
            if re.match(pattern, words) and not (kind == "fma" and "RZ, RZ" in words):
                found[kind] = found.get(kind, 0) + 1
    return found


def inner_loop(code, is_ptx):
    """The loop that multiplies: with matrix instructions where there are some, and none of these in a loop inside; of several the
    one with the most. None where no loop multiplies."""
    loops = [(first, last, count(code.lines[first:last + 1], is_ptx)) for first, last in code.loops()]
    for what in ("matrix", "fma"):
        having = [one for one in loops if one[2].get(what)]
        innermost = [one for one in having
                     if not any(other is not one and one[0] <= other[0] and other[1] <= one[1] for other in having)]
        if innermost:
            first, last, counts = max(innermost, key=lambda one: one[2][what])
            return Loop(last - first + 1, counts, what)
    return None


def short_name(signature, stems):
    """products_block_spmm_7_2<...product_tile<insum::half, 64, 64, 2> >(...) of a file products, one of `stems`, becomes block_spmm.2 64x64, and with
    more than 2 steps ahead block_spmm.2 64x64+4; with ...warpgroup_tile<insum::half, 128, 256> block_spmm.2 4x128x256, of four warps each.
    products_spmm_7_2<32, true>(...), in which groups of 32 lanes move vectors, becomes spmm.2 32 v;
    with 0 in place of 32, for any number of lanes, spmm.2 n v."""
    name = re.search(r"(\w+?)_\d+_(\d+)(<.*>)?\(", signature)
    if not name:
        return signature.split("(")[0]
    stem = next((stem for stem in stems if name.group(1).startswith(stem + "_")), "")
    base, arguments = name.group(1).removeprefix(stem + "_") + "." + name.group(2), name.group(3) or ""
    if tile := re.search(r"(product|warpgroup)_tile<[\w:]+, (\d+), (\d+)(?:, (\d+))?>", arguments):
        kind, rows, columns, ahead = tile.groups()
        return "%s %s%sx%s%s" % (base, "4x" if kind == "warpgroup" else "", rows, columns, "+" + ahead if ahead not in (None, "2") else "")
    if lanes := re.search(r"<(?:\(int\))?(\d+)(?:, (?:\(bool\))?(true|1)?)?", arguments):
        return "%s %s%s" % (base, lanes.group(1) if lanes.group(1) != "0" else "n", " v" if lanes.group(2) else "")
    return base


def demangled(by_name):
    """The same with names as C++ writes them, which two runs of nvcc on one file agree on."""
    done = subprocess.run(["c++filt"], input="\n".join(by_name), capture_output=True, text=True, check=True)
    return dict(zip(done.stdout.splitlines(), by_name.values()))


# What all that is generated compiles with.
NVCC_FLAGS = ["-std=c++20", "-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra"]


def compile_kernels(nvcc, source, architecture, include, folder, host=True):
    """The report of ptxas, and the path of the machine code, beside which the PTX is. What is for the host takes longer than the
    kernels, and is the same for all architectures: it is compiled with one of them."""
    stem = os.path.join(folder, os.path.splitext(os.path.basename(source))[0])
    code = stem + ".sm_%s.cubin" % architecture
    run = subprocess.run([nvcc, *NVCC_FLAGS, "-arch=sm_" + architecture, "-I", include, "-Xptxas", "-v", "--keep", "--keep-dir", folder,
                          *(["-c", "-o", stem + ".o"] if host else ["-cubin", "-o", code]), source], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise RuntimeError(run.stdout + run.stderr)
    for made, wanted in ((".compute_%s.sm_%s.cubin", ""), (".compute_%s.ptx", ".ptx")):  # nvcc's names for sm_90a
        if os.path.exists(stem + made.replace("%s", architecture)):
            os.replace(stem + made.replace("%s", architecture), code + wanted)
    if os.path.exists(stem + ".ptx"):
        os.replace(stem + ".ptx", code + ".ptx")
    return run.stdout + run.stderr, code


def text_of(code):
    """The disassembly of compiled kernels, or where there is no disassembler their PTX; and whether it is PTX."""
    if disassembler := tool("nvdisasm"):
        return subprocess.run([disassembler, "-c", code], capture_output=True, text=True, check=True).stdout, False
    with open(code + ".ptx", encoding="utf-8") as file:
        return file.read(), True


def measure(nvcc, sources, architecture, include, host=True):
    """The kernels of files, which are compiled as one: most of the time goes into the headers that all of them have. Without those of
    CUB, and without those for warpgroups where they have no code. And whether their loops are of PTX."""
    with tempfile.TemporaryDirectory() as folder:
        together = os.path.join(folder, "together.cu")
        with open(together, "w", encoding="utf-8") as file:
            file.write("".join('#include "%s"\n' % os.path.abspath(source) for source in sources))
        report, code = compile_kernels(nvcc, together, architecture, include, folder, host)
        text, is_ptx = text_of(code)
    codes = demangled(kernels_of(text, is_ptx))
    stems = [os.path.splitext(os.path.basename(source))[0] for source in sources]
    return [Kernel(short_name(signature, stems), architecture, needs, inner_loop(codes[signature], is_ptx),
                   re.search(r"product_tile<(?!float)|warpgroup_tile<", signature) is not None)
            for signature, needs in demangled(resources(report)).items()
            if not signature.startswith("void cub::") and (architecture == "90a" or "warpgroup_tile<" not in signature)], is_ptx
