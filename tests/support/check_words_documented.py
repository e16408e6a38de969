#!/usr/bin/env python3
"""Fails if a word of a .def table does not stand as `code` in a page.

    check_words_documented.py WORDS.DEF PAGE.MD
"""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    words = re.findall(r"^INSUM_\w+\((\w+)[,)]", file.read(), re.MULTILINE)
with open(sys.argv[2], encoding="utf-8") as file:
    code = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", file.read()))))
missing = sorted(set(words) - code)
for word in missing:
    print(f"{sys.argv[2]} does not mention `{word}`")
print(f"{len(set(words)) - len(missing)} of {len(set(words))} words are documented")
sys.exit(1 if missing else 0)
