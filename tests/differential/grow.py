"""Random factors and terms: the right sides of Einsums."""
import data
from expressions import (Access, Affine, Fixed, Index, Indirect, Number, Operation, Reduction, Scalar, unique)
from tensors import Tensor, make_sparse, store_dense


class Pool:
    """What one program has: its index variables with their sizes, tensors and C++ scalars."""

    def __init__(self, random, kind, names, sizes):
        self.random, self.kind = random, kind
        self.sizes = dict(zip(names, sizes))
        self.tensors, self.scalars = [], []
        self.sparse = None  # an Access
        self.features = set()
        self.types = data.KIND_TYPES[kind]
        self.type = random.choice(self.types)
        self.inner = 0

    def element_type(self):
        """Mostly one type per program."""
        if self.kind in ("real", "integer") and self.random.random() < 0.1:
            return self.random.choice(self.types[:8])
        return self.type

    def name(self, prefix):
        taken = {t.name for t in self.tensors} | {s.name for s in self.scalars}
        return next("%s%d" % (prefix, n) for n in range(100) if "%s%d" % (prefix, n) not in taken)

    def dense(self, shape):
        """A new dense operand."""
        type_name = self.element_type()
        values = [data.value(self.random, self.kind) for _ in range(data.product(shape))]
        tensor = Tensor(self.name("B"), shape, type_name, values, data.zero(self.kind))
        store_dense(self.random, tensor)
        self.tensors.append(tensor)
        return tensor

    def index_array(self, shape, extent):
        """A tensor of coordinates below `extent`."""
        type_name = self.random.choice(data.INDEX_TYPES)
        values = [self.random.randrange(extent) for _ in range(data.product(shape))]
        tensor = Tensor(self.name("D"), shape, "std::int64_t", values)
        tensor.type = type_name
        store_dense(self.random, tensor, plain=True)
        self.tensors.append(tensor)
        return tensor

    def access(self, names):
        """A dense access with plain subscripts, of a new tensor or of one that fits."""
        shape = [self.sizes[n] for n in names]
        fitting = [t for t in self.tensors if t.shape == shape and t.name.startswith("B") and t.kind == self.kind]
        tensor = self.random.choice(fitting) if fitting and self.random.random() < 0.3 else self.dense(shape)
        return Access(tensor, [Index(n) for n in names])

    def sample(self, names, most=3):
        names = list(names)
        count = min(len(names), self.random.choice([1, 1, 2, 2, 3][:most + 2]))
        return self.random.sample(names, count)


def small_extent(random):
    return random.choice([1, 2, 3, 5, 8])


def index_of_array(pool, name):
    """Seldom one that leaves the array."""
    if pool.random.random() < 0.8:
        return Index(name)
    pool.features.add("index array left")
    return Affine([(1, name)], pool.random.choice([1, -1, 2]))


def unusual_access(pool, known):
    """An access with an affine, indirect or fixed subscript; its indices are among `known`."""
    random = pool.random
    style = random.choice(["affine", "indirect", "fixed", "diagonal"])
    rest = pool.sample(known, 1) if known and random.random() < 0.5 else []
    shape = [pool.sizes[n] for n in rest]
    if not known or style == "fixed":
        extent = small_extent(random)
        value = random.randrange(extent)
        pool.features.add("fixed")
        return Access(pool.dense([extent] + shape), [fixed(pool, value)] + [Index(n) for n in rest])
    name = random.choice(known)
    if style == "diagonal":
        pool.features.add("diagonal")
        return Access(pool.dense([pool.sizes[name]] * 2 + shape), [Index(name)] * 2 + [Index(n) for n in rest])
    if style == "indirect":
        extent = small_extent(random)
        subscript = Indirect(pool.index_array([pool.sizes[name]], extent), [index_of_array(pool, name)])
        if random.random() < 0.2:
            outer = small_extent(random)
            subscript = Indirect(pool.index_array([extent], outer), [subscript])
            extent = outer
        pool.features.add("gather")
        return Access(pool.dense([extent] + shape), [subscript] + [Index(n) for n in rest])
    terms = [(random.choice([1, 1, 1, 2, -1]), name)]
    if len(known) > 1 and random.random() < 0.5:
        terms.append((random.choice([1, 1, -1]), random.choice([n for n in known if n != name])))
    if terms[0][0] < 0 < terms[-1][0]:
        terms.reverse()
    constant = random.choice([0, 0, 1, -1, 2])
    if terms == [(1, name)] and constant == 0:
        constant = 1
    pool.features.add("affine")
    subscripts = [Affine(terms, constant)] + [Index(n) for n in rest]
    if random.random() < 0.5:
        subscripts.reverse()
        shape = shape[::-1] + [random.choice([1, 3, 6, 9])]
    else:
        shape = [random.choice([1, 3, 6, 9])] + shape
    return Access(pool.dense(shape), subscripts)


