"""Daemons that all protocol tests share: starting one costs more than most of the tests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conversation import StdioTalk
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


@pytest.fixture(scope="session")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """Summaries come soon here."""
    daemon = Daemon(tmp_path_factory.mktemp("streaming"), NOTICE_BATCH_S=0.3, THROTTLE_MIN_S=0.1)
    yield daemon
    daemon.stop()


@pytest.fixture
def stdio(daemon: Daemon, tmp_path: Path) -> Iterator[Callable[[], StdioTalk]]:
    """Connects a client by `gasoline mcp`."""
    opened: list[StdioTalk] = []

    def dial() -> StdioTalk:
        opened.append(StdioTalk(daemon, tmp_path))
        return opened[-1]

    yield dial
    for talk in opened:
        talk.discard()
