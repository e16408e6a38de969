#!/usr/bin/env python3
"""Pages of `insum explain --html`: their structure, what is in them and what may never be.

    page_test.py INSUM INCLUDE [--update] [UNITTEST ARGUMENT...]
"""
import json
import os
import re
import shutil
import sys
import tempfile
import unittest

from pages import HERE, explain, read

INSUM, INCLUDE = (os.path.abspath(path) for path in sys.argv[1:3])
EXPECTED = os.path.join(HERE, "small.expected")
BLOCK = """void f%d(float* y, const float* x, int n) {
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
"""
GROUPS = """void g(const int (&am)[6], const int* ak, const double* av, const double* b, double* c) {
#pragma insum C[m,n] += A[m,k] * B[k,n]
#pragma insum tensor A[10,10] : group_coo<4>(am, ak, av)
#pragma insum tensor B[10,8] : dense(b)
#pragma insum tensor C[10,8] : dense(c)
  {}
}
"""


TREES = """void mm(int m, int n, int k, const double* a, const double* b, double* c) {
#pragma insum C[i,j] += A[i,l] * B[l,j]
#pragma insum tensor A[m,k] : dense(a) order(1,0)
#pragma insum tensor B[k,n] : dense(b)
#pragma insum tensor C[m,n] : dense(c)
  {}
}
void blocks(int m, int n, const int* pos, const int* crd, const double* vals, const double* b, double* c) {
#pragma insum C[i] += A[i,k] * B[k]
#pragma insum tensor A[m,n] : bcsr<4,8>(pos, crd, vals)
#pragma insum tensor B[n] : dense(b)
#pragma insum tensor C[m] : dense(c)
  {}
}
"""


def outline(element, depth=0):
    """The elements that a page is made of, a line each, with their text where they hold nothing else."""
    if element.tag in ("#text", "style"):
        return ""
    kinds = element.attributes.get("class")
    line = "  " * depth + element.tag + (f".{kinds}" if kinds else "")
    for name in ("id", "href"):
        if name in element.attributes:
            line += f" {name}={element.attributes[name]}"
    inner = [child for child in element.children if child.tag != "#text"]
    if element.tag == "code" and len(inner) > 1 and inner[0].attributes["id"].startswith("block-"):
        del inner[1:]  # what is generated is tested elsewhere
    if not inner or element.tag == "span" and kinds.startswith("line"):
        return line + " " + json.dumps(element.whole_text(), ensure_ascii=False) + "\n"
    return line + "\n" + "".join(outline(child, depth + 1) for child in inner)


class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def explain(self, *arguments, status=0):
        run = explain(INSUM, INCLUDE, self.folder, *arguments)
        self.assertEqual(run.returncode, status, run.stderr + run.stdout)
        return run.stderr

    def page(self, *arguments):
        """The text and the elements of the page about a.cpp."""
        self.explain("a.cpp", "--html", "a.html", *arguments)
        return read(os.path.join(self.folder, "a.html"))


