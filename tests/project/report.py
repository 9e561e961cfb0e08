#!/usr/bin/env python3
"""Reads ctest's JUnit report: prints what failed, what was skipped and why, the slowest tests, and last the count.

Several tests of GoogleTest's are one of ctest's (cmake/FarfirstTests.cmake): each is counted from the program's output.
Exit status 0 only if something ran and nothing failed."""

import collections
import re
import sys
import xml.etree.ElementTree as xml

Test = collections.namedtuple("Test", "name status seconds text")  # status: passed, failed or skipped

# "[       OK ] Suite.Name (3 ms)"; the name of a failed one may be followed by its parameter.
BEGUN = re.compile(r"\[ RUN +\] (\S+)$", re.MULTILINE)
ENDED = re.compile(r"\[ +(OK|SKIPPED|FAILED) +\] (\S+?)(?:, where .*)? \((\d+) ms\)$", re.MULTILINE)
# Tests by name; farfirst_add_together() uses patterns, and is one test.
NAMED = re.compile(r"^Note: Google Test filter = [^*\n]+$", re.MULTILINE)
RUNNING = re.compile(r"^\[=+\] Running (\d+) tests? from", re.MULTILINE)
STATUS = {"OK": "passed", "SKIPPED": "skipped", "FAILED": "failed"}


def output_of(case):
    element = case.find("system-out")
    return (element.text or "") if element is not None else ""


def reason(test):
    """The reason of a skipped test: GoogleTest's message, else its last line of output."""
    message = re.search(r"^\S+:\d+: Skipped\n(.+?)(?:\n\n|\n\[|\Z)", test.text, re.MULTILINE | re.DOTALL)
    if message:
        return " ".join(message.group(1).split())
    lines = [line.strip() for line in test.text.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"


def status_of(case):
    """Tests that report it are skipped. ctest also calls a missing program and a broken fixture "skipped", but these failed."""
    if case.get("status") == "run":
        return "passed"
    element = case.find("skipped")
    reported = element is not None and element.get("message", "").startswith("SKIP_")
    return "skipped" if reported or case.get("status") == "disabled" else "failed"


def single_tests(name, status, text):
    """The tests that a GoogleTest program reported, those that it did not reach, and the run if it failed otherwise."""
    prefix = re.sub(r"[^.]+(\.\d+)?$", "", name)  # before the suite, and which part of it
    tests, begun = [], {match.group(1): match.end() for match in BEGUN.finditer(text)}
    for match in ENDED.finditer(text):
        start = begun.pop(match.group(2), match.start())
        tests.append(Test(prefix + match.group(2), STATUS[match.group(1)], int(match.group(3)) / 1000, text[start : match.end()]))
    tests += [Test(prefix + test, "failed", 0, text[start:]) for test, start in begun.items()]
    running = RUNNING.search(text)
    missing = int(running.group(1)) - len(tests) if running else 0
    tests += [Test(f"{name}: not reached", "failed", 0, "")] * missing
    if status == "failed" and all(test.status != "failed" for test in tests):
        tests.append(Test(f"{name}: all together", "failed", 0, text))
    return tests


def tests_of(case):
    name, text, status = case.get("name"), output_of(case), status_of(case)
    if NAMED.search(text) and BEGUN.search(text):
        return single_tests(name, status, text)
    return [Test(name, status, float(case.get("time") or 0), text)]


def main(path):
    try:
        cases = list(xml.parse(path).getroot().iter("testcase"))
    except (OSError, xml.ParseError) as error:
        print(f"The tests left no report: {error}")
        print("0 passed, 0 failed, 0 skipped")
        return 1

    tests = [test for case in cases for test in tests_of(case)]
    passed, failed, skipped = ([test for test in tests if test.status == status] for status in ("passed", "failed", "skipped"))

    for test in failed:
        print(f"FAILED {test.name}\n{test.text[-4000:]}")
    slowest = sorted(tests, key=lambda test: test.seconds, reverse=True)[:8]
    print("slowest: " + ", ".join(f"{test.name} {test.seconds:.0f} s" for test in slowest))
    for why, count in collections.Counter(map(reason, skipped)).most_common():
        print(f"skipped {count}: {why}")
    for test in failed:
        print(f"failed: {test.name}")
    print(f"{len(passed)} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
