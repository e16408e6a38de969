"""The operands of programs over several sparse tensors: their entries, formats and storage."""
import data
import formats
import trees
from data import Rejected
from expressions import Affine, Fixed, Index
from tensors import Tensor, can_own, store_dense, store_owned, store_sparse

INFINITY = float("inf")
DENSE_NAMES = "XYZ"
SEMIRING_FILL = {"min-plus": INFINITY, "max-plus": -INFINITY, "max-times": 0}


class SparseTensor(Tensor):
    """An operand of which only the entries are kept: {coordinate: value}."""

    def __init__(self, name, shape, type_name, fill):
        super().__init__(name, shape, type_name, [], fill)
        self.entries, self.is_sparse = {}, True
        self.blocks = []  # sizes of the blocks of a temporary

    @property
    def bound(self):
        values = [abs(x[0]) + abs(x[1]) if isinstance(x, tuple) else abs(x) for x in [self.fill, *self.values,
                                                                                    *self.entries.values()]]
        return max([x for x in values if x != INFINITY], default=0)

    def words(self):
        kind = self.kind
        fill = trees.constant(self.fill, kind)
        head = "tensor %s %s fill %s" % (self.name, " ".join(map(str, [len(self.shape)] + self.shape)), fill)
        if not self.is_sparse:
            return " ".join([head, "dense"] + [trees.constant(x, kind) for x in self.values])
        parts = [head, "entries", str(len(self.entries))]
        for coordinate, value in self.entries.items():
            parts += [str(x) for x in coordinate] + [trees.constant(value, kind)]
        return " ".join(parts)


