"""tools/machine_code.py reads what ptxas reports, disassemblies and PTX; bench/gpu/code_table.py prints and checks it."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "bench" / "gpu")]
import code_table  # noqa: E402
import machine_code  # noqa: E402

SUM = "_ZN13insum_kernels41_GLOBAL__N__06da2826_4_p_cu_f1dd2348_184817products_spmv_0_1EiPKi"

REPORT = f"""ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '{SUM}' for 'sm_90'
ptxas info    : Function properties for {SUM}
    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 28 registers, used 1 barriers, 29184 bytes smem
ptxas info    : Compile time = 12.778 ms
"""

# Two loops in one: the inner one multiplies twice, the one before it once.
SASS = f"""\t.section\t.text.{SUM},"ax",@progbits
.text.{SUM}:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
.L_x_4:
        /*0010*/                   MOV R4, RZ ;
.L_x_1:
        /*0020*/                   LDG.E R3, desc[UR4][R2.64] ;
        /*0030*/                   FFMA R4, R3, R3, R4 ;
        /*0040*/               @P1 BRA `(.L_x_1) ;
.L_x_2:
        /*0050*/                   LDG.E.128 R8, desc[UR4][R2.64] ;
        /*0060*/                   LDS R5, [R6] ;
        /*0070*/               @P2 BRA `(.L_x_3) ;
        /*0080*/                   HFMA2.MMA R7, -RZ, RZ, 0, 0 ;
        /*0090*/              @!P2 FFMA R4, R8, R5, R4 ;
        /*00a0*/                   FFMA R4, R9, R5, R4 ;
.L_x_3:
        /*00b0*/               @P1 BRA `(.L_x_2) ;
        /*00c0*/                   STG.E desc[UR4][R2.64], R4 ;
        /*00d0*/               @P0 BRA `(.L_x_4) ;
        /*00e0*/                   EXIT ;
