#!/usr/bin/env python3
"""Keeps the generated blocks of README.md true: a block stands between <!-- NAME --> and <!-- /NAME -->.

  readme.py NAME[=PROGRAM]...          compares; exit status 1 and the difference if a block is not what it should be
  readme.py --write NAME[=PROGRAM]...  brings the blocks up to date

algorithms=farfirst-bench  the catalogue's table
options=farfirst           what --help prints
keys=print_keys            the viewer's table of keys
embedding                  the ten lines that tests/embed compiles and runs"""

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


def content(name, program):
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
