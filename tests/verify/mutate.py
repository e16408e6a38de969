#!/usr/bin/env python3
"""Breaks generated kernels on purpose, one place at a time.

    mutate.py OUTPUT_FOLDER REWRITTEN.insum.cpp...

Writes each file with all mutants in it, of which insum_mutant(n) turns on one, and mutants.txt: a line for each with its
number, kind, file and text. All other lines stay as they are. Mutants read and write no memory that the kernel does not.
"""
import re
import sys
from pathlib import Path

DECLARATION = "bool insum_mutant(int number);\n"
LEFT_ALONE = re.compile(r"insum::rt::check|insum_call|insum_record|insum::report|static insum|^\s*//")
SUM = re.compile(r"^(\s*)(\S.*? (?:[-+*/|&]=) .*;)$")
UPDATE = re.compile(r"^(\s*)([\w.]+\.(?:template )?(?:update|add_product|scatter)(?:<.*?>)?\(.*\);)$")
STORE = re.compile(r"^(\s*)((?:\w+(?:\[.*?\])+ =|[\w.]+\.(?:template )?store(?:<.*?>)?\().*;)$")
LOOP = re.compile(r"^(\s*for \(std::int64_t \w+ = )(.*?)(; \w+ < )(.*?)(; \+\+\w+\) \{)$")
COORDINATE = re.compile(r"^(\s*const std::int64_t \w+ = )(insum::rt::index\((\w+_crd\w*)\[(\w+)\]\))(.*;)$")
START = re.compile(r"((?:\w+ \w+ = |\.fill\())(0\.0)(;|\);)")
PARTS = re.compile(r"(insum::rt::balanced\()0,")
OPERAND = r"(?:\w+(?:\[[^\[\]]*\])|\w+)"
PRODUCT = re.compile(rf"(?<![\w.:)\]>])({OPERAND}) \* ({OPERAND})(?![\w(\[.<:])")


class Mutator:
    def __init__(self):
        self.mutants = []

    def on(self, kind, file, line):
        self.mutants.append((kind, file, line.strip()))
        return f"insum_mutant({len(self.mutants) - 1})"

    def product(self, line, file):
        """The first product that is no subscript becomes a sum."""
        for match in PRODUCT.finditer(line):
            before = line[:match.start()]
            if before.count("[") == before.count("]") and "=" in before and "*" not in before.split("=", 1)[0]:
                a, b = match.groups()
                return f"{before}({self.on('product', file, line)} ? {a} + {b} : {a} * {b}){line[match.end():]}"
        return line

    def line(self, line, file):
        if LEFT_ALONE.search(line):
            return line
        if match := LOOP.match(line):
            head, begin, middle, end, tail = match.groups()
            return (f"{head}{begin} + {self.on('first iteration', file, line)}{middle}"
                    f"{end} - {self.on('last iteration', file, line)}{tail}")
        if match := COORDINATE.match(line):
            head, whole, array, position, tail = match.groups()
            return f"{head}{self.on('coordinate', file, line)} && {position} > 0 ? insum::rt::index({array}[{position} - 1]) : {whole}{tail}"
        if match := START.search(line):
            line = f"{line[:match.start(2)]}{self.on('start', file, line)} ? 1.0 : 0.0{line[match.end(2):]}"
        if match := PARTS.search(line):
            line = f"{line[:match.end(1)]}{self.on('first part', file, line)},{line[match.end():]}"
        if match := SUM.match(line) or UPDATE.match(line):
            indent, statement = match.groups()
            times = f"{self.on('twice', file, line)} ? 2 : {self.on('lost update', file, line)} ? 0 : 1"
            return f"{indent}for (int insum_times = {times}; insum_times > 0; --insum_times) {self.product(statement, file)}"
        if match := STORE.match(line):
            indent, statement = match.groups()
            return f"{indent}if (!{self.on('lost store', file, line)}) {self.product(statement, file)}"
        return line

    def file(self, path):
        text = path.read_text()
        begin = text.index("namespace insum_kernels {")
        end = text.index("}  // namespace insum_kernels", begin)
        kernels, aside = [], None  # what only a report asks for changes no result
        for line in text[begin:end].split("\n"):
            if line.strip() == "if (insum_call.wanted()) {":
                aside = line.replace(line.strip(), "}")
            kernels.append(line if aside is not None else self.line(line, path.name))
            if line == aside:
                aside = None
        return text[:begin] + DECLARATION + "\n".join(kernels) + text[end:]


def main(folder, *files):
    mutator = Mutator()
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name in files:
        (folder / Path(name).name).write_text(mutator.file(Path(name)))
    lines = ["\t".join((str(n), *mutant)) for n, mutant in enumerate(mutator.mutants)]
    (folder / "mutants.txt").write_text("\n".join(lines) + "\n")


main(*sys.argv[1:])
