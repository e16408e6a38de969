"""Element types, random values and random patterns. A value is an int, a float or (complex) a pair."""

INDEX_TYPES = ["std::int32_t"] * 4 + ["std::int64_t"] * 2 + ["std::uint32_t", "std::uint64_t", "std::int16_t"]

# Type -> (kind of arithmetic, relative precision of what is computed with it). Arithmetic on 16-bit floats is
# that of float.
VALUE_TYPES = {
    "double": ("real", 1e-13),
    "float": ("real", 1e-6),
    "insum::half": ("real", 1e-6),
    "insum::bfloat16": ("real", 1e-6),
    "std::int32_t": ("integer", 0),
    "std::int64_t": ("integer", 0),
    "bool": ("bool", 0),
    "std::complex<float>": ("complex", 1e-6),
    "std::complex<double>": ("complex", 1e-13),
}

# What a result of the type is off when it has been rounded to it once, relatively and, in small numbers, at all.
ROUNDING = {"insum::half": (2.0**-11, 2.0**-25), "insum::bfloat16": (2.0**-8, 0)}

KIND_TYPES = {
    "real": ["double"] * 4 + ["float"] * 4 + ["insum::half", "insum::bfloat16"],
    "integer": ["std::int32_t", "std::int64_t"],
    "bool": ["bool"],
    "complex": ["std::complex<float>", "std::complex<double>"],
}

REFERENCE_TYPE = {"real": "Real", "integer": "Integer", "bool": "Integer", "complex": "Complex"}

LARGEST = {"real": 2, "integer": 3, "bool": 1, "complex": 3}


def tolerance(types, result, bound):
    """(absolute, relative): of a result of this type that sums up to `bound` are computed for, from these types."""
    precision = max(VALUE_TYPES[t][1] for t in types if t in VALUE_TYPES)
    relative, least = ROUNDING.get(result, (0, 0))
    return precision * min(bound, 1e4) * 4 + least, precision * 20 + relative


class Rejected(Exception):
    """The random choices do not fit together; another attempt is made."""


def value(random, kind):
    """A small value that every type of the kind holds exactly, rarely zero."""
    if kind == "real":
        return random.randint(-8, 8) / 4 if random.random() < 0.1 else random.choice([-1, 1]) * random.randint(1, 8) / 4
    if kind == "integer":
        return random.randint(-3, 3)
    if kind == "bool":
        return random.randint(0, 1)
    return (random.randint(-2, 2), random.randint(-2, 2))


def add(a, b, kind):
    """The sum that duplicates stand for."""
    if kind == "complex":
        return (a[0] + b[0], a[1] + b[1])
    if kind == "bool":
        return 1 if a or b else 0
    return a + b


def zero(kind):
    return (0, 0) if kind == "complex" else 0


def flat(values):
    """Values as C++ numbers; pairs one after the other."""
    out = []
    for x in values:
        out.extend(number(part) for part in (x if isinstance(x, tuple) else (x,)))
    return ", ".join(out)


def number(x):
    if x == float("inf"):
        return "INFINITY"
    if x == -float("inf"):
        return "-INFINITY"
    return repr(x)


def reference_list(values, kind):
    if kind == "complex":
        return ", ".join("{%r, %r}" % x for x in values)
    return ", ".join(number(x) for x in values)


def product(numbers):
    result = 1
    for x in numbers:
        result *= x
    return result


def size(random):
    """A size: mostly small, now and then none, one, or no multiple of a vector."""
    return random.choice([0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7, 8, 9, 11, 13, 17, 19, 33])


def coordinates(random, shape):
    """Coordinates of the entries to store: no duplicates, any order."""
    count = product(shape)
    style = random.choice(["few", "some", "many", "skewed", "none", "full"])
    if count == 0 or style == "none":
        return []
    share = {"few": 0.08, "some": 0.3, "many": 0.6, "skewed": 0.3, "full": 1.0}[style]
    places = [n for n in range(count) if random.random() < share]
    if style == "skewed" and shape[0] > 1:
        row = random.randrange(shape[0])
        width = count // shape[0]
        places = [n for n in places if random.random() < 0.3 or n // width == row]
    random.shuffle(places)
    return [unravel(n, shape) for n in places[:300]]


def patterned(pattern, shape):
    """The coordinates of a pattern by name: none, one, first (row), full, even, odd (sum of the coordinates)."""
    everything = [unravel(n, shape) for n in range(product(shape))]
    chosen = {
        "none": [], "one": everything[len(everything) // 2:][:1], "full": everything,
        "first": [c for c in everything if c[0] == 0], "even": [c for c in everything if sum(c) % 2 == 0],
        "odd": [c for c in everything if sum(c) % 2],
    }
    return chosen[pattern]


def unravel(place, shape):
    result = []
    for extent in reversed(shape):
        result.append(place % extent)
        place //= extent
    return tuple(reversed(result))


def ravel(coordinate, shape):
    place = 0
    for x, extent in zip(coordinate, shape):
        place = place * extent + x
    return place
