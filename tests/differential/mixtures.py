"""Random right sides over one to four sparse operands, as text."""

OPERATORS = {
    "arithmetic": (["{0} * {1}", "({0} + {1})", "({0} - {1})"], [60, 28, 12]),
    "ordered": (["{0} * {1}", "({0} + {1})", "({0} - {1})", "min({0}, {1})", "max({0}, {1})", "({0} {c} {1})",
                 "select({0} {c} {n}, {1}, {2})", "select({0} != 0, {1}, 0)", "select({0} == 0, {1}, 0)"],
                [40, 20, 10, 8, 8, 6, 4, 4, 2]),
    "real": (["{0} * {1}", "({0} + {1})", "both({0}, {1})", "either({0}, {1})", "weigh({0}, {1})"], [30, 20, 15, 15, 15]),
    "bool": (["({0} && {1})", "({0} || {1})", "({0} != {1})", "({0} && !{1})"], [50, 30, 5, 15]),
    "min-plus": (["({0} + {1})", "min({0}, {1})"], [50, 50]),
    "max-plus": (["({0} + {1})", "max({0}, {1})"], [50, 50]),
    "max-times": (["{0} * {1}", "max({0}, {1})"], [50, 50]),
}
WRAPPERS = {
    "arithmetic": ["{0}", "(-{0})", "2 * {0}", "s1 * {0}"],
    "ordered": ["{0}", "abs({0})", "relu({0})", "max({0}, 1)", "min({0}, 2)", "(-{0})"],
    "real": ["{0}", "damp({0})", "shift({0})", "tanh({0})", "sqrt(abs({0}))", "pow({0}, 2)", "{0} / 2", "sigmoid({0})"],
    "bool": ["{0}", "!{0}"],
    "min-plus": ["{0}", "({0} + 1)"], "max-plus": ["{0}", "({0} + 1)"], "max-times": ["{0}", "2 * {0}"],
}
REDUCING = {"bool": ["|=", "|=", "&="], "min-plus": ["min="], "max-plus": ["max="], "max-times": ["max="]}
WEIGHTS = {"arithmetic": 55, "ordered": 16, "real": 9, "bool": 10, "min-plus": 4, "max-plus": 2, "max-times": 4}
NAMED = {"bool": ["any", "all"], "min-plus": ["min"], "max-plus": ["max"], "max-times": ["max"], "ordered": ["max", "min", "sum"],
         "arithmetic": ["sum"], "real": ["sum", "max"]}


def make(random):
    """(kind of arithmetic, text)."""
    algebra = random.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    count = random.choices([1, 2, 3, 4], [8, 44, 30, 18])[0]
    leaves, used = operands(random, count)
    text = fold(random, algebra, leaves)
    left = [n for n in used if random.random() < 0.6][:3]
    if random.random() < 0.9 and not left:
        left = used[:1]
    random.shuffle(left)
    target = "C[%s]" % ",".join(left) if left else "s0"
    reduced = [n for n in used if n not in left]
    op = "="
    if algebra in REDUCING and (reduced or random.random() < 0.3):
        op = random.choice(REDUCING[algebra])
    if op != "=" and reduced and random.random() < 0.3:
        return algebra, "%s = %s(%s: %s)" % (target, random.choice(NAMED[algebra]), ", ".join(reduced), text)
    if op == "=" and algebra == "ordered" and random.random() < 0.15:
        op = random.choice(["min=", "max=", "*="])
    return algebra, "%s %s %s" % (target, op, stripped(text) if op == "=" else text)


def operands(random, count):
    """(accesses, index variables): all over the same indices, or over random ones."""
    names = ["i", "j", "k", "l"]
    known, leaves = {}, []
    style = random.choice(["same", "same", "chain", "any", "any"])
    whole = names[:random.choices([1, 2, 3], [25, 60, 15])[0]]
    free = list("ABDE")
    for n in range(count):
        if style == "same":
            indices = list(whole)
            if random.random() < 0.25:
                random.shuffle(indices)
            if random.random() < 0.12 and len(indices) > 1:
                indices.pop(random.randrange(len(indices)))
        elif style == "chain":
            indices = [names[n % 4], names[(n + 1) % 4]]
            if random.random() < 0.3:
                indices.reverse()
        else:
            rank = random.choices([1, 2, 3], [25, 60, 15])[0]
            indices = random.sample(names[:3 if random.random() < 0.7 else 4], rank)
        again = [name for name, rank in known.items() if rank == len(indices)]
        if again and random.random() < 0.15:
            name = random.choice(again)
        else:
            name = free.pop(0)
            known[name] = len(indices)
        if random.random() < 0.05:
            at = random.randrange(len(indices))
            shifted = list(indices)
            shifted[at] += random.choice(["+1", "-1", "+2"])
            # An index needs a place where it stands alone.
            if any(indices[at] in plain for _, plain in leaves):
                leaves.append(("%s[%s]" % (name, ",".join(shifted)), []))
                continue
        leaves.append(("%s[%s]" % (name, ",".join(indices)), indices))
    used = []
    for _, indices in leaves:
        used += [x for x in indices if x not in used]
    if random.random() < 0.2:
        some = random.sample(used, min(len(used), random.choice([1, 2])))
        leaves.append(("X[%s]" % ",".join(some), some))
    texts = [text for text, _ in leaves]
    random.shuffle(texts)
    return texts, used


def fold(random, algebra, parts):
    """Joins the parts pairwise, in any nesting."""
    texts, weights = OPERATORS[algebra]
    parts = [wrapped(random, algebra, x, 0.1) for x in parts]
    while len(parts) > 1:
        n = random.randrange(len(parts) - 1)
        operator = random.choices(texts, weights)[0]
        taken = 3 if "{2}" in operator and n + 2 < len(parts) else 2
        if "{2}" in operator and taken == 2:
            continue
        comparison, number = random.choice(["<", ">=", "!=", "=="]), random.choice(["0", "1"])
        if parts[n] == parts[n + 1] and "{c}" in operator:
            continue  # compilers warn of comparisons with itself
        joined = operator.format(*parts[n:n + taken], c=comparison, n=number)
        parts[n:n + taken] = [wrapped(random, algebra, joined, 0.05)]
    return parts[0]


def wrapped(random, algebra, x, share):
    return random.choice(WRAPPERS[algebra]).format(x) if random.random() < share else x


def stripped(text):
    """Without the brackets around a whole sum: its terms are then reduced each by itself."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for n, c in enumerate(text):
        depth += {"(": 1, ")": -1}.get(c, 0)
        if depth == 0 and n < len(text) - 1:
            return text
    return text[1:-1]
