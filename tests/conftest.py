"""What most tests need: a real daemon in a state directory of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import Daemon
from playwright.sync_api import Playwright, sync_playwright


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that drive a browser come last: Playwright keeps an event loop running, beside which no other can."""
    items.sort(key=lambda item: "playwright" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def shared_daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """One daemon for tests that leave nothing behind."""
    daemon = Daemon(tmp_path_factory.mktemp("daemon"))
    yield daemon
    daemon.stop()


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    """A daemon of the test's own."""
    daemon = Daemon(tmp_path / "state")
    yield daemon
    daemon.stop()
