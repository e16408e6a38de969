"""Results that are computed in another order than that of their levels: loop orders x formats x workspaces x capacities."""
import random as randomness
import re

import schedules

MATRICES = ["csr", "csc", "coo", "dcsr", "dcsc", "csf"]
TENSORS = ["csf", "coo"]
# (Einsum, its loops from outside in where they scatter): row-wise, outer and inner products, MTTKRP, TTM in two ways, transposes.
SHAPES = [
    ("C[i,j] = A[i,k] * B[k,j]", "kij"), ("C[i,j] += A[i,k] * B[k,j]", "kij"), ("C[i,j] = A[k,i] * B[k,j]", "kji"),
    ("C[j,i] = A[i,k] * B[k,j]", "ikj"), ("C[i,j] = A[i,k] * B[j,k]", "kij"), ("C[i] = A[i,j] * B[j]", "ji"), ("C[j] += A[i,j]", "ij"),
    ("C[i,j] = A[k,l,i] * B[k,j] * D[l,j]", "klij"), ("C[i,j,l] = A[k,i,j] * B[k,l]", "kijl"), ("C[k,j,l] += A[k,i,j] * B[i,l]", "kijl"),
    ("C[k,i,j] = A[i,j,k]", "ijk"), ("C[l,k,j,i] = A[i,j,k] * B[k,l]", "ijkl"), ("C[i,j] = A[i,k,l] * B[k,l,j]", "klij"),
]


# (Einsum, a part of its right side, the indices that it can be collected by, algebra): terms of sums, chains of products, factors that
# are sums, expressions that are no products, all of what is reduced.
PARTS = [
    ("C[i,j] = A[i,k] * B[k,j] + D[i,j]", "A[i,k] * B[k,j]", ["i,j", "j,i", "j"], "arithmetic"),
    ("C[i,j] += D[j,i] - A[i,k] * B[k,j]", "A[i,k] * B[k,j]", ["i,j", "j"], "arithmetic"),
    ("C[i,j] = D[i,j] * A[i,k] * B[k,j]", "A[i,k] * B[k,j]", ["i,j", "j"], "real"),
    ("C[i] = A[i,j] * X[j,k] * Y[k]", "X[j,k] * Y[k]", ["j"], "real"),
    ("C[i,j] = A[i,k] * X[k,j] + B[i,j]", "A[i,k] * X[k,j]", ["i,j", "j"], "arithmetic"),
    ("C[i] = A[i,j] * B[j,k] * D[k]", "B[j,k] * D[k]", ["j", "j,k"], "arithmetic"),
    ("C[i,l] = A[i,j] * B[j,k] * D[k,l]", "A[i,j] * B[j,k]", ["i,k", "k"], "arithmetic"),
    ("C[i,l] = A[i,j] * B[j,k] * D[k,l]", "B[j,k] * D[k,l]", ["j,l", "l,j", "l"], "real"),
    ("C[i,l,m] = A[i,j,k] * B[j,l] * D[k,m]", "A[i,j,k] * B[j,l]", ["i,k,l", "k,l", "l"], "arithmetic"),
    ("C[i,j] = A[i,k,l] * B[k,j] * D[l,j]", "A[i,k,l] * D[l,j]", ["i,k,j", "k,j", "j"], "arithmetic"),
    ("C[i,j] = A[i,k] * (B[k,j] + D[k,j])", "B[k,j] + D[k,j]", ["k,j", "j"], "arithmetic"),
    ("C[i,j] = max(A[i,j], B[i,j]) * D[i,j]", "max(A[i,j], B[i,j])", ["i,j", "j"], "real"),
    ("C[i] += A[k,i] * B[k,j]", "A[k,i] * B[k,j]", ["i,j", "k,i"], "arithmetic"),
    ("C[i,j] = A[i,k] * B[k,j]", "B[k,j]", ["k,j", "j,k", "j"], "real"),
    ("C[i] = min(j, k: A[i,j] + B[j,k])", "A[i,j] + B[j,k]", ["i,k", "i,j"], "min-plus"),
]

