"""The viewer as a program without a window: what the tests of its runs share."""

import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

NO_OPENGL = {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent.json", "EGL_PLATFORM": "none"}
LAZY_QSORT = os.environ.get("FARFIRST_LAZY_QSORT")  # qsort that leaves large arrays as they are
SANITIZED = os.environ.get("FARFIRST_SANITIZED") == "1"

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


class ProgramTest(unittest.TestCase):
    program = None
    # The default renderer of runs.
    environment = {}
    renderer = ()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "cube.ply").write_text(CUBE, encoding="utf-8")

    def run_program(self, *arguments, environment=None):
        if environment is None:
            environment = self.environment
            if self.SMALL in arguments:
                arguments = (*arguments, *self.renderer)
        settings = dict(os.environ, HOME=str(self.folder), XDG_CONFIG_HOME=str(self.folder / "config"))
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            settings.pop(name, None)
        settings.update(environment)
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


def main(about):
    if len(sys.argv) < 2:
        sys.exit(about)
    ProgramTest.program = os.path.abspath(sys.argv[1])
    result = unittest.main(argv=[sys.argv[0], "-v", *sys.argv[2:]], exit=False)
    return 0 if result.result.wasSuccessful() else 1
