#!/usr/bin/env python3
"""Fails if the page on schedules lists other commands than the compiler has.

    check_commands_documented.py COMMANDS.DEF SCHEDULE.MD

Each command that is built has a heading; those that are planned stand in the section "Not built yet".
"""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    table = file.read()
with open(sys.argv[2], encoding="utf-8") as file:
    text, rest = file.read().split("\n## Not built yet\n")
found = {
    "built": (set(re.findall(r"^INSUM_COMMAND\((\w+),", table, re.MULTILINE)),
              {word for line in re.findall(r"^## (`.*)$", text, re.MULTILINE) for word in re.findall(r"`(\w+)[(`]", line)}),
    "planned": (set(re.findall(r"^INSUM_COMMAND_PLANNED\((\w+)\)", table, re.MULTILINE)),
                set(re.findall(r"`(\w+)`", rest))),
}
good = True
for state, (commands, documented) in found.items():
    for command in sorted(commands - documented):
        print(f"{sys.argv[2]} does not list the {state} command {command}")
    for command in sorted(documented - commands):
        print(f"{sys.argv[2]} lists {command} as {state}; {sys.argv[1]} does not")
    good &= commands == documented
    print(f"{len(commands)} {state} commands")
sys.exit(0 if good else 1)
