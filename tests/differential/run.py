#!/usr/bin/env python3
"""Random differential tests: generated kernels against naive evaluations.

run.py --insum build/bin/insum --seed 7 --count 1000 --jobs 2
run.py --insum build/bin/insum --seed 7 --only 123        one program, as one file
run.py --insum build/bin/insum --named                    the named regression tests (named.py)

Prints `N distinct programs, N passed, N refused, N failed`; failing programs are written to DIR/failures.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import random
import re
import resource
import shutil
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import blame  # noqa: E402
import generate  # noqa: E402
import named  # noqa: E402
import schedules  # noqa: E402
import toolchain  # noqa: E402

# A schedule that the compiler may refuse; the program is then tried without it.
REFUSALS = re.compile(r"impossible-|unused-workspace|schedule-|unknown-schedule-|conversion-refused")


# What the tool may answer to a program that it cannot do; with the programs counted by feature, progress shows.
UNSUPPORTED = {"not-supported-yet", "result-fill", "sparse-output"}
# Of a hundred programs, how many are compiled with each variant; the rest with the one that compiles fastest. Each gets some.
SHARES = {"native": 0.5, "clang": 0.5, "tsan": 2, "gcc": 2, "sanitized": 3}
LEAST_SHARE = 4
# Smaller files than this are not made for the sake of a process without work.
LEAST_PART = 25
# Of the programs for a grid, one in so many has loops that are bound, if it has no other schedule.
BOUND_SHARE = 4
# Of the first family one in so many computes with an operand in another format, if it has a sparse matrix and no schedule.
CONVERTED_SHARE = 3


def unsupported(target):
    """A target may say that it cannot do something; the usual one has to do all."""
    return UNSUPPORTED | ({"target-cannot"} if target == "cuda" else set())


def stored_formats(program):
    """'stored as csr' for each format of an operand."""
    tensors = program.pool.tensors
    operands = tensors.values() if isinstance(tensors, dict) else tensors
    return {"stored as " + tensor.packed.format_name for tensor in operands if tensor.packed}


class Results:
    """What became of each program; shared by the threads."""

    def __init__(self):
        self.lock = threading.Lock()
        self.counts = collections.Counter()
        self.reasons = collections.Counter()
        self.seconds = collections.Counter()
        self.features = collections.defaultdict(collections.Counter)
        self.keys = set()
        self.failures = []

    def add(self, kind, reason=""):
        with self.lock:
            self.counts[kind] += 1
            if reason:
                self.reasons[(kind, reason)] += 1

    def note(self, program, outcome):
        """Counts by feature: passed, refused, failed."""
        with self.lock:
            for feature in [*program.pool.features, *schedules.features(program), *stored_formats(program)]:
                self.features[feature][outcome] += 1

    def passed(self, program):
        self.add("passed")
        if program.commands:
            self.add("scheduled")
        self.note(program, "passed")

    def schedule_refused(self, program, reason):
        """The program is made again without its schedule: only of what is in that the table then says that it was refused."""
        self.add("refused", reason)
        with self.lock:
            for feature in schedules.features(program):
                self.features[feature]["refused"] += 1

    def is_new(self, key):
        with self.lock:
            new = key not in self.keys
            self.keys.add(key)
            return new

    def time(self, name, seconds):
        with self.lock:
            self.seconds[name] += seconds


class Batch:
    """Takes some programs through generation, rewriting, compilation and execution."""

    def __init__(self, tools, results, options, variant, numbers):
        self.tools, self.results, self.options, self.variant = tools, results, options, variant
        self.numbers = numbers
        self.folder = options.out / ("batch_%d" % numbers[0])

    def run(self):
        start = time.time()
        programs = [self.make(n, not self.options.no_schedule) for n in self.numbers]
        programs = [p for p in programs if not any(f.startswith(w) for f in p.pool.features for w in self.options.without)]
        programs = [p for p in programs if self.options.only is not None or self.results.is_new(p.key())]
        self.results.time("generate", time.time() - start)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.process(programs)
        if not self.options.keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    def make(self, number, schedule):
        if self.options.named is not None:
            return named.make_program(self.options.seed, number, schedule)
        program = generate.make_program(self.options.seed, number, schedule, self.options.family)
        if schedule and self.options.target == "cuda" and isinstance(program, generate.Program) and number % BOUND_SHARE == BOUND_SHARE - 1:
            program.bind_loops(random.Random("%s/%d/bound" % (self.options.seed, number)))
        if isinstance(program, generate.Program) and number % CONVERTED_SHARE == CONVERTED_SHARE - 2:
            program.convert_operand()
        return program

    def process(self, programs):
        """Leaves out, and counts as failed, what stops the whole file."""
        programs = self.rewritten(self.with_possible_schedules(programs))
        while programs:
            start = time.time()
            status, text = self.tools.compile(self.variant, self.folder / "out.cpp", self.folder / "reference.cpp",
                                              self.folder / "program")
            self.results.time("compile " + self.variant.name, time.time() - start)
            if status == 0:
                break
            programs = self.rewritten(self.without_blamed(programs, text))
        if programs and self.options.build_only:
            shutil.copy(self.folder / "program", self.options.out / ("program_%s_%d" % (self.options.seed, self.numbers[0])))
            self.results.counts["built"] += len(programs)
        elif programs:
            start = time.time()
            self.execute(programs)
            self.results.time("execute", time.time() - start)

    def without_blamed(self, programs, text):
        """The programs that the compiler's messages do not name; at worst each is compiled by itself."""
        if len(programs) == 1:
            self.fail(programs[0], "compile", text)
            return []
        blamed = blame.by_program(text, self.owner, (self.folder / "out.cpp").read_text())
        bad = [p for p in programs if p.number in blamed]
        if not bad:
            for program in programs:
                self.process([program])
            return []
        for program in bad:
            self.fail(program, "compile", blamed[program.number])
        return [p for p in programs if p.number not in blamed]

    def try_rewrite(self, programs):
        text, self.owner = generate.test_file(programs)
        (self.folder / "test.cpp").write_text(text)
        start = time.time()
        result = self.tools.rewrite(self.folder / "test.cpp", self.folder / "out.cpp")
        self.results.time("rewrite", time.time() - start)
        return result

    def with_possible_schedules(self, programs):
        """Looks first at the programs that have schedules: many are refused, and others need not be rewritten for that again."""
        scheduled = [p for p in programs if p.commands]
        if not scheduled or len(programs) == 1:
            return programs
        if self.options.family != "first":  # among these, also programs without a schedule are often not supported
            scheduled = programs
        status, messages = self.try_rewrite(scheduled)
        errors = toolchain.diagnostics(messages)
        if status != 1 or not errors:
            return programs  # what else there is to say of them is found with the others
        kept = self.without_refused(scheduled, errors, messages)
        return sorted([p for p in programs if p not in scheduled] + kept, key=lambda p: p.number)

    def rewritten(self, programs):
        """The programs that insum takes, after a file of theirs was written and rewritten."""
        while programs:
            status, messages = self.try_rewrite(programs)
            if status == 0:
                reference = self.folder / "reference.cpp"
                reference.unlink(missing_ok=True)
                if not all(p.interpreted for p in programs):
                    reference.write_text(generate.reference_file(programs))
                return programs
            errors = toolchain.diagnostics(messages)
            if status == 1 and errors:
                programs = self.without_refused(programs, errors, messages)
            else:
                programs = self.without_fatal(programs, messages)
        return []

    def without_fatal(self, programs, messages):
        """The programs that do not end insum itself; found by halving."""
        if len(programs) == 1:
            self.fail(programs[0], "internal error", messages)
            return []
        kept = []
        for half in (programs[:len(programs) // 2], programs[len(programs) // 2:]):
            status, text = self.try_rewrite(half)
            kept += half if status in (0, 1) else self.without_fatal(half, text)
        return kept

    def without_refused(self, programs, errors, messages):
        by_program = {}
        for line, name, message in errors:
            by_program.setdefault(self.owner.get(line), []).append((name, message))
        kept = []
        for program in programs:
            found = by_program.get(program.number)
            if not found:
                kept.append(program)
            elif program.commands and self.options.named is None and all(
                    REFUSALS.match(name) or name in unsupported(self.options.target) - {"result-fill", "sparse-output"} for name, _ in found):
                self.results.schedule_refused(program, found[0][0])
                again = self.make(program.number, False)
                if self.options.only is not None or self.results.is_new(again.key()):
                    kept.append(again)
                else:
                    self.results.add("repeated")
            elif all(name in unsupported(self.options.target) for name, _ in found):
                self.results.add("unsupported", found[0][1])
                self.results.note(program, "refused")
            else:
                own = [m for m in messages.split("\n\n")] if len(programs) == 1 else []
                self.fail(program, "error " + found[0][0], "\n".join(own) or found[0][1])
        if None in by_program:
            raise SystemExit("errors outside of any program:\n" + messages)
        return kept

    def execute(self, programs):
        """In every order of threads; what fails in one is not tried in the next."""
        for environment in self.tools.environments:
            programs = self.executed(programs, environment)
        for program in programs:
            self.results.passed(program)

    def executed(self, programs, environment):
        """The programs that pass."""
        passed = []
        remaining = {p.number: p for p in programs}
        first = 0
        while remaining:
            _, text = self.tools.execute(self.variant, self.folder / "program", first, environment)
            done = dict((int(n), word) for word, n in re.findall(r"^(passed|failed) (\d+)$", text, re.M))
            for number, word in done.items():
                program = remaining.pop(number, None)
                if program and word == "passed":
                    passed.append(program)
                elif program:
                    message = between(text, number)
                    self.fail(program, "superfluous entries" if "superfluous" in message else "difference", message, environment)
            started = [int(n) for n in re.findall(r"^begin (\d+)$", text, re.M)]
            crashed = started[-1] if started else min(remaining, default=0)
            if crashed in remaining:
                self.fail(remaining.pop(crashed), "crash", between(text, crashed), environment)
            elif remaining:
                raise SystemExit("the program did not run to its end:\n" + text[-2000:])
            first = crashed + 1
        return passed

    def fail(self, program, kind, text, environment=None):
        self.results.add("failed", kind)
        self.results.note(program, "failed")
        folder = self.options.out / "failures"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / ("program_%s_%d.cpp" % (self.options.seed, program.number))
        # The environment has what the run was like: the order of a device's threads.
        where = " ".join([self.variant.name] + ["%s=%s" % setting for setting in sorted((environment or {}).items())])
        comment = "".join("// %s\n" % line for line in ("%s (%s)\n%s" % (kind, where, text)).splitlines()[:60])
        path.write_text(generate.single_file(program) + "\n" + comment)
        with self.results.lock:
            self.results.failures.append((program.number, kind, text, program, str(path)))
            print("FAILED program %d of seed %s: %s (%s)\n  %s\n  %s" % (
                program.number, self.options.seed, kind, where,
                "\n  ".join(program.lines), "\n  ".join(text.strip().splitlines()[:6])), flush=True)


def between(text, number):
    match = re.search(r"^begin %d$(.*?)(?=^begin |\Z)" % number, text, re.M | re.S)
    return match.group(1).strip() if match else text[-2000:]


def plan(options, numbers):
    """[(variant, program numbers)], one for each batch, those that take longest first. Mostly the variant that compiles fastest;
    each of the others gets programs from all over the numbers."""
    if options.variant or options.only is not None:
        return [(options.variant or "quick", part) for part in parts(numbers, options.batch, options.jobs)]
    others = {name: max(LEAST_SHARE, round(len(numbers) * share / 100)) for name, share in SHARES.items()}
    if sum(others.values()) + LEAST_SHARE > len(numbers):
        raise SystemExit("%d programs are too few for all variants: choose one by --variant" % len(numbers))
    mixed = list(numbers)
    random.Random(len(numbers)).shuffle(mixed)
    result = []
    for name, count in others.items():
        result += [(name, part) for part in parts(sorted(mixed[:count]), options.batch)]
        mixed = mixed[count:]
    return [("quick", part) for part in parts(sorted(mixed), options.batch, options.jobs)] + result


def parts(numbers, size, together=1):
    """As few as hold `size` each, of about equal length: a multiple of those that are processed together, unless they are few."""
    count = -(-len(numbers) // size)
    if len(numbers) >= LEAST_PART * together:
        count = -(-count // together) * together
    return [numbers[n * len(numbers) // count:(n + 1) * len(numbers) // count] for n in range(count)]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--insum", required=True, help="the program insum")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--only", type=int, help="number of the only program")
    parser.add_argument("--named", nargs="*", metavar="NAME", choices=list(named.TESTS), help="the named regression tests instead of random programs; all, or these")
    parser.add_argument("--batch", type=int, help="programs in a file: 400, for CUDA 150, whose emulation checks all device memory that is in use after each kernel")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--variant", choices=[v.name for v in toolchain.VARIANTS])
    parser.add_argument("--family", choices=["first", "several", "both", "scatter", "branched"], default="both",
                        help="programs of one sparse operand at most (as long as there were no others), of several, or both")
    parser.add_argument("--target", choices=["openmp", "cuda"], default="openmp",
                        help="cuda: kernels for the device, run by tests/cuda_emulation in several orders of threads")
    parser.add_argument("--gpu", metavar="sm_NN", help="with --target cuda: kernels compiled by nvcc for this GPU, and run on it")
    parser.add_argument("--build-only", action="store_true",
                        help="leaves the programs, as OUT/program_SEED_N, to be run where there is a GPU")
    parser.add_argument("--no-schedule", action="store_true", help="programs without schedules")
    parser.add_argument("--without", type=lambda text: text.split(","), default=[],
                        help="leave out programs with features that begin so: comparison,sparse result")
    parser.add_argument("--least", type=int, default=0, help="fail where fewer programs than this pass")
    parser.add_argument("--least-scheduled", type=int, default=0,
                        help="fail where fewer programs than this pass with their schedule and workspace lines")
    parser.add_argument("--least-feature", action="append", default=[], metavar="FEATURE=N",
                        help="fail where fewer programs than N with this feature of the table pass; may be repeated")
    parser.add_argument("--common", type=pathlib.Path,
                        help="folder for what all runs with one compiler share and keep; default: OUT/common")
    parser.add_argument("--out", type=pathlib.Path, help="folder for the files; default: a temporary one")
    parser.add_argument("--keep", action="store_true", help="keep the files of all batches")
    options = parser.parse_args()
    options.batch = options.batch or (150 if options.target == "cuda" else 400)
    if options.gpu and (options.target != "cuda" or toolchain.NVCC is None):
        parser.error("--gpu needs --target cuda, and nvcc")
    if options.build_only and options.out is None:
        parser.error("--build-only needs --out")
    return options


def report(results, options, started):
    counts = results.counts
    for (kind, reason), count in results.reasons.most_common(40):
        print("%6d %s: %s" % (count, kind, reason))
    for feature in sorted(results.features):
        found = results.features[feature]
        print("  %-40s %5d passed, %5d refused, %5d failed" % (feature, found["passed"], found["refused"], found["failed"]))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("seconds: %s, in all %.0f, of processors %.0f" % (", ".join("%s %.0f" % x for x in results.seconds.items()),
                                                            time.time() - started, used.ru_utime + used.ru_stime))
    if results.failures:
        print("failing programs are in %s" % (options.out / "failures"))
    if options.build_only:
        print("%d programs built" % counts["built"])
    print("%d distinct programs, %d passed, %d refused, %d failed%s, %d passed with their schedules" % (
        len(results.keys) or 1, counts["passed"], counts["refused"], counts["failed"],
        ", %d not supported yet" % counts["unsupported"] if counts["unsupported"] else "", counts["scheduled"]), flush=True)


def shortfalls(results, options):
    """What passes less often than the options ask for."""
    wanted = [("programs", results.counts["passed"], options.least),
              ("programs with their schedules", results.counts["scheduled"], options.least_scheduled)]
    for text in options.least_feature:
        feature, _, least = text.rpartition("=")
        wanted.append(("programs with '%s'" % feature, results.features[feature]["passed"], int(least)))
    return ["only %d %s passed, at least %d should" % (found, what, least) for what, found, least in wanted if found < least]


def main():
    options = parse_arguments()
    temporary = options.out is None
    options.out = options.out or pathlib.Path(tempfile.mkdtemp(prefix="insum_differential_"))
    started = time.time()
    numbers = list(range(options.first, options.first + options.count)) if options.only is None else [options.only]
    if options.named is not None and options.only is None:
        numbers = named.numbers(options.named)
    batches = plan(options, numbers)
    tools = toolchain.Tools(options.insum, options.common or options.out / "common", options.target, options.gpu)
    results = Results()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        start = time.time()
        for _ in pool.map(lambda task: task(), tools.preparations({name for name, _ in batches})):
            pass
        results.time("prepare", time.time() - start)
        futures = [pool.submit(Batch(tools, results, options, toolchain.variant_of(v), b).run) for v, b in batches]
        for future in futures:
            future.result()
    report(results, options, started)
    failed = results.counts["failed"] > 0
    if options.named == [] and options.only is None:
        for complaint in named.complaints(results.features):
            print("NAMED " + complaint)
            failed = True
    for complaint in shortfalls(results, options):
        print(complaint)
        failed = True
    if temporary and not failed:
        shutil.rmtree(options.out, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
