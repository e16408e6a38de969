"""Tests of the generator itself: the same seed gives the same programs, and packed tensors mean what they should."""
import random
import unittest

import data
import formats
import generate
import tensors


class GeneratorTest(unittest.TestCase):
    def test_same_seed_same_text(self):
        for number in range(20):
            first = generate.single_file(generate.make_program("5", number))
            self.assertEqual(first, generate.single_file(generate.make_program("5", number)))

    def test_other_seed_other_programs(self):
        keys = {generate.make_program(str(seed), n).key() for seed in range(4) for n in range(50)}
        self.assertGreater(len(keys), 195)

    def test_schedule_is_all_that_leaving_it_out_changes(self):
        for number in range(40):
            program = generate.make_program("6", number)
            bare = generate.make_program("6", number, schedule=False)
            self.assertEqual([e.pragma() for e in program.einsums], [e.pragma() for e in bare.einsums])
            self.assertEqual(program.output.values, bare.output.values)
            self.assertFalse(bare.commands)

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
