"""Data files for the tests of insum convert and insum stats."""
import struct

from command_line import CommandLine

# 5 x 6, nine entries of which one occurs twice and one is zero.
MATRIX = """%%MatrixMarket matrix coordinate real general
5 6 10
1 1 1.5
1 4 -2
2 2 3
3 1 4
3 2 5
3 3 0
3 4 6
3 4 0.25
5 5 7
5 6 8
"""
ENTRIES = {(0, 0): 1.5, (0, 3): -2, (1, 1): 3, (2, 0): 4, (2, 1): 5, (2, 2): 0, (2, 3): 6.25, (4, 4): 7, (4, 5): 8}
FORMATS = ["coo", "csr", "csc", "dcsr", "dcsc", "csf", "bcsr", "dbcsr", "ell", "dia", "ragged", "group_coo", "block_coo",
           "block_group_coo", "hyb", "sr_bcrs", "dense"]
# Formats in which a zero cannot be told from padding.
WITHOUT_ZEROS = {"bcsr", "dbcsr", "dia", "ragged", "block_coo", "block_group_coo", "sr_bcrs", "dense"}


def npy(shape, descr, values):
    code = {"<f4": "f", "<f8": "d", "<i4": "i", "<i8": "q"}[descr]
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (descr, "".join(f"{n}, " for n in shape))
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(
        f"<{len(values)}{code}", *values)


def read_npy(path):
    """(shape, descr, values)"""
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack("<H", data[8:10])[0]
    header = eval(data[10:10 + length])  # pylint: disable=eval-used
    code = {"<f4": "f", "<f8": "d", "<i4": "i", "<i8": "q"}[header["descr"]]
    body = data[10 + length:]
    return header["shape"], header["descr"], list(struct.unpack(f"<{len(body) // struct.calcsize(code)}{code}", body))


def entries_of(text):
    lines = [line for line in text.splitlines() if not line.startswith("%")]
    return {(int(i) - 1, int(j) - 1): float(v) for i, j, v in (line.split() for line in lines[1:])}


class Data(CommandLine):
    def setUp(self):
        super().setUp()
        self.write("a.mtx", MATRIX)

    def entries(self, name):
        return entries_of(self.read(name))