.L_x_5:
        /*00f0*/                   BRA `(.L_x_5);
"""

MATRIX_SASS = f""".text.{SUM}:
.L_x_0:
        /*0000*/                   LDGSTS.E.BYPASS.128 [R15], desc[UR16][R8.64] ;
.L_x_1:
        /*0010*/                   FFMA R4, R9, R5, R4 ;
        /*0020*/                   FFMA R4, R9, R5, R4 ;
        /*0030*/               @P0 BRA `(.L_x_1) ;
        /*0040*/                   LDSM.16.M88.4 R8, [R13] ;
        /*0050*/                   HMMA.16816.F32 R28, R40, R52.reuse, R28 ;
        /*0060*/               @P0 BRA `(.L_x_0) ;
"""

PTX = f""".visible .entry {SUM}(
	.param .u32 {SUM}_param_0
)
{{
	.reg .pred 	%p<13>;
	ld.param.u32 	%r5, [{SUM}_param_0];
$L__BB0_3:
	cp.async.cg.shared.global [%r1], [%rd2], 16;
	ld.shared.u32 	%r7, [%r8];
	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {{%f1}}, {{%r1}}, {{%r2}}, {{%f1}};
	@%p1 bra 	$L__BB0_3;
	fma.rn.f32 	%f2, %f3, %f4, %f2;
	ret;
}}
"""


class Reading(unittest.TestCase):
    def test_resources(self):
        self.assertEqual(machine_code.resources(REPORT), {SUM: machine_code.Resources(registers=28, shared=29184, stack=16, spills=12)})

    def test_inner_loop_is_the_one_that_multiplies_most(self):
        loop = machine_code.inner_loop(machine_code.kernels_of(SASS, False)[SUM], False)
        self.assertEqual((loop.what, loop.instructions), ("fma", 7))
        self.assertEqual(loop.counts, {"global load": 1, "shared load": 1, "fma": 2})

    def test_matrix_instructions_come_first(self):
        loop = machine_code.inner_loop(machine_code.kernels_of(MATRIX_SASS, False)[SUM], False)
        self.assertEqual((loop.what, loop.instructions), ("matrix", 7))
        self.assertEqual(loop.counts, {"global load": 1, "shared load": 1, "matrix": 1, "fma": 2})

    def test_ptx(self):
        loop = machine_code.inner_loop(machine_code.kernels_of(PTX, True)[SUM], True)
        self.assertEqual((loop.what, loop.instructions), ("matrix", 4))
        self.assertEqual(loop.counts, {"global load": 1, "shared load": 1, "matrix": 1})

    def test_no_loop_multiplies(self):
        self.assertIsNone(machine_code.inner_loop(machine_code.Code(["EXIT ;"]), False))

    def test_names(self):
        [signature] = machine_code.demangled({SUM: 0})
        self.assertEqual(machine_code.short_name(signature, ["products"]), "spmv.1")
        tiles = "void insum_kernels::(anonymous namespace)::products_block_spmm_7_2<insum::rt::base::cuda::product_tile<insum::half, 128, 32, %d> >(long)"
        self.assertEqual(machine_code.short_name(tiles % 2, ["products"]), "block_spmm.2 128x32")
        self.assertEqual(machine_code.short_name(tiles % 4, ["products"]), "block_spmm.2 128x32+4")
        warpgroups = tiles.replace("product_tile", "warpgroup_tile").replace("32, %d", "256")
        self.assertEqual(machine_code.short_name(warpgroups, ["products"]), "block_spmm.2 4x128x256")
        lanes = "void insum_kernels::(anonymous namespace)::products_spmm_7_2<32, %s>(long)"
        self.assertEqual(machine_code.short_name(lanes % "true", ["products"]), "spmm.2 32 v")
        self.assertEqual(machine_code.short_name(lanes % "false", ["products"]), "spmm.2 32")
        self.assertEqual(machine_code.short_name(lanes.replace("32", "(int)8") % "(bool)1", ["products"]), "spmm.2 8 v")
        self.assertEqual(machine_code.short_name(lanes.replace("32", "0") % "true", ["products"]), "spmm.2 n v")
        self.assertEqual(machine_code.short_name(lanes.replace(", %s", ""), ["products"]), "spmm.2 32")
        self.assertEqual(machine_code.short_name("other(int)", ["products"]), "other")


def kernel(loop, spills=0, tiles=False):
    return machine_code.Kernel("spmv.1", "90", machine_code.Resources(28, 0, 0, spills), loop, tiles)


class Table(unittest.TestCase):
    FMA = machine_code.Loop(16, {"fma": 4, "global load": 3, "atomic": 1, "shared store": 2}, "fma")

    def test_row(self):
        self.assertEqual(code_table.row(kernel(self.FMA)).split(), "spmv.1 90 28 0 0 | 16 4 fma 25% 3 0 3 0".split())

    def test_others(self):
        *_, row, others = code_table.table([kernel(None), kernel(self.FMA), kernel(None, spills=4)], False).splitlines()
        self.assertEqual(row, code_table.row(kernel(self.FMA)))
        self.assertEqual(others, "2 others, without such a loop: up to 28 registers, 4 bytes spilled")

    def test_deeper_variants_are_left_out(self):
        def named(name):
            return machine_code.Kernel(name, "90", machine_code.Resources(28, 0, 0, 0), self.FMA, True)
        *_, row, left_out = code_table.table([named("p.1 64x64"), named("p.1 64x64+4")], False).splitlines()
        self.assertEqual(row, code_table.row(named("p.1 64x64")))
        self.assertEqual(left_out, "1 variants with more steps ahead, whose loops are these: up to 28 registers, 0 bytes spilled")

    def test_complaints(self):
        self.assertEqual(code_table.complaints([kernel(self.FMA), kernel(None)]), [])
        self.assertEqual(code_table.complaints([kernel(self.FMA, spills=8)]), ["spmv.1 for sm_90 spills 8 bytes of registers"])
        self.assertEqual(code_table.complaints([kernel(self.FMA, tiles=True)]), ["spmv.1 for sm_90 multiplies without matrix instructions"])
        local = machine_code.Loop(16, {"fma": 4, "local": 1}, "fma")
        self.assertEqual(code_table.complaints([kernel(local)]), ["spmv.1 for sm_90 has arrays of a thread in memory, in its inner loop"])


if __name__ == "__main__":
    unittest.main()
