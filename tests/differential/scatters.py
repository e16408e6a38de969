"""Results that are computed in another order than that of their levels: loop orders x formats x workspaces x capacities."""
import random as randomness
import re

MATRICES = ["csr", "csc", "coo", "dcsr", "dcsc", "csf"]
TENSORS = ["csf", "coo"]
# (Einsum, its loops from outside in where they scatter): row-wise, outer and inner products, MTTKRP, TTM in two ways, transposes.
SHAPES = [
    ("C[i,j] = A[i,k] * B[k,j]", "kij"), ("C[i,j] += A[i,k] * B[k,j]", "kij"), ("C[i,j] = A[k,i] * B[k,j]", "kji"),
    ("C[j,i] = A[i,k] * B[k,j]", "ikj"), ("C[i,j] = A[i,k] * B[j,k]", "kij"), ("C[i] = A[i,j] * B[j]", "ji"), ("C[j] += A[i,j]", "ij"),
    ("C[i,j] = A[k,l,i] * B[k,j] * D[l,j]", "klij"), ("C[i,j,l] = A[k,i,j] * B[k,l]", "kijl"), ("C[k,j,l] += A[k,i,j] * B[i,l]", "kijl"),
    ("C[k,i,j] = A[i,j,k]", "ijk"), ("C[l,k,j,i] = A[i,j,k] * B[k,l]", "ijkl"), ("C[i,j] = A[i,k,l] * B[k,l,j]", "klij"),
]


def formats(random, rank):
    return random.choice(MATRICES + ["bcsr"] * (random.random() < 0.2) if rank == 2 else TENSORS)


def choose(seed):
    """What is fixed of a program, as in named.py."""
    random = randomness.Random(seed + "/scatter")
    text, order = random.choice(SHAPES)
    left, right = [side.strip() for side in re.split(r"[+]?=", text, maxsplit=1)]
    ranks = {name: len(indices.split(",")) for name, indices in re.findall(r"(\w)\[([\w,]+)\]", text)}
    indices = left[2:-1].split(",")
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
    named = indices[-random.randint(1, len(indices)):] if random.random() < 0.25 else random.sample(indices, len(indices))
    options = random.sample(["pipeline", "double_buffer"], random.choice([0, 0, 1, 2]))
    if random.random() < 0.85:
        options.append("capacity(%d)" % random.choice([1, 2, 3, 13, 100000]))
    kind = random.choice(["coord", "bucket", "hash"])
    lines = []
    if random.random() < 0.25:
        commands.append("no_convert")
        lines.append("workspace C : " + random.choice([kind, "dense"]))
    else:
        if random.random() < 0.2:
            lines.append("workspace W : " + kind)
        options = ([] if lines else [kind]) + options
        commands.append("precompute(%s, {%s}, {%s}, %s)" % (right, ", ".join(named), ", ".join(named), ", ".join(["W"] + options)))
    return {"text": text, "kind": random.choice(["arithmetic", "real"]), "schedule": ", ".join(commands), "lines": lines,
            "formats": {name: formats(random, rank) for name, rank in ranks.items() if name != "C"},
            "result": formats(random, ranks["C"])}
