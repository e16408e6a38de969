"""Random schedule commands over the loops of an Einsum. Some are refused: the runner then tries the program without."""
import re

from expressions import unique

ACCESS = re.compile(r"[A-Za-z_]\w*\[[^\[\]]*\]")


def choose(random, einsums, deterministic):
    """The commands of a program of several operands: mostly none. `deterministic`: a line of the block says so already."""
    if random.random() < 0.6:
        return []
    names = unique([n for e in einsums for n in e.left_names() + [m for _, x in e.terms for m in e.free(x)]])
    commands = []
    if random.random() < 0.05 and not deterministic:
        commands.append("deterministic")
    if names and random.random() < 0.4:
        more, names = transformations(random, names, random.choice(einsums).pragma())
        commands += more
    elif names and random.random() < 0.4:
        order = list(names)
        random.shuffle(order)
        commands.append("reorder(%s)" % ", ".join(order))
    if names and random.random() < 0.12:
        name = random.choice(names)
        commands.append("split(%s, %s0, %s1, %d)" % (name, name, name, random.choice([2, 4, 8])))
        names = [n for n in names if n != name] + [name + "0", name + "1"]
    if names and random.random() < 0.5:
        commands.append("parallelize(%s%s)" % (random.choice(names), threads(random)))
    if names and random.random() < 0.15:
        commands.append("vectorize(%s)" % random.choice(names))
    if random.random() < 0.05:
        commands.append("no_convert")
    return commands


def transformations(random, names, einsum):
    """Commands that change which loops there are, and the names of loops after them. `einsum` is its text."""
    if len(names) < 1:
        return [], names
    right = einsum.split("=", 1)[1] if "=" in einsum else ""
    operands = ACCESS.findall(right)
    kind = random.choice(["fuse", "fuse", "pos", "tile", "rfactor", "precompute"])
    if kind == "fuse" and len(names) > 1:
        return fused(random, names, operands)
    if kind == "pos" and operands:
        return positions(random, names, operands)
    if kind == "tile":
        some = random.sample(names, min(len(names), random.choice([1, 2, 3])))
        sizes = ["%s=%s" % (n, random.choice([2, 4, 8, "auto"])) for n in some]
        commands = ["tile(%s)" % ", ".join(sizes)]
        if len(some) == 2 and random.random() < 0.4:  # one loop over all tiles
            commands.append("fuse(%s0, %s0, f)" % tuple(some))
            return commands, ["f"] + [n for n in names if n not in some] + [n + "1" for n in some]
        return commands, [n for n in names if n not in some] + [n + d for d in "01" for n in some]
    if kind == "rfactor":
        name = random.choice(names)
        if random.random() < 0.5:
            return ["rfactor(%s)" % name], names
        return ["split(%s, %so, %si, %d)" % (name, name, name, random.choice([2, 4, 8])),
                "rfactor(%s%s)" % (name, random.choice("oi"))], [n for n in names if n != name] + [name + "o", name + "i"]
    if kind == "precompute" and operands:
        part = " * ".join(random.sample(operands, random.choice([1, min(2, len(operands))])))
        some = random.sample(names, random.choice([1, 1, min(2, len(names))]))
        own = [n if random.random() < 0.6 else n + "w" for n in some]
        return ["precompute(%s, {%s}, {%s}, W, dense)" % (part, ", ".join(some), ", ".join(own))], names
    return [], names


def positions(random, names, operands):
    """pos of a mode of one operand, and a split of it."""
    operand = random.choice(operands)
    name = random.choice([n for n in subscripts(operand) if n in names] or names)
    commands = ["pos(%s, %sp, %s)" % (name, name, operand)]
    rest = [n for n in names if n != name] + [name + "p"]
    if random.random() < 0.5:
        commands.append("split(%sp, %so, %si, %d)" % (name, name, name, random.choice([2, 4, 8])))
        rest = rest[:-1] + [name + "o", name + "i"]
    return commands, rest


def subscripts(operand):
    """The index variables that are subscripts by themselves, outermost first."""
    return [x.strip() for x in operand[operand.index("[") + 1:-1].split(",") if x.strip().isidentifier()]


