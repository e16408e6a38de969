"""insum stats, run as a user runs it."""
import base64
import json
import os
import struct
import sys
import unittest
import xml.etree.ElementTree
import zlib

from data_files import ENTRIES, Data, npy


class Stats(Data):
    def json(self, *arguments):
        return json.loads(self.insum("stats", *arguments, "--format=json")[0])

    def test_text(self):
        out, errors = self.insum("stats", "a.mtx")
        self.assertEqual(errors, "")
        for line in ("a.mtx: 5 x 6, 9 entries, density 0.3",
                     "  1 duplicates in the file were added up, 1 entries are zero",
                     "  rows             5      1      0   1.8     4",
                     "  band: 2 below the diagonal, 3 above it",
                     "  diagonal: 4 of 5 stored",
                     "  groups of 2        15  recommended",
                     "  With float64 values and int32 indices; accesses are rows of B read and of C updated"):
            self.assertIn(line, out)

    def test_nothing_beside_the_diagonal(self):
        self.write("one.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2.5\n")
        out, _ = self.insum("stats", "one.mtx")
        self.assertIn("  symmetric pattern: yes, no entries are beside the diagonal\n", out)

    def test_numbers(self):
        about = self.json("a.mtx")
        self.assertEqual((about["shape"], about["entries"], about["duplicates"], about["zeros"]), ([5, 6], 9, 1, 1))
        rows, columns = about["modes"]
        self.assertEqual((rows["least"], rows["most"], rows["empty"], rows["mean"]), (0, 4, 1, 1.8))
        self.assertAlmostEqual(rows["variation"], (sum((n - 1.8)**2 for n in (2, 1, 4, 0, 2)) / 5)**0.5 / 1.8)
        self.assertEqual((columns["least"], columns["most"], columns["empty"]), (1, 2, 0))
        self.assertEqual(about["pattern"], {"lower_bandwidth": 2, "upper_bandwidth": 3, "diagonal": 4, "mirrored": None,
                                            "symmetric": None})
        self.assertEqual(about["blocks"][0], {"size": 4, "blocks": 2, "fill": 9 / 32})
        self.assertEqual(about["groups"]["recommended"], 2)
        formats = {each["format"]: each for each in about["formats"]}
        self.assertEqual(formats["csr"], {"format": "csr", "slots": 9, "padding": 0, "bytes": 9 * 8 + 15 * 4, "accesses": 14})
        self.assertEqual(formats["group_coo<2>"]["padding"], 1)
        self.assertEqual(self.json("a.mtx", "--value", "float")["formats"][1]["bytes"], 24 * 4)

    def test_formats_cost_what_conversions_make(self):
        for cost in self.json("a.mtx")["formats"]:
            out, _ = self.insum("convert", "a.mtx", "--to", cost["format"])
            with self.subTest(cost["format"]):
                self.assertRegex(out, rf"\n  total +{cost['bytes']}\n")
                self.assertIn(f"values stored {cost['slots']},", out)

    def test_symmetry(self):
        def pattern(entries):
            lines = "".join(f"{i} {j} 1\n" for i, j in entries)
            self.write("s.mtx", f"%%MatrixMarket matrix coordinate real general\n3 3 {len(entries)}\n{lines}")
            return self.json("s.mtx")["pattern"]

        self.assertTrue(pattern([(1, 1), (1, 3), (3, 1)])["symmetric"])
        one = pattern([(1, 3), (3, 1), (2, 1), (2, 3)])
        self.assertEqual((one["symmetric"], one["mirrored"]), (False, 2))
        self.assertTrue(pattern([])["symmetric"])

    def test_tensors(self):
        self.write("t.tns", "1 2 3 0.5\n1 2 4 1\n4 1 1 2\n")
        about = self.json("t.tns")
        self.assertEqual([mode["size"] for mode in about["modes"]], [4, 2, 4])
        self.assertEqual([mode["empty"] for mode in about["modes"]], [2, 0, 1])
        self.assertEqual([each["format"] for each in about["formats"]], ["coo", "csf"])
        self.assertIsNone(about["pattern"])
        self.assertIn("mode 1", self.insum("stats", "t.tns")[0])
        _, errors = self.insum("stats", "t.tns", "--spy", "t.png", status=1)
        self.assertIn("no picture can be drawn of 't.tns': it has 3 modes [insum-no-picture]", errors)
        self.assertIn("note: leave --spy out: a matrix has 2\n", errors)

    def test_sizes_that_entries_do_not_bear_out(self):
        self.write("w.mtx", "%%MatrixMarket matrix coordinate real general\n2000000000 2000000000 1\n7 9 1\n")
        about = self.json("w.mtx", "--spy", "w.png")
        self.assertEqual((about["formats"], about["groups"], about["blocks"]), ([], None, []))
        self.assertEqual(about["modes"][0]["empty"], 1999999999)
        self.assertIn("left out are blocks, groups and formats", self.insum("stats", "w.mtx")[0])

    def test_empty(self):
        for size in ("0 0", "0 3", "3 3"):
            self.write("e.mtx", f"%%MatrixMarket matrix coordinate real general\n{size} 0\n")
            self.assertEqual(self.json("e.mtx")["entries"], 0)
            self.insum("stats", "e.mtx")
        self.insum("stats", "e.mtx", "--spy", "e.svg")
        self.write("e.mtx", "%%MatrixMarket matrix coordinate real general\n0 3 0\n")
        self.insum("stats", "e.mtx", "--spy", "e.svg", status=1)

    def test_folders(self):
        self.insum("convert", "a.mtx", "--to", "csc", "-o", "f", "--value", "float")
        self.assertEqual(self.json("f")["value_type"], "float32")
        self.write("f/pos.npy", npy((7,), "<i4", [0, 2, 4, 5, 7, 8, 10]))
        self.assertIn("f/pos.npy:1: error: csc.pos[6] = 10", self.insum("stats", "f", status=1)[1])

    def test_usage(self):
        self.assertIn("end it in .svg or .png", self.insum("stats", "a.mtx", "--spy", "a.gif", status=2)[1])
        self.assertIn("--spy: '' names no file", self.insum("stats", "a.mtx", "--spy", "", status=2)[1])
        self.insum("stats", "a.mtx", "--format=xml", status=2)
        self.insum("stats", status=2)
        self.insum("stats", "none.mtx", status=1)
        self.insum("stats", "a.mtx", "--spy", "a.mtx/x.png", status=1)


