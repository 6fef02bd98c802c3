"""What most tests need: fresh builds, and a real daemon in a state directory of its own."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bounded_waits import bounded_waits
from daemon import Daemon
from fresh_builds import build_what_is_stale
from hypothesis import settings
from playwright.sync_api import Playwright, sync_playwright

pytest_plugins = ["browser_fixtures", "firefox_fixtures", "dashboard_shop", "time_limit"]

# The same examples in each run, so that a run says something about the change that it is for. `make fuzz` searches.
# How long an example takes depends on the machine, and no test is about that.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, print_blob=True)
settings.load_profile("suite")


def pytest_configure(config: pytest.Config) -> None:
    # Under nohup and in the background of a script SIGINT is ignored. Children inherit that, and Ctrl-C tests need it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Some machines forbid bytecode: each of some hundred daemons and commands would compile every module once more.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    is_worker = hasattr(config, "workerinput")
    if not (is_worker or config.option.collectonly):
        build_what_is_stale()


# The files that take longest, begun first: a long one begun last would leave the other worker idle.
LONGEST = (
    "test_wheel.py",
    "test_tutorial.py",
    "test_conformance.py",
    "test_inspector.py",
    "test_dashboard_hostile.py",
    "test_flows.py",
    "test_dev_servers.py",
    "test_six_bugs.py",
    "test_component_ancestry.py",
    "test_dashboard.py",
    "test_delivery.py",
    "test_pilot_worker_death.py",
    "test_unharmed.py",
    "test_snapshots_of_speed.py",
    "test_streaming.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that drive a browser come last: Playwright keeps an event loop running, beside which no other can."""
    browser = Path(__file__).parent / "browser"
    with_browser = {
        item.path for item in items if browser in item.path.parents or "playwright" in getattr(item, "fixturenames", ())
    }
    items.sort(key=lambda item: (item.path in with_browser, item.path.name not in LONGEST))


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started, bounded_waits():
        yield started


@pytest.fixture(scope="session")
def shared_daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """One daemon for tests that leave nothing behind."""
    daemon = Daemon(tmp_path_factory.mktemp("daemon"))
    yield daemon
    daemon.stop()


@pytest.fixture
def changed_limits() -> dict[str, Any]:
    """Limits of the test's daemon that differ; a test replaces them as a parameter."""
    return {}


@pytest.fixture
def daemon(tmp_path: Path, changed_limits: dict[str, Any]) -> Iterator[Daemon]:
    """A daemon for this test only."""
    daemon = Daemon(tmp_path / "state", **changed_limits)
    yield daemon
    daemon.stop()
