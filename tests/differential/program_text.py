"""The text of a random program: its pragma lines with a schedule, its storage, its naive evaluation."""
import hashlib
import re
from random import Random

import data
import schedules
from expressions import unique
from tensors import store_dense, store_sparse


# What operands are converted to.
CONVERTED = ["csr", "csc", "coo", "dcsr", "dcsc", "csf", "ell<auto>", "group_coo<auto>", "group_coo<3>", "bcsr<2,3>", "dbcsr<3,2>",
             "block_coo<4,2>", "block_group_coo<auto,2,2>", "block_group_coo<3,4,3>", "ragged", "dia"]

# ... of rank 3 and more too.
GROUPED = ["group_coo<auto>", "group_coo<3>"]

# Sums of formats, each of which takes some of the entries.
DECOMPOSED = ["bcsr<2,3> + ell<2>", "block_coo<2,2> + group_coo<3> + coo", "dbcsr<3,2> + csc", "dia + csr", "ell<auto> + dcsr", "ell<1> + ell<2> + csf",
              "group_coo<2> + ragged", "block_group_coo<2,2,2> + dense", "dia + bcsr<2,2>", "hyb<1,2>", "hyb<2,1>", "hyb<auto,auto>", "ell<1> + hyb<1,0>"]
DECOMPOSED_TREES = ["group_coo<2> + coo", "group_coo<3> + group_coo<auto>", "group_coo<2> + csf"]


def is_convertible(tensor):
    """Whether the storage that was chosen for it can be computed with in another format."""
    kept = ("base(", "symmetric", "order(", "strides(", "levels(", "rows(", "field(", "_vals_one")
    return not any(word in tensor.format for word in kept)


