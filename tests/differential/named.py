"""Named regression tests: the expressions on which users of other tools got wrong results, in the formats that they used.

A test is a list of programs, one for each choice of formats; run.py --named runs them all. What the tool refuses today
stands in REFUSED and nowhere else; what is there and passes fails the test, so that the list stays true.
"""
import itertools

from program_text import DECOMPOSED
from sparse_program import SparseProgram

# (name, format of the result or "*"): why such programs are answered with a refusal.
REFUSED = {}

MATRICES = ["csr", "csc", "coo", "dcsr", "dcsc", "csf"]
RESULTS = ["csr", "csc", "coo", "dcsr", "dcsc", "csf", "bcsr", "dbcsr", "levels"]
BY_ROWS = [name for name in RESULTS if name not in ("csc", "dcsc")]
VECTORS = ["csf", "coo", "levels"]


def case(text, formats=None, results=("csr", "dense"), **others):
    """Programs for all choices of `formats` {operand: [format]} and `results`."""
    formats = formats or {}
    for chosen in itertools.product(*formats.values(), results):
        yield {"text": text, "formats": dict(zip(formats, chosen)), "result": chosen[-1], **others}


def pairs(names, some):
    """A few choices of formats for these operands, each format used for each of them."""
    return [{name: some[(n + k * (m + 1)) % len(some)] for m, name in enumerate(names)}
            for k in range(2) for n in range(len(some))]


def mixed(text, names, some=tuple(MATRICES), results=tuple(RESULTS), **others):
    """Programs for some choices of formats, the results taken in turn."""
    for n, chosen in enumerate(pairs(names, list(some))):
        yield {"text": text, "formats": chosen, "result": results[n % len(results)], **others}


def decomposed(text, formats=None, results=("csr", "dense"), **others):
    """Programs that compute with A in all kinds of parts. Sparse results of padded ones have entries for the padding."""
    for n, parts in enumerate(DECOMPOSED):
        is_padded = any(name in parts for name in ("bcsr", "block_", "dia", "ragged", "dense"))
        yield {"text": text, "formats": {"A": "csr", **(formats or {})}, "converts": {"A": parts}, "result": "dense" if is_padded else results[n % len(results)],
               **others}