class Page(Pages):
    def small(self):
        shutil.copy(os.path.join(HERE, "small.cpp"), os.path.join(self.folder, "a.cpp"))
        return self.page()

    def test_structure_of_a_small_page(self):
        made = re.sub(r"Written by insum [0-9.]+", "Written by insum VERSION", outline(self.small()[1]))
        if "--update" in sys.argv:
            with open(EXPECTED, "w", encoding="utf-8") as file:
                file.write(made)
        with open(EXPECTED, encoding="utf-8") as file:
            self.assertEqual(made, file.read(), "see the target update_html")

    def test_same_input_same_bytes(self):
        first, _ = self.small()
        second, _ = self.page()
        self.assertEqual(first, second)

    def test_the_page_needs_nothing_else_and_runs_nothing(self):
        text, root = self.small()
        self.assertFalse(re.search(r"https?:|url\(|@import|javascript:", text))
        tags = {element.tag for element in root.all()}
        self.assertFalse(tags & {"script", "link", "img", "iframe", "object", "embed", "form", "base"})
        for element in root.all():
            self.assertFalse([name for name in element.attributes if name.startswith("on") or name == "src"])

    def test_links_lead_to_anchors_which_are_unique(self):
        self.write("a.cpp", "".join(BLOCK % n for n in range(3)))
        _, root = self.page()
        anchors = [e.attributes["id"] for e in root.all() if "id" in e.attributes]
        self.assertEqual(len(anchors), len(set(anchors)))
        for link in root.find("a"):
            self.assertTrue(link.attributes["href"].startswith("#"))
            self.assertIn(link.attributes["href"][1:], anchors)

    def test_generated_lines_and_blocks_link_to_each_other(self):
        self.write("a.cpp", BLOCK % 0 + BLOCK % 1)
        _, root = self.page()
        for block, line in enumerate((2, 8)):
            for number in range(line, line + 4):
                place = root.find("span", id=f"L{number}")[0]
                self.assertEqual(place.find("a")[0].attributes["href"], f"#block-{block}")
            lines = [e for e in root.all() if e.attributes.get("id", "").startswith(f"block-{block}-code-")]
            self.assertGreater(len(lines), 10)
            for place in lines:
                self.assertEqual(place.find("a")[0].attributes["href"], f"#L{line}")
        self.assertEqual(root.find("span", id="L1")[0].find("a")[0].attributes["href"], "#L1")

    def test_text_that_would_be_markup(self):
        hostile = ('const char* s = "</code></pre></style><script>alert(1)</script><img src=x onerror=alert(1)>";\n'
                   "// <!-- & &amp; ' \"\n")
        self.write("a.cpp", hostile + BLOCK % 0)
        _, root = self.page()
        lines = [root.find("span", id=f"L{n}")[0].find("span", class_="source")[0].whole_text() for n in (1, 2)]
        self.assertEqual("\n".join(lines) + "\n", hostile)
        self.assertFalse(root.find("script") + root.find("img"))

    def test_bytes_that_are_no_text(self):
        self.write("a.cpp", b"// \xff\xfe\x00\x1b[0m \xe2\x80\xae caf\xc3\xa9\r\n" + (BLOCK % 0).encode())
        _, root = self.page()
        self.assertEqual(root.find("span", id="L1")[0].find("span", class_="source")[0].whole_text(),
                         "// \ufffd\ufffd\u27e8U+0000\u27e9\u27e8U+001B\u27e9[0m \u27e8U+202E\u27e9 caf\u00e9")

    def test_a_name_that_would_be_markup(self):
        name = "<b>&'.cpp"
        self.write(name, BLOCK % 0)
        self.explain(name, "--html", "a.html")
        _, root = read(os.path.join(self.folder, "a.html"))
        self.assertEqual(root.find("h1")[0].whole_text(), name)

    def test_no_folder_of_the_machine(self):
        self.write("a.cpp", BLOCK % 0)
        here, _ = self.page()
        self.explain(os.path.join(self.folder, "a.cpp"), "--html", "b.html")
        text, root = read(os.path.join(self.folder, "b.html"))
        self.assertEqual(text, here)
        self.assertEqual(root.find("h1")[0].whole_text(), "a.cpp")
        self.assertNotIn(self.folder, text)

    def test_no_folder_of_a_compile_command(self):
        self.write("a.cpp", BLOCK % 0)
        command = {"directory": self.folder, "file": "a.cpp", "command": f"c++ -std=c++20 -I{INCLUDE} -c a.cpp"}
        self.write("compile_commands.json", json.dumps([command]))
        text, _ = self.page("-p", ".")
        self.assertNotIn(self.folder, text)
        self.assertIn("&quot;a.cpp&quot;", text)  # as the kernel names the file

    def test_one_block(self):
        self.write("a.cpp", BLOCK % 0 + BLOCK % 1)
        self.explain("a.cpp:9", "--html", "a.html")
        _, root = read(os.path.join(self.folder, "a.html"))
        self.assertEqual([e.attributes["id"] for e in root.find("section", class_="block")], ["block-1"])
        self.assertTrue(root.find("span", id="L1"))  # the source is there in full

    def test_a_file_without_blocks(self):
        self.write("a.cpp", "int main() {}\n")
        _, root = self.page()
        self.assertIn("No blocks", root.whole_text())

    def test_what_was_considered_and_lost(self):
        _, root = self.small()
        texts = [e.whole_text() for e in root.find("li", class_="lost")]
        self.assertTrue([t for t in texts if t.startswith("no threads over k: ")], texts)
        self.assertTrue([t for t in texts if t.startswith("no register tile over i: ")], texts)

    def test_by_which_numbers(self):
        self.write("a.cpp", TREES)
        _, root = self.page()
        nests = [e.whole_text() for e in root.find("p", class_="nest")]
        self.assertEqual(nests[0], "C[i,j] += A[i,l] * B[l,j], computed m * n * k times")
        self.assertNotIn("computed", nests[1])  # blocks at the edge have fewer rows
        chosen = [e.whole_text() for e in root.find("li", class_="chosen")]
        self.assertTrue([t for t in chosen if re.match(r"register tile over \w+ \(\d+ points\): ", t)], chosen)

    def test_sums_that_replace_are_written_as_in_the_einsum(self):
        self.write("a.cpp", TREES.replace("C[i,j] += A[i,l] * B[l,j]", "C[i,j] = A[i,l] * B[l,j]"))
        _, root = self.page()
        nests = [e.whole_text() for e in root.find("p", class_="nest")]
        self.assertEqual(nests[0], "C[i,j] = A[i,l] * B[l,j], computed m * n * k times")

    def test_indirect_form_and_words_of_loops(self):
        self.write("a.cpp", GROUPS)
        _, root = self.page()
        self.assertIn("C[AM[p],n] += AV[p,q] * B[AK[p,q],n]", root.whole_text())
        loops = root.find("svg")[0]
        for word in ("parallel", "runs", "vector"):
            self.assertTrue(loops.find("rect", class_=f"word {word}"), word)

    def test_drawings_of_loops_and_storage(self):
        self.write("a.cpp", TREES)
        _, root = self.page()
        drawings = [[e.whole_text() for e in svg.find("text")] for svg in root.find("svg")]
        product, column_major = drawings[0], drawings[1]
        self.assertEqual(product[0], "product rows i columns j depth l")
        self.assertEqual(product.count("for j"), 1)
        self.assertEqual(column_major, ["A", "l: dense", "size k, stride m", "i: dense",
                                        "size m, stride 1", "values", "A"])
        blocks = root.find("section", id="block-1")[0].find("svg")
        loops, storage = ([e.whole_text() for e in svg.find("text")] for svg in blocks[:2])
        self.assertEqual([text for text in loops if text.startswith("for ")], ["for i0", "for i1", "for k0", "for k1"])
        self.assertIn("first: stored in A", loops)
        self.assertEqual(storage[1::2], ["i / 4: dense", "k / 8: compressed", "i % 4: dense", "k % 8: dense", "values"])

    def test_device_code(self):
        self.write("a.cpp", BLOCK % 0)
        _, root = self.page("--backend", "cuda")
        self.assertIn("__global__", root.whole_text())
        self.assertTrue(root.find("span", id="block-0-device-1"))

    def test_an_error_leaves_no_page(self):
        self.write("a.cpp", BLOCK % 0)
        self.page()
        self.write("a.cpp", (BLOCK % 0).replace("2 * x[i]\n#", "2 * xx[i]\n#", 1))
        self.assertIn("unknown-tensor", self.explain("a.cpp", "--html", "a.html", status=1))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "a.html")))
        self.write("a.cpp", BLOCK % 0)
        self.assertIn("no block at", self.explain("a.cpp:1", "--html", "a.html", status=1))
        self.assertIn("is the input", self.explain("a.cpp", "--html", "./a.cpp", status=2))
        self.assertIn("--html", self.explain("a.cpp", "--report", "r.json", status=2))
        self.assertIn("--html: '' names no file", self.explain("a.cpp", "--html", "", status=2))
        self.assertIn("cannot write 'pages/a.html': there is no folder 'pages'; make it first",
                      self.explain("a.cpp", "--html", "pages/a.html", status=1))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "pages")))


