#!/usr/bin/env python3
"""What the viewer says of itself without a window: comparisons of sorts, renderers and keys, and the self-test.

  comparison_run_test.py PROGRAM [test names]"""

import csv
import os
import pathlib
import shutil
import sys

from program_test_case import LAZY_QSORT, NO_OPENGL, ProgramTest, main


class ComparisonTest(ProgramTest):
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
        printed = self.ends(0, "--scene=glass", "--metric=view-depth", "--sort-point=nearest", "--output=b.png", "--reference=r.png", self.SMALL).stdout
        self.assertIn(f"RMSE {float(second['rmse']):.6f}, PSNR {float(second['psnr_db']):.1f} dB, {100 * float(second['off_share']):.3f} % of pixels", printed)
        self.assertGreater(float(second["rmse"]), 0)

    def test_each_sort_is_compared_with_each_renderer_and_key(self):
        result = self.ends(0, "cube.ply", "--compare=cpu.std_sort,cpu.qsort", "--compare-renderers=raster,tiles", "--compare-keys=radial,view-depth",
                           "--frames=1", "--warmup=0", "--csv=t.csv", "--output=a.png", self.SMALL)
        self.assertIn("1 frame of each after 0 of warm-up", result.stdout)
        self.assertEqual([(row["sort"], row["renderer"], row["key"]) for row in self.compared()],
                         [(sort, renderer, key + "+centroid") for sort in ("cpu.std_sort", "cpu.qsort") for renderer in ("raster", "tiles")
                          for key in ("radial", "view-depth")])
        self.assertEqual(self.size("a.png"), (3 * 96 + 2 * 8, 3 * 64 + 2 * 8))

    def test_the_reference_is_the_renderer_exact(self):
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
                                (["--compare-to=exact"], "--compare-to: add --compare"),
                                (["--compare=gl.radix", "--window"], "--window"), (["--compare=gl.radix", "--reference=a.png"], "--reference"),
                                (["--compare=gl.radix", "--output=a%d.png"], "frame number"), (["--compare=gl.radix", "--draw-order=file"], "nothing is sorted")):
            self.assertIn(word, self.ends(2, *arguments).stderr)
        self.assertIn("cannot be written", self.ends(1, "missing.ply", "--compare=gl.radix", "--output=no/such/a.png").stderr)

    # ---- the self-test

    def test_the_self_test_lists_every_sort_and_renderer_and_all_are_right(self):
        printed = self.ends(0, "--self-test", "--resolution=160,90").stdout
        for word in ("GPU that draws", "storage block", "samples a pixel", "time of drawing, 160 x 90", "0 wrong"):
            self.assertIn(word, printed)
        listed = [line.split()[0] for text in ("--list-sorts", "--list-renderers")
                  for line in self.ends(0, text).stdout.splitlines() if line.startswith("  ") and not line.startswith("   ")]
        self.assertGreater(len(listed), 10)
        results = {line.split()[0]: line.split()[1:] for line in printed.splitlines() if line.startswith("  ") and len(line.split()) > 1}
        for name in listed:
            if name.startswith("cuda.") and name not in results:
                self.assertRegex(printed, r"\n  [0-9]+ of cuda +not here: ")
            else:
                self.assertIn(results[name][0], ("right", "not", "approximates"), name)
        self.assertEqual(results["cpu.lsd_radix"][0], "right")
        self.assertEqual(results["raster"][0], "right")
        self.assertEqual(results["weighted"][0], "approximates", "it is not meant to be right")
        self.assertRegex(printed, r"\n +approximates, as it should: [0-9.]+ % of the pixels")
        self.assertRegex(printed, r"\n[0-9]+ right, [1-9] approximate, 0 wrong, ")

    def test_the_self_test_refuses_pictures_of_too_few_and_too_many_pixels(self):
        for size in ("128,90", "1920,1081"):
            printed = self.ends(2, "--self-test", "--resolution=" + size, environment=NO_OPENGL).stderr
            self.assertIn("160 x 90 to 1920 x 1080", printed)

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
        result = self.ends(5 if LAZY_QSORT else 1, "--self-test", "--resolution=160,90", "--sort=cpu.qsort", "--renderer=raster", environment=environment)
        self.assertNotRegex(result.stdout, "cpu.std_sort|tiles", "only what is named is tested")
        self.assertRegex(result.stdout, "raster +WRONG")
        self.assertRegex(result.stderr, "the self-test found .*raster")
        if LAZY_QSORT:
            self.assertRegex(result.stdout, "cpu.qsort +WRONG")
            self.assertIn("the self-test found cpu.qsort, ", result.stderr)


if __name__ == "__main__":
    sys.exit(main(__doc__))
