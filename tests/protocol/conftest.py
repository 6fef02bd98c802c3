"""Daemons that all protocol tests share: starting one costs more than most of the tests."""

from collections.abc import Iterator

import pytest
from daemon import Daemon


@pytest.fixture(scope="session")
def quiet_daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """Nothing is ever captured here."""
    daemon = Daemon(tmp_path_factory.mktemp("quiet"))
    yield daemon
    daemon.stop()


@pytest.fixture(scope="session")
def busy_daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """Tests post captures here; each looks for its own."""
    daemon = Daemon(tmp_path_factory.mktemp("busy"))
    yield daemon
    daemon.stop()


@pytest.fixture(scope="session")
def named_daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """Shows the named tools to clients that do not choose."""
    daemon = Daemon(tmp_path_factory.mktemp("named"), "--tools", "named")
    yield daemon
    daemon.stop()
