#!/usr/bin/env python3
"""Compares the includes of the sources with the tables of rooms in docs/architecture.md.

A room is a folder. A file includes headers of its own room by their names, and those of other rooms by their paths
("order/order.h"). The tables say which rooms each one may include. The test fails if a file includes from a room that
its own may not include, if a room is missing from the tables or they name one that does not exist, if the tables allow
an arrow back, or if they allow one that no file uses.

    rooms.py            test
    rooms.py --list     print the arrows there are
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "architecture.md"
SOURCES = {".h", ".cpp", ".cu", ".cuh"}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
# In the library a back end's files name each other by its folder: the entries' folders lie within.
NAME_THEIR_OWN = {"app", "bench"}
TABLE = re.compile(r"<!-- rooms of (\S+) -->\n(.*?)<!-- /rooms -->", re.DOTALL)
ROW = re.compile(r"^\| `([^`]+)` \|([^|]*)\|", re.MULTILINE)


def tables():
    """For each root folder its rooms, lowest first, and the rooms that each may include."""
    result = {}
    for root, text in TABLE.findall(PAGE.read_text()):
        result[root] = {room: re.findall(r"`([^`]+)`", allowed) for room, allowed in ROW.findall(text)}
    return result


def room_of(path, root, rooms):
    """The room of a file: the longest one that its folder begins with; None for a file that lies outside."""
    folder = path.relative_to(root).parent.as_posix()
    inside = [room for room in rooms if folder == room or folder.startswith(room + "/")]
    return max(inside, key=len, default=None)


def target(path, include, roots):
    """The file of the project that an include means, as the compiler finds it; None if it is none."""
    for folder in [path.parent, *roots]:
        if (folder / include).is_file():
            return (folder / include).resolve()
    return None


def arrows(root, rooms):
    """(from, to) -> the lines that include so; and the files in no room."""
    found, strays = defaultdict(list), []
    search = [root, ROOT / "app", ROOT / "sort/src", ROOT / "sort/src/gl"]
    for path in sorted(p for p in root.rglob("*") if p.suffix in SOURCES):
        text = path.read_text()
        source = room_of(path, root, rooms)
        if source is None:
            if path.name != "main.cpp":
                strays.append(path)
            continue
        for match in INCLUDE.finditer(text):
            file = target(path, match.group(1), search)
            if file is None or not file.is_relative_to(root):
                continue
            room = room_of(file, root, rooms)
            line = text.count("\n", 0, match.start()) + 1
            if room != source:
                found[source, room].append(f"{path.relative_to(ROOT)}:{line}: includes {match.group(1)}")
            elif root.name in NAME_THEIR_OWN and "/" in match.group(1) and (path.parent / file.name).is_file():
                found[source, source].append(f"{path.relative_to(ROOT)}:{line}: {match.group(1)} is of its own room")
    return found, strays


def faults_of(name, rooms):
    root = ROOT / name
    order = list(rooms)
    faults = [f"{PAGE.name}: {name}/{room} does not exist" for room in rooms if not (root / room).is_dir()]
    for room, allowed in rooms.items():
        for other in allowed:
            if other not in rooms:
                faults.append(f"{PAGE.name}: {name}/{room} may include {other}, which is no room")
            elif order.index(other) >= order.index(room):
                faults.append(f"{PAGE.name}: {name}/{room} may include {other}, which does not lie below it")
    found, strays = arrows(root, rooms)
    faults += [f"{path.relative_to(ROOT)}: lies in no room of {PAGE.name}" for path in strays]
    for (source, room), lines in sorted(found.items(), key=str):
        if source == room:
            faults += [f"{line}: name it without its folder" for line in lines]
        elif room not in rooms[source]:
            faults += [f"{line}: {name}/{source} may not include {room}" for line in lines]
    used = set(found)
    faults += [f"{PAGE.name}: no file of {name}/{room} includes {other}"
               for room, allowed in rooms.items() for other in allowed if (room, other) not in used]
    return faults


def main():
    rooms_of = tables()
    if not rooms_of:
        sys.exit(f"{PAGE}: no table of rooms")
    if sys.argv[1:] == ["--list"]:
        for name, rooms in rooms_of.items():
            for (source, room), lines in sorted(arrows(ROOT / name, rooms)[0].items(), key=str):
                print(f"{name}: {source} -> {room} ({len(lines)})")
        return
    faults = [fault for name, rooms in rooms_of.items() for fault in faults_of(name, rooms)]
    print("\n".join(faults) or f"{sum(map(len, rooms_of.values()))} rooms, and no arrow that the page does not allow")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
