"""Programs that build a sparse result, then compute it again, with `same_pattern`, from operands that have other values."""
import re

FIXED_LEVELS = ("dense", "compressed")
VALUES = re.compile(r'^(.*\b\w+(?:_vals|_vals_data|\.vals)\b[^"]*\(")([^"]*)("\).*)$')


def fits(einsums, output, kind):
    """Whether the result can be computed so: its entries are found by their coordinates, and nothing is combined with it."""
    if not output.is_sparse or einsums[-1].op != "=" or kind == "bool":
        return False
    levels = [level[0] for level in output.levels]
    return all(x in FIXED_LEVELS for x in levels) or (
        levels[0] == "list" and all(x == "singleton" for x in levels[1:]) and output.sorted and output.unique)


def older(line):
    """The declaration of storage with other values: all that are not 0 or infinite have the other sign."""
    match = VALUES.match(line)
    if not match or not match.group(2):
        return line
    numbers = [x if "INFINITY" in x else repr(-float(x) or 0.0) for x in match.group(2).split(", ")]
    numbers = [re.sub(r"\.0$", "", x) for x in numbers]
    return match.group(1) + ", ".join(numbers) + match.group(3)


def building_block(program, operand_lines):
    """A scope in which the result is built from the older values."""
    lines = program.lines[1:]
    schedules = [x for x in lines if x.startswith("schedule ")]
    pragmas = ["kernel build_p%d" % program.number] + [x for x in lines if x not in schedules]
    return ["{", *("  " + older(line) for line in operand_lines), *("#pragma insum " + line for line in pragmas),
            "  INSUM_REQUIRED;", "}"]
