#!/usr/bin/env python3
"""The command line of insum: outputs, exit statuses, reports.

    cli_test.py INSUM INCLUDE [UNITTEST ARGUMENT...]

Compilers that are absent are skipped.
"""
import json
import os
import resource
import signal
import subprocess
import sys
import time
import unittest

from command_line import BAD, GOOD, INCLUDE, INSUM, UNDECLARED, CommandLine


class Rewrite(CommandLine):
    def test_same_input_same_bytes(self):
        self.write("a.cpp", GOOD)
        self.insum("rewrite", "a.cpp", "-o", "one.cpp")
        self.insum("rewrite", "a.cpp", "-o", "two.cpp")
        self.assertEqual(self.read("one.cpp"), self.read("two.cpp"))
        self.assertIn("insum_kernels::a_f_0(", self.read("one.cpp"))

    def test_other_bytes_stay(self):
        tail = "// caf\u00e9 \t \n\n#define X(a) \\\n  a\n/* end */ int last;"
        self.write("a.cpp", GOOD + tail)
        self.insum("rewrite", "a.cpp", "-o", "out.cpp")
        self.assertTrue(self.read("out.cpp").endswith(tail))

    def test_no_final_newline_crlf_and_byte_order_mark(self):
        text = b"\xef\xbb\xbf" + GOOD.rstrip().replace("\n", "\r\n").encode()
        self.write("a.cpp", text)
        self.insum("rewrite", "a.cpp", "-o", "out.cpp")
        with open(self.path("out.cpp"), "rb") as file:
            out = file.read()
        self.assertTrue(out.startswith(b"\xef\xbb\xbf//"))
        self.assertTrue(out.endswith(b"\r\n}"))
        self.assertEqual(out.count(b"\n"), out.count(b"\r\n"))
        self.assertEqual(self.compile("g++", "-fsyntax-only", "out.cpp").returncode, 0)

    def test_a_file_without_blocks(self):
        self.write("a.cpp", "int main() {}\n")
        self.insum("rewrite", "a.cpp", "-o", "out.cpp", "--depfile", "d")
        self.assertEqual(self.read("out.cpp"), '#line 1 "a.cpp"\nint main() {}\n')
        self.assertIn("a.cpp", self.read("d"))

    def test_standard_output(self):
        self.write("a.cpp", "int main() {}\n")
        out, errors = self.insum("rewrite", "a.cpp", "-o", "-", "--line-mode", "none")
        self.assertEqual((out, errors), ("int main() {}\n", ""))

    @unittest.skipUnless(os.path.exists("/dev/full"), "no device that is full")
    def test_a_standard_output_that_is_full(self):
        self.write("a.cpp", GOOD)
        for command in ("rewrite", "explain"):
            with open("/dev/full", "wb") as full:
                run = subprocess.run(
                    [INSUM, command, self.path("a.cpp"), *(["-o", "-"] if command == "rewrite" else []),
                     "--", "-std=c++20", "-I" + INCLUDE], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual(run.returncode, 1)
            self.assertIn("the standard output cannot be written", run.stderr)
        for words in (["--help"], ["check", "--help"], ["--version"], ["help"]):
            with open("/dev/full", "wb") as full:
                run = subprocess.run([INSUM, *words], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual((run.returncode, run.stderr), (1, "insum: error: the standard output cannot be written\n"))

    def test_cuda_file_is_always_written(self):
        self.write("a.cpp", GOOD)
        self.insum("rewrite", "a.cpp", "-o", "out.cpp", "--cuda", "out.cu")
        self.assertIn("no block has CUDA code", self.read("out.cu"))

    def test_blocks_for_cuda_need_a_file_for_it(self):
        self.write("a.cpp", GOOD)
        _, errors = self.insum("rewrite", "a.cpp", "-o", "out.cpp", "--backend", "cuda", status=1)
        self.assertIn("this block is for cuda, and there is no file for its CUDA code [insum-cuda-output]", errors)
        self.insum("rewrite", "a.cpp", "-o", "out.cpp", "--backend", "cuda", "--cuda", "out.cu")
        self.assertIn("__global__ void", self.read("out.cu"))
        self.assertNotIn("__global__ void", self.read("out.cpp"))

    def test_an_error_leaves_no_output(self):
        for text in (BAD, UNDECLARED, GOOD + "int x = undeclared;\n"):
            self.write("a.cpp", text)
            self.write("out.cpp", "stale")
            self.write("out.cu", "stale")
            _, errors = self.insum("rewrite", "a.cpp", "-o", "out.cpp", "--cuda", "out.cu", status=1)
            self.assertIn("error:", errors)
            self.assertEqual(os.listdir(self.folder.name), ["a.cpp"])

    def test_missing_input_and_unwritable_output(self):
        _, errors = self.insum("rewrite", "none.cpp", "-o", "out.cpp", status=1)
        self.assertIn("cannot read 'none.cpp'", errors)
        _, errors = self.insum("rewrite", ".", "-o", "out.cpp", status=1)
        self.assertIn("cannot read '.': Is a directory", errors)
        self.write("a.cpp", GOOD)
        self.write("file", "")
        _, errors = self.insum("rewrite", "a.cpp", "-o", "file/out.cpp", status=1)
        self.assertIn("cannot write 'file/out.cpp'", errors)

    def test_the_input_is_never_an_output(self):
        self.write("a.cpp", BAD)
        self.insum("rewrite", "a.cpp", "-o", "./a.cpp", status=2)
        self.assertEqual(self.read("a.cpp"), BAD)

    def test_folders_of_outputs_are_made(self):
        self.write("a.cpp", GOOD)
        self.insum("rewrite", "a.cpp", "-o", "x/y z/out.cpp")
        self.assertIn("#line 1", self.read("x/y z/out.cpp"))

    def test_rewriting_twice_changes_nothing_more(self):
        self.write("a.cpp", GOOD)
        self.insum("rewrite", "a.cpp", "-o", "b.cpp", "--line-mode", "none")
        self.insum("rewrite", "b.cpp", "-o", "c.cpp", "--line-mode", "none", "--", "-std=c++20", "-I" + INCLUDE)
        self.assertEqual(self.read("b.cpp"), self.read("c.cpp"))


    def test_the_example_of_the_readme(self):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../README.md")) as file:
            text = file.read()
        self.write("spmm.cpp", text.split("```cpp\n")[1].split("```")[0])
        self.insum("rewrite", "spmm.cpp", "-o", "out.cpp")
        self.assertIn("::insum_kernels::spmm_spmm_0(", self.read("out.cpp"))
        self.assertEqual(self.compile("g++", "-fsyntax-only", "out.cpp").returncode, 0)

    def test_names_of_kernels_are_not_reserved(self):
        self.write("_A--b.cpp", "namespace _N::m {\n" + GOOD.replace("void f(", "struct __S { void operator()(") + "};}\n")
        self.insum("rewrite", "_A--b.cpp", "-o", "out.cpp")
        self.assertIn("::insum_kernels::A_b_N_m_S_operator_0(", self.read("out.cpp"))
        self.insum("rewrite", "_A--b.cpp", "-o", "out.cpp", "--kernel-prefix", "3d")
        self.assertIn("::insum_kernels::v3d_N_m_S_operator_0(", self.read("out.cpp"))


class InternalErrors(CommandLine):
    """Status 3, and what to do about it."""

    def signalled(self, number):
        os.mkfifo(self.path("a.cpp"))
        run = subprocess.Popen([INSUM, "check", "a.cpp"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               cwd=self.folder.name)
        time.sleep(0.5)  # it waits for somebody to write the file
        run.send_signal(number)
        _, errors = run.communicate(timeout=60)
        os.remove(self.path("a.cpp"))
        return run.returncode, errors.decode()

    def test_crashes(self):
        for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT):
            with self.subTest(number):
                status, errors = self.signalled(number)
                self.assertEqual(status, 3)
                self.assertIn("insum: internal error: the program crashed", errors)
                self.assertIn("insum doctor", errors)

    def test_exceptions_that_nobody_expects(self):
        with open(self.path("a.cpp"), "wb") as file:
            file.truncate(1 << 34)
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        run = subprocess.run([INSUM, "check", "a.cpp"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             cwd=self.folder.name, preexec_fn=limit)
        if b"AddressSanitizer failed to allocate" in run.stderr or b"ThreadSanitizer setrlimit" in run.stderr:
            self.skipTest("sanitizers need more address space than this test leaves")
        self.assertEqual(run.returncode, 3, run.stderr.decode())
        self.assertIn("insum: internal error: std::bad_alloc", run.stderr.decode())
        self.assertIn("check a.cpp", run.stderr.decode())


class Check(CommandLine):
    def test_text(self):
        self.write("a.cpp", BAD)
        out, errors = self.insum("check", "a.cpp", status=1)
        self.assertEqual(out, "")
        self.assertIn("a.cpp:2:26: error: unknown tensor 'xx'", errors)
        self.assertIn("[insum-unknown-tensor]", errors.splitlines()[0])

    def test_several_files(self):
        self.write("a.cpp", GOOD)
        self.write("b.cpp", BAD)
        self.write("c.cpp", UNDECLARED)
        _, errors = self.insum("check", "a.cpp", "b.cpp", "c.cpp", status=1)
        self.assertIn("b.cpp:2:", errors)
        self.assertIn("c.cpp:4:", errors)
        self.insum("check", "a.cpp")
        _, errors = self.insum("check", "none.cpp", "b.cpp", status=1)
        self.assertIn("cannot read 'none.cpp'", errors)
        self.assertIn("b.cpp:2:", errors)

    def test_json(self):
        self.write("a.cpp", BAD)
        self.write("c.cpp", UNDECLARED + "// \u00e9\n")
        out, _ = self.insum("check", "a.cpp", "c.cpp", "--format=json", status=1)
        report = json.loads(out)
        first, last = report["diagnostics"]
        self.assertEqual(first["id"], "insum-unknown-tensor")
        self.assertEqual((first["location"]["line"], first["location"]["column"]), (2, 26))
        self.assertEqual(first["severity"], "error")
        self.assertTrue(first["remedy"])
        self.assertEqual(last["id"], "clang-error")
        self.assertEqual(last["location"]["file"], "c.cpp")
        out, _ = self.insum("check", "--format=json", self.write("good.cpp", GOOD))
        self.assertEqual(json.loads(out)["diagnostics"], [])

    def test_sarif(self):
        self.write("a.cpp", BAD)
        out, _ = self.insum("check", "a.cpp", "--format", "sarif", status=1)
        report = json.loads(out)
        self.assertEqual(report["version"], "2.1.0")
        (run,) = report["runs"]
        rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
        (result,) = run["results"]
        self.assertIn(result["ruleId"], rules)
        self.assertEqual(result["level"], "error")
        location = result["locations"][0]["physicalLocation"]
        self.assertEqual(location["artifactLocation"]["uri"], "a.cpp")
        self.assertEqual(location["region"]["startLine"], 2)
        self.assertEqual(location["region"]["startColumn"], 26)

    def test_sarif_of_names_and_lines_in_unicode(self):
        name = "u \u00fc%:1.cpp"
        sum = "#pragma insum y[i] = 2 /* \u00e9\U0001f600 */ + zz[i]"
        loop = "for (int i = 0; i < n; ++i) y[i] = 1;"
        block = ["void f(int n, double* y) {", sum, "#pragma insum tensor y[n] : dense(y)", loop, "}"]
        undeclared = "int g() { return /* \u00e9\U0001f600 */ a; }"
        for lines, line, column in ((block, 2, sum.index("zz")), ([undeclared], 1, undeclared.index("a; }"))):
            self.write(name, "\n".join(lines) + "\n")
            out, _ = self.insum("check", name, "--format", "sarif", status=1)
            result = json.loads(out)["runs"][0]["results"][0]
            location = result["locations"][0]["physicalLocation"]
            self.assertEqual(location["artifactLocation"]["uri"], "./u%20%C3%BC%25:1.cpp")
            self.assertEqual((location["region"]["startLine"], location["region"]["startColumn"]), (line, column + 1))


class Missing(CommandLine):
    """Files and programs that are not there."""

    def test_in_every_form_of_the_report(self):
        self.write("a.cpp", GOOD)
        out, _ = self.insum("check", "absent.cpp", "--format=json", status=1)
        [entry] = json.loads(out)["diagnostics"]
        self.assertEqual((entry["id"], entry["message"], entry["location"]),
                         ("insum-not-read", "cannot read 'absent.cpp': No such file or directory", None))
        _, errors = self.insum("check", "absent.cpp", status=1)
        self.assertEqual(errors, "insum: error: cannot read 'absent.cpp': No such file or directory [insum-not-read]\n")
        for form in ("text", "json", "sarif"):
            out, errors = self.insum("check", "absent.cpp", "a.cpp", "--format=" + form, status=1)
            self.assertIn("cannot read 'absent.cpp'", errors if form == "text" else out)
            self.assertEqual(bool(errors), form == "text")

    def test_compiler_and_files_of_flags(self):
        self.write("a.cpp", GOOD)
        self.assertIn("the compiler 'nosuchcc' was not found", self.insum("check", "a.cpp", "--compiler", "nosuchcc", status=1)[1])
        self.assertIn("the file of flags 'absent' was not found", self.insum("check", "a.cpp", "--", "@absent", status=1)[1])
        self.write("flags", "-std=c++20")
        self.insum("check", "a.cpp", "--", "@flags")

    def test_what_is_no_line(self):
        self.write("a.cpp", GOOD)
        for command in ("explain", "eject"):
            for line in ("0", "-1", "5:3", "", "x", "9999999999"):
                _, errors = self.insum(command, "a.cpp:" + line, status=2)
                self.assertIn(f"'{line}' in 'a.cpp:{line}' is no line", errors)
        self.write("a:0.cpp", GOOD)
        self.insum("explain", "a:0.cpp")
        self.insum("explain", "a:0.cpp:2")
        self.assertIn("cannot read 'none.cpp'", self.insum("explain", "none.cpp:3", status=1)[1])


class Explain(CommandLine):
    def test_all_blocks_and_one(self):
        self.write("a.cpp", GOOD + GOOD.replace("void f", "void g"))
        out, _ = self.insum("explain", "a.cpp")
        self.assertIn("a.cpp:2: a_f_0", out)
        self.assertIn("a.cpp:8: a_g_1", out)
        self.assertIn("generated code:", out)
        out, _ = self.insum("explain", "a.cpp:11")
        self.assertNotIn("a_f_0", out)
        self.assertIn("a.cpp:8: a_g_1", out)
        _, errors = self.insum("explain", "a.cpp:1", status=1)
        self.assertIn("no block at a.cpp:1", errors)

    def test_warnings_of_one_block(self):
        loop = "for (int i = 0; i < n; ++i) y[i] = 2 * x[i];"
        self.assertIn(loop, GOOD)
        other = GOOD.replace(loop, "{ ++calls; " + loop + " }")
        self.write("a.cpp", "int calls;\n" + GOOD + other.replace("void f", "void g") + other.replace("void f", "void h"))
        lines = self.read("a.cpp").splitlines()
        starts = [number for number, line in enumerate(lines, 1) if line.startswith("#pragma insum y[i]")]
        count = lambda place: self.insum("explain", place)[1].count("[insum-other-write]")
        self.assertEqual([count("a.cpp")] + [count(f"a.cpp:{line}") for line in starts], [2, 0, 1, 1])

    def test_json(self):
        self.write("a.cpp", GOOD + GOOD.replace("void f", "void g"))
        everything = json.loads(self.insum("explain", "a.cpp", "--format=json")[0])
        self.assertEqual(everything["source"], os.path.realpath(self.path("a.cpp")))
        self.assertEqual([block["kernel"] for block in everything["blocks"]], ["a_f_0", "a_g_1"])
        [block] = json.loads(self.insum("explain", "a.cpp:11", "--format=json")[0])["blocks"]
        self.assertEqual((block["line"], block["statement_line"], block["end_line"]), (8, 11, 11))
        self.assertEqual((block["function"], block["einsums"], block["target"]), ("g", ["y[i] = 2 * x[i]"], "openmp"))
        self.assertTrue(block["has_statement"] and not block["verifies"] and not block["races"])
        self.assertIn("```\ny[i] = 2 * x[i]\n```\n* ", block["hover"])
        [nest] = block["considered"]
        self.assertEqual((nest["statement"], nest["times"]), ("y[i] = 2 * x[i]", "n"))
        points = [(choice["kind"], choice["chosen"], choice["points"]) for choice in nest["choices"] if "points" in choice]
        self.assertEqual(points, [("tile", True, 5)])
        self.insum("rewrite", "a.cpp", "-o", "b.cpp", "--blocks", "b.json", "--verify")
        written = json.loads(self.read("b.json"))
        self.assertEqual([block["verifies"] for block in written["blocks"]], [True, True])
        self.assertEqual(written["blocks"][1]["hover"], block["hover"])
        self.insum("explain", "a.cpp:1", "--format=json", status=1)
        self.write("a.cpp", BAD)
        self.insum("rewrite", "a.cpp", "-o", "b.cpp", "--blocks", "b.json", status=1)
        self.assertFalse(os.path.exists(self.path("b.json")))

    def test_einsums_over_the_arrays_of_formats(self):
        forms = {
            "coo(m, k, v)": "C[AM[p],n] += AV[p] * B[AK[p],n]",
            "group_coo<4>(m, k, v)": "C[AM[p],n] += AV[p,q] * B[AK[p,q],n]",
            "block_coo<2,2>(m, k, v)": "C[AM[p],bm,n] += AV[p,bm,bk] * B[AK[p],bk,n]",
            "block_group_coo<4,2,2>(m, k, v)": "C[AM[p],bm,n] += AV[p,q,bm,bk] * B[AK[p,q],bk,n]",
            "ell<3>(k, v)": "C[m,n] += AV[m,q] * B[AK[m,q],n]",
            "csr(m, k, v)": None,
        }
        for storage, form in forms.items():
            self.write("a.cpp", "#include <vector>\nvoid f(std::vector<int> m, std::vector<int> k, std::vector<double> v,"
                                " const double* b, double* c) {\n"
                                "  #pragma insum C[m,n] += A[m,k] * B[k,n]\n"
                                "  #pragma insum tensor A[10,10] : %s\n"
                                "  #pragma insum tensor B[10,8] : dense(b)\n"
                                "  #pragma insum tensor C[10,8] : dense(c)\n  {}\n}\n" % storage)
            out, _ = self.insum("explain", "a.cpp")
            if form:
                self.assertIn("\n%s\n" % form, out)
            else:
                self.assertNotIn("Over the arrays of its formats", out)

    def form_of(self, einsum):
        """What explain prints of an Einsum over A and F in group_coo<4>, L in ell<3>, K in block_coo<2,5>, D in coo and dense tensors."""
        self.write("a.cpp", "#include <vector>\nusing I = std::vector<int>; using V = std::vector<double>;\n"
                            "void f(I m, I k, V v, const double* b, double* c, double* x, double* y) {\n"
                            "  #pragma insum %s\n"
                            "  #pragma insum tensor A[10,10] : group_coo<4>(m, k, v)\n"
                            "  #pragma insum tensor L[10,10] : ell<3>(k, v)\n"
                            "  #pragma insum tensor K[10,10] : block_coo<2,5>(m, k, v)\n"
                            "  #pragma insum tensor R[10,10] : csr(m, k, v)\n"
                            "  #pragma insum tensor F[10,10] : group_coo<4>(m, k, v) base(1)\n"
                            "  #pragma insum tensor D[10,10] : coo(m, k, v)\n"
                            "  #pragma insum tensor P[10,10] : group_coo<4>(m, k, v) fill(2)\n"
                            "  #pragma insum tensor AV[10] : dense(x)\n"
                            "  #pragma insum tensor B[10,10] : dense(b)\n"
                            "  #pragma insum tensor C[10,10] : dense(c)\n"
                            "  #pragma insum tensor x[10] : dense(x)\n"
                            "  #pragma insum tensor y[10] : dense(y)\n  {}\n}\n" % einsum)
        out, _ = self.insum("explain", "a.cpp")
        before, _, rest = out.partition("Over the arrays of its formats, whose lengths are fixed:\n\n")
        return rest.partition("\nIn storage form")[0].splitlines()

    def test_einsums_over_arrays_of_terms_and_several_operands(self):
        forms = {
            "C[m,n] = A[m,k] * B[k,n] + B[m,n]": ["C[AM[p],n] = AV[p,q] * B[AK[p,q],n]", "C[m,n] += B[m,n]"],
            "C[m,n] += 2 * (A[m,k] * B[k,n]) - L[m,n]":
                ["C[AM[p],n] += 2 * (AV[p,q] * B[AK[p,q],n])", "C[m,LN[m,q]] += -LV[m,q]"],
            "C[m,n] += A[m,k] * L[n,k]": ["C[AM[p],n] += AV[p,q] * LV[n,q_2] * (LK[n,q_2] == AK[p,q])"],
            "C[m,n] += A[m,k] * L[k,n]": ["C[AM[p],LN[AK[p,q],q_2]] += AV[p,q] * LV[AK[p,q],q_2]"],
            "C[m,n] += A[m,k] * R[k,n]": ["C[AM[p],n] += AV[p,q] * R[AK[p,q],n]"],
            "C[m,n] += A[m,k] * A[n,k]":
                ["C[AM[p],AM[p_2]] += AV[p,q] * AV[p_2,q_2] * (AK[p_2,q_2] == AK[p,q])"],
            "C[m,n] += A[2*m,k] * B[k+1,n]": ["C[m,n] += AV[p,q] * B[AK[p,q] + 1,n] * (AM[p] == 2 * m)"],
            "C[m,n] += K[m,k] * B[k-1,n]": ["C[KM[p],bm,n] += KV[p,bm,bk] * B[KK[p] * 5 + bk - 1,n]"],
            "y[m] += A[m,m]": ["y[AM[p]] += AV[p,q] * (AM1[p,q] == AM[p])"],
            "C[m,n] += F[m,k] * B[k,n]": ["C[FM[p] - 1,n] += FV[p,q] * B[FK[p,q] - 1,n]"],
            "y[m] += D[m,k] * x[k]": ["y[DM[p]] += DV[p] * x[DK[p]]"],
            "y[m] += A[m,k] * AV[k]": ["y[AM[p]] += AV_2[p,q] * AV[AK[p,q]]"],
            "y[m] += max(A[m,k], 0) * x[k]": ["y[AM[p]] += max(AV[p,q],0) * x[AK[p,q]]"],
            "y[m] += (A[m,k] - L[m,k]) * x[k]": ["y[AM[p]] += AV[p,q] * x[AK[p,q]]", "y[m] += -LV[m,q] * x[LK[m,q]]"],
            "y[m] += {2 * v[0]} * A[m,k] * x[{m.size() - 1}-k]":
                ["y[AM[p]] += {2 * v[0]} * AV[p,q] * x[{m.size() - 1} - AK[p,q]]"],
        }
        for einsum, form in forms.items():
            self.assertEqual(self.form_of(einsum), form, einsum)

    def test_why_there_is_no_form_over_arrays(self):
        reasons = {
            "y[m] min= L[m,k] * x[k]": ["none: elements that L does not store count: they are 0"],
            "C[m,n] = exp(A[m,n])": ["none: elements that A does not store count: they are 0"],
            "y[m] += D[m,k] * D[m,k]": ["none: entries of D at one place are added up first"],
            "y[m] = any(k: A[m,k])": ["none: = gives an element without entries no value that the entries can be combined with"],
            "y[m] |= L[m,k] != 0": ["none: slots of L that are not used count"],
            "y[m] += exp(sum(k: A[m,k] * x[k]))": ["none: a reduction is a part of a term"],
            "y[m] += sum(k: A[m,k] * x[k] + x[m])": ["none: a reduction is a part of a term"],
            "C[m,n] = 2 - P[m,k] * B[k,n]": ["none: elements that P does not store count: they are 2"],
            "C[m,n] += R[m,k] * B[k,n]": [],
        }
        for einsum, reason in reasons.items():
            self.assertEqual(self.form_of(einsum), reason, einsum)

    def test_code_for_a_device(self):
        self.write("a.cpp", GOOD.replace("  for", "#pragma insum target cuda\n  for"))
        out, _ = self.insum("explain", "a.cpp")
        self.assertIn("__global__", out[out.index("device code:"):])
        self.write("a.cpp", GOOD)
        self.assertNotIn("device code:", self.insum("explain", "a.cpp")[0])


class Stages(CommandLine):
    def test_list_print_and_time(self):
        names = [line.split(":")[0] for line in self.insum("--list-stages")[0].splitlines()]
        self.assertIn("facts", names)
        self.write("a.cpp", GOOD)
        _, errors = self.insum("check", "--print-after=facts,code", "--time-stages", "a.cpp")
        self.assertIn("after facts", errors)
        self.assertIn("after code", errors)
        self.assertNotIn("after einsum", errors)
        self.assertRegex(errors, r"clang +[0-9.]+ ms")
        _, errors = self.insum("check", "a.cpp", INSUM_FLAGS="--print-after 'facts'")
        self.assertIn("after facts", errors)
        self.insum("check", "a.cpp", "--print-after=nonsense", status=2)


class Program(CommandLine):
    def test_usage_errors(self):
        for arguments in ([], ["rewrite"], ["rewrite", "a.cpp"], ["nonsense"], ["check"], ["check", "--nonsense", "a"],
                          ["rewrite", "a.cpp", "-o", "b", "--line-mode", "x"], ["check", "a.cpp", "--format=xml"]):
            with self.subTest(arguments):
                self.insum(*arguments, status=2)

    def test_version_and_help(self):
        self.assertRegex(self.insum("--version")[0], r"^insum \d+\.\d+\.\d+\n$")
        self.assertIn("rewrite", self.insum("--help")[0])
        self.assertIn("--depfile", self.insum("rewrite", "--help")[0])

    def test_topics(self):
        self.assertIn("formats", self.insum("help")[0])
        for topic, word in (("language", "tensor A"), ("formats", "csr"), ("schedules", "reorder"),
                            ("diagnostics", "insum-two-blocks"), ("insum-two-blocks", "second block"),
                            ("two-blocks", "second block")):
            with self.subTest(topic):
                self.assertIn(word, self.insum("help", topic)[0])
        self.assertIn("did you mean 'formats'", self.insum("help", "format", status=2)[1])
        self.assertIn("topics: language", self.insum("help", "nonsense", status=2)[1])
        self.assertIn("pos, crd, vals", self.insum("help", "csr")[0])
        self.assertIn("singleton(crd) ", self.insum("help", "levels")[0])

    def test_diagnostics_are_readable_without_a_place(self):
        self.assertNotRegex(self.insum("help", "diagnostics")[0], r"\{\d")
        for topic, words in (("insum-syntax-error", ("for example: expected an operator", "for example: a subscript is")),
                             ("insum-data-file", ("for example: cannot be opened", "for example: check the name and the permissions")),
                             ("unknown-tensor", ("unknown tensor '...'", "for example, of \"unknown tensor 'q'\": declare it")),
                             ("storage-count", ("format ... has ... (...), but ... given", "give ... in this order")),
                             ("insum-not-read", ("for example: cannot read 'absent.cpp'",)),
                             ("clang-error", ("clang-error (error)", "reported by Clang", "correct the C++ code"))):
            text = self.insum("help", topic)[0]
            for word in words:
                self.assertIn(word, text)
            self.assertNotRegex(text, r"\{\d")
        self.assertIn("did you mean 'clang-error'", self.insum("help", "clang-eror", status=2)[1])
        self.write("a.cpp", GOOD)
        rules = json.loads(self.insum("check", "a.cpp", "--format=sarif")[0])["runs"][0]["tool"]["driver"]["rules"]
        for rule in rules:
            text = rule["shortDescription"]["text"] + rule["help"]["text"]
            self.assertNotRegex(text.replace("the path {0} leads", ""), r"\{\d")  # as a user writes it
            self.assertIn(rule["defaultConfiguration"]["level"], ("note", "warning", "error"))

    def test_choices_are_named_by_their_words(self):
        _, errors = self.insum("rewrite", "a.cpp", "-o", "b", "--line-mode", "foo", status=2)
        self.assertIn("foo not in {generated,none,original}", errors)


    def test_doctor(self):
        out, _ = self.insum("doctor")
        for word in ("insum", "clang", "resource directory", "runtime headers", "threads"):
            self.assertIn(word, out)

    def test_resource_directory(self):
        folder = self.insum("--print-resource-dir")[0].strip()
        self.assertTrue(os.path.exists(os.path.join(folder, "include", "stddef.h")))
        self.write("a.cpp", "#include <stddef.h>\n" + GOOD)
        self.insum("check", "a.cpp", "--resource-dir", folder)
        _, errors = self.insum("check", "a.cpp", "--resource-dir", self.folder.name, status=1)
        self.assertIn("--resource-dir", errors)
        self.assertIn("NOT FOUND", self.insum("doctor", "--resource-dir", self.folder.name, status=1)[0])


del sys.argv[1:3]
unittest.main()