class ProgramText:
    """What a program writes once its Einsums and operands are chosen."""

    def finish(self, schedule):
        """Stores the output and writes the pragma lines."""
        random = self.random
        output = self.output
        if hasattr(output, "sampled"):
            self.store_sampled()
        elif not output.is_scalar:
            store_dense(random, output, writable=True)
        self.deterministic = random.random() < 0.2
        self.commands = self.schedule() if schedule else []
        self.declarations = []
        for s in self.pool.scalars:
            literal = data.number(s.value)
            suffix = "f" if s.type == "float" and "." in literal else ""
            self.declare(s.type, s.name, literal + suffix)
        self.lines = ["kernel p%d" % self.number] + [e.pragma() for e in self.einsums]
        for tensor in self.pool.tensors + [output]:
            self.add_tensor(tensor)
        if self.deterministic:
            self.lines.append("deterministic")
            self.pool.features.add("deterministic")
        if self.commands:
            self.lines.append("schedule " + ", ".join(self.commands))

    def declare(self, type_name, name, value):
        """A variable that the pragma names; a const one is a constant to the compiler."""
        const = "const " if self.random.random() < 0.5 else ""
        self.declarations.append("[[maybe_unused]] %s%s %s = %s;" % (const, type_name, name, value))

    def store_sampled(self):
        operand, stored = self.output.sampled
        packed = operand.packed

        class Same:
            pass
        same = Same()
        same.format_name, same.text, same.layout = packed.format_name, packed.text, packed.layout
        same.modifiers = packed.modifiers
        array = packed.arrays[-1]
        values, at = stored, 0
        if array.role == "value_rows":
            values = []
            for row in array.values:
                values.append(stored[at:at + len(row)])
                at += len(row)
        same.arrays = packed.arrays[:-1] + [type(array)(array.name, array.role, values)]
        store_sparse(self.random, self.output, same, True, operand)

    def add_tensor(self, tensor):
        if tensor.is_scalar or tensor.owned:
            return
        sizes = []
        for mode, extent in enumerate(tensor.shape):
            if self.random.random() < 0.25:
                sizes.append(str(extent))
                if extent == 0:
                    sizes[-1] = ""
            else:
                sizes.append("")
            if not sizes[-1]:
                name = "%s_%d" % (tensor.name, mode)
                kind = self.random.choice(["int", "int", "std::int64_t", "std::size_t", "long", "unsigned"])
                self.declare(kind, name, extent)
                sizes[-1] = name
        self.lines.append("tensor %s[%s] : %s" % (tensor.name, ", ".join(sizes), tensor.format))

    def bind_loops(self, random):
        """Binds loops, where the program has no other schedule."""
        names = self.loop_names()
        if self.commands or not names:
            return
        self.commands = schedules.bindings(random, names)
        own = Random(self.key())  # the programs that follow do not depend on it
        einsum = self.einsums[-1]
        if own.random() < 0.3 and einsum.left_names():
            reduced = unique([n for _, x in einsum.terms for n in einsum.free(x)])
            operands = unique([a.tensor.name for _, x in einsum.terms for a in x.accesses() if a.tensor.format.startswith("dense")])
            self.commands = schedules.cached(own, einsum.left_names(), reduced, einsum.left.tensor.name, operands)
        self.lines.append("schedule " + ", ".join(self.commands))

    def convert_operand(self):
        """Has an operand computed with in another format, where the result does not follow its pattern."""
        own = Random("convert/" + self.key())  # the programs that follow do not depend on it
        tensors = [t for t in self.pool.tensors if hasattr(t, "packed") and t.shape and not t.name.startswith("D") and  # those are indices
                   is_convertible(t)]
        sparse = [t for t in tensors if not (t.format or "dense").startswith("dense")] + [t for t in tensors if t.owned and t.name == "A"]
        if self.commands or not tensors or hasattr(self.output, "sampled"):
            return
        chosen = own.choice(sparse or tensors)
        is_matrix, is_tree = len(chosen.shape) == 2, len(chosen.shape) > 2
        single = CONVERTED if is_matrix else ["coo", "csf"] + GROUPED * is_tree
        sums = DECOMPOSED if is_matrix else DECOMPOSED_TREES if is_tree else []
        format_name = own.choice(sums if sums and own.random() < 0.4 else single)
        self.lines.append("format %s -> %s" % (chosen.name, format_name))
        self.pool.features.add("converted to " + re.sub("<[^>]*>", "", format_name))

    def loop_names(self):
        return unique([n for e in self.einsums for n in e.left_names()] + [m for e in self.einsums for _, x in e.terms for m in e.free(x)])

    def schedule(self):
        random = self.random
        if random.random() < 0.55:
            return []
        names = unique([n for e in self.einsums for n in e.left_names() + [m for _, x in e.terms for m in e.free(x)]])
        if not names:
            return []
        commands = []
        if random.random() < 0.4:
            more, names = schedules.transformations(random, names, self.einsums[-1].pragma())
            commands += more
        elif random.random() < 0.5:
            order = list(names)
            random.shuffle(order)
            commands.append("reorder(%s)" % ", ".join(order))
        if random.random() < 0.3:
            name = random.choice(names)
            commands.append("split(%s, %s0, %s1, %d)" % (name, name, name, random.choice([2, 4, 8])))
            names = [n for n in names if n != name] + [name + "0", name + "1"]
        if random.random() < 0.5:
            commands.append("parallelize(%s%s)" % (random.choice(names), schedules.threads(random)))
        if random.random() < 0.4:
            commands.append("vectorize(%s)" % random.choice(names))
        elif random.random() < 0.3:
            commands.append("unroll(%s, %d)" % (random.choice(names), random.choice([2, 3, 4])))
        return commands

    def key(self):
        """What makes the program distinct: its pragma block and types."""
        types = [t.type for t in self.pool.tensors + [self.output]]
        text = "\n".join(self.lines[1:] + self.declarations + types)
        return hashlib.sha256(text.encode()).hexdigest()

    def tolerance(self):
        values = self.pool.tensors + [self.output] + self.pool.scalars
        return "{%.3g, %.3g}" % data.tolerance([x.type for x in values], self.output.type, self.bound)

    def test_text(self):
        """The function that sets the storage up, has the pragma block and compares."""
        output = self.output
        pointer, size = output.result
        body = list(self.declarations)
        for tensor in self.pool.tensors:
            body += tensor.lines
        body += output.lines
        text = ["static bool run_%d(Run& run) {" % self.number] + ["  " + line for line in body]
        text += ["#pragma insum " + line for line in self.lines]
        text.append("  INSUM_REQUIRED;")
        text.append("  return run.same(\"C\", widened(%s, %s), {%s}, reference_%d(), %s, %s);" % (
            pointer, size, ", ".join(map(str, output.layout)), self.number,
            data.number(output.fill[0] if isinstance(output.fill, tuple) else output.fill), self.tolerance()))
        text += ["}", "static bool program_%d() { return on_threads(run_%d, %s); }" % (
            self.number, self.number, "true" if self.deterministic else "false")]
        return text + [""]

    def reference_text(self):
        """The naive evaluation."""
        type_name = data.REFERENCE_TYPE[self.kind]
        text = ["std::vector<%s> reference_%d() {" % (type_name, self.number)]
        for s in self.pool.scalars:
            text.append("  [[maybe_unused]] const %s %s(%s);" % (type_name, s.name, data.number(s.value)))
        for tensor in self.pool.tensors:
            text.append("  static const %s %s[] = {%s};" % (
                type_name if tensor.type in data.VALUE_TYPES and not tensor.name.startswith("D") else "Integer",
                tensor.name, data.reference_list(tensor.values or [data.zero(tensor.kind)], tensor.kind)))
        if self.temporary:
            text.append("  std::vector<%s> T(%d);" % (type_name, data.product(self.temporary.shape)))
        output = self.output
        text.append("  std::vector<%s> C = {%s};" % (type_name, data.reference_list(output.values, self.kind)))
        if not output.values:
            text[-1] = "  std::vector<%s> C;" % type_name
        for einsum in self.einsums:
            text.append("  // " + einsum.pragma())
            text += ["  " + line for line in einsum.reference(self.kind)]
        return text + ["  return C;", "}", ""]
