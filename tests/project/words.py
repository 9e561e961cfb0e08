#!/usr/bin/env python3
"""Does a tracked file use a word that the third column of CONTRIBUTING's list of words has? Comments, strings, pages and
names count, names by their parts. Each fault is a line FILE:LINE: "WORD"; use TERM."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = "CONTRIBUTING.md"
NOT_PROSE = (".png", ".csv", ".jsonl", ".camera", ".ply")
# (path begins with, word, how the line goes on in a regular expression, why it may)
EXEMPT = (
    ("LICENSE", "", "", "a licence"),
    ("tests/fuzz/corpus/", "", "", "inputs of fuzzers"),
    ("tests/project/words.py", "", "", "this table"),
    ("bench/results/", "", "", "reports as they were printed"),
    ("", "who", r"those who|users? who|people who", "people"),
    ("bench/papers/", "who|whom", "", "authors of papers"),
    ("", "arrows?", r"[Aa]rrow head|`?arrows?`?, Enter|Arrows move", "keys and handles"),
    ("app/ui/", "arrows?", "", "keys, buttons and handles"),
    ("tests/ui/", "arrows?", "", "handles"),
    ("tests/io/polygons_test.cpp", "arrow", "", "a polygon"),
    ("app/scene/robot.cpp", "lamp", "", "a part of the robot"),
    ("sort/src/cuda/quicksort/", "rooms", "", "space"),
    ("tests/sort/quicksort_test.cpp", "rooms", "", "space"),
    ("", "element buffer", "ArrayElementBuffer", "OpenGL's function"),
)


def terms():
    """Word or phrase: the term to use."""
    table = (ROOT / LIST).read_text().split("\n## Words\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("|")]
    return {word.lower(): term for _, term, words in rows[2:] for word in words.split(", ")}


def by_parts(line):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", line.replace("_", " ")).lower()


def exempt(path, word, line):
    return any(path.startswith(place) and re.fullmatch(words or ".*", word) and re.search(context, line)
               for place, words, context, _ in EXEMPT)


def faults(paths):
    use = terms()
    pattern = re.compile(r"(?<!\w)(?:" + "|".join(sorted(map(re.escape, use), key=len, reverse=True)) + r")(?!\w)")
    for path in paths:
        if path == LIST or path.endswith(NOT_PROSE) or not (ROOT / path).is_file():
            continue
        text = path + "\n" + (ROOT / path).read_text(errors="replace")
        parts = by_parts(text)
        for found in pattern.finditer(parts):
            number, word = parts.count("\n", 0, found.start()), found.group()
            if not exempt(path, word, text.split("\n")[number]):
                yield f'{path}:{number}: "{word}"; use: {use[word]}'


def main():
    git = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if git.returncode:
        print("the words are searched in a git checkout, and this is none")
        return 77
    found = list(faults(git.stdout.split("\0")[:-1]))
    print("\n".join(found) or f"none of the {len(terms())} words to avoid is used")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
