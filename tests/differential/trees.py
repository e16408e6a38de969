"""Expressions of Einsums as trees: their text in a pragma, and their words for the interpreter (interpreter.hpp).

`pragma()` gives the text, `words(kind)` the prefix form, `indices()` the index variables in order of appearance, `accesses()`
the accesses, `bound()` the largest magnitude, and `at_fill()` the value where no operand stores anything (None: unknown).
"""
import math

import data
from einsum import REDUCTION_OF, Terms
from expressions import Affine, Fixed, Index, Indirect, reduction_bound

INFINITY = float("inf")
REDUCTIONS = ("sum", "prod", "min", "max", "any", "all")
LEVELS = [("||",), ("&&",), ("==", "!="), ("<", "<=", ">", ">="), ("+", "-"), ("*", "/")]
PRECEDENCE = {op: n for n, ops in enumerate(LEVELS, 1) for op in ops}
UNARY = {"neg": "-", "!": "!"}

# C++ functions of functions.hpp: properties that a `function` line may state, and when they make the result known.
FUNCTIONS = {
    "both": (2, ["commutative", "associative", "zero(x) = 0", "zero(_, y) = 0"]),
    "either": (2, ["commutative", "associative", "zero(x, y) = 0"]),
    "weigh": (2, ["zero(x) = 0"]),
    "damp": (1, ["zero(x) = 0"]),
    "shift": (1, []),
}


def constant(x, kind):
    if kind == "complex":
        return "%s %s" % (x if isinstance(x, tuple) else (x, 0))
    return "inf" if x == INFINITY else "-inf" if x == -INFINITY else repr(x)


def subscript_words(s):
    if isinstance(s, Index):
        return ". " + s.name
    if isinstance(s, Fixed):
        return "= %d" % s.value
    if isinstance(s, Affine):
        return "~ %d %d %s" % (s.constant, len(s.terms), " ".join("%d %s" % term for term in s.terms))
    assert isinstance(s, Indirect)
    return "[ %s %s" % (s.tensor.name, " ".join(map(subscript_words, s.subscripts)))


class Access:
    precedence = 9

    def __init__(self, tensor, subscripts):
        self.tensor, self.subscripts = tensor, subscripts

    def pragma(self):
        if not self.subscripts:
            return self.tensor.name
        return "%s[%s]" % (self.tensor.name, ",".join(s.pragma() for s in self.subscripts))

    def words(self, kind):
        return " ".join(["@", self.tensor.name] + [subscript_words(s) for s in self.subscripts])

    def indices(self):
        return [name for s in self.subscripts for name in s.indices()]

    def accesses(self):
        return [self]

    def bound(self):
        return self.tensor.bound

    def at_fill(self):
        return self.tensor.fill if self.tensor.is_sparse else None


class Number:
    precedence = 9

    def __init__(self, value):
        self.value = value

    def pragma(self):
        return data.number(self.value)

    def words(self, kind):
        return "# " + constant(self.value, kind)

    def indices(self):
        return []

    def accesses(self):
        return []

    def bound(self):
        return abs(self.value)

    def at_fill(self):
        return self.value


class Scalar(Number):
    """A C++ variable."""

    def __init__(self, name, value):
        super().__init__(value)
        self.name = name

    def pragma(self):
        return self.name

    def words(self, kind):
        return "$ " + constant(self.value, kind)

    def at_fill(self):
        return None


class Operation:
    """An operator (binary or neg, !), a known function, or (name in FUNCTIONS) a C++ one."""

    def __init__(self, op, operands):
        self.op, self.operands = op, operands
        self.precedence = PRECEDENCE.get(op, {"neg": 5, "!": 8}.get(op, 9))
        if op == "-" and len(operands) == 1:
            raise ValueError("neg")

    def pragma(self):
        if self.op in UNARY:
            return UNARY[self.op] + bracketed(self.operands[0], 9)
        if self.op not in PRECEDENCE:
            return "%s(%s)" % (self.op, ", ".join(x.pragma() for x in self.operands))
        left, right = self.operands
        return "%s %s %s" % (bracketed(left, self.precedence), self.op, bracketed(right, self.precedence + 1))

    def words(self, kind):
        name = "call:%s %d" % (self.op, len(self.operands)) if self.op in FUNCTIONS else self.op
        return " ".join([name] + [x.words(kind) for x in self.operands])

    def indices(self):
        return [name for x in self.operands for name in x.indices()]

    def accesses(self):
        return [a for x in self.operands for a in x.accesses()]

    def bound(self):
        b = [x.bound() for x in self.operands]
        if self.op in ("+", "-"):
            return b[0] + b[1]
        if self.op == "*":
            return b[0] * b[1]
        if self.op in ("min", "max"):
            return max(b)
        if self.op == "select":
            return max(b[1:])
        if self.op == "pow":
            return max(b[0], 1) ** self.operands[1].value
        if self.op == "exp":
            return math.exp(min(b[0], 300))
        if self.op in ("either", "weigh"):
            return (b[0] + 1) * (b[1] + 1)
        if self.op == "both":
            return b[0] * b[1]
        if self.op in ("abs", "relu", "neg", "/", "damp"):
            return b[0]
        if self.op in ("sqrt", "log", "shift"):
            return b[0] + 1
        return 1

    def at_fill(self):
        values = [x.at_fill() for x in self.operands]
        if self.op in FUNCTIONS:
            zeros = [x == 0 for x in values]
            known = {"both": any(zeros), "either": all(zeros), "weigh": zeros[0], "damp": zeros[0], "shift": False}
            return 0 if known[self.op] else None
        if self.op in ("*", "&&") and any(x == 0 for x in values if x is not None):
            return 0
        if self.op == "||" and any(x for x in values if x is not None):
            return 1
        if self.op == "select" and values[0] is not None:
            return values[1] if values[0] else values[2]
        if any(x is None or isinstance(x, tuple) for x in values):
            return None if any(x is None for x in values) else fold_complex(self.op, values)
        return fold(self.op, values)


