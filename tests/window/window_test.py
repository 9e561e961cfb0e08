#!/usr/bin/env python3
"""Drives the viewer in a real window. The program prints where its items are (FARFIRST_PRINT_ITEMS), so no pixel is
guessed.

  window_test.py PROGRAM [test names]"""

import json
import math
import os
import subprocess
import sys
import time

from window_test_case import PATIENCE, Viewer, WindowTest, main


def angle_between(a, b):
    """Degrees between two cameras' view directions."""
    directions = [[f - p for f, p in zip(c["focal_point"], c["position"])] for c in (a, b)]
    dot = sum(u * v for u, v in zip(*directions))
    lengths = [math.hypot(*d) for d in directions]
    return math.degrees(math.acos(max(-1, min(1, dot / (lengths[0] * lengths[1])))))


class InteractionTest(WindowTest):
    def settings(self):
        return json.loads((self.folder / "farfirst/settings.json").read_text(encoding="utf-8"))

    def test_a_handle_is_dragged_and_the_drag_undone(self):
        viewer = self.start("--scene=crossing", "--scene=glass")
        viewer.click("tab/Scene")
        viewer.click("object 2")
        handle = viewer.center("gizmo/move x")
        viewer.drag(handle, (handle[0] + 60, handle[1]))

        def is_moved():
            return viewer.center("gizmo/move x")[0] > handle[0] + 30

        viewer.wait_for("the handle to follow the mouse", is_moved)
        viewer.key("ctrl+z")
        viewer.wait_for("the drag to be undone", lambda: not is_moved())
        viewer.key("ctrl+y")
        viewer.wait_for("the drag to be done again", is_moved)
        viewer.key("Delete")
        viewer.wait_for("the object to be gone", lambda: viewer.state["scene"] == "crossing")

    def test_x_splits_the_picture_and_the_divider_is_dragged(self):
        viewer = self.start("--scene=glass", "--right.draw-order=file", "--no-split")
        camera = viewer.state["camera"]
        viewer.key("x")
        x, y = viewer.center("divider")
        viewer.drag((x, y), (x - 150, y + 20))
        viewer.wait_for("the divider elsewhere", lambda: abs(sum(viewer.items["divider"][::2]) / 2 - (x - 150)) < 3)
        self.assertEqual(viewer.state["camera"], camera)
        viewer.click("Left")
        viewer.click("tab/Sort")
        viewer.click("sort/cpu.qsort")
        viewer.wait_for_state(algorithm="cpu.qsort")
        viewer.key("shift+x")
        viewer.click("sort/cpu.std_sort")
        viewer.key("backslash")
        viewer.key("x")
        viewer.key("x")
        viewer.key("p")
        viewer.wait_for_state(algorithm="cpu.qsort", order="front-to-back")

    def test_five_tasks_of_a_stranger_take_three_clicks_each_and_no_scrolling(self):
        width, height = 960, 600
        (self.folder / "one.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", encoding="utf-8")
        viewer = self.start("--scene=glass", f"--resolution={width},{height}")

        def do(*items, across=0.5):
            """Clicks on them, on the last so far across it."""
            self.assertLessEqual(len(items), 3)
            for item in items:
                x, y = viewer.center(item)
                left, _, right, _ = viewer.items[item]
                if item == items[-1]:
                    x = round(left + across * (right - left))
                self.assertTrue(0 <= x < width and 0 <= y < height, f"{item} is at {x}, {y}")
                viewer.move(x, y)
                viewer.press()

        do("menu/File", "menu/Open", "browser/one.obj")
        viewer.wait_for_state(scene="one.obj")
        do("tab/Look", "opacity", across=0.2)
        viewer.wait_for("a picture to see through", lambda: 0.1 < viewer.state["opacity"] < 0.3)
        do("tab/Sort", "sort/cpu.qsort")
        viewer.wait_for_state(algorithm="cpu.qsort")
        do("tab/Compare", "Race of the sorts")
        viewer.center("race/tick/cpu.qsort")
        do("menu/File", "menu/Save picture")
        viewer.wait_for("the picture", lambda: (self.folder / "one.png").exists())

    def test_keys_work_over_the_picture_and_over_a_panel(self):
        viewer = self.start("--scene=glass")
        for item in ("view", "tab/Sort"):
            viewer.move(*viewer.center(item))
            viewer.key("2")
            viewer.wait_for_state(algorithm="gl.farfirst")
            viewer.key("1")
            viewer.wait_for_state(algorithm="gl.bitonic")
        viewer.key("p")
        viewer.wait_for_state(order="front-to-back")
        viewer.key("o")
        viewer.wait_for_state(order="file", algorithm="unsorted")
        viewer.key("o")
        viewer.wait_for_state(order="front-to-back", algorithm="gl.bitonic")

    def test_a_drag_turns_the_scene_and_enter_turns_it_back(self):
        viewer = self.start("--scene=glass")
        before = viewer.state["camera"]
        x, y = viewer.center("view")
        viewer.drag((x, y), (x + 120, y + 30))
        viewer.wait_for("another camera", lambda: viewer.state["camera"]["position"] != before["position"])
        self.assertEqual(viewer.state["camera"]["focal_point"], before["focal_point"])
        distance = lambda c: sum((a - b) ** 2 for a, b in zip(c["position"], c["focal_point"])) ** 0.5
        self.assertAlmostEqual(distance(viewer.state["camera"]) / distance(before), 1, places=3)
        viewer.drag((x, y), (x + 60, y), button=3)
        viewer.wait_for("a pan", lambda: viewer.state["camera"]["focal_point"] != before["focal_point"])
        viewer.xdotool("click", 4)
        viewer.key("Return")
        viewer.wait_for("the opening view", lambda: viewer.state["camera"] == before)

    def test_with_slow_frames_every_event_counts_at_its_own_place(self):
        viewer = self.start("--scene=jungle", "--resort=always", "--sort=cpu.lsd_radix")
        viewer.click("tab/Sort")
        before = viewer.state["camera"]
        left, top, right, bottom = viewer.items["view"]
        x, y = viewer.center("view")
        move = lambda x, y: ("mousemove", "--window", viewer.window, x, y)
        for _ in range(3):  # wherever in a frame they come
            viewer.key("Return")
            viewer.wait_for("the opening view", lambda: viewer.state["camera"] == before)
            viewer.at_once(move(x - 80, y + 60), move(x, y), ("mousedown", 1), move(x + 40, y), move(x + 100, y),
                           ("mouseup", 1), move(x + 300, y - 50))
            wanted = 100 * 3.5 / (bottom - top) * 180 / math.pi
            viewer.wait_for("the whole drag", lambda: angle_between(before, viewer.state["camera"]) > 0.95 * wanted)
            time.sleep(0.5)  # and no more of it
            self.assertAlmostEqual(angle_between(before, viewer.state["camera"]), wanted, delta=0.05 * wanted)
        viewer.at_once(move(*viewer.center("sort/cpu.std_stable")), ("mousedown", 1), ("mouseup", 1), move(x, y),
                       ("key", "p"))
        viewer.wait_for_state(order="front-to-back", algorithm="cpu.std_stable")

    def test_keys_act_in_an_open_list_and_in_the_file_browser(self):
        for name in ("one.obj", "two.obj"):
            (self.folder / name).write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", encoding="utf-8")
        viewer = self.start("--scene=glass")
        x, y = viewer.center("view")
        viewer.drag((x, y), (x + 60, y))
        turned = viewer.state["camera"]
        viewer.click("tab/Sort")
        viewer.click("draw order")
        viewer.center("draw order/shuffled")
        viewer.key("End")
        viewer.key("Up")
        viewer.key("Return")
        viewer.wait_for_state(order="file")
        self.assertEqual(viewer.state["camera"], turned)
        viewer.key("ctrl+o")
        viewer.center("browser/two.obj")
        viewer.key("Down")
        viewer.key("Return")
        viewer.wait_for_state(scene="two.obj")
        viewer.key("ctrl+o")
        viewer.key("o")
        viewer.key("n")
        viewer.key("Return")
        viewer.wait_for_state(scene="one.obj")

    def test_the_error_is_measured_and_its_heat_map_is_what_a_screenshot_shows(self):
        viewer = self.start("--scene=crossing", "--refine=1")
        viewer.key("m")
        viewer.center("error/finding")
        viewer.key("k")  # causes
        viewer.center("error/cause/elements as wholes")
        viewer.center("error/key/view depth, centroid")
        viewer.key("j")
        viewer.center("error/method/weighted")
        viewer.key("ctrl+F12")
        viewer.wait_for("the picture", lambda: (self.folder / "crossing.png").exists())
        viewer.key("ctrl+m")
        viewer.center("error/legend")
        viewer.key("ctrl+F12")
        viewer.wait_for("the heat map", lambda: (self.folder / "crossing-2.png").exists())
        pictures = [(self.folder / name).read_bytes() for name in ("crossing.png", "crossing-2.png")]
        self.assertNotEqual(*pictures)
        viewer.key("ctrl+j")
        viewer.wait_for("the values", lambda: (self.folder / "crossing-methods.csv").exists())
        rows = (self.folder / "crossing-methods.csv").read_text().splitlines()
        self.assertGreaterEqual(len(rows), 9, rows)

    def test_the_race_opens_by_its_key_and_is_saved_as_a_picture_of_its_window(self):
        viewer = self.start("--scene=glass")
        viewer.key("r")
        viewer.center("race/tick/cpu.qsort")
        viewer.key("ctrl+e")
        viewer.wait_for("the values", lambda: (self.folder / "glass-race.csv").exists())
        viewer.key("ctrl+shift+e")
        viewer.wait_for("the picture", lambda: (self.folder / "glass-race.png").exists())
        left, top, right, bottom = viewer.items["race"]
        header = (self.folder / "glass-race.png").read_bytes()[16:24]  # of a PNG: width and height
        self.assertAlmostEqual(int.from_bytes(header[:4], "big"), right - left, delta=1)
        self.assertAlmostEqual(int.from_bytes(header[4:], "big"), bottom - top, delta=1)

    def test_an_unreadable_file_is_reported_and_the_window_stays(self):
        (self.folder / "broken.ply").write_text("ply\nformat ascii 1.0\nelement vertex 3\n", encoding="utf-8")
        viewer = Viewer(self.program, self.display, self.folder, ["--no-config", "broken.ply"])
        self.addCleanup(viewer.close)
        viewer.wait_for("the message", lambda: "message/close" in viewer.items)
        self.assertIn("broken.ply", viewer.printed())
        viewer.click("message/close")
        self.assertIsNone(viewer.process.poll())

    def test_a_file_that_config_names_is_refused_before_a_window_opens_or_written_at_the_end(self):
        environment = dict(os.environ, DISPLAY=self.display.name, XDG_CONFIG_HOME=str(self.folder), HOME=str(self.folder))
        model = self.folder / "x.ply"
        model.write_text("ply\nformat ascii 1.0\n", encoding="utf-8")
        for options in ([], ["--reset-settings"]):
            result = subprocess.run([self.program, "--config=x.ply", *options], cwd=self.folder, env=environment, capture_output=True, text=True,
                                    timeout=PATIENCE, check=False)
            self.assertEqual(result.returncode, 3, result.stderr)
            self.assertIn("x.ply: line 1, column 1: this is not JSON", result.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["x.ply"])
        self.assertEqual(model.read_text(encoding="utf-8"), "ply\nformat ascii 1.0\n")

        viewer = Viewer(self.program, self.display, self.folder, ["--config=new.json", "--resolution=400,300"])
        self.addCleanup(viewer.close)
        viewer.wait_for("the first picture", lambda: viewer.state and viewer.state["algorithm"] != "unsorted")
        self.assertIn("new.json does not exist; it will be written when the window closes", viewer.printed())
        viewer.key("ctrl+q")
        self.assertEqual(viewer.process.wait(PATIENCE), 0, viewer.printed())
        settings = json.loads((self.folder / "new.json").read_text(encoding="utf-8"))
        self.assertEqual(settings["options"], {})
        # A tiny window is not what the next start begins with.
        viewer = Viewer(self.program, self.display, self.folder, ["--config=new.json"])
        self.addCleanup(viewer.close)
        size = dict(line.split("=") for line in viewer.xdotool("getwindowgeometry", "--shell", viewer.window).split())
        self.assertEqual((size["WIDTH"], size["HEIGHT"]), ("960", "600"))

    def test_quitting_keeps_the_settings_and_a_screenshot_is_written(self):
        viewer = Viewer(self.program, self.display, self.folder, ["--scene=glass", "--fresnel=0.3"])
        self.addCleanup(viewer.close)
        viewer.wait_for_state(algorithm="cpu.lsd_radix")
        viewer.key("2")
        viewer.wait_for_state(algorithm="gl.farfirst")
        viewer.key("F12")
        viewer.wait_for("the screenshot", lambda: (self.folder / "glass.png").exists()
                        and (self.folder / "glass.png").stat().st_size > 10_000)
        viewer.key("ctrl+q")
        self.assertEqual(viewer.process.wait(PATIENCE), 0, viewer.printed())
        self.assertEqual(viewer.leaks_of_ours(), [])
        options = self.settings()["options"]
        self.assertNotIn("sort", options)  # what was tried out is not what the next start begins with
        self.assertNotIn("fresnel", options)  # the command line lasts for one run


if __name__ == "__main__":
    sys.exit(main(__doc__))
