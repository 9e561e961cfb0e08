#!/usr/bin/env python3
"""Runs the viewer without a window, as a user would: pictures, tables and every exit code.

  run_test.py PROGRAM [test names]"""

import base64
import csv
import functools
import json
import os
import signal
import struct
import subprocess
import sys
import time

from program_test_case import CUBE, LAZY_QSORT, NO_OPENGL, SANITIZED, ProgramTest, main


def gltf(kinds):
    """A triangle, a splat, or both."""
    arrays = [[0, 0, 0, 1, 0, 0, 0, 1, 0], [2, 0, 0], [0, 0, 0, 1], [0.3, 0.3, 0.3], [1], [1.7, 1.7, -1.7]]
    names = ["POSITION"] + ["KHR_gaussian_splatting:" + name for name in ("ROTATION", "SCALE", "OPACITY", "SH_DEGREE_0_COEF_0")]
    primitives = {"mesh": {"attributes": {"POSITION": 0}},
                  "splat": {"mode": 0, "attributes": {name: i + 1 for i, name in enumerate(names)},
                            "extensions": {"KHR_gaussian_splatting": {"kernel": "ellipse", "colorSpace": "srgb_rec709_display"}}}}
    data, views, accessors = b"", [], []
    for i, (values, parts) in enumerate(zip(arrays, (3, 3, 4, 3, 1, 3))):
        packed = struct.pack(f"<{len(values)}f", *values)
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(packed)})
        accessors.append({"bufferView": i, "componentType": 5126, "count": len(values) // parts, "type": "SCALAR" if parts == 1 else f"VEC{parts}"})
        data += packed
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return json.dumps({"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "meshes": [{"primitives": [primitives[kind] for kind in kinds]}],
                       "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(data), "uri": uri}]})


OPENGL = {}  # as an environment


def with_opengl(test):
    """Where there is OpenGL, all runs of this test have it."""
    @functools.wraps(test)
    def run(self):
        self.environment, self.renderer = OPENGL, ()
        test(self)
    return run


class RunTest(ProgramTest):
    # Without OpenGL, a run takes a third of the processor time; those that ask for it show that its pictures are the same.
    environment = NO_OPENGL
    renderer = ("--renderer=cpu",)

    def wait_for(self, condition):
        end = time.monotonic() + 120
        while not condition():
            self.assertLess(time.monotonic(), end, "it did not happen")
            time.sleep(0.05)

    # ---- 0: fine

    def test_help_version_and_lists_need_neither_display_nor_opengl(self):
        for option, word in (("--help", "Common options"), ("-h", "--help=all"), ("--help=all", "Exit codes"), ("--version", "farfirst "), ("--list-sorts", "cpu.std_stable"),
                             ("--list-renderers", "raster"), ("--list-readers", "PLY")):
            result = self.ends(0, option, environment=NO_OPENGL)
            self.assertIn(word, result.stdout)
            self.assertEqual(result.stderr, "")

    @with_opengl
    def test_a_picture_and_its_times(self):
        result = self.ends(0, "cube.ply", "--output=a.png", self.SMALL)
        self.assertEqual(self.size("a.png"), (96, 64))
        for word in ("cube.ply: 12 triangles", "distance", "sort", "upload", "draw", "frame", "wrote a.png"):
            self.assertIn(word, result.stdout)
        self.assertEqual(result.stderr, "")

    def test_what_was_read_is_exported_without_opengl(self):
        self.assertIn("wrote out.ply", self.ends(0, "cube.ply", "--export=out.ply", environment=NO_OPENGL).stdout)
        self.assertIn("element face 12", (self.folder / "out.ply").read_bytes().split(b"end_header")[0].decode())
        self.ends(0, "out.ply", "--export=again.ply", environment=NO_OPENGL)
        self.assertEqual((self.folder / "out.ply").read_bytes(), (self.folder / "again.ply").read_bytes())
        self.ends(0, "--scene=splats", "--splats=100", "--export=splats.ply", environment=NO_OPENGL)
        self.assertIn(b"property float f_rest_44\n", (self.folder / "splats.ply").read_bytes())

    def test_a_file_of_several_kinds_is_the_picture_of_a_file_of_each(self):
        for name, kinds in (("mixed", ("mesh", "splat")), ("mesh", ("mesh",)), ("splat", ("splat",))):
            (self.folder / (name + ".gltf")).write_text(gltf(kinds), encoding="utf-8")
        small = ("--renderer=cpu", "--camera-direction=0,0,-1", self.SMALL)
        draw = lambda *arguments: self.ends(0, *arguments, *small, environment=NO_OPENGL)
        same = lambda code, picture, *arguments: self.ends(code, *arguments, "--output=new.png", f"--reference={picture}", "--reference-threshold=0",
                                                           *small, environment=NO_OPENGL)
        draw("mesh.gltf", "splat.gltf", "--output=both.png")
        draw("mesh.gltf", "--output=mesh.png")
        self.assertIn("mixed.gltf (mesh) + 1: 2 objects: 1 splat, 1 triangle", same(0, "both.png", "mixed.gltf").stdout)
        same(1, "mesh.png", "mixed.gltf")
        same(0, "mesh.png", "mixed.gltf", "--object=1:part=mesh")
        self.assertIn("mixed.gltf: the file has no points", self.ends(3, "mixed.gltf", "--object=1:part=points", "--output=c.png").stderr)
        self.assertIn("choose one, as in --object=1:part=mesh", self.ends(2, "mixed.gltf", "--export=out.ply").stderr)
        self.ends(0, "mixed.gltf", "--object=1:part=splats", "--export=out.ply")
        self.assertIn(b"element vertex 1\n", (self.folder / "out.ply").read_bytes())
        self.assertIn("66 objects are too many", self.ends(2, *(["mixed.gltf"] * 33), "--output=c.png").stderr)
        self.assertIn("only files of meshes, points or splats have parts", self.ends(3, "--scene=glass", "--scene=crossing",
                                                                                     "--object=1:part=mesh", "--output=c.png").stderr)

    def test_an_export_writes_over_nothing(self):
        for arguments in (["cube.ply"], ["--scene=crossing"]):
            self.assertIn("writes over none", self.ends(1, *arguments, "--export=cube.ply").stderr)
        self.assertEqual((self.folder / "cube.ply").read_text(encoding="utf-8"), CUBE)

    def test_without_a_display_a_fresh_picture_overwrites_nothing(self):
        (self.folder / "farfirst.png").write_text("mine", encoding="utf-8")
        result = self.ends(0, "cube.ply", self.SMALL)
        self.assertIn("no display", result.stderr)
        self.assertEqual((self.folder / "farfirst.png").read_text(encoding="utf-8"), "mine")
        self.assertEqual(self.size("farfirst-2.png"), (96, 64))

    def test_the_fresh_name_is_given_back_on_failure(self):
        (self.folder / "bad.ply").write_text("ply\nnonsense\n", encoding="utf-8")
        self.ends(3, "bad.ply")
        self.assertEqual(list(self.folder.glob("*.png")), [])

    def test_an_interrupted_run_leaves_everything_as_it_was(self):
        (self.folder / "a.png").write_text("mine", encoding="utf-8")
        before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            for output in ([], ["--output=a.png"]):
                with subprocess.Popen([self.program, "cube.ply", "--no-window", "--frames=1000000", "--csv=t.csv", self.SMALL, *output],
                                      cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                    self.wait_for(lambda: (self.folder / "t.csv").exists())
                    process.send_signal(ending)
                (self.folder / "t.csv").unlink()
                self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir()}, before)

    def test_a_display_that_does_not_answer_falls_through(self):
        result = self.ends(0, "cube.ply", self.SMALL, environment={"DISPLAY": ":987"})
        self.assertIn("drawing a picture instead", result.stderr)
        self.ends(4, "--window", environment={"DISPLAY": ":987"})

    def test_a_table_is_not_written_over_what_is_shown(self):
        (self.folder / "t.csv").write_text("x,y,z\n0,0,0\n1,1,1\n", encoding="utf-8")
        self.assertIn("would write over", self.ends(2, "t.csv", "--csv=./t.csv", "--output=a.png").stderr)
        self.assertIn("--color-by is for particles", self.ends(0, "cube.ply", "--color-by=speed", "--output=a.png", self.SMALL).stderr)

    def test_what_only_a_window_heeds_is_not_dropped(self):
        for arguments in (("--race", "--output=a.png"), ("--split", "--no-window"), ("--error-heat", "--frames=2"),
                          ("--race", "--export=b.ply"), ("--right.samples=4", "--csv=t.csv"), ("--ui-scale=2", "--no-window")):
            result = self.ends(2, "cube.ply", *arguments)
            self.assertIn(arguments[0].split("=")[0] + " has an effect only in a window", result.stderr)
        self.assertIn("--race needs a window: ", self.ends(4, "cube.ply", "--race", environment={"DISPLAY": ":987"}).stderr)
        self.assertEqual([path.name for path in self.folder.iterdir() if path.suffix in (".png", ".csv")], [])
        self.ends(2, "cube.ply", "--no-config", "--config=a.json", "--output=a.png")
        self.ends(0, "cube.ply", "--no-race", "--no-vsync", "--output=a.png", self.SMALL)

    @with_opengl
    def test_the_same_command_gives_the_same_picture(self):
        for scene in (["--scene=glass"], ["--scene=particles", "--particles=3000", "--frames=3"]):
            pictures = set()
            for name in ("a.png", "b.png"):
                self.ends(0, *scene, "--output=" + name, "--resolution=160,90")
                pictures.add((self.folder / name).read_bytes())
            self.assertEqual(len(pictures), 1)

    @with_opengl
    def test_every_sort_draws_the_same_picture(self):
        listed = self.run_program("--list-sorts").stdout.splitlines()
        names = [line.split()[0] for line in listed if line.startswith(("  cpu.", "  gl."))]
        self.assertGreater(len(names), 3)
        result = self.run_program("--scene=glass", "--compare=" + ",".join(names), "--check-order", "--frames=1", "--warmup=0", "--csv=t.csv",
                                  "--output=a.png", "--resolution=160,90")
        self.assertIn(result.returncode, (0, 6), result.stderr)  # what a sort needs may not be in this build
        with open(self.folder / "t.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["sort"] for row in rows], names)
        drawn = [row for row in rows if not row["reason"]]
        self.assertGreater(len(drawn), 3)
        self.assertEqual({float(row["rmse"]) for row in drawn}, {0}, rows)
        for name in ("cpu.qsort", "gl.radix"):
            result = self.ends(0, "--scene=glass", "--sort=" + name, "--output=b.png", self.SMALL, "--check-order")
            self.assertIn("sort " + name, result.stdout)
            self.assertIn("1 order was checked", result.stdout)

    @with_opengl
    def test_sequence_csv_and_camera_path(self):
        (self.folder / "path.json").write_text('{"space": "scene", "keys": [{"frame": 0, "position": [0, 0, 3], "focal_point": [0, 0, 0]},'
                                               '{"frame": 3, "position": [3, 0, 0], "focal_point": [0, 0, 0]}]}', encoding="utf-8")
        self.ends(0, "cube.ply", "--camera-path=path.json", "--output=f_%02d.png", "--csv=t.csv", "--warmup=2", self.SMALL)
        names = sorted(path.name for path in self.folder.glob("f_*.png"))
        self.assertEqual(names, ["f_00.png", "f_01.png", "f_02.png", "f_03.png"])
        self.assertEqual(len({(self.folder / name).read_bytes() for name in names[:3]}), 3)
        with open(self.folder / "t.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["frame"] for row in rows], ["0", "1", "2", "3"])
        for row in rows:
            self.assertEqual(row["elements"], "12")
            self.assertEqual(row["renderer"], "cpu")
            self.assertGreater(float(row["sort_ms"]), 0)
            self.assertEqual(row["order"], "unchecked")  # on a software renderer
            self.assertEqual(row["check_ms"], "")
            self.assertGreater(float(row["frame_ms"]), float(row["draw_ms"]))

    @with_opengl
    def test_samples_are_printed_and_smooth_the_edges(self):
        pictures = {}
        for wanted in ("1", "4"):
            result = self.ends(0, "cube.ply", f"--samples={wanted}", "--output=a.png", "--csv=t.csv", "--verbose", self.SMALL)
            with open(self.folder / "t.csv", newline="", encoding="utf-8") as file:
                self.assertEqual([row["samples"] for row in csv.DictReader(file)], [wanted])
            self.assertEqual(", 4 samples a pixel," in result.stdout, wanted == "4")
            self.assertRegex(result.stdout, f"drawn by [a-z]+, {wanted} samples? a pixel")
            pictures[wanted] = (self.folder / "a.png").read_bytes()
        self.assertNotEqual(pictures["1"], pictures["4"])
        self.assertEqual(self.ends(2, "--samples=3").stderr, "farfirst: --samples: '3' is not one of auto, 1, 2, 4 or 8\n")

    @with_opengl
    def test_refined_pictures_are_the_same_every_time_and_their_times_are_those_of_frames(self):
        def pictures(refine, *more):
            result = self.ends(0, "cube.ply", f"--refine={refine}", "--frames=3", "--output=f_%d.png", "--csv=t.csv", self.SMALL,
                               *more)
            self.assertEqual(", refined by 16 frames," in result.stdout, refine == 16)
            self.assertEqual(self.counts(), ["no", "yes", "yes"])
            return [(self.folder / f"f_{i}.png").read_bytes() for i in range(3)]
        once, often = pictures(1), pictures(16)
        self.assertEqual(len(set(often)), 1)  # of a camera that stands still
        self.assertNotEqual(once, often)
        self.assertEqual(pictures(16), often)
        self.assertEqual(pictures("auto"), once)
        # The last of a run that writes one picture is refined too.
        self.ends(0, "cube.ply", "--refine=16", "--frames=2", "--output=a.png", self.SMALL)
        self.assertEqual((self.folder / "a.png").read_bytes(), often[0])

    @with_opengl
    def test_the_first_frame_is_a_row_but_not_in_the_median(self):
        result = self.ends(0, "cube.ply", "--frames=4", "--csv=t.csv", self.SMALL)
        self.assertIn("Left out: 1 first frame of 4", result.stdout)
        self.assertEqual(self.counts(), ["no", "yes", "yes", "yes"])
        result = self.ends(0, "cube.ply", "--frames=4", "--warmup=1", "--csv=t.csv", self.SMALL)
        self.assertNotIn("Left out", result.stdout)
        self.assertEqual(self.counts(), ["yes"] * 4)
        self.assertIn("first frame", self.ends(0, "cube.ply", self.SMALL).stdout)

    def counts(self):
        with open(self.folder / "t.csv", newline="", encoding="utf-8") as file:
            return [row["counts"] for row in csv.DictReader(file)]

    def test_rows_are_there_after_a_kill(self):
        table = self.folder / "t.csv"
        table.write_text("mine", encoding="utf-8")
        self.ends(3, "missing.ply", "--csv=t.csv", "--output=a.png")
        self.assertEqual(table.read_text(encoding="utf-8"), "mine")
        for ending in (signal.SIGKILL, signal.SIGINT):
            with subprocess.Popen([self.program, "cube.ply", "--frames=1000000", "--csv=t.csv", "--output=a.png", self.SMALL], cwd=self.folder,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                table.write_text("mine", encoding="utf-8")
                self.wait_for(lambda: table.read_bytes().count(b"\n") >= 20)
                process.send_signal(ending)
            lines = table.read_text(encoding="utf-8").split("\n")
            self.assertEqual(lines.pop(), "", "half a row")
            self.assertGreaterEqual(len(lines), 20)
            self.assertEqual([line.split(",")[0] for line in lines], ["frame"] + [str(i) for i in range(len(lines) - 1)])
            self.assertEqual({line.count(",") for line in lines}, {lines[0].count(",")})

    @with_opengl
    def test_checked_orders_are_printed(self):
        result = self.ends(0, "cube.ply", "--check-order", "--frames=3", "--csv=t.csv", self.SMALL)
        self.assertIn("3 orders were checked", result.stdout)
        with open(self.folder / "t.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["order"] for row in rows], ["right"] * 3)
        for row in rows:
            self.assertGreater(float(row["check_ms"]), 0)
        self.assertIn("1 order was checked", self.ends(0, "cube.ply", "--check-order", "--resort=moved", "--frames=3", "--csv=t.csv",
                                                       self.SMALL).stdout)
        with open(self.folder / "t.csv", newline="", encoding="utf-8") as file:
            self.assertEqual([row["order"] for row in csv.DictReader(file)], ["right"] * 3)
        self.assertNotIn("checked", self.ends(0, "cube.ply", "--no-check-order", self.SMALL).stdout)

    @with_opengl
    def test_lazy_orders_are_printed(self):
        (self.folder / "path.json").write_text('{"space": "scene", "keys": [{"frame": 0, "position": [0, 0, 3], "focal_point": [0, 0, 0]},'
                                               '{"frame": 5, "position": [3, 0, 0], "focal_point": [0, 0, 0]}]}', encoding="utf-8")
        result = self.ends(0, "cube.ply", "--camera-path=path.json", "--resort=frames:3", "--csv=t.csv", self.SMALL)
        self.assertIn("sorted in 2 of 6 frames, the oldest order was 2 frames old, at most ", result.stdout)
        with open(self.folder / "t.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["age"] for row in rows], ["0", "1", "2"] * 2)
        self.assertEqual([row["inversions"] == "0" for row in rows[::3]], [True] * 2)
        self.assertGreater(max(int(row["inversions"]) for row in rows), 0)
        self.assertEqual([row["count_ms"] != "" for row in rows], [False, True, True] * 2)
        result = self.ends(2, "cube.ply", "--resort=never", self.SMALL)
        self.assertIn("--resort: expected always, moved, frames:", result.stderr)

    def test_a_frame_of_a_path_does_not_depend_on_those_before(self):
        (self.folder / "path.json").write_text('{"keys": [{"frame": 0, "position": [0, 1, 5], "focal_point": [0, 0, 0]},'
                                               '{"frame": 8, "position": [5, 1, 0], "focal_point": [0, 0, 0]}]}', encoding="utf-8")
        self.ends(0, "cube.ply", "--camera-path=path.json", "--output=f_%d.png", "--frames=5", self.SMALL)
        self.ends(0, "cube.ply", "--camera-path=path.json", "--output=g.png", "--frames=5", "--warmup=3", self.SMALL)
        self.assertEqual((self.folder / "f_4.png").read_bytes(), (self.folder / "g.png").read_bytes())

    def test_the_camera_follows_its_options(self):
        self.ends(0, "cube.ply", "--output=a.png", "--camera-position=0,0,9", "--camera-focal-point=0,0,0", self.SMALL)
        self.ends(0, "cube.ply", "--output=b.png", "--camera-position", "5,2,-7", "--camera-focal-point=0,0,0", self.SMALL)
        self.ends(0, "cube.ply", "--output=c.png", "--camera-position=0,0,9", "--camera-focal-point=0,0,0", "--camera-view-angle=20", self.SMALL)
        self.ends(0, "cube.ply", "--output=d.png", "--camera-direction=0,-1,0", "--camera-view-up=0,0,-1", self.SMALL)
        self.assertEqual(len({(self.folder / name).read_bytes() for name in ("a.png", "b.png", "c.png", "d.png")}), 4)

    # ---- coordinates are those of the file, wherever it lies

    FAR = ((20.3, -17.7, 5.1), (4e5 + 0.3, 1e6 - 0.7, 5.1))  # in half sizes of the cube; floats there are too coarse

    def write_moved_cube(self, name, offset):
        head, rest = CUBE.replace("property float", "property double").split("end_header\n")
        lines = rest.splitlines()
        moved = [" ".join(repr(float(c) + o) for c, o in zip(line.split(), offset)) for line in lines[:8]]
        (self.folder / name).write_text(head + "end_header\n" + "\n".join(moved + lines[8:]) + "\n", encoding="utf-8")

    @staticmethod
    def moved(place, offset):
        return [c + o for c, o in zip(place, offset)]

    def is_the_same_picture(self, reference, *arguments):
        """In its worst tile by 60 dB."""
        return self.ends(0, *arguments, "--opacity=0.5", "--output=moved.png", "--reference=" + reference, "--reference-threshold=0.001", self.SMALL)

    def test_a_moved_model_is_the_same_picture_for_a_camera_moved_likewise(self):
        eye, focus = (2.5, 1.75, 3.25), (0.1, 0.2, -0.3)
        as_option = lambda place: ",".join(map(repr, place))
        self.ends(0, "cube.ply", "--opacity=0.5", "--camera-position=" + as_option(eye), "--camera-focal-point=" + as_option(focus), "--output=a.png", self.SMALL)
        for offset in self.FAR:
            self.write_moved_cube("far.ply", offset)
            position, focal_point = self.moved(eye, offset), self.moved(focus, offset)
            self.is_the_same_picture("a.png", "far.ply", "--camera-position=" + as_option(position), "--camera-focal-point=" + as_option(focal_point))
            camera = {"position": position, "focal_point": focal_point}
            (self.folder / "path.json").write_text(json.dumps({"keys": [dict(camera, frame=0)]}), encoding="utf-8")
            self.is_the_same_picture("a.png", "far.ply", "--camera-path=path.json")
            (self.folder / "x.farfirst.json").write_text(json.dumps({"format": "farfirst state 1", "objects": [{"file": "far.ply"}], "camera": camera}), encoding="utf-8")
            self.is_the_same_picture("a.png", "x.farfirst.json")

    def test_files_with_different_origins_stand_beside_each_other(self):
        eye, focus, beside = (6.5, 2.75, 7.25), (1.5, 0, 0), (3.5, 0, 0.25)
        self.write_moved_cube("near_a.ply", (0, 0, 0))
        self.write_moved_cube("near_b.ply", beside)
        view = lambda offset: [f"--camera-{name}=" + ",".join(map(repr, self.moved(place, offset))) for name, place in (("position", eye), ("focal-point", focus))]
        self.ends(0, "near_a.ply", "near_b.ply", "--opacity=0.5", *view((0, 0, 0)), "--output=a.png", self.SMALL)
        offset = self.FAR[1]
        self.write_moved_cube("far_a.ply", offset)
        self.write_moved_cube("far_b.ply", self.moved(beside, offset))
        result = self.is_the_same_picture("a.png", "far_a.ply", "far_b.ply", *view(offset))
        self.assertEqual(result.stderr, "")
        self.is_the_same_picture("a.png", "far_b.ply", "far_a.ply", *view(offset))

    def test_files_that_are_too_far_apart_are_named(self):
        self.write_moved_cube("far.ply", self.FAR[1])
        result = self.ends(0, "cube.ply", "far.ply", "--output=a.png", self.SMALL)
        self.assertIn("farfirst: far.ply lies 1.08e+06 from cube.ply, too far for 32-bit floats", result.stderr)
        # Moved beside it, as --object can, it is there.
        result = self.ends(0, "cube.ply", "far.ply", "--object=2:position=-400000,-1000000,0", "--output=a.png", self.SMALL)
        self.assertEqual(result.stderr, "")

    def test_sizes_that_cannot_be_measured_are_reported(self):
        cloud = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
        (self.folder / "stray.ply").write_text(cloud + "0 0 0\n1 1 0\n1e20 0 0\n", encoding="utf-8")
        self.assertIn("stray.ply: 1 position lies farther than 1e+18 from 0", self.ends(0, "stray.ply", "--output=a.png", self.SMALL).stderr)
        (self.folder / "one.ply").write_text(cloud + "1 0 0\n2 1 0\n-1 0 0\n", encoding="utf-8")
        self.ends(0, "one.ply", "--output=a.png", self.SMALL)
        for exponent, word in (("20", "too large"), ("-20", "too small")):
            scaled = "1e{0} 0 0\n2e{0} 1e{0} 0\n-1e{0} 0 0\n".format(exponent)
            (self.folder / "scaled.ply").write_text(cloud + scaled, encoding="utf-8")
            self.assertIn(word, self.ends(0, "scaled.ply", "--output=b.png", "--reference=a.png", "--reference-threshold=0.001", self.SMALL).stderr)

    def test_settings_are_read_on_request_only(self):
        (self.folder / "config/farfirst").mkdir(parents=True)
        (self.folder / "config/farfirst/settings.json").write_text('{"options": {"opacity": 1}}', encoding="utf-8")
        self.ends(0, "cube.ply", "--output=a.png", self.SMALL)
        self.ends(0, "cube.ply", "--output=b.png", "--no-config", self.SMALL)
        self.ends(0, "cube.ply", "--output=c.png", "--config=config/farfirst/settings.json", self.SMALL)
        read = lambda name: (self.folder / name).read_bytes()
        self.assertEqual(read("a.png"), read("b.png"))
        self.assertNotEqual(read("a.png"), read("c.png"))

    def test_a_state_is_drawn_under_the_options_beside_it(self):
        (self.folder / "states").mkdir()
        state = self.folder / "states/x.farfirst.json"
        state.write_text("""{"format": "farfirst state 1", "title": "A cube", "text": "It has six sides.",
            "objects": [{"file": "../cube.ply"}],
            "camera": {"position": [4, 3, 5], "focal_point": [0, 0, 0], "view_angle": 30},
            "options": {"opacity": 0.3, "sort": "cpu.std_sort"}}""", encoding="utf-8")
        result = self.ends(0, "states/x.farfirst.json", self.SMALL, "--output=a.png")
        self.assertIn("It has six sides.", result.stdout)
        self.assertIn("sort cpu.std_sort", result.stdout)
        same = ("cube.ply", "--camera-position=4,3,5", "--camera-focal-point=0,0,0", "--camera-view-angle=30", self.SMALL)
        self.ends(0, *same, "--opacity=0.3", "--output=b.png")
        self.assertEqual((self.folder / "a.png").read_bytes(), (self.folder / "b.png").read_bytes())
        result = self.ends(0, str(state), self.SMALL, "--output=c.png", "--opacity=0.9", "--sort=cpu.lsd_radix")
        self.assertIn("sort cpu.lsd_radix", result.stdout)
        self.ends(0, *same, "--opacity=0.9", "--output=d.png")
        self.assertEqual((self.folder / "c.png").read_bytes(), (self.folder / "d.png").read_bytes())

    def test_every_step_of_the_tour_is_drawn(self):
        for step in range(1, 9):
            result = self.ends(0, f"--tour={step}", self.SMALL, "--output=tour.png", "--particles=2000",
                               environment=OPENGL if step == 6 else None)  # which sorts by OpenGL
            self.assertTrue(result.stdout.startswith(f"{step} of 8: "), result.stdout)

    def test_broken_states(self):
        for text, sentence in (("{\n3}", "x.farfirst.json: line 2, column 1: this is not JSON"),
                               ("{}", "x.farfirst.json: this is not a state"),
                               ('{"format": "farfirst state 1", "objects": [{"file": "no.ply"}]}', "no.ply: there is no such file"),
                               ('{"format": "farfirst state 1",\n"options": {"fresnel": "x"}}', 'line 2: "options.fresnel": expected')):
            (self.folder / "x.farfirst.json").write_text(text, encoding="utf-8")
            self.assertIn(sentence, self.ends(3, "x.farfirst.json", self.SMALL).stderr)
        self.assertIn("no.farfirst.json", self.ends(3, "no.farfirst.json", self.SMALL).stderr)
        self.ends(2, "--tour=9")
        self.ends(2, "--tour=1", "cube.ply")

    # ---- 1: failed, or the picture differs

    def test_a_reference_passes_or_leaves_a_difference(self):
        self.ends(0, "cube.ply", "--output=a.png", self.SMALL)
        self.assertIn("difference 0.000000", self.ends(0, "cube.ply", "--output=b.png", "--reference=a.png", "--reference-threshold=0", self.SMALL).stdout)
        self.ends(1, "cube.ply", "--output=b.png", "--reference=a.png", "--draw-order=front-to-back", "--color=#ff0000", self.SMALL)
        self.assertEqual(self.size("b.difference.png"), (96, 64))
        self.ends(0, "cube.ply", "--output=b.png", "--reference=a.png", "--draw-order=front-to-back", "--color=#ff0000", "--reference-threshold=1", self.SMALL)
        self.assertIn("--resolution=96,64", self.ends(1, "cube.ply", "--output=b.png", "--reference=a.png", "--resolution=64,64").stderr)

    def test_what_cannot_be_written_is_reported_before_the_work(self):
        for option in ("--output=no/such/folder/a.png", "--csv=no/such/folder/t.csv", "--output=.", "--export=no/such/folder/a.ply"):
            self.assertIn("cannot be written", self.ends(1, "missing.ply", option, self.SMALL).stderr)
        if os.path.exists("/dev/full"):
            self.ends(1, "cube.ply", "--output=/dev/full", self.SMALL)
            with open("/dev/full", "w", encoding="utf-8") as full:
                result = subprocess.run([self.program, "--help"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(result.returncode, 1, result.stderr)

    # ---- 2: usage

    def test_usage(self):
        for arguments, word in ((["--opactiy=1"], "--opacity"), (["--frames=none"], "--frames"), (["--sort=cpu.nosuch"], "--list-sorts"), (["--renderer=crayon"], "'crayon' is not one of auto, cpu, exact"),
                                ([f"{i}.ply" for i in range(65)], "64"), (["--output"], "--output=FILE.png"), (["--output=", "cube.ply"], "--output=FILE.png"), (["--output=o.jpg", "cube.ply"], "'o.png'"),
                                (["--csv", "--output=a.png"], "--csv=FILE.csv"), (["--export=a.obj"], "'a.ply'"), (["--export=a.ply", "--output=a.png"], "leave out --output"), (["--export=a.ply", "--scene=particles"], "no model"), (["--csv=cube.ply"], "'cube.csv'"), (["--output=%d%d.png", "--frames=2"], "%04d")):
            self.assertIn(word, self.ends(2, *arguments).stderr)

    # ---- 3: a file that cannot be read

    def test_unreadable_files(self):
        (self.folder / "bad.ply").write_text(CUBE[:150], encoding="utf-8")
        (self.folder / "bad.json").write_text('{"keys": [{"frame": 0}]}', encoding="utf-8")
        self.assertIn("missing.ply", self.ends(3, "missing.ply").stderr)
        self.assertIn("bad.ply", self.ends(3, "bad.ply", "--output=a.png").stderr)
        several = self.ends(3, "missing.ply", "cube.ply", "bad.ply", "--output=a.png", "--renderer=cpu").stderr.splitlines()
        self.assertEqual([line.split(": ")[1] for line in several], ["missing.ply", "bad.ply"])
        self.assertIn("keys[0]", self.ends(3, "cube.ply", "--camera-path=bad.json", "--output=a.png").stderr)
        self.ends(3, "cube.ply", "--output=a.png", "--reference=missing.png")
        self.assertFalse((self.folder / "a.png").exists())

    def test_a_file_that_config_names_is_read_or_refused_and_never_moved(self):
        before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        self.assertIn('cube.ply: line 1, column 1: this is not JSON: "ply"', self.ends(3, "--config=cube.ply", "--output=a.png", self.SMALL).stderr)
        self.ends(3, "--config=cube.ply", "--reset-settings", "--output=a.png", self.SMALL)
        self.assertIn("no such file", self.ends(3, "cube.ply", "--config=missing.json", "--output=a.png", self.SMALL).stderr)
        self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir()}, before)
        (self.folder / "profile.json").write_text('{"options": {"opacity": 7}}', encoding="utf-8")
        self.assertIn('profile.json: "opacity": expected a number from 0 to 1',
                      self.ends(3, "cube.ply", "--config=profile.json", "--output=a.png", self.SMALL).stderr)

    def test_numbers_that_no_camera_can_have(self):
        key = '{"keys": [{"frame": 0, "position": [%s, 0, 0], "focal_point": [0, 0, 0]}]}'
        for number, word in (("1e400", "line 1, column"), ("1e39", 'keys[0]: "position"'), ("0", "same point")):
            (self.folder / "path.json").write_text(key % number, encoding="utf-8")
            result = self.ends(3, "cube.ply", "--camera-path=path.json", "--output=a.png", self.SMALL)
            self.assertIn("path.json: ", result.stderr)
            self.assertIn(word, result.stderr)

    def test_remarks_of_readers_are_printed(self):
        (self.folder / "odd.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 0 0\nf 1 2 3\nf 1 2\nf 1 2 4\n", encoding="utf-8")
        result = self.ends(0, "odd.obj", "--output=a.png", self.SMALL)
        self.assertEqual([line for line in result.stderr.splitlines() if line.startswith("farfirst: ")],
                         ["farfirst: odd.obj: 1 face has fewer than three corners and was left out (line 6).",
                          "farfirst: odd.obj: 1 position is not finite; 1 triangle that uses it is not drawn."])

    # ---- 4: no usable OpenGL

    def test_what_needs_opengl(self):
        for what, *arguments in (("", "--self-test"), ("", "--compare-renderers=cpu,tiles", "--output=a.png"),
                                 ("the renderer tiles needs OpenGL", "cube.ply", "--renderer=tiles", "--output=a.png"),
                                 ("drawing what gl.radix sorts needs OpenGL", "cube.ply", "--sort=gl.radix", "--output=a.png"),
                                 ("", "cube.ply", "--window")):
            result = self.ends(4, *arguments, environment=NO_OPENGL)
            self.assertIn(what, result.stderr)
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertFalse((self.folder / "a.png").exists())

    # ---- 0: pictures without OpenGL

    def test_a_picture_without_opengl(self):
        result = self.ends(0, "cube.ply", "--output=a.png", "--verbose", self.SMALL, environment=NO_OPENGL)
        self.assertEqual(self.size("a.png"), (96, 64))
        self.assertRegex(result.stderr, "^farfirst: no usable OpenGL .*; the renderer cpu draws without\n$")
        self.assertRegex(result.stdout, "without OpenGL: .*\ndrawn by cpu, ")
        listed = self.ends(0, "--list-renderers", environment=NO_OPENGL).stdout
        self.assertRegex(listed, r"cpu +Tiles on the processor[^\0]*draws here, without a window")
        self.assertRegex(listed, "tiles +Tiles[^\0]*cannot draw here: no usable OpenGL")

    def test_pictures_without_opengl_are_those_with_it(self):
        for scene in (["cube.ply", "--samples=4"], ["--scene=particles", "--particles=2000", "--frames=3"],
                      ["cube.ply", "--primitive=points", "--point-size=5", "--no-background", "--refine=3"],
                      ["cube.ply", "cube.ply", "--object=2:position=0.4,0,0:scale=0.5:opacity=0.5"],
                      ["cube.ply", "--scene=fountain", "--particles=2000", "--frames=3",
                       "--object=2:scale=0.1:rotation=0,0,20"]):
            arguments = [*scene, "--renderer=cpu", "--check-order", self.SMALL]
            self.ends(0, *arguments, "--output=with.png", "--sort=cpu.lsd_radix", environment=OPENGL)
            result = self.ends(0, *arguments, "--output=without.png", "--reference=with.png", "--csv=t.csv", environment=NO_OPENGL)
            self.assertEqual(result.stderr, "")
            self.assertRegex(result.stdout, "at most by [01]/255")
            self.assertRegex(result.stdout, "order.? (was|were) checked")
            rows = (self.folder / "t.csv").read_text(encoding="utf-8").splitlines()
            self.assertRegex(rows[-1], r"^\d+,cpu\.\w+,cpu,\d+,\d+,right,0,")

    # ---- 5: the order check found a fault

    def test_a_wrong_order_is_found(self):
        if not LAZY_QSORT:
            self.skipTest("FARFIRST_LAZY_QSORT names no library")
        lazy = {"LD_PRELOAD": LAZY_QSORT, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}
        arguments = ["--scene=glass", "--sort=cpu.qsort", "--output=a.png", self.SMALL]
        self.ends(0, *arguments, environment=lazy)  # unchecked
        self.assertIn("cpu.qsort", self.ends(5, *arguments, "--check-order", environment=lazy).stderr)
        self.ends(0, *arguments, "--check-order")

    # ---- 6: the named sort or GPU cannot be used here, or memory ran out

    def test_a_gpu_that_is_not_there(self):
        # 1000 GPUs are on no machine, with or without CUDA.
        for sort in ([], ["--sort=cpu.std_sort"]):
            result = self.ends(6, "cube.ply", "--device=1000", "--output=a.png", self.SMALL, *sort)
            self.assertRegex(result.stderr, "^farfirst: --device=1000: CUDA: ")
        self.assertFalse((self.folder / "a.png").exists())

    def test_memory_that_runs_out(self):
        if SANITIZED:
            self.skipTest("the sanitizer's own memory does not fit into a limit")
        limited = ["bash", "-c", 'ulimit -v 800000; exec "$0" "$@"', self.program, "--scene=particles", "--particles=16777216", "--output=a.png"]
        result = subprocess.run(limited, cwd=self.folder, capture_output=True, text=True, timeout=280, check=False,
                                env=dict(os.environ, HOME=str(self.folder)))
        self.assertEqual(result.returncode, 6, result.stdout + result.stderr)
        self.assertRegex(result.stderr, "memory|allocate|OpenGL can simulate")

    @with_opengl
    def test_a_named_sort_that_cannot_run_here(self):
        lines = self.run_program("--list-sorts").stdout.splitlines()
        absent = [lines[i - 1].split()[0] for i in range(1, len(lines)) if "cannot run here" in lines[i] and lines[i - 1][2] != " "]
        if not absent:
            self.skipTest("every sort of the catalogue runs here")
        self.assertIn(absent[0], self.ends(6, "cube.ply", "--sort=" + absent[0], "--output=a.png").stderr)


if __name__ == "__main__":
    sys.exit(main(__doc__))