TESTS = {
    # taco#297 and others: wrong code for these
    "product": [*mixed("C[i,j] = A[i,k] * B[k,j]", "AB"), *case("C[i,j] = A[i,k] * B[k,j]", {"A": ["csr"], "B": ["csr"]}, RESULTS)],
    "product_transposed": mixed("C[i,j] = A[k,i] * A[k,j]", "A"),
    "product_with_transpose": mixed("C[i,j] = A[i,k] * A[j,k]", "A"),
    "product_of_three": mixed("C[i,l] = A[i,j] * B[j,k] * D[k,l]", "ABD"),
    "product_of_sums": mixed("C[i,j] = (A[i,j] + B[i,j]) * (A[i,j] + B[i,j] + D[i,j])", "ABD"),
    "matrix_product_of_sums": mixed("C[i,j] = (A[i,k] + B[i,k]) * (A[k,j] + B[k,j] + D[k,j])", "ABD"),
    "elementwise_product": mixed("C[i,j] = A[i,j] * B[i,j]", "AB"),
    "sum": mixed("C[i,j] = A[i,j] + B[i,j]", "AB"),
    "sum_of_four": mixed("C[i,j] = A[i,j] + B[i,j] + D[i,j] + E[i,j]", "ABDE"),
    # taco#309 #315: duplicates are entries that add up
    "duplicates_accumulate": [*case("C[i,j] = A[i,j]", {"A": ["coo"]}, RESULTS, patterns={"A": "duplicates"}),
                              *case("C[i,j] = A[i,j] * B[i,j]", {"A": ["coo"], "B": ["coo", "csr"]}, ["csr", "coo", "dense"],
                                    patterns={"A": "duplicates", "B": "duplicates"}),
                              *case("C[i,j] = A[i,k] * B[k,j]", {"A": ["coo"], "B": ["coo"]}, ["csr", "dense"],
                                    patterns={"A": "duplicates", "B": "duplicates"})],
    # taco#121 #146: the pattern of one operand was taken for that of the result
    "patterns_differ": [*case("C[i,j] = A[i,j] + B[i,j]", {"A": MATRICES[:4], "B": ["csr"]}, ["csr", "coo"],
                              patterns={"A": "even", "B": "odd"}),
                        *case("C[i,j] = A[i,j] - B[i,j]", {"A": ["csr"], "B": ["dcsr"]}, ["csr", "dcsr"],
                              patterns={"A": "first", "B": "full"})],
    # taco#214, COMET#64: a result without entries had no arrays
    "result_without_entries": [*case("C[i,j] = A[i,j] * B[i,j]", {"A": ["csr", "coo"], "B": ["csr"]}, RESULTS,
                                     patterns={"A": "even", "B": "odd"}),
                               *case("C[i,j] = A[i,k] * B[k,j]", {"A": ["csr"], "B": ["dcsr"]}, RESULTS, patterns={"A": "none"}),
                               *case("C[i,j] = A[i,j] + B[i,j]", {"A": ["csr"], "B": ["csr"]}, RESULTS,
                                     patterns={"A": "none", "B": "none"})],
    "one_entry": [*case("C[i,j] = A[i,j] + B[i,j]", {"A": ["csr", "dcsr"], "B": ["coo"]}, RESULTS,
                        patterns={"A": "one", "B": "none"}),
                  *case("C[i,j] = A[i,k] * B[k,j]", {"A": ["csr"], "B": ["csr"]}, RESULTS, patterns={"A": "one", "B": "full"})],
    # The published prototype read A[i] - B[i] as A[i]
    "difference": [*case("C[i] = A[i] - B[i]", {"A": VECTORS, "B": VECTORS}, ["dense", "csf"]),
                   *mixed("C[i,j] = A[i,j] - B[i,j]", "AB")],
    # Finch#101: min(X, A) and min(A, X); graphblast#20: min-plus gave plus-times
    "minimum_either_way": [*case("C[i,j] = min(X[i,j], A[i,j])", {"A": MATRICES}, ["dense"], kind="ordered"),
                           *case("C[i,j] = min(A[i,j], X[i,j])", {"A": MATRICES}, ["dense"], kind="ordered"),
                           *case("C[i,j] = min(B[i,j], A[i,j])", {"A": MATRICES, "B": ["csr"]}, ["csr"], kind="ordered"),
                           *case("C[i,j] = max(A[i,j], B[i,j])", {"A": MATRICES, "B": ["csr"]}, ["csr"], kind="ordered")],
    "min_plus": [*case("C[i,j] min= A[i,k] + B[k,j]", {"A": ["csr", "csc"], "B": ["csr"]}, ["dense"], kind="min-plus"),
                 *case("C[i,j] = min(k: A[i,k] + B[k,j])", {"A": ["csr", "dcsr"], "B": ["csr"]}, ["csr", "dense"],
                       kind="min-plus")],
    # slots that are not used hold the fill value, which a sum must not take in
    "unused_slots": [program for kind in ("max-plus", "min-plus")
                     for program in case("C[i,j] = A[j,i] + B[i,j]", {"A": ["group_coo", "block_group_coo", "ell"], "B": ["csr"]},
                                         ["dbcsr", "csr", "coo"], kind=kind)],
    "complex_rows": case("C[i,j] = A[i,k] * X[k] * B[k,j]", {"A": ["dcsr", "csr"], "B": ["csc"]}, ["dense"], kind="complex"),
    "max_times": case("C[i,j] max= A[i,k] * B[k,j]", {"A": ["csr", "csc"], "B": ["csr"]}, ["dense"], kind="max-times"),
    "reachable": case("C[i,j] |= A[i,k] && B[k,j]", {"A": ["csr", "coo"], "B": ["csr"]}, ["dense", "csr"], kind="bool"),
    "masked_product": case("C[i,j] = select(A[i,j] != 0, B[i,k] * D[k,j], 0)", {"A": ["csr"], "B": ["csr"], "D": ["csr"]},
                           ["csr", "dense"], kind="ordered"),
    "triangles": mixed("s0 = A[i,j] * A[j,k] * A[i,k]", "A", results=["scalar"]),
    # taco#465: a workspace of 42 elements
    "wide_rows": case("C[i,j] = A[i,k] * B[k,j]", {"A": ["csr"], "B": ["csr"]}, ["csr", "dense"],
                      sizes={"i": 3, "k": 20, "j": 150}),
    # taco#98 #556, spconv#604: sizes and products of sizes beyond 32 bits
    "beyond_32_bits": [*case("C[i,j] = A[i,j] + B[i,j]", {"A": ["coo", "csf", "dcsr"], "B": ["csf"]}, ["coo", "csf", "dcsr"],
                             sizes={"i": 2 ** 40, "j": 2 ** 33}),
                       *case("C[i,j] = A[i,j] * B[i,j]", {"A": ["coo", "csf", "dcsr"], "B": ["csf"]}, ["coo", "csf", "dcsr"],
                             sizes={"i": 2 ** 31, "j": 2 ** 31}),
                       *case("C[i] = A[i,k] * B[k]", {"A": ["dcsr", "csr"], "B": ["csf"]}, ["dense"], sizes={"i": 9, "k": 2 ** 40})],
    # Copies that are sorted, of no more than the entries
    "huge_transpose_in_a_sum": case("C[i,j] = A[i,j] + A[j,i]", {"A": ["dcsr", "dcsc", "coo", "csf"]}, ["dcsr", "coo", "csf"],
                                    sizes={"i": 2 ** 40, "j": 2 ** 40}),
    "huge_formats_clash": [*case("C[i,j] = A[i,j] + B[i,j]", {"A": ["dcsr", "coo"], "B": ["dcsc", "coo"]}, ["dcsr", "dcsc"],
                                 sizes={"i": 2 ** 40, "j": 2 ** 33}, patterns={"A": "duplicates"}),
                           *case("C[i,j] = max(A[i,j], B[i,j])", {"A": ["dcsr", "coo"], "B": ["dcsc", "csf"]}, ["dcsr", "coo"],
                                 sizes={"i": 2 ** 40, "j": 2 ** 40}, kind="ordered")],
    "unsorted_beside_sorted": [*case("C[i,j] = A[i,j] + B[i,j]", {"A": ["coo"], "B": ["csr", "csc", "bcsr"]}, ["csr", "coo", "dense"],
                                     patterns={"A": "duplicates"}),
                               *case("C[i,j] = A[i,k] * B[k,j]", {"A": ["coo"], "B": ["coo", "csc", "bcsr"]}, ["csr", "csc"],
                                     patterns={"A": "duplicates", "B": "duplicates"})],
    "all_pairs_of_rows": case("C[i,j] = A[i,k] * B[j,k]", {"A": ["csr", "dcsr", "csc"], "B": ["csr", "dcsr", "csc"]}, ["csr", "csc"]),
    # taco#131: no parallel loop over a sparse level
    "parallel_over_sparse_rows": case("C[i,j] = A[i,k] * B[k,j]", {"A": ["dcsr", "csr"], "B": ["csr"]}, ["csr", "dcsr", "dense"],
                                      schedule="parallelize(i)"),
    # Rows of very different lengths: parts of equal numbers of entries, also inside of rows
    "load_balance": [*case("C[i] = A[i,k] * X[k]", {"A": ["csr", "dcsr", "coo"]}, ["dense"],
                           schedule="fuse(i, k, f), pos(f, fp, A[i,k]), split(fp, fo, fi, 64), parallelize(fo)"),
                     *case("C[i,j] = A[i,k] * X[k,j]", {"A": ["csr", "dcsr"]}, ["dense"],
                           schedule="reorder(i, k, j), fuse(i, k, f), pos(f, fp, A[i,k]), split(fp, fo, fi, 64), "
                                    "reorder(fo, j, fi), parallelize(fo), vectorize(j), deterministic")],
    # Parts of a loop that stand side by side give back its order; else a part of the result is collected at a time
    "split_rows": [*case("C[i,j] = A[i,k] * B[k,j]", {"A": ["csr"], "B": ["csr"]}, BY_ROWS[:4], schedule="split(i, i0, i1, 4)"),
                   *case("C[i,j] = A[i,k] * B[k,j]", {"A": ["csr"], "B": ["csr", "coo"]}, ["csr", "coo"],
                         schedule="split(i, i0, i1, 8), split(i1, ia, ib, 3), parallelize(i0)"),
                   *case("C[j,i] = A[i,j]", {"A": ["csr"]}, RESULTS, schedule="split(i, i0, i1, 4)"),
                   *case("C[i,j] = A[i,k] * X[k,j]", {"A": ["csr", "dcsr"]}, ["csr", "dcsr", "coo"],
                         schedule="split(j, j0, j1, 4), reorder(i, j0, k, j1)")],
    "split_parts": [*case("C[i,j] = X[i,k] * B[k,j]", {"B": ["csr", "dcsr"]}, RESULTS,
                          schedule="split(i, i0, i1, 4), reorder(i0, k, i1, j)", sizes={"i": 9}),
                    *case("C[i,j] = X[i,k] * B[k,j]", {"B": ["csr"]}, RESULTS[:5], schedule="split(i, i0, i1, 2), reorder(i0, k, i1, j), "
                          "parallelize(i0), deterministic", sizes={"i": 13}),
                    *case("C[j] = A[i,k] * X[k,j]", {"A": ["csr"]}, VECTORS,
                          schedule="split(j, j0, j1, 2), reorder(j0, i, k, j1), parallelize(j0)", sizes={"j": 7})],
    # Positions and pairs that come in the order of the result, whole or in parts that cut rows
    "position_results": [*case("C[i,j] = A[i,j] * X[i,j]", {"A": ["csr"]}, RESULTS,
                               schedule="pos(j, jp, A[i,j]), split(jp, jo, ji, 2)"),
                         *case("C[i,j] = A[i,j] * X[i,j]", {"A": ["csr", "dcsr", "coo"]}, RESULTS,
                               schedule="fuse(i, j, f), pos(f, fp, A[i,j]), split(fp, fo, fi, 4), parallelize(fo)"),
                         *case("C[i,j] = A[i,j] * X[j,i]", {"A": ["csr", "coo"]}, RESULTS, schedule="fuse(i, j, f)"),
                         *case("C[i,j] = X[i] * Y[j]", {}, BY_ROWS[:3], schedule="fuse(i, j, f), split(f, fo, fi, 4), split(fi, fa, fb, 3)"),
                         *case("C[i,j] = A[i,k] * X[k,j]", {"A": ["csr"]}, RESULTS, schedule="tile(i=2, j=3), fuse(i0, j0, f), parallelize(f)"),
                         *case("C[i,j] = A[i,k] * B[k,j]", {"A": ["csr"], "B": ["csr"]}, RESULTS,
                               schedule="fuse(i, k, f), pos(f, fp, A[i,k]), split(fp, fo, fi, 4)"),
                         *case("C[j,i] = A[i,j]", {"A": ["csr"]}, RESULTS, schedule="pos(j, jp, A[i,j])")],
    # One bound for the workspaces of all threads, of a row or a part each
    "bounded_rows": [*case("C[i,j] = A[i,k] * B[k,j]", {"A": ["csr"], "B": ["csr"]}, BY_ROWS[:4], lines=["assume(memory <= 1e7)"],
                           schedule="parallelize(i)"),
                     *case("C[i,j] = X[i,k] * B[k,j]", {"B": ["csr"]}, ["csr"], lines=["assume(memory <= 1e7)"],
                           schedule="split(i, i0, i1, 2), reorder(i0, k, i1, j), parallelize(i0)", sizes={"i": 9})],
    # pytorch#50469: other bits in every run
    "scatter_deterministic": case("C[j] = A[i,j] * B[i,j]", {"A": ["csr", "coo"], "B": ["csr"]}, ["dense"], type="float",
                                  schedule="deterministic"),
    # taco#205 #536 #179 #283 #292: what was missing
    "stencil": case("C[i] = A[i-1] + A[i] + A[i+1]", {"A": VECTORS}, ["dense", "csf"]),
    "convolution": case("C[i] = A[i+k] * B[k]", {"A": VECTORS, "B": VECTORS}, ["dense"]),
    "blocks": [*case("C[i,j] = A[i,k] * B[k,j]", {"A": ["bcsr"], "B": ["csr", "bcsr"]}, ["dense", "csr"]),
               *case("C[i,j] = A[i,j] + B[i,j]", {"A": ["bcsr"], "B": ["csr"]}, ["dense", "csr", "bcsr"])],
    "fill_values": case("C[i,j] = min(A[i,j], B[i,j])", {"A": ["csr", "csc"], "B": ["csr", "coo"]}, ["csr", "dense"],
                        kind="min-plus"),
    "missing_infinities": [*case("C[i,j] min= A[i,j] + B[i,j]", {"A": ["csr", "coo"], "B": ["csr", "csc"]}, ["csr", "coo", "dense"], kind="min-plus"),
                           *case("C[i,j,k] max= A[i,j] + B[i,k]", {"A": ["csr"], "B": ["csr", "dcsr"]}, ["csf", "coo"], kind="max-plus"),
                           *case("C[i,j] = min(A[i,j] + B[i,j], D[i,j])", {"A": ["csr"], "B": ["csr"], "D": ["csr", "ell"]}, ["csr", "dense"],
                                 kind="min-plus")],
    "transpose_in_a_sum": [*mixed("C[i,j] = A[i,j] + B[j,i]", "AB"), *mixed("C[i,j] = A[i,j] + A[j,i]", "A")],
    # Sparse temporaries: what is multiplied first is stored first
    "sparse_temporary": [*[{"text": "T[i,j] = A[i,k] * B[k,j]; C[i,j] = T[i,k] * T[k,j]", "formats": {"A": a, "B": "csr"}, "result": r,
                            "temporary": t} for a, r, t in zip(MATRICES, RESULTS, ["csr", "csc", "coo", "dcsr", "dcsc", "csf"])],
                         *case("T[i,j] = A[i,j] + B[i,j]; C[i] = T[i,j] * X[j]", {"A": ["csr", "coo"], "B": ["csr"]}, ["dense"],
                               temporary="csr", schedule="parallelize(i, nonzeros)"),
                         *case("T[i,j] = A[i,j] + B[i,j]; C[i,j] = T[i,j] + T[j,i]", {"A": ["dcsr", "coo"], "B": ["dcsr"]},
                               ["dcsr", "coo"], temporary="dcsr", sizes={"i": 2 ** 40, "j": 2 ** 40})],
    "formats_clash": case("C[i,j] = A[i,j] + B[i,j]", {"A": ["csr", "dcsr"], "B": ["csc", "dcsc"]}, ["csr", "csc", "dense"]),
    # A dense workspace that is cleared where the mask has entries; signed sums are cleared as a whole
    "masked_by_workspace": [program for type in ("float", "std::int32_t") for program in
                            [*case("C[i,j] = A[i,j] * B[i,k] * D[k,j]",
                                   {"A": ["csr"], "B": ["csr"], "D": ["csr", "dcsr"]}, ["csr", "dense", "coo"],
                                   schedule="precompute(B[i,k] * D[k,j], {j}, {j}, W, dense)", type=type),
                             *case("s0 = A[i,j] * B[i,k] * D[k,j]", {"A": ["csr"], "B": ["csr"], "D": ["csr"]}, ["scalar"],
                                   schedule="precompute(B[i,k] * D[k,j], {j}, {jw}, W, dense)", type=type)]],
    # A dense workspace below the rows of a list, each of which is a run of entries
    "precomputed_in_runs": [*case("C[i,j] = A[i,k] * X[k,j] * Y[j]", {"A": ["sorted coo", "csr", "dcsr"]}, ["dense", "csr", "coo", "dcsr", "csc"],
                                  schedule="precompute(A[i,k] * X[k,j], {j}, {j}, W, dense)"),
                            *case("C[i,j] = A[i,k] * X[k,j] * Y[j]", {"A": ["sorted coo"]}, ["dense", "csr"], patterns={"A": "duplicates"},
                                  schedule="precompute(A[i,k] * X[k,j], {j}, {j}, W, dense), parallelize(i)"),
                            *case("C[i,j] += A[i,k] * B[k,l] * D[l,j]", {"A": ["sorted coo"], "B": ["csr", "coo"], "D": ["csr", "dcsr"]}, ["dense", "csr"],
                                  schedule="precompute(A[i,k] * B[k,l], {l}, {lw}, W, dense)"),
                            *case("C[i,l] = A[i,j,k] * X[k,l] * Y[j,l]", {"A": ["sorted coo"]}, ["dense", "csr"],
                                  schedule="precompute(A[i,j,k] * X[k,l], {l}, {l}, W, dense)"),
                            *case("C[i,l] = A[i,j,k] * X[k,l] * Y[j,l]", {"A": ["sorted coo"]}, ["dense"], patterns={"A": "duplicates"},
                                  schedule="precompute(A[i,j,k] * X[k,l], {l}, {l}, W, dense), parallelize(i)"),
                            *case("C[i,j] = M[i,j] * A[i,k] * B[k,j]", {"M": ["csr"], "A": ["sorted coo"], "B": ["csr", "dcsr"]}, ["csr", "dense"],
                                  schedule="precompute(A[i,k] * B[k,j], {j}, {j}, W, dense)"),
                            *case("C[i] min= A[i,k] + X[k]", {"A": ["sorted coo"]}, ["dense"], kind="min-plus",
                                  schedule="precompute(A[i,k] + X[k], {i}, {i}, W, dense)"),
                            *case("C[i,j] = A[i,k] * X[k,j] * Y[j]", {"A": ["sorted coo"]}, ["dense"],
                                  schedule="precompute(A[i,k] * X[k,j], {j}, {j}, W, dense), reorder(j, i)"),
                            *case("C[j] = A[i,k] * X[k,j] * Y[i,j]", {"A": ["sorted coo"]}, ["dense"],
                                  schedule="precompute(A[i,k] * X[k,j], {j}, {j}, W, dense)"),
                            *case("C[i,j] = A[i,k] * X[k,j] * Y[j] - A[i,j]", {"A": ["sorted coo"]}, ["dense", "csr"],
                                  schedule="precompute(A[i,k] * X[k,j], {j}, {j}, W, dense)")],
    # What is not stored is a part of a sum as often as points are missing
    "counted_elements": [*case("C[i] = exp(A[i,j])", {"A": ["csr", "csc", "coo", "bcsr", "dcsr", "dia", "ell"]}, ["dense"], type="double"),
                         *case("C[i] += exp(A[i,j]) * exp(B[i,j])", {"A": ["csr", "coo"], "B": ["csr", "csc"]}, ["dense"], type="double"),
                         *case("C[i] = (A[i,j] == B[i,j])", {"A": ["csr", "coo"], "B": ["csr", "dcsr"]}, ["dense"], kind="ordered", type="std::int32_t"),
                         *[program for type in ("std::int32_t", "std::int64_t", "float") for program in
                           case("C[i] = max(A[i,j], 3)", {"A": ["csr", "csc", "coo", "bcsr"]}, ["dense"], kind="ordered", type=type)],
                         *case("s0 += exp(A[i,j])", {"A": ["csr", "csf", "coo"]}, ["scalar"], type="double"),
                         *case("s0 = max(A[i,j], 3)", {"A": ["csr", "csf", "coo", "dcsr"]}, ["scalar"], kind="ordered", type="std::int32_t"),
                         *case("C[i] = prod(j: A[i,j] + 2)", {"A": ["csr", "csc", "coo", "dcsr"]}, ["dense"], type="double"),
                         *case("C[j] += exp(A[i,j]) * exp(X[j])", {"A": ["csr", "csc", "dcsr"]}, ["dense"], type="double"),
                         *case("C[j] max= A[i,j] + X[j]", {"A": ["csr", "csc", "coo", "bcsr"]}, ["dense"], kind="ordered"),
                         *case("C[i] = exp(A[i,j,k])", {"A": ["csf", "coo"]}, ["dense"], type="double"),
                         *[program for pattern in ("full", "none", "one", "duplicates") for program in
                           case("C[i] = exp(A[i,j])", {"A": ["coo"]}, ["dense"], type="double", patterns={"A": pattern})]],
    # ... of a triangle as of the whole that it stands for, also beside others, and of entries in parts
    "counted_in_triangles": [*[program for half in ("lower", "upper") for fill in (0, 1) for text, formats in (
                                 ("C[i] = exp(A[i,j])", {"A": ["csr", "csc", "coo", "dcsr", "csf", "bcsr", "group_coo"]}),
                                 ("C[j] max= A[i,j] + X[j]", {"A": ["csr", "coo", "bcsr"]}),
                                 ("C[i,j] = exp(A[i,j] + X[j])", {"A": ["csr", "dcsr", "dbcsr"]}),
                                 ("C[k,i] = A[i,j] * (B[i] != 0.5)", {"A": ["csr", "coo"], "B": ["coo", "csf"]}),
                                 ("C[i] = A[i,j] * (D[i,j] != 0.5)", {"A": ["csr", "csc"], "D": ["csr", "coo"]}),
                                 ("C[i] = A[i,j] * (A[j,i] != 0.5)", {"A": ["csr", "dcsr"]}))
                               for program in case(text, formats, ["dense"], type="double", sizes={"i": 9, "j": 9}, fills={"A": fill},
                                                   symmetric={"A": half})],
                             *case("s0 = exp(A[i,j])", {"A": ["csr", "coo", "bcsr"]}, ["scalar"], type="double", sizes={"i": 9, "j": 9},
                                   symmetric={"A": "lower"}),
                             *[program for pattern in ("full", "none", "duplicates") for program in
                               case("C[i] = exp(A[i,j]) * exp(B[i,j])", {"A": ["coo"], "B": ["csr", "coo"]}, ["dense"], type="double",
                                    sizes={"i": 9, "j": 9}, patterns={"A": pattern}, symmetric={"A": "upper", "B": "lower"})]],
    # A triangle is 1 elsewhere: at entries of another operand each of its halves lacks what the other stores
    "triangles_with_fill": [*[program for half in ("lower", "upper") for text in ("C[i] = A[i,j] * B[j]", "C[j] += A[i,j] * B[j]") for program in
                              case(text, {"A": ["csr", "csc", "coo", "dcsr", "bcsr"], "B": ["coo", "csf"]}, ["dense"], type="double",
                                   sizes={"i": 9, "j": 9}, fills={"A": 1}, symmetric={"A": half})],
                            *case("C[i,k] = A[i,j] * D[j,k]", {"A": ["csr", "coo"], "D": ["csr", "csc", "dcsr"]}, ["dense", "csr"], type="double",
                                  sizes={"i": 9, "j": 9}, fills={"A": 1}, symmetric={"A": "lower"})],
    # ... or what a result is before entries are computed
    "background": [*case("C[i,j] = exp(A[i,j] + X[j])", {"A": ["csr", "csc", "coo", "bcsr", "dcsr", "dia", "ell", "group_coo"]}, ["dense"], type="double"),
                   *case("C[j,i] = max(A[i,j], X[j])", {"A": ["csr", "csc", "coo", "dcsr"]}, ["dense"], kind="ordered"),
                   *case("C[i,j] = max(A[i,j], B[i,j]) - X[i] * A[i,j]", {"A": ["csr", "coo"], "B": ["csr", "csc"]}, ["dense"], kind="ordered"),
                   *case("C[i,j] = abs(A[i,j] - B[i,j] - X[j])", {"A": ["csr", "coo", "dcsr"], "B": ["csr", "csc", "bcsr"]}, ["dense"], type="double"),
                   *case("C[i,j] = abs(A[i,j] - X[j])", {"A": ["coo"]}, ["dense"], type="double", patterns={"A": "duplicates"}),
                   *case("C[i,i] = exp(A[i,i])", {"A": ["csr"]}, ["dense"], type="double"),
                   *case("C[i,j] = exp(A[i,j] + X[j])", {"A": ["csr"]}, ["dense"], type="double", schedule="no_convert")],
    # Entries below parts of rows are counted
    "parts_with_equal_entries": [*case("C[i] = A[i,k] * X[k]", {"A": ["csr"]}, ["dense", "csf"], schedule="split(i, i0, i1, 3), parallelize(i0, nonzeros)"),
                                 *case("C[i,j] = A[i,k] * X[k,j]", {"A": ["csr"]}, ["dense", "csr", "coo"],
                                       schedule="split(i, i0, i1, 4), split(i1, ia, ib, 2), parallelize(i0, nonzeros)"),
                                 *case("C[i] += A[i,k] * X[k]", {"A": ["csr"]}, ["dense"], schedule="split(i, i0, i1, 3), parallelize(i0, nonzeros), deterministic"),
                                 *case("C[i] = A[i,k] * X[k]", {"A": ["csr"]}, ["dense"],
                                       schedule="pos(k, kp, A[i,k]), split(i, i0, i1, 3), parallelize(i0, nonzeros)"),
                                 *case("C[j] = A[i,k] * X[k,j]", {"A": ["csr"]}, ["dense"],
                                       schedule="split(i, i0, i1, 3), reorder(i0, j, i1, k), parallelize(i0, nonzeros)"),
                                 *case("C[k] = A[i,k]", {"A": ["csr"]}, ["csf"], schedule="split(i, i0, i1, 3), parallelize(i0, nonzeros)")],
    # Whole Einsums in a workspace: beside what was there, tested, of two operands at once
    "collected": [*case("C[j,i] += A[i,j]", {"A": ["csr", "coo", "csc"]}, ["csr", "csc", "coo"],
                        schedule="precompute(A[i,j], {j,i}, {j,i}, W, hash)"),
                  *case("C[j,i] += max(A[i,j], B[i,j])", {"A": ["csr"], "B": ["csr"]}, ["csr", "csc"], kind="ordered",
                        schedule="precompute(max(A[i,j], B[i,j]), {j,i}, {j,i}, W, coord)"),
                  *case("C[j,i] = (A[i,j] && B[i,j]) * A[i,j]", {"A": ["csr"], "B": ["csr"]}, ["csr"], kind="ordered",
                        schedule="precompute((A[i,j] && B[i,j]) * A[i,j], {j,i}, {j,i}, W, bucket)")],
    # ... in any order of the loops, whatever the order of the result's levels
    "collected_in_any_order": [*case("C[i,j] = A[i,k] * B[k,j]", {"A": ["csc"], "B": ["csr"]}, ["csr", "csc", "coo", "dcsr", "bcsr"],
                                     schedule="precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, hash), reorder(k, j, i)"),
                               *case("C[i,j] = A[i,k] * B[k,j]", {"A": ["csc"], "B": ["csr"]}, ["csr", "csc"],
                                     schedule="precompute(A[i,k] * B[k,j], {i,j}, {iw,jw}, W, bucket), reorder(k, iw, jw)"),
                               *case("C[i,j] = A[i,k] * B[k,j]", {"A": ["csc"], "B": ["csr"]}, ["csr", "csc", "dcsc"],
                                     schedule="reorder(k, j, i)")],
    # What is not stored takes part in a maximum, where there is such an element
    "largest": [*case("C[i] = max(k: abs(A[i,k]))", {"A": MATRICES}, ["dense"], kind="ordered"),
                *case("C[i] = max(k: A[i,k])", {"A": ["csr", "coo"]}, ["dense"], kind="ordered", patterns={"A": "full"}),
                *case("C[k] = min(i: A[i,k])", {"A": ["csr", "csc"]}, ["dense"], kind="ordered", schedule="parallelize(k)"),
                *case("C[i] min= A[i,k]", {"A": ["csr", "dcsr"]}, ["dense"], kind="ordered"),
                *[program for pattern in ("full", "none", "one") for program in
                  case("s0 max= A[i,k]", {"A": ["csr", "csc", "coo"]}, ["scalar"], kind="ordered", patterns={"A": pattern})]],
    # A result that is counted before it is filled reads a temporary that is stored
    "transposed_temporary": [*case("T[i,j] = A[i,k] * B[k,j]; C[j,i] = T[i,j]", {"A": ["csr", "coo"], "B": ["csr"]}, RESULTS,
                                   temporary="csr"),
                             *case("T[i,j] = A[i,k] * B[k,j]; C[j,i] = 2 * T[i,j]", {"A": ["csr"], "B": ["csr"]}, RESULTS[:5],
                                   temporary="dcsr")],
    # Rows that stay while others are merged with them get a workspace, or the products that a mask selects
    "spread_rows": [program for type in ("double", "float", "std::int32_t", "std::int64_t") for program in
                    [*case("s0 = A[i,j] * A[i,k] * A[j,k]", {"A": ["csr", "dcsr"]}, ["scalar"], type=type),
                     *case("C[i,j] = A[i,j] * B[i,k] * D[j,k]", {"A": ["csr", "dcsr"], "B": ["csr"], "D": ["csr"]},
                           ["csr", "coo", "dense"], type=type),
                     *case("C[i,j] = A[i,j] * B[i,k] * D[k,j]", {"A": ["csr"], "B": ["csr", "dcsr"], "D": ["csr"]},
                           ["csr", "dcsr", "dense"], type=type),
                     *case("C[i,j] = A[i,k] * B[j,k] - 2 * B[i,k] * A[j,k]", {"A": ["csr"], "B": ["csr"]}, ["dense"], type=type),
                     *case("C[i] += A[i,j] * B[i,k] * D[j,k] * X[k]", {"A": ["csr"], "B": ["csr"], "D": ["csr"]}, ["dense"],
                           type=type),
                     *case("C[i,j] = A[i,j] * B[i,k] * D[k,j] - 3 * A[i,j]", {"A": ["csr"], "B": ["csr"], "D": ["csr"]},
                           ["csr", "dense"], type=type)]] +
                   [*case("C[i,j] = A[i,j] * B[i,k] * D[k,j]", {"A": ["csr"], "B": ["csr"], "D": ["csr"]}, ["csr", "dense"],
                          patterns={"A": "one", "B": "full", "D": "full"}),
                    *case("C[i,j] = A[i,j] * B[i,k] * D[j,k]", {"A": ["csr"], "B": ["csr"], "D": ["csr"]}, ["csr", "dense"],
                          patterns={"A": "full", "B": "none", "D": "full"}),
                    *case("s0 = A[i,j] * A[i,k] * A[j,k]", {"A": ["csr"]}, ["scalar"], sizes={"i": 14, "j": 14, "k": 14})],
    # What lies at a constant distance from an index is walked, and not searched for
    "shifted": [*case("C[i,j] = A[i+1,j+2]", {"A": MATRICES + ["ell", "bcsr"]}, ["csr", "coo", "dcsr", "dense"]),
                *case("C[i,j] = A[i-1,j+2]", {"A": ["csr", "coo", "dcsc"]}, ["csr", "csc"]),
                *case("C[i] += A[i,j-1] * X[j]", {"A": MATRICES + ["ell", "bcsr"]}, ["dense"]),
                *case("C[i] = A[i+1,5-j] * X[j]", {"A": MATRICES}, ["dense"]),
                *case("C[i,j] = A[i,k+1] * B[k,j]", {"A": ["csr", "dcsr"], "B": ["csr", "dcsr", "csc"]}, ["csr", "dense"]),
                *case("C[i,j] = A[i,j+1] * B[i,j+1] * X[j]", {"A": ["csr", "dcsr"], "B": ["csr", "coo"]}, ["csr", "dense"]),
                *case("C[i,j] = A[i,j+1] * B[i,j]", {"A": ["csr", "dcsr"], "B": ["csr", "coo"]}, ["csr", "dense"]),
                *case("C[i] += A[i+1,j] - A[i,j+1]", {"A": ["csr", "dcsr", "coo"]}, ["dense", "csf"])],
    # ... each term by itself, where sums are stored
    "shifted_sums": [*case("C[i,j] = A[i,j-1] + A[i,j+1]", {"A": ["csr", "dcsr", "coo", "csc"]}, RESULTS[:5]),
                     *case("C[i,j] = A[i+1,j] + 2 * A[i,j-1] - A[i-1,j+2]", {"A": ["csr", "dcsr", "coo"]}, RESULTS[:5]),
                     *case("C[i,j] = A[i,j] + B[i+1,j]", {"A": ["csr", "dcsr"], "B": ["csr", "dcsr", "csc"]}, ["csr", "dcsr", "csf", "bcsr"]),
                     *case("C[i,j] += A[i,5-j] - B[i,j] * X[j]", {"A": ["csr", "dcsr"], "B": ["csr"]}, ["csr", "csc", "coo"])],
    # ... and merged, where one function has several of them
    "shifted_functions": [*case("C[i,j] = max(A[i,j], A[i,j+1])", {"A": ["csr", "dcsr", "coo", "csc"]}, RESULTS[:5], type="double"),
                          *case("C[i,j] = max(A[i+1,j-2], B[i-1,j]) - A[i,j]", {"A": ["csr", "dcsr"], "B": ["csr", "dcsr", "coo"]}, ["csr", "dcsr", "csf"], type="float"),
                          *case("C[i,j] = A[i-1,j] * B[i,j] + A[i+1,j] * A[i,j]", {"A": ["csr", "dcsr"], "B": ["csr", "dcsr"]}, ["csr", "dcsr"]),
                          *case("C[i] += max(A[i,j+2], A[i,j]) * B[i,j-1]", {"A": ["csr", "dcsr", "coo"], "B": ["csr", "dcsr"]}, ["dense", "csf"], type="std::int32_t"),
                          *case("C[i] += A[i,j+1] * A[i,j] * A[i,j-1]", {"A": ["csr", "dcsr", "coo"]}, ["dense"]),
                          *case("C[i,j] = A[i,j+1] * (A[i,j] + X[j])", {"A": ["csr", "dcsr", *4 * ["coo"]]}, ["csr", "dense"])],
    # An operand that may be missing in another order than the one that every point needs: it does not lead
    "without_transposed": [*mixed("C[i,j] = A[i,j] * !B[i,j]", "AB", some=("csr", "csc", "dcsc", "coo"), kind="ordered"),
                           *mixed("C[i,j] = A[i,k] * A[k,j] * !B[i,j]", "AB", some=("csr", "csc", "dcsc", "coo"), kind="ordered"),
                           *case("s0 = A[i,j] * (B[i,j] == 0)", {"A": ["csr", "coo"], "B": ["csc"]}, ["scalar"], kind="ordered"),
                           *case("C[i,j] = A[i,j] * !B[i,j]", {"A": ["dcsr"], "B": ["dcsc"]}, ["dcsr", "coo"],
                                 sizes={"i": 2 ** 40, "j": 2 ** 40}, kind="ordered")],
    # A row of an operand, which is found once
    "slices": [*case("C[j] = A[1,j]", {"A": MATRICES}, ["csf", "coo", "dense"]),
               *case("C[j] = max(A[1,j], B[j])", {"A": MATRICES, "B": ["csf"]}, ["csf", "coo", "dense"], kind="ordered"),
               *case("C[j] = A[1,j] * B[j]", {"A": MATRICES, "B": ["csf"]}, ["csf", "coo"]),
               *case("C[i,j] = A[2,i,j] + B[i,j]", {"A": ["csf", "coo"], "B": ["csr", "dcsr", "csc"]}, ["csr", "dcsr", "csc"]),
               *case("C[j] = max(A[1,j], B[j])", {"A": ["dcsr", "csf", "coo"], "B": ["csf"]}, ["csf", "coo"],
                     sizes={"j": 2 ** 40}, kind="ordered")],
    # What several operands do not store counts once, and no copy has it
    "extremes": [*case("C[i] max= A[i,j] * B[i,j]", {"A": ["csr", "csc", "coo"], "B": ["csr", "dcsr"]}, ["dense"], kind="ordered"),
                 *case("C[i] min= A[i,j] + B[i,j]", {"A": ["csr", "coo"], "B": ["csr", "csc"]}, ["dense"], kind="ordered"),
                 *case("s0 max= A[i] * B[i]", {"A": VECTORS, "B": VECTORS}, ["scalar"], kind="ordered"),
                 *case("C[i] max= A[i,j]", {"A": ["bcsr", "dia", "coo", "ell", "csr"]}, ["dense"], kind="ordered"),
                 *case("C[i] max= A[i,j] * B[i,j]", {"A": ["bcsr", "dia", "coo", "ell"], "B": ["csr", "coo"]}, ["dense"],
                       kind="ordered", patterns={"B": "duplicates"}),
                 *case("C[i] max= A[i,j] * B[j,k]", {"A": ["csr", "coo"], "B": ["csr", "dcsc"]}, ["dense"], kind="ordered"),
                 *case("s0 min= A[i,j] * B[i,j]", {"A": ["dcsr", "csf"], "B": ["dcsr", "coo"]}, ["scalar"],
                       sizes={"i": 2 ** 40, "j": 2 ** 40}, kind="ordered")],
    # A temporary whose row is asked for one coordinate
    "diagonal_of_temporary": case("T[i,j] = A[i,j] + B[i,j]; C[i] = T[i,i]", {"A": ["csr", "coo"], "B": ["csr"]}, ["dense"],
                                  temporary="csr"),
    # ... of a row, of a diagonal and at a distance
    "extremes_of_slices": [*case("s0 max= A[1,j] * B[j]", {"A": MATRICES + ["bcsr", "dia"], "B": ["csf"]}, ["scalar"], kind="ordered"),
                           *case("s0 min= A[1,j]", {"A": MATRICES}, ["scalar"], kind="ordered"),
                           *case("s0 max= A[1,j]", {"A": ["csr", "csf", "coo"]}, ["scalar"], kind="ordered", patterns={"A": "full"}),
                           *case("C[k] min= A[1,j,k] + B[j,k]", {"A": ["csf", "coo"], "B": ["csr", "csc"]}, ["dense"], kind="ordered"),
                           *case("s0 max= A[j,j] - B[j]", {"A": MATRICES, "B": ["csf", "coo"]}, ["scalar"], kind="ordered"),
                           *case("s0 min= A[j,j]", {"A": MATRICES}, ["scalar"], kind="ordered", patterns={"A": "full"}),
                           *case("C[i] max= A[i,j] * B[i,j+1]", {"A": ["csr", "dcsr", "coo"], "B": ["csr", "csf"]}, ["dense"], kind="ordered"),
                           *case("C[i] max= A[i,j] * B[i-1]", {"A": ["csr", "coo"], "B": ["csf"]}, ["dense"], kind="ordered"),
                           *case("s0 min= A[i-1] + B[i]", {"A": VECTORS, "B": VECTORS}, ["scalar"], kind="ordered"),
                           *case("s0 max= A[i+1] + B[i]", {"A": VECTORS, "B": ["csf"]}, ["scalar"], kind="ordered", patterns={"A": "full", "B": "full"}),
                           *case("C[i] = max(j: A[i,j+2] * B[j])", {"A": MATRICES, "B": ["csf"]}, ["dense"], kind="ordered"),
                           *case("s0 min= A[i+j] + B[i,j]", {"A": VECTORS, "B": ["csr", "coo"]}, ["scalar"], kind="ordered"),
                           *case("s0 max= A[2*i] * B[i]", {"A": VECTORS, "B": ["csf"]}, ["scalar"], kind="ordered"),
                           *case("s0 min= A[1,j] + B[j]", {"A": ["dcsr", "csf", "coo"], "B": ["csf", "coo"]}, ["scalar"],
                                 sizes={"j": 2 ** 40}, kind="ordered"),
                           *case("s0 max= A[j,j] * B[j]", {"A": ["dcsr", "csf", "coo"], "B": ["csf"]}, ["scalar"],
                                 sizes={"j": 2 ** 40}, kind="ordered")],
    # Loops over the positions of blocks, whose last ones are cut off
    "positions_of_blocks": [*case("C[i] = A[i,j] * X[j]", {"A": ["bcsr"]}, ["dense"], schedule="pos(j0, jp, A)"),
                            *case("C[i] = A[i,j] * X[j]", {"A": ["dbcsr"]}, ["dense"], schedule="pos(i0, ip, A), pos(j0, jp, A)"),
                            *case("C[i] = A[i,j] * X[j]", {"A": ["bcsr"]}, ["dense"],
                                  schedule="pos(j0, jp, A), split(jp, ja, jb, 2), vectorize(j1)"),
                            *case("C[i] = A[i,j] * X[j]", {"A": ["bcsr", "dbcsr"]}, ["dense"],
                                  schedule="reorder(i0, j0, i1, j1), fuse(i0, j0, f), pos(f, fp, A), split(fp, fa, fb, 3), parallelize(fa)"),
                            *case("C[i,k] = A[i,j] * X[j,k]", {"A": ["bcsr", "dbcsr", "block_coo"]}, ["dense"],
                                  schedule="reorder(i0, j0, i1, j1, k), fuse(i0, j0, f), parallelize(f)"),
                            *case("C[i,k] += A[i,j] * B[j,k]", {"A": ["bcsr"], "B": ["bcsr", "csr"]}, ["dense", "csr"], schedule="pos(j0, jp, A)"),
                            *case("C[j] += A[i,j] * B[i,j]", {"A": ["bcsr"], "B": ["csr", "bcsr"]}, ["dense"],
                                  schedule="reorder(i0, j0, i1, j1), fuse(i0, j0, f)"),
                            *case("s0 += A[i,j] * X[i,j]", {"A": ["bcsr", "dbcsr"]}, ["scalar"],
                                  schedule="reorder(i0, j0, i1, j1), fuse(i0, j0, f), parallelize(f)")],
    # groups of entries of tensors of any rank, by any mode
    "groups_of_tensors": [*case("C[i,l] = A[i,j,k] * B[k,l]", {"A": ["group_coo"]}, ["dense", "csr"]),
                          *case("C[i,l] = A[i,j,k] * X[j,l] * Y[k,l]", {"A": ["group_coo"]}, ["dense"]),
                          *case("C[i,j,k] = A[i,j,k] * 2", {"A": ["group_coo"]}, ["coo", "csf"]),
                          *case("C[i,j] = A[i,j,k] * A[i,j,k]", {"A": ["group_coo"]}, ["dense"]),
                          *case("C[i,j,k] = A[i,j,k] + B[i,j,k]", {"A": ["group_coo"], "B": ["csf", "group_coo"]}, ["coo", "dense"]),
                          *case("C[i,j] = A[i,k] * B[k,j]", {"A": ["group_coo"], "B": ["group_coo", "csr"]}, ["dense", "csr"])],
    # Diagonals, whose columns are their rows at a distance that a loop outside has
    "shifted_diagonals": [*case("C[i] = A[i,j] * B[i-1,j]", {"A": ["dia"], "B": ["dcsr", "csr", "dcsc"]}, ["coo", "dense"]),
                          *case("C[i,j] = A[i,j] * B[i+1,j]", {"A": ["dia"], "B": ["dcsr", "dcsc"]}, ["coo", "dense"]),
                          *case("C[i] = A[i,j] + B[i-1,j]", {"A": ["dia"], "B": ["dcsr"]}, ["dense"])],
    # Fused indices, of pairs and of entries, come in the order of the result as well
    "fused_results": [*case("C[i,j] = A[i,j] * X[j,i]", {"A": ["csr", "dcsr", "coo"]}, RESULTS, schedule="fuse(i, j, f), parallelize(f)"),
                      *case("C[i,j] = X[i] * Y[j]", {}, BY_ROWS, schedule="reorder(i, j), fuse(i, j, f), parallelize(f)"),
                      *case("C[i,j] = A[i+j] * X[i]", {"A": VECTORS}, BY_ROWS[:5],
                            schedule="reorder(i, j), fuse(i, j, f), parallelize(f)"),
                      *case("C[j,i] = X[i] * Y[j]", {}, RESULTS[:4], schedule="reorder(i, j), fuse(i, j, f), parallelize(f)"),
                      *case("C[i,j,k] = X[i,j] * Y[j,k]", {}, ["csf", "coo"],
                            schedule="reorder(i, j, k), fuse(i, j, f), fuse(f, k, g), parallelize(g)"),
                      *case("C[i,j,k] = X[i,j] * Y[j,k]", {}, ["csf", "coo"], schedule="reorder(i, j, k), fuse(j, k, f), parallelize(i)"),
                      *case("C[i,j,k] = A[i,j,k] * X[i,k]", {"A": ["coo"]}, ["coo"], schedule="fuse(i, j, f), fuse(f, k, g), parallelize(g)")],
    # Rows of sorted lists are runs, found before the loop that merges them
    "slices_of_sorted_lists": [*case("C[j] = max(A[1,j], B[j])", {"A": ["sorted coo"], "B": ["csf", "coo", "sorted coo"]}, ["csf", "coo"],
                                     sizes={"j": 2 ** 40}, kind="ordered"),
                               *case("C[j] = A[1,j] + A[2,j] - B[j]", {"A": ["sorted coo"], "B": ["csf"]}, ["csf", "coo", "dense"],
                                     patterns={"A": "duplicates"}),
                               *case("C[k] = A[1,2,k] + B[2,k]", {"A": ["sorted coo"], "B": ["sorted coo"]}, ["csf", "coo"],
                                     sizes={"k": 2 ** 40}),
                               *case("C[j,k] = A[1,j,k] + B[j,k]", {"A": ["sorted coo"], "B": ["csr", "dcsr", "sorted coo"]}, ["csr", "coo"])],
    # What comes of few products is collected, and of many built row by row, of operands that are sorted first
    "sorted_or_scattered": [program for n in (2, 60) for program in
                            [*case("C[i,j] = A[i,k] * B[k,j]", {"A": ["coo"], "B": ["csr", "coo"]}, ["csr", "coo", "bcsr"], sizes={"j": n}),
                             *case("C[i,j,l] = A[k,i,j] * B[k,l]", {"A": ["csf", "coo"], "B": ["csr", "dcsr"]}, ["csf", "coo"], sizes={"l": n}),
                             *case("C[k,j,l] = A[k,i,j] * B[i,l]", {"A": ["csf"], "B": ["csr"]}, ["csf", "levels"], sizes={"l": n}),
                             *case("C[i,j] += A[k,l,i] * B[k,j] * D[l,j]", {"A": ["csf"], "B": ["csr"], "D": ["csr"]}, ["csr", "csf"],
                                   sizes={"j": n})]],
    # Threads that share a node of a tree have parts of it, which are joined
    "cut_trees": [*case("C[i,j,l] = A[i,j,k] * B[k,l]", {"A": ["plain csf"], "B": ["csr"]}, ["csf"]),
                  *case("C[i,j,k] = A[i,j,k] * X[i,k]", {"A": ["plain csf"]}, ["csf"]),
                  *case("C[i,j,l,m] = A[i,j,k,m] * B[k,l]", {"A": ["plain csf"], "B": ["csr"]}, ["csf"]),
                  *case("C[i,j,l] = A[i,j,k] * B[k,l] + D[i,j,l]", {"A": ["plain csf"], "B": ["csr"], "D": ["plain csf"]}, ["csf"]),
                  *case("C[i,j,l] = A[i,j,k] * B[k,l]", {"A": ["plain csf"], "B": ["csr"]}, ["csf", "coo"], schedule="fuse(i, j, f), parallelize(f)"),
                  *case("C[i,j,l] = A[i,j,k] * B[k,l]", {"A": ["plain csf"], "B": ["csr"]}, ["csf", "coo"],
                        schedule="fuse(i, j, f), pos(f, p, A[i,j,k]), split(p, po, pi, 3), parallelize(po)"),
                  *case("C[i,j] = A[i,j] * X[j,i]", {"A": ["dcsr", "plain csf"]}, ["dcsr", "csf", "csr", "coo"],
                        schedule="fuse(i, j, f), pos(f, p, A[i,j]), split(p, po, pi, 3), parallelize(po)"),
                  *case("C[i,j,k] = A[i,j,k] * X[i,k]", {"A": ["plain csf"]}, ["csf", "coo"],
                        schedule="fuse(i, j, f), fuse(f, k, g), pos(g, p, A[i,j,k]), split(p, po, pi, 2), parallelize(po)"),
                  *case("C[i,l,j] = A[i,j,k] * B[k,l]", {"A": ["plain csf"], "B": ["csr"]}, ["csf"],
                        schedule="fuse(i, j, f), pos(f, p, A[i,j,k]), split(p, po, pi, 3), parallelize(po)")],
    # Loops over blocks, and over fused levels, around a temporary's rows are not one for each level
    "temporary_of_blocks": [program for t in ("csr", "dcsr", "csf") for program in
                            [*case("T[i,j] = A[i,k] * B[k,j]; C[i,j] = T[i,j]", {"A": ["bcsr", "dbcsr"], "B": ["csr"]}, ["dense", "csr"],
                                   temporary=t),
                             *case("T[i,j] = A[i,k] * B[k,j]; C[j,i] = T[i,j] * X[j]", {"A": ["bcsr"], "B": ["csr"]}, ["dense"],
                                   temporary=t)]],
    "temporary_trees": [*case("T[i,j,l] = A[i,j,k] * B[k,l]; C[i,j,l] = T[i,j,l]", {"A": ["plain csf"], "B": ["csr"]}, ["dense", "csf"],
                              temporary="csf"),
                        *case("T[i,j,l] = A[i,j,k] * B[k,l]; C[i,l] = T[i,j,l] * X[j]", {"A": ["plain csf"], "B": ["csr"]}, ["dense", "csr"],
                              temporary="csf")],
    # Each entry is in one part, which is no loss where an absent one changes nothing, and a value elsewhere
    "decomposed": [*decomposed("C[i,j] = A[i,k] * B[k,j]", {"B": "csr"}), *decomposed("C[i,j] = A[i,k] * A[k,j]", sizes={"i": 7, "k": 7, "j": 7}),
                   *decomposed("C[i] = max(j: A[i,j]) + sum(j: A[i,j] * X[j])", results=["dense"], kind="ordered"),
                   *decomposed("C[i,j] = A[i,j] + B[i,j]", {"B": "dcsr"}), *decomposed("C[i,j] = A[j,i] * B[i,j]", {"B": "csr"}),
                   *decomposed("C[i,j] min= A[i,k] + B[k,j]", {"B": "csr"}, ["dense"], kind="min-plus"),
                   *decomposed("C[i,j] = min(k: A[i,k] + B[k,j])", {"B": "csr"}, kind="min-plus"),
                   *decomposed("C[i] max= A[i,j] + X[j]", results=["dense"], kind="max-plus")],
    # What nothing is stored for is an expression of the rows, which diagonals rename
    "missing_diagonals": [*case("C[i] min= min(X[i], A[i,j] + B[i,j])", {"A": ["csr", "coo", "dia"], "B": ["dia", "bcsr", "csc"]}, ["dense"], kind="min-plus"),
                          *case("C[i] max= max(X[i], A[i,j] + B[i,j] + D[i,j])", {"A": ["csr"], "B": ["dia"], "D": ["dcsr", "ell"]}, ["dense"], kind="max-plus")],
}


