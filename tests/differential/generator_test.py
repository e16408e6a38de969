"""Tests of the generator itself: the same seed gives the same programs, and packed tensors mean what they should."""
import argparse
import collections
import pathlib
import random
import tempfile
import unittest
import unittest.mock

import chains
import data
import einsum_parser as parser
import formats
import generate
import mixtures
import named
import refresh
import run
import schedules
import skeletons
import tensors
import toolchain
import trees


class GeneratorTest(unittest.TestCase):
    def test_same_seed_same_text(self):
        for number in range(20):
            first = generate.single_file(generate.make_program("5", number))
            self.assertEqual(first, generate.single_file(generate.make_program("5", number)))

    def test_other_seed_other_programs(self):
        keys = {generate.make_program(str(seed), n).key() for seed in range(4) for n in range(50)}
        self.assertGreater(len(keys), 195)

    def test_schedule_is_all_that_leaving_it_out_changes(self):
        for number in range(90):
            program = generate.make_program("6", number)
            bare = generate.make_program("6", number, schedule=False)
            self.assertEqual([e.pragma() for e in program.einsums], [e.pragma() for e in bare.einsums])
            self.assertEqual(program.output.values, bare.output.values)
            self.assertFalse(bare.commands)

    def test_families_share_their_numbers(self):
        for number in range(0, 30, generate.FIRST_FAMILY):
            both = generate.make_program("6", number)
            self.assertEqual(both.test_text(), generate.make_program("6", number, family="first").test_text())

    def test_a_scattering_program_is_chosen_again_where_there_is_none(self):
        again = generate.make_program("78", 78, family="scatter")
        self.assertEqual(again.seed, "78/78/scatter/1")
        self.assertTrue(again.einsums)
        self.assertEqual(generate.make_program("78", 77, family="scatter").seed, "78/77/scatter")

    def test_results_are_built_from_values_that_differ(self):
        lines = ['const std::vector<float> A_vals = vector<float>("-1, 0.03125, 0, INFINITY");', 'A.vals = array<double>("2, 0");',
                 'auto B_crd1 = array<std::int32_t>("1, 2");']
        older = [refresh.older(line) for line in lines]
        self.assertEqual(older[0], 'const std::vector<float> A_vals = vector<float>("-2, 0.609375, 0, INFINITY");')
        self.assertEqual(older[1], 'A.vals = array<double>("3, 0");')
        self.assertEqual(older[2], lines[2])

    def test_a_second_einsum_reads_the_temporary(self):
        source = random.Random(3)
        for _ in range(200):
            algebra, text = skeletons.choose(source)
            first, _, second = (chains.make(source, algebra, text) or "T[i] = ; T[i]").partition("; ")
            self.assertTrue(first.startswith("T["))
            self.assertIn("T[", second)

    def test_text_of_expressions_is_read_back_the_same(self):
        texts = [text for _, group, _ in skeletons.GROUPS for text in group]
        texts += [mixtures.make(random.Random(seed))[1] for seed in range(300)]

        def tensor(name, subscripts):
            return tensors.Tensor(name, [], "double", [])
        for text in texts:
            _, _, right = parser.split(text)
            first = parser.Parser(right, tensor, lambda name: trees.Scalar(name, 1), {}).terms()
            again = " ".join(sign + " " + trees.bracketed(x, 5 if len(first) > 1 else 1) for sign, x in first)[2:]
            if first[0][0] == "-":
                again = "- " + again
            second = parser.Parser(again, tensor, lambda name: trees.Scalar(name, 1), {}).terms()
            self.assertEqual([(s, x.words("real")) for s, x in first], [(s, x.words("real")) for s, x in second], text)

    def test_several_sparse_operands_and_sparse_results(self):
        programs = [generate.make_program("7", n, family="several") for n in range(900)]
        features = {f for p in programs for f in p.features}
        for n in (2, 3, 4):
            self.assertIn("%d sparse operands" % n, features)
        for name in ("csr", "csc", "coo", "dcsr", "dcsc", "csf", "bcsr", "dbcsr", "levels"):
            self.assertIn("sparse result " + name, features)
        for name in ("csr", "csc", "coo", "dcsr", "dcsc", "csf", "bcsr", "dbcsr", "dense", "without a line"):
            self.assertIn("temporary " + name, features)
        for name in ("slice of a result", "diagonal of a result", "affine subscript of a result", "same_pattern", "huge dimension", "function line", "affine subscript of a sparse operand", "repeated operand",
                     "transposed", "deterministic", "empty operand", "operand with a fill value", "min-plus"):
            self.assertIn(name, features)

    def test_named_tests_hold_their_list_of_refusals(self):
        def counts(passed=(), refused=()):
            found = collections.defaultdict(collections.Counter)
            for name in named.TESTS:
                found["named " + name]["passed"] = 1
            for (name, result), outcome in [(row, "passed" if row in passed else "refused") for row in named.REFUSED]:
                found["named " + name][outcome] += 1
                found["refused %s %s" % (name, result)][outcome] = 1
            for name in refused:
                found["named " + name]["refused"] += 1
            return found
        self.assertEqual(named.complaints(counts()), [])
        row = ("sum", "csr")
        with unittest.mock.patch.dict(named.REFUSED, {row: "for this test"}):
            self.assertIn("passes", named.complaints(counts(passed=[row]))[0])
            self.assertEqual(named.complaints(counts()), [])
        self.assertEqual(named.complaints(counts(refused=["sum"])), ["sum is refused in 1 programs"])

    def test_stored_entries_mean_the_dense_tensor(self):
        for seed in range(600):
            source = random.Random(seed)
            rank = source.choice([1, 2, 2, 2, 3, 4])
            shape = [source.choice([0, 1, 2, 3, 5]) for _ in range(rank)]
            entries = [(c, data.value(source, "integer")) for c in data.coordinates(source, shape)]
            name = formats.choose(source, rank)
            packed, entries = formats.make(source, name, shape, entries, "integer", 0)
            values = packed.arrays[-1].values
            if packed.arrays[-1].role == "value_rows":
                values = [x for row in values for x in row]
            self.assertEqual(len(values), len(packed.layout), name)
            dense = [0] * data.product(shape)
            for place, value in zip(packed.layout, values):
                if place >= 0:
                    dense[place] += value
            self.assertEqual(dense, tensors.dense_of(entries, shape, "integer", 0), name)

    def test_positions_and_coordinates_are_in_range(self):
        for seed in range(300):
            source = random.Random(seed)
            shape = [source.choice([1, 2, 3, 5]) for _ in range(2)]
            entries = [(c, 1) for c in data.coordinates(source, shape)]
            packed, _ = formats.make(source, source.choice(["csr", "dcsr", "csc", "csf"]), shape, entries, "integer", 0)
            base = 1 if "base(1)" in packed.modifiers else 0
            arrays = {a.name: a.values for a in packed.arrays}
            self.assertEqual(arrays["pos1"][0], base)
            self.assertEqual(arrays["pos1"][-1] - base, len(arrays["vals"]))
            self.assertTrue(all(base <= x < max(shape) + base for x in arrays["crd1"]))


