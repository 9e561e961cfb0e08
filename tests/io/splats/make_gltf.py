#!/usr/bin/env python3
"""Makes few.glb, few.turned.gltf and the table of the former: the splats of few.ply.csv in glTF, from the text of
KHR_gaussian_splatting alone.

    python3 make_gltf.py

few.glb holds them as they are trained, and a node turns them over by two half rotations, so that they lie as those of
the other formats. few.turned.gltf holds the same numbers, some as integers, interleaved and in base64; its node turns
them by 1 radian round (1, 2, 2) / 3, makes them twice as large and moves them by (10, 20, 30).
"""
import base64, csv, json, math, shutil, struct
from pathlib import Path

here = Path(__file__).parent
name = "KHR_gaussian_splatting"
rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(open(here / "few.ply.csv"))]


def unit(v):
    length = math.sqrt(sum(x * x for x in v))
    return [x / length for x in v]


def attributes(row):
    """The fields of one splat, in file order: (name, numbers)."""
    yield "POSITION", [row[c] for c in "xyz"]
    yield f"{name}:ROTATION", unit([row[f"rot_{i}"] for i in (1, 2, 3, 0)])
    yield f"{name}:SCALE", [math.exp(row[f"scale_{i}"]) for i in range(3)]
    yield f"{name}:OPACITY", [1 / (1 + math.exp(-row["opacity"]))]
    yield f"{name}:SH_DEGREE_0_COEF_0", [row[f"f_dc_{c}"] for c in range(3)]
    k = 0
    for degree in (1, 2, 3):
        for coefficient in range(2 * degree + 1):
            yield f"{name}:SH_DEGREE_{degree}_COEF_{coefficient}", [row[f"f_rest_{15 * c + k}"] for c in range(3)]
            k += 1


kinds = {1: "SCALAR", 3: "VEC3", 4: "VEC4"}


def document(accessors, views, length, nodes):
    primitive = {"mode": 0, "attributes": {a["name"]: i for i, a in enumerate(accessors)},
                 "extensions": {name: {"kernel": "ellipse", "colorSpace": "srgb_rec709_display",
                                       "projection": "perspective", "sortingMethod": "cameraDistance"}}}
    return {"asset": {"version": "2.0", "generator": "make_gltf.py"}, "extensionsUsed": [name], "scene": 0,
            "scenes": [{"nodes": [0]}], "nodes": nodes, "meshes": [{"primitives": [primitive]}],
            "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": length}]}


def write_glb():
    binary, accessors, views = b"", [], []
    splats = [list(attributes(row)) for row in rows]
    for i, (attribute, numbers) in enumerate(splats[0]):
        data = b"".join(struct.pack(f"<{len(numbers)}f", *splat[i][1]) for splat in splats)
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(data)})
        accessor = {"name": attribute, "bufferView": i, "componentType": 5126, "count": len(splats),
                    "type": kinds[len(numbers)]}
        if attribute == "POSITION":
            accessor["min"] = [min(s[i][1][c] for s in splats) for c in range(3)]
            accessor["max"] = [max(s[i][1][c] for s in splats) for c in range(3)]
        accessors.append(accessor)
        binary += data
    # Half a turn round z and then half a turn round y: half a turn round x.
    nodes = [{"rotation": [0, 1, 0, 0], "children": [1]}, {"rotation": [0, 0, 1, 0], "mesh": 0}]
    text = json.dumps(document(accessors, views, len(binary), nodes)).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    (here / "few.glb").write_bytes(struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks)
    shutil.copy(here / "few.ply.csv", here / "few.glb.csv")


def write_turned():
    """Rotations as 16 bits with a sign, opacities as 16 bits without; entries of one splat lie together."""
    codes = {f"{name}:ROTATION": ("h", 5122, 32767), f"{name}:OPACITY": ("H", 5123, 65535)}
    accessors, offset, binary = [], 0, b""
    for attribute, numbers in attributes(rows[0]):
        code, component, top = codes.get(attribute, ("f", 5126, 0))
        accessors.append({"name": attribute, "bufferView": 0, "byteOffset": offset, "componentType": component,
                          "count": len(rows), "type": kinds[len(numbers)]})
        if top:
            accessors[-1]["normalized"] = True
        offset += -(-struct.calcsize(f"<{len(numbers)}{code}") // 4) * 4
    for row in rows:
        for attribute, numbers in attributes(row):
            code, _, top = codes.get(attribute, ("f", 5126, 0))
            data = struct.pack(f"<{len(numbers)}{code}", *[round(x * top) if top else x for x in numbers])
            binary += data + b"\0" * (-len(data) % 4)
    assert offset < 253
    views = [{"buffer": 0, "byteLength": len(binary), "byteStride": offset}]
    half = math.sin(0.5) / 3
    nodes = [{"rotation": [half, 2 * half, 2 * half, math.cos(0.5)], "scale": [2, 2, 2],
              "translation": [10, 20, 30], "mesh": 0}]
    made = document(accessors, views, len(binary), nodes)
    made["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(binary).decode()
    (here / "few.turned.gltf").write_text(json.dumps(made) + "\n")


write_glb()
write_turned()