def fused(random, names, operands):
    """fuse, and what makes a load-balanced kernel of it: mostly of the modes of one operand."""
    outer, inner = random.sample(names, 2)
    pairs = [p for x in operands for p in zip(subscripts(x), subscripts(x)[1:]) if p[0] != p[1] and set(p) <= set(names)]
    if pairs and random.random() < 0.7:
        outer, inner = random.choice(pairs)
    commands = []
    if random.random() < 0.5:
        commands.append("reorder(%s)" % ", ".join([outer, inner] + [n for n in names if n not in (outer, inner)]))
    commands.append("fuse(%s, %s, f)" % (outer, inner))
    rest = [n for n in names if n not in (outer, inner)]
    if operands and random.random() < 0.6:
        commands.append("pos(f, fp, %s)" % random.choice(operands))
        if random.random() < 0.7:
            commands.append("split(fp, fo, fi, %d)" % random.choice([2, 8, 32]))
            return commands, rest + ["fo", "fi"]
        return commands, rest + ["fp"]
    if random.random() < 0.3:
        commands.append("split(f, fo, fi, %d)" % random.choice([2, 8, 32]))
        return commands, rest + ["fo", "fi"]
    return commands, rest + ["f"]


def threads(random):
    """The second argument of parallelize."""
    return random.choice(["", "", ", dynamic", ", static", ", nonzeros"])


def bindings(random, names):
    """Commands that bind loops to the blocks of a grid and the threads of a block; `names` with those of the result first."""
    commands = []
    if random.random() < 0.5:
        name = random.choice(names)
        commands.append("split(%s, %s0, %s1, %d)" % (name, name, name, random.choice([2, 4, 8])))
        at = names.index(name)
        names = names[:at] + [name + "0", name + "1"] + names[at + 1:]
    if random.random() < 0.3:
        names = random.sample(names, len(names))
        commands.append("reorder(%s)" % ", ".join(names))
    count = random.choice([1, 2, 2, 3, 4])
    blocks = random.choice([1, 1, 2])
    axes = random.sample("xyz", 3)
    for at, name in enumerate(sorted(random.sample(names, min(count, len(names))), key=names.index)):
        axis = "block." + axes[at] if at < blocks else "thread." + axes[(at - blocks) % 3]
        commands.append("bind(%s, %s)" % (name, axis))
    return commands


def cached(random, result, reduced, left, operands):
    """Tiles of the result on blocks and threads, its sums in registers, and tiles of operands in shared memory."""
    outer, inner = result[:2], reduced[:1]
    sizes = ["%s=%d" % (n, random.choice([2, 4, 8])) for n in outer + inner]
    commands = ["tile(%s)" % ", ".join(sizes)]
    order = [n + "0" for n in outer] + [n + "0" for n in inner] + [n + "1" for n in outer] + [n + "1" for n in inner]
    threads = [n + "1" for n in outer]
    if random.random() < 0.4:  # several elements a thread
        name = threads[-1]
        commands.append("split(%s, %st, %sr, 2)" % (name, name, name))
        order = [n if n != name else name + "t" for n in order] + [name + "r"]
        threads[-1] = name + "t"
    commands.append("reorder(%s)" % ", ".join(order))
    for at, name in enumerate(outer):
        commands += ["bind(%s0, block.%s)" % (name, "xy"[at]), "bind(%s, thread.%s)" % (threads[at], "yx"[at])]
    if reduced or random.random() < 0.2:
        commands.append("cache_write(%s, registers)" % left)
    return commands + ["cache_read(%s, shared)" % x for x in operands if random.random() < 0.7]


COMMAND = re.compile(r"\b(loopfuse|reorder|split|fuse|pos|tile|rfactor|precompute|parallelize|vectorize|unroll|bind|cache_read|cache_write|no_convert|deterministic)\b")
OPTION = re.compile(r"\b(capacity|pipeline|double_buffer)\b")
KIND = re.compile(r"[WP], (auto|coord|bucket|hash|dense)\b|^workspace \w : (auto|coord|bucket|hash|dense|user)\b")


def features(program):
    """What the schedule of a program has, and lines that it keeps only with the schedule; nothing of one without."""
    found = set()
    for text in program.commands + [x for x in program.lines if x.startswith(("workspace ", "assume(memory"))] * bool(program.commands):
        found |= {"schedule " + name for name in COMMAND.findall(text)}
        found |= {"workspace " + name for name in OPTION.findall(text)}
        found |= {"workspace " + (a or b) for a, b in KIND.findall(text)}
        if text.startswith("workspace "):
            found.add("workspace line")
        if "}, P" in text:
            found.add("workspace part")
        if text.startswith("assume(memory"):
            found.add("memory bound" + ", tight" * is_tight([text]))
    return found


def is_tight(lines):
    """Whether the lines bound memory so that there may be too little: a program may say so instead of a result."""
    return any(float(bound) < 1e7 for bound in re.findall(r"memory <= ([\de.]+)", " ".join(lines)))
