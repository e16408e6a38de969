"""Random programs: an Einsum or two with their operands."""
import random as random_module

import data
import grow
import products
from data import Rejected
from einsum import Einsum
from expressions import Access, Index, Indirect, Operation, Reduction, unique
from program_text import ProgramText
from tensors import Tensor


class Program(ProgramText):
    """One test program. Deterministic in its seed; `schedule` tells whether it may carry a schedule."""

    interpreted = False  # the reference is C++ of its own

    def __init__(self, number, seed, schedule=True):
        self.number, self.seed = number, seed
        for attempt in range(200):
            self.random = random_module.Random("%s/%s" % (seed, attempt))
            try:
                self.grow()
                break
            except Rejected:
                continue
        else:
            raise RuntimeError("no program for seed %s" % seed)
        self.finish(schedule)

    def grow(self):
        if self.number % products.SHARE == products.SHARE - 1:
            return products.grow_product(self)
        random = self.random
        self.kind = random.choices(["real", "integer", "bool", "complex"], [70, 14, 7, 9])[0]
        rank = random.choices([0, 1, 2, 3, 4], [12, 10, 52, 19, 7])[0]
        names = ["i", "j", "k", "l", "m"]
        limit = {0: 40, 1: 40, 2: 40, 3: 8, 4: 5}[rank]
        sizes = [min(data.size(random), limit) if random.random() < 0.97 else 0 for _ in names]
        self.pool = grow.Pool(random, self.kind, names, sizes)
        used = names[:max(rank, 1) + random.choice([0, 1, 1, 2])]
        self.used = used[:5]
        self.einsums, self.temporary = [], None
        if rank and self.kind == "real" and random.random() < 0.06:
            self.grow_semiring(random.sample(self.used, rank))
            return self.check_size()
        if rank:
            grow.sparse_operand(self.pool, random.sample(self.used, rank))
        if self.kind == "bool":
            self.grow_logical()
        elif rank and random.random() < 0.12 and self.sampled():
            pass
        elif random.random() < 0.1:
            self.grow_chain()
        else:
            self.grow_plain()
        self.check_size()

    def check_size(self):
        work = sum(e.work() for e in self.einsums)
        for extent in [t.shape for t in self.pool.tensors] + [self.output.shape]:
            if data.product(extent) > 3000:
                raise Rejected
        if any(e.has_lonely_indices() for e in self.einsums):
            raise Rejected
        bound = max(e.bound() for e in self.einsums)
        limit = {"integer": 2 ** 30, "bool": 2 ** 60, "complex": 1e6, "real": 1e7}[self.kind]
        if any("half" in t.type for t in self.pool.tensors + [self.output]):
            limit = 5000
        if work > 60000 or bound > limit:
            raise Rejected
        self.bound = bound

    def new_output(self, left, op):
        """A dense output for these left indices, or a C++ scalar."""
        random, pool = self.random, self.pool
        shape = [pool.sizes[n] for n in left]
        type_name = pool.element_type()
        values = [data.value(random, self.kind) for _ in range(data.product(shape))]
        output = Tensor("C", shape, type_name, values, data.zero(self.kind))
        output.written_subscripts = [Index(n) for n in left]
        if not left:
            output.is_scalar = True
            start = data.flat(values)
            output.lines.append("%s C(%s);" % (type_name, start) if self.kind in ("complex", "real")
                                else "%s C = %s;" % (type_name, "true" if self.kind == "bool" and values[0] else
                                                     "false" if self.kind == "bool" else start))
            if self.kind == "real":
                output.lines[-1] = "%s C = static_cast<%s>(%s);" % (type_name, type_name, start)
            output.result = ("&C", "1")
        return output

    def left_names(self, least=0):
        random = self.random
        count = random.choices([0, 1, 2, 3, 4], [8, 30, 42, 16, 4])[0]
        return random.sample(self.used, max(least, min(count, len(self.used))))

    def operator(self):
        choices = {"=": 40, "+=": 36, "*=": 4, "min=": 6, "max=": 6}
        if self.kind == "complex":
            choices = {"=": 40, "+=": 36, "*=": 4}
        return self.random.choices(list(choices), list(choices.values()))[0]

    def grow_plain(self):
        random, pool = self.random, self.pool
        left = self.left_names()
        op = self.operator()
        self.output = self.new_output(left, op)
        subscripts = [Index(n) for n in left]
        if left and random.random() < 0.1:
            subscripts = self.scatter(subscripts)
        elif left and op != "=" and random.random() < 0.05:
            subscripts = self.fixed_left(subscripts)
        access = Access(self.output, subscripts)
        names = unique(access.indices())
        reduced = [n for n in self.used if n not in names]
        terms = []
        count = random.choice([1, 1, 1, 1, 2, 2, 3]) if op in ("=", "+=") else 1
        for n in range(count):
            use_sparse = pool.sparse is not None and (n == 0 or random.random() < 0.3)
            x = grow.term(pool, names, reduced, use_sparse)
            if op not in ("=", "+=") and random.random() < 0.3:
                y = grow.term(pool, names, reduced, False)
                x = Operation("{0} + {1}", "({0}) + ({1})", [x, y], x.bound() + y.bound())
            terms.append((random.choice(["+", "+", "+", "-"]), x))
        if op == "=" and count == 1 and random.random() < 0.12 and names == access.indices():
            terms = [self.explicit(names, terms[0][1])]
        random.shuffle(terms)
        if op not in ("=", "+="):
            terms = [("+", terms[0][1])]
        self.einsums.append(Einsum(access, op, terms, pool.sizes))
        if random.random() < 0.05 and op in ("=", "+=", "*=", "max="):
            self.read_output(access)

    def grow_semiring(self, names):
        """min-plus and max-plus."""
        random, pool = self.random, self.pool
        op = random.choice(["min", "max"])
        grow.semiring_operand(pool, names, float("inf") if op == "min" else -float("inf"))
        left = self.left_names()
        self.output = self.new_output(left, op + "=")
        x = pool.sparse
        for _ in range(random.choice([0, 1, 1, 2])):
            y = pool.access(pool.sample(unique(left + names)))
            x = Operation("{0} + {1}", "({0}) + ({1})", [x, y], x.bound() + y.bound())
        access = Access(self.output, [Index(n) for n in left])
        free = [n for n in unique(x.indices()) if n not in left]
        if free and random.random() < 0.3:
            self.einsums = [Einsum(access, "=", [("+", Reduction(op, free, x, pool.sizes))], pool.sizes)]
        else:
            self.einsums = [Einsum(access, op + "=", [("+", x)], pool.sizes)]

    def explicit(self, names, x):
        """The whole right side as one named reduction."""
        free = [n for n in unique(x.indices()) if n not in names]
        ops = ["max", "min", "prod", "sum"] if self.kind != "complex" else ["prod", "sum"]
        if any(self.pool.sizes[n] == 0 for n in free):
            ops = ["prod", "sum"]
        if not free:
            return ("+", x)
        return ("+", Reduction(self.random.choice(ops), free, x, self.pool.sizes))

    def read_output(self, access):
        """The right side also reads the output, with the same subscripts."""
        einsum = self.einsums[-1]
        if any(isinstance(s, Indirect) for s in access.subscripts) or len(einsum.terms) != 1:
            return
        sign, x = einsum.terms[0]
        if einsum.free(x):
            return
        einsum.terms[0] = (sign, Operation("{0} * ({1})", "({0}) * ({1})", [access, x], x.bound() * access.bound()))
        self.pool.features.add("reads output")

    def scatter(self, subscripts):
        """Replaces one subscript by a value of an index array, which may have duplicates."""
        pool, random = self.pool, self.random
        n = random.randrange(len(subscripts))
        extent = self.output.shape[n]
        if extent == 0:
            return subscripts
        name = subscripts[n].name
        array = pool.index_array([pool.sizes[name]], extent)
        pool.features.add("scatter")
        return subscripts[:n] + [Indirect(array, [grow.index_of_array(pool, name)])] + subscripts[n + 1:]

    def fixed_left(self, subscripts):
        n = self.random.randrange(len(subscripts))
        if self.output.shape[n] == 0:
            return subscripts
        self.pool.features.add("fixed left")
        fixed = grow.fixed(self.pool, self.random.randrange(self.output.shape[n]))
        return subscripts[:n] + [fixed] + subscripts[n + 1:]

    def grow_chain(self):
        """T[...] = ..., then C[...] = T[...] * B[...]."""
        random, pool = self.random, self.pool
        first = self.left_names(1)[:2]
        if not first:
            raise Rejected
        temporary = Tensor("T", [pool.sizes[n] for n in first], pool.type, [], data.zero(self.kind))
        reduced = [n for n in self.used if n not in first]
        x = grow.term(pool, first, reduced, pool.sparse is not None)
        x = grow.product_of(pool, [x, pool.access(first)])
        one = Einsum(Access(temporary, [Index(n) for n in first]), "=", [("+", x)], pool.sizes)
        temporary.values = [one.bound()]
        temporary.is_temporary = True
        self.temporary = temporary
        left = self.left_names()
        op = self.operator()
        self.output = self.new_output(left, op)
        names = unique(left + first)
        y = grow.product_of(pool, [one.left, pool.access(pool.sample(names, 2))])
        self.einsums = [one, Einsum(Access(self.output, [Index(n) for n in left]), op, [("+", y)], pool.sizes)]
        pool.features.add("temporary")

    def sampled(self):
        """A result in the pattern of the sparse operand; False where that does not fit."""
        random, pool = self.random, self.pool
        operand = pool.sparse.tensor
        names = pool.sparse.indices()
        if len(set(names)) != len(operand.shape) or operand.fill != data.zero(self.kind) or operand.owned or any(
                m.startswith("symmetric") for m in operand.packed.modifiers):
            return False
        op = random.choice(["=", "=", "+="])
        packed = operand.packed
        type_name = pool.element_type()
        places = [at for at in packed.layout if at >= 0]
        if type_name in data.ROUNDING and len(set(places)) < len(places):
            type_name = "float"  # entries of one place, each of them rounded, may be larger than what they add up to
        count = len(packed.layout)
        stored = [data.zero(self.kind)] * count
        if op == "+=":
            stored = [data.value(random, self.kind) for _ in range(count)]
        values = [data.zero(self.kind)] * data.product(operand.shape)
        for at, x in zip(packed.layout, stored):
            if at >= 0:
                values[at] = data.add(values[at], x, self.kind)
        self.output = Tensor("C", operand.shape, type_name, values, data.zero(self.kind))
        self.output.sampled = (operand, stored)
        factors = [pool.sparse]
        reduced = [n for n in self.used if n not in names][:1]
        if random.random() < 0.5:
            factors.append(self.listed(names, reduced))
        for _ in range(random.choice([0, 1, 2])):
            factors.append(pool.access(unique(pool.sample(names, 2) + reduced)))
        if random.random() < 0.3:
            factors.append(grow.scalar(pool))
        x = grow.product_of(pool, factors)
        self.einsums = [Einsum(Access(self.output, [Index(n) for n in names]), op, [("+", x)], pool.sizes)]
        pool.features.add("sampled")
        return True

    def listed(self, names, reduced):
        """An operand that lists rows, so that its loops come again to entries of the result."""
        random, pool = self.random, self.pool
        others = reduced or [n for n in pool.sizes if n not in names][:1]
        subscripts = random.sample(names, 1) + others
        if len(names) > 1 and random.random() < 0.2:
            subscripts = random.sample(names, 2) + random.choice([[], others])
        if random.random() < 0.2:
            random.shuffle(subscripts)
        formats_of_lists = ["coo", "coo", "group_coo"] + ["block_coo", "block_group_coo"] * (len(subscripts) == 2)
        tensor = grow.make_sparse(random, "L", [pool.sizes[n] for n in subscripts], pool.element_type(), data.zero(self.kind),
                                  random.choice(formats_of_lists))
        pool.tensors.append(tensor)
        pool.features.add("list of rows, result in a pattern")
        return Access(tensor, [Index(n) for n in subscripts])

    def grow_logical(self):
        """Programs on bool."""
        random, pool = self.random, self.pool
        op = random.choice(["=", "|=", "|=", "&="])
        left = self.left_names()
        self.output = self.new_output(left, op)
        known = list(left) + (pool.sparse.indices() if pool.sparse else [])
        parts = [pool.sparse] if pool.sparse else []
        for _ in range(random.choice([1, 1, 2])):
            names = pool.sample(unique(known + self.used))
            parts.append(pool.access(names))
        x = parts[0]
        for y in parts[1:]:
            operator = random.choice(["&&", "&&", "&&", "||"])
            if random.random() < 0.15:
                y = Operation("!{0}", "!({0})", [y], 1)
            x = Operation("({0} %s {1})" % operator, "(({0}) %s ({1}))" % operator, [x, y], 1)
        names = unique(left)
        free = [n for n in unique(x.indices()) if n not in names]
        if op == "=" and free:
            x = Reduction(random.choice(["any", "all"]), free, x, pool.sizes)
        self.einsums = [Einsum(Access(self.output, [Index(n) for n in left]), op, [("+", x)], pool.sizes)]
