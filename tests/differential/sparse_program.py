"""Random programs over one to four sparse operands, with dense or sparse results; the reference is interpreted."""
import hashlib
import random as random_module
import re

import chains
import data
import lefts
import refresh
import results
import schedules
import skeletons
import trees
from data import Rejected
from einsum_parser import Parser, left_access, split
from expressions import Fixed, Index, unique
from operands import INFINITY, SEMIRING_FILL, Operands, SparseTensor, listed_coordinates
from program_text import is_convertible
from tensors import Tensor

KINDS = {"arithmetic": (["real", "integer", "complex"], [70, 18, 12]), "ordered": (["real", "integer"], [75, 25]),
         "real": (["real"], [1]), "bool": (["bool"], [1])}


COMPUTED = {"insum::half": "float", "insum::bfloat16": "float",
            **{name: "int" for name in ("std::int8_t", "std::uint8_t", "std::int16_t", "std::uint16_t")}}


class SparseProgram(Operands):
    """One test program. Deterministic in its seed; `schedule` tells whether it may carry a schedule."""

    interpreted = True

    def __init__(self, number, seed, schedule=True, fixed=None):
        """`fixed` has what a named test says: text, kind, type, schedule, result and temporary (formats), and for operands and
        indices formats {name: format}, converts {name: format}, patterns {name: pattern}, fills {name: value}, symmetric {name: lower or upper}, sizes
        {index: size}."""
        self.number, self.seed, self.fixed = number, seed, fixed or {}
        for attempt in range(300):
            self.random = random_module.Random("%s/%s" % (seed, attempt))
            try:
                self.grow()
                break
            except Rejected:
                continue
        else:
            raise Rejected("no program for seed %s" % seed)
        self.finish(schedule)

    # --- what the program computes ---

    def grow(self):
        random = self.random
        self.features, self.tensors, self.scalars, self.places, self.sizes = set(), {}, {}, {}, {}
        if self.fixed:
            self.algebra, text = self.fixed.get("kind", "arithmetic"), self.fixed["text"]
        elif random.random() < 0.6:
            self.algebra, text = skeletons.choose(random)
        else:
            import mixtures
            self.algebra, text = mixtures.make(random)
        if not self.fixed and random.random() < 0.2:
            text = chains.make(random, self.algebra, text) or text
        elif not self.fixed and random.random() < 0.1:
            text = lefts.changed(random, text) or text
        kinds, weights = KINDS.get(self.algebra, (["real"], [1]))
        self.kind = random.choices(kinds, weights)[0]
        self.type = random.choice(data.KIND_TYPES[self.kind])
        if self.algebra in SEMIRING_FILL or self.algebra == "real" or "type" in self.fixed:
            self.type = self.fixed.get("type") or random.choice(["double", "float"])
            self.kind = data.VALUE_TYPES[self.type][0]
        whole = lefts.is_plain(left_access(split(text.split("; ")[-1])[0]))
        self.huge = whole and self.huge_fits(text) and random.random() < 0.12 and not self.fixed
        self.huge = self.huge or any(x > 10000 for x in self.fixed.get("sizes", {}).values())
        self.shapes(text)
        self.parse(text)
        self.check_size()

    @property
    def pool(self):
        return self  # `features` is where the runner looks for them

    def huge_fits(self, text):
        return self.algebra == "arithmetic" and not any(c in text for c in "XYZ()0123456789;") and "C[" in text and \
            not re.search(r"\[[^]]*[-+]", text)

    def shapes(self, text):
        """A size for each index: modes of one tensor have the size of all indices that subscript them."""
        random = self.random
        uses, others = {}, set()  # (tensor, mode) -> index names; modes that also have other subscripts

        def note(name, subscripts):
            for mode, s in enumerate(subscripts):
                if isinstance(s, Index):
                    uses.setdefault((name, mode), []).append(s.name)
                else:
                    others.add((name, mode))
            return Tensor(name, [], self.type, [])
        names = []
        for left, op, right in map(split, text.split("; ")):
            terms = Parser(right, note, lambda name: trees.Number(1), {}).terms(op)
            left_subscripts = left_access(left)
            names += [s.name for s in left_subscripts if isinstance(s, Index)] + [n for _, x in terms for n in all_indices(x)]
            if left.startswith("T["):
                note("T", left_subscripts)
        names = unique(names)
        together = {n: n for n in names}

        def root(n):
            while together[n] != n:
                n = together[n]
            return n
        for group in uses.values():
            for n in group[1:]:
                together[root(n)] = root(group[0])
        limit = {1: 40, 2: 33, 3: 13, 4: 8, 5: 6}.get(len(names), 5)
        extents = {}
        for n in names:
            extents.setdefault(root(n), min(data.size(random), limit))
            if extents[root(n)] == 0 and (self.fixed or random.random() < 0.7):
                extents[root(n)] = 3
        if self.huge:
            for n in names:
                if random.random() < 0.6 and not self.fixed:
                    extents[root(n)] = random.choice([10 ** 6, 2 ** 31 - 1, 2 ** 33 + 7, 2 ** 40])
        extents.update({root(n): x for n, x in self.fixed.get("sizes", {}).items()})
        self.huge = any(x > 1000 for x in extents.values())
        self.sizes.update({n: extents[root(n)] for n in names})
        self.plain = {key: self.sizes[uses[key][0]] for key in others if key in uses}

    def parse(self, text):
        self.einsums = []
        for left, op, right in map(split, text.split("; ")):
            is_temporary = left.startswith("T[")
            op = op if is_temporary else self.operator(op)
            terms = Parser(right, self.tensor, self.scalar, self.sizes).terms(op)
            subscripts = left_access(left)
            shape = lefts.shape(self.random, subscripts, self.sizes) if not self.huge else [self.sizes[s.name] for s in subscripts]
            target = SparseTensor("C", shape, self.type if is_temporary else self.result_type(), data.zero(self.kind))
            target.is_sparse = False
            einsum = trees.Einsum(trees.Access(target, subscripts), op, terms, self.sizes)
            if is_temporary:
                target = einsum.left.tensor = self.tensors["T"] = chains.temporary(self, einsum, shape)
            self.einsums.append(einsum)
            if einsum.has_lonely_indices() or (einsum.infers_ranges() and not self.fixed):
                raise Rejected
            if self.kind == "bool" and op == "=" and any(einsum.free(x) for _, x in terms):
                raise Rejected  # a sum of truth values
            self.check_empty_reductions(einsum)
        self.output, self.einsum = target, einsum
        self.whole = lefts.is_plain(subscripts)
        if not self.whole:
            self.features.add(lefts.feature(subscripts))

    def operator(self, op):
        if op == "=" and not self.fixed and self.algebra in ("arithmetic", "ordered", "real") and self.random.random() < 0.3:
            return "+="
        return op

    def check_empty_reductions(self, einsum):
        """Extrema of nothing are what the type has as its identity: not tested."""
        def visit(x):
            if isinstance(x, trees.Reduction) and x.op in ("min", "max") and einsum.count(x.names) == 0:
                raise Rejected
            for y in getattr(x, "operands", []) + ([x.body] if isinstance(x, trees.Reduction) else []):
                visit(y)
        for _, x in einsum.terms:
            visit(x)
            if einsum.op in ("min=", "max=") and self.kind == "integer" and einsum.count(einsum.free(x)) == 0:
                raise Rejected

    def result_type(self):
        if self.kind in ("real", "integer") and self.type not in ("insum::half", "insum::bfloat16") and \
                self.random.random() < 0.08 and self.algebra not in SEMIRING_FILL:
            return self.random.choice([t for t in data.KIND_TYPES[self.kind] if "insum" not in t])
        return self.type

    def check_size(self):
        sizes = self.sizes
        if self.huge:
            self.listed = listed_coordinates(self.einsums, sizes)
            self.features.add("huge dimension")
            wide = [n for n in self.einsum.left_names() if sizes[n] > 1000]
            if any(n not in x.indices() for n in wide for _, x in self.einsum.terms):
                raise Rejected  # would have entries all along the dimension
            counts = {n: len(self.listed.get(n, range(min(sizes[n], 10 ** 6)))) for n in sizes}
        else:
            self.listed, counts = {}, sizes
        names = [unique(e.left_names() + all_indices(x)) for e in self.einsums for _, x in e.terms]
        work = max(data.product(counts[n] for n in ns) for ns in names)
        if work > 40000 or any(not self.huge and data.product(t.shape) > 3000 for t in [*self.tensors.values(), self.output]):
            raise Rejected
        bound = max(e.bound() for e in self.einsums)
        limit = {"integer": 2 ** 30, "bool": 2 ** 60, "complex": 1e6, "real": 1e7}[self.kind]
        if any("half" in t.type or "bfloat" in t.type for t in self.tensors.values()):
            limit = 5000
            if self.algebra != "arithmetic":
                raise Rejected
        if bound > limit:
            raise Rejected
        self.bound = bound

    # --- storage and text ---

    def finish(self, schedule):
        self.make_result()
        self.note_features()
        self.deterministic = self.random.random() < 0.25 and not self.fixed
        self.refreshed = self.random.random() < 0.2 and refresh.fits(self.einsums, self.output, self.kind) and not self.fixed
        self.commands = schedules.choose(self.random, self.einsums, self.deterministic) if schedule and not self.fixed else []
        if schedule and self.fixed.get("schedule"):
            self.commands = [self.fixed["schedule"]]
        in_schedule = any("deterministic" in command for command in self.commands)
        self.declarations = []
        for s in self.scalars.values():
            kind = {"integer": "int", "real": "double", "complex": "double", "bool": "bool"}[self.kind]
            self.declare(kind, s.name, data.number(s.value))
        self.lines = ["kernel p%d" % self.number] + [e.pragma() for e in self.einsums]
        for name in sorted({name for e in self.einsums for name in called_functions(e)}):
            properties = trees.FUNCTIONS[name][1]
            self.lines.append("function %s(%s)" % (name, ", ".join(properties)))
            self.features.add("function line")
        for tensor in [*self.tensors.values(), self.output]:
            self.add_tensor(tensor)
        self.lines += ["format %s -> %s" % item for item in self.fixed.get("converts", {}).items() if is_convertible(self.tensors[item[0]])]
        for line in self.fixed.get("lines", []) if self.commands else []:
            line = line.replace("TYPE", COMPUTED.get(self.output.type, self.output.type))
            self.lines.append(line.replace("PART", self.type_of_part()) if "PART" in line else line)
        if self.deterministic:
            self.lines.append("deterministic")
        commands = ["same_pattern"] * self.refreshed + self.commands
        if commands:
            self.lines.append("schedule " + ", ".join(commands))
        if self.refreshed:
            self.features.add("same_pattern")
        if self.deterministic or in_schedule:
            self.deterministic = True
            self.features.add("deterministic")

    def make_result(self):
        """A scalar, a dense or a sparse result, with what it holds before."""
        random, output = self.random, self.output
        output.fill = data.zero(self.kind)
        fill = self.einsum.at_fill()
        name = self.fixed.get("result") or results.choose(random, len(output.shape))
        if self.huge and not self.fixed and name in ("dense", "csr", "csc", "bcsr", "levels"):
            name = random.choice(["coo", "csf"] + ["dcsr", "dcsc"] * (len(output.shape) == 2))
        if not self.fixed.get("result") and not sparse_result_fits(self.einsum, fill) or not self.whole and fill != 0:
            name = "dense"
        reads = self.einsum.op != "=" or any(isinstance(s, Fixed) for s in self.einsum.left.subscripts)
        if not output.shape:
            results.scalar(random, output, self.kind)
        elif name == "dense":
            output.values = [self.value() for _ in range(data.product(output.shape))]
            results.dense(random, output, self.kind)
        else:
            if fill is not None and not isinstance(fill, tuple) and self.einsum.op == "=":
                output.fill = (0, 0) if self.kind == "complex" else fill
            elif self.einsum.op in ("min=", "max=", "&="):
                output.fill = SEMIRING_FILL.get(self.algebra, 1 if self.einsum.op == "&=" else 0)
            output.is_sparse = True
            stale = [(c, self.value()) for c in self.coordinates(output.shape)]
            results.sparse(random, output, name, self.kind, stale, reads, bool(self.huge))
            self.features.add("sparse result " + name)
            self.features.add("sparse result, %s storage" % ("insum::" if output.owned else "growing"))
            if "unsorted" in output.format:
                self.features.add("sparse result, unsorted")
            if self.einsum.op != "=":
                self.features.add("sparse result, " + self.einsum.op)

    def type_of_part(self):
        """What is collected of the expression that has a workspace of its own: the widest type of its operands."""
        part = re.search(r"precompute\((.*?), \{", self.fixed["schedule"])[1]
        types = {t.type for name, t in self.tensors.items() if re.search(r"\b%s\[" % name, part)}
        return max((COMPUTED.get(t, t) for t in types), key=lambda t: ("double" in t or "64" in t))

    def note_features(self):
        accesses = [a for e in self.einsums for _, x in e.terms for a in x.accesses() if a.tensor.is_sparse and a.tensor.name != "T"]
        names = {a.tensor.name for a in accesses}
        self.features.add("%d sparse operand%s" % (len(names), "" if len(names) == 1 else "s"))
        if len(accesses) > len(names):
            self.features.add("repeated operand")
        for x in [x for e in self.einsums for _, x in e.terms]:
            orders = [a.indices() for a in x.accesses() if a.tensor.is_sparse]
            if any(clash(a, b) for a in orders for b in orders):
                self.features.add("transposed")
        self.features.add(self.algebra if self.algebra not in ("arithmetic",) else self.kind)

    def declare(self, type_name, name, value):
        const = "const " if self.random.random() < 0.5 else ""
        self.declarations.append("[[maybe_unused]] %s%s %s = %s;" % (const, type_name, name, value))

    def add_tensor(self, tensor):
        if tensor.is_scalar or tensor.owned:
            return
        sizes = []
        for mode, extent in enumerate(tensor.shape):
            if extent and self.random.random() < 0.25:
                sizes.append(str(extent))
                continue
            name = "%s_%d" % (tensor.name, mode)
            kinds = ["int", "int", "std::int64_t", "std::size_t", "long", "unsigned"] if extent < 2 ** 31 else \
                ["std::int64_t", "std::size_t", "long"]
            self.declare(self.random.choice(kinds), name, "%d%s" % (extent, "" if extent < 2 ** 31 else "L"))
            sizes.append(name)
        self.lines.append("tensor %s[%s] : %s" % (tensor.name, ", ".join(sizes), tensor.format))

    def key(self):
        """What makes the program distinct: its pragma block and types."""
        types = [t.type for t in [*self.tensors.values(), self.output]]
        text = "\n".join(self.lines[1:] + self.declarations + types)
        return hashlib.sha256(text.encode()).hexdigest()

    def tolerance(self):
        types = [t.type for t in [*self.tensors.values(), self.output]]
        return data.tolerance(types, self.output.type, self.bound)

    def test_text(self):
        """The function that sets the storage up and has the pragma block, and the one that checks it."""
        operands = [line for tensor in self.tensors.values() for line in tensor.lines]
        body = list(self.declarations)
        if self.refreshed:
            body += self.output.lines + refresh.building_block(self, operands) + operands
        else:
            body += operands + self.output.lines
        text = ["static Result run_%d([[maybe_unused]] int threads) {" % self.number] + [line if line.startswith("#") else "  " + line for line in body]
        text += ["#pragma insum " + line for line in self.lines]
        text += ["  INSUM_REQUIRED;", "  return " + self.output.collect + ";", "}"]
        text.append("static bool program_%d() {" % self.number)
        bounded = schedules.is_tight(self.lines)
        text.append("  %sreturn check_program(run_%d," % ("try { " * bounded, self.number))
        text += ['    "%s\\n"' % line for line in self.words()]
        return text + ["  );" + " } catch (const insum::memory_error&) { return true; }" * bounded, "}", ""]

    def words(self):
        lines = [self.kind]
        for name, extent in self.sizes.items():
            places = self.listed.get(name)
            lines.append("index %s range %d" % (name, extent) if places is None else
                         "index %s list %d %s" % (name, len(places), " ".join(map(str, places))))
        lines += [t.words() for t in [*self.tensors.values(), self.output]]
        for einsum in self.einsums:
            lines.append(einsum.words(self.kind))
            if einsum.left.tensor.blocks:
                lines.append("blocks %s %s" % (einsum.left.tensor.name, " ".join(map(str, einsum.left.tensor.blocks))))
        o = self.output
        lines.append("result C %d %s %d %d %d %.3g %.3g %d" % (
            len(o.levels), " ".join("%s %d %s %d" % level for level in o.levels), o.base, o.sorted, o.unique,
            *self.tolerance(), self.deterministic))
        return lines

    def declaration(self):
        return ""

    def reference_text(self):
        return []


def all_indices(x):
    """Index variables, those of inner reductions included."""
    return [n for a in x.accesses() for n in a.indices()]


def called_functions(einsum):
    found = set()

    def visit(x):
        if isinstance(x, trees.Operation):
            found.update({x.op} & set(trees.FUNCTIONS))
            for y in x.operands:
                visit(y)
        elif isinstance(x, trees.Reduction):
            visit(x.body)
    for _, x in einsum.terms:
        visit(x)
    return found


def sparse_result_fits(einsum, fill):
    """Whether what is not stored in any operand stays the result's fill value."""
    if einsum.op == "=":
        return fill is not None
    identity = {"+=": 0, "min=": INFINITY, "max=": -INFINITY, "|=": 0, "*=": 1, "&=": 1}[einsum.op]
    return fill == identity or (einsum.op == "max=" and fill == 0 and all(a.tensor.fill == 0 for _, x in einsum.terms
                                                                         for a in x.accesses()))


def clash(a, b):
    """Two accesses with common indices in other orders."""
    common = [n for n in a if n in b]
    return [n for n in b if n in a] != common and len(set(common)) > 1
