#!/usr/bin/env python3
"""count_results.py RESULTS.xml: names the tests of a ctest --output-junit file that did not pass, and counts.

A test that never ran, because its program or what it depends on failed, is a failed one. The random programs that the
differential tests say they tried are added up.
"""
import re
import sys
import xml.etree.ElementTree as xml

counts = {"passed": 0, "failed": 0, "skipped": 0}
tried = passed = 0
for case in xml.parse(sys.argv[1]).getroot().findall("testcase"):
    status = case.get("status")
    for programs in re.finditer(r"^(\d+) distinct programs, (\d+) passed", case.findtext("system-out") or "", re.MULTILINE):
        tried += int(programs[1])
        passed += int(programs[2])
    reason = case.find("skipped").get("message", "") if case.find("skipped") is not None else ""
    if status == "run":
        result = "passed"
    elif status == "disabled" or status == "notrun" and reason.startswith("SKIP_"):
        result = "skipped"
    else:
        result = "failed"
    counts[result] += 1
    if result != "passed":
        print(f"{result}: {case.get('name')}")
if tried:
    print(f"{tried} distinct random programs tried, {passed} passed, others refused with a diagnostic or counted above")
print(", ".join(f"{number} {result}" for result, number in counts.items()))
