"""Expressions of Einsums: their text in a pragma, and their meaning as naive C++ over dense arrays.

`pragma()` gives the text in the pragma, `cpp(kind)` that of the reference, `indices()` the index variables in
order of appearance, `bound()` the largest magnitude that the value can have.
"""
import math

import data


class Index:
    """A subscript that is an index variable."""

    def __init__(self, name):
        self.name = name

    def pragma(self):
        return self.name

    cpp = pragma

    def indices(self):
        return [self.name]

    def may_leave(self):
        return False


class Fixed:
    """A coordinate given by C++: a variable in braces, or a number."""

    def __init__(self, value, variable=None):
        self.value, self.variable = value, variable

    def pragma(self):
        return "{%s}" % self.variable if self.variable else str(self.value)

    def cpp(self):
        return str(self.value)

    def indices(self):
        return []

    def may_leave(self):
        return False


class Affine:
    """constant + sum of coefficient * index; may leave the tensor."""

    def __init__(self, terms, constant):
        self.terms, self.constant = terms, constant

    def pragma(self):
        text = ""
        for coefficient, name in self.terms:
            text += ("-" if coefficient < 0 else "+" if text else "")
            text += name if abs(coefficient) == 1 else "%d*%s" % (abs(coefficient), name)
        if self.constant:
            text += "%+d" % self.constant
        return text

    def cpp(self):
        return "(" + " + ".join(["%d * %s" % term for term in self.terms] + [str(self.constant)]) + ")"

    def indices(self):
        return [name for _, name in self.terms]

    def may_leave(self):
        return True


class Indirect:
    """The value of an array of indices."""

    def __init__(self, tensor, subscripts):
        self.tensor, self.subscripts = tensor, subscripts

    def pragma(self):
        return "%s[%s]" % (self.tensor.name, ", ".join(s.pragma() for s in self.subscripts))

    def cpp(self):
        return "%s[%s]" % (self.tensor.name, place(self.tensor, self.subscripts))

    def indices(self):
        return [name for s in self.subscripts for name in s.indices()]

    def may_leave(self):
        return False


def guards(tensor, subscripts):
    """C++ conditions under which the subscripts are inside, those of index arrays in them first."""
    result = []
    for s, extent in zip(subscripts, tensor.shape):
        if isinstance(s, Indirect):
            result += guards(s.tensor, s.subscripts)
        if s.may_leave():
            result.append("%s >= 0 && %s < %d" % (s.cpp(), s.cpp(), extent))
    return result


def place(tensor, subscripts):
    """The row-major place of an element, as C++."""
    text = "0"
    for subscript, extent in zip(subscripts, tensor.shape):
        text = subscript.cpp() if text == "0" else "(%s) * %d + %s" % (text, extent, subscript.cpp())
    return text


class Access:
    def __init__(self, tensor, subscripts):
        self.tensor, self.subscripts = tensor, subscripts

    def pragma(self):
        if not self.subscripts:
            return self.tensor.name
        return "%s[%s]" % (self.tensor.name, ",".join(s.pragma() for s in self.subscripts))

    def cpp(self, kind):
        element = "%s[%s]" % (self.tensor.name, place(self.tensor, self.subscripts))
        inside = guards(self.tensor, self.subscripts)
        if not inside:
            return element
        fill = "%s(%s)" % (data.REFERENCE_TYPE[kind], data.number(self.tensor.fill))
        return "(%s ? %s : %s)" % (" && ".join(inside), element, fill)

    def indices(self):
        return [name for s in self.subscripts for name in s.indices()]

    def bound(self):
        return self.tensor.bound

    def accesses(self):
        return [self]


class Number:
    def __init__(self, value):
        self.value = value

    def pragma(self):
        return data.number(self.value)

    def cpp(self, kind):
        return "%s(%s)" % (data.REFERENCE_TYPE[kind], data.number(self.value))

    def indices(self):
        return []

    def bound(self):
        return abs(self.value)

    def accesses(self):
        return []


class Scalar(Number):
    """A C++ variable, by name or in braces."""

    def __init__(self, name, value, braces):
        super().__init__(value)
        self.name, self.braces = name, braces

    def pragma(self):
        return "{%s}" % self.name if self.braces else self.name


class Operation:
    """An operator or function of other expressions; `text` and `meaning` have {0}, {1}, ... for them."""

    def __init__(self, text, meaning, operands, bound):
        self.text, self.meaning, self.operands, self.largest = text, meaning, operands, bound

    def pragma(self):
        return self.text.format(*[x.pragma() for x in self.operands])

    def cpp(self, kind):
        return self.meaning.format(*[x.cpp(kind) for x in self.operands])

    def indices(self):
        return [name for x in self.operands for name in x.indices()]

    def bound(self):
        return self.largest

    def accesses(self):
        return [a for x in self.operands for a in x.accesses()]


REDUCTIONS = {
    "sum": ("0", "acc + {0}"),
    "prod": ("1", "acc * ({0})"),
    "min": ("highest<{1}>()", "min_<{1}>(acc, {0})"),
    "max": ("lowest<{1}>()", "max_<{1}>(acc, {0})"),
    "any": ("0", "{1}(acc != {1}(0) || {0})"),
    "all": ("1", "{1}(acc != {1}(0) && {0})"),
}


class Reduction:
    """op(names: body) over whole ranges."""

    def __init__(self, op, names, body, sizes):
        self.op, self.names, self.body, self.sizes = op, names, body, sizes

    def pragma(self):
        return "%s(%s: %s)" % (self.op, ", ".join(self.names), self.body.pragma())

    def cpp(self, kind):
        return reduced(self.op, self.names, self.body.cpp(kind), self.sizes, kind)

    def indices(self):
        return [name for name in self.body.indices() if name not in self.names]

    def bound(self):
        return reduction_bound(self.op, self.body.bound(), data.product(self.sizes[n] for n in self.names))

    def accesses(self):
        return self.body.accesses()


def reduced(op, names, body, sizes, kind):
    """A C++ expression that reduces `body` over the names."""
    type_name = data.REFERENCE_TYPE[kind]
    start, step = [text.format(body, type_name) for text in REDUCTIONS[op]]
    loops = "".join("for (long %s = 0; %s < %d; ++%s) " % (n, n, sizes[n], n) for n in names)
    return "[&] { %s acc = %s; %sacc = %s; return acc; }()" % (type_name, start, loops, step)  # no index is called acc


def reduction_bound(op, bound, count):
    if op == "sum":
        return bound * max(count, 1)
    if op == "prod":
        exponent = math.log10(max(bound, 1)) * max(count, 1)
        return 10 ** exponent if exponent < 200 else float("inf")
    return max(bound, 1)


def unique(names):
    return list(dict.fromkeys(names))
