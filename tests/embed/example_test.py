#!/usr/bin/env python3
"""Does an example end with 0, and print what it should? 77, skipped, is its own exit code where something is missing.

  example_test.py [--display] EXPECTED PROGRAM [ARGUMENT...]    --display: on an X server of its own"""

import os
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "window"))
from window_test_case import PATIENCE, Display


def result_of(command, environment):
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, timeout=PATIENCE, check=False)


def on_display(command):
    try:
        display = Display()
    except FileNotFoundError:
        print("skipped: Xvfb not found (apt-get install xvfb)")
        sys.exit(77)
    # Drivers leak, as in the tests of the viewer's window.
    environment = dict(os.environ, DISPLAY=display.name, LSAN_OPTIONS=os.environ.get("LSAN_OPTIONS", "") + ":exitcode=0")
    environment.pop("WAYLAND_DISPLAY", None)
    try:
        return result_of(command, environment)
    finally:
        display.close()


def main(arguments):
    needs_display = arguments[0] == "--display"
    expected, *command = arguments[needs_display:]
    result = on_display(command) if needs_display else result_of(command, os.environ)
    if result.returncode == 0 and result.stdout.strip() != expected:
        print(f"printed '{result.stdout.strip()}', expected '{expected}'")
        return 1
    return result.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
