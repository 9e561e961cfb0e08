#!/usr/bin/env python3
"""Checks that the links of pages lead to existing files and headings, and that the README fits on three screens."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
README_LINES, README_COLUMNS = 120, 120  # tables aside


def anchors(page):
    """The anchors that GitHub makes from headings."""
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def faults_of(page):
    for link in LINK.findall(FENCED.sub("", page.read_text())):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if "://" in link:
            continue
        if not target.exists():
            yield f"{page.relative_to(ROOT)}: {link} does not exist"
        elif anchor and anchor not in anchors(target):
            yield f"{page.relative_to(ROOT)}: {link}: there is no such heading"


def main():
    pages = [page for folder in (".", "docs", "assets", "bench/results", "bench/results/*", "third_party")
             for page in sorted(ROOT.glob(f"{folder}/*.md"))]
    faults = [fault for page in pages for fault in faults_of(page)]
    lines = (ROOT / "README.md").read_text().splitlines()
    if len(lines) > README_LINES:
        faults.append(f"README.md has {len(lines)} lines, more than {README_LINES}")
    faults += [f"README.md: more than {README_COLUMNS} columns: {line}" for line in lines
               if len(line) > README_COLUMNS and not line.startswith("|")]
    print("\n".join(faults) or f"{len(pages)} pages, all links are valid")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