class Operands:
    """What makes the operands of a program, which has `random`, `kind`, `type`, `sizes` and others of sparse_program.py."""

    def tensor(self, name, subscripts):
        """The operand of this name, made when it is first met."""
        if name not in self.tensors:
            shape = []
            for mode, s in enumerate(subscripts):
                if isinstance(s, Index):
                    shape.append(self.sizes[s.name])
                elif (name, mode) in self.plain:
                    shape.append(self.plain[(name, mode)])
                elif isinstance(s, Fixed):
                    shape.append(s.value + self.random.choice([1, 1, 2, 4]))
                else:
                    shape.append(self.random.choice([1, 3, 6, 9, 14]))
            self.tensors[name] = self.dense(name, shape) if name in DENSE_NAMES else self.sparse(name, shape)
        if any(isinstance(s, Affine) for s in subscripts) and name not in DENSE_NAMES:
            self.features.add("affine subscript of a sparse operand")
        for s, extent in zip(subscripts, self.tensors[name].shape):
            if isinstance(s, Fixed) and s.value >= extent:
                raise Rejected
        return self.tensors[name]

    def element_type(self):
        if self.kind in ("real", "integer") and "insum" not in self.type and self.random.random() < 0.06 and not self.fixed:
            return self.random.choice([t for t in data.KIND_TYPES[self.kind] if "insum" not in t])
        return self.type

    def value(self):
        x = data.value(self.random, self.kind)
        return abs(x) if self.algebra == "max-times" else x

    def dense(self, name, shape):
        tensor = SparseTensor(name, shape, self.element_type(), data.zero(self.kind))
        if data.product(shape) > 4000:
            raise Rejected
        tensor.is_sparse, tensor.values = False, [self.value() for _ in range(data.product(shape))]
        store_dense(self.random, tensor)
        return tensor

    def fill(self, name):
        if name in self.fixed.get("fills", {}):
            return self.fixed["fills"][name]
        if self.algebra in SEMIRING_FILL:
            return SEMIRING_FILL[self.algebra]
        if self.kind in ("real", "integer") and not self.fixed and not self.huge and self.random.random() < 0.05:
            self.features.add("operand with a fill value")
            return self.random.choice([1, 2, -1])
        return data.zero(self.kind)

    def sparse(self, name, shape):
        random = self.random
        tensor = SparseTensor(name, shape, self.element_type(), self.fill(name))
        format_name = self.fixed.get("formats", {}).get(name) or self.format_for(shape)
        entries = [(c, self.value()) for c in self.coordinates(shape, self.fixed.get("patterns", {}).get(name))]
        if self.fixed.get("patterns", {}).get(name) == "duplicates":
            entries = entries + [(c, self.value()) for c, _ in entries[::2]]
            random.shuffle(entries)
        symmetric = self.fixed.get("symmetric", {}).get(name)
        if symmetric:
            entries = [(c, x) for c, x in entries if (c[0] >= c[1] if symmetric == "lower" else c[0] <= c[1])]
        packed, entries = formats.make(random, format_name, shape, entries, self.kind, tensor.fill)
        for c, x in entries:
            tensor.entries[c] = data.add(tensor.entries[c], x, self.kind) if c in tensor.entries else x
        if symmetric:
            packed.modifiers.append("symmetric(%s)" % symmetric)
            tensor.entries.update({c[::-1]: x for c, x in tensor.entries.items()})
        for place in packed.layout:  # blocks and diagonals also store what is no entry
            if place >= 0:
                tensor.entries.setdefault(data.unravel(place, shape), tensor.fill)
        if tensor.fill != data.zero(self.kind):
            packed.modifiers.append("fill(%s)" % data.number(tensor.fill))
        if can_own(packed) and random.random() < 0.2:
            store_owned(random, tensor, packed)
            if self.huge and "int32" in " ".join(tensor.lines):
                raise Rejected
        else:
            store_sparse(random, tensor, packed, index_types=["std::int64_t", "std::uint64_t"] if self.huge else None)
        if "unsorted" in packed.modifiers or format_name == "coo" and "sorted" not in packed.modifiers:
            self.features.add("unsorted operand")
        if packed.format_name == "coo" and "unique" not in packed.modifiers:
            self.features.add("operand with duplicates")
        if "base(1)" in packed.modifiers:
            self.features.add("base(1)")
        if data.product(shape) == 0 or not entries:
            self.features.add("empty operand")
        return tensor

    def format_for(self, shape):
        if self.huge:
            return self.random.choice(["coo", "csf"] + (["dcsr", "dcsc"] if len(shape) == 2 else []))
        if len(shape) == 1:
            return self.random.choice(["coo", "csf", "csf", "levels"])
        return formats.choose(self.random, len(shape))

    def coordinates(self, shape, pattern=None):
        """Where entries are: at random, or by one of the patterns of named tests."""
        random = self.random
        if pattern and pattern != "duplicates":
            return data.patterned(pattern, shape)
        if not self.huge:
            return data.coordinates(random, shape)
        near = [sorted({random.randrange(n) for _ in range(4)} | {0, n - 1} - {-1}) if n > 40 else list(range(n)) for n in shape]
        # Few places per huge mode, and those the same in all operands, so that some coincide.
        for mode, n in enumerate(shape):
            if n > 40:
                near[mode] = self.places.setdefault(n, near[mode])
        found = {tuple(random.choice(places) for places in near) for _ in range(random.choice([0, 1, 4, 12]))} \
            if all(near) else set()
        found = list(found)
        random.shuffle(found)
        return found

    def scalar(self, name):
        if name in trees.FUNCTIONS:
            raise Rejected
        if name not in self.scalars:
            value = self.random.choice([1, 2, 3]) if self.kind == "integer" else self.random.choice([0.5, 2, 1.5])
            self.scalars[name] = trees.Scalar(name, value)
        return self.scalars[name]


def listed_coordinates(einsums, sizes):
    """For huge indices: the coordinates that some operand has, and one that none has. With a temporary, indices of one size have the
    same ones: what one Einsum writes is then there for the other."""
    found = {}
    for access in [a for e in einsums for _, x in e.terms for a in x.accesses()] + [e.left for e in einsums]:
        for mode, s in enumerate(access.subscripts):
            if isinstance(s, Index) and sizes[s.name] > 1000:
                found.setdefault(s.name, set()).update(c[mode] for c in access.tensor.entries)
    if len(einsums) > 1:
        found = {name: set().union(*(x for other, x in found.items() if sizes[other] == sizes[name])) for name in found}
    for name, places in found.items():
        places.add(next(n for n in range(1, 1000) if n not in places))
    return {name: sorted(places) for name, places in found.items()}
