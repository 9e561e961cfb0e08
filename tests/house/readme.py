#!/usr/bin/env python3
"""Keeps the generated blocks of README.md true: a block stands between <!-- NAME --> and <!-- /NAME -->.

  readme.py NAME[=PROGRAM]...          compares; exit status 1 and the difference if a block is not what it should be
  readme.py --write NAME[=PROGRAM]...  brings the blocks up to date

algorithms=farfirst-bench  the catalogue's table
options=farfirst           what --help prints
keys=print_keys            the viewer's table of keys
embedding                  the ten lines that tests/embed compiles and runs
sorting, reading           tables of the measurements in bench/results/cpu
sorting_gpu                the same of those in bench/results/h200"""

import csv
import difflib
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[2]
readme = root / "README.md"


def printed(*command):
    return subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout.strip("\n")


def embedding():
    source = (root / "tests/embed/outside/main.cpp").read_text()
    lines = re.search(r"// \[embedding\]\n(.*?)\n\s*// \[/embedding\]", source, re.DOTALL).group(1).splitlines()
    return "\n".join(line.removeprefix("  ") for line in lines)


def measurements(*names, folder="cpu"):
    """The rows of CSV files under bench/results, and the machine that the heads of all of them name."""
    rows = []
    machines = set()
    for name in names:
        lines = (root / "bench/results" / folder / name).read_text().splitlines()
        about = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# ") and ": " in line)
        if "GPU" in about:
            machines.add(f"{about['GPU']}, driver {about['driver']}, toolkit {about['CUDA']}, {about['date']}")
        else:
            machines.add(f"{about['processor']}, {about['threads']} threads, {about['compiler']}, {about['date']}")
        rows += csv.DictReader(line for line in lines if not line.startswith("#"))
    return rows, " / ".join(sorted(machines))


def digits(number):
    """Three significant ones."""
    return f"{number:.3g}" if number < 100 else f"{number:.0f}"


def table_of_sizes(rows, head):
    sizes = sorted({int(row["n"]) for row in rows})
    median = {(row["entry"], int(row["n"])): float(row["median_ms"]) for row in rows}
    lines = [head, ""]
    lines.append("| entry | " + " | ".join(f"{n:,}" for n in sizes) + " |")
    lines.append("|---|" + "---:|" * len(sizes))
    for entry in sorted({row["entry"] for row in rows}):
        cells = [digits(median[entry, n]) if (entry, n) in median else "" for n in sizes]
        lines.append(f"| `{entry}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def sorting():
    rows, machine = measurements("sort-small.csv", "sort-large.csv")
    rows = [row for row in rows if row["form"] == "argsort" and row["distribution"] == "distances"]
    return table_of_sizes(rows, f"Milliseconds, median of interleaved runs, keys of distances ({machine}):")


def sorting_gpu():
    rows, machine = measurements("sizes.csv", folder="h200")
    sizes = {"65536", "262144", "1048576", "4194304", "8388608", "16777216", "67108864"}
    rows = [row for row in rows if row["n"] in sizes and not row["entry"].startswith("cpu.")]
    return table_of_sizes(rows, f"Milliseconds, median of interleaved runs, uniform keys, order out ({machine}):")


def reading():
    rows, machine = measurements("read.csv")
    lines = [f"Milliseconds, median of interleaved runs ({machine}):", ""]
    lines += ["| file | vertices | triangles | farfirst | assimp |", "|---|---:|---:|---:|---:|"]
    median = {(row["file"], row["reader"]): float(row["median_ms"]) for row in rows}
    for row in rows:
        if row["reader"] == "reader" and (row["file"], "assimp") in median:
            cells = [f"{int(row['vertices']):,}", f"{int(row['triangles']):,}"]
            cells += [digits(median[row["file"], reader]) for reader in ("reader", "assimp")]
            lines.append(f"| {row['file']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def content(name, program):
    if name == "sorting":
        return sorting()
    if name == "sorting_gpu":
        return sorting_gpu()
    if name == "reading":
        return reading()
    if name == "algorithms":
        return printed(program, "list", "--markdown")
    if name == "options":
        return f"```text\n{printed(program, '--help')}\n```"
    if name == "keys":
        return printed(program)
    if name == "embedding":
        return f"```cpp\n{embedding()}\n```"
    sys.exit(f"no block is called {name}")


def main(arguments):
    write = "--write" in arguments
    text = readme.read_text()
    wrong = False
    for argument in arguments:
        if argument == "--write":
            continue
        name, _, program = argument.partition("=")
        block = re.compile(rf"(<!-- {name} -->\n)(.*?)(<!-- /{name} -->)", re.DOTALL)
        found = block.search(text)
        if not found:
            sys.exit(f"README.md has no block {name}")
        expected = content(name, program) + "\n"
        if found.group(2) != expected:
            wrong = True
            text = block.sub(lambda match: match.group(1) + expected + match.group(3), text)
    if not wrong:
        return 0
    if write:
        readme.write_text(text)
        return 0
    print("README.md is not what it should be; to mend: tests/house/readme.py --write " + " ".join(arguments))
    sys.stdout.writelines(difflib.unified_diff(readme.read_text().splitlines(True), text.splitlines(True), "README.md", "expected"))
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
