#!/usr/bin/env python3
"""Reports files past their soft limits: 400 lines a source, 200 a header of the preprocessor. A report, not a gate."""
import pathlib

root = pathlib.Path(__file__).resolve().parent.parent
rows = []
for folder in ("preprocessor", "runtime", "bench", "examples", "tests", "tools", "cmake_modules"):
    for path in (root / folder).rglob("*"):
        if path.suffix not in {".cpp", ".h", ".hpp", ".py", ".cmake"}:
            continue
        lines = len(path.read_text(errors="replace").splitlines())
        limit = 200 if path.suffix == ".h" else 400
        if lines > limit:
            rows.append((lines, str(path.relative_to(root)), limit))
for lines, path, limit in sorted(rows, reverse=True):
    print(f"{lines:5} {path} (limit {limit})")
print(f"{len(rows)} files past their limit")
