"""An Einsum of a random program with at most one sparse operand, and its naive evaluation in C++."""
import data
from expressions import Index, Indirect, guards, place, reduced, reduction_bound, unique

REDUCTION_OF = {"=": "sum", "+=": "sum", "*=": "prod", "min=": "min", "max=": "max", "|=": "any", "&=": "all"}
COMBINED = {"=": "{0} + {1}", "+=": "{0} + {1}", "*=": "{0} * {1}", "min=": "min_({0}, {1})", "max=": "max_({0}, {1})",
            "|=": "{0} || {1}", "&=": "{0} && {1}"}


class Terms:
    """What is written and what is summed. `left` is an Access; `terms` are (sign, expression): each is reduced over its own
    indices."""

    def __init__(self, left, op, terms, sizes):
        self.left, self.op, self.terms, self.sizes = left, op, terms, sizes

    def left_names(self):
        return unique(self.left.indices())

    def free(self, x):
        return [n for n in unique(x.indices()) if n not in self.left_names()]

    def count(self, names):
        return data.product(self.sizes[n] for n in names)

    def has_lonely_indices(self):
        """Two indices that each stand in one access only are taken for a slip of the pen."""
        for _, x in self.terms:
            accesses = {a.pragma(): set(a.indices()) for a in x.accesses()}
            lonely = set()
            for name in self.free(x):
                found = [text for text, names in accesses.items() if name in names]
                if len(found) == 1:
                    lonely.add(found[0])
            if len(lonely) > 1:
                return True
        return False

    def infers_ranges(self):
        """An index that is no subscript by itself takes all values for which the affine ones are in range, which may be other
        values than were meant."""
        accesses = [self.left] + [a for _, x in self.terms for a in x.accesses()]
        plain = {s.name for a in accesses for s in a.subscripts if isinstance(s, Index)}
        return not plain.issuperset(n for a in accesses for n in a.indices())

    def work(self):
        return max(self.count(unique(self.left_names() + x.indices())) for _, x in self.terms)


class Einsum(Terms):
    """With the text of its naive evaluation."""

    def pragma(self):
        text = ""
        for sign, x in self.terms:
            text += (" %s " % sign if text else "-" if sign == "-" else "") + x.pragma()
        return "%s %s %s" % (self.left.pragma(), self.op, text)

    def bound(self):
        total = 0
        for _, x in self.terms:
            total += reduction_bound(REDUCTION_OF[self.op], x.bound(), self.count(self.free(x)))
        if any(isinstance(s, Indirect) for s in self.left.subscripts):
            total *= max(self.count(self.left_names()), 1)
        return total + self.left.tensor.bound

    def reference(self, kind):
        """The statements of the naive evaluation."""
        tensor, type_name = self.left.tensor, data.REFERENCE_TYPE[kind]
        at = place(tensor, self.left.subscripts)
        scatters = any(isinstance(s, Indirect) for s in self.left.subscripts)
        lines = []
        if self.op == "=" and scatters:
            lines.append("for (%s& x : %s) x = 0;" % (type_name, tensor.name))
        value = ""
        for sign, x in self.terms:
            body = x.cpp(kind)
            free = self.free(x)
            if free or kind == "bool":
                body = reduced(REDUCTION_OF[self.op], free, body, self.sizes, kind)
            value += "%s(%s)" % (" %s " % sign if value else sign.replace("+", ""), body)
        loops = "".join("for (long %s = 0; %s < %d; ++%s) " % (n, n, self.sizes[n], n) for n in self.left_names())
        target = "%s[static_cast<std::size_t>(%s)]" % (tensor.name, at)
        new = value if self.op == "=" and not scatters else COMBINED[self.op].format(target, "%s(%s)" % (type_name, value))
        inside = guards(tensor, self.left.subscripts) if scatters else []
        condition = "if (%s) " % " && ".join(inside) if inside else ""
        lines.append("%s%s%s = %s(%s);" % (loops, condition, target, type_name, new))
        return lines
