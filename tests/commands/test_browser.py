"""`gasoline browser` and `gasoline extension`, with a stand-in for the browser that writes down how it was started."""

import argparse
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from forwarder_client import WAIT_S
from home import Home, eventually

from gasoline.commands import browser, browser_process
from gasoline.commands.browser import browser_command, full_address
from gasoline.commands.browser_process import has_display
from gasoline.commands.extension_folder import ExtensionMissing, extension_folder
from gasoline.launch.own_extension import own_copy_key
from gasoline.launch.pairing_keys import EXTENSION_ID
from gasoline.launch.runtime_file import read_runtime

STAND_IN = """#!{python}
import json, pathlib, sys, time
place = pathlib.Path("{place}")
place.with_suffix(".part").write_text(json.dumps(sys.argv[1:]))
place.with_suffix(".part").rename(place)
while place.with_name("stay").exists():
    time.sleep(1)
"""


@pytest.fixture
def extension() -> Path:
    try:
        return extension_folder()
    except ExtensionMissing:
        pytest.skip("the extension is not built: run `make ext`")


@pytest.fixture
def started_with(home: Home) -> Path:
    """Where the stand-in writes its flags."""
    program, place = home.folder / "browser", home.folder / "flags.json"
    program.write_text(STAND_IN.format(python=sys.executable, place=place))
    program.chmod(0o755)
    home.env["GASOLINE_BROWSER"] = str(program)
    return place


# CLI-04
def test_the_browser_has_the_extension_a_profile_and_a_server(home: Home, extension: Path, started_with: Path) -> None:
    done = home.run("browser", "http://localhost:3000/", "--headless")
    flags = json.loads(started_with.read_text())
    assert done.returncode == 0, done.stderr
    own_copy = home.state_dir / "browser-extension"
    assert f"--load-extension={own_copy}" in flags
    assert (own_copy / "manifest.json").read_bytes() == (extension / "manifest.json").read_bytes()
    assert json.loads((own_copy / "defaults.json").read_text()) == {
        "serverUrl": f"http://127.0.0.1:{home.port}",
        "firstPage": "http://localhost:3000/",
        "switches": {"networkBodyCaptureEnabled": False, "captureAllSites": False, "aiWebPilotEnabled": False},
        "key": own_copy_key(str(home.state_dir)),
    }
    assert (own_copy.stat().st_mode & 0o777, (own_copy / "defaults.json").stat().st_mode & 0o777) == (0o700, 0o600)
    assert f"--user-data-dir={home.state_dir / 'browser-profile'}" in flags
    assert "--headless=new" in flags
    assert flags[-1] == "about:blank"
    assert home.runtime.port == home.port


@pytest.mark.usefixtures("extension")
def test_ctrl_c_ends_the_browser_and_leaves_the_server(home: Home, started_with: Path) -> None:
    started_with.with_name("stay").touch()
    command = [sys.executable, "-m", "gasoline", "browser", "http://localhost:3000/"]
    with subprocess.Popen(command, env=home.env, stderr=subprocess.DEVNULL) as process:
        try:
            eventually(started_with.exists)
            process.send_signal(signal.SIGINT)
            assert process.wait(WAIT_S) == 0
        finally:
            process.kill()
    assert read_runtime(home.state_dir) is not None


@pytest.mark.usefixtures("extension")
def test_a_browser_that_does_not_take_the_extension_is_pointed_out(
    home: Home, started_with: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started_with.with_name("stay").touch()
    monkeypatch.setattr("gasoline.commands.browser_process.EXTENSION_WAIT_S", 0.0)
    for name, value in home.env.items():
        monkeypatch.setenv(name, value)
    parser = argparse.ArgumentParser()
    browser.add(parser)
    seen = []

    def note(text: str) -> None:
        seen.append(text)
        if text == browser.NO_EXTENSION:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(browser_process, "print_note", note)
    assert browser.run(parser.parse_args([])) == 0
    assert browser.NO_EXTENSION in seen


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("http://localhost:3000/a", "http://localhost:3000/a"),
        ("localhost:3000", "http://localhost:3000"),
        ("about:blank", "about:blank"),
    ],
)
def test_an_address_is_taken_as_people_type_it(typed: str, address: str) -> None:
    assert full_address(typed) == address


def test_a_file_is_opened_by_its_address(tmp_path: Path) -> None:
    page = tmp_path / "a page.html"
    page.touch()
    assert full_address(str(page)) == page.as_uri()


def test_a_missing_browser_says_what_to_do(home: Home) -> None:
    home.env["GASOLINE_BROWSER"] = "/nonexistent"
    done = home.run("browser")
    assert done.returncode == 1
    assert "GASOLINE_BROWSER" in done.stderr


