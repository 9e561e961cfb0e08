#!/usr/bin/env python3
"""Runs the viewer without a window with every CUDA sort that runs here: one picture each, in OpenGL's own buffers and
staged through the host, the same byte for byte as the CPU's.

  cuda_run_test.py PROGRAM [test names]

Ends with 77, skipped, where no CUDA sort runs. With FARFIRST_EMULATED=1 PROGRAM is the viewer whose CUDA is emulated: the
scenes are small, and memory and GPU can be taken from it. With FARFIRST_CUDA_SCENES, files to draw as well, separated by
colons."""

import csv
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

EMULATED = os.environ.get("FARFIRST_EMULATED") == "1"


def run(program, *arguments, folder=None, environment=None):
    settings = dict(os.environ, **(environment or {}))
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        settings.pop(name, None)
    return subprocess.run([program, *arguments], cwd=folder, env=settings, capture_output=True, text=True, timeout=550,
                          check=False)


def cuda_sorts(program):
    """The names of those that run here."""
    names = []
    for line in run(program, "--list-sorts").stdout.splitlines():
        if line.startswith("  cuda."):
            names.append(line.split()[0])
        elif "cannot run here" in line and names and line.startswith("   "):
            if not names[-1].startswith("-"):
                names[-1] = "-" + names[-1]
    return [name for name in names if not name.startswith("-")]


def write_cloud(path, count):
    """Points in a ball, coloured, some in one place."""
    generator = random.Random(count)
    data = bytearray()
    for i in range(count):
        x, y, z = (generator.uniform(-1, 1) for _ in range(3)) if i % 50 else (0.5, 0.5, 0.5)
        data += struct.pack("<fff4B", x, y, z, *(generator.randrange(256) for _ in range(3)), 128)
    header = ("ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty float x\nproperty float y\n"
              "property float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nproperty uchar alpha\n"
              "end_header\n" % count)
    path.write_bytes(header.encode() + data)


def write_soup(path, count):
    """Triangles that pierce each other."""
    generator = random.Random(count)
    data = bytearray()
    for i in range(count):
        center = [generator.uniform(-1, 1) for _ in range(3)]
        for _ in range(3):
            data += struct.pack("<fff", *(c + generator.uniform(-0.2, 0.2) for c in center))
    for i in range(count):
        data += struct.pack("<BIII", 3, 3 * i, 3 * i + 1, 3 * i + 2)
    header = ("ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty float x\nproperty float y\n"
              "property float z\nelement face %d\nproperty list uchar uint vertex_indices\nend_header\n"
              % (3 * count, count))
    path.write_bytes(header.encode() + data)


class CudaRunTest(unittest.TestCase):
    program = None
    sorts = []

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        points, triangles, particles = (400, 300, 300) if EMULATED else (1000003, 200001, 100000)
        write_cloud(cls.folder / "cloud.ply", points)
        write_soup(cls.folder / "soup.ply", triangles)
        cls.scenes = [["cloud.ply"], ["soup.ply"], ["soup.ply", "--primitive=points"],
                      ["--scene=particles", "--particles=%d" % particles]]
        if not EMULATED:
            cls.scenes.append(["--scene=glass"])
        cls.scenes += [[file] for file in filter(None, os.environ.get("FARFIRST_CUDA_SCENES", "").split(":"))]

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def ends(self, code, *arguments, environment=None):
        result = run(self.program, *arguments, folder=self.folder, environment=environment)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result

    def picture(self, *arguments):
        self.ends(0, *arguments, "--output=picture.png", "--resolution=96,64" if EMULATED else "--resolution=320,240")
        return (self.folder / "picture.png").read_bytes()

    def test_every_sort_draws_the_picture_of_the_cpu(self):
        expected = self.picture(*self.scenes[0], "--sort=cpu.lsd_radix")
        self.assertNotEqual(self.picture(*self.scenes[0], "--draw-order=shuffled"), expected)
        for sort in self.sorts:
            with self.subTest(sort=sort):
                self.assertEqual(self.picture(*self.scenes[0], "--sort=" + sort, "--check-order"), expected)

    def test_every_scene_is_drawn_alike_with_and_without_interop(self):
        for scene in self.scenes:
            expected = self.picture(*scene, "--sort=cpu.lsd_radix")
            for memory in ("--interop", "--no-interop"):
                with self.subTest(scene=scene, memory=memory):
                    self.assertEqual(self.picture(*scene, "--sort=" + self.sorts[0], memory, "--check-order"), expected)

    def test_near_first_too(self):
        for scene in self.scenes[:2]:
            expected = self.picture(*scene, "--sort=cpu.lsd_radix", "--draw-order=front-to-back")
            for memory in ("--interop", "--no-interop"):
                self.assertEqual(self.picture(*scene, "--sort=" + self.sorts[0], memory, "--draw-order=front-to-back"),
                                 expected)

    def test_the_times_say_where_the_order_went(self):
        for memory, filled, empty in (("--interop", "interop_ms", "staging_ms"),
                                      ("--no-interop", "staging_ms", "interop_ms")):
            result = self.ends(0, *self.scenes[0], "--sort=" + self.sorts[0], memory, "--frames=3", "--csv=t.csv",
                               "--output=p.png", "--verbose")
            with open(self.folder / "t.csv", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual(len(rows), 3)
            for row in rows:
                self.assertEqual(row["algorithm"], self.sorts[0])
                self.assertGreaterEqual(float(row[filled]), 0)
                self.assertGreaterEqual(float(row["sort_ms"]), 0)
                self.assertEqual(row[empty], "")
            self.assertIn("CUDA ", result.stdout)
            self.assertIn("shares OpenGL's buffers" if memory == "--interop" else "copied", result.stdout)

    def test_a_device_that_is_not_there(self):
        result = self.ends(6, *self.scenes[0], "--sort=" + self.sorts[0], "--device=1000", "--output=p.png")
        self.assertIn("there is no device 1000", result.stderr)
        result = self.ends(6, *self.scenes[0], "--sort=auto", "--device=1000", "--output=p.png")
        self.assertIn("--device=1000", result.stderr)

    def test_auto_says_what_it_took(self):
        self.assertRegex(self.ends(0, *self.scenes[0], "--output=p.png").stdout, r"sort (cpu|cuda)\.")

    @unittest.skipUnless(EMULATED, "only the emulated GPU can be changed")
    def test_out_of_gpu_memory(self):
        environment = {"FARFIRST_EMULATED_MEMORY": "100"}
        result = self.ends(6, *self.scenes[0], "--sort=" + self.sorts[0], "--output=p.png", environment=environment)
        self.assertIn("GPU memory could not be allocated", result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        result = self.ends(0, *self.scenes[0], "--sort=auto", "--output=p.png", environment=environment)
        self.assertIn("sort cpu.", result.stdout)

    @unittest.skipUnless(EMULATED, "only the emulated GPU can be changed")
    def test_another_gpu(self):
        result = self.ends(0, *self.scenes[0], "--sort=" + self.sorts[0], "--output=p.png", "--frames=2",
                           environment={"FARFIRST_EMULATED_MISMATCH": "1"})
        self.assertEqual(result.stderr.count("CUDA sorts with"), 1, result.stderr)
        self.assertIn("staging", result.stdout)


if __name__ == "__main__":
    CudaRunTest.program = os.path.abspath(sys.argv.pop(1))
    CudaRunTest.sorts = cuda_sorts(CudaRunTest.program)
    if not CudaRunTest.sorts:
        print("skipped: no CUDA sort runs here")
        sys.exit(77)
    unittest.main()