class RunnerTest(unittest.TestCase):
    def options(self, **others):
        return argparse.Namespace(**{"variant": None, "only": None, "batch": 100, "jobs": 2, "named": None, "family": "scatter", "target": "openmp",
                                     "seed": "1", "least": 0, "least_scheduled": 0, "least_feature": [], **others})

    def test_each_variant_gets_programs(self):
        for count in (40, 400, len(named.ALL), 3300):
            batches = run.plan(self.options(), list(range(count)))
            self.assertEqual({name for name, _ in batches}, {v.name for v in toolchain.VARIANTS})
            self.assertEqual(sorted(n for _, part in batches for n in part), list(range(count)))
            self.assertLessEqual(max(len(part) for _, part in batches), 100)
            self.assertEqual(len({part[0] for _, part in batches}), len(batches))
        with self.assertRaises(SystemExit):
            run.plan(self.options(), list(range(20)))
        self.assertEqual(run.plan(self.options(variant="gcc"), list(range(3))), [("gcc", [0, 1, 2])])
        self.assertEqual(run.plan(self.options(only=7), [7]), [("quick", [7])])

    def test_no_process_waits_for_the_last_file(self):
        sizes = [len(part) for _, part in run.plan(self.options(variant="quick"), list(range(250)))]
        self.assertEqual(sizes, [62, 63, 62, 63])
        self.assertEqual([name for name, _ in run.plan(self.options(), list(range(150)))][:2], ["quick", "quick"])

    def batch(self, **others):
        return run.Batch(None, run.Results(), self.options(out=pathlib.Path(tempfile.gettempdir()), **others), toolchain.VARIANTS[0], [0])

    def test_passes_without_the_schedule_count_apart(self):
        batch = self.batch(least=2, least_scheduled=2, least_feature=["workspace hash=1"])
        programs = [generate.make_program("1", n, family="scatter") for n in range(40)]
        program = next(p for p in programs if "workspace hash" in schedules.features(p))
        batch.owner = {1: program.number}
        again, = batch.without_refused([program], [(1, "impossible-precompute", "no")], "")
        self.assertFalse(again.commands)
        self.assertEqual(schedules.features(again), set())
        batch.results.passed(again)
        batch.results.passed(next(p for p in programs if "workspace hash" not in schedules.features(p)))
        self.assertEqual((batch.results.counts["passed"], batch.results.counts["scheduled"]), (2, 1))
        self.assertEqual(batch.results.features["workspace hash"], {"refused": 1})
        self.assertEqual(run.shortfalls(batch.results, batch.options), [
            "only 1 programs with their schedules passed, at least 2 should",
            "only 0 programs with 'workspace hash' passed, at least 1 should"])

    def test_only_a_device_may_be_unable(self):
        for target, kind in (("openmp", "failed"), ("cuda", "unsupported")):
            batch = self.batch(target=target)
            program = generate.make_program("1", 0, schedule=False, family="first")
            batch.owner = {1: 0}
            with unittest.mock.patch.object(batch, "fail", lambda *_: batch.results.add("failed")):
                self.assertEqual(batch.without_refused([program], [(1, "target-cannot", "no")], ""), [])
            self.assertEqual(batch.results.counts[kind], 1)

    def test_a_failure_tells_its_environment(self):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch("builtins.print") as printed:
            batch = self.batch()
            batch.options.out = pathlib.Path(folder)
            batch.fail(generate.make_program("1", 0, family="first"), "difference", "C differs", {"INSUM_EMULATION_ORDER": "random:1"})
            text = next(pathlib.Path(folder).rglob("*.cpp")).read_text()
            self.assertIn("// difference (quick INSUM_EMULATION_ORDER=random:1)", text)
            self.assertIn("INSUM_EMULATION_ORDER=random:1", printed.call_args[0][0])