def pixels_of(data):
    """(width, height, rows of RGBA bytes) of a PNG file with 8 bits a channel."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, body = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        chunk = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", chunk[:10])
            assert (depth, color) == (8, 6)
        if kind == b"IDAT":
            body += chunk
        at += 12 + length
    body, stride, rows, above = zlib.decompress(body), 4 * width, [], bytearray(4 * width)
    for y in range(height):
        start = y * (stride + 1)
        how, row = body[start], bytearray(body[start + 1:start + 1 + stride])
        for x in range(stride):
            left, up = row[x - 4] if x >= 4 else 0, above[x]
            corner = above[x - 4] if x >= 4 else 0
            if how == 1:
                row[x] = row[x] + left & 255
            elif how == 2:
                row[x] = row[x] + up & 255
            elif how == 3:
                row[x] = row[x] + (left + up) // 2 & 255
            elif how == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
                row[x] = row[x] + near[2] & 255
        rows.append(row)
        above = row
    return width, height, rows


class Picture(Data):
    def test_png(self):
        self.insum("stats", "a.mtx", "--spy", "a.png")
        with open(self.path("a.png"), "rb") as file:
            width, height, rows = pixels_of(file.read())
        self.assertGreaterEqual((width, height), (600, 500))
        stored = {(i, j) for i in range(5) for j in range(6) if rows[10 + 50 + 100 * i][4 * (10 + 50 + 100 * j) + 3]}
        self.assertEqual(stored, set(ENTRIES))

    def test_svg(self):
        _, errors = self.insum("stats", "a.mtx", "--spy", "pictures/a.svg", status=1)
        self.assertIn("cannot write 'pictures/a.svg': there is no folder 'pictures'", errors)
        os.mkdir(self.path("pictures"))
        self.insum("stats", "a.mtx", "--spy", "pictures/a.svg")
        root = xml.etree.ElementTree.fromstring(self.read("pictures/a.svg"))
        texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
        self.assertEqual(texts, ["0", "6", "0", "5", "5 x 6, 9 entries"])
        image = next(root.iter("{http://www.w3.org/2000/svg}image")).get("href")
        width, height, _ = pixels_of(base64.b64decode(image[len("data:image/png;base64,"):], validate=True))
        self.assertEqual((width, height), (6, 5))

    def test_large_matrices_have_at_most_a_thousand_cells_a_side(self):
        lines = "".join(f"{3 * n + 1} {n + 1} 1\n" for n in range(1000))
        self.write("l.mtx", f"%%MatrixMarket matrix coordinate real general\n30000 1000 1000\n{lines}")
        self.insum("stats", "l.mtx", "--spy", "l.png")
        with open(self.path("l.png"), "rb") as file:
            data = file.read()
        width, height = struct.unpack(">II", data[16:24])
        self.assertEqual((width, height), (max(250, 12 * len("30000 x 1000, 1000 entries")) + 20, 1000 + 44))

    def test_narrow_matrices_are_stretched(self):
        self.write("n.mtx", "%%MatrixMarket matrix coordinate real general\n1000 3 1\n500 2 1\n")
        self.insum("stats", "n.mtx", "--spy", "n.svg")
        self.assertIn('width="120" height="1000"', self.read("n.svg"))


del sys.argv[1:3]
unittest.main()
