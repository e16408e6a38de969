"""Programs that build a sparse result, then compute it again, with `same_pattern`, from operands that have other values."""
import re

import lefts

FIXED_LEVELS = ("dense", "compressed")
VALUES = re.compile(r'^(.*\b\w+(?:_vals|_vals_data|\.vals)\b[^"]*\(")([^"]*)("\).*)$')


def fits(einsums, output, kind):
    """Whether the result can be computed so: its entries are found by their coordinates, nothing is combined with it, and operands'
    entries tell which it has. A result that loops over all coordinates fill has no entries for values that happen to be 0."""
    sparse = [{n for a in x.accesses() if a.tensor.is_sparse for n in a.indices()} for _, x in einsums[-1].terms]
    if not all(set(einsums[-1].left_names()) <= names for names in sparse):
        return False
    if not lefts.is_plain(einsums[-1].left.subscripts) or not output.is_sparse or einsums[-1].op != "=" or kind == "bool":
        return False
    levels = [level[0] for level in output.levels]
    return all(x in FIXED_LEVELS for x in levels) or (
        levels[0] == "list" and all(x == "singleton" for x in levels[1:]) and output.sorted and output.unique)


def older(line):
    """The declaration of storage with other values: all that are not 0 or infinite are larger, by unequal amounts, so that sums are
    hardly ever 0 by chance."""
    match = VALUES.match(line)
    if not match or not match.group(2):
        return line
    numbers = [changed(x, n) for n, x in enumerate(match.group(2).split(", "))]
    return match.group(1) + ", ".join(numbers) + match.group(3)


def changed(number, n):
    if "INFINITY" in number or float(number) == 0:
        return number
    sign = "-" if number.startswith("-") else ""
    if "." in number:
        return "%s%r" % (sign, abs(float(number)) + 37 * (n + 1) % 101 / 128)
    return "%s%d" % (sign, abs(int(number)) + 1 + 7 * n % 11)


def building_block(program, operand_lines):
    """A scope in which the result is built from the older values."""
    lines = program.lines[1:]
    schedules = [x for x in lines if x.startswith("schedule ")]
    pragmas = ["kernel build_p%d" % program.number] + [x for x in lines if x not in schedules]
    return ["{", *("  " + older(line) for line in operand_lines), *("#pragma insum " + line for line in pragmas),
            "  INSUM_REQUIRED;", "}"]