def bracketed(x, least):
    return x.pragma() if x.precedence >= least else "(%s)" % x.pragma()


def fold(op, v):
    table = {
        "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "min": min, "max": max,
        "/": lambda a, b: a / b if b else None, "<": lambda a, b: int(a < b), "<=": lambda a, b: int(a <= b),
        ">": lambda a, b: int(a > b), ">=": lambda a, b: int(a >= b), "==": lambda a, b: int(a == b),
        "!=": lambda a, b: int(a != b), "&&": lambda a, b: int(bool(a and b)), "||": lambda a, b: int(bool(a or b)),
        "neg": lambda a: -a, "!": lambda a: int(not a), "abs": abs, "relu": lambda a: max(a, 0), "pow": lambda a, b: a ** b,
        "tanh": lambda a: 0 if a == 0 else None, "sqrt": lambda a: 0 if a == 0 else None,
    }
    return table[op](*v) if op in table else None


def fold_complex(op, values):
    zero = all(v in (0, (0, 0)) for v in values)
    return 0 if zero and op in ("+", "-", "*", "neg") else None


class Reduction:
    precedence = 9

    def __init__(self, op, names, body, sizes):
        self.op, self.names, self.body, self.sizes = op, names, body, sizes

    def pragma(self):
        return "%s(%s: %s)" % (self.op, ", ".join(self.names), self.body.pragma())

    def words(self, kind):
        return ":%s %d %s %s" % (self.op, len(self.names), " ".join(self.names), self.body.words(kind))

    def indices(self):
        return [name for name in self.body.indices() if name not in self.names]

    def accesses(self):
        return self.body.accesses()

    def bound(self):
        return reduction_bound(self.op, self.body.bound(), data.product(self.sizes[n] for n in self.names))

    def at_fill(self):
        return reduced_at_fill(self.op, self.body.at_fill(), data.product(self.sizes[n] for n in self.names))


def reduced_at_fill(op, value, count):
    """The value of a reduction whose operands all have this value."""
    if value is None or count == 0:
        return None
    if op == "sum":
        return 0 if value in (0, (0, 0)) else None  # depends on the size
    if op == "prod":
        return value if value in (0, 1) else None
    return int(bool(value)) if op in ("any", "all") else value


class Einsum(Terms):
    """With its words for the interpreter."""

    WORD_OF = {"=": "=", "+=": "+", "*=": "*", "min=": "min", "max=": "max", "|=": "||", "&=": "&&"}

    def pragma(self):
        text = ""
        for n, (sign, x) in enumerate(self.terms):
            text += (" %s " % sign if n else "-" if sign == "-" else "") + bracketed(x, 5 if len(self.terms) > 1 else 1)
        return "%s %s %s" % (self.left.pragma(), self.op, text)

    def words(self, kind):
        out = ["einsum", self.left.tensor.name, str(len(self.left_names()))] + self.left_names()
        out += [subscript_words(s) for s in self.left.subscripts] + [self.WORD_OF[self.op], str(len(self.terms))]
        for sign, x in self.terms:
            free = self.free(x)
            out += [sign, str(len(free))] + free + [x.words(kind)]
        return " ".join(out)

    def bound(self):
        total = self.left.tensor.bound
        for _, x in self.terms:
            total += reduction_bound(REDUCTION_OF[self.op], x.bound(), self.count(self.free(x)))
        return total

    def at_fill(self):
        """The value of the right side where nothing is stored; None where it is not known."""
        total = 0
        for sign, x in self.terms:
            free = self.free(x)
            value = x.at_fill()
            if free:
                value = reduced_at_fill(REDUCTION_OF[self.op], value, self.count(free))
            if value is None:
                return None
            if value in (0, (0, 0)):
                value = 0
            if isinstance(value, tuple):
                return None
            total += value if sign == "+" else -value
        return total
