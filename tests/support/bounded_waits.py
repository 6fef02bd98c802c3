"""Bounds every wait for the browser: some calls of Playwright, such as `Page.close`, have no timeout of their own."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from playwright._impl import _sync_base
from playwright._impl._greenlets import wait_for_future

LONGEST_WAIT_S = 70.0  # above every timeout that a test sets; two of them fit into the time of one test


@contextmanager
def bounded_waits(seconds: float = LONGEST_WAIT_S) -> Iterator[None]:
    """A call that the browser does not answer fails the test that made it, and the browser can be used further."""

    def bounded(loop: Any, fiber: Any, future: Any) -> None:
        is_late = False

        def end() -> None:
            nonlocal is_late
            is_late = True
            future.cancel()

        alarm = loop.call_later(seconds, end)
        try:
            wait_for_future(loop, fiber, future)
        finally:
            alarm.cancel()
        assert not is_late, f"the browser did not answer within {seconds:g} s"

    with patch.object(_sync_base, "wait_for_future", bounded):
        yield
