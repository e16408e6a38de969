"""Storage formats: packs entries into the arrays of a format, apart from insum's own conversions.

A format is a list of levels, outermost first; `pack` builds their arrays from coordinates and values. The formats
that are no list of levels (dia, ragged, rows) are packed by a function each.
"""
import data


class Level:
    """kind: dense, compressed, nonunique, singleton, fixed; part: 'plain', '/' (block) or '%' (place in the block)."""

    def __init__(self, kind, mode, part="plain", block=1, width=0):
        self.kind, self.mode, self.part, self.block, self.width = kind, mode, part, block, width

    def coordinate(self, entry):
        x = entry[0][self.mode]
        return x if self.part == "plain" else x // self.block if self.part == "/" else x % self.block

    def extent(self, shape):
        n = shape[self.mode]
        return n if self.part == "plain" else -(-n // self.block) if self.part == "/" else self.block


class Array:
    """One storage array: `role` is 'index', 'value', 'index_rows' or 'value_rows' (arrays of rows)."""

    def __init__(self, name, role, values):
        self.name, self.role, self.values = name, role, values


class Packed:
    """`layout`: the row-major place of each stored value, -1 for padding. `text`: the format with {name} per array."""

    def __init__(self, format_name, text, arrays, layout, modifiers=()):
        self.format_name, self.text, self.arrays, self.layout = format_name, text, arrays, layout
        self.modifiers = list(modifiers)
        self.parameters = []  # block sizes, or the width


class Packer:
    def __init__(self, random, shape, entries, kind, fill, ordered=True, base=0):
        self.random, self.shape, self.entries, self.kind = random, shape, entries, kind
        self.fill, self.ordered, self.base = fill, ordered, base
        self.fillers = random.random() < 0.5  # slots that are not used repeat a coordinate, instead of -1

    def levels(self, levels, implicit_root=False):
        """(arrays by level, values, layout)."""
        positions = [({}, list(self.entries))]
        arrays = []
        for number, level in enumerate(levels):
            positions, level_arrays = self.level(level, positions, levels[number:], implicit_root and number == 0)
            arrays.append(level_arrays)
        values, layout = [], []
        for where, entries in positions:
            place = self.place(where, levels)
            layout.append(place)
            values.append(self.total(entries) if entries else self.padding(where, place))
        return arrays, values, layout

    def padding(self, where, place):
        """Slots of ELL rows hold 0; slots outside of the tensor hold what must not be read."""
        return self.fill if place >= 0 or where is None else data.zero(self.kind)

    def total(self, entries):
        result = entries[0][1]
        for _, value in entries[1:]:
            result = data.add(result, value, self.kind)
        return result

    def place(self, where, levels):
        coordinate = [0] * len(self.shape)
        if where is None:
            return -1
        for level in levels:
            x = where[(level.mode, level.part)]
            coordinate[level.mode] += x * level.block if level.part == "/" else x
        if any(x >= extent for x, extent in zip(coordinate, self.shape)):
            return -1
        return data.ravel(coordinate, self.shape)

    def level(self, level, positions, below, implicit):
        based = [self.base]
        out, crd = [], []

        def step(where, x, entries):
            out.append((None if where is None or x is None else {**where, (level.mode, level.part): x}, entries))
            crd.append(-1 if x is None else x + self.base)

        for where, entries in positions:
            if level.kind == "dense":
                for x in range(level.extent(self.shape)):
                    step(where, x, [e for e in entries if level.coordinate(e) == x])
            elif level.kind in ("nonunique", "singleton"):
                for entry in self.in_order(entries, below):
                    step(where, level.coordinate(entry), [entry])
            else:
                for x in self.distinct(level, entries):
                    step(where, x, [e for e in entries if level.coordinate(e) == x])
                if level.kind == "fixed":
                    found = self.distinct(level, entries)
                    for _ in range(level.width - len(found)):
                        step(where, None, [])
                        if found and self.fillers:
                            crd[-1] = found[-1] + self.base
            based.append(len(out) + self.base)
        names = {"dense": [], "compressed": [based, crd], "nonunique": [based, crd], "singleton": [crd],
                 "fixed": [crd]}[level.kind]
        return out, names[1:] if implicit else names

    def in_order(self, entries, below):
        if not self.ordered or below[0].kind == "singleton":
            return entries
        return sorted(entries, key=lambda e: [level.coordinate(e) for level in below])

    def distinct(self, level, entries):
        found = list(dict.fromkeys(level.coordinate(e) for e in entries))
        return sorted(found) if self.ordered else found


LEVEL_ARRAYS = {"dense": [], "compressed": ["pos", "crd"], "nonunique": ["pos", "crd"], "singleton": ["crd"],
                "fixed": ["crd"]}


def named(packer, name, levels, arguments="", implicit=False, modifiers=()):
    """A named format over levels."""
    arrays, values, layout = packer.levels(levels, implicit)
    out = flat_arrays(levels, arrays, implicit)
    out.append(Array("vals", "value", values))
    text = "%s%s(%s)" % (name, arguments, ", ".join("{%s}" % a.name for a in out))
    return Packed(name, text, out, layout, modifiers)


def flat_arrays(levels, arrays, implicit):
    out = []
    for number, (level, lists) in enumerate(zip(levels, arrays)):
        names = LEVEL_ARRAYS[level.kind]
        if implicit and number == 0:
            names = names[1:]
        out += [Array("%s%d" % (name, number), "index", values) for name, values in zip(names, lists)]
    return out


def general(packer, levels, implicit=False, modifiers=()):
    """The levels(...) form."""
    arrays, values, layout = packer.levels(levels, implicit)
    out = flat_arrays(levels, arrays, implicit)
    specs = []
    for number, level in enumerate(levels):
        mode = str(level.mode) + ("" if level.part == "plain" else "%s%d" % (level.part, level.block))
        names = ["{%s}" % a.name for a in out if a.name.endswith(str(number))]
        if level.kind == "fixed":
            names.insert(0, str(level.width))
        kind = "compressed_nonunique" if level.kind == "nonunique" else level.kind
        specs.append("%s: %s%s" % (mode, kind, "(%s)" % ", ".join(names) if names else ""))
    out.append(Array("vals", "value", values))
    return Packed("levels", "levels(%s; {vals})" % ", ".join(specs), out, layout, modifiers)


def dia(packer):
    """Diagonals in any order; the slots outside of the matrix hold what must not be read."""
    rows, columns = packer.shape
    offsets = list(dict.fromkeys(c[1] - c[0] for c, _ in packer.entries))
    values, layout = [], []
    for offset in offsets:
        for row in range(rows):
            inside = 0 <= row + offset < columns
            found = [e for e in packer.entries if e[0] == (row, row + offset)]
            values.append(packer.total(found) if found else packer.fill if inside else data.zero(packer.kind))
            layout.append(row * columns + row + offset if inside else -1)
    arrays = [Array("offsets", "index", offsets), Array("vals", "value", values)]
    return Packed("dia", "dia({offsets}, {vals})", arrays, layout)


def ragged(packer):
    """The first elements of each row, some beyond the last entry."""
    rows, columns = packer.shape
    pos, values, layout = [packer.base], [], []
    for row in range(rows):
        length = max([c[1] + 1 for c, _ in packer.entries if c[0] == row], default=0)
        length = min(columns, length + packer.random.choice([0, 0, 1, 2]))
        for column in range(length):
            found = [e for e in packer.entries if e[0] == (row, column)]
            values.append(packer.total(found) if found else packer.fill)
            layout.append(row * columns + column)
        pos.append(len(values) + packer.base)
    arrays = [Array("pos", "index", pos), Array("vals", "value", values)]
    return Packed("ragged", "ragged({pos}, {vals})", arrays, layout)


def rows_format(packer):
    """An array of pointers to the rows of coordinates, and one to those of values."""
    rows, columns = packer.shape
    crd, values, layout = [], [], []
    for row in range(rows):
        mine = [e for e in packer.entries if e[0][0] == row]
        places = packer.distinct(Level("compressed", 1), mine)
        crd.append([x + packer.base for x in places])
        values.append([packer.total([e for e in mine if e[0][1] == x]) for x in places])
        layout += [row * columns + x for x in places]
    arrays = [Array("counts", "index", [len(row) for row in crd]), Array("crd", "index_rows", crd),
              Array("vals", "value_rows", values)]
    return Packed("rows", "rows({counts}, {crd}, {vals})", arrays, layout)


def groups(packer, name, g, bm, bk):
    """Blocks of bm x bk in groups of g of one block row; slots that are not used repeat a column and hold the fill value."""
    rows, columns = packer.shape
    am, ak, values, layout = [], [], [], []

    def slot(row, column, used):
        for r in range(row * bm, (row + 1) * bm):
            for c in range(column * bk, (column + 1) * bk):
                inside = r < rows and c < columns
                found = [e for e in packer.entries if e[0] == (r, c)] if used else []
                place = r * columns + c if inside and used else -1
                layout.append(place)
                values.append(packer.total(found) if found else packer.fill if inside else data.zero(packer.kind))
        ak.append(column + packer.base)

    for row in sorted({c[0] // bm for c, _ in packer.entries}):
        here = sorted({c[1] // bk for c, _ in packer.entries if c[0] // bm == row})
        for first in range(0, len(here), g):
            am.append(row + packer.base)
            group = here[first:first + g]
            for column in group:
                slot(row, column, True)
            for _ in range(g - len(group)):
                slot(row, group[-1], False)
    arrays = [Array("AM", "index", am), Array("AK", "index", ak), Array("AV", "value", values)]
    sizes = {"group_coo": [g], "block_coo": [bm, bk], "block_group_coo": [g, bm, bk]}[name]
    packed = Packed(name, "%s<%s>({AM}, {AK}, {AV})" % (name, ", ".join(map(str, sizes))), arrays, layout)
    packed.parameters = sizes
    return packed


def grouped_entries(packer, order, g):
    """Groups of g entries that differ in the last mode of `order` only; slots that are not used repeat a coordinate and hold the fill value."""
    last = order[-1]
    crd, values, layout = [[] for _ in order], [], []
    for key in sorted({tuple(c[mode] for mode in order[:-1]) for c, _ in packer.entries}):
        here = [e for e in packer.entries if tuple(e[0][mode] for mode in order[:-1]) == key]
        places = sorted({c[last] for c, _ in here})
        for first in range(0, len(places), g):
            group = places[first:first + g]
            for level, x in zip(crd, key):
                level.append(x + packer.base)
            for n in range(g):
                x = group[min(n, len(group) - 1)]
                crd[-1].append(x + packer.base)
                mine = [e for e in here if e[0][last] == x]
                values.append(packer.total(mine) if n < len(group) else packer.fill)
                layout.append(data.ravel(mine[0][0], packer.shape) if n < len(group) else -1)
    arrays = [Array("crd%d" % n, "index", list_) for n, list_ in enumerate(crd)] + [Array("vals", "value", values)]
    packed = Packed("group_coo", "group_coo<%d>(%s)" % (g, ", ".join("{%s}" % a.name for a in arrays)), arrays, layout)
    packed.parameters = [g]
    return packed


def duplicated(random, entries, kind):
    """The entries with some of them split in two that share a coordinate."""
    more = [(c, data.value(random, kind)) for c, _ in entries if random.random() < 0.2]
    result = entries + more
    random.shuffle(result)
    return result


def compressed_levels(names, order):
    return [Level(kind, mode) for kind, mode in zip(names, order)]


MATRIX_LEVELS = {
    "csr": [("dense", 0), ("compressed", 1)],
    "csc": [("dense", 1), ("compressed", 0)],
    "dcsr": [("compressed", 0), ("compressed", 1)],
    "dcsc": [("compressed", 1), ("compressed", 0)],
}

MATRIX_FORMATS = ["csr"] * 4 + ["csc"] * 2 + ["coo"] * 3 + ["dcsr", "dcsc", "csf", "bcsr", "dbcsr", "ell", "dia",
                                                           "ragged", "rows", "levels", "levels", "group_coo",
                                                           "block_coo", "block_group_coo"]


def choose(random, rank):
    """The name of a format for tensors of this rank."""
    if rank == 2:
        return random.choice(MATRIX_FORMATS)
    return random.choice(["coo", "coo", "csf", "csf", "levels", "levels", "group_coo"] if rank > 2 else ["coo", "coo", "csf", "csf", "levels"])


def duplicates_allowed(name):
    return name == "coo"


def make(random, name, shape, entries, kind, fill, block=None):
    """(Packed, the entries that it stands for): entries may be duplicated where the format allows it. `block`: the size of those of a
    list of blocks."""
    base = 1 if random.random() < 0.12 and name not in ("ell", "dia") else 0
    modifiers = ["base(1)"] if base else []
    packer = Packer(random, shape, entries, kind, fill, True, base)
    if name in ("coo", "sorted coo"):
        return make_coo(random, packer, modifiers, name.startswith("sorted"))
    if name in ("csf", "plain csf"):
        order = list(range(len(shape)))
        if name == "csf" and random.random() < 0.4:
            random.shuffle(order)
            modifiers.append("order(%s)" % ", ".join(map(str, order)))
        levels = [Level("compressed", mode) for mode in order]
        return named(packer, "csf", levels, modifiers=modifiers), entries
    if name in MATRIX_LEVELS:
        if name in ("csr", "csc") and random.random() < 0.15:
            packer.ordered = False
            modifiers.append("unsorted")
        levels = [Level(kind_, mode) for kind_, mode in MATRIX_LEVELS[name]]
        return named(packer, name, levels, modifiers=modifiers), entries
    if name in ("bcsr", "dbcsr"):
        return make_blocks(random, packer, name, modifiers), entries
    if name == "ell":
        width = max([sum(c[0] == row for c, _ in entries) for row in range(shape[0])], default=0)
        width += random.choice([0, 0, 1, 3]) if width else 1
        levels = [Level("dense", 0), Level("fixed", 1, width=width)]
        packed = named(packer, "ell", levels, "<%d>" % width)
        packed.parameters = [width]
        return packed, entries
    if name in ("group_coo", "block_coo", "block_group_coo"):
        g = random.choice([1, 2, 3, 4]) if "group" in name else 1
        bm, bk = block or (random.choice([(1, 1), (2, 2), (2, 3), (4, 1), (3, 4)]) if "block" in name else (1, 1))
        order = list(range(len(shape)))
        if name == "group_coo" and random.random() < 0.4:
            random.shuffle(order)
            modifiers.append("order(%s)" % ", ".join(map(str, order)))
        if name == "group_coo" and (len(order) > 2 or order != [0, 1]):
            packed = grouped_entries(packer, order, g)
        else:
            packed = groups(packer, name, g, bm, bk)
        packed.modifiers = modifiers
        return packed, entries
    if name == "levels":
        return make_levels(random, packer, modifiers)
    packed = {"dia": dia, "ragged": ragged, "rows": rows_format}[name](packer)
    packed.modifiers = modifiers
    return packed, entries


def make_coo(random, packer, modifiers, in_order):
    repeats = len({c for c, _ in packer.entries}) < len(packer.entries)
    styles = ["plain", "sorted"] if repeats else ["plain", "plain", "sorted", "unique", "sorted unique"]
    style = random.choice([s for s in styles if "sorted" in s or not in_order])
    if "unique" not in style:
        packer.entries = duplicated(random, packer.entries, packer.kind)
    packer.ordered = "sorted" in style
    if style != "plain":
        modifiers = modifiers + style.split()
    rank = len(packer.shape)
    levels = [Level("nonunique" if mode == 0 else "singleton", mode) for mode in range(rank)]
    return named(packer, "coo", levels, implicit=True, modifiers=modifiers), packer.entries


def make_blocks(random, packer, name, modifiers):
    bm, bn = random.choice([(1, 1), (2, 2), (2, 3), (4, 4), (3, 1), (1, 4), (4, 2)])
    outer = "dense" if name == "bcsr" else "compressed"
    levels = [Level(outer, 0, "/", bm), Level("compressed", 1, "/", bn), Level("dense", 0, "%", bm),
              Level("dense", 1, "%", bn)]
    packed = named(packer, name, levels, "<%d, %d>" % (bm, bn), modifiers=modifiers)
    packed.parameters = [bm, bn]
    return packed


def make_levels(random, packer, modifiers):
    rank = len(packer.shape)
    order = list(range(rank))
    random.shuffle(order)
    style = random.choice(["mixed", "mixed", "nonunique", "fixed", "blocks"])
    if style == "blocks" and rank == 2:
        b = random.choice([2, 3, 4])
        first, second = order
        levels = [Level(random.choice(["dense", "compressed"]), first, "/", b), Level("compressed", second),
                  Level("dense", first, "%", b)]
        return general(packer, levels, modifiers=modifiers), packer.entries
    if style == "fixed" and rank >= 2 and not modifiers:
        levels = [Level("dense", mode) for mode in order[:-1]]
        counts = {}
        for coordinate, _ in packer.entries:
            key = tuple(coordinate[mode] for mode in order[:-1])
            counts[key] = counts.get(key, 0) + 1
        levels.append(Level("fixed", order[-1], width=max(counts.values(), default=1)))
        return general(packer, levels, modifiers=modifiers), packer.entries
    if style == "nonunique":
        start = random.randrange(rank)
        levels = [Level(random.choice(["dense", "compressed"]), mode) for mode in order[:start]]
        levels += [Level("nonunique" if n == 0 else "singleton", mode) for n, mode in enumerate(order[start:])]
        packer.entries = duplicated(random, packer.entries, packer.kind)
        implicit = start == 0 and random.random() < 0.5
        return general(packer, levels, implicit, modifiers), packer.entries
    levels = [Level(random.choice(["dense", "compressed"]), mode) for mode in order]
    if all(level.kind == "dense" for level in levels):
        levels[-1].kind = "compressed"
    return general(packer, levels, modifiers=modifiers), packer.entries
