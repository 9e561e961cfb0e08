#!/usr/bin/env python3
"""Runs the viewer without a window, as a user would: pictures, tables, comparisons and every exit code.

  run_test.py PROGRAM [test names]"""

import csv
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

CUBE = """ply
format ascii 1.0
element vertex 8
property float x
property float y
property float z
element face 6
property list uchar int vertex_indices
end_header
-1 -1 -1
1 -1 -1
1 1 -1
-1 1 -1
-1 -1 1
1 -1 1
1 1 1
-1 1 1
4 0 3 2 1
4 4 5 6 7
4 0 1 5 4
4 3 7 6 2
4 0 4 7 3
4 1 2 6 5
"""


class RunTest(unittest.TestCase):
    program = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "cube.ply").write_text(CUBE, encoding="utf-8")

    def run_program(self, *arguments, environment=None):
        settings = dict(os.environ, HOME=str(self.folder), XDG_CONFIG_HOME=str(self.folder / "config"))
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            settings.pop(name, None)
        settings.update(environment or {})
        return subprocess.run([self.program, *arguments], cwd=self.folder, env=settings, capture_output=True, text=True,
                              timeout=280, check=False)

    def ends(self, code, *arguments, environment=None):
        result = self.run_program(*arguments, environment=environment)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        if code != 0:
            complaints = [line for line in result.stderr.splitlines() if line.startswith("farfirst: ")]
            self.assertTrue(complaints, "no sentence on stderr: " + result.stderr)
        return result

    def size(self, name):
        data = (self.folder / name).read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        return struct.unpack(">II", data[16:24])

    SMALL = "--resolution=96,64"

    # ---- 0: fine

    def test_help_version_and_lists_need_neither_display_nor_opengl(self):
        for option, word in (("--help", "Exit codes"), ("--version", "farfirst "), ("--list-sorts", "cpu.std_stable"),
                             ("--list-renderers", "raster"), ("--list-readers", "PLY")):
            result = self.ends(0, option, environment=NO_OPENGL)
            self.assertIn(word, result.stdout)
            self.assertEqual(result.stderr, "")

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

    def test_the_same_command_gives_the_same_picture(self):
        for scene in (["--scene=glass"], ["--scene=particles", "--particles=3000", "--frames=3"]):
            pictures = set()
            for name in ("a.png", "b.png"):
                self.ends(0, *scene, "--output=" + name, "--resolution=160,90")
                pictures.add((self.folder / name).read_bytes())
            self.assertEqual(len(pictures), 1)

    def test_every_sort_draws_the_same_picture(self):
        listed = self.run_program("--list-sorts").stdout.splitlines()
        names = [line.split()[0] for line in listed if line.startswith(("  cpu.", "  gl."))]
        self.assertGreater(len(names), 3)
        pictures = set()
        for name in names:
            result = self.run_program("--scene=glass", "--sort=" + name, "--output=a.png", "--resolution=160,90", "--check-order")
            if result.returncode == 6:  # what it needs is not in this build
                continue
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("sort " + name, result.stdout)
            self.assertIn("1 order was checked", result.stdout)
            pictures.add((self.folder / "a.png").read_bytes())
        self.assertEqual(len(pictures), 1)

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

    def test_samples_are_told_and_smooth_the_edges(self):
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

    def wait_for(self, condition):
        end = time.monotonic() + 120
        while not condition():
            self.assertLess(time.monotonic(), end, "it did not happen")
            time.sleep(0.05)

    def test_checked_orders_are_told(self):
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

    def test_lazy_orders_are_told(self):
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

    def test_the_camera_goes_where_it_is_told(self):
        self.ends(0, "cube.ply", "--output=a.png", "--camera-position=0,0,9", "--camera-focal-point=0,0,0", self.SMALL)
        self.ends(0, "cube.ply", "--output=b.png", "--camera-position", "5,2,-7", "--camera-focal-point=0,0,0", self.SMALL)
        self.ends(0, "cube.ply", "--output=c.png", "--camera-position=0,0,9", "--camera-focal-point=0,0,0", "--camera-view-angle=20", self.SMALL)
        self.ends(0, "cube.ply", "--output=d.png", "--camera-direction=0,-1,0", "--camera-view-up=0,0,-1", self.SMALL)
        self.assertEqual(len({(self.folder / name).read_bytes() for name in ("a.png", "b.png", "c.png", "d.png")}), 4)

    def test_settings_are_read_only_when_told(self):
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
            result = self.ends(0, f"--tour={step}", self.SMALL, "--output=tour.png", "--particles=2000")
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

    def test_old_names_draw_the_same_picture_with_a_sentence(self):
        new = self.ends(0, "--scene=glass", "--sort-point=mean", "--fresnel=0.2", "--metric=view-depth", "--draw-order=front-to-back", "--output=a.png", self.SMALL)
        old = self.ends(0, "--scene=glass", "--representative=mean", "--grazing=0.2", "--key=view", "--draw-order=near-first", "--output=b.png", self.SMALL)
        self.assertEqual((self.folder / "a.png").read_bytes(), (self.folder / "b.png").read_bytes())
        self.assertEqual(new.stderr, "")
        for sentence in ("--representative is now called --sort-point", "--grazing is now called --fresnel", "--key is now called --metric"):
            self.assertIn("farfirst: " + sentence, old.stderr)

    # ---- comparisons

    def compared(self):
        with open(self.folder / "t.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_sorts_are_compared(self):
        result = self.ends(0, "cube.ply", "--compare=cpu.lsd_radix,gl.radix,gl.radix:offsets=1", "--output=a.png", "--csv=t.csv", self.SMALL)
        self.assertEqual(result.stderr, "")
        for word in ("cube.ply: 12 triangles", "gl.radix, offsets 1", "infinite", "wrote a.png, a.difference.png, a.heat.png, t.csv"):
            self.assertIn(word, result.stdout)
        rows = self.compared()
        self.assertEqual([row["sort"] for row in rows], ["cpu.lsd_radix", "gl.radix", "gl.radix"])
        self.assertEqual([row["picture"] for row in rows], ["1", "2", "3"])
        for row in rows:
            self.assertGreater(float(row["sort_ms"]), 0)
            self.assertGreater(float(row["draw_ms"]), 0)
            self.assertGreater(int(row["gpu_bytes"]), 0)
            self.assertEqual((float(row["rmse"]), float(row["off_share"]), row["largest"], row["psnr_db"]), (0, 0, "0", "inf"))
        for name in ("a.png", "a.difference.png", "a.heat.png"):
            self.assertEqual(self.size(name), (3 * 96 + 2 * 8, 64))

    def test_what_differs_is_measured_as_by_reference(self):
        self.ends(0, "--scene=glass", "--compare-keys=radial,view-depth+nearest", "--output=a.png", "--csv=t.csv", self.SMALL)
        first, second = self.compared()
        self.assertEqual((first["key"], second["key"]), ("radial+centroid", "view-depth+nearest"))
        self.assertEqual(float(first["rmse"]), 0)
        self.ends(0, "--scene=glass", "--output=r.png", self.SMALL)
        said = self.ends(0, "--scene=glass", "--metric=view-depth", "--sort-point=nearest", "--output=b.png", "--reference=r.png", self.SMALL).stdout
        self.assertIn(f"RMSE {float(second['rmse']):.6f}, PSNR {float(second['psnr_db']):.1f} dB, {100 * float(second['off_share']):.3f} % of pixels", said)
        self.assertGreater(float(second["rmse"]), 0)

    def test_each_sort_is_compared_with_each_renderer_and_key(self):
        result = self.ends(0, "cube.ply", "--compare=cpu.std_sort,cpu.qsort", "--compare-renderers=raster,tiles", "--compare-keys=radial,view-depth",
                           "--frames=1", "--warmup=0", "--csv=t.csv", "--output=a.png", self.SMALL)
        self.assertIn("1 frame of each after 0 of warm-up", result.stdout)
        self.assertEqual([(row["sort"], row["renderer"], row["key"]) for row in self.compared()],
                         [(sort, renderer, key + "+centroid") for sort in ("cpu.std_sort", "cpu.qsort") for renderer in ("raster", "tiles")
                          for key in ("radial", "view-depth")])
        self.assertEqual(self.size("a.png"), (3 * 96 + 2 * 8, 3 * 64 + 2 * 8))

    def test_the_truth_is_the_renderer_exact(self):
        result = self.ends(0, "--scene=crossing", "--compare-renderers=tiles,exact", "--compare-to=exact", "--samples=1", "--frames=1", "--output=a.png",
                           "--csv=t.csv", self.SMALL)
        self.assertIn("that of the renderer exact", result.stdout)
        tiles, exact = self.compared()
        self.assertGreater(float(tiles["rmse"]), 0.001)
        self.assertEqual((float(exact["rmse"]), exact["against"]), (0, "exact"))
        self.assertEqual(self.size("a.heat.png"), (3 * 96 + 2 * 8, 64))

    def test_particles_are_compared_in_the_same_step(self):
        for more in ([], ["--compare-to=exact"]):
            self.ends(0, "--scene=particles", "--particles=500", "--compare=cpu.lsd_radix,gl.radix", "--renderer=exact", "--frames=3", "--warmup=1",
                      "--output=a.png", "--csv=t.csv", self.SMALL, *more)
            self.assertEqual({float(row["rmse"]) for row in self.compared()}, {0})

    def test_an_entry_that_cannot_run_here_is_a_row_with_its_reason(self):
        names, absent = [], []
        for line in self.run_program("--list-sorts").stdout.splitlines():
            if not line.startswith("   "):
                names.append(line.split()[0])
            elif line.strip().startswith("cannot run here"):
                absent.append(names[-1])
        if not absent:
            self.skipTest("every sort runs here")
        result = self.ends(6, "cube.ply", f"--compare={absent[0]},cpu.qsort", "--output=a.png", "--csv=t.csv", self.SMALL)
        self.assertIn("1 of 2 could not be compared", result.stderr)
        self.assertRegex(result.stdout, rf"\n-  {absent[0]} .*[a-z]")
        rows = self.compared()
        self.assertEqual([row["picture"] for row in rows], ["", "1"])
        self.assertTrue(rows[0]["reason"])
        self.assertEqual(float(rows[1]["rmse"]), 0)  # the first that there is
        self.assertEqual(self.size("a.png"), (96, 64))
        result = self.ends(6, "cube.ply", f"--compare={absent[0]}", "--csv=t.csv", self.SMALL)
        self.assertNotIn("png", result.stdout)
        self.assertEqual(len(self.compared()), 1)

    def test_an_order_that_is_wrong_is_a_row_too(self):
        if not LAZY_QSORT:
            self.skipTest("there is no library with a wrong qsort")
        environment = {"LD_PRELOAD": LAZY_QSORT, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}
        result = self.ends(5, "--scene=glass", "--compare=cpu.qsort,cpu.lsd_radix", "--check-order", "--csv=t.csv", self.SMALL, environment=environment)
        self.assertIn("1 of 2 could not be compared", result.stderr)
        self.assertEqual([row["picture"] for row in self.compared()], ["", "1"])

    def test_comparisons_overwrite_nothing_that_was_not_named(self):
        for name in ("farfirst.png", "farfirst-2.difference.png"):
            (self.folder / name).write_text("mine", encoding="utf-8")
        result = self.ends(0, "cube.ply", "--compare-keys=radial,nearest", self.SMALL, environment={"DISPLAY": ":987"})  # opens no window
        self.assertEqual(result.stderr, "")
        self.assertIn("wrote farfirst-2.png, farfirst-2.difference-2.png, farfirst-2.heat.png", result.stdout)
        for name in ("farfirst.png", "farfirst-2.difference.png"):
            self.assertEqual((self.folder / name).read_text(encoding="utf-8"), "mine")

    def test_comparisons_that_make_no_sense(self):
        for arguments, word in ((["--compare=cpu.qsrot"], "--compare: there is no sort called 'cpu.qsrot' (did you mean cpu.qsort?)"),
                                (["--compare=cpu.qsort:bits=1"], "--compare: cpu.qsort has no parameter 'bits'"),
                                (["--compare-renderers=raster,"], "--compare-renderers: '' is not one of auto, cpu, exact"),
                                (["--compare-keys=sideways"], "--compare-keys: 'sideways' is not a key"),
                                (["--compare-keys=radial+view-depth"], "'radial+view-depth' is not a key"),
                                (["--compare-to=exact"], "--compare-to: say what is compared"),
                                (["--compare=gl.radix", "--window"], "--window"), (["--compare=gl.radix", "--reference=a.png"], "--reference"),
                                (["--compare=gl.radix", "--output=a%d.png"], "frame number"), (["--compare=gl.radix", "--draw-order=file"], "nothing is sorted")):
            self.assertIn(word, self.ends(2, *arguments).stderr)
        self.assertIn("cannot be written", self.ends(1, "missing.ply", "--compare=gl.radix", "--output=no/such/a.png").stderr)

    # ---- 1: failed, or the picture differs

    def test_a_reference_passes_or_leaves_a_difference(self):
        self.ends(0, "cube.ply", "--output=a.png", self.SMALL)
        self.assertIn("difference 0.000000", self.ends(0, "cube.ply", "--output=b.png", "--reference=a.png", "--reference-threshold=0", self.SMALL).stdout)
        self.ends(1, "cube.ply", "--output=b.png", "--reference=a.png", "--draw-order=front-to-back", "--color=#ff0000", self.SMALL)
        self.assertEqual(self.size("b.difference.png"), (96, 64))
        self.ends(0, "cube.ply", "--output=b.png", "--reference=a.png", "--draw-order=front-to-back", "--color=#ff0000", "--reference-threshold=1", self.SMALL)
        self.assertIn("--resolution=96,64", self.ends(1, "cube.ply", "--output=b.png", "--reference=a.png", "--resolution=64,64").stderr)

    def test_what_cannot_be_written_is_said_before_the_work(self):
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

    def test_what_the_reader_remarks_is_said(self):
        (self.folder / "odd.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 0 0\nf 1 2 3\nf 1 2\nf 1 2 4\n", encoding="utf-8")
        result = self.ends(0, "odd.obj", "--output=a.png", self.SMALL)
        self.assertEqual([line for line in result.stderr.splitlines() if line.startswith("farfirst: ")],
                         ["farfirst: odd.obj: 1 face has fewer than three corners and was left out.",
                          "farfirst: odd.obj: 1 position is not finite; 1 triangle that uses it is not drawn."])

    # ---- the self-test

    def test_the_self_test_tells_of_every_sort_and_renderer_and_that_all_are_right(self):
        said = self.ends(0, "--self-test").stdout
        for word in ("GPU that draws", "storage block", "samples a pixel", "0 wrong"):
            self.assertIn(word, said)
        listed = [line.split()[0] for text in ("--list-sorts", "--list-renderers")
                  for line in self.ends(0, text).stdout.splitlines() if line.startswith("  ") and not line.startswith("   ")]
        self.assertGreater(len(listed), 10)
        told = {line.split()[0]: line.split()[1:] for line in said.splitlines() if line.startswith("  ") and len(line.split()) > 1}
        for name in listed:
            if name.startswith("cuda.") and name not in told:
                self.assertRegex(said, r"\n  [0-9]+ of cuda +not here: ")
            else:
                self.assertIn(told[name][0], ("right", "not"), name)
        self.assertEqual(told["cpu.lsd_radix"][0], "right")
        self.assertEqual(told["raster"][0], "right")

    def test_the_self_test_finds_a_wrong_order_and_a_wrong_picture(self):
        shaders = self.folder / "shaders"
        shutil.copytree(pathlib.Path(__file__).resolve().parents[2] / "shaders", shaders)
        fragment = shaders / "render/raster/raster.frag"
        text = fragment.read_text(encoding="utf-8")
        faint = text.replace("premultiplied = fragment_color()", "premultiplied = 0.1 * fragment_color()")
        self.assertNotEqual(text, faint)
        fragment.write_text(faint, encoding="utf-8")
        environment = {"FARFIRST_SHADERS": str(shaders)}
        if LAZY_QSORT:
            environment.update({"LD_PRELOAD": LAZY_QSORT, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"})
        result = self.ends(5 if LAZY_QSORT else 1, "--self-test", "--sort=cpu.qsort", "--renderer=raster", environment=environment)
        self.assertNotRegex(result.stdout, "cpu.std_sort|tiles", "only what is named is tested")
        self.assertRegex(result.stdout, "raster +WRONG")
        self.assertRegex(result.stderr, "the self-test found .*raster")
        if LAZY_QSORT:
            self.assertRegex(result.stdout, "cpu.qsort +WRONG")
            self.assertIn("the self-test found cpu.qsort, ", result.stderr)

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
            self.ends(0, *arguments, "--output=with.png", "--sort=cpu.lsd_radix")
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
        self.ends(0, *arguments, environment=lazy)  # nobody looked
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

    def test_a_named_sort_that_cannot_run_here(self):
        lines = self.run_program("--list-sorts").stdout.splitlines()
        absent = [lines[i - 1].split()[0] for i in range(1, len(lines)) if "cannot run here" in lines[i] and lines[i - 1][2] != " "]
        if not absent:
            self.skipTest("every sort of the catalogue runs here")
        self.assertIn(absent[0], self.ends(6, "cube.ply", "--sort=" + absent[0], "--output=a.png").stderr)


NO_OPENGL = {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent.json", "EGL_PLATFORM": "none"}
LAZY_QSORT = os.environ.get("FARFIRST_LAZY_QSORT")  # qsort that leaves large arrays as they are
SANITIZED = os.environ.get("FARFIRST_SANITIZED") == "1"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    RunTest.program = os.path.abspath(sys.argv[1])
    result = unittest.main(argv=[sys.argv[0], "-v", *sys.argv[2:]], exit=False)
    return 0 if result.result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
