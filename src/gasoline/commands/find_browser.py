"""Finds a browser that loads the extension from the command line: Chromium, Chrome for Testing or Edge.

Google Chrome is not one: since version 137 it ignores `--load-extension`. In it, a person loads the extension once.
"""

import os
import re
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from gasoline.launch.find_program import find_program

NAMES = ("chromium", "chromium-browser", "chrome", "microsoft-edge", "microsoft-edge-stable")
MAC_APPS = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
WINDOWS_PROGRAMS = ("Chromium/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
LINUX_PLACES = ("/snap/bin/chromium", "/opt/microsoft/msedge/msedge")
PLAYWRIGHT = {"darwin": "Library/Caches", "win32": "AppData/Local", "linux": ".cache"}
PUPPETEER = ".cache"
"""Below the home folder: where each keeps the browsers that it downloads. Puppeteer's place is the same everywhere."""
DOWNLOADS = {"linux": "chrome", "win32": "chrome.exe", "darwin": "*.app/Contents/MacOS/*"}
GOOGLE_CHROME = re.compile(
    r"google-chrome|[/\\]google[/\\]chrome|Google Chrome(?! for Testing)( \w+)?\.app", re.IGNORECASE
)
CHROME_NAMES = ("google-chrome", "google-chrome-stable")
CHROME_PLACES = {
    "darwin": ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",),
    "win32": ("Google/Chrome/Application/chrome.exe",),
    "linux": ("/opt/google/chrome/chrome",),
}
LOAD_UNPACKED = """To use your own Chrome, load the extension there once:
  1. Run `gasoline extension`; it prints a folder.
  2. Open chrome://extensions and turn on “Developer mode” (top right).
  3. Click “Load unpacked” and choose that folder.
The extension connects by itself; `gasoline doctor` confirms it."""


class BrowserMissing(Exception):
    """No suitable browser was found; the message says what to do."""


class OnlyGoogleChrome(BrowserMissing):
    """There is a browser, but it loads no extension from the command line."""


def find_browser() -> Path:
    """GASOLINE_BROWSER, else the first of the usual names and places."""
    if chosen := os.environ.get("GASOLINE_BROWSER"):
        return _chosen_browser(chosen)
    for found in chain(on_path(NAMES), _usual_places()):
        if not is_google_chrome(found):
            return found
    if chrome := next(chain(on_path(CHROME_NAMES), existing(CHROME_PLACES[_platform()])), None):
        raise OnlyGoogleChrome(_only_chrome(chrome))
    raise BrowserMissing(f"No Chromium was found: {_how_to_install()}, or set GASOLINE_BROWSER to its path.")


def is_google_chrome(browser: Path) -> bool:
    """Resolves links such as /usr/bin/chrome."""
    return any(GOOGLE_CHROME.search(str(path)) for path in (browser, browser.resolve()))


def _chosen_browser(chosen: str) -> Path:
    found = find_program(chosen)
    if found is None:
        raise BrowserMissing(
            f"GASOLINE_BROWSER is '{chosen}', which is not an executable: set it to the path of Chromium or Edge."
        )
    if is_google_chrome(Path(found)):
        raise OnlyGoogleChrome(_only_chrome(Path(found)))
    return Path(found)


def _only_chrome(chrome: Path) -> str:
    return (
        f"Google Chrome ({chrome}) does not load extensions from the command line. For `gasoline browser`, "
        f"{_how_to_install()}.\n{LOAD_UNPACKED}"
    )


def on_path(names: tuple[str, ...]) -> Iterator[Path]:
    yield from (Path(found) for name in names if (found := find_program(name)))


def _usual_places() -> Iterator[Path]:
    if _platform() == "darwin":
        folders = (Path("/Applications"), Path.home() / "Applications")
        yield from existing(tuple(str(folder / app) for folder in folders for app in MAC_APPS))
    else:
        yield from existing(WINDOWS_PROGRAMS if _platform() == "win32" else LINUX_PLACES)
    program = DOWNLOADS[_platform()]
    for place in (
        f"{PLAYWRIGHT[_platform()]}/ms-playwright/chromium-*/chrome-*/{program}",
        f"{PUPPETEER}/puppeteer/chrome/*/chrome-*/{program}",
    ):
        yield from sorted((path for path in Path.home().glob(place) if path.is_file()), key=_version, reverse=True)


def _version(browser: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", str(browser))]


def existing(places: tuple[str, ...]) -> Iterator[Path]:
    for place in places:
        yield from (path for folder in _program_folders() if (path := folder / place).is_file())


def _program_folders() -> list[Path]:
    """What a relative place is relative to: the folders for programs on Windows."""
    if _platform() != "win32":
        return [Path("/")]
    variables = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
    return [Path(os.environ[name]) for name in variables if name in os.environ]


def _platform() -> str:
    return sys.platform if sys.platform in ("darwin", "win32") else "linux"


def _how_to_install() -> str:
    return {
        "darwin": "run `brew install --cask chromium`",
        "win32": "use Microsoft Edge or install Chromium from https://www.chromium.org/getting-involved/download-chromium",
        "linux": "run `sudo apt-get install chromium` or your system's equivalent",
    }[_platform()]
