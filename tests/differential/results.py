"""Results of programs: C++ scalars, dense tensors and assembled sparse ones, and how the checker reads them."""
import data
import formats
from formats import Array, Level, MATRIX_LEVELS, Packer, flat_arrays
from tensors import OWNED, store_dense

MATRIX_RESULTS = ["dense"] * 6 + ["csr"] * 5 + ["csc"] * 2 + ["coo"] * 2 + ["dcsr"] * 2 + ["dcsc", "csf", "bcsr", "dbcsr", "levels",
                                                                                         "levels"]


def choose(random, rank):
    """The name of a format for a result of this rank."""
    if rank == 0:
        return "scalar"
    if rank == 2:
        return random.choice(MATRIX_RESULTS)
    return random.choice(["dense"] * 3 + ["csf"] * 3 + ["coo"] * 2 + ["levels"] * 2)


def scalar(random, output, kind):
    value = data.value(random, kind)
    output.is_scalar = True
    output.values, output.levels = [value], []
    output.base, output.sorted, output.unique = 0, True, True
    start = {"bool": "%s" % str(bool(value)).lower()}.get(kind, data.flat([value]))
    if kind == "real":
        output.lines.append("%s C = static_cast<%s>(%s);" % (output.type, output.type, start))
    else:
        output.lines.append("%s C(%s);" % (output.type, start))
    output.collect = "Result().values(&C, 1)"


def dense(random, output, kind):
    """Row-major, or with the modes in another order."""
    while True:
        output.lines, output.format, output.owned = [], "", False
        store_dense(random, output, writable=True)
        if "strides" not in output.format:
            break
    order = list(range(len(output.shape)))
    if "order(" in output.format:
        order = [int(x) for x in output.format.split("order(")[1].split(")")[0].split(",")]
    output.levels = [("dense", mode, "p", 1) for mode in order]
    output.base, output.sorted, output.unique = 0, True, True
    output.collect = "Result().values(%s, %s)" % output.result


def level_specs(levels, implicit=False):
    out = []
    for number, level in enumerate(levels):
        kind = "list" if implicit and number == 0 else level.kind
        out.append((kind, level.mode, {"plain": "p"}.get(level.part, level.part), level.block))
    return out


def sparse(random, output, name, kind, stale, reads, huge):
    """`stale`: the entries that the storage holds before; `reads`: they count, as the operator combines with them."""
    rank = len(output.shape)
    owned = random.random() < 0.4 and output.fill == data.zero(kind) and name != "levels"
    base = 1 if not owned and random.random() < 0.1 else 0
    modifiers = ["base(1)"] if base else []
    implicit, arguments, parameters, order = False, "", [], list(range(rank))
    if name == "coo":
        levels = [Level("nonunique" if mode == 0 else "singleton", mode) for mode in range(rank)]
        implicit = True
        if not owned:
            modifiers += random.choice([[], ["sorted"], ["unique"], ["sorted", "unique"], ["sorted", "unique"]])
    elif name == "csf":
        if not owned and random.random() < 0.3:
            random.shuffle(order)
            modifiers.append("order(%s)" % ", ".join(map(str, order)))
        levels = [Level("compressed", mode) for mode in order]
    elif name in ("bcsr", "dbcsr"):
        parameters = list(random.choice([(2, 2), (2, 3), (1, 4), (4, 2), (3, 1)]))
        bm, bn = parameters
        levels = [Level("dense" if name == "bcsr" else "compressed", 0, "/", bm), Level("compressed", 1, "/", bn),
                  Level("dense", 0, "%", bm), Level("dense", 1, "%", bn)]
        arguments = "<%d, %d>" % (bm, bn)
    elif name == "levels":
        random.shuffle(order)
        levels = [Level(random.choice(["dense", "compressed"]), mode) for mode in order]
        if rank > 1 and random.random() < 0.25:
            levels = [Level("nonunique", order[0])] + [Level("singleton", mode) for mode in order[1:]]
        elif all(level.kind == "dense" for level in levels):
            levels[-1].kind = "compressed"
    else:
        levels = [Level(k, mode) for k, mode in MATRIX_LEVELS[name]]
        if not owned and random.random() < 0.2:
            modifiers.append("unsorted")
    packer = Packer(random, output.shape, stale, kind, output.fill, True, base)
    arrays, values, _ = packer.levels(levels, implicit)
    arrays = flat_arrays(levels, arrays, implicit)
    output.entries = dict(stale) if reads else {}
    output.levels, output.base = level_specs(levels, implicit), base
    coo = name == "coo"
    output.sorted = "sorted" in modifiers if coo else "unsorted" not in modifiers
    output.unique = not coo or "unique" in modifiers
    if any(level.kind == "nonunique" for level in levels) and not coo:
        output.unique = False
    if name == "levels":
        spec = []
        for number, level in enumerate(levels):
            storage = ["C_" + a.name for a in arrays if a.name.endswith(str(number))]
            kind_name = "compressed_nonunique" if level.kind == "nonunique" else level.kind
            spec.append("%d: %s%s" % (level.mode, kind_name, "(%s)" % ", ".join(storage) if storage else ""))
        output.format = "levels(%s; C_vals)" % ", ".join(spec)
    else:
        output.format = "%s%s(%s)" % (name, arguments, ", ".join(["C_" + a.name for a in arrays] + ["C_vals"]))
    if output.fill != data.zero(kind):
        modifiers.append("fill(%s)" % data.number(output.fill))
    output.format = " ".join([output.format] + modifiers)
    if not reads and random.random() < 0.5:
        arrays, values = [Array(a.name, a.role, []) for a in arrays], None
    store = own if owned else grow
    store(random, output, name, arrays, values, parameters, huge)


