"""Reads Einsums as they stand in pragmas: skeletons and named tests are written so."""
import re

from expressions import Affine, Fixed, Index
from trees import INFINITY, LEVELS, PRECEDENCE, REDUCTIONS, UNARY, Access, Number, Operation, Reduction

TOKEN = re.compile(r"\s*([A-Za-z_]\w*|\d+\.\d+|\d+|\|\||&&|[<>=!]=|\{|\}|[-+*/<>!()\[\],:])")


class Parser:
    """Recursive descent over the language's expressions; `tensor(name)` and `scalar(name)` resolve names."""

    def __init__(self, text, tensor, scalar, sizes):
        self.tokens = TOKEN.findall(text)
        if "".join(self.tokens) != re.sub(r"\s", "", text):
            raise ValueError("cannot read " + text)
        self.at, self.tensor, self.scalar, self.sizes = 0, tensor, scalar, sizes

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected=None):
        token = self.peek()
        if expected is not None and token != expected:
            raise ValueError("expected %s, found %s in %s" % (expected, token, " ".join(self.tokens)))
        self.at += 1
        return token

    def terms(self, op="="):
        """[(sign, expression)]: the additive terms of a right side; operators other than = and += take it as one."""
        if op not in ("=", "+="):
            return [("+", self.binary(1))]
        result, first = [], self.at
        sign = self.take() if self.peek() == "-" else "+"
        while True:
            result += flattened(sign, self.binary(PRECEDENCE["*"]))
            if self.peek() not in ("+", "-"):
                break
            sign = self.take()
        if not self.peek():
            return result
        self.at = first  # an operator that binds less than a sum
        return [("+", self.binary(1))]

    def binary(self, level):
        if level > len(LEVELS):
            return self.unary()
        x = self.binary(level + 1)
        while self.peek() in LEVELS[level - 1]:
            op = self.take()
            x = Operation(op, [x, self.binary(level + 1)])
        return x

    def unary(self):
        for op, token in UNARY.items():
            if self.peek() == token:
                self.take()
                return Operation(op, [self.unary()])
        return self.primary()

    def primary(self):
        token = self.take()
        if token == "(":
            x = self.binary(1)
            self.take(")")
            return x
        if token[0].isdigit():
            return Number(float(token) if "." in token else int(token))
        if token == "INFINITY":
            return Number(INFINITY)
        if self.peek() == "(":
            return self.call(token)
        if self.peek() == "[":
            return self.access(token)
        return self.scalar(token)

    def call(self, name):
        self.take("(")
        if name in REDUCTIONS and self.tokens[self.at + 1] in (",", ":") and ":" in self.tokens[self.at:]:
            names = [self.take()]
            while self.peek() == ",":
                self.take()
                names.append(self.take())
            if self.peek() == ":":
                self.take()
                x = Reduction(name, names, self.binary(1), self.sizes)
                self.take(")")
                return x
            raise ValueError("reduction")
        operands = [self.binary(1)]
        while self.peek() == ",":
            self.take()
            operands.append(self.binary(1))
        self.take(")")
        return Operation(name, operands)

    def access(self, name):
        subscripts = self.subscripts()
        return Access(self.tensor(name, subscripts), subscripts)

    def subscripts(self):
        self.take("[")
        result = [self.subscript()]
        while self.peek() == ",":
            self.take()
            result.append(self.subscript())
        self.take("]")
        return result

    def subscript(self):
        terms, constant = [], 0
        sign = 1
        while True:
            if self.peek() == "-":
                self.take()
                sign = -1
            token = self.take()
            if token.isdigit() and self.peek() == "*":
                self.take()
                terms.append((sign * int(token), self.take()))
            elif token.isdigit():
                constant += sign * int(token)
            else:
                terms.append((sign, token))
            if self.peek() not in ("+", "-"):
                break
            sign = 1 if self.take() == "+" else -1
        if not terms:
            return Fixed(constant)
        if len(terms) == 1 and terms[0][0] == 1 and constant == 0:
            return Index(terms[0][1])
        return Affine(terms, constant)


def flattened(sign, x):
    """The additive terms of a top-level expression."""
    other = {"+": "-", "-": "+"}
    if isinstance(x, Operation) and x.op == "neg":
        return flattened(other[sign], x.operands[0])
    if isinstance(x, Operation) and x.op in ("+", "-"):
        second = sign if x.op == "+" else other[sign]
        return flattened(sign, x.operands[0]) + flattened(second, x.operands[1])
    return [(sign, x)]


def split(text):
    for op in ("min=", "max=", "+=", "*=", "|=", "&=", "="):
        left, found, right = text.partition(" %s " % op)
        if found:
            return left, op, right
    raise ValueError(text)


def left_access(left):
    name, bracket, _ = left.partition("[")
    return Parser(left[len(name):], None, None, {}).subscripts() if bracket else []
