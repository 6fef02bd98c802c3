"""What most tests need: a real daemon in a state directory of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import Daemon


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
