#!/usr/bin/env python3
"""Keeps the generated blocks of README.md and docs/*.md true: a block is between <!-- NAME --> and <!-- /NAME -->, on
whichever page has it.

  readme.py NAME[=PROGRAM]...          compares; exit status 1 and the difference if a block is out of date
  readme.py --write NAME[=PROGRAM]...  updates the blocks

algorithms=farfirst-bench        the catalogue's table
parameters=farfirst-bench        the parameters of its entries
keys=farfirst_print_tables       the viewer's table of keys
renderers=farfirst_print_tables  its catalogue of renderers
embedding                        the ten lines that tests/embed compiles and runs
program, program_cmake           the whole of examples/cpu
examples                         those of docs/embedding.md, which tests/sort compiles and runs
headers                          those in the comments of farfirst/*.h: each statement stands in a test (only compares)
answer, headline, sorting, sorting_gpu, reading
                                 tables of the measurements in bench/results"""

import csv
import difflib
import pathlib
import re
import subprocess
import sys
import textwrap

root = pathlib.Path(__file__).resolve().parents[2]
pages = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
example_sources = ["tests/sort/examples.cpp", "tests/sort/cuda_graph.cpp", "tests/sort/gl_example.cpp", "tests/cuda_emulation/interop.cpp"]


def printed(*command):
    return subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout.strip("\n")


def fenced(language, code):
    return f"```{language}\n{code}\n```"


def marked(source, name):
    """The lines between // [NAME] and // [/NAME], as code."""
    lines = re.search(rf"// \[{name}\]\n(.*?)\n\s*// \[/{name}\]", source, re.DOTALL).group(1).splitlines()
    return fenced("cpp", textwrap.dedent("\n".join(lines)))


def statements(code):
    """Without comments, namespace and layout."""
    return " ".join(re.sub(r"//.*|\bfarfirst::", "", code).split())


def header_examples():
    """The examples in the comments of the public headers: indented lines, of which the first ends a statement."""
    for header in sorted((root / "sort/include/farfirst").glob("*.h")):
        for block in re.findall(r"(?:^//   +\S.*\n)+", header.read_text(), re.MULTILINE):
            code = "\n".join(line[2:] for line in block.splitlines())
            if statements(code.splitlines()[0]).endswith(";"):
                yield header.name, code


def uncompiled_headers():
    """Says which parts of these examples no test compiles. "..." stands for anything between two parts."""
    compiled = [statements((root / source).read_text()) for source in example_sources]
    found = list(header_examples())
    missing = [f"{name}: no test has\n{part}" for name, code in found for part in re.split(r"^ *\.\.\.$", code, flags=re.MULTILINE)
            if not any(statements(part) in source for source in compiled)]
    return missing + ([f"only {len(found)} examples in the headers"] if len(found) < 6 else [])


def example(name):
    return marked("".join((root / source).read_text() for source in example_sources), name)


def rows_of(name, folder="cpu"):
    """The rows of a CSV file under bench/results, and what its head says."""
    lines = (root / "bench/results" / folder / name).read_text().splitlines()
    about = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# ") and ": " in line)
    return list(csv.DictReader(line for line in lines if not line.startswith("#"))), about


def measurements(*names, folder="cpu"):
    """The rows of several files, and the machine that the heads of all of them name."""
    rows = []
    machines = set()
    for name in names:
        more, about = rows_of(name, folder)
        rows += more
        if "GPU" in about:
            machines.add(f"{about['GPU']}, driver {about['driver']}, toolkit {about['CUDA']}, {about['date']}")
        else:
            machines.add(f"{about['processor']}, {about['threads']} threads, {about['compiler']}, {about['date']}")
    return rows, " / ".join(sorted(machines))


def digits(number):
    """Three significant ones."""
    return f"{number:.3g}" if number < 100 else f"{number:.0f}"


def time_of(row):
    """Median and p95 of a row; no p95 where its file has none."""
    return float(row["median_ms"]), float(row["p95_ms"]) if row.get("p95_ms") else None


def in_digits(time):
    median, p95 = time
    return digits(median) if p95 is None else f"{digits(median)} ({digits(p95)})"


