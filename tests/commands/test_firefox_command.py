"""`gasoline browser --firefox` and `gasoline extension --firefox`, with a stand-in for Firefox."""

import json
import sys
from pathlib import Path

import pytest
from home import Home

from gasoline.launch.own_extension import firefox_uuid, own_copy_key
from gasoline.launch.pairing_keys import FIREFOX_ID

FIREFOX_STAND_IN = """#!{python}
import json, pathlib, socket, sys
door = socket.socket(socket.AF_UNIX)
door.bind(sys.argv[sys.argv.index("--start-debugger-server") + 1])
door.listen()
connection, _ = door.accept()
def say(**packet):
    text = json.dumps(packet).encode()
    connection.sendall(b"%d:%s" % (len(text), text))
def read():
    size = b""
    while not size.endswith(b":"):
        size += connection.recv(1)
    return json.loads(connection.recv(int(size[:-1])))
say(**{{"from": "root", "applicationType": "browser", "traits": {{}}}})
read()
say(**{{"from": "root", "type": "tabListChanged"}})
say(**{{"from": "root", "addonsActor": "add-ons"}})
asked = read()
pathlib.Path("{place}").write_text(json.dumps([sys.argv[1:], asked]))
say(**{{"from": "add-ons", **{answer}}})
"""


def stand_in_for_firefox(home: Home, answer: dict[str, str]) -> Path:
    """Where it writes how it was started, and what it was asked to load."""
    program, place = home.folder / "firefox", home.folder / "started.json"
    program.write_text(FIREFOX_STAND_IN.format(python=sys.executable, place=place, answer=answer))
    program.chmod(0o755)
    home.env["GASOLINE_FIREFOX"] = str(program)
    return place


# CLI-04
def test_firefox_has_the_extension_a_profile_and_a_server(home: Home) -> None:
    place = stand_in_for_firefox(home, {"id": "loaded"})
    done = home.run("browser", "--firefox", "http://localhost:3000/", "--headless")
    assert done.returncode == 0, done.stderr
    flags, asked = json.loads(place.read_text())
    own_copy, profile = home.state_dir / "firefox-extension", home.state_dir / "firefox-profile"
    assert flags[flags.index("--profile") + 1] == str(profile)
    assert "--headless" in flags
    assert not Path(flags[flags.index("--start-debugger-server") + 1]).parent.exists()
    assert asked == {
        "to": "add-ons",
        "type": "installTemporaryAddon",
        "addonPath": str(own_copy),
        "openDevTools": False,
    }
    uuid = firefox_uuid(str(home.state_dir), "firefox-profile")
    assert json.dumps(json.dumps({FIREFOX_ID: uuid})) in (profile / "user.js").read_text()
    assert json.loads((own_copy / "defaults.json").read_text()) == {
        "serverUrl": f"http://127.0.0.1:{home.port}",
        "firstPage": "http://localhost:3000/",
        "switches": {"networkBodyCaptureEnabled": False, "captureAllSites": False, "aiWebPilotEnabled": False},
        "key": own_copy_key(str(home.state_dir), f"moz-extension://{uuid}"),
    }


def test_a_firefox_that_refuses_the_extension_is_ended_and_explained(home: Home) -> None:
    stand_in_for_firefox(home, {"error": "installFailed", "message": "Firefox 140.0 is too old"})
    done = home.run("browser", "--firefox")
    assert done.returncode == 1
    assert "Firefox refused the extension: Firefox 140.0 is too old" in done.stderr


@pytest.mark.parametrize(
    ("display", "flags", "hints"), [({}, (), True), ({"DISPLAY": ":0"}, (), False), ({}, ("--headless",), False)]
)
def test_a_firefox_that_ends_at_once_says_where_its_words_are_and_points_to_headless_without_a_display(
    home: Home, display: dict[str, str], flags: tuple[str, ...], hints: bool
) -> None:
    program = home.folder / "firefox"
    program.write_text("#!/bin/sh\necho no display >&2; exit 1\n")
    program.chmod(0o755)
    home.env = {**{name: value for name, value in home.env.items() if "DISPLAY" not in name}, **display}
    home.env["GASOLINE_FIREFOX"] = str(program)
    done = home.run("browser", "--firefox", *flags)
    assert done.returncode == 1
    log = home.state_dir / "firefox.log"
    hint = ". There is no display (DISPLAY and WAYLAND_DISPLAY are not set): add --headless." if hints else ""
    assert done.stderr.endswith(f"Firefox ended before the extension was loaded. See {log}{hint}\n")
    assert log.read_text() == "no display\n"


def test_a_missing_firefox_says_what_to_do(home: Home) -> None:
    home.env["GASOLINE_FIREFOX"] = "/nonexistent"
    done = home.run("browser", "--firefox")
    assert done.returncode == 1
    assert "GASOLINE_FIREFOX" in done.stderr
    check = next(check for check in home.json_of("doctor", "--json")["checks"] if check["id"] == "firefox")
    assert check["status"] == "warn"


def test_the_doctor_names_the_firefox_that_would_be_started(home: Home) -> None:
    home.env["GASOLINE_FIREFOX"] = sys.executable
    check = next(check for check in home.json_of("doctor", "--json")["checks"] if check["id"] == "firefox")
    assert check["status"] == "ok"
    assert sys.executable in check["message"]


def test_the_folder_for_a_persons_own_firefox_has_no_key(home: Home) -> None:
    """Its origin, and with it its key, is known only when it has been loaded."""
    own_copy = home.state_dir / "extension-firefox"
    assert home.run("extension", "--firefox").stdout == f"{own_copy}\n"
    assert json.loads((own_copy / "defaults.json").read_text()) == {"serverUrl": f"http://127.0.0.1:{home.port}"}
    manifest = json.loads((own_copy / "manifest.json").read_text())
    assert manifest["browser_specific_settings"]["gecko"]["id"] == FIREFOX_ID
    assert home.json_of("extension", "--firefox", "--json")["id"] == FIREFOX_ID