def fixed(pool, value):
    random = pool.random
    if random.random() < 0.3:
        return Fixed(value)
    name = pool.name("n")
    pool.scalars.append(Scalar(name, value, True))
    pool.scalars[-1].type = random.choice(["int", "std::int64_t", "std::size_t"])
    return Fixed(value, name)


def scalar(pool):
    random = pool.random
    number = random.choice([1, 2, 3]) if pool.kind in ("integer", "bool") else random.choice([0.5, 2, 1.5, 0.25])
    if random.random() < 0.4:
        return Number(number)
    name = pool.name("s")
    result = Scalar(name, number, random.random() < 0.3)
    result.type = {"integer": "int", "real": random.choice(["double", "float"]), "complex": "double"}[pool.kind]
    pool.scalars.append(result)
    return result


def applied(pool, x):
    """A function of an expression."""
    largest, kind = x.bound(), pool.kind
    choices = {
        "integer": ["abs", "relu", "minus", "min", "max"],
        "real": ["abs", "relu", "minus", "min", "max", "sqrt", "log", "tanh", "sigmoid", "exp", "divide"],
        "complex": ["minus", "square"],
    }[kind]
    name = pool.random.choice(choices)
    pool.features.add(name)
    if name in ("abs", "relu"):
        return Operation(name + "({0})", name + "_({0})", [x], largest)
    if name == "minus":
        return Operation("(-{0})", "(-{0})", [x], largest)
    if name == "square":
        return Operation("{0} * {0}", "{0} * {0}", [x], largest * largest)
    if name in ("min", "max"):
        y = Number(pool.random.choice([1, -1, 2]))
        return Operation(name + "({0}, {1})", name + "_({0}, {1})", [x, y], max(largest, y.bound()))
    if name == "sqrt":
        return Operation("sqrt(abs({0}) + 1)", "std::sqrt(abs_({0}) + 1)", [x], largest + 1)
    if name == "log":
        return Operation("log(abs({0}) + 1)", "std::log(abs_({0}) + 1)", [x], largest + 1)
    if name == "tanh":
        return Operation("tanh({0})", "std::tanh({0})", [x], 1)
    if name == "sigmoid":
        return Operation("sigmoid({0})", "sigmoid_({0})", [x], 1)
    if name == "exp" and largest <= 4:
        return Operation("exp({0})", "std::exp({0})", [x], 55)
    return Operation("{0} / 2", "({0}) / 2", [x], largest)


def comparison(pool, x):
    operator = pool.random.choice(["<", "<=", ">", ">=", "==", "!="])
    y = Number(pool.random.choice([0, 1, -1] if pool.kind == "integer" else [0, 0.5, -0.5]))
    pool.features.add("comparison")
    return Operation("({0} %s {1})" % operator, "({0} %s {1})" % operator, [x, y], 1)


def factor(pool, x, known):
    """Sometimes wraps an access into functions, sums, comparisons or a selection."""
    random = pool.random
    roll = random.random()
    if roll < 0.72:
        return x
    if roll < 0.82:
        return applied(pool, x)
    if roll < 0.9:
        other = pool.access(pool.sample(known, 2)) if known and random.random() < 0.7 else scalar(pool)
        operator = random.choice("+-")
        pool.features.add("sum in parentheses")
        return Operation("({0} %s {1})" % operator, "({0} %s {1})" % operator, [x, other], x.bound() + other.bound())
    if pool.kind == "complex":
        return x
    if roll < 0.95:
        condition = comparison(pool, x)
        return Operation("{0}", "%s({0})" % data.REFERENCE_TYPE[pool.kind], [condition], 1)
    other = pool.access(pool.sample(known, 2)) if known else scalar(pool)
    pool.features.add("select")
    return Operation("select({0}, {1}, {2})", "({0} ? {1} : {2})", [comparison(pool, x), other, x],
                     max(x.bound(), other.bound()))


