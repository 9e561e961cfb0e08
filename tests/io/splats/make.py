#!/usr/bin/env python3
"""Makes the fixtures of this folder: splats in every format, and an independent decoder's reading of them.

    npm install @playcanvas/splat-transform@2.7.1 @mkkellogg/gaussian-splats-3d@0.4.7      # Node 20; both MIT
    python3 make.py node_modules

splat-transform writes .compressed.ply, .sog and .spz of versions 3 and 4. It reads all of them, and its numbers are the .csv
files: in the frame of INRIA's .ply, logarithms of the scales, the logit of the opacity. GaussianSplats3D writes
.ksplat. What neither writes (.splat, .spz of versions 1 and 2) is written here, from the formats' descriptions.
"""
import gzip, math, random, struct, subprocess, sys
from pathlib import Path

here = Path(__file__).parent
random.seed(5)


def splat(degree):
    """Columns as in INRIA's .ply."""
    rotation = [random.gauss(0, 1) for _ in range(4)]
    length = math.sqrt(sum(q * q for q in rotation))
    return {"position": [random.uniform(-3, 3) for _ in range(3)],
            "dc": [random.uniform(-1.5, 1.5) for _ in range(3)],
            "rest": [random.uniform(-0.6, 0.6) for _ in range(3 * ((degree + 1) ** 2 - 1))],
            "opacity": random.uniform(-3, 4),
            "scale": [random.uniform(-6, 0) for _ in range(3)],
            "rotation": [q / length for q in rotation]}


def write_ply(name, splats, shuffled=False):
    rest = len(splats[0]["rest"])
    columns = ([("xyz"[i], lambda s, i=i: s["position"][i]) for i in range(3)] +
               [(f"n{'xyz'[i]}", lambda s: 0.0) for i in range(3)] +
               [(f"f_dc_{i}", lambda s, i=i: s["dc"][i]) for i in range(3)] +
               [(f"f_rest_{i}", lambda s, i=i: s["rest"][i]) for i in range(rest)] +
               [("opacity", lambda s: s["opacity"])] +
               [(f"scale_{i}", lambda s, i=i: s["scale"][i]) for i in range(3)] +
               [(f"rot_{i}", lambda s, i=i: 3.0 * s["rotation"][i]) for i in range(4)])
    if shuffled:
        columns = [c for c in columns if not c[0].startswith("n")]
        random.shuffle(columns)
    header = f"ply\nformat binary_little_endian 1.0\nelement vertex {len(splats)}\n"
    header += "".join(f"property float {column}\n" for column, _ in columns) + "end_header\n"
    body = b"".join(struct.pack("<f", value(s)) for s in splats for _, value in columns)
    (here / name).write_bytes(header.encode() + body)


def byte(x):
    return max(0, min(255, round(x)))


def write_splat(name, splats):
    out = b""
    for s in splats:
        color = [byte(255 * (0.5 + 0.28209479177387814 * c)) for c in s["dc"]]
        alpha = byte(255 / (1 + math.exp(-s["opacity"])))
        out += struct.pack("<6f", *s["position"], *[math.exp(v) for v in s["scale"]])
        out += bytes(color + [alpha] + [byte(128 * q + 128) for q in s["rotation"]])
    (here / name).write_bytes(out)


def write_spz(name, splats, version):
    """Versions 1 and 2. From the frame of .ply to that of .spz: y and z change their signs."""
    degree, bits = math.isqrt(len(splats[0]["rest"]) // 3 + 1) - 1, 12
    odd = [1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0]  # harmonics that do so too; y, z, x, xy, yz, zz, xz, ...
    planes = [b"", b"", b"", b"", b"", b""]
    for s in splats:
        x, y, z = s["position"][0], -s["position"][1], -s["position"][2]
        for v in (x, y, z):
            planes[0] += struct.pack("<e", v) if version == 1 else struct.pack("<i", round(v * 2**bits))[:3]
        planes[1] += bytes([byte(255 / (1 + math.exp(-s["opacity"])))])
        planes[2] += bytes([byte(255 * (0.5 + 0.15 * c)) for c in s["dc"]])
        planes[3] += bytes([byte(16 * (v + 10)) for v in s["scale"]])
        w, qx, qy, qz = s["rotation"]
        sign = -1 if w < 0 else 1
        planes[4] += bytes([byte(127.5 * (sign * q + 1)) for q in (qx, -qy, -qz)])
        count = len(s["rest"]) // 3
        for k in range(count):
            for channel in range(3):
                value = s["rest"][channel * count + k] * (-1 if odd[k] else 1)
                planes[5] += bytes([byte(128 * value + 128)])
    header = struct.pack("<IIIBBBB", 0x5053474E, version, len(splats), degree, bits, 1, 0)
    (here / name).write_bytes(gzip.compress(header + b"".join(planes), mtime=0))


def main():
    few, many = [splat(3) for _ in range(5)], [splat(1) for _ in range(260)]
    write_ply("few.ply", few)
    write_ply("shuffled.ply", [splat(2) for _ in range(3)], shuffled=True)
    write_ply("many.tmp.ply", many)
    write_splat("few.splat", few)
    write_spz("few.v1.spz", few, 1)
    write_spz("few.v2.spz", few, 2)

    modules = Path(sys.argv[1]).resolve()

    def transform(*arguments):
        program = modules / "@playcanvas/splat-transform/bin/cli.mjs"
        subprocess.run(["node", program, "-q", "-w", "-g", "cpu", *map(str, arguments)], check=True)

    def ksplat(*arguments):
        package = modules / "@mkkellogg/gaussian-splats-3d/build/gaussian-splats-3d.module.js"
        subprocess.run(["node", here / "make_ksplat.mjs", package, *map(str, arguments)], check=True)

    transform(here / "few.ply", "--spz-version", 3, here / "few.v3.spz")
    transform(here / "few.ply", here / "few.v4.spz")
    transform(here / "few.ply", here / "few.compressed.ply")
    transform(here / "many.tmp.ply", here / "many.compressed.ply")
    for level in range(3):
        ksplat(here / "few.ply", here / f"few.l{level}.ksplat", level, 2)
    write_ply("some.tmp.ply", many[:60])
    for level in (1, 2):  # two sections, full and partial buckets
        ksplat(here / "some.tmp.ply", here / f"some.l{level}.ksplat", level, 1, 36, 4.0, 4)
    transform(here / "few.ply", here / "few.sog")
    for temporary in here.glob("*.tmp.ply"):
        temporary.unlink()
    for file in sorted(file for end in ("ply", "spz", "splat", "ksplat", "sog") for file in here.glob(f"*.{end}")):
        transform(file, file.with_suffix(file.suffix + ".csv"))
        table = file.with_suffix(file.suffix + ".csv")
        lines = table.read_text().splitlines()
        if len(lines) > 200:  # the splats round the end of a chunk
            table.write_text("\n".join(lines[:1] + lines[254:]) + "\n")


main()
