"""insum convert, run as a user runs it."""
import gzip
import json
import os
import re
import shutil
import sys
import unittest

from data_files import ENTRIES, FORMATS, MATRIX, WITHOUT_ZEROS, Data, entries_of, npy, read_npy


class Convert(Data):
    def test_table(self):
        out, errors = self.insum("convert", "a.mtx", "--to", "group_coo<2>")
        self.assertEqual(errors, "")
        out = re.sub(r"[0-9.]+ ms", "T", out)
        self.assertEqual(out, """a.mtx: 5 x 6, 9 entries; read in T, sorted in T
group_coo<2>: converted in T
  array  type     sizes  bytes
  AM     int32    5         20
  AK     int32    5 x 2     40
  AV     float64  5 x 2     80
  total                    140
values stored 10, of which padding 1 (10.0 %)
""")

    def test_every_format_there_and_back(self):
        for name in FORMATS:
            with self.subTest(name):
                out, _ = self.insum("convert", "a.mtx", "--to", name, "-o", "folder/" + name)
                self.assertIn("written to folder/" + name, out)
                about = json.loads(self.read(f"folder/{name}/tensor.json"))
                self.assertEqual((about["format"], about["shape"]), (name, [5, 6]))
                for array in about["arrays"]:
                    read_npy(self.path(f"folder/{name}/{array}.npy"))
                self.insum("convert", "folder/" + name, "--to", "csr", "-o", "back.mtx")
                zeros = {} if name in WITHOUT_ZEROS else {(2, 2): 0.0}
                self.assertEqual(self.entries("back.mtx"), {**{at: v for at, v in ENTRIES.items() if v}, **zeros})

    def test_arrays(self):
        self.insum("convert", "a.mtx", "--to", "block_group_coo< 2, 2, 3 >", "-o", "b", "--value", "float", "--index", "64")
        self.assertEqual(json.loads(self.read("b/tensor.json"))["parameters"], {"g": 2, "bm": 2, "bk": 3})
        self.assertEqual(read_npy(self.path("b/AM.npy"))[:2], ((3,), "<i8"))
        self.assertEqual(read_npy(self.path("b/AK.npy")), ((3, 2), "<i8", [0, 1, 0, 1, 1, 1]))
        shape, descr, values = read_npy(self.path("b/AV.npy"))
        self.assertEqual((shape, descr), ((3, 2, 2, 3), "<f4"))
        self.assertEqual(values[:12], [1.5, 0, 0, 0, 3, 0, -2, 0, 0, 0, 0, 0])

    def test_types_are_those_of_the_input(self):
        self.insum("convert", "a.mtx", "--to", "csr", "-o", "b", "--value", "float", "--index", "64")
        self.assertIn("float32", self.insum("convert", "b", "--to", "csc")[0])
        self.assertIn("int64", self.insum("convert", "b", "--to", "csc")[0])
        self.assertIn("float64", self.insum("convert", "b", "--to", "csc", "--value", "double")[0])

    def test_numbers_that_are_chosen(self):
        self.assertIn("group_coo<2>: ", self.insum("convert", "a.mtx", "--to", "group_coo<auto>")[0])
        self.assertIn("ell<4>: ", self.insum("convert", "a.mtx", "--to", "ell<auto>")[0])
        self.assertIn("hyb<2,0>: ", self.insum("convert", "a.mtx", "--to", "hyb<2,0>")[0])
        self.assertIn("bcsr<4,4>: ", self.insum("convert", "a.mtx", "--to", "bcsr")[0])

    def test_the_result_does_not_depend_on_threads(self):
        for threads in ("1", "2", "3"):
            self.insum("convert", "a.mtx", "--to", "csc", "-o", "t" + threads, "--threads", threads)
        for array in ("pos", "crd", "vals"):
            self.assertEqual(read_npy(self.path(f"t1/{array}.npy")), read_npy(self.path(f"t3/{array}.npy")))

    def test_exchange_formats(self):
        self.insum("convert", "a.mtx", "--to", "csc", "-o", "c.mtx.gz")
        with gzip.open(self.path("c.mtx.gz"), "rt") as file:
            text = file.read()
        self.assertEqual(entries_of(text), ENTRIES)
        self.assertEqual(text.splitlines()[2:5], ["1 1 1.5", "3 1 4", "2 2 3"])  # by columns
        self.insum("convert", "c.mtx.gz", "--to", "coo", "-o", "c.tns")
        self.insum("convert", "c.tns", "--to", "dense", "-o", "d.npy")
        shape, _, values = read_npy(self.path("d.npy"))
        self.assertEqual(shape, (5, 6))
        self.assertEqual(values[15], 6.25)
        self.insum("convert", "d.npy", "--to", "coo", "-o", "d.mtx")
        self.assertEqual(self.entries("d.mtx"), {at: v for at, v in ENTRIES.items() if v})
        self.write("p.smtx", "2, 3, 2\n0 1 2\n2 0\n")
        self.insum("convert", "p.smtx", "--to", "csr", "-o", "p.mtx")
        self.assertEqual(self.entries("p.mtx"), {(0, 2): 1, (1, 0): 1})

    def test_tensors(self):
        for line in ("1 2 0.5\n", "1 2 3 0.5\n", "1 2 3 4 0.5\n", "1 2 3 4 5 0.5\n", "3 0.5\n"):
            self.write("t.tns", "# a comment\n" + line)
            groups = ["group_coo<auto>", "group_coo<3>"] if line.count(" ") > 1 else []
            for name in ["coo", "csf", "dense", *groups]:
                self.insum("convert", "t.tns", "--to", name, "-o", "t")
                self.insum("convert", "t", "--to", "coo", "-o", "back.tns")
                self.assertEqual(self.read("back.tns"), line)
        self.write("t.tns", "1 2 3 0.5\n")
        _, errors = self.insum("convert", "t.tns", "--to", "csr", status=1)
        self.assertIn("'t.tns' cannot be converted to csr: it has 3 modes, not 2 [insum-conversion-impossible]", errors)
        self.insum("convert", "t.tns", "--to", "coo", "-o", "t.mtx", status=1)
        self.write("t.tns", "1 2 3 4 5 6 0.5\n")
        _, errors = self.insum("convert", "t.tns", "--to", "coo", status=1)
        self.assertIn("t.tns:1: error: a tensor of 6 modes: 1 to 5 can be read [insum-data-file]", errors)

    def test_outputs_are_replaced_whole_or_not_at_all(self):
        self.insum("convert", "a.mtx", "--to", "dcsr", "-o", "out/")
        self.insum("convert", "a.mtx", "--to", "csr", "-o", "out")
        self.assertEqual(sorted(os.listdir(self.path("out"))), ["crd.npy", "pos.npy", "tensor.json", "vals.npy"])
        self.insum("convert", "a.mtx", "--to", "ell<1>", "-o", "out", status=1)
        self.assertEqual(json.loads(self.read("out/tensor.json"))["format"], "csr")
        self.write("mine/notes.txt", "x")
        _, errors = self.insum("convert", "a.mtx", "--to", "csr", "-o", "mine", status=1)
        self.assertIn("cannot write 'mine': it is there, and is no folder of arrays", errors)
        self.assertEqual(os.listdir(self.path("mine")), ["notes.txt"])
        self.assertEqual([name for name in os.listdir(self.folder.name) if "tmp" in name], [])

    def test_usage(self):
        for arguments, message in (
                (["--to", "crs"], "unknown format 'crs'; did you mean 'csr'?"),
                (["--to", "rows"], "nothing makes arrays of pointers to rows"),
                (["--to", "bcsr<4>"], "format bcsr takes 2 sizes: write bcsr<m,n>"),
                (["--to", "csr<4>"], "format csr takes 0 sizes: write csr"),
                (["--to", "group_coo<0>"], "'0' cannot be a size of group_coo: give a number of at least 1, or auto"),
                (["--to", "group_coo<x>"], "'x' cannot be a size of group_coo"),
                (["--to", "group_coo<99999999999999999999>"], "cannot be a size of group_coo"),
                (["--to", "group_coo<4"], "does not end in '>'"),
                (["--to", ""], "unknown format ''"),
                (["--to", "csr", "-o", "a.mtx"], "the output 'a.mtx' is the input"),
                (["--to", "csr", "-o", "a.npy"], "a .npy file holds one array"),
                (["--to", "csr", "-o", "a.npz"], "'a.npz' cannot be written"),
                (["--to", "csr", "--index", "16"], "16 not in {32,64}"),
                (["--to", "csr", "--value", "half"], "half not in {float,double}"),
                (["--to", "csr", "--threads", "0"], "--threads"),
                ([], "--to is required")):
            with self.subTest(arguments):
                self.assertIn(message, self.insum("convert", "a.mtx", *arguments, status=2)[1])
        self.write("a.csv", "1")
        self.assertIn("'a.csv' is no tensor's file", self.insum("convert", "a.csv", "--to", "csr", status=2)[1])

    def test_what_is_wrong_with_files(self):
        for name, text, message in (
                ("b.mtx", "", "b.mtx:1: error: the file is empty [insum-data-file]"),
                ("b.mtx", MATRIX.replace("3 4 6", "3 7 6"), "b.mtx:9: error: column 7 is out of range [1, 6]"),
                ("b.mtx", MATRIX.replace("real", "complex"), "b.mtx:2: error: the values are complex"),
                ("b.mtx", MATRIX.replace("5 6 10", "3000000000 6 10"), "b.mtx:2: note: give --index 64"),
                ("b.mtx", MATRIX.replace("5 6 10", "5 6 9000000000000000000"), "b.mtx:13: error: expected 9000"),
                ("b.mtx.gz", gzip.compress(MATRIX.encode())[:-20], "b.mtx.gz:1: error: the compressed data end early"),
                ("b.tns", "", "b.tns:1: error: the file has no entries"),
                ("b.tns", "7\n", "b.tns:1: error: expected coordinates and a value"),
                ("b.tns", "1 1 1\n1 x 1\n", "b.tns:2: error: "),
                ("b.smtx", "2, 2, 1\n0 1 1\n7\n", "b.smtx:3: error: column 7 is out of range [0, 1]"),
                ("b.npy", b"\x93NUMPY", "b.npy:1: error: not a NumPy file"),
                ("b.npy", npy((1 << 40, 1 << 40), "<f4", []), "b.npy:1: error: the sizes are too large"),
                ("b.npy", npy((0, 1 << 40, 1 << 40), "<f4", []), "b.npy:1: error: the sizes are too large"),
                ("b.npy", npy((), "<f4", [1]), "b.npy:1: error: a tensor of 0 modes"),
                ("b.npy", npy((1 << 40,), "<f4", [1]), "the file ends after 1")):
            with self.subTest(message):
                self.write(name, text)
                out, errors = self.insum("convert", name, "--to", "coo", status=1)
                self.assertIn(message, errors)
                self.assertEqual(out, "")
        _, errors = self.insum("convert", "none.mtx", "--to", "coo", status=1)
        self.assertIn("none.mtx:1: error: cannot be opened: No such file or directory [insum-data-file]", errors)
        self.assertIn("none.mtx:1: note: check the name and the permissions\n", errors)
        self.write("b.npy", npy((1,), "<f8", [1e300]))
        _, errors = self.insum("convert", "b.npy", "--to", "coo", "--value", "float", status=1)
        self.assertIn("b.npy:1: error: value 1e+300 does not fit the value type [insum-data-file]", errors)
        self.assertIn("b.npy:1: note: give --value double", errors)
        self.assertIn("none:1: error: cannot be opened", self.insum("convert", "none", "--to", "coo", status=1)[1])

    def test_what_is_wrong_with_folders(self):
        def damaged(change, to="coo"):
            shutil.rmtree(self.path("f"), ignore_errors=True)
            self.insum("convert", "a.mtx", "--to", "group_coo<2>", "-o", "f")
            change()
            out, errors = self.insum("convert", "f", "--to", to, status=1)
            self.assertEqual(out, "")
            return errors

        about = {"format": "group_coo", "shape": [5, 6], "parameters": {"g": 2}, "arrays": ["AM", "AK", "AV"]}
        for text, message in (
                ("", "f/tensor.json:1: error: expected '{', found the end of the file"),
                ("{\n\"shape\": [1,\n}", "f/tensor.json:3: error: expected a whole number, found '}'"),
                (json.dumps({**about, "format": "group"}), "no tensor of 2 modes has the format 'group'"),
                (json.dumps({**about, "format": "bcsr"}), "f/tensor.json:1: error: the parameter 'bm' is missing"),
                (json.dumps({**about, "shape": []}), "a tensor of 0 modes"),
                (json.dumps({**about, "shape": [5, 6, 7]}), "the arrays are not those of the format: crd0, crd1, crd2, vals"),
                (json.dumps({**about, "shape": [5, 6, 7], "format": "ell"}), "no tensor of 3 modes has the format 'ell'"),
                (json.dumps({**about, "shape": [2, 6]}), "f/AM.npy:1: error: group_coo.AM[2] = 2: out of range [0, 2)"),
                (json.dumps({**about, "shape": [5, 2]}), "f/AK.npy:1: error: group_coo.AK[1] = 3: out of range [0, 2)"),
                (json.dumps({**about, "shape": [1 << 40, 6]}), "shape[0] = 1099511627776: its last coordinate does not fit the index type"),
                (json.dumps({**about, "parameters": {"g": 3}}), "f/AK.npy:1: error: the array's size 1 is 2, expected 3"),
                (json.dumps({**about, "parameters": {}}), "f/tensor.json:1: error: the parameter 'g' is missing"),
                (json.dumps({**about, "arrays": ["AM", "AK"]}), "the arrays are not those of the format: AM, AK, AV"),
                (json.dumps({**about, "arrays": ["AM", "AK", "../a"]}), "cannot be opened")):
            with self.subTest(message):
                self.assertIn(message, damaged(lambda text=text: self.write("f/tensor.json", text)))
        for array, data, message in (
                ("AM", npy((5,), "<i4", [0, 1, 2, 2, 9]), "f/AM.npy:1: error: group_coo.AM[4] = 9: out of range [0, 5)"),
                ("AM", npy((5,), "<i4", [0, 2, 1, 2, 4]), "group_coo.AM[2] = 1: less than the one before it"),
                ("AM", npy((5,), "<f4", [0, 1, 2, 2, 4]), "f/AM.npy:1: error: the values are floating-point numbers"),
                ("AK", npy((10,), "<i4", [0] * 10), "f/AK.npy:1: error: the array has 1 dimensions, expected 2"),
                ("AV", npy((5, 2), "<f8", [1]), "f/AV.npy:1: error: expected 10 values, the file ends after 1"),
                ("AV", b"", "f/AV.npy:1: error: not a NumPy file")):
            with self.subTest(message):
                self.assertIn(message, damaged(lambda a=array, d=data: self.write(f"f/{a}.npy", d)))
        self.assertIn("f/AM.npy:1: error: cannot be opened", damaged(lambda: os.remove(self.path("f/AM.npy"))))
        self.assertIn("f/tensor.json:1: error: cannot be opened", damaged(lambda: os.remove(self.path("f/tensor.json"))))

    def test_conversions_that_are_refused(self):
        self.write("wide.mtx", "%%MatrixMarket matrix coordinate real general\n2000000000 2000000000 1\n1 1 1\n")
        for name, text, to in (("a.mtx", "row 2 has 4 entries", "ell<2>"),
                               ("a.mtx", "so many elements with their padding exceed", "bcsr<100000000,100000000>"),
                               ("a.mtx", "the product of the sizes is too large", "bcsr<9000000000000000000,1>"),
                               ("wide.mtx", "the product of the sizes is too large", "dense")):
            with self.subTest(to):
                _, errors = self.insum("convert", name, "--to", to, status=1)
                self.assertIn(text, errors)
                self.assertIn("[insum-conversion-impossible]", errors)
        for name in ("csr", "dia", "ell", "bcsr"):  # whose arrays, or those in between, have terabytes
            with self.subTest(name):
                self.write("wide.mtx", "%%MatrixMarket matrix coordinate real general\n1000000000000 1000000000000 1\n1 1 1\n")
                _, errors = self.insum("convert", "wide.mtx", "--to", name, "--index", "64", status=1)
                self.assertIn("'wide.mtx' cannot be converted to " + name, errors)
                self.assertIn(", 7/8 of the memory that is available: ", errors)
        text, _ = self.insum("convert", "a.mtx", "--to", "hyb<1000000000000,0>")
        self.assertIn("hyb<6,0>", text)  # no more partitions than columns
        self.insum("convert", "wide.mtx", "--to", "dcsr", "--index", "64")  # nothing is as long as there are rows

    def test_matrices_without_rows_or_entries(self):
        for size in ("0 0", "0 4", "4 0", "4 4"):
            self.write("e.mtx", f"%%MatrixMarket matrix coordinate real general\n{size} 0\n")
            for name in FORMATS:
                with self.subTest((size, name)):
                    self.insum("convert", "e.mtx", "--to", name, "-o", "e")
                    self.insum("convert", "e", "--to", "coo", "-o", "back.mtx")
                    self.assertEqual(self.read("back.mtx").splitlines()[1], size + " 0")


del sys.argv[1:3]
unittest.main()
