"""Finds a Chromium or Chrome that can load the extension."""

import os
import shutil
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
MAC_APPS = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
WINDOWS_PROGRAMS = (
    r"Chromium\Application\chrome.exe",
    r"Google\Chrome\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
)


class BrowserMissing(Exception):
    """No browser was found; the message says what to install."""


def find_browser() -> Path:
    """GASOLINE_BROWSER, else the first of the usual names and places."""
    if chosen := os.environ.get("GASOLINE_BROWSER"):
        return _chosen_browser(chosen)
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    for place in _usual_places():
        if place.is_file():
            return place
    raise BrowserMissing(f"No Chromium or Chrome found: {_how_to_install()}, or name one in GASOLINE_BROWSER.")


def _chosen_browser(chosen: str) -> Path:
    found = shutil.which(chosen)
    if found is None:
        raise BrowserMissing(f"GASOLINE_BROWSER is '{chosen}', which is not a program: give the path of a Chromium.")
    return Path(found)


def _usual_places() -> list[Path]:
    if sys.platform == "darwin":
        folders = (Path("/Applications"), Path.home() / "Applications")
        return [folder / app for folder in folders for app in MAC_APPS]
    if sys.platform == "win32":
        variables = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
        folders = tuple(Path(os.environ[name]) for name in variables if name in os.environ)
        return [folder / program for folder in folders for program in WINDOWS_PROGRAMS]
    return [Path("/snap/bin/chromium"), Path("/opt/google/chrome/chrome")]


def _how_to_install() -> str:
    if sys.platform == "darwin":
        return "run `brew install --cask chromium`"
    if sys.platform == "win32":
        return "install Chrome from https://www.google.com/chrome"
    return "run `sudo apt-get install chromium` or your system's equivalent"
