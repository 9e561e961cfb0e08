#!/usr/bin/env python3
"""Reads ctest's JUnit report: prints what failed, what was skipped and why, the slowest tests, and last the count.

Exit status 0 only if something ran and nothing failed."""

import collections
import re
import sys
import xml.etree.ElementTree as xml


def output_of(case):
    element = case.find("system-out")
    return (element.text or "") if element is not None else ""


def reason(case):
    """The sentence a skipped test gave: GoogleTest's message, else its last line of output."""
    text = output_of(case)
    message = re.search(r"^\S+:\d+: Skipped\n(.+?)(?:\n\n|\n\[|\Z)", text, re.MULTILINE | re.DOTALL)
    if message:
        return " ".join(message.group(1).split())
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if lines:
        return lines[-1]
    return "disabled" if case.get("status") == "disabled" else "no reason given"


def was_skipped(case):
    """Did the test itself say so? ctest also calls a missing program and a broken fixture "skipped": those failed."""
    element = case.find("skipped")
    said_so = element is not None and element.get("message", "").startswith("SKIP_")
    return said_so or case.get("status") == "disabled"


def main(path):
    try:
        cases = list(xml.parse(path).getroot().iter("testcase"))
    except (OSError, xml.ParseError) as error:
        print(f"The tests left no report: {error}")
        print("0 passed, 0 failed, 0 skipped")
        return 1

    passed = [case for case in cases if case.get("status") == "run"]
    skipped = [case for case in cases if was_skipped(case)]
    failed = [case for case in cases if case not in passed and case not in skipped]

    for case in failed:
        print(f"FAILED {case.get('name')}\n{output_of(case)[-4000:]}")
    slowest = sorted(cases, key=lambda case: float(case.get("time") or 0), reverse=True)[:8]
    print("slowest: " + ", ".join(f"{case.get('name')} {float(case.get('time') or 0):.0f} s" for case in slowest))
    reasons = collections.Counter(reason(case) for case in skipped)
    for why, count in reasons.most_common():
        print(f"skipped {count}: {why}")
    for case in failed:
        print(f"failed: {case.get('name')}")
    print(f"{len(passed)} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
