"""A time-out for each test that fails this test alone. What not even a signal ends is ended with its process, by
`faulthandler_timeout`; pytest-xdist then gives up, as it does not always go on after that."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

TEST_S = 150.0  # below faulthandler_timeout


@contextmanager
def time_limit(seconds: float = TEST_S) -> Iterator[None]:
    def end(*_: Any) -> None:
        pytest.fail(f"the test took more than {seconds:g} s")

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
def pytest_runtest_call() -> Iterator[None]:
    with time_limit():
        yield
