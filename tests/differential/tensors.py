"""Tensors of random programs: their dense meaning, and their C++ storage."""
import random as random_numbers

import data
import formats


class Tensor:
    """`values`: the dense meaning in row-major order. `bound`: the largest magnitude."""

    def __init__(self, name, shape, type_name, values, fill=0):
        self.name, self.shape, self.type = name, list(shape), type_name
        self.kind = data.VALUE_TYPES[type_name][0]
        self.values, self.fill = values, fill
        self.sizes = [str(n) for n in shape]  # as they stand in the pragma
        self.lines = []  # C++ declarations of the storage
        self.format = ""  # ": dense(...)" and modifiers; empty: no tensor line
        self.layout = []  # place of each stored value where they are not simply in order
        self.result = ""  # C++ for (pointer, size) of the stored values
        self.packed = None
        self.is_scalar = False
        self.owned = False  # an object of an insum:: type

    @property
    def bound(self):
        finite = [magnitude(x) for x in self.values if magnitude(x) != float("inf")]
        return max(finite, default=0)


def magnitude(x):
    return abs(x[0]) + abs(x[1]) if isinstance(x, tuple) else abs(x)


class Storage:
    """Writes the C++ declarations of one tensor's arrays."""

    def __init__(self, random, writable):
        self.random, self.writable = random, writable
        self.lines = []

    def array(self, name, type_name, values, needs_length=False):
        """Declares an array and returns (the expression for the pragma, the pointer, the size)."""
        styles = ["pointer", "vector", "span", "field"]
        if needs_length:
            styles.remove("pointer")
        if type_name == "bool":
            styles = ["span"] if needs_length else ["pointer", "span"]
        style = self.random.choices(styles, [5 if s in ("pointer", "vector") else 1 for s in styles])[0]
        const = "" if self.writable else "const "
        size = str(len(values))
        text = data.flat(values)
        if style == "vector":
            self.lines.append("%sstd::vector<%s> %s = vector<%s>(\"%s\");" % (const, type_name, name, type_name, text))
            return name, name + ".data()", size
        if style == "field":
            self.lines.append("%sauto %s = cells<%s>(\"%s\");" % (const, name, type_name, text))
            return "field(%s, value)" % name, name + ".data()", size
        self.lines.append("%sauto %s_data = array<%s>(\"%s\");" % (const, name, type_name, text))
        if style == "span":
            self.lines.append("const std::span<%s%s> %s(%s_data.data(), %s_data.size());"
                              % (const, type_name, name, name, name))
            return name, name + ".data()", size
        self.lines.append("%s%s* %s = %s_data.data();" % (const, type_name, name, name))
        return name, name, size

    def rows(self, name, type_name, rows):
        """An array of pointers to rows, which lie one after the other."""
        flat = [x for row in rows for x in row]
        const = "" if self.writable else "const "
        self.lines.append("%sauto %s_data = array<%s>(\"%s\");" % (const, name, type_name, data.flat(flat)))
        starts, at = [], 0
        for row in rows:
            starts.append("%s_data.data() + %d" % (name, at))
            at += len(row)
        self.lines.append("const std::vector<%s%s*> %s = {%s};" % (const, type_name, name, ", ".join(starts)))
        return name, name + "_data.data()", str(at)


