#!/usr/bin/env python3
"""Checks that the C++ files are as clang-format with the root's .clang-format writes them.

    check_format.py CLANG_FORMAT [--fix]

Files with insum pragmas are left out: clang-format takes operators such as `min=` apart there.
"""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ("bench", "examples", "preprocessor", "runtime", "tests")
ENDINGS = (".cpp", ".h", ".hpp", ".cu", ".cuh")


def formatted_files():
    for top in FOLDERS:
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            for name in sorted(names):
                path = os.path.join(folder, name)
                if not name.endswith(ENDINGS):
                    continue
                with open(path, "rb") as file:
                    if b"#pragma insum" not in file.read():
                        yield path


def main():
    files = list(formatted_files())
    if not files:
        sys.exit(f"no C++ files in {ROOT}")
    how = ["-i"] if "--fix" in sys.argv[2:] else ["--dry-run", "-Werror"]
    sys.exit(subprocess.run([sys.argv[1], *how, *files], cwd=ROOT, check=False).returncode)


main()
