#!/usr/bin/env python3
"""Checks that each folder of preprocessor/ includes only the folders below it. Exit status 1 names what does not."""
import pathlib
import re
import sys

# A folder and what it may include besides itself. `driver` sees everything.
LAYERS = {
    "support": set(),
    "ast": {"support"},
    "parse": {"support", "ast"},
    "bind": {"support", "ast"},
    "nest": {"support"},
    "suggest": {"support", "nest"},
    "formats": {"support"},
    "data": {"support", "formats"},
    "index_ir": {"support", "formats"},
    "agree": {"support", "nest", "formats", "index_ir"},
    "resolve": {"support", "ast", "bind", "formats", "index_ir"},
    "schedule": {"support", "ast", "formats", "index_ir"},
    "loop_ir": {"support"},
    "lower": {"support", "formats", "index_ir", "loop_ir"},
    "passes": {"support", "loop_ir"},
    "emit": {"support", "loop_ir"},
    "clang": {"support", "ast", "bind", "nest", "parse"},
    "html": {"support", "parse", "formats", "index_ir"},
}


def main() -> int:
    root = pathlib.Path(__file__).resolve().parent.parent / "preprocessor"
    wrong = []
    for folder, allowed in LAYERS.items():
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in {".h", ".cpp", ".def"}:
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                found = re.match(r'\s*#include "(\w+)/[^"]+"', line)
                if not found or found[1] not in LAYERS and found[1] != "driver":
                    continue
                if found[1] != folder and found[1] not in allowed:
                    wrong.append(f"{path.relative_to(root.parent)}:{number}: {folder} may not include {found[1]}")
    print("\n".join(wrong) if wrong else f"{len(LAYERS)} layers in order")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