def store_sparse(random, tensor, packed, writable=False, reuse=None, index_types=None):
    """Declares the arrays of a packed tensor; `reuse` is the tensor whose coordinates this one shares.

    `index_types` are the types that index arrays may have; all of data.INDEX_TYPES if not said.
    """
    storage = Storage(random, writable)
    names = dict(reuse.array_names) if reuse else {}
    lengths = needs_length(packed)
    for array in packed.arrays:
        name = "%s_%s" % (tensor.name, array.name)
        if array.role.startswith("index"):
            if reuse:
                continue
            storage.writable = False
            type_name = "std::int32_t" if array.name == "offsets" else random.choice(index_types or data.INDEX_TYPES)
            if -1 in array.values and "uint" in type_name:
                type_name = "std::int64_t"
        else:
            storage.writable, type_name = writable, tensor.type
        if not writable and can_be_number(packed, array) and by_itself(array.values, name).random() < 0.5:
            Storage(random, False).array(name, type_name, array.values)  # draws as many numbers
            storage.lines += ['const %s %s_one = array<%s>("%s").data()[0];' % (type_name, name, type_name,
                                                                             data.flat(array.values[:1]))]
            names[array.name], pointer, size = name + "_one", "&%s_one" % name, "1"
        elif array.role.endswith("rows"):
            names[array.name], pointer, size = storage.rows(name, type_name, array.values)
        else:
            names[array.name], pointer, size = storage.array(name, type_name, array.values, array.name == lengths)
    tensor.array_names = names
    tensor.result = (pointer, size)
    tensor.layout, tensor.packed = packed.layout, packed
    tensor.lines += storage.lines
    tensor.format = " ".join([packed.text.format(**names)] + packed.modifiers)


def by_itself(*seed):
    """Random numbers that leave those of other programs as they are."""
    return random_numbers.Random(repr(seed))


def can_be_number(packed, array):
    """One number stands for all values, where all that is stored are entries."""
    return (array.name == "vals" and array.values and array.values.count(array.values[0]) == len(array.values) and
            packed.format_name in ("csr", "csc", "dcsr", "dcsc", "coo", "csf"))


# Members of the owning types for the arrays of each format; the last one holds the values.
OWNED = {
    "csr": ["pos", "crd"], "csc": ["pos", "crd"], "dcsr": ["pos0", "crd0", "pos1", "crd1"],
    "dcsc": ["pos0", "crd0", "pos1", "crd1"], "bcsr": ["pos", "crd"], "dbcsr": ["pos0", "crd0", "pos1", "crd1"],
    "ell": ["crd"], "dia": ["offsets"], "ragged": ["pos"], "group_coo": ["AM", "AK"], "block_coo": ["AM", "AK"],
    "block_group_coo": ["AM", "AK"],
}
SIZES = {"bcsr": ["bm", "bn"], "dbcsr": ["bm", "bn"], "ell": ["width"], "group_coo": ["g"], "block_coo": ["bm", "bk"],
         "block_group_coo": ["g", "bm", "bk"]}


def can_own(packed):
    """Owning types say nothing of modifiers."""
    members = OWNED.get(packed.format_name)
    return not packed.modifiers and (packed.format_name in ("coo", "csf") or (members and len(members) + 1 == len(packed.arrays)))


def store_owned(random, tensor, packed):
    """Declares the tensor as an object of an insum:: type, which needs no tensor line."""
    name, rank = packed.format_name, len(tensor.shape)
    index = random.choice(["std::int32_t", "std::int64_t"])
    members = OWNED.get(name)
    if name == "coo":
        members = ["crd[%d]" % n for n in range(rank)]
    elif name == "csf":
        members = ["%s[%d]" % (array, n) for n in range(rank) for array in ("pos", "crd")]
    parameters = "%s, %d, %s" % (tensor.type, rank, index) if name in ("coo", "csf") else "%s, %s" % (tensor.type, index)
    lines = ["insum::%s<%s> %s;" % (name, parameters, tensor.name),
             "%s.shape = {%s};" % (tensor.name, ", ".join(map(str, tensor.shape)))]
    for member, value in zip(SIZES.get(name, []), packed.parameters):
        lines.append("%s.%s = %d;" % (tensor.name, member, value))
    values = "AV" if "AM" in members else "vals"
    for member, array in zip(members + [values], packed.arrays):
        element = tensor.type if member == values else index
        lines.append("%s.%s = array<%s>(\"%s\");" % (tensor.name, member, element, data.flat(array.values)))
    tensor.lines += lines
    tensor.result = ("%s.%s.data()" % (tensor.name, values), str(len(packed.layout)))
    tensor.layout, tensor.packed, tensor.owned = packed.layout, packed, True