class ScatterTest(unittest.TestCase):
    def test_same_seed_same_text(self):
        for number in range(40):
            first = generate.single_file(generate.make_program("5", number, family="scatter"))
            self.assertEqual(first, generate.single_file(generate.make_program("5", number, family="scatter")))

    def test_without_a_schedule_the_rest_is_kept(self):
        for number in range(80):
            program = generate.make_program("6", number, family="scatter")
            bare = generate.make_program("6", number, schedule=False, family="scatter")
            self.assertTrue(program.commands)
            self.assertFalse(bare.commands)
            self.assertFalse([x for x in bare.lines if x.startswith(("schedule", "workspace", "assume"))])
            self.assertEqual([e.pragma() for e in program.einsums], [e.pragma() for e in bare.einsums])
            self.assertEqual([x for x in program.lines if x.startswith("tensor")], [x for x in bare.lines if x.startswith("tensor")])
            self.assertEqual(program.output.lines, bare.output.lines)
            self.assertEqual({n: t.lines for n, t in program.tensors.items()}, {n: t.lines for n, t in bare.tensors.items()})

    def test_everything_is_drawn(self):
        programs = [generate.make_program("7", n, family="scatter") for n in range(500)]
        features = {f for p in programs for f in p.features | schedules.features(p)}
        for name in ("workspace auto", "workspace coord", "workspace bucket", "workspace hash", "workspace dense", "workspace user", "workspace line", "sparse result, unsorted",
                     "workspace capacity", "workspace pipeline", "workspace double_buffer", "memory bound", "memory bound, tight", "schedule reorder", "schedule split", "schedule fuse", "schedule pos",
                     "huge dimension", "min-plus", "max-plus", "max-times", "bool", "deterministic", "sparse result, min=",
                     "sparse result, max=", "sparse result, |=", "sparse result, +="):
            self.assertIn(name, features)
        wide = [p for p in programs if data.product(p.output.shape) > 2 ** 63]
        self.assertGreater(len(wide), 10)
        for program in wide:
            self.assertTrue(program.output.is_sparse)


if __name__ == "__main__":
    unittest.main()
