"""The viewer in a real window: GLFW under Xvfb, input by xdotool. What the tests of windows share."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PATIENCE = 60  # seconds; sanitizers and a software renderer on a busy machine take their time


def missing_tools():
    return [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]


class Display:
    """An X server of our own, on whatever number is free."""

    def __init__(self, size="1280x720"):
        read, write = os.pipe()
        # -noreset: else it begins again when its last client has left, and refuses clients meanwhile.
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", size + "x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError("Xvfb does not start")
        self.name = ":" + number

    def close(self):
        self.process.terminate()
        self.process.wait()


class Viewer:
    def __init__(self, program, display, folder, arguments=()):
        self.folder = folder
        self.environment = dict(os.environ, DISPLAY=display.name, XDG_CONFIG_HOME=str(folder), HOME=str(folder),
                                FARFIRST_PRINT_ITEMS="1")
        self.environment.pop("WAYLAND_DISPLAY", None)
        # Drivers leak, and are unloaded before LeakSanitizer could name them: it reports, and leaks_of_ours() judges.
        self.environment["LSAN_OPTIONS"] = os.environ.get("LSAN_OPTIONS", "") + ":exitcode=0"
        self.items, self.state, self.changed = {}, None, threading.Condition()
        self.errors = open(folder / "stderr.txt", "w+", encoding="utf-8")
        self.process = subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, stderr=self.errors,
                                        env=self.environment, cwd=folder, text=True)
        self.reader = threading.Thread(target=self.listen, daemon=True)
        self.reader.start()
        self.window = self.find_window()

    def find_window(self):
        """xdotool fails while there is none, and if some window goes while it searches, as that of the viewer before may."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.xdotool("search", "--onlyvisible", "--name", "Farfirst").split()[0]
            except (subprocess.CalledProcessError, IndexError) as error:
                if self.process.poll() is not None:
                    raise AssertionError(f"the viewer ended ({self.process.returncode}) without a window: {self.messages()}") from error
                if time.monotonic() > deadline:
                    self.process.kill()
                    raise
            time.sleep(0.1)

    def listen(self):
        for line in self.process.stdout:
            kind, *fields = line.rstrip("\n").split("\t")
            with self.changed:
                if kind == "item":
                    self.items[fields[0]] = tuple(float(field) for field in fields[1:])
                elif kind == "state":
                    scene, algorithm, order, opacity, camera = fields
                    self.state = {"scene": scene, "algorithm": algorithm, "order": order, "opacity": float(opacity),
                                  "camera": json.loads(camera)}
                self.changed.notify_all()

    def wait_for(self, what, condition):
        deadline = time.monotonic() + PATIENCE
        with self.changed:
            while not condition():
                if self.process.poll() is not None:
                    raise AssertionError(f"the viewer ended ({self.process.returncode}) before {what}: {self.messages()}")
                if not self.changed.wait(min(0.2, max(0.0, deadline - time.monotonic()))) and time.monotonic() > deadline:
                    raise AssertionError(f"waited {PATIENCE} s for {what}; state {self.state}; stderr {self.messages()}")

    def wait_for_state(self, **wanted):
        self.wait_for(f"{wanted}", lambda: self.state and all(self.state[key] == value for key, value in wanted.items()))

    def center(self, item):
        self.wait_for(f"item {item}", lambda: item in self.items)
        left, top, right, bottom = self.items[item]
        return round((left + right) / 2), round((top + bottom) / 2)

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True, capture_output=True,
                              text=True, timeout=PATIENCE).stdout

    def move(self, x, y):
        self.xdotool("mousemove", "--window", self.window, x, y)
        time.sleep(0.2)

    def click(self, item, repeat=1):
        self.move(*self.center(item))
        for _ in range(repeat):
            self.press()

    def press(self, button=1):
        self.xdotool("mousedown", button)
        time.sleep(0.15)
        self.xdotool("mouseup", button)
        time.sleep(0.1)

    def drag(self, start, end, button=1, steps=6):
        self.move(*start)
        self.xdotool("mousedown", button)
        time.sleep(0.2)
        for i in range(1, steps + 1):
            self.move(*(round(a + (b - a) * i / steps) for a, b in zip(start, end)))
        self.xdotool("mouseup", button)
        time.sleep(0.2)

    def at_once(self, *events):
        """All in one call of xdotool, so that they reach the window together: between two slow frames."""
        self.xdotool(*(word for event in events for word in event))

    def key(self, name):
        self.xdotool("key", name)
        time.sleep(0.2)

    def messages(self):
        self.errors.flush()
        return (self.folder / "stderr.txt").read_text(encoding="utf-8")

    def leaks_of_ours(self):
        return [line for line in self.messages().splitlines() if line.startswith("    #") and "farfirst::" in line]

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()
        self.errors.close()


class WindowTest(unittest.TestCase):
    program = None

    @classmethod
    def setUpClass(cls):
        cls.display = Display()
        cls.addClassCleanup(cls.display.close)

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def start(self, *arguments):
        viewer = Viewer(self.program, self.display, self.folder, ["--no-config", *arguments])
        self.addCleanup(viewer.close)
        viewer.wait_for("the first picture", lambda: viewer.state and viewer.state["algorithm"] != "unsorted")
        return viewer


def main(about):
    if len(sys.argv) < 2:
        sys.exit(about)
    if missing := missing_tools():
        print(f"skipped: {' and '.join(missing)} not found (apt-get install xvfb xdotool)")
        return 77
    WindowTest.program = os.path.abspath(sys.argv[1])
    result = unittest.main(argv=[sys.argv[0], "-v", *sys.argv[2:]], exit=False)
    return 0 if result.result.wasSuccessful() else 1