def inner_reduction(pool, known):
    """op(p: ...) over an index of its own."""
    random = pool.random
    name = "pqr"[pool.inner % 3]
    if pool.inner >= 3:
        return scalar(pool)
    pool.inner += 1
    pool.sizes[name] = random.choice([0, 1, 2, 3, 5, 8])
    op = random.choice(["sum", "sum", "min", "max", "prod"] if pool.kind != "complex" else ["sum", "prod"])
    if op in ("min", "max") and pool.sizes[name] == 0:
        op = "sum"
    pool.features.add("inner " + op)
    names = [name] + (pool.sample(known, 1) if known else [])
    random.shuffle(names)
    body = pool.access(names)
    if random.random() < 0.4:
        body = Operation("{0} * {1}", "({0}) * ({1})", [body, pool.access([name])], 0)
        body.largest = body.operands[0].bound() * body.operands[1].bound()
    if pool.inner < 3 and random.random() < 0.15:
        nested = inner_reduction(pool, [name])
        pool.features.add("nested")
        body = Operation("{0} * {1}", "({0}) * ({1})", [body, nested], body.bound() * nested.bound())
    return Reduction(op, [name], body, pool.sizes)


def term(pool, left, reduced, use_sparse):
    """A product. Every index that is not on the left subscripts some mode alone."""
    random = pool.random
    direct, factors = [], []
    known = list(left)
    if use_sparse:
        factors.append(pool.sparse)
        known = unique(known + [n for n in pool.sparse.indices()])
    for _ in range(random.choice([0, 1, 1, 1, 2]) if use_sparse else random.choice([1, 1, 2, 2])):
        names = pool.sample(unique(list(left) + reduced + known))
        if names:
            direct.append(pool.access(names))
            known = unique(known + names)
    if random.random() < 0.2:
        direct.append(unusual_access(pool, known))
    if random.random() < 0.08:
        direct.append(inner_reduction(pool, known))
    if random.random() < 0.2 or not factors + direct:
        direct.append(scalar(pool))
    factors = [factor(pool, x, known) for x in factors + direct]
    random.shuffle(factors)
    return product_of(pool, factors)


def is_sum(x):
    return isinstance(x, Operation) and x.text.startswith(("({0} +", "({0} -", "(-{0}"))


def product_of(pool, factors):
    random = pool.random
    if len(factors) == 1 and is_sum(factors[0]):
        factors = factors + [Number(2)]  # by itself, each summand would be a term of its own
    text, meaning, largest = "{0}", "({0})", factors[0].bound()
    for n, x in enumerate(factors[1:], 1):
        text += " * {%d}" % n
        meaning += " * ({%d})" % n
        largest *= max(x.bound(), 1)
    is_truth = all(isinstance(x, Number) or (isinstance(x, Operation) and x.text == "{0}")
                   for x in factors)  # halves of whole numbers are cut off
    if pool.kind != "complex" and random.random() < 0.06 and not is_truth:
        pool.features.add("division")
        text, meaning = text + " / 2", meaning + " / 2"
    return Operation(text, meaning, factors, largest)


def semiring_operand(pool, names, fill):
    """A sparse operand whose missing entries are infinite."""
    import formats
    random = pool.random
    shape = [pool.sizes[n] for n in names]
    type_name = pool.type if pool.type in ("float", "double") else "double"
    tensor = make_sparse(random, "A", shape, type_name, fill, formats.choose(random, len(shape)))
    pool.tensors.append(tensor)
    pool.sparse = Access(tensor, [Index(n) for n in names])
    pool.features.add("semiring")


def sparse_operand(pool, names):
    """The sparse operand, with now and then a repeated or fixed subscript."""
    import formats
    random = pool.random
    symmetric = ""
    if len(names) == 2 and random.random() < 0.08:
        symmetric = random.choice(["lower", "upper"])
        pool.sizes[names[1]] = pool.sizes[names[0]]
        pool.features.add("symmetric")
    shape = [pool.sizes[n] for n in names]
    subscripts = [Index(n) for n in names]
    if len(names) > 1 and random.random() < 0.06:
        shape[1], subscripts[1] = shape[0], subscripts[0]
        pool.features.add("sparse diagonal")
    if len(names) > 1 and random.random() < 0.06 and shape[-1] > 0:
        subscripts[-1] = fixed(pool, random.randrange(shape[-1]))
        pool.features.add("sparse fixed")
    fill = data.zero(pool.kind)
    if pool.kind in ("real", "integer") and random.random() < 0.06:
        fill = random.choice([1, 2, -1])
        pool.features.add("fill")
    format_name = formats.choose(random, len(shape))
    if symmetric:
        format_name = random.choice(["csr", "csc", "coo", "dcsr", "csf", "bcsr", "dbcsr", "ell", "group_coo"])
    tensor = make_sparse(random, "A", shape, pool.element_type(), fill, format_name, symmetric)
    pool.tensors.append(tensor)
    pool.sparse = Access(tensor, subscripts)
    return tensor