# How a semiring reduces, and what it does in place of products.
SEMIRINGS = {"min-plus": ("min", "+"), "max-plus": ("max", "+"), "max-times": ("max", "*"), "bool": ("|", "&&")}
OPERATORS = {"": "insum::op_add", "+": "insum::op_add", "min": "insum::op_min", "max": "insum::op_max", "|": "insum::op_or"}
MATRIX = re.compile(r"(\w)\[(\w),(\w)\]")
LARGE = [2 ** 40, 2 ** 40, 2 ** 33 + 7, 2 ** 31]


def formats(random, rank, large):
    if large:
        return random.choice(["coo", "csf"] + ["dcsr", "dcsc"] * (rank == 2))
    return random.choice(MATRICES + ["bcsr"] * (random.random() < 0.2) if rank == 2 else TENSORS)


def chosen_shape(random):
    """(Einsum, its term, what reduces, loops, algebra): a shape over numbers or in a semiring."""
    text, order = random.choice(SHAPES)
    left, operator, term = re.match(r"(.*) ([+]?)= (.*)", text).groups()
    if random.random() < 0.7:
        return text, term, operator, order, random.choice(["arithmetic", "arithmetic", "real"])
    algebra = random.choice(list(SEMIRINGS))
    reduces, joins = SEMIRINGS[algebra]
    term = term.replace("*", joins)
    # max= of products into a result of nothing would start at -infinity, below its 0
    if algebra != "max-times" and random.random() < 0.6:
        return "%s %s= %s" % (left, reduces, term), term, reduces, order, algebra
    reduced = [n for n in order if n not in left[2:-1].split(",")]
    name = {"|": "any"}.get(reduces, reduces)
    right = "%s(%s: %s)" % (name, ", ".join(reduced), term) if reduced else term
    return "%s = %s" % (left, right), term, reduces if reduced else "+", order, algebra


def workspace(random, left, term, operator, options, large):
    """(commands, lines): a kind of workspace, by a command or a line."""
    indices = left[2:-1].split(",")
    named = indices[-random.randint(1, len(indices)):] if random.random() < 0.25 else random.sample(indices, len(indices))
    own = "user(sorted_components<TYPE, %s, %%d>)" % OPERATORS[operator]  # TYPE is that of the result
    kind = random.choice(["coord", "bucket", "hash", "auto", own])
    if random.random() < 0.25:
        kind = random.choice([kind, "dense"]) if not large else kind
        # Without conversions loops may go over all coordinates of a mode.
        return [] if large else ["no_convert"], ["workspace C : " + (kind % len(indices) if kind == own else kind)]
    lines = ["workspace W : " + (kind % len(named) if kind == own else kind)] * (kind == own or random.random() < 0.2)
    options = ["W"] + ([] if lines else [kind]) + options
    return ["precompute(%s, {%s}, {%s}, %s)" % (term, ", ".join(named), ", ".join(named), ", ".join(options))], lines


def part(random):
    """A program with a part of its right side in a workspace P of its own."""
    text, wanted, lists, algebra = random.choice(PARTS)
    indices = random.choice(lists[:1] * 2 + lists).split(",")
    own = [n + "w" if random.random() < 0.2 else n for n in indices]
    kind = random.choice(["coord", "bucket", "hash", "user(sorted_components<PART, %s, %d>)"])  # PART is that of its operands
    operator = OPERATORS["min" if algebra == "min-plus" else ""]
    lines = ["workspace P : " + (kind % (operator, len(indices)) if "%" in kind else kind)] * ("%" in kind or random.random() < 0.2)
    options = ["P"] + ([] if lines else [kind]) + random.sample(["pipeline", "double_buffer"], random.choice([0, 0, 1, 2]))
    if random.random() < 0.6:
        options.append("capacity(%d)" % random.choice([1, 2, 3, 13, 100000]))
    commands = ["deterministic"] * (random.random() < 0.3)
    commands.append("precompute(%s, {%s}, {%s}, %s)" % (wanted, ", ".join(indices), ", ".join(own), ", ".join(options)))
    if random.random() < 0.15 and len(indices) > 1:
        commands.insert(random.randint(0, len(commands)), "reorder(%s)" % ", ".join(random.sample(indices, 2)))
    if random.random() < 0.15:
        commands.append(random.choice(["parallelize(%s)", "unroll(%s, 2)"]) % random.choice(indices))
    ranks = {name: len(indices.split(",")) for name, indices in re.findall(r"(\w)\[([\w,]+)\]", text)}
    return {"text": text, "kind": algebra, "schedule": ", ".join(commands), "lines": lines, "sizes": {},
            "formats": {name: formats(random, rank, False) for name, rank in ranks.items() if name in "ABD"},
            "result": random.choice(["dense", formats(random, ranks["C"], False), formats(random, ranks["C"], False)])}


