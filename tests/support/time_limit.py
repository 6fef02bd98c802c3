"""A time-out for each test and its fixtures that fails this test alone. What not even a signal ends is ended with its
process, by `faulthandler_timeout`; pytest-xdist then gives up, as it does not always go on after that."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

# Together below faulthandler_timeout, which counts all of a test.
TEST_S = 150.0  # with what its fixtures do before it
TEARDOWN_S = 25.0

ends = pytest.StashKey[float]()


@contextmanager
def time_limit(seconds: float, what: str = "the test") -> Iterator[None]:
    def end(*_: Any) -> None:
        pytest.fail(f"{what} took more than {seconds:.3g} s")

    if not hasattr(signal, "setitimer"):  # Windows
        yield
        return
    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    item.stash[ends] = time.monotonic() + TEST_S
    with time_limit(TEST_S, "the setup"):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    # At least a moment: 0 would be no limit.
    with time_limit(max(item.stash[ends] - time.monotonic(), 0.001)):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    with time_limit(TEARDOWN_S, "the teardown"):
        yield
