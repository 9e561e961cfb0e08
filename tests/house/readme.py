#!/usr/bin/env python3
"""Keeps the generated blocks of README.md and docs/embedding.md true: a block stands between <!-- NAME --> and
<!-- /NAME -->.

  readme.py NAME[=PROGRAM]...          compares; exit status 1 and the difference if a block is not what it should be
  readme.py --write NAME[=PROGRAM]...  brings the blocks up to date

algorithms=farfirst-bench  the catalogue's table
options=farfirst           what --help prints
keys=print_keys            the viewer's table of keys
embedding                  the ten lines that tests/embed compiles and runs
examples                   those of docs/embedding.md, which tests/sort compiles and runs
sorting, reading           tables of the measurements in bench/results/cpu
sorting_gpu                the same of those in bench/results/h200"""

import csv
import difflib
import pathlib
import re
import subprocess
import sys
import textwrap

root = pathlib.Path(__file__).resolve().parents[2]
readme = root / "README.md"
examples_page = root / "docs/embedding.md"
example_sources = ["tests/sort/examples.cpp", "tests/sort/cuda_graph.cpp"]


def printed(*command):
    return subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout.strip("\n")


def marked(source, name):
    """The lines between // [NAME] and // [/NAME], as code."""
    lines = re.search(rf"// \[{name}\]\n(.*?)\n\s*// \[/{name}\]", source, re.DOTALL).group(1).splitlines()
    code = textwrap.dedent("\n".join(lines))
    return f"```cpp\n{code}\n```"


def example(name):
    return marked("".join((root / source).read_text() for source in example_sources), name)


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
        return marked((root / "tests/embed/outside/main.cpp").read_text(), name)
    if name.startswith("example_"):
        return example(name.removeprefix("example_"))
    sys.exit(f"no block is called {name}")


def page_with(path, blocks):
    """The page's text, and what it should be: `blocks` are names and programs."""
    text = path.read_text()
    expected = text
    for name, program in blocks:
        block = re.compile(rf"(<!-- {name} -->\n)(.*?)(<!-- /{name} -->)", re.DOTALL)
        if not block.search(text):
            sys.exit(f"{path.name} has no block {name}")
        inside = content(name, program) + "\n"
        expected = block.sub(lambda match: match.group(1) + inside + match.group(3), expected)
    return text, expected


def main(arguments):
    write = "--write" in arguments
    names = [argument for argument in arguments if argument != "--write"]
    pages = [(readme, [argument.partition("=")[::2] for argument in names if argument != "examples"])]
    if "examples" in names:
        blocks = re.findall(r"<!-- (example_\w+) -->", examples_page.read_text())
        pages.append((examples_page, [(name, "") for name in blocks]))
    status = 0
    for path, blocks in pages:
        text, expected = page_with(path, blocks)
        if text == expected:
            continue
        if write:
            path.write_text(expected)
            continue
        status = 1
        print(f"{path.name} is not what it should be; to mend: tests/house/readme.py --write " + " ".join(names))
        sys.stdout.writelines(difflib.unified_diff(text.splitlines(True), expected.splitlines(True), path.name, "expected"))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
