#!/usr/bin/env python3
"""Writes a batch of random programs: one file with pragma blocks, one with their naive evaluations.

generate.py --seed 7 --first 0 --count 30 --out DIR --name batch
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import branches  # noqa: E402
import data  # noqa: E402
import scatters  # noqa: E402
from program import Program  # noqa: E402
from sparse_program import SparseProgram  # noqa: E402

HEADER = """// Random programs of insum's differential tests.
#include "assembled.hpp"
#include "differential.hpp"
#include "functions.hpp"
#include <insum/formats.hpp>
#include <insum/required.hpp>
#include <insum/workspace.hpp>
using namespace differential;
"""


# One program in so many is of the first family: one sparse operand at most, everything else varied.
FIRST_FAMILY = 3


CHOSEN = {"scatter": scatters, "branched": branches}


def chosen_program(seed, number, schedule, family):
    """Of the first choice that there is a program of: sizes can ask for a sum with entries all along 2^40 coordinates, for one."""
    own = "%s/%s/%s" % (seed, number, family)
    for again in range(10):
        choice = "%s/%d" % (own, again) if again else own
        try:
            return SparseProgram(number, choice, schedule, CHOSEN[family].choose(choice))
        except data.Rejected:
            continue
    raise data.Rejected("no program for seed %s" % own)


def make_program(seed, number, schedule=True, family="both"):
    """Of `family` first (program.py), several (sparse_program.py), both: then the number tells, scatter (scatters.py) or branched."""
    if family in CHOSEN:
        return chosen_program(seed, number, schedule, family)
    if family == "first" or (family == "both" and number % FIRST_FAMILY == 0):
        return Program(number, "%s/%s" % (seed, number), schedule)
    return SparseProgram(number, "%s/%s/several" % (seed, number), schedule)


def declaration(program):
    if program.interpreted:
        return ""
    kind = {"Real": "Real", "Integer": "Integer", "Complex": "Complex"}[data.REFERENCE_TYPE[program.kind]]
    return "%s reference_%d();" % (kind, program.number)


def test_file(programs):
    """(text, {line: program number})."""
    lines, owner = HEADER.splitlines(), {}
    lines += [declaration(p) for p in programs] + [""]
    for program in programs:
        text = program.test_text()
        for n in range(len(text)):
            owner[len(lines) + n + 1] = program.number
        lines += text
    lines.append("static const Program programs[] = {%s};"
                 % ", ".join("{%d, program_%d}" % (p.number, p.number) for p in programs))
    lines.append("int main(int argc, char** argv) { return run_programs(programs, argc, argv); }")
    return "\n".join(lines) + "\n", owner


def reference_file(programs):
    lines = ["// The naive evaluations of random programs.", '#include "reference.hpp"', "using namespace reference;", ""]
    for program in programs:
        lines += program.reference_text()
    return "\n".join(lines) + "\n"


def single_file(program):
    """One program with its naive evaluation, to reproduce a failure."""
    reference = program.reference_text()
    lines = HEADER.replace("using namespace", '#include "reference.hpp"\nusing namespace').splitlines()
    if reference:
        lines += ["namespace reference {"] + reference + ["}", "using reference::reference_%d;" % program.number]
    lines += program.test_text()
    lines.append("static const Program programs[] = {{%d, program_%d}};" % (program.number, program.number))
    lines.append("int main(int argc, char** argv) { return run_programs(programs, argc, argv); }")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--name", default="batch")
    options = parser.parse_args()
    programs = [make_program(options.seed, n) for n in range(options.first, options.first + options.count)]
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / (options.name + ".cpp")).write_text(test_file(programs)[0])
    (options.out / (options.name + "_reference.cpp")).write_text(reference_file(programs))


if __name__ == "__main__":
    main()