def programs():
    """[(name, what is fixed)] in the order of their numbers."""
    return [(name, fixed) for name, cases in TESTS.items() for fixed in list(cases)]


ALL = programs()


def numbers(names):
    """Those of the programs of these tests; of all where none is named."""
    return [n for n, (name, _) in enumerate(ALL) if not names or name in names]


def make_program(seed, number, schedule=True):
    name, fixed = ALL[number]
    program = SparseProgram(number, "%s/%d/named" % (seed, number), schedule, fixed)
    result = fixed["result"]
    row = next((key for key in REFUSED if key[0] == name and key[1] in ("*", result)), None)
    program.features = {"named " + name} | ({"refused %s %s" % row} if row else set())
    return program


def complaints(features):
    """What differs from the list above, by the runner's counts for each feature."""
    result = []
    expected = {}
    for name, fmt in REFUSED:
        found = features["refused %s %s" % (name, fmt)]
        expected[name] = expected.get(name, 0) + found["refused"]
        if found["passed"]:
            result.append("%s into %s passes in %d programs: take it off the list of what is refused" % (
                name, fmt, found["passed"]))
        elif not found["refused"]:
            result.append("%s into %s is on the list of what is refused, and is not" % (name, fmt))
    for name in TESTS:
        found = features["named " + name]
        if found["refused"] > expected.get(name, 0):
            result.append("%s is refused in %d programs" % (name, found["refused"] - expected.get(name, 0)))
        if not sum(found.values()):
            result.append("%s was not run" % name)
    return result
