#!/usr/bin/env python3
"""Runs the commands of the README as they stand there, with the built program in the place of ./run. SMALLER is all
that is added.

  readme_test.py PROGRAM [test names]"""

import os
import pathlib
import re
import shlex
import subprocess
import sys

from window_test_case import PATIENCE, Viewer, WindowTest, main

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Of options that appear twice the last one counts. Whole self-tests and comparisons are in tests/headless.
SMALLER = {
    "window": ["--no-config", "--resolution=320,240"],
    "compare": ["--resolution=96,64", "--frames=2", "--warmup=0"],
    "self-test": ["--resolution=160,90", "--sort=cpu.lsd_radix", "--renderer=cpu"],
}


def commands_of(heading):
    section = re.search(rf"^## {heading}\n.*?^```sh\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [shlex.split(line, comments=True) for line in section.group(1).splitlines()]


class ReadmeTest(WindowTest):
    def run_of(self, command, kind):
        environment = dict(os.environ, HOME=str(self.folder), XDG_CONFIG_HOME=str(self.folder), DISPLAY=self.display.name)
        result = subprocess.run([self.program, *command[1:], *SMALLER[kind]], cwd=self.folder, env=environment, capture_output=True, text=True,
                                timeout=PATIENCE, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def shown(self, command):
        """The command's window, with its first picture. That of the tour is not sorted."""
        viewer = Viewer(self.program, self.display, self.folder, [*command[1:], *SMALLER["window"]])
        self.addCleanup(viewer.close)
        viewer.wait_for("the first picture", lambda: viewer.state)
        return viewer

    def closed(self, viewer):
        viewer.key("ctrl+q")
        self.assertEqual(viewer.process.wait(PATIENCE), 0, viewer.messages())

    def test_the_two_commands(self):
        run, check = commands_of("Two commands")
        self.assertEqual([run, check], [["./run"], ["./check"]])
        for script in (run[0], check[0]):  # this test is a part of ./check, which also builds what ./run does
            self.assertTrue(os.access(ROOT / script, os.X_OK), script)
            subprocess.run(["bash", "-n", ROOT / script], check=True)
        self.assertIn('exec "$build/app/farfirst" "$@"\n', (ROOT / "run").read_text(encoding="utf-8"))
        viewer = self.shown(run)
        self.assertEqual(viewer.state["scene"], "glass")
        self.closed(viewer)

    def test_the_five_things(self):
        tour, jungle, race, compare, self_test = commands_of("Five things to try")
        viewer = self.shown(tour)
        viewer.center("note/Next")
        self.closed(viewer)
        viewer = self.shown(jungle)
        viewer.wait_for_state(scene="jungle", algorithm="gl.farfirst")
        self.closed(viewer)
        viewer = self.shown(race)
        viewer.wait_for_state(scene="particles")
        viewer.wait_for("the race", lambda: "race" in viewer.items)
        self.closed(viewer)
        messages = self.run_of(compare, "compare")
        for name in ("gl.radix", "cpu.lsd_radix", "cpu.std_sort"):
            self.assertIn(name, messages)
        self.assertTrue((self.folder / "times.csv").exists())
        self.assertIn("cpu.lsd_radix", self.run_of(self_test, "self-test"))


if __name__ == "__main__":
    sys.exit(main(__doc__))
