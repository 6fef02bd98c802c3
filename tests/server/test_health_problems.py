"""The problems and fixes in health, under real conditions; the doctor reports the same."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from daemon import Daemon, wait_until
from home import Home

from gasoline import __version__
from gasoline.launch.pairing_keys import EXTENSION_ID
from gasoline.model import switches

__all__ = ["home"]
from home import home

EXTENSION = {"Origin": f"chrome-extension://{EXTENSION_ID}"}


@pytest.fixture
def daemon(home: Home) -> Iterator[Daemon]:
    daemon = Daemon(home.state_dir, port=home.port)
    yield daemon
    daemon.stop()


def problems(daemon: Daemon) -> dict[str, Any]:
    return {problem["id"]: problem for problem in daemon.call("observe", what="health")["problems"]}


def doctors(home: Home) -> dict[str, Any]:
    return {check["id"]: check for check in home.json_of("doctor", "--json")["checks"]}


@contextmanager
def extension(
    daemon: Daemon, *, version: str = __version__, watched: int = 1, half_loaded: tuple[str, ...] = (), **moved: bool
) -> Iterator[None]:
    """An extension that polls, as it does where WebSockets are forbidden."""
    hello = {"type": "hello", "version": version, "pilot": False, "switches": moved, "halfLoaded": half_loaded}
    headers = {
        "X-Gasoline-Hello": json.dumps(hello),
        "X-Gasoline-Watched": str(watched),
        "X-Gasoline-Token": daemon.token,
    }
    with daemon.begin("/pending-queries", **headers):
        wait_until(lambda: daemon.call("observe", what="health")["extension"]["connected"], "the poll")
        yield


# SRV-11
def test_health_says_how_to_load_an_extension_that_never_connected(daemon: Daemon, home: Home) -> None:
    found = problems(daemon)
    assert list(found) == ["extension", "events"]
    assert "gasoline extension" in found["extension"]["fix"]
    assert doctors(home)["extension"] == found["extension"]


def test_a_disconnected_extension_is_distinguished_from_one_that_never_connected(home: Home) -> None:
    daemon = Daemon(home.state_dir, port=home.port, CONTACT_FRESH_S=0.0)
    try:
        with daemon.begin("/pending-queries", **{"X-Gasoline-Token": daemon.token}):
            pass

        def message() -> str:
            return str(problems(daemon).get("extension", {}).get("message", ""))

        wait_until(lambda: "no longer connected" in message(), "the contact to be over")
    finally:
        daemon.stop()


# SRV-11
def test_in_order_nothing_is_listed(daemon: Daemon, home: Home) -> None:
    daemon.post("/logs", {"entries": [{"type": "console", "level": "log", "args": ["x"]}]})
    with extension(daemon):
        assert problems(daemon) == {}
        found = doctors(home)
    reported = ("extension", "extension_version", "switches", "site", "events")
    assert [found[name]["status"] for name in reported] == ["ok"] * 5


def test_an_extension_of_another_version_is_to_be_loaded_again(daemon: Daemon) -> None:
    with extension(daemon, version="0.0.7"):
        found = problems(daemon)["extension_version"]
    assert f"0.0.7, but the server is {__version__}" in found["message"]
    assert "gasoline extension" in found["fix"]


def test_a_browser_without_a_captured_tab_says_what_to_click(daemon: Daemon) -> None:
    with extension(daemon, watched=0):
        assert "“Capture this site”" in problems(daemon)["site"]["fix"]


def test_a_switch_that_was_moved_is_named_as_the_popup_names_it(daemon: Daemon) -> None:
    with extension(daemon, webSocketCaptureEnabled=False, networkBodyCaptureEnabled=False):
        message = problems(daemon)["switches"]["message"]
    assert message == "switched off: “Capture WebSockets”", "bodies are off by default"


def test_a_site_with_an_interrupted_load_is_named_with_what_brings_it_back(daemon: Daemon) -> None:
    with extension(daemon, half_loaded=("http://localhost:3000",)):
        found = problems(daemon)["half_loaded"]
    assert "http://localhost:3000" in found["message"]
    assert "Open a page" in found["fix"]


def test_an_extension_that_trusts_another_server_is_found(daemon: Daemon, home: Home) -> None:
    """It knows a token, asks this server to prove that it knows it too, and goes away."""
    assert daemon.post("/pair", {"challenge": "c" * 32}, **EXTENSION).status == 200
    assert "“Trust this server”" in problems(daemon)["pairing"]["fix"]
    assert home.run("doctor").returncode == 1


def test_a_strict_server_says_who_may_open_it(home: Home) -> None:
    daemon = Daemon(home.state_dir, "--auth", "strict", port=home.port)
    try:
        assert daemon.post("/pair", {"challenge": "c" * 32, "first": True}, **EXTENSION).status == 403
        assert "gasoline pair" in problems(daemon)["pairing"]["fix"]
    finally:
        daemon.stop()


def test_a_client_that_another_version_started_is_to_be_restarted(daemon: Daemon, home: Home) -> None:
    from gasoline.launch.connect import open_op
    from gasoline.launch.runtime_file import read_runtime

    runtime = read_runtime(home.state_dir)
    assert runtime is not None
    with open_op(runtime, "mcp", version="0.0.1"):
        found = wait_until(lambda: problems(daemon).get("forwarder_version"), "the client")
    assert "client (0.0.1)" in found["message"]
    assert "Restart" in found["fix"]


def test_the_switches_are_named_as_in_the_extension() -> None:
    from pathlib import Path

    settings = (Path(__file__).parents[2] / "extension/src/shared/settings.ts").read_text()
    for key, label in switches.ON_BY_DEFAULT.items():
        row = settings.partition(f"const {key}: Row<boolean> = {{")[2].partition("};")[0]
        assert f'label: "{label}"' in row
        assert "default: true" in row
        assert 'place: "popup"' in row