def other_loops(random, term, order):
    """Commands that make other loops of a scattering nest: over positions, over the entries of an operand, over parts of an index."""
    operands = schedules.ACCESS.findall(term)
    kind = random.choice(["fuse", "pos", "pos", "split", "split"])
    if kind == "fuse":
        leading = [x for x in operands if schedules.subscripts(x)[0] == order[0]]
        commands, names = schedules.fused(random, list(order), leading or operands)
    elif kind == "pos":
        commands, names = schedules.positions(random, list(order), operands)
    else:
        name = random.choice(order[0] * 3 + order)
        commands = ["split(%s, %s0, %s1, %d)" % (name, name, name, random.choice([2, 4, 32]))]
        names = [part for n in order for part in ([n + "0", n + "1"] if n == name else [n])]
        if random.random() < 0.3:
            names.remove(name + "1")  # the parts stand apart
            names.append(name + "1")
            commands.append("reorder(%s)" % ", ".join(names))
    if random.random() < 0.3:
        commands.append("parallelize(%s)" % random.choice(names))
    return commands


def choose(seed):
    """What is fixed of a program, as in named.py."""
    random = randomness.Random(seed + "/scatter")
    if random.random() < 0.3:
        return part(random)
    text, term, operator, order, algebra = chosen_shape(random)
    left = text[:text.index("]") + 1]
    ranks = {name: len(indices.split(",")) for name, indices in re.findall(r"(\w)\[([\w,]+)\]", text)}
    large = random.random() < 0.15
    commands = []
    if random.random() < 0.3:
        commands.append("deterministic")
    if random.random() < 0.5:  # legal for one choice of formats in three
        loops = list(order)
        if random.random() < 0.2:
            random.shuffle(loops)
        commands.append("reorder(%s)" % ", ".join(loops))
    if random.random() < 0.3:
        commands.append("parallelize(%s)" % order[0])
    options = random.sample(["pipeline", "double_buffer"], random.choice([0, 0, 1, 2]))
    if random.random() < 0.85:
        options.append("capacity(%d)" % random.choice([1, 2, 3, 13, 100000]))
    more, lines = workspace(random, left, term, operator, options, large)
    if random.random() < 0.15:
        lines.append("assume(memory <= %s)" % ("1e9" if "capacity(100000)" in options else random.choice(["1e9", "2e7"])))
    sizes = {n: random.choice(LARGE) for n in sorted(set(order)) if random.random() < 0.7} if large else {}
    stored = {name: formats(random, rank, large) for name, rank in ranks.items() if name != "C"}
    result = formats(random, ranks["C"], large)
    if lines and lines[-1].startswith("assume") and random.random() < 0.6:  # the program gets through, or says that there is too little
        lines[-1] = "assume(memory <= %s)" % random.choice(["500", "2e3", "1e4", "1e5"])
    loops = randomness.Random(seed + "/scatter/loops")
    if not large and loops.random() < 0.15:
        more = more + other_loops(loops, term, order)
        if loops.random() < 0.8:  # operands that the loops can follow
            stored.update({name: "csr" if order.index(a) < order.index(b) else "csc" for name, a, b in MATRIX.findall(term)})
    return {"text": text, "kind": algebra, "schedule": ", ".join(commands + more), "lines": lines,
            "sizes": sizes, "formats": stored,
            # A type of the user's has the rank of a matrix, not of its blocks.
            "result": result.replace("bcsr" if "user(" in "".join(lines) else " ", "csr")}
