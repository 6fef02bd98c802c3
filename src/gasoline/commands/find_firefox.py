"""Finds the Firefox that `gasoline browser --firefox` starts."""

import os
import sys
from itertools import chain
from pathlib import Path

from gasoline.commands.find_browser import BrowserMissing, existing, on_path
from gasoline.launch.find_program import find_program

NAMES = ("firefox", "firefox-esr", "firefox-developer-edition", "firefox-nightly")
PLACES = {
    "darwin": (
        "/Applications/Firefox.app/Contents/MacOS/firefox",
        "/Applications/Firefox Developer Edition.app/Contents/MacOS/firefox",
    ),
    "win32": ("Mozilla Firefox/firefox.exe", "Firefox Developer Edition/firefox.exe"),
    "linux": ("/snap/bin/firefox",),
}
LOAD_TEMPORARILY = """To use your own Firefox, load the extension there; it stays until you close Firefox:
  1. Run `gasoline extension --firefox`; it prints a folder.
  2. Open about:debugging#/runtime/this-firefox and click “Load Temporary Add-on…”.
  3. Choose the file manifest.json in that folder.
  4. Click the extension's icon and run the command that it shows."""


def find_firefox() -> Path:
    """GASOLINE_FIREFOX, else the first of the usual names and places."""
    if chosen := os.environ.get("GASOLINE_FIREFOX"):
        return _chosen(chosen)
    places = PLACES.get(sys.platform, PLACES["linux"])
    found = next(chain(on_path(NAMES), existing(places)), None)
    if found is None:
        raise BrowserMissing("No Firefox was found: install it, or set GASOLINE_FIREFOX to its path.")
    return found


def _chosen(chosen: str) -> Path:
    found = find_program(chosen)
    if found is None:
        raise BrowserMissing(f"GASOLINE_FIREFOX is '{chosen}', which is not an executable: set it to Firefox's path.")
    return Path(found)