def grow(random, output, name, arrays, values, parameters, huge):
    """Containers that own their memory: std::vector, or insum::buffer for bool. `values` is None: all are empty."""
    types = ["std::int64_t", "std::uint64_t"] if huge else ["std::int32_t"] * 3 + ["std::int64_t"] * 2 + ["std::uint32_t"]
    output.collect = "Result()"
    for array in arrays:
        index = random.choice(types)
        output.lines.append("std::vector<%s> C_%s = vector<%s>(\"%s\");" % (index, array.name, index, data.flat(array.values)))
        output.collect += ".index(C_%s)" % array.name
    text = data.flat(values or [])
    if output.type == "bool":
        output.lines.append("insum::buffer<bool> C_vals(array<bool>(\"%s\"));" % text)
    else:
        output.lines.append("std::vector<%s> C_vals = vector<%s>(\"%s\");" % (output.type, output.type, text))
    output.collect += ".values(C_vals.data(), C_vals.size())"


def own(random, output, name, arrays, values, parameters, huge):
    """An object of an insum:: type."""
    rank = len(output.shape)
    index = "std::int64_t" if huge else random.choice(["std::int32_t", "std::int64_t"])
    members = OWNED.get(name)
    if name == "coo":
        members = ["crd[%d]" % n for n in range(rank)]
    elif name == "csf":
        members = ["%s[%d]" % (array, n) for n in range(rank) for array in ("pos", "crd")]
    type_arguments = [output.type] + ([str(rank)] if name in ("coo", "csf") else []) + [index] + [str(x) for x in parameters]
    output.lines.append("insum::%s<%s> C;" % (name, ", ".join(type_arguments)))
    output.lines.append("C.shape = {%s};" % ", ".join(map(str, output.shape)))
    if values is not None:
        for member, array in zip(members, arrays):
            output.lines.append("C.%s = array<%s>(\"%s\");" % (member, index, data.flat(array.values)))
        output.lines.append("C.vals = array<%s>(\"%s\");" % (output.type, data.flat(values)))
    output.collect = "Result().sizes(C.shape)" + "".join(".index(C.%s)" % m for m in members) + \
        ".values(C.vals.data(), C.vals.size())"
    output.owned, output.format = True, ""
