"""Which browser `gasoline browser` starts, on each system: never Google Chrome, which loads no extension."""

import os
import sys
from pathlib import Path

import pytest

from gasoline.commands import find_browser as module
from gasoline.commands.find_browser import BrowserMissing, OnlyGoogleChrome, find_browser, is_google_chrome


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without any browser: an empty PATH, an empty home and nothing in the usual places."""
    for name in ("GASOLINE_BROWSER", "PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PATHEXT", "")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setattr(module, "LINUX_PLACES", ())
    monkeypatch.setattr(module, "CHROME_PLACES", {"linux": (), "darwin": (), "win32": (CHROME_EXE,)})
    return tmp_path


CHROME_EXE = "Google/Chrome/Application/chrome.exe"


def program(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o755)
    return file


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/usr/bin/google-chrome-stable", True),
        ("/opt/google/chrome/chrome", True),
        ("/opt/google/chrome-beta/google-chrome-beta", True),
        ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", True),
        ("/Applications/Google Chrome Canary.app/Contents/MacOS/Google Chrome Canary", True),
        (r"C:\Program Files\Google\Chrome\Application\chrome.exe", True),
        ("/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing", False),
        ("/usr/bin/chromium", False),
        ("/usr/bin/microsoft-edge", False),
        (r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe", False),
        ("/home/user/.cache/puppeteer/chrome/linux-140.0/chrome-linux64/chrome", False),
    ],
)
def test_google_chrome_is_recognized_by_its_path(path: str, expected: bool) -> None:
    assert is_google_chrome(Path(path)) is expected


def test_google_chrome_is_recognized_behind_a_link(machine: Path) -> None:
    chrome = program(machine / "opt" / "google" / "chrome" / "google-chrome")
    (machine / "bin").mkdir()
    (machine / "bin" / "chrome").symlink_to(chrome)
    (machine / "bin" / "google-chrome").symlink_to(chrome)
    with pytest.raises(OnlyGoogleChrome, match="Load unpacked"):
        find_browser()


@pytest.mark.parametrize("other", ["chromium", "microsoft-edge", "chrome"])
def test_any_other_browser_on_the_path_is_used_instead(machine: Path, other: str) -> None:
    program(machine / "bin" / "google-chrome")
    found = program(machine / "bin" / other)
    assert find_browser() == found


@pytest.mark.parametrize(
    ("platform", "place"),
    [
        ("linux", ".cache/ms-playwright/chromium-1200/chrome-linux/chrome"),
        ("linux", ".cache/puppeteer/chrome/linux-140.0.1/chrome-linux64/chrome"),
        ("darwin", "Applications/Chromium.app/Contents/MacOS/Chromium"),
        ("darwin", "Library/Caches/ms-playwright/chromium-1200/chrome-mac/Chromium.app/Contents/MacOS/Chromium"),
        (
            "darwin",
            ".cache/puppeteer/chrome/mac_arm-140.0.1/chrome-mac-arm64/"
            "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
        ),
        ("win32", "AppData/Local/ms-playwright/chromium-1200/chrome-win/chrome.exe"),
        ("win32", ".cache/puppeteer/chrome/win64-140.0.1/chrome-win64/chrome.exe"),
    ],
)
def test_a_browser_below_the_home_folder_is_found(
    machine: Path, monkeypatch: pytest.MonkeyPatch, platform: str, place: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    found = program(machine / "home" / place)
    assert find_browser() == found


def test_of_several_downloaded_browsers_the_newest_is_used(machine: Path) -> None:
    cache = machine / "home" / ".cache" / "puppeteer" / "chrome"
    program(cache / "linux-99.0.1" / "chrome-linux64" / "chrome")
    newest = program(cache / "linux-140.0.1" / "chrome-linux64" / "chrome")
    assert find_browser() == newest


def test_on_windows_edge_is_used_where_chrome_is_installed_too(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(os.environ, "PROGRAMFILES", str(machine / "programs"))
    program(machine / "programs" / CHROME_EXE)
    with pytest.raises(OnlyGoogleChrome, match="Microsoft Edge"):
        find_browser()
    edge = program(machine / "programs" / "Microsoft/Edge/Application/msedge.exe")
    assert find_browser() == edge


@pytest.mark.parametrize(
    ("platform", "advice"), [("linux", "apt-get install chromium"), ("darwin", "brew install"), ("win32", "Edge")]
)
def test_without_a_browser_the_message_says_what_to_install(
    machine: Path, monkeypatch: pytest.MonkeyPatch, platform: str, advice: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(BrowserMissing, match=advice) as raised:
        find_browser()
    assert not isinstance(raised.value, OnlyGoogleChrome)