def store_owned_dense(tensor):
    """Declares an insum::dense."""
    rank = len(tensor.shape)
    tensor.lines += ["insum::dense<%s, %d> %s;" % (tensor.type, rank, tensor.name),
                     "%s.shape = {%s};" % (tensor.name, ", ".join(map(str, tensor.shape))),
                     "%s.vals = array<%s>(\"%s\");" % (tensor.name, tensor.type, data.flat(tensor.values))]
    tensor.result = (tensor.name + ".vals.data()", str(len(tensor.values)))
    tensor.owned = True


def needs_length(packed):
    """The array that must say how many entries there are."""
    if packed.format_name == "dia":
        return "offsets"
    if "AM" in [a.name for a in packed.arrays]:
        return "AM"
    if packed.format_name in ("coo", "levels", "group_coo"):
        return "crd0" if not any(a.name == "pos0" for a in packed.arrays) else ""
    return ""


def store_dense(random, tensor, writable=False, plain=False):
    """Declares a dense tensor: row-major, another order of the modes, or a strided view."""
    rank = len(tensor.shape)
    if rank and not plain and random.random() < 0.15:
        return store_owned_dense(tensor)
    style = random.choice(["plain"] * 4 + ["order", "strides"]) if rank > 1 and not plain else "plain"
    order = list(range(rank))
    modifier = ""
    if style != "plain":
        random.shuffle(order)
    if style == "order":
        modifier = " order(%s)" % ", ".join(map(str, order))
    strides, total = [0] * rank, 1
    for mode in reversed(order):
        strides[mode] = total
        total *= max(tensor.shape[mode], 1) + (random.randint(0, 2) if style == "strides" else 0)
        if style == "order" and tensor.shape[mode] == 0:
            total *= 1
    if style == "strides":
        modifier = " strides(%s)" % ", ".join(map(str, strides))
    if style == "plain":
        stored, layout = tensor.values, []
    else:
        stored, layout = strided(tensor, strides)
    storage = Storage(random, writable)
    name, pointer, size = storage.array(tensor.name + "_vals", tensor.type, stored)
    tensor.lines += storage.lines
    tensor.layout = layout
    tensor.result = (pointer, size)
    tensor.format = "dense(%s)%s" % (name, modifier)


def strided(tensor, strides):
    count = data.product(tensor.shape)
    places = [sum(x * s for x, s in zip(data.unravel(n, tensor.shape), strides)) for n in range(count)]
    length = max(places, default=-1) + 1
    stored, layout = [data.zero(tensor.kind)] * length, [-1] * length
    for n, at in enumerate(places):
        stored[at], layout[at] = tensor.values[n], n
    return stored, layout


def dense_of(entries, shape, kind, fill):
    """The dense meaning of entries: duplicates are summed, the rest is the fill value."""
    values, stored = [fill] * data.product(shape), set()
    for coordinate, value in entries:
        at = data.ravel(coordinate, shape)
        values[at] = data.add(values[at], value, kind) if at in stored else value
        stored.add(at)
    return values


def make_sparse(random, name, shape, type_name, fill, format_name, symmetric="", block=None):
    """A sparse operand with random entries; `symmetric` is 'lower', 'upper' or nothing. `block` is passed to formats.make."""
    kind = data.VALUE_TYPES[type_name][0]
    entries = [(c, data.value(random, kind)) for c in data.coordinates(random, shape)]
    if entries and by_itself(entries).random() < 0.1:
        entries = [(c, entries[0][1]) for c, _ in entries]
    if symmetric:
        entries = [(c, x) for c, x in entries if (c[0] >= c[1] if symmetric == "lower" else c[0] <= c[1])]
    packed, entries = formats.make(random, format_name, shape, entries, kind, fill, block)
    if symmetric:
        packed.modifiers.append("symmetric(%s)" % symmetric)
        entries = entries + [((c[1], c[0]), x) for c, x in entries if c[0] != c[1]]
    tensor = Tensor(name, shape, type_name, dense_of(entries, shape, kind, fill), fill)
    if fill != data.zero(kind):
        packed.modifiers.append("fill(%s)" % data.number(fill))
    if can_own(packed) and random.random() < 0.2:
        store_owned(random, tensor, packed)
    else:
        store_sparse(random, tensor, packed)
    return tensor
