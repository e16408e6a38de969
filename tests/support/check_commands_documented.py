#!/usr/bin/env python3
"""Fails if the page on schedules lists other commands than the compiler has.

    check_commands_documented.py COMMANDS.DEF SCHEDULE.MD

Each command has a heading.
"""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    commands = set(re.findall(r"^INSUM_COMMAND\((\w+),", file.read(), re.MULTILINE))
with open(sys.argv[2], encoding="utf-8") as file:
    headings = re.findall(r"^## (`.*)$", file.read(), re.MULTILINE)
documented = {word for line in headings for word in re.findall(r"`(\w+)[(`]", line)}
for command in sorted(commands - documented):
    print(f"{sys.argv[2]} does not list the command {command}")
for command in sorted(documented - commands):
    print(f"{sys.argv[2]} lists {command}; {sys.argv[1]} does not")
print(f"{len(commands)} commands")
sys.exit(0 if commands == documented else 1)