def table_of_sizes(rows, head):
    sizes = sorted({int(row["n"]) for row in rows})
    times = {(row["entry"], int(row["n"])): time_of(row) for row in rows}
    lines = [head, ""]
    lines.append("| entry | " + " | ".join(f"{n:,}" for n in sizes) + " |")
    lines.append("|---|" + "---:|" * len(sizes))
    for entry in sorted({row["entry"] for row in rows}):
        cells = [in_digits(times[entry, n]) if (entry, n) in times else "" for n in sizes]
        lines.append(f"| `{entry}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def sorting():
    rows, machine = measurements("sort-small.csv", "sort-large.csv")
    rows = [row for row in rows if row["form"] == "argsort" and row["distribution"] == "distances"]
    return table_of_sizes(rows, f"Milliseconds, median (p95) of interleaved runs, keys of distances ({machine}):")


def sorting_gpu():
    rows, machine = measurements("sizes.csv", folder="h200")
    sizes = {"65536", "262144", "1048576", "4194304", "8388608", "16777216", "67108864"}
    rows = [row for row in rows if row["n"] in sizes and not row["entry"].startswith("cpu.")]
    return table_of_sizes(rows, f"Milliseconds, median (p95) of interleaved runs, uniform keys, order out ({machine}):")


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


def one_time(rows, **wanted):
    """The one time of a row with these columns."""
    found = [time_of(row) for row in rows if all(row[column] == str(value) for column, value in wanted.items())]
    if len(found) != 1:
        sys.exit(f"{len(found)} rows have {wanted}")
    return found[0]


def comparisons():
    """How fast, against what, on what: what, our way and time, their way and time, the machine. With where we lose."""
    frames, raster_sorts = rows_of("tiles.csv", "h200")[0], rows_of("raster_sorts.csv", "h200")[0]
    steady, sizes = rows_of("farfirst_frame.csv", "h200")[0], rows_of("sizes.csv", "h200")[0]
    opengl = rows_of("gl_farfirst.csv", "h200")[0] + rows_of("gl_farfirst_moves.csv", "h200")[0]
    opengl_frames = rows_of("gl_farfirst_frames.csv", "h200")[0]
    cpu, readers = rows_of("sort-small.csv")[0], rows_of("read.csv")[0]

    def frame(what, scene, samples):
        ours, theirs = (one_time(frames, distribution=scene, samples=samples, renderer=name) for name in ("tiles", "raster"))
        return what, "the renderer `tiles`", ours, "the hardware's rasteriser, `raster`", theirs, "H200"

    def sorted_frame(what, scene):
        ours, theirs = (one_time(opengl_frames, distribution=scene, entry=name) for name in ("gl.farfirst", "gl.radix"))
        return what, "sorted by `gl.farfirst`", ours, "sorted by `gl.radix`", theirs, "H200"

    def order(what, n, eye, entry="cuda.farfirst"):
        rows = opengl if entry == "gl.farfirst" else steady
        ours, theirs = (one_time(rows, distribution=f"cube from {eye}", n=n, entry=name) for name in (entry, "cuda.cub_best"))
        return what, f"`{entry}`", ours, "CUB at its best, `cuda.cub_best`", theirs, "H200"

    def keys(what, n, entry, rival):
        ours, theirs = (one_time(sizes, n=n, entry=name) for name in (entry, rival))
        return what, f"`{entry}`", ours, f"CUB, `{rival}`", theirs, "H200"

    def on_cpu(what, n, rival, distribution):
        ours, theirs = (one_time(cpu, n=n, form="argsort", distribution=distribution, entry=name)
                        for name in ("cpu.lsd_radix", rival))
        return what, "`cpu.lsd_radix`", ours, f"`{rival}`", theirs, "CPU"

    def file(what, name):
        ours, theirs = (one_time(readers, file=name, reader=reader) for reader in ("reader", "assimp"))
        return what, "the reader", ours, "assimp", theirs, "CPU"

    return [
        frame("a frame of the jungle, 1.54 M triangles", "jungle slow", 1),
        frame("the jungle with 4 samples a pixel", "jungle slow", 4),
        frame("a frame of the glass, 31 k triangles", "glass slow", 1),
        frame("a frame of 10 M triangles", "m10 slow", 1),
        ("a frame of the glass, by `raster`", "sorted by `cuda.farfirst`", one_time(raster_sorts, entry="cuda.farfirst"),
         "sorted by `gl.radix`", one_time(raster_sorts, entry="gl.radix"), "H200"),
        order("positions to order, 1 M points, the eye moves on", 1 << 20, "orbit:at=3R"),
        order("positions to order, 16 M points, the eye moves on", 1 << 24, "orbit:at=3R"),
        order("positions to order, 1 M points, the first frame after a jump", 1 << 20, "jump"),
        order("positions to order, 1 M points, without CUDA", 1 << 20, "orbit:at=3R", "gl.farfirst"),
        order("positions to order, 16 M points, without CUDA", 1 << 24, "orbit:at=3R", "gl.farfirst"),
        order("positions to order, 1 M points, without CUDA, the first frame after a jump", 1 << 20, "jump", "gl.farfirst"),
        sorted_frame("a frame of the jungle, by `tiles`", "jungle slow"),
        sorted_frame("a frame of the glass, by `tiles`", "glass slow"),
        keys("keys to order, 8 M uniform keys, without CUDA", 1 << 23, "gl.radix", "cuda.cub_radix"),
        keys("keys to order, 64 M uniform keys", 1 << 26, "cuda.farfirst", "cuda.cub_radix"),
        on_cpu("keys to order, 1 M distances", 1 << 20, "cpu.std_sort", "distances"),
        on_cpu("keys to order, 64 k uniform keys", 1 << 16, "cpu.vqsort", "uniform"),
        file("a PLY file of 10 M triangles to arrays", "big.ply"),
        file("an OBJ file of 100 k triangles to arrays", "armadillo_100k.obj"),
    ]


def table_of_comparisons(rows):
    lines = ["| what | Farfirst, ms: median (p95) | against, ms | times as fast | on |", "|---|---|---|---:|---|"]
    for what, our_way, ours, their_way, theirs, machine in rows:
        lines.append(f"| {what} | {in_digits(ours)}: {our_way} | {in_digits(theirs)}: {their_way} | {theirs[0] / ours[0]:.2f} | {machine} |")
    if any("file" in row[0] for row in rows):
        lines += ["", "The file of the readers has no p95."]
    return "\n".join(lines)


def answer():
    return table_of_comparisons(comparisons())


def headline():
    wanted = ("a frame of the jungle, ", "a frame of 10 M ", "positions to order, 1 M ")
    return table_of_comparisons([row for row in comparisons() if row[0].startswith(wanted)])


def content(name, program):
    computed = {"answer": answer, "headline": headline, "sorting": sorting, "sorting_gpu": sorting_gpu, "reading": reading}
    if name in computed:
        return computed[name]()
    if name in ("algorithms", "parameters"):
        return printed(program, "list", f"--markdown={name}")
    if name in ("keys", "renderers"):
        return printed(program, name)
    if name == "embedding":
        return marked((root / "tests/embed/outside/main.cpp").read_text(), name)
    whole = {"program": ("cpp", "main.cpp"), "program_cmake": ("cmake", "CMakeLists.txt")}
    if name in whole:
        language, file = whole[name]
        return fenced(language, (root / "examples/cpu" / file).read_text().strip("\n"))
    if name.startswith("example_"):
        return example(name.removeprefix("example_"))
    sys.exit(f"no block is called {name}")


def block_of(name):
    return re.compile(rf"(<!-- {name} -->\n)(.*?)(<!-- /{name} -->)", re.DOTALL)


def page_with(name):
    found = [page for page in pages if block_of(name).search(page.read_text())]
    if len(found) != 1:
        sys.exit(f"{len(found)} pages have a block {name}")
    return found[0]


def blocks_of(arguments):
    """Names and programs; the examples are as many blocks as there are."""
    for argument in arguments:
        if argument == "examples":
            for page in pages:
                yield from ((name, "") for name in re.findall(r"<!-- (example_\w+) -->", page.read_text()))
        else:
            yield argument.partition("=")[::2]


def main(arguments):
    write = "--write" in arguments
    names = [argument for argument in arguments if argument not in ("--write", "headers")]
    status = 0
    if "headers" in arguments and (missing := uncompiled_headers()):
        print("\n".join(missing))
        status = 1
    for name, program in blocks_of(names):
        page = page_with(name)
        text = page.read_text()
        inside = content(name, program) + "\n"
        expected = block_of(name).sub(lambda match: match.group(1) + inside + match.group(3), text)
        if text == expected:
            continue
        if write:
            page.write_text(expected)
            continue
        status = 1
        print(f"{page.name} is not what it should be; to mend: tests/project/readme.py --write " + " ".join(names))
        sys.stdout.writelines(difflib.unified_diff(text.splitlines(True), expected.splitlines(True), page.name, "expected"))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
