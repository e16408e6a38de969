"""Blocks of two Einsums: the first one computes a temporary T, of any format, which the second one reads.

Of texts, F is a further sparse operand and Z a dense one. An Einsum that uses T is (what it computes, how): how T is joined with
the other operand, as a product or a sum in the program's algebra.
"""
import data
import trees
from expressions import Index
from operands import INFINITY, SparseTensor

READERS = {
    1: [("C[i]", "copy", "T[i]"), ("C[i]", "times", "T[i]", "F[i]"), ("C[i]", "plus", "T[i]", "F[i]"), ("C[i]", "times", "F[i,j]", "T[j]"),
        ("C[i]", "times", "T[j]", "F[j,i]"), ("C[i,j]", "times", "T[i]", "F[j]"), ("C[i,j]", "times", "F[i,j]", "T[j]"),
        ("C[i,j]", "times", "T[i]", "T[j]"), ("s0", "times", "T[i]", "F[i]"), ("C[i]", "times", "T[i]", "Z[i]")],
    2: [("C[i,j]", "copy", "T[i,j]"), ("C[j,i]", "copy", "T[i,j]"), ("C[i,j]", "times", "T[i,k]", "F[k,j]"),
        ("C[i,j]", "times", "F[i,k]", "T[k,j]"), ("C[i,j]", "times", "T[k,i]", "F[k,j]"), ("C[i,j]", "times", "T[i,k]", "T[k,j]"),
        ("C[i,j]", "times", "T[i,k]", "T[j,k]"), ("C[i,j]", "times", "T[i,j]", "F[i,j]"), ("C[i,j]", "plus", "T[i,j]", "F[i,j]"),
        ("C[i,j]", "plus", "F[i,j]", "T[j,i]"), ("C[i,j]", "plus", "T[i,j]", "T[j,i]"), ("C[i]", "times", "T[i,j]", "F[j]"),
        ("C[i]", "times", "T[i,j]", "Z[j]"), ("C[i,k]", "times", "T[i,j]", "Z[j,k]"), ("C[i]", "times", "T[i,j]", "F[i,j]"),
        ("s0", "times", "T[i,j]", "F[i,j]"), ("C[i]", "copy", "T[i,i]"), ("C[i]", "copy", "T[1,i]")],
    3: [("C[i,j,k]", "copy", "T[k,i,j]"), ("C[i,j,k]", "times", "T[i,j,k]", "F[i,j,k]"), ("C[i,j,k]", "plus", "T[i,j,k]", "F[i,j,k]"),
        ("C[i,j]", "times", "T[i,j,k]", "F[k]"), ("C[i,j]", "times", "T[i,j,k]", "Z[k]"), ("C[i]", "times", "T[i,j,k]", "F[j,k]")],
}
JOINED = {"times": {"bool": "{0} && {1}", "min-plus": "{0} + {1}", "max-plus": "{0} + {1}"},
          "plus": {"bool": "{0} || {1}", "min-plus": "min({0}, {1})", "max-plus": "max({0}, {1})", "max-times": "max({0}, {1})"}}
USUAL = {"times": "{0} * {1}", "plus": "{0} + {1}"}
REDUCING = {"bool": "|=", "min-plus": "min=", "max-plus": "max=", "max-times": "max="}

MATRIX_TEMPORARIES = ["csr"] * 4 + ["csc"] * 2 + ["coo", "coo", "dcsr", "dcsc", "csf", "bcsr<2, 3>", "dbcsr<2, 2>", "dense", ""]
OTHER_TEMPORARIES = ["csf", "csf", "coo", "dense", ""]


def make(random, algebra, text):
    """The Einsum `text` with T as its result, and a second one; None where it does not serve."""
    left, found, right = text.partition(" = ")
    if not found or not left.startswith("C["):
        return None
    rank = left.count(",") + 1
    if rank not in READERS:
        return None
    target, how, *operands = random.choice(READERS[rank])
    body = operands[0] if how == "copy" else JOINED[how].get(algebra, USUAL[how]).format(*operands)
    used = {n for x in operands for n in x[x.index("[") + 1:-1].split(",")}
    op = REDUCING.get(algebra, "=") if used - set(target) - set("0123456789") else "="
    return "T%s = %s; %s %s %s" % (left[1:], right, target, op, body)


class Temporary(SparseTensor):
    """What a block computes for itself; it has no storage of the program's."""

    def __init__(self, shape, type_name, fill, limit):
        super().__init__("T", shape, type_name, fill)
        self.limit = limit

    @property
    def bound(self):
        return self.limit

    def words(self):
        fill = trees.constant(self.fill, self.kind)
        return "tensor %s %s fill %s entries 0" % (self.name, " ".join(map(str, [len(self.shape)] + self.shape)), fill)


def temporary(program, einsum, shape):
    """The tensor that this Einsum computes, in a format that can hold it."""
    random, fill, kind = program.random, einsum.at_fill(), program.kind
    result = Temporary(shape, program.type, data.zero(kind), einsum.bound())
    name = program.fixed.get("temporary", random.choice(MATRIX_TEMPORARIES if len(shape) == 2 else OTHER_TEMPORARIES))
    if fill is None:
        name = random.choice(["dense", ""])
    plain = {s.name for _, x in einsum.terms for a in x.accesses() for s in a.subscripts if isinstance(s, Index)}
    if not name and not set(einsum.left_names()) <= plain:
        name = "dense"  # with a line that says the sizes: without one they would follow from affine subscripts
    result.is_sparse, result.owned = name not in ("dense", ""), not name
    result.format, result.blocks = name, [int(x) for x in name[:-1].split("<")[-1].split(", ")] if "<" in name else []
    if name in ("csf", "dense") and len(shape) > 1 and random.random() < 0.3 and not program.fixed:
        order = list(range(len(shape)))
        random.shuffle(order)
        result.format += " order(%s)" % ", ".join(map(str, order))
    if result.is_sparse and fill != 0:
        result.fill = fill
        result.format += " fill(%s)" % ("-INFINITY" if fill == -INFINITY else data.number(fill))
    program.features.add("temporary %s" % (name.split("<")[0] or "without a line"))
    return result
