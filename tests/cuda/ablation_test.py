"""bench/ablation reads what the benchmarks print, and plots it where gnuplot is installed."""
import importlib.machinery
import importlib.util
import json
import pathlib
import shutil
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
loader = importlib.machinery.SourceFileLoader("ablation", str(ROOT / "bench" / "ablation"))
ablation = importlib.util.module_from_spec(importlib.util.spec_from_loader("ablation", loader))
loader.exec_module(ablation)


def run(name, seconds, kind="iteration"):
    return {"name": name, "run_type": kind, "insum": seconds}


TIMES = json.dumps({"benchmarks": [
    run("ablation_coo_unfused/2048/float/1/real_time", 0.027),
    run("ablation_coo_unfused/2048/float/1/real_time", 0.026),
    run("ablation_coo_unfused/2048/float/2/real_time", 0.013),
    run("ablation_coo_unfused/2048/float/1/real_time_mean", 0.001, "aggregate"),
    run("ablation_blocks_fused_tensor_cores/4096/float/iterations:1/real_time", 0.002),
    run("spmv/cora/float/1/real_time", 0.001),
]})

COUNTS = """kernel/data/type                     least KiB  touched    asked   unused   atomics launches   matrix  result
ablation_coo_unfused/512/float           1024.0    47.66     8.00     0.80   2097152        4        -  right
  by hand                                1024.0    47.66     4.00     0.80   2097152        4        -  right
ablation_blocks_fused_tensor_cores/512/float     512.0     1.12     2.00     0.95     40960        2     2.50  right
"""


class Reading(unittest.TestCase):
    def test_times(self):
        self.assertEqual(ablation.times_of(TIMES), {("coo", "unfused"): 26.0, ("blocks", "fused_tensor_cores"): 2.0})

    def test_counts(self):
        self.assertEqual(ablation.bytes_of(COUNTS), {("coo", "unfused"): 8.0, ("blocks", "fused_tensor_cores"): 1.0})

    @unittest.skipIf(shutil.which("gnuplot") is None, "gnuplot is not installed")
    def test_plot(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "plot.svg"
            ablation.plot([ablation.times_panel(TIMES), ablation.counts_panel(COUNTS)], out)
            text = out.read_text(encoding="utf-8")
        for wanted in ("three steps", "groups of 4 blocks", "Processor, one thread", "Emulated GPU"):
            self.assertIn(wanted, text)


if __name__ == "__main__":
    unittest.main()
