#!/usr/bin/env python3
"""Times of what Python has for the cases of insum_gpu_bench, on a GPU: PyTorch's product of block-sparse matrices, and e3nn.

    bench/gpu/python_peers.py [FILTER]

Writes lines `case form seconds`, which insum_gpu_bench reads with --peers; FILTER is a part of the cases' names. What is not
installed is skipped, and said on the error output. Calls are timed as those of insum are: many at a time, by events of CUDA.
"""
import sys

BLOCK = 32
BATCH = 10000


def seconds_of(torch, call):
    """The fastest of several series of calls that take a millisecond or more."""
    def series(calls):
        before, after = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        before.record()
        for _ in range(calls):
            call()
        after.record()
        after.synchronize()
        return before.elapsed_time(after) / 1e3 / calls
    for _ in range(3):
        call()
    calls = max(1, min(1000, int(1e-3 / max(series(1), 1e-7))))
    return min(series(calls) for _ in range(10))


def block_product(torch, side, percent, columns):
    """A product of halves by a random matrix of blocks, as many as bench/block_matrix.hpp has."""
    blocks = side // BLOCK
    torch.manual_seed(11)
    there = torch.rand(blocks, blocks) * 100 < percent
    there[~there.any(1), 0] = True
    rows = torch.cat([torch.zeros(1, dtype=torch.int64), there.sum(1).cumsum(0)])
    columns_of = there.nonzero()[:, 1]
    values = torch.rand(len(columns_of), BLOCK, BLOCK) * 2 - 1
    left = torch.sparse_bsr_tensor(rows, columns_of, values, size=(side, side)).to(device="cuda", dtype=torch.float16)
    right = torch.randn(side, columns, device="cuda", dtype=torch.float16)
    wanted = left.to_dense().float() @ right.float()
    if not torch.allclose((left @ right).float(), wanted, rtol=1e-2, atol=0.5):
        sys.exit("PyTorch's product of blocks is wrong")
    return lambda: left @ right


def tensor_product(torch, o3, degree, channels):
    """All paths between degrees up to this one: features of even parity forbid none."""
    features = o3.Irreps([(channels, (l, 1)) for l in range(degree + 1)])
    harmonics = o3.Irreps([(1, (l, 1)) for l in range(degree + 1)])
    made = o3.FullyConnectedTensorProduct(features, harmonics, features).to("cuda")
    x, y = features.randn(BATCH, -1, device="cuda"), harmonics.randn(BATCH, -1, device="cuda")

    def call():
        with torch.no_grad():
            made(x, y)
    return call


def cases(torch):
    """(case, form, function that makes the call)"""
    for percent in (5, 10, 25, 50, 75):
        yield ("block_spmm/4096_%d%%/half" % percent, "pytorch", lambda p=percent: block_product(torch, 4096, p, 4096))
    try:
        from e3nn import o3
    except ImportError as error:
        print("skipped: no e3nn (%s)" % error, file=sys.stderr)
        return
    for degree in (1, 2, 3):
        for channels in (16, 32, 64):
            yield ("equivariant%d_%d/random/float" % (degree, channels), "e3nn",
                   lambda d=degree, c=channels: tensor_product(torch, o3, d, c))


def main():
    try:
        import torch
    except ImportError as error:
        print("skipped: no PyTorch (%s)" % error, file=sys.stderr)
        return
    if not torch.cuda.is_available():
        print("skipped: PyTorch finds no GPU", file=sys.stderr)
        return
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    for case, form, make in cases(torch):
        if wanted in case:
            print(case, form, "%.9f" % seconds_of(torch, make()), flush=True)


main()