class Runs(Pages):
    """What reports say."""

    def report(self, **members):
        self.write("a.cpp", BLOCK % 0)
        kernel = {"file": "a.cpp", "line": 2, "einsum": "y[i] = 2 * x[i]", "calls": 9, **members}
        self.write("r.json", json.dumps({"kernels": [kernel]}))
        _, root = self.page("--report", "r.json")
        return [(e.attributes["class"], e.whole_text()) for e in root.find("ul", class_="runs")[0].find("li")]

    def test_agrees_and_is_faster(self):
        classes = [{"measured": 3, "statement_seconds": 4.0, "kernel_seconds": 2.0, "faster": "kernel"}]
        self.assertEqual(self.report(verified=7, differing=0, classes=classes),
                         [("good", "agrees in 7 calls"), ("good", "2.0 times as fast as the statement")])

    def test_a_kept_decision(self):
        kept = {"measured": 0, "statement_seconds": 6.0, "kernel_seconds": 2.0, "faster": "kernel", "kept": True}
        undecided = {"measured": 0, "faster": None, "kept": False}
        self.assertEqual(self.report(verified=0, differing=0, classes=[kept, undecided])[1],
                         ("good", "3.0 times as fast as the statement"))

    def test_differs(self):
        runs = self.report(verified=7, differing=2, first_difference="y[3]: 1 <here>, 2 there")
        self.assertEqual(runs[0], ("bad", "differs in 2 of 7 calls: y[3]: 1 <here>, 2 there"))

    def test_a_report_of_other_text(self):
        self.assertEqual(self.report(line=3), [("unknown", "The report does not have this block as it is now.")])

    def test_a_file_that_is_no_report(self):
        self.write("a.cpp", BLOCK % 0)
        self.write("r.json", "[]")
        self.assertIn("is not a report", self.explain("a.cpp", "--html", "a.html", "--report", "r.json", status=1))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *(word for word in sys.argv[3:] if word != "--update")])