@pytest.mark.usefixtures("extension", "started_with")
def test_switches_are_set_for_this_start_only(home: Home) -> None:
    own_copy = home.state_dir / "browser-extension"
    assert home.run("browser", "--bodies", "--pilot", "--all-sites").returncode == 0
    switches = json.loads((own_copy / "defaults.json").read_text())["switches"]
    assert switches == {"networkBodyCaptureEnabled": True, "captureAllSites": True, "aiWebPilotEnabled": True}
    assert "<all_urls>" in json.loads((own_copy / "manifest.json").read_text())["host_permissions"]
    assert home.run("browser").returncode == 0
    assert not any(json.loads((own_copy / "defaults.json").read_text())["switches"].values())
    assert "<all_urls>" not in json.loads((own_copy / "manifest.json").read_text())["host_permissions"]


@pytest.mark.usefixtures("extension")
def test_a_second_browser_at_the_same_time_has_its_own_profile(home: Home, started_with: Path) -> None:
    started_with.with_name("stay").touch()
    command = [sys.executable, "-m", "gasoline", "browser"]
    with subprocess.Popen(command, env=home.env, stderr=subprocess.DEVNULL) as first:
        try:
            eventually(started_with.exists)
            assert f"--user-data-dir={home.state_dir / 'browser-profile'}" in json.loads(started_with.read_text())
            started_with.unlink()
            started_with.with_name("stay").unlink()
            assert home.run("browser").returncode == 0
        finally:
            first.send_signal(signal.SIGINT)
            first.wait(WAIT_S)
    flags = json.loads(started_with.read_text())
    assert f"--user-data-dir={home.state_dir / 'browser-profile-2'}" in flags
    assert f"--load-extension={home.state_dir / 'browser-extension-2'}" in flags


@pytest.mark.usefixtures("extension")
def test_a_profile_that_another_browser_uses_is_explained(home: Home) -> None:
    program = home.folder / "browser"
    program.write_text("#!/bin/sh\nexit 21\n")
    program.chmod(0o755)
    home.env["GASOLINE_BROWSER"] = str(program)
    assert "another browser still uses this profile: close it" in home.run("browser").stderr


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize(
    ("display", "flags", "hints"), [({}, (), True), ({"DISPLAY": ":0"}, (), False), ({}, ("--headless",), False)]
)
def test_a_missing_display_points_to_headless(
    home: Home, display: dict[str, str], flags: tuple[str, ...], hints: bool
) -> None:
    program = home.folder / "browser"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    home.env = {**{name: value for name, value in home.env.items() if "DISPLAY" not in name}, **display}
    home.env["GASOLINE_BROWSER"] = str(program)
    assert ("add --headless" in home.run("browser", *flags).stderr) is hints


@pytest.mark.parametrize(
    ("platform", "env", "expected"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_only_linux_can_be_without_a_display(platform: str, env: dict[str, str], expected: bool) -> None:
    assert has_display(platform, env) is expected


@pytest.mark.usefixtures("extension")
def test_google_chrome_is_not_started_but_explained(home: Home) -> None:
    chrome = home.folder / "google-chrome"
    chrome.write_text("#!/bin/sh\nexit 0\n")
    chrome.chmod(0o755)
    home.env["GASOLINE_BROWSER"] = str(chrome)
    done = home.run("browser")
    assert done.returncode == 1
    assert "does not load extensions from the command line" in done.stderr
    assert "Load unpacked" in done.stderr
    check = next(check for check in home.json_of("doctor", "--json")["checks"] if check["id"] == "browser")
    assert check["status"] == "warn"
    assert "Load unpacked" in check["fix"]


@pytest.mark.usefixtures("extension")
def test_a_browser_that_fails_says_where_its_words_are(home: Home) -> None:
    program = home.folder / "browser"
    program.write_text("#!/bin/sh\necho no display >&2; exit 3\n")
    program.chmod(0o755)
    home.env["GASOLINE_BROWSER"] = str(program)
    done = home.run("browser")
    assert done.returncode == 3
    assert f"the browser exited with code 3; see {home.state_dir / 'browser.log'}" in done.stderr
    assert (home.state_dir / "browser.log").read_text() == "no display\n"


def test_only_root_runs_without_a_sandbox(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for user, expected in ((0, True), (1000, False)):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        command = browser_command(tmp_path, tmp_path, tmp_path, headless=False)
        assert ("--no-sandbox" in command) is expected


def test_the_folder_to_load_is_an_own_copy_that_needs_no_pairing(home: Home, extension: Path) -> None:
    own_copy = home.state_dir / "extension"
    assert home.run("extension").stdout == f"{own_copy}\n"
    assert (own_copy / "manifest.json").read_bytes() == (extension / "manifest.json").read_bytes()
    assert json.loads((own_copy / "defaults.json").read_text()) == {
        "serverUrl": f"http://127.0.0.1:{home.port}",
        "key": own_copy_key(str(home.state_dir)),
    }
    assert own_copy.stat().st_mode & 0o777 == 0o700
    (own_copy / "of-an-older-version.js").touch()
    assert home.json_of("extension", "--json") == {"folder": str(own_copy), "id": EXTENSION_ID}
    assert not (own_copy / "of-an-older-version.js").exists()
