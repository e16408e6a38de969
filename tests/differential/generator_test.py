"""Tests of the generator itself: the same seed gives the same programs, and packed tensors mean what they should."""
import collections
import random
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
import skeletons
import tensors
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


if __name__ == "__main__":
    unittest.main()
