"""Products of three operands and more whose nests are split into producers and consumers: loopfuse and reorder with paths."""
import random as randomness
import re

import schedules

MATRICES = ["csr", "csr", "csc", "coo", "sorted coo", "dcsr", "dcsc", "csf", "bcsr", "ell"]
TENSORS = ["csf", "csf", "plain csf", "coo", "sorted coo", "group_coo"]
# SDDMM and SpMM; SpMM and GEMM; the three; MTTKRP and GEMM; TTM twice and three times; a quadratic form.
PRODUCTS = [
    ("C[i,l]", ["A[i,j]", "X[i,k]", "Y[j,k]", "Z[j,l]"]), ("C[i,l]", ["A[i,j]", "X[j,k]", "Y[k,l]"]),
    ("C[i,m]", ["A[i,j]", "X[i,k]", "Y[j,k]", "Z[j,l]", "B[l,m]"]), ("C[i,m]", ["A[i,k,l]", "X[l,j]", "Y[k,j]", "Z[j,m]"]),
    ("C[i,l,m]", ["A[i,j,k]", "X[j,l]", "Y[k,m]"]), ("C[l,m,n]", ["A[i,j,k]", "X[i,l]", "Y[j,m]", "Z[k,n]"]),
    ("C[i,l]", ["A[i,j]", "B[j,k]", "X[k,l]"]), ("s0", ["X[i]", "A[i,j]", "Y[j,k]", "Z[k]"]), ("C[i]", ["A[i,j]", "X[j,k]", "Y[k]"]),
]


def indices(access):
    return schedules.subscripts(access) if "[" in access else []


class Nest:
    """One leaf of the tree: its operands as lists of indices, its loops, and those that others have as well."""

    def __init__(self, path, operands, loops, around=()):
        self.path, self.operands, self.loops, self.around = path, operands, loops, list(around)

    def path_text(self):
        return ", ".join(str(step) for step in self.path)

    def own(self):
        return self.loops[len(self.around):]


def split(nest, count, side, left):
    """The producer and the consumer, as schedule/loopfuse.cpp makes them, but for loops that storage keeps apart."""
    part, rest = nest.operands[:count], nest.operands[count:]
    if side == "right":
        part, rest = rest, part
    needs = {n for x in part for n in x}
    others = {n for x in rest for n in x} | set(left)
    kept = max((at + 1 for at, n in enumerate(nest.around) if n in needs), default=0)
    first = [n for at, n in enumerate(nest.loops) if n in needs or at < kept]
    second = [n for at, n in enumerate(nest.loops) if n in others or n not in needs or at < kept]
    shared = []
    for a, b in zip(first, second):
        if a != b:
            break
        shared.append(a)
    made = [n for n in first if n in second]
    both = [made] + rest if side == "left" else rest + [made]
    return (Nest(nest.path + [0], part, first, shared),
            Nest(nest.path + [1], both, second, shared if len(shared) > len(nest.around) else nest.around))


def keeps_order(loops, accesses, stored):
    """Whether the sparse operands, in the order of their levels, can be walked in these loops."""
    for access in accesses:
        order = indices(access)[::-1 if stored.get(access[0]) in ("csc", "dcsc") else 1]
        if access[0] in stored and [n for n in loops if n in order] != order:
            return False
    return True


def dense_loops(names, accesses, stored):
    """Loops that enumerate nothing that is stored, of those that there are."""
    walked = {n for x in accesses if x[0] in stored for n in indices(x)[0 if stored[x[0]] != "csr" else 1:]}
    return [n for n in names if n not in walked] or names


def commands(random, left, accesses, stored):
    """A list of commands, and the nests that they leave. `stored`: the formats of sparse operands."""
    names = list(dict.fromkeys(n for x in accesses for n in indices(x)))
    loops = random.sample(names, len(names))
    while random.random() < 0.97 and not keeps_order(loops, accesses, stored):
        loops = random.sample(names, len(names))
    result = []
    if random.random() < 0.15:
        name = random.choice(dense_loops(names, accesses, stored))
        result.append("split(%s, %sa, %sb, %d)" % (name, name, name, random.choice([2, 4])))
    result.append("reorder(%s)" % ", ".join(loops))
    leaves = [Nest([], [indices(x) for x in accesses], loops)]
    for _ in range(random.choice([1, 2, 2, 3])):
        wide = [x for x in leaves if len(x.operands) > 1]
        if not wide:
            break
        nest = random.choice(wide)
        if nest.path and random.random() < 0.4 and len(nest.own()) > 1:
            order = random.sample(nest.own(), len(nest.own()))
            result.append("reorder(%s; %s)" % (", ".join(order), nest.path_text()))
            nest.loops = nest.around + order
        count, side = random.randint(1, len(nest.operands) - 1), random.choice(["left", "left", "right"])
        result.append("loopfuse(%d, %s, {%s})" % (count, side, nest.path_text()))
        leaves.remove(nest)
        leaves += split(nest, count, side, indices(left))
    return result, leaves


def last_commands(random, leaves, dense):
    """What comes after branches: threads, parts of loops, registers. `dense`: loops that can be split."""
    name = random.choice(leaves).loops[:1]
    result = []
    if name and name[0] in dense and random.random() < 0.4:
        result.append("split(%s, %sx, %sy, 2)" % (name[0], name[0], name[0]))
        name = [name[0] + "x"]
    if name and random.random() < 0.4:
        result.append("parallelize(%s%s)" % (name[0], schedules.threads(random)))
    if random.random() < 0.15:
        result.append("vectorize(%s)" % random.choice(dense))
    return result


def choose(seed):
    """What is fixed of a program, as in named.py."""
    random = randomness.Random(seed + "/branched")
    left, accesses = random.choice(PRODUCTS)
    if random.random() < 0.4:
        accesses = random.sample(accesses, len(accesses))
    own = "[" in left and random.random() < 0.3
    if own:
        left = "C[%s]" % ",".join(random.sample(indices(left), len(indices(left))))
    term = " * ".join(accesses)
    ranks = {x[0]: len(indices(x)) for x in accesses}
    stored = {name: random.choice(MATRICES if n == 2 else TENSORS) for name, n in ranks.items() if name in "AB"}
    chosen, leaves = commands(random, left, accesses, stored)
    if random.random() < 0.5:
        names = list(dict.fromkeys(n for x in accesses for n in indices(x)))
        chosen += last_commands(random, leaves, dense_loops(names, accesses, stored))
    rank = len(indices(left))
    results = ["dense"] * 3 + {1: ["csf"], 2: ["csr", "coo"], 3: ["csf"]}.get(rank, [])
    return {"text": "%s %s %s" % (left, random.choice(["=", "=", "+="]), term), "kind": random.choice(["arithmetic", "real"]),
            "schedule": ", ".join(chosen), "lines": [], "sizes": {},
            "formats": stored, "result": random.choice(results) if rank else "scalar"}
